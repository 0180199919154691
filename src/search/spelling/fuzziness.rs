//! Fuzziness: how many edits are allowed in a word, and where.

use super::automaton::LONGEST;

/// Returns the maximum number of edits for a word. Only words of ASCII letters are corrected.
pub fn max_edits(word: &str) -> u8 {
    match word.len() {
        _ if !word.as_bytes().iter().all(u8::is_ascii_lowercase) => 0,
        4..=7 => 1,
        8..=LONGEST => 2,
        _ => 0,
    }
}

/// The minimum length of a word whose first letter may be wrong, as its only edit.
const MIN_LEN_WITH_OTHER_START: usize = 6;
/// The minimum length of a word that is corrected to the prefix of another word.
const MIN_PREFIX_LEN: usize = 7;

/// Returns whether a misspelling may be that of the prefix of a word.
pub fn may_be_prefix(typed: &str, word: &str) -> bool {
    typed.len() >= MIN_PREFIX_LEN && typed.as_bytes().first() == word.as_bytes().first()
}

/// Returns whether a word at this distance may be the one that was misspelt.
///
/// The first letter is rarely wrong, except in long words.
pub fn may_be_misspelt(typed: &str, word: &str, distance: u8) -> bool {
    let has_same_start = typed.as_bytes().first() == word.as_bytes().first();
    has_same_start || distance < 2 && typed.len() >= MIN_LEN_WITH_OTHER_START
}
