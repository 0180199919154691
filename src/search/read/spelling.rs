//! Other spellings of a word that no name has.

use super::costs;
use super::forms::words_need;
use super::term::{Choice, Wanted};
use crate::dataset::role;
use crate::search::index::Index;
use crate::search::index::Need;
use crate::search::spelling::has_medicine_stem;
use crate::search::spelling::{max_edits, may_be_misspelt, may_be_prefix, near_words};
use crate::search::spelling::{phonetic_variants, visual_edits, visual_variants};
use crate::search::synonyms::names;

/// The maximum number of words that are equally close. A word with more is a code.
const MAX_SIMILAR: usize = 32;

/// The maximum number of words that are reported.
const MAX_REPORTED: usize = 8;

/// Returns the words that look like one with digits among its letters: `fel0dipine`.
pub fn misread(index: &Index<'_>, word: &str) -> Vec<Choice> {
    let found = visual(index, word, &|_| true);
    if found.is_empty() || found.len() > MAX_SIMILAR { Vec::new() } else { vec![choice(found)] }
}

/// Returns the closest spellings of a word. In the place of the medicine, they are names of products.
pub fn choices(index: &Index<'_>, word: &str, is_product: bool) -> Vec<Choice> {
    let accepts = |other: &str| {
        let roles = index.roles_of(other);
        !is_product || roles & role::DEVICE != 0 || roles != 0 && !super::forms::is_form(other)
    };
    for found in [visual(index, word, &accepts), near(index, word, &accepts), alike(index, word, &accepts)] {
        if !found.is_empty() && found.len() <= MAX_SIMILAR {
            let choice = choice(found);
            return vec![if are_two_medicines(index, &choice) { ambiguous(choice) } else { choice }];
        }
    }
    Vec::new()
}

/// Returns whether the words of a correction name medicines that have nothing in common.
fn are_two_medicines(index: &Index<'_>, choice: &Choice) -> bool {
    let words: Vec<&String> =
        choice.read_as.iter().flatten().filter(|word| index.is_medicine(word)).collect();
    for (at, one) in words.iter().enumerate() {
        for other in words.iter().skip(at + 1) {
            let (one, other) = (words_need(one).matches(index), words_need(other).matches(index));
            if index.both(&one, &other).is_empty() {
                return true;
            }
        }
    }
    false
}

/// Returns a choice that nothing satisfies, with the words that are equally near.
fn ambiguous(choice: Choice) -> Choice {
    Choice { wanted: Wanted::Names(Need::nothing()), ..choice }
}

/// Returns whether a choice of [`choices`] is the name of a medicine.
pub fn names_medicine(index: &Index<'_>, choice: &Choice) -> bool {
    choice.read_as.iter().flatten().any(|words| words.split(' ').any(|word| index.is_medicine(word)))
}

fn choice(found: Vec<(u8, String)>) -> Choice {
    let distance = found.first().map_or(1, |(distance, _)| *distance);
    let needs = found.iter().map(|(_, word)| words_need(word)).collect();
    let words = found.into_iter().take(MAX_REPORTED).map(|(_, word)| word).collect();
    Choice::at(costs::EDIT * u32::from(distance), Wanted::Names(Need::Any(needs))).read_as(words)
}

/// A decision whether a word may replace another one.
type Accepts<'a> = &'a dyn Fn(&str) -> bool;

/// Returns the words that look like this one.
fn visual(index: &Index<'_>, word: &str, accepts: Accepts<'_>) -> Vec<(u8, String)> {
    let is_word = |word: &str| index.has_term(word);
    let found = visual_variants(word, is_word);
    found.into_iter().filter(|word| accepts(word)).map(|word| (1, word)).collect()
}

/// Returns the words that sound like this one.
fn alike(index: &Index<'_>, word: &str, accepts: Accepts<'_>) -> Vec<(u8, String)> {
    let is_word = |word: &str| index.has_term(word);
    let found = phonetic_variants(word, is_word);
    found.into_iter().filter(|word| accepts(word)).map(|word| (2, word)).collect()
}

/// Returns the closest words of names and former names.
fn near(index: &Index<'_>, word: &str, accepts: Accepts<'_>) -> Vec<(u8, String)> {
    let mut starts = Vec::new();
    // The stem of an INN is that of many medicines, so a word with one is at most one edit away.
    let edits = if has_medicine_stem(word) { max_edits(word).min(1) } else { max_edits(word) };
    for most in 1..=edits {
        let near = near_words(index.names.words(), word, most);
        let mut found = nearest(word, near.whole, accepts);
        for (written, meaning) in names() {
            let distance = near_words_distance(word, written, most);
            if distance <= most && may_be_misspelt(word, written, distance) {
                found.push((distance, meaning.to_owned()));
            }
        }
        for variant in visual_edits(word) {
            if index.has_term(&variant) && accepts(&variant) {
                found.push((1, variant));
            }
        }
        found = closest(found);
        if !found.is_empty() {
            return found;
        }
        starts = near.with_prefix;
    }
    starts.retain(|(_, other)| may_be_prefix(word, other));
    nearest(word, starts, accepts)
}

fn nearest(word: &str, mut near: Vec<(u8, String)>, accepts: Accepts<'_>) -> Vec<(u8, String)> {
    near.retain(|(distance, other)| {
        *distance > 0 && may_be_misspelt(word, other, *distance) && accepts(other)
    });
    closest(near)
}

fn closest(mut found: Vec<(u8, String)>) -> Vec<(u8, String)> {
    let Some(least) = found.iter().map(|(distance, _)| *distance).min() else { return found };
    found.retain(|(distance, _)| *distance == least);
    found.sort();
    found.dedup();
    found
}

fn near_words_distance(word: &str, other: &str, most: u8) -> u8 {
    crate::search::spelling::distance_of(word, other, most)
}
