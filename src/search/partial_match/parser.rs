//! Parser of text from a box: cuts it into noise, sizes, forms and other parts, even if words are joined.

use std::cell::Cell;

use super::segmentation;
use crate::quantity::{Unit, per_word};
use crate::search::box_phrases::{PhraseKind, longest};
use crate::search::clauses::{attribute_at, exclusion_at, free_at};
use crate::search::confusables;
use crate::search::correction::Correction;
use crate::search::synonyms::meanings;
use crate::text::{Token, asking_tokens};

/// The maximum number of words in a text. A box has fewer.
const MAX_WORDS: usize = 40;
/// The maximum number of unknown words for which visual variants are tried. Each has many.
const MAX_MISREAD: usize = 4;

/// The kind of a part.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    Noise,
    Size,
    Form,
    Detail,
    Salt,
    /// A route or a release characteristic.
    Attribute,
    /// An exclusion.
    Exclusion,
    /// An abbreviation that may mean a medicine, strength or route.
    Doubt,
    /// Numbers and units.
    Strength,
    /// Any other word.
    Word,
}

/// Some words of a text that belong together.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Part {
    /// The words as typed, but folded and without punctuation around them.
    pub written: String,
    /// The words as they were read.
    pub text: String,
    pub kind: Kind,
}

/// A word without a kind.
struct Word {
    written: String,
    text: String,
    in_brackets: bool,
}

/// Parses a folded text. Also returns the words that were read differently.
pub fn read(folded: &str, is_word: impl Fn(&str) -> bool) -> (Vec<Part>, Vec<Correction>) {
    let mut changes = Vec::new();
    let mut words = Vec::new();
    if folded.split_whitespace().count() > MAX_WORDS {
        return (Vec::new(), changes);
    }
    let left = Cell::new(MAX_MISREAD);
    let seen = |piece: &str, is_known: &dyn Fn(&str) -> bool| {
        left.set(left.get().checked_sub(1)?);
        confusables::visual_variants(piece, is_known).into_iter().next()
    };
    for chunk in folded.split_whitespace() {
        add_words(chunk, &|piece| read_piece(piece, &is_word, &seen), &mut words, &mut changes);
    }
    (parts_of(&words), changes)
}

/// Parses words that are already separate.
pub fn parts(words: &[&str]) -> Vec<Part> {
    let word =
        |text: &&str| Word { written: (*text).to_owned(), text: (*text).to_owned(), in_brackets: false };
    parts_of(&words.iter().map(word).collect::<Vec<_>>())
}

fn add_words(
    chunk: &str,
    read_piece: &impl Fn(&str) -> String,
    words: &mut Vec<Word>,
    changes: &mut Vec<Correction>,
) {
    let in_brackets = chunk.starts_with('(') && chunk.trim_end_matches([',', '.']).ends_with(')');
    if is_between_quantities(chunk, words) {
        words.iter_mut().last().into_iter().for_each(|word| word.text.push('/'));
        return;
    }
    for piece in pieces(chunk) {
        let read = read_piece(piece);
        if read != piece {
            changes.push(Correction { written: piece.to_owned(), replacements: vec![read.clone()] });
        }
        for text in read.split(' ') {
            add_word(text, in_brackets, words);
        }
    }
}

/// Returns whether a chunk is the stroke of `10 mg / 5 ml`.
fn is_between_quantities(chunk: &str, words: &[Word]) -> bool {
    matches!(chunk, "/" | "per") && words.last().is_some_and(|word| is_quantity(&word.text))
}

/// Adds a word. The unit or the denominator of a number is appended to the number.
fn add_word(text: &str, in_brackets: bool, words: &mut Vec<Word>) {
    match words.last_mut() {
        Some(last) if goes_on(&last.text, text) => {
            last.text.push_str(text);
            last.written = format!("{} {text}", last.written);
        }
        _ => words.push(Word { written: text.to_owned(), text: text.to_owned(), in_brackets }),
    }
}

