//! A part of a query and its role.

use crate::search::box_phrases::{PhraseKind, longest};
use crate::search::clauses::{Clause, Conjunction};

/// The function of a part in the search, which decides whether it may be ignored.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum PartRole {
    /// A word with which names begin. It is never ignored.
    Medicine,
    /// A number with a unit, or the only number. It is never ignored.
    Strength,
    /// An abbreviation that may mean a medicine or a route. It matches no pack.
    Doubt,
    /// A route, a release characteristic or an exclusion. It is never ignored.
    Attribute,
    /// Another word of titles. It is ignored only if no pack has it with a medicine of the text.
    Word,
    /// The salt of a medicine. This role and the next three are ignored if no pack has them, the last one
    /// first.
    Salt,
    Supplier,
    Size,
    Detail,
    /// A word that no name has, and that resembles no word of names. It is ignored.
    Unknown,
    /// Noise, which is not searched for.
    Nothing,
}

impl PartRole {
    /// Returns whether parts with the role are tried before any is ignored.
    pub fn is_required(self) -> bool {
        self < PartRole::Salt
    }

    /// Returns whether parts with the role are ignored if no pack has them.
    pub fn is_optional(self) -> bool {
        (PartRole::Salt..PartRole::Unknown).contains(&self)
    }
}

/// All roles, the most important first.
pub const ROLES: [PartRole; 11] = [
    PartRole::Medicine,
    PartRole::Strength,
    PartRole::Doubt,
    PartRole::Attribute,
    PartRole::Word,
    PartRole::Salt,
    PartRole::Supplier,
    PartRole::Size,
    PartRole::Detail,
    PartRole::Unknown,
    PartRole::Nothing,
];

/// A part of a query with its clauses.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct QueryPart {
    pub written: String,
    pub text: String,
    pub role: PartRole,
    /// The conditions of the part. All must match.
    pub clauses: Vec<Clause>,
    /// The words that it was corrected to, if no name has it as typed.
    pub similar: Vec<Conjunction>,
}

impl QueryPart {
    /// Returns whether the part is a dose form.
    pub fn is_form(&self) -> bool {
        let words: Vec<&str> = self.text.split(' ').collect();
        matches!(longest(&words), Some((PhraseKind::Form, _)))
    }

    /// Returns whether some clause has no alternatives, so that no pack matches the part.
    pub fn is_unmatchable(&self) -> bool {
        self.clauses.iter().any(|clause| clause.alternatives.is_empty())
    }

    /// Returns whether this very part is one of some parts.
    pub fn is_among(&self, parts: &[&QueryPart]) -> bool {
        parts.iter().any(|part| std::ptr::eq(*part, self))
    }
}
