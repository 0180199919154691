//! The words of a dictionary that are near a word.

use super::automaton::LevenshteinNfa;
use crate::dataset::Words;

/// Words within a number of edits, and words with such a prefix. Each has its distance, in the order of the
/// dictionary.
#[derive(Default)]
pub struct NearWords {
    pub whole: Vec<(u8, String)>,
    pub with_prefix: Vec<(u8, String)>,
}

/// Returns the distance between two words, if it is not larger than `most`.
pub fn distance_of(word: &str, other: &str, most: u8) -> u8 {
    LevenshteinNfa::new(word.as_bytes(), most).next(other.as_bytes(), 0).0
}

/// Returns the words of a dictionary near a word.
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
