//! What satisfies a condition: generic products with all their packs, and packs by their own names.

use crate::dataset::PackSet;

/// Generic products, all of whose packs satisfy a condition, and further packs that do by their own names.
#[derive(Clone)]
pub struct Matches {
    pub generics: PackSet,
    pub packs: PackSet,
}

impl Matches {
    pub fn is_empty(&self) -> bool {
        self.generics.is_empty() && self.packs.is_empty()
    }

    pub fn union(&mut self, other: &Matches) {
        self.generics.union(&other.generics);
        self.packs.union(&other.packs);
    }
}
