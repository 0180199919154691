//! The names of generic products, each read once for a query.

use std::cell::RefCell;
use std::ops::Range;
use std::rc::Rc;

use super::cache::QueryCache;
use super::clauses::{Clause, TermQuery, matches_word};
use super::matches::has_own_strengths;
use crate::dataset::{Dataset, NameReader, PackNumber, PackSet, is_mixture};
use crate::text::{fold, title_terms};

/// So many runs of packs are looked at whose generic products' names begin alike.
pub const MOST_RUNS: usize = 512;

/// The name of a generic product.
pub struct GenericName {
    name: String,
    words: Vec<String>,
    pub is_mixture: bool,
}

impl GenericName {
    fn of(name: &str) -> GenericName {
        GenericName { name: name.to_owned(), words: title_terms(&fold(name)), is_mixture: is_mixture(name) }
    }

    /// Whether it has all words of some alternative, whole; of what is excluded, none.
    pub fn has(&self, clause: &Clause) -> bool {
        let is_there = |atom: &TermQuery| match atom {
            TermQuery::Unfinished(text) if text.starts_with('=') => self.words.contains(text),
            _ => self.words.iter().any(|word| matches_word(atom, word) == Some(true)),
        };
        clause.alternatives.iter().any(|atoms| atoms.iter().all(is_there)) != clause.is_excluded()
    }

    /// Whether it has nothing that a term excludes, or the negation itself: `not sterilised`.
    pub fn allows(&self, clause: &Clause) -> bool {
        self.has(clause)
            || clause.negation.is_some_and(|negation| self.words.iter().any(|word| word == negation))
    }

    /// Whether each strength belongs to the component that the query names beside it.
    pub fn has_own_strengths(&self, clauses: &[Clause]) -> bool {
        !self.is_mixture || has_own_strengths(&self.name, clauses)
    }
}

/// Those that a query needs.
pub struct GenericNameCache<'d> {
    dataset: &'d Dataset<'d>,
    names: RefCell<NameReader<'d>>,
    /// By their places, in order.
    read: RefCell<Vec<(u64, Rc<GenericName>)>>,
    beginning: QueryCache<String, Option<Vec<Range<u32>>>>,
}

impl<'d> GenericNameCache<'d> {
    pub fn of(dataset: &'d Dataset<'d>) -> GenericNameCache<'d> {
        let names = RefCell::new(dataset.name_reader());
        GenericNameCache { dataset, names, read: RefCell::default(), beginning: QueryCache::new() }
    }

    /// Some packs, each with the name of its generic product.
    pub fn of_packs(&self, packs: &PackSet) -> Vec<(PackNumber, Rc<GenericName>)> {
        let mut last = None;
        let mut named = |pack| {
            let place = self.dataset.generic_product_place(pack);
            // Neighbours often are packs of one generic product.
            let (_, generic) =
                last.take().filter(|(of, _)| *of == place).unwrap_or_else(|| (place, self.at(place)));
            last = Some((place, Rc::clone(&generic)));
            (pack, generic)
        };
        packs.iter().map(&mut named).collect()
    }

    fn at(&self, place: u64) -> Rc<GenericName> {
        let mut read = self.read.borrow_mut();
        let at = read.partition_point(|(other, _)| *other < place);
        if let Some((_, generic)) = read.get(at).filter(|(other, _)| *other == place) {
            return Rc::clone(generic);
        }
        let generic = Rc::new(GenericName::of(&self.names.borrow_mut().generic_product(place as u32)));
        read.insert(at, (place, Rc::clone(&generic)));
        generic
    }

    /// The runs of packs whose generic product's name begins like this, as it is written; none where they stand in too many places.
    pub fn beginning(&self, start: &str) -> Rc<Option<Vec<Range<u32>>>> {
        self.beginning.get(&start.to_owned(), || self.dataset.with_generic_product(start, MOST_RUNS))
    }
}
