//! What a query asks of the dataset, each term once.

use std::rc::Rc;

use super::generics::Generics;
use super::memo::Memo;
use super::sets::{Sets, all_of, term_sets};
use super::terms::Term;
use crate::dataset::{Dataset, Window};

/// What is known of the terms of a query.
pub struct Known<'d> {
    pub dataset: &'d Dataset<'d>,
    /// Those that stay in whatever else is tried: each is looked for among all packs when it is first needed, and never again.
    pub typed: &'d [Term],
    sets: Memo<Term, Sets>,
    pub generics: Generics<'d>,
}

impl<'d> Known<'d> {
    pub fn of(dataset: &'d Dataset<'d>, typed: &'d [Term]) -> Known<'d> {
        Known { dataset, typed, sets: Memo::new(), generics: Generics::of(dataset) }
    }

    /// All packs that have the term.
    pub fn all(&self, term: &Term) -> Rc<Sets> {
        self.sets.get(term, || term_sets(self.dataset, term, self.dataset.window()))
    }

    /// The packs of a window that have the term.
    pub fn sets(&self, term: &Term, window: Window) -> Sets {
        match self.sets.made(term) {
            Some(sets) => sets.within(window),
            None if self.typed.contains(term) => self.all(term).within(window),
            None => term_sets(self.dataset, term, window),
        }
    }

    /// The packs that have all of some terms.
    pub fn having<'t>(&self, terms: impl IntoIterator<Item = &'t Term>) -> Sets {
        all_of(&common_last(terms), self.dataset.window(), |term, window| self.sets(term, window))
    }

    /// Those of some packs that have all of some terms; none when there are none.
    pub fn narrowed(&self, sets: &Sets, terms: &[Term]) -> Option<Sets> {
        let mut sets = sets.within(sets.any.narrowest_window());
        for term in terms {
            let window = sets.any.narrowest_window();
            sets.narrow(window);
            sets.intersect(&self.sets(term, window));
        }
        (!sets.any.is_empty()).then_some(sets)
    }
}

/// What most packs have is looked for last, where few of them are left.
pub fn common_last<'t>(terms: impl IntoIterator<Item = &'t Term>) -> Vec<&'t Term> {
    let (common, mut ordered): (Vec<&Term>, Vec<&Term>) =
        terms.into_iter().partition(|term| term.is_common());
    ordered.extend(common);
    ordered
}
