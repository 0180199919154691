//! Parser: reads the text of a query once.
//!
//! 1. `words` cuts the text into words.
//! 2. `terms` reads the words from left to right. Each term has a clause: `special` reads exclusions, routes,
//!    releases, synonyms and doubtful abbreviations, and `plain` all other words.
//! 3. `parts` groups the terms by what a box shows: noise, sizes, forms, strengths and names. Only a partial
//!    match needs them.
//! 4. `repair` corrects the words that no name has, for a partial match. The corrected text is parsed in the
//!    same way.
//!
//! Only `repair` needs the index.

mod kinds;
mod parts;
mod plain;
mod repair;
mod segmentation;
mod sizes;
mod special;
mod terms;
#[cfg(test)]
#[allow(clippy::indexing_slicing, clippy::string_slice)]
mod tests;
mod words;

pub use parts::{Part, PartKind, are_bare};
pub use plain::is_numeral;
pub use repair::repair;
pub use segmentation::words as segment;

use super::clauses::Clause;
use terms::Term;
use words::Word;

/// The maximum number of clauses. A query with more finds nothing.
///
/// The longest name of a release has fewer words. Each clause takes time, and a query has space for twice as
/// many.
const MAX_TERMS: usize = 48;

/// The clauses of a query that has too many.
static TOO_MANY: [Clause; 1] = [Clause::NOTHING];

/// A query as its words, terms and clauses.
pub struct ParsedQuery<'t> {
    text: &'t str,
    words: Vec<Word<'t>>,
    terms: Vec<Term>,
    clauses: Vec<Clause>,
}

/// Parses a normalised text.
pub fn parse(text: &str) -> ParsedQuery<'_> {
    let words = words::words(text);
    let (terms, clauses) = terms::read(text, &words);
    ParsedQuery { text, words, terms, clauses }
}

impl<'t> ParsedQuery<'t> {
    /// Returns the text.
    pub fn text(&self) -> &'t str {
        self.text
    }

    /// Returns the conditions on a pack. Repeated ones are removed, except strengths and numbers.
    pub fn clauses(&self) -> &[Clause] {
        if self.clauses.len() > MAX_TERMS { &TOO_MANY } else { &self.clauses }
    }

    /// Returns the number of words.
    pub fn word_count(&self) -> usize {
        self.words.len()
    }

    /// Returns the parts of the text, in order.
    pub fn parts(&self) -> Vec<Part<'t>> {
        parts::parts_of(self)
    }
}

/// Returns the clauses of a text.
#[cfg(test)]
pub fn parse_clauses(text: &str) -> Vec<Clause> {
    parse(text).clauses().to_vec()
}
