//! Search results by product: packs of the same generic product and origin are one group, for all suppliers
//! and sizes. Devices are grouped by their titles.
//!
//! `wording` parses strength and form from generic names. `facets` counts the values by which results can be
//! narrowed. This module does not decide which packs match, or their order.

mod facets;

pub use facets::{FacetSelection, Facets, Value};

use super::suggest::keep_most_frequent;
use super::{Available, Correction, Kind, NoMatch, Notice, Query, search};
use crate::dataset::{Dataset, NameReader, PackNumber, Places};
use crate::pack::Origin;
use crate::text::fold;
use facets::{FacetDictionary, FacetValues, SelectedValues};

/// The maximum number of packs that are grouped.
///
/// Each product's names must be read, and a longer list is of no use.
pub const MAX_GROUPED: usize = 3000;

/// The maximum number of sizes and of brands of a group. Few products of a release have as many.
const MAX_SIZES: usize = 64;

/// The maximum number of groups of one product.
const ORIGINS: u32 = Origin::ALL.len() as u32;

/// Search results, grouped by product, with the values by which people can narrow them. If more than
/// `MAX_GROUPED` packs match, both are empty.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Grouped {
    /// How the query was interpreted.
    pub kind: Kind,
    /// The number of packs that match, before the facets are applied.
    pub total: usize,
    /// The number of packs that would match without the filters of the query.
    pub unfiltered: usize,
    /// The number of packs that also match the facets.
    pub chosen: usize,
    /// Whether more packs match than [`MAX_GROUPED`].
    ///
    /// If so, groups and facets are empty, because their counts would not be exact.
    pub more: bool,
    /// Corrections applied to the query, and ignored words.
    pub corrections: Vec<Correction>,
    /// Whether this is a partial match.
    pub is_relaxed: bool,
    /// What is available instead of a strength, route, form or release that no pack has.
    pub available: Available,
    /// The part of the query that is the reason for an empty result, if it is known.
    pub no_match: Option<NoMatch>,
    /// What a reader should know, although it is not a doubt.
    pub notices: Vec<Notice>,
    /// The groups of this page.
    pub groups: Vec<Group>,
    /// The number of groups, on all pages.
    pub products: usize,
    /// The values by which the matching packs can be narrowed.
    pub facets: Facets,
}

/// The packs of one generic product and of one origin. Those of a device are grouped by their own title,
/// because one generic product of dressings has thousands of packs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Group {
    /// The name of the generic product, or the title of a device.
    pub product: String,
    /// The titles of packs that are not the name of the product, without duplicates: its brands. At most 64.
    pub brands: Vec<String>,
    /// Whether the packs are imports, specials or neither.
    pub origin: Origin,
    /// Whether the product has substances that the query does not name.
    pub is_further: bool,
    /// The packs that match the query and the facets, in the order of the search.
    pub packs: Vec<PackNumber>,
    /// The number of suppliers.
    pub suppliers: usize,
    /// The sizes without duplicates, the smallest numbers first. At most 64.
    pub sizes: Vec<String>,
}

/// Finds packs and groups them by generic product, and devices by title.
///
/// Groups are in the order of their first packs. Those with further substances come after those without.
/// Imports and specials come last, since there may be many that no pharmacy stocks.
///
/// `limit` and `offset` of the query count groups.
///
/// # Examples
///
/// ```
/// # let bytes = include!(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/common/doctest_dataset.rs"));
/// use pack_lookup::dataset::verify;
/// use pack_lookup::search::Query;
/// use pack_lookup::search::groups::{FacetSelection, group};
///
/// let dataset = verify(&bytes)?;
/// let selection = FacetSelection { strength: vec!["5mg".to_owned()], ..FacetSelection::default() };
/// let found = group(&dataset, &Query::new("amlodipine"), &selection);
/// assert!(found.chosen < found.total);
/// for group in &found.groups {
///     println!("{}: {} packs of {} suppliers", group.product, group.packs.len(), group.suppliers);
///     assert!(group.product.contains("5mg"));
/// }
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn group(dataset: &Dataset<'_>, query: &Query<'_>, selection: &FacetSelection) -> Grouped {
    let found = search(dataset, &Query { limit: MAX_GROUPED, offset: 0, ..*query });
    let more = found.total > MAX_GROUPED;
    let packs = if more { &[] } else { found.packs.as_slice() };
    let hits = Hits::of(dataset, packs);
    let selected = hits.dictionary.selected(selection);
    let places = hits.grouped(&selected);
    let groups = places.chunk_by(are_of_one_group);
    let page = groups.clone().skip(query.offset).take(query.limit);
    Grouped {
        kind: found.kind,
        total: found.total,
        unfiltered: found.unfiltered,
        chosen: places.len(),
        more,
        corrections: found.corrections,
        is_relaxed: found.is_relaxed,
        available: found.available,
        no_match: found.no_match,
        notices: found.notices,
        groups: page.map(|places| group_at(dataset, packs, places, &found.further)).collect(),
        products: groups.count(),
        facets: hits.dictionary.facets(hits.hits.iter().map(|hit| &hit.values), &selected, selection),
    }
}

