//! Terms that are not plain words: exclusions, routes and releases, synonyms, and doubtful abbreviations.

use super::plain::{clauses_of_word, require_whole_letter};
use super::words::Word;
use crate::attributes::{Request, is_stated_by, requested_by};
use crate::search::box_phrases::{is_doubt, longest};
use crate::search::clauses::{Clause, TermQuery, expansions_of, one_of, synonym};
use crate::search::synonyms::{combinations_of, meanings};
use crate::text::is_digit;

/// Returns the clause of an exclusion, a route or release, a synonym or a doubtful abbreviation that begins with
/// a word, and its number of words.
pub fn special_at(words: &[Word<'_>], at: usize, is_after_number: bool) -> Option<(Clause, usize)> {
    let rest = words.get(at..)?;
    let are_more = words.len() > 1;
    exclusion_at(words, at)
        .or_else(|| attribute_of(rest, are_more))
        .or_else(|| synonym_at(rest))
        .or_else(|| doubt_at(rest, are_more && !is_after_number))
}

/// The words that exclude the clause after them.
const NEGATIONS: [&str; 6] = ["except", "excluding", "no", "non", "not", "without"];

/// Returns the exclusion at a word: `not modified release`, `without codeine`, `non-gastro-resistant`.
fn exclusion_at(words: &[Word<'_>], at: usize) -> Option<(Clause, usize)> {
    let (first, following) = words.get(at..)?.split_first()?;
    if let Some(rest) = first.text.strip_prefix("non-") {
        let next = following.first().map(|next| next.text);
        let (clause, used) = attribute_at(&two(rest, next), true)?;
        return Some((Clause { negation: Some("non"), ..clause }, used));
    }
    let negation = NEGATIONS.into_iter().find(|negation| *negation == first.text)?;
    if is_in_phrase(words, at) {
        return None;
    }
    let (clause, used) = excluded(following)?;
    Some((Clause { negation: Some(negation), ..clause }, used + 1))
}

/// Returns whether a negation belongs to the phrase that the word before it begins: `do not`, `batch no`.
fn is_in_phrase(words: &[Word<'_>], at: usize) -> bool {
    let from = words.get(at.wrapping_sub(1)..).unwrap_or(&[]);
    let texts: Vec<&str> = from.iter().map(|word| word.text).collect();
    longest(&texts).is_some_and(|(_, used)| used > 1)
}

/// Returns the clause after a negation. Returns `None` if the negation and a number are no exclusion.
fn excluded(words: &[Word<'_>]) -> Option<(Clause, usize)> {
    if words.first().is_some_and(|next| next.text.starts_with(is_digit)) {
        // `no 5` is a size. `not 5mg` does not determine which strengths remain, so it finds nothing.
        let (clauses, used) = first_clauses(words);
        return clauses.iter().any(|clause| clause.is_strength).then_some((Clause::NOTHING, used));
    }
    Some(attribute_of(words, true).unwrap_or_else(|| excluded_words(words)))
}

/// Returns the clause of the word after a negation, or of a synonym of two words.
fn excluded_words(words: &[Word<'_>]) -> (Clause, usize) {
    let (mut clauses, used) = first_clauses(words);
    match (clauses.pop(), clauses.is_empty()) {
        (Some(clause), true) => (with_combinations(clause, words), used),
        // The exclusion cannot be read, so no pack is known to satisfy it.
        _ => (Clause::NOTHING, used.min(words.len())),
    }
}

/// Returns the clauses of the first word, or of a synonym, and the number of words.
fn first_clauses(words: &[Word<'_>]) -> (Vec<Clause>, usize) {
    if let Some((synonym, used)) = synonym_at(words) {
        return (vec![synonym], used);
    }
    let Some(first) = words.first() else { return (Vec::new(), 1) };
    let mut clauses = clauses_of_word(first.text);
    if first.text.chars().nth(1).is_none() {
        clauses.iter_mut().for_each(require_whole_letter);
    }
    (clauses, 1)
}

/// Returns the clause of a synonym of two words, or else of one word, and the number of words.
fn synonym_at(words: &[Word<'_>]) -> Option<(Clause, usize)> {
    if let [first, second, ..] = words
        && second.is_adjacent
        && let Some(clause) = synonym(&[first.text, second.text].join(" "))
    {
        return Some((clause, 2));
    }
    Some((synonym(words.first()?.text)?, 1))
}

/// Adds the combinations that contain an excluded substance: excluding codeine excludes co-codamol.
fn with_combinations(mut clause: Clause, words: &[Word<'_>]) -> Clause {
    let combinations = words.first().map(|first| combinations_of(first.text)).unwrap_or_default();
    clause.alternatives.extend(combinations.into_iter().map(expansions_of));
    clause
}

/// Returns the route or release characteristic at the start.
fn attribute_of(words: &[Word<'_>], are_more: bool) -> Option<(Clause, usize)> {
    attribute_at(&two(words.first()?.text, words.get(1).map(|next| next.text)), are_more)
}

fn two<'t>(first: &'t str, second: Option<&'t str>) -> Vec<&'t str> {
    [Some(first), second].into_iter().flatten().collect()
}

/// Returns the route or release characteristic at the start, and its number of words.
pub fn attribute_at(words: &[&str], are_more: bool) -> Option<(Clause, usize)> {
    let Request { attribute, word, words } = requested_by(words, are_more)?;
    // `la` means modified release, but is also a prefix of words in names such as `La Roche`.
    let as_written = if is_stated_by(attribute, word) { TermQuery::Whole } else { TermQuery::Title };
    let asked = [vec![as_written(word.to_owned())], vec![TermQuery::Attribute(attribute)]];
    let also = meanings(word).into_iter().map(expansions_of);
    Some((one_of(asked.into_iter().chain(also)), words))
}

/// Returns the clause of an abbreviation that has more than one meaning.
///
/// It is never a prefix, so only a product with that word in its title matches.
fn doubt_at(words: &[Word<'_>], are_more: bool) -> Option<(Clause, usize)> {
    let first = words.first().filter(|first| are_more && first.is_alone && is_doubt(first.text))?;
    Some((one_of([vec![TermQuery::Title(first.text.to_owned())]]), 1))
}
