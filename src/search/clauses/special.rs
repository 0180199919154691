//! Clauses of exclusions, routes and releases, `X free`, and doubtful abbreviations.

use super::clause::{Clause, one_of};
use super::meanings::{expansions_of, synonym_at};
use super::term_query::{FREE, TermQuery};
use super::words::first_clauses;
use crate::attributes::{Request, is_stated_by, requested_by};
use crate::search::box_phrases;
use crate::search::synonyms::{combinations_of, meanings};
use crate::text::is_digit;

/// Returns the clause of an exclusion, a route or release, a synonym or a doubtful abbreviation at the start,
/// and its number of words.
pub fn special_at(chunks: &[&str], are_more: bool, is_after_number: bool) -> Option<(Clause, usize)> {
    exclusion_at(chunks)
        .or_else(|| attribute_at(chunks, are_more))
        .or_else(|| synonym_at(chunks))
        .or_else(|| doubt_at(chunks, are_more && !is_after_number))
}

/// The words that exclude the clause after them.
const NEGATIONS: [&str; 6] = ["except", "excluding", "no", "non", "not", "without"];

/// Returns the exclusion at the start: `not modified release`, `without codeine`, `non-gastro-resistant`.
pub fn exclusion_at(chunks: &[&str]) -> Option<(Clause, usize)> {
    let (first, following) = chunks.split_first()?;
    if let Some(rest) = first.strip_prefix("non-") {
        let joined: Vec<&str> = std::iter::once(rest).chain(following.iter().copied()).collect();
        let (clause, used) = attribute_at(&joined, true)?;
        return Some((Clause { negation: Some("non"), ..clause }, used));
    }
    let negation = NEGATIONS.into_iter().find(|negation| negation == first)?;
    let next = following.first().map_or("", |next| next.trim_start_matches(|c: char| !c.is_alphanumeric()));
    if next.starts_with(is_digit) {
        // `no 5` is a size. `not 5mg` does not determine which strengths remain, so it finds nothing.
        let (clauses, used) = first_clauses(following);
        let is_strength = clauses.iter().any(|clause| clause.is_strength);
        return is_strength.then_some((Clause { negation: Some(negation), ..Clause::NOTHING }, used + 1));
    }
    let (clause, used) = attribute_at(following, true).unwrap_or_else(|| excluded_words(following));
    Some((Clause { negation: Some(negation), ..clause }, used + 1))
}

/// Returns the clause of the word after a negation, or of the two words of `sugar free`.
fn excluded_words(chunks: &[&str]) -> (Clause, usize) {
    let (mut clauses, used) = first_clauses(chunks);
    match (clauses.pop(), clauses.is_empty()) {
        (Some(clause), true) => (with_combinations(clause, chunks), used),
        // The exclusion cannot be read, so no pack is known to satisfy it.
        _ => (Clause::NOTHING, used.min(chunks.len())),
    }
}

/// Adds the combinations that contain an excluded substance: excluding codeine excludes co-codamol.
fn with_combinations(mut clause: Clause, chunks: &[&str]) -> Clause {
    let combinations = chunks.first().map(|first| combinations_of(first)).unwrap_or_default();
    clause.alternatives.extend(combinations.into_iter().map(expansions_of));
    clause
}

/// Returns the route or release characteristic at the start.
pub fn attribute_at(chunks: &[&str], are_more: bool) -> Option<(Clause, usize)> {
    let Request { attribute, word, words } = requested_by(chunks, are_more)?;
    // `la` means modified release, but is also a prefix of words in names such as `La Roche`.
    let as_written = if is_stated_by(attribute, word) { TermQuery::Whole } else { TermQuery::Title };
    let asked = [vec![as_written(word.to_owned())], vec![TermQuery::Attribute(attribute)]];
    let also = meanings(word).into_iter().map(expansions_of);
    Some((one_of(asked.into_iter().chain(also)), words))
}

/// Returns the clause of `sugar free` or `latex-free` at the start.
pub fn free_at(chunks: &[&str]) -> Option<(Clause, usize)> {
    let (first, following) = chunks.split_first()?;
    let (what, used) = match first.strip_suffix("-free") {
        Some(what) => (what, 1),
        None if following.first() == Some(&FREE) => (*first, 2),
        None => return None,
    };
    let is_word = !what.is_empty() && what.chars().all(char::is_alphabetic);
    is_word.then(|| (one_of([vec![TermQuery::Whole([what, FREE].concat())]]), used))
}

/// Returns the clause of an abbreviation that has more than one meaning.
///
/// It is never a prefix, so only a product with that word in its title matches.
fn doubt_at(chunks: &[&str], are_more: bool) -> Option<(Clause, usize)> {
    let first = chunks.first().filter(|first| are_more && box_phrases::is_doubt(first))?;
    Some((one_of([vec![TermQuery::Title((*first).to_owned())]]), 1))
}
