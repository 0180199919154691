//! A part of a text as a search asks for it, and what may happen to it.

use crate::search::box_phrases::{PhraseKind, longest};
use crate::search::clauses::{Clause, Conjunction};

/// What may happen to a part.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum PartRole {
    /// A word with which names begin: never left out.
    Medicine,
    /// A number with a unit, or the only number: never left out.
    Strength,
    /// An abbreviation that may mean a medicine or a route: no pack has it.
    Doubt,
    /// A route, a release characteristic, or what is excluded: never left out.
    Attribute,
    /// Another word of the names of products: never left out.
    Word,
    /// Left out where no pack has it, in this order: the last first.
    Salt,
    Maker,
    Size,
    Detail,
    /// Left out, since no pack has it nor anything like it: what it means nobody knows.
    Unknown,
    /// Not asked for.
    Nothing,
}

/// From what is most wanted on.
pub const ROLES: [PartRole; 11] = [
    PartRole::Medicine,
    PartRole::Strength,
    PartRole::Doubt,
    PartRole::Attribute,
    PartRole::Word,
    PartRole::Salt,
    PartRole::Maker,
    PartRole::Size,
    PartRole::Detail,
    PartRole::Unknown,
    PartRole::Nothing,
];

/// A part of a text, and what it asks for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct QueryPart {
    pub written: String,
    pub text: String,
    pub role: PartRole,
    /// All of them must be had.
    pub clauses: Vec<Clause>,
    /// What it may be instead, where no name has it as it was written.
    pub similar: Vec<Conjunction>,
}

impl QueryPart {
    /// Whether it is the form of a medicine.
    pub fn is_form(&self) -> bool {
        let words: Vec<&str> = self.text.split(' ').collect();
        matches!(longest(&words), Some((PhraseKind::Form, _)))
    }
}
