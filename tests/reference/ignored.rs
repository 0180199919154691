//! What a search may not ignore.

use super::answer::{Piece, pieces};
use super::index::Index;
use super::packs::IndexedPack;
use super::parser::attribute;
use super::tables::{NEGATIONS, PhraseKind, combinations_of, phrase, synonyms_of};
use super::token_clauses::is_roman_numeral;
use super::tokens::tokenise;
use super::units::{unit_of, units_with_prefix};

/// Returns the pieces that are no part of a combination which the text names: boxes of co-codamol list codeine and paracetamol.
pub fn without_parts_of_combinations(ignored: &[Piece], text: &str) -> Vec<Piece> {
    let all = pieces(text);
    let is_part = |piece: &&Piece| {
        combinations_of(&piece.text).iter().any(|name| all.iter().any(|other| other.text == *name))
    };
    ignored.iter().filter(|piece| !is_part(piece)).cloned().collect()
}

/// Returns an ignored word that is the start of a unit after a number: `500 mic`.
pub fn unfinished_unit<'p>(text: &str, ignored: &'p [Piece]) -> Option<&'p str> {
    let first = ignored.first()?.text.as_str();
    let is_number = |text: &str| text.chars().all(|one| one.is_ascii_digit() || one == '.');
    let follows_number =
        pieces(text).windows(2).any(|pair| is_number(&pair[0].text) && pair[1].text == first);
    let is_begun = follows_number && !units_with_prefix(first).is_empty() && phrase(first).is_none();
    is_begun.then_some(first)
}

/// Returns whether a number is written as a size: `(28)`, or before a form.
pub fn is_written_as_size(text: &str, number: &str) -> bool {
    let pieces = pieces(text);
    let is_before_form = |pair: &[Piece]| pair[0].text == number && super::exact::is_form(&pair[1].text);
    text.contains(&format!("({number})")) || pieces.windows(2).any(is_before_form)
}

/// Returns why a part of a query may not be ignored.
pub fn why_not_ignored(ignored: &[Piece], index: &Index, has_strength: bool) -> Option<&'static str> {
    let mut at = 0;
    while at < ignored.len() {
        let is_substance = |text: &str| text.len() >= 4 && text.chars().all(|one| one.is_ascii_lowercase());
        let is_salt = |at: usize| ignored.get(at).is_some_and(|next| is_substance(&next.text));
        // `amlodipine (as besilate)`.
        let len = if ignored[at].text == "as" && (is_salt(at + 1) || (at > 0 && is_salt(at - 1))) {
            2
        } else {
            phrase_len(&ignored[at..])
        };
        if len < 2
            && let Some(reason) = why_kept(ignored, at, index, has_strength)
        {
            return Some(reason);
        }
        at += len.max(1);
    }
    None
}

/// Returns how many words the longest phrase of a box has here.
fn phrase_len(pieces: &[Piece]) -> usize {
    let text =
        |len: usize| pieces[..len].iter().map(|piece| piece.text.as_str()).collect::<Vec<_>>().join(" ");
    // The letter of `vit d` is no word of its own.
    let is_one =
        |len: &usize| phrase(&text(*len)).is_some() || (*len == 2 && !synonyms_of(&text(2)).is_empty());
    (1..=pieces.len()).rev().find(is_one).unwrap_or(0)
}

fn why_kept(ignored: &[Piece], at: usize, index: &Index, has_strength: bool) -> Option<&'static str> {
    let word = ignored[at].text.as_str();
    let tokens = tokenise(&word.chars().collect::<Vec<_>>());
    let has_amount =
        tokens.iter().any(|token| token.quantity().is_some_and(|quantity| quantity.unit.is_strength));
    let is_only_number =
        !has_strength && ignored.len() == 1 && tokens.iter().any(|token| token.number().is_some());
    let is_beside_number = |at: usize| {
        ignored.get(at).is_some_and(|piece| piece.text.starts_with(|one: char| one.is_ascii_digit()))
    };
    let is_times = word == "x" && (is_beside_number(at + 1) || (at > 0 && is_beside_number(at - 1)));
    let is_in_table = phrase(word).is_some();
    if has_amount {
        return Some("it is a strength");
    }
    if is_only_number && word.chars().all(|one| one.is_ascii_digit()) {
        return Some("it is the only number");
    }
    if NEGATIONS.contains(&word) && at + 1 < ignored.len() && !is_beside_number(at + 1) {
        return Some("it excludes something");
    }
    if attribute(word).is_some() && !is_in_table {
        return Some("it is a route or release");
    }
    if phrase(word) == Some(PhraseKind::Doubt) && !is_times {
        return Some("it has several meanings");
    }
    if (is_single_letter(word) || is_roman_numeral(word)) && !is_in_table && !is_times {
        return Some("it is a single letter or a Roman numeral");
    }
    (!is_in_table && is_medicine(word, index)).then_some("it is a medicine")
}

fn is_single_letter(word: &str) -> bool {
    word.chars().count() == 1 && word.starts_with(char::is_alphabetic)
}

/// Returns whether a word surely names a medicine: generic names begin with it, or it is the name of one anywhere.
fn is_medicine(word: &str, index: &Index) -> bool {
    let is_tail_word = |pack: &IndexedPack| pack.tail.words.contains(word);
    let is_supplier = index.packs.iter().any(is_tail_word);
    let begins_generic = word.len() >= 3 && !is_supplier && index.begins_generic_name(word);
    let is_complete = index.only_second_word(word).is_none();
    // Generic names have units, too: `10mg/ml`.
    let is_generic = index.generic_words.contains(word) && unit_of(word).is_none();
    index.is_medicine_name(word) || is_generic || (begins_generic && is_complete)
}
