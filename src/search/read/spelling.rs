//! Other spellings of a word that no name has.

use super::costs;
use super::forms::{is_form, words_need};
use super::routes::attribute_of;
use super::term::{Choice, Role, Wanted};
use crate::dataset::role;
use crate::search::index::Index;
use crate::search::index::Need;
use crate::search::spelling::medicine_stem;
use crate::search::spelling::{distance_of, max_edits, may_be_misspelt, may_be_prefix, near_words};
use crate::search::spelling::{phonetic_variants, visual_edits, visual_variants};
use crate::search::synonyms::names;

/// The maximum number of words that are equally close. A word with more is a code.
const MAX_SIMILAR: usize = 32;

/// Endings of many medicines, and also of other words.
const ENDINGS: [&str; 29] = [
    "adone", "alol", "amide", "amine", "azide", "azine", "azole", "azone", "case", "gine", "idine", "idone",
    "isone", "last", "lene", "line", "mant", "mate", "oin", "onide", "ormin", "pine", "rine", "terone",
    "tine", "vin", "xine", "yzine", "zole",
];
/// A word of at most this length is two edits away only from words of devices, and those with its first and
/// last letter.
const MAX_SHORT: usize = 8;
/// The number of letters that a word with the stem of an INN has in common with a word that is two edits
/// away.
const SAME_START: usize = 2;

/// The minimum length of a word with two edits that begins differently from a word of a device.
const MIN_LEN_OF_DEVICE: usize = 9;

/// The maximum number of words that are reported.
const MAX_REPORTED: usize = 8;

/// Lists the words that look like one with digits among its letters: `fel0dipine`.
pub fn misread(index: &Index<'_>, word: &str) -> Vec<Choice> {
    let found = visual(index, word, &|_| true);
    if found.is_empty() || found.len() > MAX_SIMILAR { Vec::new() } else { vec![choice(found)] }
}

/// A way to find other spellings, each with its distance.
type Way = fn(&Index<'_>, &str, Accepts<'_>) -> Vec<(u8, String)>;
/// The ways to find other spellings, the most likely first.
const WAYS: [Way; 4] = [visual, one_edit, alike, two_edits];

/// Finds the closest spellings of a word. In the place of the medicine, they are names of products. Beside a
/// medicine, they are words of names that it has, if there are any.
pub fn choices(index: &Index<'_>, word: &str, beside: Option<&Need>) -> Vec<Choice> {
    let is_product = beside.is_none();
    let accepts = |other: &str| {
        let roles = index.roles_of(other);
        !is_product || roles & role::DEVICE != 0 || roles != 0 && !is_form(other)
    };
    for way in WAYS {
        let mut found = way(index, word, &accepts);
        keep_beside(index, beside, &mut found);
        if !found.is_empty() && found.len() <= MAX_SIMILAR {
            let choice = choice(found);
            return vec![if are_two_medicines(index, &choice) { ambiguous(choice) } else { choice }];
        }
    }
    Vec::new()
}

/// Keeps the words that some name has in addition to a medicine, unless none has.
fn keep_beside(index: &Index<'_>, beside: Option<&Need>, found: &mut Vec<(u8, String)>) {
    let Some(medicine) = beside.filter(|_| found.len() > 1) else { return };
    let medicine = medicine.matches(index);
    let mut kept = found.clone();
    kept.retain(|(_, word)| !index.both(&medicine, &words_need(word).matches(index)).is_empty());
    if !kept.is_empty() {
        *found = kept;
    }
}

/// Finds the closest words of suppliers.
pub fn supplier(index: &Index<'_>, word: &str) -> Option<Choice> {
    let near = near_words(index.names.suppliers(), word, max_edits(word).min(1));
    let found = nearest(near.whole, &|other, distance| may_be_misspelt(word, other, distance), &|_| true);
    let mut words: Vec<String> = found.into_iter().map(|(_, word)| word).collect();
    if words.is_empty() {
        words = phonetic_variants(word, |word| !index.suppliers_with(word).is_empty());
    }
    if words.is_empty() {
        return None;
    }
    let suppliers = words.iter().flat_map(|word| index.suppliers_with(word)).collect();
    Some(Choice::at(costs::EDIT + costs::SUPPLIER, Wanted::Supplier(suppliers)).read_as(words))
}

/// Reports whether the words of a correction name medicines that have nothing in common. Brands of devices do
/// not count.
fn are_two_medicines(index: &Index<'_>, choice: &Choice) -> bool {
    let is_of_medicines = |word: &&String| {
        let roles = index.roles_of(word);
        roles & role::MEDICINE != 0 && (roles & role::SUBSTANCE != 0 || roles & role::DEVICE == 0)
    };
    let words: Vec<&String> = choice.read_as.iter().flatten().filter(is_of_medicines).collect();
    for (at, one) in words.iter().enumerate() {
        for other in words.iter().skip(at + 1) {
            if other.strip_suffix('s') == Some(one) {
                continue;
            }
            let (one, other) = (words_need(one).matches(index), words_need(other).matches(index));
            if index.both(&one, &other).is_empty() {
                return true;
            }
        }
    }
    false
}

/// Builds a choice that nothing satisfies, with the words that are equally near.
fn ambiguous(choice: Choice) -> Choice {
    Choice { wanted: Wanted::Names(Need::nothing()), ..choice }
}

/// Reports whether a choice of [`choices`] is the name of a medicine.
pub fn names_medicine(index: &Index<'_>, choice: &Choice) -> bool {
    choice.read_as.iter().flatten().any(|words| words.split(' ').any(|word| index.is_medicine(word)))
}

