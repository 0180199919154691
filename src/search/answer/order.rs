//! The order of packs that match.

use std::cmp::Reverse;
use std::collections::BTreeMap;

use super::Result;
use super::components::{Components, Further};
use crate::dataset::PackNumber;
use crate::search::index::Index;
use crate::search::{Order, Query};

/// The packs of one generic product that match.
struct OfGeneric {
    /// The number of substances that are not in the query.
    further: u32,
    /// How far its own name is from what the query names.
    distance: u8,
    commonness: u64,
    packs: Vec<PackNumber>,
}

/// The packs of an answer in order. Only the first ones are here, because a page needs no others.
pub struct Ordered {
    /// The first packs.
    pub first: Vec<PackNumber>,
    /// The number of all packs without substances that are not in the query. They come before the others.
    pub plain: usize,
}

/// Finds the first packs, best first.
///
/// Generic products with the substances of the query come before products with more. Products that begin with
/// its words come before products that have them, and these before products of which only a title has them.
/// Common products come before rare ones. Of one generic product, current packs come first if the order is by
/// relevance, then packs with its name before brands.
pub fn first(
    index: &Index<'_>,
    components: &Components<'_, '_>,
    found: &Result,
    query: &Query<'_>,
    wanted: usize,
) -> Ordered {
    let mut generics = by_generic(index, components, found);
    generics.sort_by_cached_key(|one| {
        let past = one.packs.iter().map(|pack| past(index, *pack, query.order)).min();
        (one.further, one.distance, Reverse(one.commonness), past, one.packs.first().copied())
    });
    let plain = generics.iter().filter(|one| one.further == 0).map(|one| one.packs.len()).sum();
    let mut first = Vec::with_capacity(wanted);
    for one in generics {
        if first.len() >= wanted {
            break;
        }
        first.extend(in_order(index, one.packs, query.order));
    }
    first.truncate(wanted);
    Ordered { first, plain }
}

fn by_generic(index: &Index<'_>, components: &Components<'_, '_>, found: &Result) -> Vec<OfGeneric> {
    let beyond = Further::of(index, components, &found.terms, &found.chosen);
    let mut places: BTreeMap<PackNumber, usize> = BTreeMap::new();
    let mut generics: Vec<OfGeneric> = Vec::new();
    // Neighbours are mostly of one generic product.
    let mut last: Option<(PackNumber, usize)> = None;
    for pack in found.packs.iter() {
        let generic = index.generic_of(pack);
        let place = match last {
            Some((other, place)) if other == generic => place,
            _ => *places.entry(generic).or_insert_with(|| {
                let (further, commonness) = (beyond.count(generic, pack), index.names.commonness(generic.0));
                let distance = beyond.distance(generic);
                generics.push(OfGeneric { further, distance, commonness, packs: Vec::new() });
                generics.len() - 1
            }),
        };
        last = Some((generic, place));
        if let Some(one) = generics.get_mut(place) {
            one.packs.push(pack);
        }
    }
    generics
}

fn in_order(index: &Index<'_>, packs: Vec<PackNumber>, order: Order) -> impl Iterator<Item = PackNumber> {
    let mut ordered = Vec::with_capacity(packs.len());
    let mut last = (None, false);
    for pack in packs {
        let title = index.dataset.product_place(pack);
        if last.0 != Some(title) {
            last = (Some(title), !index.dataset.has_generic_title(pack));
        }
        ordered.push((past(index, pack, order), last.1, pack));
    }
    ordered.sort_unstable();
    ordered.into_iter().map(|(.., pack)| pack)
}

/// Ranks a pack: 0 for a current pack, 1 for a discontinued one and 2 for an invalid one. In name order, all
/// are equal.
fn past(index: &Index<'_>, pack: PackNumber, order: Order) -> u8 {
    match order {
        Order::Name => 0,
        Order::Relevance if index.dataset.is_invalid(pack) => 2,
        Order::Relevance => u8::from(index.dataset.is_discontinued(pack)),
    }
}
