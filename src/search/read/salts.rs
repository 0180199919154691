//! Salts of a query.

use super::Reader;
use super::costs;
use super::forms::{is_form, words_need};
use super::term::{Choice, Role, Term, Wanted};
use crate::dataset::role;
use crate::search::box_phrases::{is_salt, salts};
use crate::search::index::{Index, Need};
use crate::search::spelling::distance_of;

/// Substances of which each salt is a separate medicine.
const METALS: [&str; 14] = [
    "aluminium",
    "ammonium",
    "bismuth",
    "calcium",
    "copper",
    "ferric",
    "ferrous",
    "iron",
    "lithium",
    "magnesium",
    "potassium",
    "silver",
    "sodium",
    "zinc",
];
/// Salts of metals that are medicines, and not salts of others: sodium chloride next to diclofenac is a
/// second medicine.
const OF_METALS: [&str; 7] =
    ["bicarbonate", "carbonate", "chloride", "fluoride", "hydroxide", "oxide", "sulfate"];
/// Esters that are separate medicines: a depot, or another potency. Where names state one, no other name is
/// meant.
const ESTERS: [&str; 21] = [
    "aceponate",
    "acetonide",
    "alafenamide",
    "butyrate",
    "decanoate",
    "dinitrate",
    "dipropionate",
    "disoproxil",
    "embonate",
    "enantate",
    "furoate",
    "hexacetonide",
    "hexanoate",
    "mononitrate",
    "palmitate",
    "pamoate",
    "pivalate",
    "propionate",
    "trinitrate",
    "undecanoate",
    "valerate",
];
/// Signs between two medicines.
const SEPARATORS: [char; 5] = [',', '+', '/', '&', ';'];
/// The minimum length of a misspelt salt, and its maximum number of edits.
const MIN_MISSPELT_SALT: usize = 6;
const EDITS: u8 = 2;

/// Reports whether a salt is a separate medicine where names state it.
fn is_ester(word: &str) -> bool {
    ESTERS.contains(&word)
}

pub fn is_metal(word: &str) -> bool {
    METALS.contains(&word)
}

/// Reports whether a word is like a salt that is in no list, such as `palmitate`, and no medicine.
fn is_like_salt(index: &Index<'_>, word: &str) -> bool {
    let ends = word.len() > MIN_MISSPELT_SALT && (word.ends_with("ate") || word.ends_with("ide"));
    let is_medicine =
        index.roles_of(word) & role::MEDICINE != 0 || index.dataset.medicine_names().contains(word);
    ends && !is_medicine && !is_form(word)
}

/// Reads the term of the salt of the substance before a word: one of the list, a misspelt one, or another
/// one.
pub fn salt_at(reader: &Reader<'_, '_>, word: &str) -> Option<Term> {
    if !follows_substance(reader) {
        return None;
    }
    if is_salt(word) {
        return Some(salt_term(reader, word, &[]));
    }
    let misspelt = if reader.index.has_term(word) { None } else { misspelt_salt(reader, word) };
    misspelt.or_else(|| is_like_salt(reader.index, word).then(|| stated_salt(reader, word)))
}

/// Reports whether the current word states the salt of the substance before it.
pub fn follows_substance(reader: &Reader<'_, '_>) -> bool {
    // `as` before a salt refers to the medicine.
    if reader.text_before() == "as" && reader.has_medicine() {
        return true;
    }
    let is_substance =
        |last: &Term| matches!(last.role, Role::Medicine | Role::Salt) && !last.may_be_supplier();
    let is_of_metal = is_metal(reader.text_at(0)) && OF_METALS.contains(&reader.text_at(1));
    reader.terms.last().is_some_and(is_substance) && !is_of_metal && !follows_separator(reader)
}

fn follows_separator(reader: &Reader<'_, '_>) -> bool {
    let before = reader.at.checked_sub(1).and_then(|at| reader.words.get(at)).map_or(0, |word| word.end);
    let start = reader.word_at(0).map_or(before, |word| word.start);
    reader.text.get(before..start).is_some_and(|between| between.contains(SEPARATORS))
}

pub fn follows_metal(reader: &Reader<'_, '_>) -> bool {
    reader.terms.last().is_some_and(|last| last.role != Role::Salt && is_metal(&last.written))
}

/// Builds the term of a salt after its substance. If no pack of the substance states it, packs that state
/// none are meant. Packs of another salt are not.
pub fn salt_term(reader: &Reader<'_, '_>, written: &str, meanings: &[&str]) -> Term {
    let is_named = |salt: &&str| *salt == written || meanings.contains(salt);
    let named = meanings.iter().chain([&written]).map(|salt| words_need(salt)).collect();
    let mut choices = vec![Choice::typed(Need::Any(named))];
    if !follows_metal(reader) {
        let others = Need::Any(salts().filter(|salt| !is_named(salt)).map(Need::term).collect());
        let without = Wanted::Without(others, "without");
        choices.push(Choice::at(costs::SALT_NOT_STATED, without).read_as(Vec::new()));
    }
    Term { is_required: true, ..Term::new(written, Role::Salt, choices) }
}

/// Builds the term of a salt that is in no list: names state it, or no pack is meant.
fn stated_salt(reader: &Reader<'_, '_>, written: &str) -> Term {
    let mut term = salt_term(reader, written, &[]);
    term.choices.truncate(1);
    term
}

/// Reads the term of a misspelt salt.
fn misspelt_salt(reader: &Reader<'_, '_>, word: &str) -> Option<Term> {
    let (distance, salt) = nearest_salt(word)?;
    let mut term = salt_term(reader, word, &[salt]);
    let first = term.choices.first_mut()?;
    first.cost = first_cost(distance);
    first.read_as = Some(vec![salt.to_owned()]);
    match term.choices.get_mut(1) {
        Some(without) if distance < EDITS && !is_ester(salt) => without.cost += first_cost(distance),
        // Packs that do not state what a far word may mean are not an answer.
        _ => term.choices.truncate(1),
    }
    Some(term)
}

fn first_cost(distance: u8) -> u32 {
    costs::EDIT * u32::from(distance)
}

/// Finds the only salt with the smallest number of edits.
fn nearest_salt(word: &str) -> Option<(u8, &'static str)> {
    if word.len() < MIN_MISSPELT_SALT || !word.bytes().all(|byte| byte.is_ascii_lowercase()) {
        return None;
    }
    let mut near: Vec<(u8, &str)> = salts().map(|salt| (distance_of(word, salt, EDITS), salt)).collect();
    near.retain(|(distance, _)| *distance <= EDITS);
    near.sort_unstable();
    match near.as_slice() {
        [(least, _), (next, _), ..] if least == next => None,
        [nearest, ..] => Some(*nearest),
        [] => None,
    }
}
