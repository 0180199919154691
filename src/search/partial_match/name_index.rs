//! The facts about names that decide the role of a word.

use crate::search::clauses::{Clause, Conjunction};

/// The facts about names that decide the role of a word.
pub trait NameIndex {
    /// Returns whether a name or a generic name has this whole word.
    fn is_word(&self, word: &str) -> bool;
    /// Returns whether `start` is a word that occurs only in generic names. Returns `None` if it is not even
    /// the prefix of one.
    fn is_generic(&self, start: &str) -> Option<bool>;
    /// Counts the packs that match a clause.
    fn count(&self, clause: &Clause) -> Count;
    /// Returns whether a name or a generic name begins with this text.
    fn begins(&self, start: &str) -> bool;
    /// Returns whether a word is the name of a medicine anywhere in the world.
    fn is_medicine_name(&self, word: &str) -> bool;
    /// Returns whether some product has a strength and matches a clause in its title.
    fn is_medicinal(&self, clause: &Clause) -> bool;
    /// Returns whether a generic name begins with this text.
    fn is_substance(&self, start: &str) -> bool;
    /// Returns the word that follows this one in every name that begins with it, if it is always the same.
    fn only_second_word(&self, word: &str) -> Option<String>;
    /// Returns the words of names that are closest to a word that no name has.
    fn similar(&self, word: &str) -> Vec<Conjunction>;
}

/// The number of packs that match a clause.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Count {
    /// With any kind of match.
    pub all: usize,
    /// With an exact match in the title.
    pub in_title: usize,
    /// With an exact match, but not in the title.
    pub in_tail: usize,
}

impl Count {
    /// Returns whether some pack matches.
    pub fn is_some(&self) -> bool {
        self.all > 0
    }

    /// Returns whether some pack matches exactly.
    pub fn is_exact(&self) -> bool {
        self.in_title + self.in_tail > 0
    }

    /// Returns whether more packs match exactly in the tail than in the title.
    pub fn is_mostly_in_tail(&self) -> bool {
        self.in_tail > self.in_title
    }
}
