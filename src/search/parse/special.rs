//! Terms that are not plain words: exclusions, routes and releases, synonyms, and doubtful abbreviations.

use super::plain::{clauses_of_word, plain_terms, require_whole_letter};
use super::words::Word;
use crate::attributes::{Request, is_stated_by, requested_by};
use crate::search::box_phrases::{is_doubt, longest};
use crate::search::clauses::{Clause, FREE, TermQuery, expansions_of, one_of, synonym};
use crate::search::synonyms::{combinations_of, meanings};
use crate::text::is_digit_or_point;

/// Returns the clause of an exclusion, a route or release, a synonym or a doubtful abbreviation that begins with
/// a word, and its number of words. The word before it is absent if a clause of several words has it.
pub fn special_at(
    text: &str,
    words: &[Word<'_>],
    at: usize,
    before: Option<&Word<'_>>,
    is_after_number: bool,
) -> Option<(Clause, usize)> {
    let rest = words.get(at..)?;
    let are_more = words.len() > 1;
    if let Some(exclusion) = exclusion_at(text, before, rest) {
        return Some(exclusion);
    }
    if let Some(attribute) = attribute_of(rest, are_more) {
        return Some(attribute);
    }
    if let Some(synonym) = synonym_at(text, rest) {
        return Some(synonym);
    }
    doubt_at(text, rest.first()?, are_more && !is_after_number)
}

/// The words that exclude the clause after them.
const NEGATIONS: [&str; 6] = ["except", "excluding", "no", "non", "not", "without"];

/// Returns the exclusion at the start: `not modified release`, `without codeine`, `non-gastro-resistant`.
fn exclusion_at(text: &str, before: Option<&Word<'_>>, words: &[Word<'_>]) -> Option<(Clause, usize)> {
    let (first, following) = words.split_first()?;
    if let Some(rest) = first.text.strip_prefix("non-") {
        let (clause, used) = attribute_at(&two(rest, following.first()), true)?;
        return Some((Clause { negation: Some("non"), ..clause }, used));
    }
    let negation = NEGATIONS.into_iter().find(|negation| *negation == first.text)?;
    if let Some(before) = before
        && is_in_phrase(before, words)
    {
        return None;
    }
    let (clause, used) = excluded(text, following)?;
    Some((Clause { negation: Some(negation), ..clause }, used + 1))
}

/// Returns whether a negation belongs to the phrase that the word before it begins: `do not`, `batch no`.
fn is_in_phrase(before: &Word<'_>, words: &[Word<'_>]) -> bool {
    let mut texts = vec![before.text];
    texts.extend(words.iter().map(|word| word.text));
    matches!(longest(&texts), Some((_, 2..)))
}

/// Returns the clause after a negation. Returns `None` if the negation and a number are no exclusion.
fn excluded(text: &str, words: &[Word<'_>]) -> Option<(Clause, usize)> {
    if let Some(next) = words.first()
        && next.text.starts_with(is_digit_or_point)
    {
        return excluded_strength(text.get(next.start..)?, words);
    }
    let attribute = attribute_of(words, true);
    if attribute.is_some() { attribute } else { Some(excluded_words(text, words)) }
}

/// Returns the clause of a strength after a negation. The text begins with its number.
///
/// `no 5` is a size. `not 5 mg` does not determine which strengths remain, so it finds nothing.
fn excluded_strength(text: &str, words: &[Word<'_>]) -> Option<(Clause, usize)> {
    let first = words.first()?;
    if synonym(first.text).is_some() {
        return Some((Clause::NOTHING, 1));
    }
    let (span, clause) = plain_terms(text).into_iter().next()?;
    let used = words.iter().take_while(|word| word.start < first.start + span.end).count();
    clause.is_strength.then_some((Clause::NOTHING, used))
}

/// Returns the clause of the word after a negation, of `sugar free`, or of a synonym of two words.
fn excluded_words(text: &str, words: &[Word<'_>]) -> (Clause, usize) {
    if let Some(free) = free_at(text, words) {
        return (free, 2);
    }
    if let Some((synonym, used)) = synonym_at(text, words) {
        return (with_combinations(synonym, words), used);
    }
    // If the exclusion cannot be read, no pack is known to satisfy it.
    let Some(first) = words.first() else { return (Clause::NOTHING, 0) };
    let mut clauses = clauses_of_word(first.text);
    let (Some(mut clause), true) = (clauses.pop(), clauses.is_empty()) else { return (Clause::NOTHING, 1) };
    if first.text.chars().nth(1).is_none() {
        require_whole_letter(&mut clause);
    }
    (with_combinations(clause, words), 1)
}

/// Returns the clause of `sugar free` at the start.
fn free_at(text: &str, words: &[Word<'_>]) -> Option<Clause> {
    let [first, second, ..] = words else { return None };
    if second.text != FREE {
        return None;
    }
    let (_, clause) = plain_terms(text.get(first.start..second.end)?).into_iter().next()?;
    Some(clause).filter(Clause::is_free_of)
}

/// Returns the clause of a synonym of two words, or else of one word, and the number of words.
///
/// A word before `free` is no synonym: `alcohol free` is not ethanol.
fn synonym_at(text: &str, words: &[Word<'_>]) -> Option<(Clause, usize)> {
    let first = words.first()?;
    if free_at(text, words).is_some() {
        return None;
    }
    if let Some(second) = words.get(1)
        && let Some(clause) = text.get(first.start..second.end).and_then(synonym)
    {
        return Some((clause, 2));
    }
    Some((synonym(first.text)?, 1))
}

/// Adds the combinations that contain an excluded substance: excluding codeine excludes co-codamol.
fn with_combinations(mut clause: Clause, words: &[Word<'_>]) -> Clause {
    if let Some(first) = words.first() {
        clause.alternatives.extend(combinations_of(first.text).into_iter().map(expansions_of));
    }
    clause
}

/// Returns the route or release characteristic at the start.
fn attribute_of(words: &[Word<'_>], are_more: bool) -> Option<(Clause, usize)> {
    attribute_at(&two(words.first()?.text, words.get(1)), are_more)
}

fn two<'t>(first: &'t str, second: Option<&Word<'t>>) -> Vec<&'t str> {
    let mut texts = vec![first];
    if let Some(second) = second {
        texts.push(second.text);
    }
    texts
}

/// Returns the route or release characteristic at the start, and its number of words.
pub fn attribute_at(words: &[&str], are_more: bool) -> Option<(Clause, usize)> {
    let Request { attribute, word, words } = requested_by(words, are_more)?;
    // `la` means modified release, but is also a prefix of words in names such as `La Roche`.
    let as_written = if is_stated_by(attribute, word) { TermQuery::Whole } else { TermQuery::Title };
    let mut alternatives = vec![vec![as_written(word.to_owned())], vec![TermQuery::Attribute(attribute)]];
    alternatives.extend(meanings(word).into_iter().map(expansions_of));
    Some((one_of(alternatives), words))
}

/// Returns the clause of an abbreviation that has more than one meaning.
///
/// It is never a prefix, so only a product with that word in its title matches. In names, brackets are around
/// suppliers: `(AS Kalceks)`.
fn doubt_at(text: &str, word: &Word<'_>, may_be_doubt: bool) -> Option<(Clause, usize)> {
    let is_in_brackets = text.get(..word.start)?.ends_with('(') || text.get(word.end..)?.starts_with(')');
    if !may_be_doubt || is_in_brackets || !is_doubt(word.text) {
        return None;
    }
    Some((one_of([vec![TermQuery::Title(word.text.to_owned())]]), 1))
}
