//! What a query asks of the dataset, each term once.

use std::rc::Rc;

use super::generics::Generics;
use super::memo::Memo;
use super::sets::{Sets, all_of, cheap_first, term_sets};
use super::terms::Term;
use crate::dataset::Dataset;

/// What is known of the terms of a query.
pub struct Known<'d> {
    pub dataset: &'d Dataset<'d>,
    /// Those that were typed.
    pub typed: &'d [Term],
    /// Each is looked for among all packs when it is first needed, and never again.
    sets: Memo<Term, Sets>,
    pub generics: Generics<'d>,
}

impl<'d> Known<'d> {
    pub fn of(dataset: &'d Dataset<'d>, typed: &'d [Term]) -> Known<'d> {
        Known { dataset, typed, sets: Memo::new(), generics: Generics::of(dataset) }
    }

    /// The packs that have the term.
    pub fn all(&self, term: &Term) -> Rc<Sets> {
        self.sets.get(term, || term_sets(self.dataset, term, self.dataset.window()))
    }

    /// The packs that have all of some terms.
    pub fn having<'t>(&self, terms: impl IntoIterator<Item = &'t Term>) -> Sets {
        all_of(&cheap_first(terms), self.dataset.window(), &|term, _| self.all(term))
    }

    /// Those of some packs that have all of some terms; none when there are none.
    pub fn narrowed(&self, sets: &Sets, terms: &[Term]) -> Option<Sets> {
        let mut sets = sets.clone();
        terms.iter().for_each(|term| sets.intersect(&self.all(term)));
        (!sets.any.is_empty()).then_some(sets)
    }
}