fn goes_on(before: &str, text: &str) -> bool {
    let letters = text.find(|c: char| !c.is_alphabetic() && c != '%').unwrap_or(text.len());
    let (unit, rest) = text.split_at_checked(letters).unwrap_or((text, ""));
    // `1 m/r` is not a metre: only a number or a denominator follows a stroke.
    let is_divisor = |rest: &str| {
        rest.starts_with(|c: char| c.is_ascii_digit())
            || Unit::parse(rest).is_some()
            || per_word(rest).is_some()
    };
    let is_unit = Unit::parse(unit).is_some() && rest.strip_prefix('/').is_none_or(is_divisor);
    let is_numeric = before.starts_with(|c: char| c.is_ascii_digit() || c == '.');
    let is_open = before.ends_with(|c: char| c.is_ascii_digit()) && is_unit;
    let is_divided = before.ends_with('/') && (is_unit || text.starts_with(|c: char| c.is_ascii_digit()));
    is_numeric && (is_open || is_divided)
}

/// Splits a chunk at brackets, commas and other signs. A comma between digits is not a separator.
fn pieces(chunk: &str) -> impl Iterator<Item = &str> {
    let is_digit = |place: usize| chunk.as_bytes().get(place).is_some_and(u8::is_ascii_digit);
    let mut next = 0;
    let is_sign = move |c: char| {
        let place = next;
        next += c.len_utf8();
        let is_in_number = c == ',' && is_digit(place.wrapping_sub(1)) && is_digit(next);
        !is_in_number && matches!(c, ',' | ';' | '|' | '(' | ')' | '[' | ']' | '+' | ':' | '®' | '™')
    };
    chunk.split(is_sign).map(trimmed).filter(|piece| !piece.is_empty())
}

fn trimmed(piece: &str) -> &str {
    let piece = piece.trim_end_matches(|c: char| !c.is_alphanumeric() && c != '%');
    let start = piece.trim_start_matches(|c: char| !c.is_alphanumeric() && c != '%');
    let has_fraction = piece.len() > start.len() && start.starts_with(|c: char| c.is_ascii_digit());
    match piece.strip_suffix(start).filter(|signs| has_fraction && signs.ends_with('.')) {
        Some(signs) => piece.get(signs.len() - 1..).unwrap_or(start),
        None => start,
    }
}

/// Reads a piece: separates joined words, and replaces letters that are misread digits.
fn read_piece(
    piece: &str,
    is_word: &impl Fn(&str) -> bool,
    seen: &impl Fn(&str, &dyn Fn(&str) -> bool) -> Option<String>,
) -> String {
    let is_known = |text: &str| {
        is_word(text)
            || !meanings(text).is_empty()
            || longest(&[text]).is_some()
            || attribute_at(&[text], true).is_some()
    };
    if is_known(piece) || is_size(piece).is_some() || is_licence(piece) {
        return piece.to_owned();
    }
    if let Some(read) = confusables::quantity(piece, |unit| Unit::parse(unit).is_some()) {
        return read;
    }
    let has = |is_one: fn(&u8) -> bool| piece.as_bytes().iter().any(is_one);
    if !has(u8::is_ascii_digit) {
        return if piece.ends_with("-free") { piece.to_owned() } else { split_at_slash(piece) };
    }
    if is_strength(piece) || piece.ends_with("-free") {
        return piece.to_owned();
    }
    let is_letters = piece.bytes().all(|byte| byte.is_ascii_alphanumeric());
    let seen = if is_letters && has(u8::is_ascii_alphabetic) { seen(piece, &is_known) } else { None };
    let hyphens_split = piece.replace('-', " ");
    seen.or_else(|| segmentation::at_borders(&hyphens_split, is_known)).unwrap_or(hyphens_split)
}

/// Splits `injection/infusion`, unless a side has only one or two letters.
fn split_at_slash(piece: &str) -> String {
    match piece.split_once('/') {
        Some((one, other)) if one.len() > 2 && other.len() > 2 => [one, other].join(" "),
        _ => piece.to_owned(),
    }
}

