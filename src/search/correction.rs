//! Corrections: how the words of a query were changed, in the user's own words.

/// A part of the query that no pack has as typed, and how it was read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Correction {
    /// The part as typed. Several words may have been read as one.
    pub written: String,
    /// The folded words that it was corrected to. Empty if the part was ignored.
    ///
    /// Of similar words, these are the ones that a result has in its own name, or else all of them. At most
    /// eight are listed.
    pub replacements: Vec<String>,
}