/// A pack that matches the query.
#[derive(Clone, Copy, Default)]
struct Hit {
    /// The number of its product times [`ORIGINS`], plus its origin.
    product: u32,
    values: FacetValues,
}

impl Hit {
    /// The bit that sorts imports and specials after all other groups.
    fn apart(self) -> u32 {
        if self.product % ORIGINS == Origin::Supplier as u32 { 0 } else { 1 << 31 }
    }
}

/// The packs that match the query, in the order of the search.
struct Hits {
    hits: Vec<Hit>,
    dictionary: FacetDictionary,
}

impl Hits {
    /// Reads the names of packs.
    ///
    /// This is the main cost of grouping, so each name is read once, in the order in which they are stored.
    fn of(dataset: &Dataset<'_>, packs: &[PackNumber]) -> Hits {
        let places: Vec<Places> = packs.iter().map(|pack| dataset.places(*pack)).collect();
        let mut names = dataset.name_reader();
        let mut hits =
            Hits { hits: vec![Hit::default(); packs.len()], dictionary: FacetDictionary::default() };
        hits.number_products(dataset, packs, &places);
        hits.read_wordings(&mut names, &places);
        hits.read_suppliers(dataset, &places);
        hits
    }

    /// Numbers medicines by their generic products, and devices by their titles.
    fn number_products(&mut self, dataset: &Dataset<'_>, packs: &[PackNumber], places: &[Places]) {
        let are_medicines: Vec<bool> = packs.iter().map(|pack| dataset.is_medicine(*pack)).collect();
        let of = |is_medicine, place: fn(&Places) -> u32| {
            let both = places.iter().zip(&are_medicines);
            both.map(move |(places, is)| (*is == is_medicine).then(|| place(places)))
        };
        let mut generics = 0;
        for (at, _, is_new) in ByPlace::of(of(true, |places| places.generic_product)) {
            generics += u32::from(is_new);
            self.set_product(at, generics - 1);
        }
        let mut titles = Titles::default();
        let (mut names, mut number) = (dataset.name_reader(), 0);
        for (at, place, is_new) in ByPlace::of(of(false, |places| places.product)) {
            if is_new {
                number = titles.number(names.product(place));
            }
            self.set_product(at, generics + number);
        }
    }

    fn set_product(&mut self, at: usize, number: u32) {
        if let Some(hit) = self.hits.get_mut(at) {
            hit.product = number * ORIGINS;
        }
    }

    fn read_wordings(&mut self, names: &mut NameReader<'_>, places: &[Places]) {
        let mut wording = [None; 2];
        for (at, place, is_new) in ByPlace::of(places.iter().map(|places| Some(places.generic_product))) {
            if is_new {
                wording = self.dictionary.wording(&names.generic_product(place));
            }
            if let Some(hit) = self.hits.get_mut(at) {
                [hit.values[0], hit.values[1]] = wording;
            }
        }
    }

    fn read_suppliers(&mut self, dataset: &Dataset<'_>, places: &[Places]) {
        let (mut number, mut origin) = (0, Origin::Supplier);
        for (at, place, is_new) in ByPlace::of(places.iter().map(|places| places.supplier)) {
            if is_new {
                let supplier = dataset.supplier(place);
                (number, origin) = (self.dictionary.supplier(supplier), Origin::of(Some(supplier)));
            }
            if let Some(hit) = self.hits.get_mut(at) {
                hit.product += origin as u32;
                hit.values[2] = Some(number);
            }
        }
    }

    /// Lists the positions of the packs that match the facets, each paired with the position of its group's
    /// first pack.
    ///
    /// They are sorted by group, then by pack.
    fn grouped(&self, selected: &SelectedValues) -> Vec<u64> {
        let mut firsts: Vec<Option<u32>> = Vec::new();
        let mut places = Vec::new();
        for (place, hit) in (0..).zip(&self.hits) {
            if selected.permit(&hit.values, None) {
                let product = hit.product as usize;
                firsts.resize(firsts.len().max(product + 1), None);
                let first = match firsts.get_mut(product) {
                    Some(first) => *first.get_or_insert(place),
                    None => place,
                };
                places.push(pair(first | hit.apart(), place));
            }
        }
        places.sort_unstable();
        places
    }
}

/// Numbers titles that arrive in name order.
#[derive(Default)]
struct Titles {
    /// A stack of folded names, names and their numbers, in which each folded name is a prefix of the next.
    ///
    /// All names between two of one product begin with its name. A removed name therefore never occurs again.
    open: Vec<(String, String, u32)>,
    met: u32,
}

