//! The context of one query, which evaluates each clause once.

use std::rc::Rc;

use super::cache::QueryCache;
use super::clauses::Clause;
use super::generic_names::GenericNameCache;
use super::match_sets::{MatchSets, clause_sets, intersect_all, order_by_cost};
use crate::dataset::Dataset;

/// The dataset and the per-query caches.
pub struct QueryContext<'d> {
    pub dataset: &'d Dataset<'d>,
    /// The clauses as typed.
    pub typed: &'d [Clause],
    /// The sets of each clause among all packs, evaluated when first needed.
    sets: QueryCache<Clause, MatchSets>,
    pub generics: GenericNameCache<'d>,
}

impl<'d> QueryContext<'d> {
    pub fn of(dataset: &'d Dataset<'d>, typed: &'d [Clause]) -> QueryContext<'d> {
        QueryContext { dataset, typed, sets: QueryCache::new(), generics: GenericNameCache::of(dataset) }
    }

    /// Returns the packs that match a clause.
    pub fn all(&self, clause: &Clause) -> Rc<MatchSets> {
        self.sets.get(clause, || clause_sets(self.dataset, clause, self.dataset.pack_range()))
    }

    /// Returns the packs that match every clause.
    pub fn sets_of_all<'t>(&self, clauses: impl IntoIterator<Item = &'t Clause>) -> MatchSets {
        intersect_all(&order_by_cost(clauses), self.dataset.pack_range(), &|clause, _| self.all(clause))
    }

    /// Returns the subset of `sets` that matches every clause, or `None` if it is empty.
    pub fn narrowed(&self, sets: &MatchSets, clauses: &[Clause]) -> Option<MatchSets> {
        let mut sets = sets.clone();
        for clause in clauses {
            sets.intersect(&self.all(clause));
        }
        (!sets.all.is_empty()).then_some(sets)
    }
}
