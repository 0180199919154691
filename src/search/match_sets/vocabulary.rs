//! Vocabulary: whether the dictionary has a word that a term query matches.

use crate::dataset::{Cursor, Dataset, Words};
use crate::search::clauses::{TermQuery, code_goes_on, may_be_code};

/// Returns whether a word that begins with the digits of a code is an exact match, or `None` if it does not
/// match. `rest` is what follows the digits.
pub(super) fn code(rest: &[u8]) -> Option<bool> {
    let rest = std::str::from_utf8(rest).ok()?;
    let agrees = !goes_on(rest.as_bytes());
    (agrees || code_goes_on(rest)).then_some(agrees)
}

/// Returns whether the dictionary has a word that a term query matches. Then some pack has it.
pub fn has_word(words: Words<'_>, term_query: &TermQuery) -> bool {
    match term_query {
        TermQuery::Unfinished(text) => words.find(text).is_some(),
        TermQuery::Prefix(text) => begins_with(words.from(text), text).is_some(),
        TermQuery::Number(text, _) if may_be_code(text) => has_code(words, text),
        _ => has_whole_word(words, term_query),
    }
}

/// Returns whether some word is a code with this prefix.
fn has_code(words: Words<'_>, digits: &str) -> bool {
    let mut cursor = words.from(digits);
    while cursor.advance()
        && let Some(rest) = cursor.text().strip_prefix(digits.as_bytes())
    {
        if code(rest).is_some() {
            return true;
        }
    }
    false
}

/// Returns whether `start` is a word that occurs only in generic names. Returns `None` if it is not even the
/// prefix of one.
pub fn generic(dataset: &Dataset<'_>, start: &str) -> Option<bool> {
    Some(begins_with(dataset.generic_words().from(start), start)?.is_empty())
}

/// Returns whether the dictionary has a whole word that a term query matches.
fn has_whole_word(words: Words<'_>, term_query: &TermQuery) -> bool {
    match term_query {
        TermQuery::Whole(text) | TermQuery::Title(text) | TermQuery::Prefix(text) => {
            words.find(text).is_some()
        }
        TermQuery::Unfinished(_) | TermQuery::Generic(_) => false,
        TermQuery::Attribute(_) => true,
        TermQuery::Number(number, _) => has_number(words, number),
        TermQuery::AnyNumberOf(unit) => !words.with_unit(*unit).is_empty(),
    }
}

/// Returns whether the dictionary has a number with any unit or none.
fn has_number(words: Words<'_>, number: &str) -> bool {
    for cursor in numbers_with_any_unit(words, number) {
        if let Some(rest) = begins_with(cursor, number)
            && !goes_on(&rest)
        {
            return true;
        }
    }
    false
}

/// Returns the rest of the next word after `start`, or `None` if it does not begin with `start`.
fn begins_with(mut cursor: Cursor<'_>, start: &str) -> Option<Vec<u8>> {
    if cursor.advance() { cursor.text().strip_prefix(start.as_bytes()).map(<[u8]>::to_vec) } else { None }
}

/// Returns the positions of a number with any unit: first alone or with `%`, then with a unit of letters.
///
/// Between the two, the dictionary has all longer numbers. After `1`, these are thousands.
pub(super) fn numbers_with_any_unit<'a>(words: Words<'a>, number: &str) -> [Cursor<'a>; 2] {
    [words.from(number), words.from(&format!("{number}{AFTER_DIGITS}"))]
}

/// The character after `9` in ASCII. No word has it.
const AFTER_DIGITS: char = ':';

/// Returns whether the rest of a word continues the digits of a number.
pub(super) fn goes_on(rest: &[u8]) -> bool {
    matches!(rest.first(), Some(b'0'..=b'9' | b'.'))
}
