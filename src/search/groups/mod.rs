//! What a search found, as products: a medicine in some strength and form is one line, however many supply it in whatever sizes.
//!
//! `wording` cuts strength and form out of the name of a generic product, `origin` knows imports and specials by their
//! supplier, `facets` counts what a list may be narrowed by. Nothing here decides what matches, or which pack comes first.

mod facets;
mod origin;

pub use facets::{Choices, Facets, Value};
pub use origin::Origin;

use super::suggest::keep_most_frequent;
use super::{Available, Correction, Kind, NoMatch, Query, search};
use crate::dataset::{Dataset, PackNumber, Places};
use crate::text::fold;
use facets::{Facet, Meanings, Values};

/// When a search finds more packs, they are not grouped: each product's names are read, and a list of so many says too little.
pub const MOST_GROUPED: usize = 3000;

/// So many sizes of a group are told at most: no product of a release has as many.
const MOST_SIZES: usize = 64;

/// How many groups one product may have.
const ORIGINS: u32 = Origin::ALL.len() as u32;

/// What was found, as products.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Grouped {
    /// What the query was taken for.
    pub kind: Kind,
    /// How many packs match in all, whatever was chosen.
    pub total: usize,
    /// How many of them have what was chosen.
    pub chosen: usize,
    /// Whether more packs match than are grouped. Then there are no groups and no facets: no count is told that is not exact.
    pub more: bool,
    /// Which words were taken for others, or left out.
    pub corrections: Vec<Correction>,
    /// Whether the packs have the most of what was asked, and not all of it.
    pub is_relaxed: bool,
    /// What is available instead of a strength, route, form or release that no pack has.
    pub available: Available,
    /// The part of the query that is the reason for an empty result, if it is known.
    pub no_match: Option<NoMatch>,
    /// The groups of this page.
    pub groups: Vec<Group>,
    /// How many groups there are in all.
    pub products: usize,
    /// What the packs that match may be narrowed by.
    pub facets: Facets,
}

/// The packs of one product and of one origin.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Group {
    /// The name up to the supplier.
    pub product: String,
    /// Whether these are imports or specials.
    pub origin: Origin,
    /// All of them that match and have what was chosen, in the order of the search.
    pub packs: Vec<PackNumber>,
    /// How many supply them.
    pub suppliers: usize,
    /// In which sizes, each once, the small numbers first; 64 at most.
    pub sizes: Vec<String>,
}

/// Finds packs and groups them by product, in the order in which each group's first pack comes; imports and specials behind all others, since
/// there may be many that nobody keeps. Limit and offset of the query
/// count groups.
pub fn group(dataset: &Dataset<'_>, query: &Query<'_>, choices: &Choices) -> Grouped {
    let found = search(dataset, &Query { limit: MOST_GROUPED, offset: 0, ..*query });
    let more = found.total > MOST_GROUPED;
    let packs = if more { &[] } else { found.packs.as_slice() };
    let hits = Hits::of(dataset, packs);
    let is_chosen = hits.meanings.chosen(choices);
    let places = hits.grouped(&is_chosen);
    let groups = places.chunk_by(|a, b| first_of(*a) == first_of(*b));
    let page = groups.clone().skip(query.offset).take(query.limit);
    Grouped {
        kind: found.kind,
        total: found.total,
        chosen: places.len(),
        more,
        corrections: found.corrections,
        is_relaxed: found.is_relaxed,
        available: found.available,
        no_match: found.no_match,
        groups: page.map(|places| group_at(dataset, packs, places)).collect(),
        products: groups.count(),
        facets: hits.meanings.facets(hits.hits.iter().map(|hit| &hit.values), &is_chosen, choices),
    }
}

/// What is known of a pack that was found.
#[derive(Clone, Copy, Default)]
struct Hit {
    /// The number of its product, and its origin.
    product: u32,
    values: Values,
}

impl Hit {
    /// What puts the places of imports and specials behind all others.
    fn apart(self) -> u32 {
        if self.product % ORIGINS == Origin::Supplier as u32 { 0 } else { 1 << 31 }
    }
}

/// The packs that were found, in the order of the search.
struct Hits {
    hits: Vec<Hit>,
    meanings: Meanings,
}

impl Hits {
    /// Reads the names, which is what grouping costs: each once, and in the order in which they stand.
    fn of(dataset: &Dataset<'_>, packs: &[PackNumber]) -> Hits {
        let places: Vec<Places> = packs.iter().map(|pack| dataset.places(*pack)).collect();
        let (mut names, mut meanings) = (dataset.name_reader(), Meanings::default());
        let (mut hits, mut products) = (vec![Hit::default(); packs.len()], Products::default());
        let mut number = 0;
        for (at, place, is_new) in by_place(places.iter().map(|places| Some(places.product))) {
            if is_new {
                number = products.number(names.product(place));
            }
            change(&mut hits, at, |hit| hit.product = number * ORIGINS);
        }
        let mut wording = [None; 2];
        for (at, place, is_new) in by_place(places.iter().map(|places| Some(places.generic_product))) {
            if is_new {
                wording = meanings.wording(&names.generic_product(place));
            }
            change(&mut hits, at, |hit| [hit.values[0], hit.values[1]] = wording);
        }
        let (mut number, mut origin) = (0, Origin::Supplier);
        for (at, place, is_new) in by_place(places.iter().map(|places| places.supplier)) {
            if is_new {
                let supplier = dataset.supplier(place);
                (number, origin) = (meanings.supplier(supplier), Origin::of(Some(supplier)));
            }
            change(&mut hits, at, |hit| {
                hit.product += origin as u32;
                hit.values[2] = Some(number);
            });
        }
        Hits { hits, meanings }
    }