fn parts_of(words: &[Word]) -> Vec<Part> {
    let texts: Vec<&str> = words.iter().map(|word| word.text.as_str()).collect();
    let mut parts: Vec<Part> = Vec::new();
    let mut at = 0;
    while let Some(rest) = texts.get(at..).filter(|rest| !rest.is_empty()) {
        let has_strength = parts.iter().any(|part| part.kind == Kind::Strength);
        let in_brackets = words.get(at).is_some_and(|word| word.in_brackets);
        let (kind, text, used) = part(rest, has_strength, in_brackets);
        let written: Vec<&str> = words.iter().skip(at).take(used).map(|word| word.written.as_str()).collect();
        parts.push(Part { written: written.join(" "), text, kind });
        at += used.max(1);
    }
    parts
}

/// Returns the kind of the first part, its text, and its number of words. The first rule that applies
/// decides.
fn part(words: &[&str], has_strength: bool, in_brackets: bool) -> (Kind, String, usize) {
    let text = |used: usize| words.get(..used).unwrap_or(words).join(" ");
    if let Some((kind, used)) = licence_or_one_in(words).or_else(|| stated_part(words)) {
        return (kind, text(used), used);
    }
    if let Some((size, used)) = size(words, has_strength, in_brackets) {
        return (Kind::Size, size, used);
    }
    if let Some((PhraseKind::Size, used)) = longest(words) {
        return size_after_phrase(words, used);
    }
    let (kind, used) = phrase_part(words).unwrap_or_else(|| (word_kind(words), 1));
    (kind, text(used), used)
}

/// Recognises a licence number, `as` before a salt, or `1 in 1000`.
fn licence_or_one_in(words: &[&str]) -> Option<(Kind, usize)> {
    match words {
        [first, ..] if is_licence(first) => Some((Kind::Noise, 1)),
        ["as", next, ..] if names_substance(next) => Some((Kind::Noise, 1)),
        ["1", "in", parts, ..] if parts.starts_with(|c: char| c.is_ascii_digit()) => {
            Some((Kind::Strength, 3))
        }
        _ => None,
    }
}

/// Recognises an exclusion, a route, a release or `sugar free`.
///
/// FrontCodedNames of several words, such as `not for injection`, take precedence.
fn stated_part(words: &[&str]) -> Option<(Kind, usize)> {
    if longest(words).is_some_and(|(_, used)| used > 1) {
        return None;
    }
    if let Some((_, used)) = exclusion_at(words) {
        return Some((Kind::Exclusion, used));
    }
    let (_, used) = attribute_at(words, true).or_else(|| free_at(words))?;
    Some((Kind::Attribute, used))
}

/// Recognises the longest phrase of the table.
fn phrase_part(words: &[&str]) -> Option<(Kind, usize)> {
    let (phrase, used) = longest(words)?;
    let kind = match phrase {
        PhraseKind::Form => Kind::Form,
        PhraseKind::Detail => Kind::Detail,
        PhraseKind::Salt => Kind::Salt,
        PhraseKind::Doubt => Kind::Doubt,
        PhraseKind::Noise | PhraseKind::Container | PhraseKind::Size => Kind::Noise,
        PhraseKind::Code => {
            return Some((
                Kind::Noise,
                used + usize::from(words.get(used).is_some_and(|code| is_code(code))),
            ));
        }
    };
    Some((kind, used))
}

/// Returns whether a word is the code that `lot` or a similar word announces.
fn is_code(word: &str) -> bool {
    word.bytes().any(|byte| byte.is_ascii_digit()) && (!is_strength(word) || is_count(word))
}

/// Returns the kind of a first word that begins no phrase.
fn word_kind(words: &[&str]) -> Kind {
    let first = words.first().copied().unwrap_or("");
    match is_strength(first) {
        true if is_count(first) && is_container(words.get(1..)) => Kind::Noise,
        true => Kind::Strength,
        false => Kind::Word,
    }
}

