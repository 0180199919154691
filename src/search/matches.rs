//! The predicate: whether a product matches a query.
//!
//! The index returns candidates that have every word of the query somewhere in their names. For products of
//! one component, that is exact. The predicate compares names where the index cannot decide: strengths of
//! mixtures, and exclusions.

use super::clauses::{Clause, TermQuery, term_queries_of};
use super::generic_names::GenericNameCache;
use super::match_sets::MatchSets;
use super::parsed_name::{ComparedQuery, ParsedName};
use crate::dataset::{Dataset, PackSet};

/// The maximum number of packs whose generic names are compared with an exclusion.
///
/// A query with more candidates names no medicine, so its exclusion is not applied and it finds nothing.
pub const MAX_COMPARED: usize = 4096;

/// Returns whether a product matches a query, by its own name and its generic name.
///
/// Each strength must belong to the component that it follows. The generic name must have nothing that the
/// query excludes.
///
/// A name is `None` if the index has already decided about it. This applies to an own name without
/// components, and to a generic name that the query does not restrict.
pub fn matches(query: &ComparedQuery<'_>, own: Option<&ParsedName>, generic: Option<&ParsedName>) -> bool {
    if let Some(own) = own
        && !own.has_strengths_of(query)
    {
        return false;
    }
    let Some(generic) = generic else { return true };
    if !is_allowed(query.clauses, generic) {
        return false;
    }
    // The own name of a mixture may be a brand, or have all strengths after all components.
    let is_divided = own.is_none_or(ParsedName::is_divided);
    let asks_generic = asks_generic_names(query.clauses) || !is_divided;
    !asks_generic || generic.has_strengths_of(query)
}

/// Returns whether a name has nothing that the clauses exclude.
fn is_allowed(clauses: &[Clause], name: &ParsedName) -> bool {
    clauses.iter().all(|clause| !clause.is_excluded() || name.allows(clause))
}

/// Returns whether the query has a word that occurs only in generic names.
fn asks_generic_names(clauses: &[Clause]) -> bool {
    term_queries_of(clauses).any(TermQuery::is_generic)
}

/// Removes the packs of products that do not match.
pub fn keep_matching(dataset: &Dataset<'_>, clauses: &[Clause], sets: &mut MatchSets) {
    let undecided = undecided(dataset, clauses, &sets.all);
    if undecided.is_empty() {
        return;
    }
    if needs_generic_names(clauses) && undecided.len() > MAX_COMPARED {
        *sets = MatchSets::none(dataset.pack_range());
        return;
    }
    let others = others(dataset, clauses, &undecided);
    for set in [&mut sets.all, &mut sets.exact, &mut sets.in_title] {
        set.subtract(&others);
    }
}

fn needs_generic_names(clauses: &[Clause]) -> bool {
    clauses.iter().any(Clause::is_excluded) || asks_generic_names(clauses)
}

/// Returns the packs about which the index cannot decide.
fn undecided(dataset: &Dataset<'_>, clauses: &[Clause], packs: &PackSet) -> PackSet {
    if needs_generic_names(clauses) {
        return packs.clone();
    }
    if !clauses.iter().any(|clause| clause.is_strength) {
        return PackSet::empty(packs.pack_range());
    }
    let mut mixtures = dataset.mixtures(packs.pack_range());
    mixtures.intersect(packs);
    mixtures
}

/// Returns the packs of products that do not match.
///
/// Neighbouring packs are mostly of one product, so each product is compared once.
fn others(dataset: &Dataset<'_>, clauses: &[Clause], packs: &PackSet) -> PackSet {
    let mut names = dataset.name_reader();
    let generic_names = GenericNameCache::of(dataset);
    let query = ComparedQuery::new(clauses);
    let mut others = packs.clone();
    let (mut last, mut is_other) = (None, false);
    others.retain(|pack| {
        let product = (dataset.product_place(pack), dataset.generic_product_place(pack));
        if last != Some(product) {
            last = Some(product);
            let own = if dataset.is_mixture(pack) {
                Some(ParsedName::parse(&names.product(product.0)))
            } else {
                None
            };
            let needs_generic =
                needs_generic_names(clauses) || matches!(&own, Some(own) if !own.is_divided());
            let generic = if needs_generic { Some(generic_names.of_pack(pack)) } else { None };
            is_other = !matches(&query, own.as_ref(), generic.as_deref());
        }
        is_other
    });
    others
}