    /// The places of the packs that are chosen, each with that of its group's first pack: in the order of groups, and of packs in
    /// each.
    fn grouped(&self, is_chosen: &impl Fn(&Values, Option<Facet>) -> bool) -> Vec<u64> {
        let mut firsts: Vec<Option<u32>> = Vec::new();
        let mut places = Vec::new();
        for (place, hit) in (0..).zip(&self.hits).filter(|(_, hit)| is_chosen(&hit.values, None)) {
            let product = hit.product as usize;
            firsts.resize(firsts.len().max(product + 1), None);
            let first = firsts.get_mut(product).map_or(place, |first| *first.get_or_insert(place));
            places.push(pair(first | hit.apart(), place));
        }
        places.sort_unstable();
        places
    }
}

fn change(hits: &mut [Hit], at: usize, change: impl FnOnce(&mut Hit)) {
    if let Some(hit) = hits.get_mut(at) {
        change(hit);
    }
}

/// Numbers the products that come in name order.
#[derive(Default)]
struct Products {
    /// Folded names that each begin with the one before it, the names, and their numbers. Names between two of one product begin
    /// with its name, so that no other may come again.
    open: Vec<(String, String, u32)>,
    met: u32,
}

impl Products {
    fn number(&mut self, name: String) -> u32 {
        let folded = fold(&name);
        while self.open.last().is_some_and(|(open, ..)| !folded.starts_with(open.as_str())) {
            self.open.pop();
        }
        // Names that differ in capitals alone stand among each other.
        let mut same = self.open.iter().rev().take_while(|(open, ..)| open.len() == folded.len());
        if let Some((_, _, number)) = same.find(|(_, open, _)| *open == name) {
            return *number;
        }
        let number = self.met;
        self.met += 1;
        self.open.push((folded, name, number));
        number
    }
}

/// Two numbers in one, which is sorted as they are.
fn pair(first: u32, second: u32) -> u64 {
    u64::from(first) << 32 | u64::from(second)
}

fn first_of(pair: u64) -> u32 {
    (pair >> 32) as u32
}

fn second_of(pair: u64) -> usize {
    pair as u32 as usize
}

/// Which of some things have which place, in the order of places, and whether it is the first with that place.
fn by_place(places: impl Iterator<Item = Option<u32>>) -> impl Iterator<Item = (usize, u32, bool)> {
    let mut pairs: Vec<u64> = (0..).zip(places).filter_map(|(at, place)| Some(pair(place?, at))).collect();
    pairs.sort_unstable();
    let mut last = None;
    pairs.into_iter().map(move |pair| {
        let place = first_of(pair);
        (second_of(pair), place, last.replace(place) != Some(place))
    })
}

fn group_at(dataset: &Dataset<'_>, packs: &[PackNumber], places: &[u64]) -> Group {
    let packs: Vec<PackNumber> =
        places.iter().filter_map(|place| packs.get(second_of(*place)).copied()).collect();
    let suppliers = packs.iter().map(|pack| dataset.places(*pack).supplier);
    let first = packs.first();
    let supplier = first.and_then(|pack| dataset.places(*pack).supplier);
    Group {
        product: first.map_or_else(String::new, |pack| dataset.product_name(*pack)),
        origin: Origin::of(supplier.map(|supplier| dataset.supplier(supplier))),
        suppliers: by_place(suppliers).filter(|(.., is_new)| *is_new).count(),
        sizes: sizes_of(packs.iter().map(|pack| dataset.size(*pack))),
        packs,
    }
}

/// Sizes, each once, in the order of their numbers.
fn sizes_of<'s>(sizes: impl Iterator<Item = &'s str>) -> Vec<String> {
    let mut numbered: Vec<(String, usize)> = Vec::new();
    for size in sizes.filter(|size| !size.is_empty()) {
        if numbered.len() < MOST_SIZES && !numbered.iter().any(|(other, _)| other == size) {
            numbered.push((size.to_owned(), usize::MAX - number_of(size)));
        }
    }
    keep_most_frequent(&mut numbered, MOST_SIZES);
    numbered.into_iter().map(|(size, _)| size).collect()
}

/// The number with which a size begins, in thousandths.
fn number_of(size: &str) -> usize {
    let mut decimals = None;
    let mut number: usize = 0;
    for byte in size.bytes() {
        match (byte, decimals) {
            (b'0'..=b'9', None) => {
                number = number.saturating_mul(10).saturating_add(usize::from(byte - b'0'))
            }
            (b'0'..=b'9', Some(place)) if place < 3 => {
                number = number.saturating_mul(10).saturating_add(usize::from(byte - b'0'));
                decimals = Some(place + 1);
            }
            (b'0'..=b'9', Some(_)) => {}
            (b'.', None) => decimals = Some(0),
            _ => break,
        }
    }
    (decimals.unwrap_or(0)..3).fold(number, |number, _: u32| number.saturating_mul(10))
}
