//! Words that are nearly there: what a query asks for when nobody spells it as it was typed.
//!
//! One edit is forgiven in words of 4 to 7 letters, two from 8 on; letters that changed places are
//! one edit, and the first letter may be wrong. Numbers, strengths and codes are never changed.

mod automaton;
mod fuzziness;
mod speller;

pub use fuzziness::Similar;
#[cfg(test)]
use speller::similar_names;
pub use speller::{ANY, Accepts, Speller};

use super::clauses::{Clause, Conjunction, TermQuery, dedup, one_of};
use super::correction::Change;

/// So many words of a query may be misspelt: whoever spells more of them otherwise means something else, and each takes a
/// walk over the dictionary.
const MOST_WRONG: usize = 3;

/// Whether more words are open to similar ones than are ever corrected.
pub fn are_too_many(is_open: &[bool]) -> bool {
    is_open.iter().filter(|is_open| **is_open).count() > MOST_WRONG
}

/// Returns the terms with similar words for those that are open to it, or `None` where a word that no pack has is like no other. Where the
/// query names no medicine, the first of them is one: only names that `is_medicine` accepts take its place.
pub fn correct(
    speller: &Speller<'_>,
    clauses: &[Clause],
    is_open: &[bool],
    is_medicine: Option<Accepts<'_>>,
) -> Option<Vec<Clause>> {
    let mut wanted = is_medicine;
    let mut corrected = Vec::with_capacity(clauses.len());
    for (clause, is_open) in clauses.iter().zip(is_open) {
        let accepts = if *is_open { wanted.take() } else { None };
        let near = |word: &str| speller.near(word, accepts.unwrap_or(&ANY));
        corrected.push(if *is_open { similar(clause, near)? } else { clause.clone() });
    }
    Some(corrected)
}

/// The words of the dictionaries, and what is meant by the former names, that are nearest to a word.
pub fn nearest(speller: &Speller<'_>, word: &str) -> Vec<Conjunction> {
    let clause = one_of([vec![TermQuery::Prefix(word.to_owned())]]);
    let similar = similar(&clause, |word| speller.near(word, &ANY));
    similar.map(|clause| clause.alternatives).unwrap_or_default()
}

/// Returns the term with what is similar to its word, or `None` if that is nothing.
///
/// A word of names, one of generic names and a former name vie with each other: the nearest is meant.
pub fn similar(clause: &Clause, near: impl Fn(&str) -> Vec<Similar<Conjunction>>) -> Option<Clause> {
    let near = clause.word().map(near).unwrap_or_default();
    let nearest = near.iter().map(|similar| similar.distance).min();
    let taken = near
        .into_iter()
        .filter(|similar| Some(similar.distance) == nearest)
        .flat_map(|similar| similar.found);
    let alternatives: Vec<Conjunction> = dedup(taken);
    (!alternatives.is_empty()).then_some(Clause { alternatives, ..clause.clone() })
}

/// What the corrected terms have beside those that were typed.
pub fn changes(typed: &[Clause], corrected: &[Clause]) -> Vec<Change> {
    let change = |(typed, corrected): (&Clause, &Clause)| {
        let is_new = |alternative: &&Conjunction| !typed.alternatives.contains(alternative);
        let similar: Vec<Conjunction> = corrected.alternatives.iter().filter(is_new).cloned().collect();
        Some(Change::Similar(typed.word()?.to_owned(), similar)).filter(|_| typed != corrected)
    };
    typed.iter().zip(corrected).filter_map(change).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::search::clauses::meant_by;

    #[test]
    fn of_a_word_and_a_former_name_the_nearer_is_meant() {
        let taken = |typed: &str, word: &str, distance: u8| {
            let clause = one_of([vec![TermQuery::Prefix(typed.to_owned())]]);
            let words = || Similar { distance, found: vec![vec![TermQuery::Whole(word.to_owned())]] };
            let near = |typed: &str| vec![words(), similar_names(typed)];
            similar(&clause, near).map(|clause| clause.alternatives)
        };
        let word = |word: &str| vec![TermQuery::Whole(word.to_owned())];
        assert_eq!(taken("frusemidee", "furosemide", 2), Some(vec![meant_by("furosemide")]));
        assert_eq!(taken("acyclovirrr", "another", 1), Some(vec![word("another")]));
        assert_eq!(taken("acyclovirrr", "another", 2), Some(vec![word("another"), meant_by("aciclovir")]));
    }
}