/// Returns whether a word after `as` is a substance or a salt, as in `(as hydrochloride)`.
///
/// `as` before a number may mean the left ear.
fn names_substance(word: &str) -> bool {
    word.len() >= MIN_SUBSTANCE_LEN && word.bytes().all(|byte| byte.is_ascii_lowercase())
}

/// The minimum length of a substance's name.
const MIN_SUBSTANCE_LEN: usize = 4;

/// Returns the size of `pack of 28`. Without a number after it, the phrase is noise.
fn size_after_phrase(words: &[&str], used: usize) -> (Kind, String, usize) {
    match words.get(used) {
        Some(size) if is_count(size) || is_quantity(size) => (Kind::Size, (*size).to_owned(), used + 1),
        _ => (Kind::Noise, words.get(..used).unwrap_or(words).join(" "), used),
    }
}

/// Returns a size and its number of words.
///
/// Sizes are `x28`, `28's`, `(28)`, `1 x 28`, `28 tablets`, `30 pack` and `100ml bottle`. A volume after a
/// strength is a size, and so is a final number.
fn size(words: &[&str], has_strength: bool, in_brackets: bool) -> Option<(String, usize)> {
    let (first, following) = words.split_first()?;
    let one = |size: &str| Some((size.to_owned(), 1));
    if let Some(size) = is_size(first) {
        return one(size);
    }
    match words {
        ["1", "x", size, ..] if is_measure(size) => return Some(((*size).to_owned(), 3)),
        ["x", size, ..] if is_measure(size) => return Some(((*size).to_owned(), 2)),
        [size, "x", ..] if is_count(size) => return Some(((*size).to_owned(), 2)),
        _ => {}
    }
    let next = longest(following).map(|(kind, _)| kind);
    let is_filled = next == Some(PhraseKind::Container);
    let is_first_size = match (is_count(first), is_volume(first)) {
        (true, _) => {
            let is_pack =
                is_filled && *first != "1" && following.first().is_some_and(|word| !word.ends_with('s'));
            let is_last = has_strength && following.is_empty();
            in_brackets || is_pack || is_last || next == Some(PhraseKind::Form)
        }
        (_, true) => is_filled || has_strength,
        _ => false,
    };
    // A container belongs to the size, a form does not.
    let used = 1 + usize::from(is_filled);
    is_first_size.then(|| ((*first).to_owned(), used))
}

/// Returns the number of `x28`, `28x`, `28s` or `28's`.
fn is_size(text: &str) -> Option<&str> {
    let ends = ["'s", "’s", "s", "x"].into_iter().find_map(|end| text.strip_suffix(end));
    text.strip_prefix('x').or(ends).filter(|number| is_count(number))
}

fn is_count(text: &str) -> bool {
    (1..=4).contains(&text.len()) && text.bytes().all(|byte| byte.is_ascii_digit())
}

/// Returns whether a word may be a size: a number, a volume or a mass.
fn is_measure(text: &str) -> bool {
    is_count(text) || is_volume(text)
}

/// Returns whether a word consists only of numbers, quantities and denominators such as doses or hours.
fn is_strength(text: &str) -> bool {
    let tokens = asking_tokens(text);
    let is_amount = |token: &Token| match token {
        Token::Number(_) | Token::Quantity(..) => true,
        // `245h` is a code, not a strength per hour.
        Token::Word(word) => per_word(word).is_some() && text.contains('/'),
        Token::Also(_) => false,
    };
    tokens.first().is_some_and(|first| !matches!(first, Token::Word(_))) && tokens.iter().all(is_amount)
}

fn is_quantity(text: &str) -> bool {
    matches!(asking_tokens(text).as_slice(), [Token::Quantity(..)])
}

fn is_volume(text: &str) -> bool {
    matches!(asking_tokens(text).as_slice(), [Token::Quantity(_, unit)] if ["ml", "g", "litre"].contains(&unit.name()))
}

fn is_container(words: Option<&[&str]>) -> bool {
    words.and_then(longest).is_some_and(|(kind, _)| matches!(kind, PhraseKind::Container | PhraseKind::Size))
}

