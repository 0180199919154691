//! Which words were taken for others, told in the words of whoever typed them.

use super::clauses::{Conjunction, text_of};
use crate::text::fold;

/// How many words are told that one word was taken for.
const TOLD: usize = 8;

/// A word that nothing has as it was typed, and what was taken for it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Correction {
    /// The word as it was typed; several that were read as one.
    pub written: String,
    /// The words that it was taken for, folded: those that are in what was found, eight at most. None when the word was
    /// left out.
    pub taken: Vec<String>,
}

/// How a query that finds nothing was changed into one that does.
#[derive(Clone)]
pub enum Change {
    /// Words were said otherwise; they are folded still.
    Rewritten(Correction),
    /// A word may be any of these, beside itself.
    Similar(String, Vec<Conjunction>),
}

impl Change {
    /// Whether words were left out, and not taken otherwise.
    pub fn is_left_out(&self) -> bool {
        matches!(self, Change::Rewritten(said) if said.taken.is_empty())
    }

    /// A correction with the word as it was typed; none when nothing that was found has a similar word.
    fn told(self, typed: &str, is_found: impl Fn(&Conjunction) -> bool) -> Option<Correction> {
        let (written, taken) = match self {
            Change::Rewritten(Correction { written, taken }) => (written, taken),
            // Where no name has any of them, generic names have: all are told.
            Change::Similar(written, similar) => {
                let found = words_found(&similar, is_found).or_else(|| words_found(&similar, |_| true))?;
                (written, found)
            }
        };
        Some(Correction { written: as_typed(typed, &written), taken })
    }
}

/// The corrections that the changes of a query are, for those packs that were found.
pub fn corrections(
    typed: &str,
    changes: Vec<Change>,
    is_found: impl Fn(&Conjunction) -> bool,
) -> Vec<Correction> {
    changes.into_iter().filter_map(|change| change.told(typed, &is_found)).collect()
}

/// What was found of similar words; none if it is nothing.
fn words_found(similar: &[Conjunction], is_found: impl Fn(&Conjunction) -> bool) -> Option<Vec<String>> {
    let mut words = Vec::new();
    for alternative in similar {
        let word = text_of(alternative);
        // Quantities are one in the other.
        let word = if word.starts_with(|c: char| c.is_ascii_digit()) { word.replace(' ', "/") } else { word };
        if words.len() < TOLD && !words.contains(&word) && is_found(alternative) {
            words.push(word);
        }
    }
    (!words.is_empty()).then_some(words)
}

/// Folded words as they stand in what was typed; folded where they don't stand there as words of their own.
fn as_typed(typed: &str, folded: &str) -> String {
    let chunks: Vec<&str> = typed.split_whitespace().collect();
    let runs = chunks.windows(folded.split_whitespace().count().max(1)).map(|run| run.join(" "));
    let parts = typed.split(|c: char| !c.is_alphanumeric()).map(str::to_owned);
    runs.chain(parts).find(|written| fold(written) == folded).unwrap_or_else(|| folded.to_owned())
}
