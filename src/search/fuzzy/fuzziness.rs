//! How much is forgiven in a word, and what is found by that.

use super::automaton::{LONGEST, UNREACHABLE};

/// How many edits are forgiven in a word.
pub fn max_edits(word: &str) -> u8 {
    match word.len() {
        _ if !word.bytes().all(|byte| byte.is_ascii_lowercase()) => 0,
        4..=7 => 1,
        8..=LONGEST => 2,
        _ => 0,
    }
}

/// For one edit and for two: words of fewer letters must begin with the letter that was typed.
const SHORTEST_WITH_OTHER_START: [usize; 2] = [6, 9];
/// Words of fewer letters are not corrected to the start of another word.
const SHORTEST_PREFIX: usize = 7;

/// Returns whether a misspelling may be that of the start of a word.
pub fn may_be_prefix(typed: &str, word: &str) -> bool {
    typed.len() >= SHORTEST_PREFIX && typed.as_bytes().first() == word.as_bytes().first()
}

/// Returns whether a misspelling at this distance may be that of a word. The first letter is seldom wrong, except in long words.
pub fn may_be_misspelt(typed: &str, word: &str, distance: u8) -> bool {
    let has_same_start = typed.as_bytes().first() == word.as_bytes().first();
    let edits = usize::from(distance).saturating_sub(1);
    has_same_start || SHORTEST_WITH_OTHER_START.get(edits).is_some_and(|shortest| typed.len() >= *shortest)
}

/// What is similar to a word, and by how many edits the nearest of it differs.
pub struct Similar<T> {
    /// Of no account where nothing was found.
    pub distance: u8,
    /// All of it.
    pub found: Vec<T>,
}

impl<T> Similar<T> {
    pub const NONE: Similar<T> = Similar { distance: UNREACHABLE, found: Vec::new() };

    /// What was found so far away.
    pub fn at(distance: u8, found: Vec<T>) -> Similar<T> {
        if found.is_empty() { Similar::NONE } else { Similar { distance, found } }
    }

    pub fn map<U>(self, meaning: impl FnMut(T) -> U) -> Similar<U> {
        Similar { distance: self.distance, found: self.found.into_iter().map(meaning).collect() }
    }
}
