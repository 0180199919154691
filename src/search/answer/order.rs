//! The order of packs that match.

use std::cmp::Reverse;
use std::collections::HashMap;

use super::Result;
use super::components::{Components, further};
use crate::dataset::PackNumber;
use crate::search::index::{Index, Need};
use crate::search::read::{Choice, Role, Wanted};
use crate::search::{Order, Query};

/// The packs of one generic product that match.
struct OfGeneric {
    /// The number of substances beyond those of the query.
    further: u32,
    commonness: u64,
    packs: Vec<PackNumber>,
}

/// Returns the first packs, best first.
///
/// Generic products with the substances of the query come before those with more, and common ones before rare ones. Of one
/// generic product, current packs come first if the order is that of relevance, then packs with its name before brands.
pub fn first(index: &Index<'_>, found: &Result, query: &Query<'_>, wanted: usize) -> Vec<PackNumber> {
    let mut generics = by_generic(index, found);
    generics.sort_by_key(|one| {
        let past = one.packs.iter().map(|pack| past(index, *pack, query.order)).min();
        (one.further, Reverse(one.commonness), past, one.packs.first().copied())
    });
    let mut first = Vec::with_capacity(wanted);
    for one in generics {
        if first.len() >= wanted {
            break;
        }
        first.extend(in_order(index, one.packs, query.order));
    }
    first.truncate(wanted);
    first
}

/// Removes the packs with further substances, if the query states a property and others have it without.
pub fn keep_asked(index: &Index<'_>, found: &mut Result) {
    let states = |role| found.terms.iter().any(|term| term.role == role);
    let is_exact =
        [Role::Strength, Role::Form, Role::Route, Role::Release, Role::Size].into_iter().any(states);
    if !is_exact {
        return;
    }
    let generics = by_generic(index, found);
    if !generics.iter().any(|one| one.further == 0) {
        return;
    }
    let mut further: Vec<PackNumber> =
        generics.into_iter().filter(|one| one.further > 0).flat_map(|one| one.packs).collect();
    further.sort_unstable();
    found.packs.retain(|pack| further.binary_search(&pack).is_err());
}

fn by_generic(index: &Index<'_>, found: &Result) -> Vec<OfGeneric> {
    let components = Components::of(index);
    let words = stated_words(found);
    let mut places: HashMap<u32, usize> = HashMap::new();
    let mut generics: Vec<OfGeneric> = Vec::new();
    for pack in found.packs.iter() {
        let generic = index.generic_of(pack).0;
        let place = *places.entry(generic).or_insert_with(|| {
            let is_mixture = index.dataset.is_mixture(pack);
            let further = if is_mixture { further(&components.get(generic), &words) } else { 0 };
            generics.push(OfGeneric {
                further,
                commonness: index.names.commonness(generic),
                packs: Vec::new(),
            });
            generics.len() - 1
        });
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

/// Returns 0 for a current pack, 1 for a discontinued one and 2 for an invalid one. In name order, all are equal.
fn past(index: &Index<'_>, pack: PackNumber, order: Order) -> u8 {
    match order {
        Order::Name => 0,
        Order::Relevance if index.dataset.is_invalid(pack) => 2,
        Order::Relevance => u8::from(index.dataset.is_discontinued(pack)),
    }
}

/// Returns the words of the query that may name a component.
fn stated_words(found: &Result) -> Vec<&Need> {
    let mut words = Vec::new();
    for (term, choice) in found.terms.iter().zip(&found.chosen) {
        if matches!(
            term.role,
            Role::Medicine | Role::Word | Role::Salt | Role::Attribute | Role::Route | Role::Form
        ) && let Some(Choice { wanted: Wanted::Names(need), .. }) = choice
        {
            words.push(need);
        }
    }
    words
}
