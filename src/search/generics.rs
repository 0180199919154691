//! The names of generic products, each read once for a query.

use std::cell::RefCell;
use std::ops::Range;
use std::rc::Rc;

use super::memo::Memo;
use super::terms::{Atom, Term, stands_for};
use crate::dataset::{Dataset, NameReader, PackNumber, PackSet, is_mixture};
use crate::text::{Token, fold, tokens};

/// So many runs of packs are looked at whose generic products' names begin alike.
pub const MOST_RUNS: usize = 512;

/// The name of a generic product.
pub struct Generic {
    words: Vec<String>,
    pub is_mixture: bool,
}

impl Generic {
    fn of(name: &str) -> Generic {
        let words = tokens(&fold(name)).iter().map(Token::term).collect();
        Generic { words, is_mixture: is_mixture(name) }
    }

    /// Whether it has all words of some alternative, whole.
    pub fn has(&self, term: &Term) -> bool {
        let is_there = |atom: &Atom| self.words.iter().any(|word| stands_for(atom, word) == Some(true));
        term.alternatives.iter().any(|atoms| atoms.iter().all(is_there))
    }
}

/// Those that a query needs.
pub struct Generics<'d> {
    dataset: &'d Dataset<'d>,
    names: RefCell<NameReader<'d>>,
    /// By their places, in order.
    read: RefCell<Vec<(u64, Rc<Generic>)>>,
    beginning: Memo<String, Option<Vec<Range<u32>>>>,
}

impl<'d> Generics<'d> {
    pub fn of(dataset: &'d Dataset<'d>) -> Generics<'d> {
        let names = RefCell::new(dataset.name_reader());
        Generics { dataset, names, read: RefCell::default(), beginning: Memo::new() }
    }

    /// Some packs, each with the name of its generic product.
    pub fn of_packs(&self, packs: &PackSet) -> Vec<(PackNumber, Rc<Generic>)> {
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

    fn at(&self, place: u64) -> Rc<Generic> {
        let mut read = self.read.borrow_mut();
        let at = read.partition_point(|(other, _)| *other < place);
        if let Some((_, generic)) = read.get(at).filter(|(other, _)| *other == place) {
            return Rc::clone(generic);
        }
        let generic = Rc::new(Generic::of(&self.names.borrow_mut().generic_product(place as u32)));
        read.insert(at, (place, Rc::clone(&generic)));
        generic
    }

    /// The runs of packs whose generic product's name begins like this, as it is written; none where they stand in too many places.
    pub fn beginning(&self, start: &str) -> Rc<Option<Vec<Range<u32>>>> {
        self.beginning.get(&start.to_owned(), || self.dataset.with_generic_product(start, MOST_RUNS))
    }
}
