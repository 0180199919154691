//! A per-query cache of the parsed names of generic products.

use std::cell::RefCell;
use std::ops::Range;
use std::rc::Rc;

use super::cache::QueryCache;
use super::parsed_name::ParsedName;
use crate::dataset::{Dataset, NameReader, PackNumber, PackSet};

/// The maximum number of ranges of packs whose generic names have the same prefix.
pub const MAX_RUNS: usize = 512;

/// The parsed names of generic products that a query has needed so far.
pub struct GenericNameCache<'d> {
    dataset: &'d Dataset<'d>,
    names: RefCell<NameReader<'d>>,
    /// The names with their places, sorted by place.
    read: RefCell<Vec<(u64, Rc<ParsedName>)>>,
    beginning: QueryCache<String, Option<Vec<Range<u32>>>>,
}

impl<'d> GenericNameCache<'d> {
    pub fn of(dataset: &'d Dataset<'d>) -> GenericNameCache<'d> {
        let names = RefCell::new(dataset.name_reader());
        GenericNameCache { dataset, names, read: RefCell::default(), beginning: QueryCache::new() }
    }

    /// Returns the generic name of a pack.
    pub fn of_pack(&self, pack: PackNumber) -> Rc<ParsedName> {
        self.at(self.dataset.generic_product_place(pack))
    }

    /// Returns packs with their generic names.
    pub fn of_packs(&self, packs: &PackSet) -> Vec<(PackNumber, Rc<ParsedName>)> {
        let mut named: Vec<(PackNumber, Rc<ParsedName>)> = Vec::new();
        let mut last = None;
        for pack in packs.iter() {
            let place = self.dataset.generic_product_place(pack);
            let generic = match named.last() {
                // Neighbouring packs are often of one generic product.
                Some((_, generic)) if last == Some(place) => Rc::clone(generic),
                _ => self.at(place),
            };
            last = Some(place);
            named.push((pack, generic));
        }
        named
    }

    fn at(&self, place: u64) -> Rc<ParsedName> {
        let mut read = self.read.borrow_mut();
        let at = read.partition_point(|(other, _)| *other < place);
        if let Some((other, generic)) = read.get(at)
            && *other == place
        {
            return Rc::clone(generic);
        }
        let generic = Rc::new(ParsedName::parse(&self.names.borrow_mut().generic_product(place as u32)));
        read.insert(at, (place, Rc::clone(&generic)));
        generic
    }

    /// Returns the ranges of packs whose generic name has this case-sensitive prefix, or `None` if there are
    /// more than [`MAX_RUNS`].
    pub fn beginning(&self, start: &str) -> Rc<Option<Vec<Range<u32>>>> {
        self.beginning.get(&start.to_owned(), || self.dataset.with_generic_product(start, MAX_RUNS))
    }
}
