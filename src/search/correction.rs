//! Corrections: how the words of a query were changed, in the user's own words.

use super::clauses::{Conjunction, text_of};
use crate::text::{fold, is_digit, is_sign};

/// The maximum number of words that are listed for one corrected word.
const MAX_REPLACEMENTS: usize = 8;

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

/// A change to a query without results that led to a match.
#[derive(Clone)]
pub enum Change {
    /// Words were rewritten or ignored. They are still folded.
    Rewritten(Correction),
    /// A word was corrected to any of these words.
    Similar(String, Vec<Conjunction>),
}

impl Change {
    /// Returns whether words were ignored, not read differently.
    pub fn is_ignored(&self) -> bool {
        matches!(self, Change::Rewritten(correction) if correction.replacements.is_empty())
    }

    /// Returns the correction with the word as typed, or `None` if there is no similar word to list.
    fn into_correction(self, typed: &str, is_found: impl Fn(&Conjunction) -> bool) -> Option<Correction> {
        let (written, replacements) = match self {
            Change::Rewritten(Correction { written, replacements }) => (written, replacements),
            // If no name has any of them, generic names have them, so list all.
            Change::Similar(written, similar) => {
                let found = match words_found(&similar, is_found) {
                    Some(found) => found,
                    None => words_found(&similar, |_| true)?,
                };
                (written, found)
            }
        };
        Some(Correction { written: as_typed(typed, &written), replacements })
    }
}

/// Returns the corrections for the changes of a query. `is_found` decides whether a result has a similar
/// word.
pub fn corrections(
    typed: &str,
    changes: Vec<Change>,
    is_found: impl Fn(&Conjunction) -> bool,
) -> Vec<Correction> {
    changes.into_iter().filter_map(|change| change.into_correction(typed, &is_found)).collect()
}

/// Returns the similar words that results have, or `None` if there are none.
fn words_found(similar: &[Conjunction], is_found: impl Fn(&Conjunction) -> bool) -> Option<Vec<String>> {
    let mut words = Vec::new();
    for alternative in similar {
        let word = text_of(alternative);
        // A ratio is written with a stroke between its quantities.
        let word = if word.starts_with(is_digit) { word.replace(' ', "/") } else { word };
        if words.len() < MAX_REPLACEMENTS && !words.contains(&word) && is_found(alternative) {
            words.push(word);
        }
    }
    (!words.is_empty()).then_some(words)
}

/// Returns folded words as they were typed, or folded if they are not separate words of the typed text.
fn as_typed(typed: &str, folded: &str) -> String {
    let chunks: Vec<&str> = typed.split_whitespace().collect();
    for run in chunks.windows(folded.split_whitespace().count().max(1)) {
        let written = run.join(" ");
        if fold(&written) == folded {
            return written;
        }
    }
    for part in typed.split(is_sign) {
        if fold(part) == folded {
            return part.to_owned();
        }
    }
    folded.to_owned()
}
