//! Evaluation of clauses on the inverted index: which packs match, and how well.

mod hits;
mod vocabulary;

pub use vocabulary::{generic, has_word};

use std::rc::Rc;

use super::clauses::{Clause, Conjunction};
use crate::attributes::Attribute;
use crate::dataset::{Dataset, PackRange, PackSet, Words};
use crate::quantity::strength_units;
use hits::Hits;

/// The packs that match a clause or a conjunction.
#[derive(Clone)]
pub struct MatchSets {
    /// All packs that match.
    pub all: PackSet,
    /// The packs with an exact match: whole words, no prefixes.
    pub exact: PackSet,
    /// The packs that match in the title.
    pub in_title: PackSet,
}

/// Returns the packs that match every clause. Each clause is evaluated only on the remaining candidates.
pub fn sets_of_all<'t>(dataset: &Dataset<'_>, clauses: impl IntoIterator<Item = &'t Clause>) -> MatchSets {
    intersect_all(&order_by_cost(clauses), dataset.pack_range(), &|clause, pack_range| {
        Rc::new(clause_sets(dataset, clause, pack_range))
    })
}

/// Returns the packs of a range that match a clause.
pub fn clause_sets(dataset: &Dataset<'_>, clause: &Clause, pack_range: PackRange) -> MatchSets {
    let mut hits = Hits::empty(pack_range);
    for term_queries in &clause.alternatives {
        if let [term_query] = term_queries.as_slice() {
            hits.add_term_query(dataset, term_query);
        }
    }
    let mut sets = hits.sets();
    for term_queries in &clause.alternatives {
        if term_queries.len() != 1 {
            sets.union(&conjunction_sets(dataset, term_queries, pack_range));
        }
    }
    match clause.negation {
        // A word that no name has cannot be excluded: it may be misspelt.
        Some(_) if !is_known(dataset, clause) => MatchSets::none(pack_range),
        Some(negation) => sets.without(dataset, negation),
        None => sets,
    }
}

/// Returns whether the dictionary has every word of some conjunction of a clause.
pub fn is_known(dataset: &Dataset<'_>, clause: &Clause) -> bool {
    let words = dataset.words();
    for term_queries in &clause.alternatives {
        if term_queries.iter().all(|term_query| has_word(words, term_query)) {
            return true;
        }
    }
    false
}

/// Returns the packs of a range that match a conjunction.
pub fn conjunction_sets(
    dataset: &Dataset<'_>,
    term_queries: &Conjunction,
    pack_range: PackRange,
) -> MatchSets {
    intersect_all(term_queries, pack_range, &|term_query, pack_range| {
        let mut hits = Hits::empty(pack_range);
        hits.add_term_query(dataset, term_query);
        Rc::new(hits.sets())
    })
}

/// Returns whether some of these packs match a conjunction.
pub fn any_matches(dataset: &Dataset<'_>, packs: &PackSet, term_queries: &Conjunction) -> bool {
    let matching = conjunction_sets(dataset, term_queries, packs.narrowest_range()).all;
    matching.iter().any(|pack| packs.contains(pack))
}

/// Intersects the sets of all items, narrowing the candidate range after each step.
pub fn intersect_all<T>(
    things: &[T],
    pack_range: PackRange,
    sets_of: &dyn Fn(&T, PackRange) -> Rc<MatchSets>,
) -> MatchSets {
    let Some((first, others)) = things.split_first() else { return MatchSets::none(pack_range) };
    let mut sets = Rc::unwrap_or_clone(sets_of(first, pack_range));
    for thing in others {
        let pack_range = sets.all.narrowest_range();
        if pack_range.is_empty() {
            return MatchSets::none(pack_range);
        }
        sets = sets.intersection(sets_of(thing, pack_range));
    }
    sets
}

/// Orders clauses by cost, so that expensive ones run last, on few candidates.
pub fn order_by_cost<'t>(clauses: impl IntoIterator<Item = &'t Clause>) -> Vec<&'t Clause> {
    let (mut ordered, mut costly) = (Vec::new(), Vec::new());
    for clause in clauses {
        if clause.is_expensive() {
            costly.push(clause);
        } else {
            ordered.push(clause);
        }
    }
    ordered.extend(costly);
    ordered
}

impl MatchSets {
    /// Returns empty sets.
    pub fn none(pack_range: PackRange) -> MatchSets {
        Hits::empty(pack_range).sets()
    }

    /// Returns the packs that do not match the excluded clause.
    ///
    /// Packs whose title has the negation as a word remain: `gauze not sterilised`.
    fn without(self, dataset: &Dataset<'_>, negation: &str) -> MatchSets {
        let pack_range = self.all.pack_range();
        let mut packs = PackSet::range(pack_range, 0, dataset.packs());
        packs.subtract(&self.all);
        if let Some(word) = dataset.words().find(negation) {
            word.occurrences().in_title.add_to(&mut packs);
        }
        MatchSets { exact: packs.clone(), in_title: packs.clone(), all: packs }
    }

    /// Returns the intersection.
    ///
    /// It reuses the sets of `other` if nothing else refers to them, because their range is narrower.
    fn intersection(mut self, other: Rc<MatchSets>) -> MatchSets {
        match Rc::try_unwrap(other) {
            Ok(mut narrower) => {
                narrower.intersect(&self);
                narrower
            }
            Err(shared) => {
                self.intersect(&shared);
                self
            }
        }
    }

    pub fn intersect(&mut self, other: &MatchSets) {
        self.all.intersect(&other.all);
        self.exact.intersect(&other.exact);
        self.in_title.intersect(&other.in_title);
    }

    fn union(&mut self, other: &MatchSets) {
        self.all.union(&other.all);
        self.exact.union(&other.exact);
        self.in_title.union(&other.in_title);
    }
}

/// Returns the packs of a range that the dataset indexes under an attribute.
pub fn packs_with(words: Words<'_>, pack_range: PackRange, attribute: Attribute) -> PackSet {
    let mut packs = PackSet::empty(pack_range);
    if let Some(word) = words.find(&attribute.term()) {
        word.occurrences().in_title.add_to(&mut packs);
    }
    packs
}

/// Returns whether any of these packs has a strength in its title.
pub fn has_strength(dataset: &Dataset<'_>, packs: &PackSet) -> bool {
    for unit in strength_units() {
        let mut with = PackSet::empty(packs.pack_range());
        dataset.words().with_unit(unit).in_title.add_to(&mut with);
        if packs.len_with(&with) > 0 {
            return true;
        }
    }
    false
}

/// Returns how many of these packs have a strength in their titles.
pub fn how_many_have_strength(dataset: &Dataset<'_>, packs: &PackSet) -> usize {
    let mut with = PackSet::empty(packs.pack_range());
    for unit in strength_units() {
        dataset.words().with_unit(unit).in_title.add_to(&mut with);
    }
    packs.len_with(&with)
}
