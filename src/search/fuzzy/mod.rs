//! Fuzzy matching: corrects the words that no pack has.
//!
//! One edit is allowed in words of 4 to 7 letters, two from 8 letters. A transposition of neighbouring
//! letters is one edit. In longer words, the first letter may be wrong. Numbers, strengths and codes are
//! never changed.

mod automaton;
mod fuzziness;
mod speller;

pub use fuzziness::Similar;
#[cfg(test)]
use speller::similar_names;
pub use speller::{ANY, Accepts, Speller};

use super::clauses::{Clause, Conjunction, TermQuery, dedup, one_of};
use super::correction::Change;

/// The maximum number of words to correct per query.
///
/// A query with more unknown words usually means a different product, and each word costs a pass over the
/// dictionary.
const MAX_WRONG: usize = 3;

/// Returns whether more words need correction than are ever corrected.
pub fn are_too_many(is_open: &[bool]) -> bool {
    let mut open = 0;
    for is_open in is_open {
        open += usize::from(*is_open);
    }
    open > MAX_WRONG
}

/// Returns the clauses with the open ones corrected, or `None` if one of them has no similar word.
///
/// If the query names no medicine, its first open word is one. Only names that `is_medicine` accepts can
/// replace it.
pub fn correct(
    speller: &Speller<'_>,
    clauses: &[Clause],
    is_open: &[bool],
    is_medicine: Option<Accepts<'_>>,
) -> Option<Vec<Clause>> {
    let mut wanted = is_medicine;
    let mut corrected = Vec::with_capacity(clauses.len());
    for (clause, is_open) in clauses.iter().zip(is_open) {
        corrected.push(if *is_open {
            let accepts = wanted.take().unwrap_or(&ANY);
            similar(clause, |word| speller.near(word, accepts))?
        } else {
            clause.clone()
        });
    }
    Some(corrected)
}

/// Returns the words of names, of generic names and of former names that are closest to a word.
pub fn nearest(speller: &Speller<'_>, word: &str) -> Vec<Conjunction> {
    let clause = one_of([vec![TermQuery::Prefix(word.to_owned())]]);
    match similar(&clause, |word| speller.near(word, &ANY)) {
        Some(clause) => clause.alternatives,
        None => Vec::new(),
    }
}

/// Returns the clause with the words closest to its word, or `None` if there are none.
///
/// Words of names, of generic names and former names compete: only those with the smallest distance are used.
pub fn similar(clause: &Clause, near: impl Fn(&str) -> Vec<Similar<Conjunction>>) -> Option<Clause> {
    let near = clause.word().map(near).unwrap_or_default();
    let nearest = near.iter().map(|similar| similar.distance).min();
    let mut found = Vec::new();
    for similar in near {
        if Some(similar.distance) == nearest {
            found.extend(similar.found);
        }
    }
    let alternatives = dedup(found);
    (!alternatives.is_empty()).then_some(Clause { alternatives, ..clause.clone() })
}

/// Returns the alternatives that the corrected clauses have in addition to those typed.
pub fn changes(typed: &[Clause], corrected: &[Clause]) -> Vec<Change> {
    let mut changes = Vec::new();
    for (typed, corrected) in typed.iter().zip(corrected) {
        if typed != corrected
            && let Some(word) = typed.word()
        {
            let mut similar = corrected.alternatives.clone();
            similar.retain(|alternative| !typed.alternatives.contains(alternative));
            changes.push(Change::Similar(word.to_owned(), similar));
        }
    }
    changes
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::search::clauses::expansions_of;

    #[test]
    fn prefers_the_closer_of_a_word_and_a_former_name() {
        let nearest = |typed: &str, word: &str, distance: u8| {
            let clause = one_of([vec![TermQuery::Prefix(typed.to_owned())]]);
            let words = || Similar { distance, found: vec![vec![TermQuery::Whole(word.to_owned())]] };
            let near = |typed: &str| vec![words(), similar_names(typed)];
            similar(&clause, near).map(|clause| clause.alternatives)
        };
        let word = |word: &str| vec![TermQuery::Whole(word.to_owned())];
        assert_eq!(nearest("frusemidee", "furosemide", 2), Some(vec![expansions_of("furosemide")]));
        assert_eq!(nearest("acyclovirrr", "another", 1), Some(vec![word("another")]));
        assert_eq!(
            nearest("acyclovirrr", "another", 2),
            Some(vec![word("another"), expansions_of("aciclovir")])
        );
    }
}