/// Returns whether a word is a licence number: `12345/0001`, `EU/1/01/123/004`.
fn is_licence(text: &str) -> bool {
    let parts: Vec<&str> = text.split('/').collect();
    let are_digits = |parts: &[&str]| {
        parts.iter().all(|part| !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_digit()))
    };
    match parts.as_slice() {
        ["eu", numbers @ ..] => numbers.len() > 1,
        [company, product] => company.len() >= 4 && product.len() == 4 && are_digits(&parts),
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read_as(text: &str) -> Vec<(Kind, String)> {
        let words = ["amlodipine", "tablets", "paracetamol", "ramipril", "teva", "suspension", "1a"];
        let (parts, _) = read(text, |word| words.contains(&word));
        parts
            .into_iter()
            .map(|part| (part.kind, part.text))
            .filter(|(kind, _)| *kind != Kind::Noise)
            .collect()
    }

    fn of_kind(text: &str, expected: Kind) -> Vec<String> {
        read_as(text).into_iter().filter(|(kind, _)| *kind == expected).map(|(_, text)| text).collect()
    }

    #[test]
    fn sizes_are_read_however_they_are_written() {
        for text in [
            "x28",
            "x 28",
            "28x",
            "28 x",
            "28s",
            "28's",
            "(28)",
            "pack of 28",
            "28 pack",
            "28-pack",
            "box of 28",
            "28 tablets",
            "1 x 28",
            "28",
        ] {
            assert_eq!(of_kind(&format!("amlodipine 5mg {text}"), Kind::Size), ["28"], "{text}");
            assert_eq!(of_kind(&format!("amlodipine 5mg {text}"), Kind::Strength), ["5mg"], "{text}");
        }
        assert_eq!(of_kind("paracetamol 250mg/5ml suspension 100ml bottle", Kind::Size), ["100ml"]);
        assert_eq!(of_kind("28 x amlodipine 5mg", Kind::Size), ["28"]);
        assert!(of_kind("2 boxes of amlodipine 5mg", Kind::Size).is_empty());
        assert!(of_kind("amlodipine 5", Kind::Size).is_empty());
    }

    #[test]
    fn strengths_are_put_together() {
        for (text, strength) in [
            ("5 mg", "5mg"),
            ("250 mg/5 ml", "250mg/5ml"),
            ("250 mg / 5 ml", "250mg/5ml"),
            ("10 mg per ml", "10mg/ml"),
            ("5oomg", "500mg"),
            ("1 in 1000", "1 in 1000"),
            (".5 mg", ".5mg"),
            ("2 %", "2%"),
        ] {
            assert_eq!(of_kind(&format!("paracetamol {text}"), Kind::Strength), [strength]);
        }
    }

    #[test]
    fn what_is_said_around_a_name_is_noise() {
        let word = |text: &str| (Kind::Word, text.to_owned());
        let form = |text: &str| (Kind::Form, text.to_owned());
        let strength = |text: &str| (Kind::Strength, text.to_owned());
        assert_eq!(
            read_as("a box of ramipril 5mg tablets from teva, please. pl 12345/0001 pom eu/1/01/123/004"),
            [word("ramipril"), strength("5mg"), form("tablets"), word("teva")]
        );
        assert_eq!(
            read_as("paracetamol500mgtablets"),
            [word("paracetamol"), strength("500mg"), form("tablets")]
        );
        assert_eq!(read_as("cream/tablets"), [form("cream"), form("tablets")]);
    }

    #[test]
    fn numbers_of_licences_are_told_from_other_numbers() {
        for (text, is_one) in [
            ("12345/0001", true),
            ("eu/1/01/123/004", true),
            ("123/0001", false),
            ("12345/001", false),
            ("12a45/0001", false),
            ("12345/0001/1", false),
            ("eu/1", false),
        ] {
            assert_eq!(is_licence(text), is_one, "{text}");
        }
    }
}
