//! The index of one dataset, as the search reads it.

mod need;

pub use need::Need;

use crate::dataset::{
    Dataset, List, NameIndex, Occurrences, PackNumber, PackRange, PackSet, begins_supplier, role,
};

/// The number of packs from which a set is compared as a whole, not pack by pack.
const MANY_PACKS: usize = 2000;

/// A dataset with its index of names, as the search reads it.
///
/// It answers which generic products and packs have a word, a prefix or a role, as [`Matches`]. It is a view:
/// making one costs nothing, and each question costs the posting lists that it reads.
#[derive(Clone, Copy)]
pub struct Index<'d> {
    pub dataset: &'d Dataset<'d>,
    pub names: NameIndex<'d>,
}

impl<'d> Index<'d> {
    pub fn of(dataset: &'d Dataset<'d>) -> Index<'d> {
        Index { dataset, names: dataset.name_index() }
    }

    pub fn pack_range(&self) -> PackRange {
        self.dataset.pack_range()
    }

    pub fn nothing(&self) -> Matches {
        Matches {
            generics: PackSet::empty(self.names.generic_range()),
            packs: PackSet::empty(self.pack_range()),
        }
    }

    pub fn everything(&self) -> Matches {
        Matches {
            generics: PackSet::range(self.names.generic_range(), 0, self.names.generics()),
            ..self.nothing()
        }
    }

    /// Adds what has exactly this term. Returns whether the dictionary has it.
    pub fn add_term(&self, term: &str, matches: &mut Matches) -> bool {
        let Some(cursor) = self.names.words().find(term) else { return false };
        let found = cursor.occurrences();
        found.in_generic.add_to(&mut matches.generics);
        found.in_own.add_to(&mut matches.packs);
        true
    }

    /// Adds what has a word that begins with these letters.
    pub fn add_prefix(&self, start: &str, matches: &mut Matches) {
        let mut cursor = self.names.words().from(start);
        while cursor.advance() && cursor.text().starts_with(start.as_bytes()) {
            let found = cursor.occurrences();
            found.in_generic.add_to(&mut matches.generics);
            found.in_own.add_to(&mut matches.packs);
        }
    }

    pub fn has_term(&self, term: &str) -> bool {
        self.names.words().find(term).is_some()
    }

    pub fn has_prefix(&self, start: &str) -> bool {
        let mut cursor = self.names.words().from(start);
        cursor.advance() && cursor.text().starts_with(start.as_bytes())
    }

    /// Finds the roles of a word, or 0.
    pub fn roles_of(&self, word: &str) -> u64 {
        self.names.words().find(word).map_or(0, |cursor| self.names.roles(&cursor))
    }

    /// Finds the roles of all words that begin with these letters.
    pub fn roles_of_prefix(&self, start: &str) -> u64 {
        let mut roles = 0;
        let mut cursor = self.names.words().from(start);
        while cursor.advance() && cursor.text().starts_with(start.as_bytes()) {
            roles |= self.names.roles(&cursor);
        }
        roles
    }

    /// Reports whether a word is of a medicine: a substance, or the first word of a name.
    pub fn is_medicine(&self, word: &str) -> bool {
        self.roles_of(word) & (role::MEDICINE | role::SUBSTANCE) != 0
    }

    /// Lists the suppliers with this word.
    pub fn suppliers_with(&self, word: &str) -> Vec<u32> {
        let Some(cursor) = self.names.suppliers().find(word) else { return Vec::new() };
        self.numbers_of(&cursor.occurrences().in_generic)
    }

    /// Reports whether the name of a supplier begins with this word.
    pub fn is_first_of_supplier(&self, word: &str) -> bool {
        let suppliers = self.suppliers_with(word);
        suppliers.iter().any(|supplier| begins_supplier(self.dataset.supplier(*supplier), word))
    }

    fn numbers_of(&self, list: &List<'_>) -> Vec<u32> {
        let mut set = PackSet::empty(self.pack_range());
        list.add_to(&mut set);
        set.iter().map(|number| number.0).collect()
    }

    pub fn generic_of(&self, pack: PackNumber) -> PackNumber {
        PackNumber(self.dataset.generic_place(pack))
    }

    /// Combines what satisfies both conditions. A pack may satisfy one by its generic name and the other by
    /// its own.
    pub fn both(&self, one: &Matches, other: &Matches) -> Matches {
        let mut generics = one.generics.clone();
        generics.intersect(&other.generics);
        let mut packs = one.packs.clone();
        packs.intersect(&other.packs);
        packs.union(&self.within(&one.packs, &other.generics));
        packs.union(&self.within(&other.packs, &one.generics));
        Matches { generics, packs }
    }

    /// Finds the packs whose generic products are in a set.
    pub fn within(&self, packs: &PackSet, generics: &PackSet) -> PackSet {
        let mut kept = packs.clone();
        if packs.is_empty() || generics.is_empty() {
            return PackSet::empty(packs.pack_range());
        }
        if packs.len() > MANY_PACKS {
            let mut of_generics = PackSet::empty(packs.pack_range());
            self.names.add_packs_of(generics, &mut of_generics);
            kept.intersect(&of_generics);
        } else {
            kept.retain(|pack| generics.contains(self.generic_of(pack)));
        }
        kept
    }

    /// Counts the packs of a word.
    pub fn count(&self, found: &Occurrences<'_>) -> usize {
        let mut generics = PackSet::empty(self.names.generic_range());
        found.in_generic.add_to(&mut generics);
        let mut count = found.in_own.count() as usize;
        for generic in generics.iter() {
            count += self.names.packs_of(generic.0).count() as usize;
        }
        count
    }

    /// Finds all packs that match.
    pub fn packs(&self, matches: &Matches) -> PackSet {
        let mut packs = matches.packs.clone();
        self.names.add_packs_of(&matches.generics, &mut packs);
        packs
    }
}

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