impl Titles {
    fn number(&mut self, name: String) -> u32 {
        let folded = fold(&name);
        while let Some((open, ..)) = self.open.last()
            && !folded.starts_with(open.as_str())
        {
            self.open.pop();
        }
        // Names that differ only in case are interleaved.
        for (open_folded, open, number) in self.open.iter().rev() {
            if open_folded.len() != folded.len() {
                break;
            }
            if *open == name {
                return *number;
            }
        }
        let number = self.met;
        self.met += 1;
        self.open.push((folded, name, number));
        number
    }
}

/// Joins two numbers into one, with the same sort order.
fn pair(first: u32, second: u32) -> u64 {
    u64::from(first) << 32 | u64::from(second)
}

fn first_of(pair: u64) -> u32 {
    (pair >> 32) as u32
}

fn second_of(pair: u64) -> usize {
    pair as u32 as usize
}

fn are_of_one_group(a: &u64, b: &u64) -> bool {
    first_of(*a) == first_of(*b)
}

/// Items sorted by place: the index and the place of each, and whether it is the first with that place.
struct ByPlace {
    pairs: std::vec::IntoIter<u64>,
    last: Option<u32>,
}

impl ByPlace {
    fn of(places: impl Iterator<Item = Option<u32>>) -> ByPlace {
        let mut pairs = Vec::new();
        for (at, place) in (0..).zip(places) {
            if let Some(place) = place {
                pairs.push(pair(place, at));
            }
        }
        pairs.sort_unstable();
        ByPlace { pairs: pairs.into_iter(), last: None }
    }
}

impl Iterator for ByPlace {
    type Item = (usize, u32, bool);

    fn next(&mut self) -> Option<(usize, u32, bool)> {
        let pair = self.pairs.next()?;
        let place = first_of(pair);
        Some((second_of(pair), place, self.last.replace(place) != Some(place)))
    }
}

fn group_at(dataset: &Dataset<'_>, packs: &[PackNumber], places: &[u64], further: &[PackNumber]) -> Group {
    let mut of_group = Vec::with_capacity(places.len());
    for place in places {
        of_group.extend(packs.get(second_of(*place)).copied());
    }
    let (product, origin) = match of_group.first() {
        Some(first) => (product_of(dataset, *first), origin_of(dataset, *first)),
        None => (String::new(), Origin::Supplier),
    };
    Group {
        brands: brands_of(dataset, &of_group, &product),
        is_further: of_group.first().is_some_and(|first| further.binary_search(first).is_ok()),
        product,
        origin,
        suppliers: how_many_suppliers(dataset, &of_group),
        sizes: sizes_of(of_group.iter().map(|pack| dataset.size(*pack))),
        packs: of_group,
    }
}

fn product_of(dataset: &Dataset<'_>, pack: PackNumber) -> String {
    if dataset.is_medicine(pack) {
        dataset.generic_name(dataset.generic_place(pack))
    } else {
        dataset.product_name(pack)
    }
}

/// Lists the titles that are not the name of the product, in the order of their first packs.
fn brands_of(dataset: &Dataset<'_>, packs: &[PackNumber], product: &str) -> Vec<String> {
    let mut brands: Vec<String> = Vec::new();
    let mut last = None;
    for pack in packs {
        let place = dataset.product_place(*pack);
        if last.replace(place) == Some(place) || brands.len() == MAX_SIZES {
            continue;
        }
        let title = dataset.product_name(*pack);
        if title != product && !brands.contains(&title) {
            brands.push(title);
        }
    }
    brands
}

fn origin_of(dataset: &Dataset<'_>, pack: PackNumber) -> Origin {
    match dataset.places(pack).supplier {
        Some(supplier) => Origin::of(Some(dataset.supplier(supplier))),
        None => Origin::of(None),
    }
}

fn how_many_suppliers(dataset: &Dataset<'_>, packs: &[PackNumber]) -> usize {
    let mut suppliers = 0;
    for (.., is_new) in ByPlace::of(packs.iter().map(|pack| dataset.places(*pack).supplier)) {
        suppliers += usize::from(is_new);
    }
    suppliers
}

/// Lists sizes without duplicates, sorted by their numbers.
fn sizes_of<'s>(sizes: impl Iterator<Item = &'s str>) -> Vec<String> {
    let mut numbered: Vec<(String, usize)> = Vec::new();
    for size in sizes {
        let is_new = !size.is_empty() && !numbered.iter().any(|(other, _)| other == size);
        if is_new && numbered.len() < MAX_SIZES {
            numbered.push((size.to_owned(), usize::MAX - number_of(size)));
        }
    }
    keep_most_frequent(&mut numbered, MAX_SIZES);
    numbered.into_iter().map(|(size, _)| size).collect()
}

/// Reads the number with which a size begins, in thousandths.
fn number_of(size: &str) -> usize {
    let mut decimals: Option<u32> = None;
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
    for _ in decimals.unwrap_or(0)..3 {
        number = number.saturating_mul(10);
    }
    number
}
