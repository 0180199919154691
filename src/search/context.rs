//! What a query asks of the dataset, each term once.

use std::rc::Rc;

use super::cache::QueryCache;
use super::clauses::Clause;
use super::generic_names::GenericNameCache;
use super::match_sets::{MatchSets, all_of, clause_sets, order_by_cost};
use crate::dataset::Dataset;

/// What is known of the terms of a query.
pub struct QueryContext<'d> {
    pub dataset: &'d Dataset<'d>,
    /// Those that were typed.
    pub typed: &'d [Clause],
    /// Each is looked for among all packs when it is first needed, and never again.
    sets: QueryCache<Clause, MatchSets>,
    pub generics: GenericNameCache<'d>,
}

impl<'d> QueryContext<'d> {
    pub fn of(dataset: &'d Dataset<'d>, typed: &'d [Clause]) -> QueryContext<'d> {
        QueryContext { dataset, typed, sets: QueryCache::new(), generics: GenericNameCache::of(dataset) }
    }

    /// The packs that have the term.
    pub fn all(&self, clause: &Clause) -> Rc<MatchSets> {
        self.sets.get(clause, || clause_sets(self.dataset, clause, self.dataset.window()))
    }

    /// The packs that have all of some terms.
    pub fn having<'t>(&self, clauses: impl IntoIterator<Item = &'t Clause>) -> MatchSets {
        all_of(&order_by_cost(clauses), self.dataset.window(), &|clause, _| self.all(clause))
    }

    /// Those of some packs that have all of some terms; none when there are none.
    pub fn narrowed(&self, sets: &MatchSets, clauses: &[Clause]) -> Option<MatchSets> {
        let mut sets = sets.clone();
        clauses.iter().for_each(|clause| sets.intersect(&self.all(clause)));
        (!sets.all.is_empty()).then_some(sets)
    }
}