/// Finds the role of a corrected word that names no medicine.
pub fn role_of(choices: &[Choice]) -> Role {
    let has = |is: &dyn Fn(&str) -> bool| {
        choices.iter().flat_map(|choice| choice.read_as.iter().flatten()).any(|word| is(word))
    };
    if has(&is_form) {
        Role::Form
    } else if has(&|word| attribute_of(&[word], true).is_some()) {
        Role::Route
    } else {
        Role::Word
    }
}

fn choice(found: Vec<(u8, String)>) -> Choice {
    let distance = found.first().map_or(1, |(distance, _)| *distance);
    let needs = found.iter().map(|(_, word)| words_need(word)).collect();
    let words = found.into_iter().take(MAX_REPORTED).map(|(_, word)| word).collect();
    Choice::at(costs::EDIT * u32::from(distance), Wanted::Names(Need::Any(needs))).read_as(words)
}

/// A decision whether a word may replace another one.
type Accepts<'a> = &'a dyn Fn(&str) -> bool;

/// Lists the words that look like this one.
fn visual(index: &Index<'_>, word: &str, accepts: Accepts<'_>) -> Vec<(u8, String)> {
    let is_word = |word: &str| index.has_term(word);
    let found = visual_variants(word, is_word);
    found.into_iter().filter(|word| accepts(word)).map(|word| (1, word)).collect()
}

/// Lists the words that sound like this one.
fn alike(index: &Index<'_>, word: &str, accepts: Accepts<'_>) -> Vec<(u8, String)> {
    let is_word = |word: &str| index.has_term(word);
    let found = phonetic_variants(word, is_word);
    found.into_iter().filter(|word| accepts(word)).map(|word| (2, word)).collect()
}

/// Lists the words of names and former names that are one edit away.
fn one_edit(index: &Index<'_>, word: &str, accepts: Accepts<'_>) -> Vec<(u8, String)> {
    near(index, word, 1, accepts).unwrap_or_default()
}

/// Lists the words of names and former names that are two edits away, or else words with such a beginning.
fn two_edits(index: &Index<'_>, word: &str, accepts: Accepts<'_>) -> Vec<(u8, String)> {
    let most = max_edits(word);
    if most > 1
        && let Some(mut found) = near(index, word, most, accepts)
    {
        found.retain(|(_, other)| {
            word.len() > MAX_SHORT || index.roles_of(other) == role::DEVICE || have_same_ends(word, other)
        });
        return found;
    }
    // The beginning of a medicine has no ending of one. Each pass over the dictionary takes time.
    if most == 0 || ending_of(word).is_some() {
        return Vec::new();
    }
    let mut starts = near_words(index.names.words(), word, most).with_prefix;
    starts.retain(|(distance, other)| *distance < 2 && may_be_prefix(word, other));
    nearest(starts, &|other, distance| is_likely(index, word, other, distance), accepts)
}

/// Finds the closest words of names and former names within a number of edits, if there are any.
fn near(index: &Index<'_>, word: &str, most: u8, accepts: Accepts<'_>) -> Option<Vec<(u8, String)>> {
    if most > max_edits(word) {
        return None;
    }
    let is_likely = |other: &str, distance: u8| is_likely(index, word, other, distance);
    let mut found = nearest(near_words(index.names.words(), word, most).whole, &is_likely, accepts);
    for (written, meaning) in names() {
        let distance = distance_of(word, written, most);
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
    found.retain(|(distance, other)| *distance < 2 || !is_other_medicine(word, other));
    (!found.is_empty()).then_some(found)
}

/// Reports whether a word may be written so. A word that only devices have may begin with another letter.
fn is_likely(index: &Index<'_>, word: &str, other: &str, distance: u8) -> bool {
    may_be_misspelt(word, other, distance)
        || index.roles_of(other) & (role::DEVICE | role::SUBSTANCE) == role::DEVICE
            && (distance < 2 || word.len() >= MIN_LEN_OF_DEVICE)
}

fn have_same_ends(word: &str, other: &str) -> bool {
    let ends = |word: &str| (word.bytes().next(), word.bytes().last());
    ends(word) == ends(other)
}

/// Reports whether a word with the stem of an INN is another medicine than a word: it begins otherwise, or
/// has another stem. The stem belongs to many medicines, which their beginnings distinguish.
fn is_other_medicine(word: &str, other: &str) -> bool {
    let Some(ending) = ending_of(word) else { return false };
    let start = if medicine_stem(word).is_some() { SAME_START } else { 1 };
    word.get(..start) != other.get(..start) || !other.ends_with(ending)
}

/// Finds the stem or the usual ending of a medicine with which a word ends.
fn ending_of(word: &str) -> Option<&'static str> {
    medicine_stem(word).or_else(|| ENDINGS.into_iter().find(|ending| word.ends_with(ending)))
}

fn nearest(
    mut near: Vec<(u8, String)>,
    is_likely: &dyn Fn(&str, u8) -> bool,
    accepts: Accepts<'_>,
) -> Vec<(u8, String)> {
    near.retain(|(distance, other)| *distance > 0 && is_likely(other, *distance) && accepts(other));
    closest(near)
}

fn closest(mut found: Vec<(u8, String)>) -> Vec<(u8, String)> {
    let Some(least) = found.iter().map(|(distance, _)| *distance).min() else { return found };
    found.retain(|(distance, _)| *distance == least);
    found.sort();
    found.dedup();
    found
}
