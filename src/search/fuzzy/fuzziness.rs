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
