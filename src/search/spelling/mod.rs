//! Spellings: words that are written, printed or heard wrongly. Which words of a dictionary are near a
//! word, and how many edits may be in a word.

mod automaton;
mod confusables;
mod medicine_stems;

use crate::dataset::Words;
use automaton::{LONGEST, LevenshteinNfa};
pub use confusables::{phonetic_variants, quantity, visual_edits, visual_variants};
pub use medicine_stems::medicine_stem;

/// Words within a number of edits, and words with such a prefix. Each has its distance, in the order of the
/// dictionary.
#[derive(Default)]
pub struct NearWords {
    pub whole: Vec<(u8, String)>,
    pub with_prefix: Vec<(u8, String)>,
}

/// Computes the distance between two words, if it is not larger than `most`.
pub fn distance_of(word: &str, other: &str, most: u8) -> u8 {
    LevenshteinNfa::new(word.as_bytes(), most).next(other.as_bytes(), 0).0
}

/// Finds the words of a dictionary near a word.
pub fn near_words(words: Words<'_>, word: &str, most: u8) -> NearWords {
    let mut near = NearWords::default();
    let mut cursor = words.from("a");
    let mut walk = LevenshteinNfa::new(word.as_bytes(), most);

    // If the prefix is too far away and contains no close prefix, this applies to all words that begin with
    // it.
    while cursor.advance_past(walk.hopeless_start()) {
        let (distance, of_start) = walk.next(cursor.text(), cursor.shared());
        if distance <= most {
            add_near(&mut near.whole, distance, cursor.text());
        }
        if of_start <= most {
            add_near(&mut near.with_prefix, of_start, cursor.text());
        }
    }
    near
}

fn add_near(found: &mut Vec<(u8, String)>, distance: u8, text: &[u8]) {
    if let Ok(text) = std::str::from_utf8(text) {
        found.push((distance, text.to_owned()));
    }
}

/// Finds the maximum number of edits for a word. Only words of ASCII letters are corrected.
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

/// Reports whether a misspelling may be a misspelt prefix of a word.
pub fn may_be_prefix(typed: &str, word: &str) -> bool {
    typed.len() >= MIN_PREFIX_LEN && typed.as_bytes().first() == word.as_bytes().first()
}

/// Reports whether a word at this distance may be the one that was misspelt.
///
/// The first letter is rarely wrong, except in long words.
pub fn may_be_misspelt(typed: &str, word: &str, distance: u8) -> bool {
    let has_same_start = typed.as_bytes().first() == word.as_bytes().first();
    has_same_start || distance < 2 && typed.len() >= MIN_LEN_WITH_OTHER_START
}

/// Counts the insertions, deletions, replacements and transpositions, from the whole table.
#[cfg(test)]
#[allow(clippy::indexing_slicing)]
pub fn distance(a: &[u8], b: &[u8]) -> usize {
    let mut table = vec![vec![0; b.len() + 1]; a.len() + 1];
    for i in 0..=a.len() {
        for j in 0..=b.len() {
            table[i][j] = if i == 0 || j == 0 {
                i + j
            } else {
                let edited = (table[i - 1][j] + 1).min(table[i][j - 1] + 1);
                let replaced = table[i - 1][j - 1] + usize::from(a[i - 1] != b[j - 1]);
                let swaps = i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1];
                edited.min(replaced).min(if swaps { table[i - 2][j - 2] + 1 } else { usize::MAX })
            };
        }
    }
    table[a.len()][b.len()]
}
