//! Parser of text from a box: cuts it into noise, sizes, forms and other parts, even if words are joined.

use super::segmentation;
use crate::quantity::{Unit, per_word};
use crate::search::box_phrases::{PhraseKind, longest};
use crate::search::clauses::{attribute_at, exclusion_at, free_at};
use crate::search::confusables;
use crate::search::correction::Correction;
use crate::search::synonyms::meanings;
use crate::text::{Token, asking_tokens, has_only_digits, is_digit, is_digit_or_point};

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
pub fn read(folded: &str, is_word: &dyn Fn(&str) -> bool) -> (Vec<Part>, Vec<Correction>) {
    if folded.split_whitespace().count() > MAX_WORDS {
        return (Vec::new(), Vec::new());
    }
    let mut reader = Reader { is_word, misread_left: MAX_MISREAD, words: Vec::new(), changes: Vec::new() };
    for chunk in folded.split_whitespace() {
        reader.add_chunk(chunk);
    }
    (parts_of(&reader.words), reader.changes)
}

/// Parses words that are already separate.
pub fn parts(words: &[&str]) -> Vec<Part> {
    let mut separate = Vec::new();
    for text in words {
        separate.push(Word { written: (*text).to_owned(), text: (*text).to_owned(), in_brackets: false });
    }
    parts_of(&separate)
}

/// Splits a text into words, and corrects those that are joined or misread.
struct Reader<'r> {
    is_word: &'r dyn Fn(&str) -> bool,
    /// The number of unknown words for which visual variants may still be tried.
    misread_left: usize,
    words: Vec<Word>,
    changes: Vec<Correction>,
}

impl Reader<'_> {
    fn add_chunk(&mut self, chunk: &str) {
        if is_between_quantities(chunk, &self.words) {
            if let Some(last) = self.words.last_mut() {
                last.text.push('/');
            }
            return;
        }
        let in_brackets = chunk.starts_with('(') && chunk.trim_end_matches([',', '.']).ends_with(')');
        for piece in pieces(chunk) {
            let read = self.read_piece(piece);
            for text in read.split(' ') {
                add_word(text, in_brackets, &mut self.words);
            }
            if read != piece {
                self.changes.push(Correction { written: piece.to_owned(), replacements: vec![read] });
            }
        }
    }

    /// Reads a piece: separates joined words, and replaces letters that are misread digits.
    fn read_piece(&mut self, piece: &str) -> String {
        if self.is_known(piece) || is_size(piece).is_some() || is_licence(piece) {
            return piece.to_owned();
        }
        if let Some(read) = confusables::quantity(piece, |unit| Unit::parse(unit).is_some()) {
            return read;
        }
        let has_digit = piece.contains(is_digit);
        if piece.ends_with("-free") || (has_digit && is_strength(piece)) {
            return piece.to_owned();
        }
        if has_digit { self.read_code(piece) } else { split_at_slash(piece) }
    }

    /// Reads letters and digits without a unit: a misread word, or words and numbers that are joined.
    fn read_code(&mut self, piece: &str) -> String {
        let is_letters = piece.bytes().all(|byte| byte.is_ascii_alphanumeric());
        if is_letters && piece.contains(|c: char| c.is_ascii_alphabetic()) && self.misread_left > 0 {
            self.misread_left -= 1;
            let variants = confusables::visual_variants(piece, |text: &str| self.is_known(text));
            if let Some(variant) = variants.into_iter().next() {
                return variant;
            }
        }
        let words = piece.replace('-', " ");
        segmentation::at_borders(&words, |text| self.is_known(text)).unwrap_or(words)
    }

    fn is_known(&self, text: &str) -> bool {
        (self.is_word)(text)
            || !meanings(text).is_empty()
            || longest(&[text]).is_some()
            || attribute_at(&[text], true).is_some()
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
    if !before.starts_with(is_digit_or_point) {
        return false;
    }
    let letters = text.find(|c: char| !c.is_alphabetic() && c != '%').unwrap_or(text.len());
    let (unit, rest) = text.split_at_checked(letters).unwrap_or((text, ""));
    let is_unit = Unit::parse(unit).is_some() && rest.strip_prefix('/').is_none_or(is_denominator);
    let is_divided = before.ends_with('/') && (is_unit || text.starts_with(is_digit));
    is_divided || (before.ends_with(is_digit) && is_unit)
}

/// Returns whether a number or a unit follows a stroke: the `m` of `1 m/r` is not a metre.
fn is_denominator(text: &str) -> bool {
    text.starts_with(is_digit) || Unit::parse(text).is_some() || per_word(text).is_some()
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
    let has_fraction = piece.len() > start.len() && start.starts_with(is_digit);
    match piece.strip_suffix(start).filter(|signs| has_fraction && signs.ends_with('.')) {
        Some(signs) => piece.get(signs.len() - 1..).unwrap_or(start),
        None => start,
    }
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
        ["1", "in", parts, ..] if parts.starts_with(is_digit) => Some((Kind::Strength, 3)),
        _ => None,
    }
}

/// Recognises an exclusion, a route, a release or `sugar free`.
///
/// Phrases of several words, such as `not for injection`, take precedence.
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
    word.contains(is_digit) && (!is_strength(word) || is_count(word))
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
        Some(size) if is_measure(size) => (Kind::Size, (*size).to_owned(), used + 1),
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
    (1..=4).contains(&text.len()) && has_only_digits(text)
}

/// Returns whether a word may be a size: a number, a volume or a mass.
fn is_measure(text: &str) -> bool {
    is_count(text) || is_volume(text)
}

/// Returns whether a word consists only of numbers, quantities and denominators such as doses or hours.
fn is_strength(text: &str) -> bool {
    let tokens = asking_tokens(text);
    for token in &tokens {
        let is_amount = match token {
            Token::Number(_) | Token::Quantity(..) => true,
            // `245h` is a code, not a strength per hour.
            Token::Word(word) => per_word(word).is_some() && text.contains('/'),
            Token::Also(_) => false,
        };
        if !is_amount {
            return false;
        }
    }
    matches!(tokens.first(), Some(Token::Number(_) | Token::Quantity(..)))
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
    match parts.as_slice() {
        ["eu", numbers @ ..] => numbers.len() > 1,
        [company, product] => {
            company.len() >= 4 && product.len() == 4 && has_only_digits(company) && has_only_digits(product)
        }
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read_as(text: &str) -> Vec<(Kind, String)> {
        let words = ["amlodipine", "tablets", "paracetamol", "ramipril", "teva", "suspension", "1a"];
        let (parts, _) = read(text, &|word| words.contains(&word));
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
    fn parses_every_notation_of_a_size() {
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
    fn joins_the_parts_of_a_strength() {
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
    fn ignores_noise_around_a_name() {
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
    fn recognises_licence_numbers() {
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
