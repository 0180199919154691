//! Speller: finds the words closest to the words of one query. Each word is compared with the dictionaries
//! once.

use std::rc::Rc;

use super::automaton::{LevenshteinNfa, UNREACHABLE};
use super::fuzziness::{Similar, max_edits, may_be_misspelt, may_be_prefix};
use crate::dataset::{Dataset, Words};
use crate::search::cache::QueryCache;
use crate::search::clauses::{Conjunction, TermQuery, expansions_of};
use crate::search::confusables::visual_edits;
use crate::search::synonyms::names;

/// The dictionaries of names and of generic names, the former names, and a cache of what was found.
pub struct Speller<'d> {
    words: Dictionary<'d>,
    generic_words: Dictionary<'d>,
    names: QueryCache<String, Similar<Conjunction>>,
}

struct Dictionary<'d> {
    words: Words<'d>,
    /// The words found, by the word typed and the maximum number of edits.
    near: QueryCache<(String, u8), NearWords>,
}

/// Words within a number of edits, and words with such a prefix. Each has its distance, in the order of the
/// dictionary.
#[derive(Default)]
struct NearWords {
    whole: Vec<(u8, String)>,
    with_prefix: Vec<(u8, String)>,
}

impl<'d> Speller<'d> {
    pub fn new(dataset: &Dataset<'d>) -> Speller<'d> {
        Speller {
            words: Dictionary::of(dataset.words()),
            generic_words: Dictionary::of(dataset.generic_words()),
            names: QueryCache::new(),
        }
    }

    /// Returns the words of names, of generic names, of former names, and of variants in print that are close
    /// to a word.
    pub fn near(&self, word: &str, accepts: Accepts<'_>) -> Vec<Similar<Conjunction>> {
        let words = self.words(word, accepts).map(|word| vec![TermQuery::Whole(word)]);
        let generic = self.generic_words(word).map(|word| vec![TermQuery::Generic(word)]);
        vec![words, generic, self.names(word), self.visual_edits(word, accepts)]
    }

    /// Returns the words in which two letters look like one. That counts as one edit.
    fn visual_edits(&self, word: &str, accepts: Accepts<'_>) -> Similar<Conjunction> {
        let readings = if max_edits(word) > 0 { visual_edits(word) } else { Vec::new() };
        let mut found = Vec::new();
        for word in readings {
            if accepts(&word, true)
                && let Some(query) = self.term_query(word)
            {
                found.push(vec![query]);
            }
        }
        Similar::at(1, found)
    }

    fn term_query(&self, word: String) -> Option<TermQuery> {
        if self.words.words.find(&word).is_some() {
            return Some(TermQuery::Whole(word));
        }
        self.generic_words.words.find(&word)?;
        Some(TermQuery::Generic(word))
    }

    /// Returns the closest accepted words of names, or else those with a prefix that is close.
    fn words(&self, word: &str, accepts: Accepts<'_>) -> Similar<String> {
        let mut with_prefix = Similar::NONE;
        // Few words are one edit away, and finding them is faster. Two edits are tried only if there are
        // none.
        for most in 1..=max_edits(word) {
            let near = self.words.near(word, most);
            let whole = nearest(word, &near.whole, accepts);
            if !whole.found.is_empty() {
                return whole;
            }
            with_prefix = nearest(word, &near.with_prefix, &|other, is_likely| {
                is_likely && may_be_prefix(word, other) && accepts(other, true)
            });
        }
        with_prefix
    }

    /// Returns the closest words that occur only in generic names.
    ///
    /// These words are few, so close prefixes are not tried.
    fn generic_words(&self, word: &str) -> Similar<String> {
        let most = max_edits(word);
        if most == 0 {
            return Similar::NONE;
        }
        nearest(word, &self.generic_words.near(word, most).whole, &ANY)
    }

    /// Returns the meanings of the closest former and foreign names.
    fn names(&self, word: &str) -> Similar<Conjunction> {
        let named = self.names.get(&word.to_owned(), || similar_names(word));
        Similar { distance: named.distance, found: named.found.clone() }
    }
}

/// Decides whether a correction is accepted, from the word and whether the misspelling is likely.
///
/// In a short word, one edit with another first letter is unlikely.
pub type Accepts<'a> = &'a dyn Fn(&str, bool) -> bool;

/// Accepts every likely correction.
pub const ANY: fn(&str, bool) -> bool = |_, is_likely| is_likely;

/// Returns the closest accepted words.
///
/// Comparing distances is cheaper than `accepts`, so close words are tried first.
fn nearest(typed: &str, near: &[(u8, String)], accepts: Accepts<'_>) -> Similar<String> {
    for distance in 0..=2 {
        let mut found: Vec<String> = Vec::new();
        for (other, word) in near {
            if *other != distance {
                continue;
            }
            let is_likely = may_be_misspelt(typed, word, distance);
            if (is_likely || distance == 1) && accepts(word, is_likely) {
                found.push(word.clone());
            }
        }
        if !found.is_empty() {
            return Similar { distance, found };
        }
    }
    Similar::NONE
}

impl<'d> Dictionary<'d> {
    fn of(words: Words<'d>) -> Dictionary<'d> {
        Dictionary { words, near: QueryCache::new() }
    }

    /// Returns the words close to a word, which is compared with the dictionary once.
    fn near(&self, word: &str, most: u8) -> Rc<NearWords> {
        self.near.get(&(word.to_owned(), most), || near(self.words, word, most))
    }
}

fn near(words: Words<'_>, word: &str, most: u8) -> NearWords {
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

/// Returns the meanings of the closest former and foreign names, without a cache.
pub fn similar_names(word: &str) -> Similar<Conjunction> {
    let max_distance = max_edits(word);
    if max_distance == 0 {
        return Similar::NONE;
    }
    let mut walk = LevenshteinNfa::new(word.as_bytes(), max_distance);
    let mut distances: Vec<(u8, &str)> = Vec::new();
    for (written, meaning) in names() {
        let distance = walk.next(written.as_bytes(), 0).0;
        if may_be_misspelt(word, written, distance) {
            distances.push((distance, meaning));
        }
    }
    let nearest = distances.iter().map(|(distance, _)| *distance).min().unwrap_or(UNREACHABLE);
    if nearest > max_distance {
        return Similar::NONE;
    }
    let mut found: Vec<Conjunction> = Vec::new();
    for (distance, meaning) in distances {
        if distance == nearest {
            found.push(expansions_of(meaning));
        }
    }
    Similar::at(nearest, found)
}
