//! Words, numbers and abbreviations that are written without a space between them:
//! `paracetamol500mgtablets`.

use super::forms::is_form;
use crate::attributes::requested_by;
use crate::quantity::{Unit, per_word};
use crate::search::spelling::visual_variants;
use crate::search::synonyms::meanings;

/// The length of `xiii`.
const MAX_NUMERAL_LEN: usize = 4;

/// Abbreviations of releases that may follow a word or an amount directly.
const RELEASES: [&str; 12] = ["m/r", "e/c", "s/r", "x/l", "retard", "mr", "xl", "sr", "cr", "ec", "la", "xr"];
/// The same, where a word of names may end so.
const PROLONGED: [&str; 2] = ["pr", "er"];
/// The minimum length of a word before an abbreviation or a number.
const MIN_LEN: usize = 4;
/// A longer word is a code.
const MAX_SEPARATED_LEN: usize = 80;

/// A run of characters of one kind.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Letters,
    Number,
    Sign,
}

/// Splits a word where other words, amounts or abbreviations begin. `is_word` knows the words of names.
pub fn separate(chunk: &str, is_word: &dyn Fn(&str) -> bool) -> String {
    if chunk.len() > MAX_SEPARATED_LEN || is_word(chunk) || is_form(chunk) || is_misread(chunk, is_word) {
        return chunk.to_owned();
    }
    let knows = |word: &str| {
        is_word(word) || is_form(word) || requested_by(&[word], true).is_some() || !meanings(word).is_empty()
    };
    let runs = runs(chunk);
    let mut text = String::with_capacity(chunk.len() + 8);
    for (at, (kind, run)) in runs.iter().enumerate() {
        let before = at.checked_sub(1).and_then(|at| runs.get(at)).copied();
        let after = runs.get(at + 1).copied();
        match kind {
            Kind::Letters => letters(run, before, &knows, &mut text),
            Kind::Number => number(run, before, &knows, &mut text),
            Kind::Sign => sign(run, before, after, &text, &knows).append_to(&mut text, run),
        }
    }
    text
}

/// Reports whether a digit stands for a letter: `neb1volol`.
fn is_misread(chunk: &str, is_word: &dyn Fn(&str) -> bool) -> bool {
    chunk.contains(|c: char| c.is_ascii_digit())
        && chunk.chars().all(char::is_alphanumeric)
        && !visual_variants(chunk, is_word).is_empty()
}

fn runs(chunk: &str) -> Vec<(Kind, &str)> {
    let mut runs = Vec::new();
    let mut rest = chunk;
    while let Some(first) = rest.chars().next() {
        let kind = kind_of(first);
        let mut len = first.len_utf8();
        for c in rest.chars().skip(1) {
            let is_inside = kind == Kind::Number && matches!(c, '.' | ',') && continues_number(rest, len);
            if kind == Kind::Sign || (kind_of(c) != kind && !is_inside) {
                break;
            }
            len += c.len_utf8();
        }
        let (run, following) = rest.split_at_checked(len).unwrap_or((rest, ""));
        runs.push((kind, run));
        rest = following;
    }
    runs
}

/// Reports whether a digit follows the point or comma at a position.
fn continues_number(text: &str, at: usize) -> bool {
    text.as_bytes().get(at + 1).is_some_and(u8::is_ascii_digit)
}

fn kind_of(c: char) -> Kind {
    if c.is_ascii_digit() {
        Kind::Number
    } else if c.is_alphabetic() {
        Kind::Letters
    } else {
        Kind::Sign
    }
}

/// Adds letters. After a number they are a unit, a unit with a word, or a word.
fn letters(run: &str, before: Option<(Kind, &str)>, knows: &dyn Fn(&str) -> bool, text: &mut String) {
    let follows_number = matches!(before, Some((Kind::Number, _)));
    let follows_percent = matches!(before, Some((Kind::Sign, "%")));
    if follows_number && Unit::parse(run).is_none() {
        if let Some((unit, word)) = unit_and_word(run, knows) {
            return text.push_str(&format!("{unit} {}", glued(word)));
        }
        if (run.len() >= MIN_LEN || is_form(run)) && knows(run) {
            text.push(' ');
        }
    }
    if follows_percent && run.len() >= MIN_LEN && knows(run) {
        text.push(' ');
    }
    match word_and_release(run, knows) {
        Some((word, release)) => text.push_str(&format!("{word} {}", glued(release))),
        None => text.push_str(run),
    }
}

/// Finds the meaning of an abbreviation behind a word or a unit: there, `pr` is never per rectum.
fn glued(release: &str) -> &str {
    if release == "pr" { "prolonged-release" } else { release }
}

/// Splits letters into a unit and a known word: `mgcapsules`, `mgsr`.
fn unit_and_word<'r>(run: &'r str, knows: &dyn Fn(&str) -> bool) -> Option<(&'r str, &'r str)> {
    for len in (1..run.len()).rev() {
        let (unit, word) = run.split_at_checked(len)?;
        if Unit::parse(unit).is_some() && word.len() > 1 && (knows(word) || PROLONGED.contains(&word)) {
            return Some((unit, word));
        }
    }
    None
}

/// Splits letters into a known word and the abbreviation of a release.
fn word_and_release<'r>(run: &'r str, knows: &dyn Fn(&str) -> bool) -> Option<(&'r str, &'r str)> {
    if knows(run) {
        return None;
    }
    for release in RELEASES.iter().chain(&PROLONGED) {
        if let Some(word) = run.strip_suffix(release)
            && word.len() >= MIN_LEN
            && knows(word)
        {
            return Some((word, release));
        }
    }
    None
}

/// Adds a number. A known word before it is a separate word.
fn number(run: &str, before: Option<(Kind, &str)>, knows: &dyn Fn(&str) -> bool, text: &mut String) {
    if let Some((Kind::Letters, word)) = before {
        let is_release = word.len() > 1 && requested_by(&[word], true).is_some();
        let ends_with_word = text.rsplit(' ').next().is_some_and(|last| last.len() >= MIN_LEN && knows(last));
        if word == "pr" && text.rsplit(' ').next() == Some("pr") {
            // Before a number, it is not per rectum either.
            text.truncate(text.len() - "pr".len());
            text.push_str("prolonged-release ");
        } else if ends_with_word
            || is_release
            || text.ends_with(|c: char| c.is_alphabetic()) && text.contains(' ')
        {
            text.push(' ');
        }
    }
    text.push_str(run);
}

/// What becomes of a sign.
enum Sign {
    Kept,
    Space,
}

impl Sign {
    fn append_to(self, text: &mut String, sign: &str) {
        match self {
            Sign::Kept => text.push_str(sign),
            Sign::Space => text.push(' '),
        }
    }
}

/// Decides about the sign between two runs.
fn sign(
    run: &str,
    before: Option<(Kind, &str)>,
    after: Option<(Kind, &str)>,
    text: &str,
    knows: &dyn Fn(&str) -> bool,
) -> Sign {
    let (Some((before, one)), Some((after, other))) = (before, after) else { return Sign::Kept };
    let are_words = before == Kind::Letters && after == Kind::Letters && one.len() > 2 && other.len() > 2;
    match run {
        "_" if before == Kind::Number && after == Kind::Number => Sign::Kept,
        "_" => Sign::Space,
        "." if are_words => Sign::Space,
        // A word before a number, but not the denominator of an amount.
        "." | "-" | "/"
            if before == Kind::Letters
                && after == Kind::Number
                && !ends_with_amount(text)
                && (one.len() >= MIN_LEN || is_form(one))
                && !is_denominator(one) =>
        {
            Sign::Space
        }
        "-" | "." | "/"
            if before == Kind::Letters
                && after == Kind::Letters
                && ends_with_amount(text)
                && other.len() > 2
                && knows(other)
                && !is_denominator(other) =>
        {
            Sign::Space
        }
        _ => Sign::Kept,
    }
}

/// Reports whether letters are the denominator of an amount: `400units/drop`.
fn is_denominator(letters: &str) -> bool {
    Unit::parse(letters).is_some() || per_word(letters).is_some()
}

/// Reports whether a text ends with a number and a unit.
fn ends_with_amount(text: &str) -> bool {
    let last = text.rsplit([' ', '/']).next().unwrap_or(text);
    let unit = last.trim_start_matches(|c: char| c.is_ascii_digit() || matches!(c, '.' | ','));
    unit.len() < last.len() && Unit::parse(unit).is_some()
}

/// Separates the abbreviation with a stroke at the end of a word: `25mge/c`.
pub fn before_release(chunk: &str) -> Option<(&str, &'static str)> {
    for release in RELEASES.iter().filter(|release| release.contains('/')) {
        if let Some(word) = chunk.strip_suffix(release)
            && word.len() > 1
            && word.ends_with(char::is_alphanumeric)
        {
            return Some((word, release));
        }
    }
    None
}

/// Reports whether a word is a Roman numeral. It distinguishes medicines with the same name: factor x is not
/// factor xi.
pub fn is_numeral(word: &str) -> bool {
    let ones = word.trim_start_matches('x');
    word.len() <= MAX_NUMERAL_LEN
        && !word.is_empty()
        && matches!(ones, "" | "i" | "ii" | "iii" | "iv" | "v" | "vi" | "vii" | "viii" | "ix")
}

/// The minimum length of a word, and of the first word, which is the medicine.
const MIN_SEGMENT_LEN: usize = 3;
const MIN_FIRST_SEGMENT_LEN: usize = 5;
/// The maximum length of a text that is segmented, because each position may be a border.
const MAX_SEGMENTED_LEN: usize = 40;

/// Splits letters into as few known words as possible.
pub fn segment(text: &str, is_word: impl Fn(&str) -> bool) -> Option<Vec<&str>> {
    if text.len() > MAX_SEGMENTED_LEN || !text.as_bytes().iter().all(u8::is_ascii_lowercase) {
        return None;
    }
    // For each position: the start of the last word in the best split up to it, and the number of words.
    let mut best: Vec<Option<(usize, usize)>> = vec![None; text.len() + 1];
    *best.first_mut()? = Some((0, 0));
    for end in MIN_SEGMENT_LEN..=text.len() {
        *best.get_mut(end)? = best_word(text, end, &best, &is_word);
    }
    let mut found = Vec::new();
    let mut end = text.len();
    while end > 0 {
        let (start, _) = (*best.get(end)?)?;
        found.push(text.get(start..end)?);
        end = start;
    }
    found.reverse();
    (found.len() > 1).then_some(found)
}

/// Finds the start of the last word in the best split up to a position, and the number of words.
fn best_word(
    text: &str,
    end: usize,
    best: &[Option<(usize, usize)>],
    is_word: impl Fn(&str) -> bool,
) -> Option<(usize, usize)> {
    let mut fewest: Option<(usize, usize)> = None;
    let first_start = if end < MIN_FIRST_SEGMENT_LEN { 1 } else { 0 };
    for start in first_start..=end.saturating_sub(MIN_SEGMENT_LEN) {
        let Some(Some((_, count))) = best.get(start) else { continue };
        if text.get(start..end).is_some_and(&is_word) && fewest.is_none_or(|(_, least)| count + 1 < least) {
            fewest = Some((start, count + 1));
        }
    }
    fewest
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn separates_words_amounts_and_abbreviations() {
        let words = [
            "propiverine",
            "chromium",
            "ferrous",
            "mavacamten",
            "pyrazinamide",
            "clonidine",
            "powder",
            "atropine",
        ];
        let is_word = |word: &str| words.contains(&word);
        for (written, expected) in [
            ("propiverinemr30mg", "propiverine mr 30mg"),
            ("xl500mg", "xl 500mg"),
            ("5mgsr", "5mg sr"),
            ("40mgcapsules", "40mg capsules"),
            ("1gpowder", "1g powder"),
            ("500microgramchromium", "500microgram chromium"),
            ("322mgferrous", "322mg ferrous"),
            ("mavacamten2.5mg", "mavacamten 2.5mg"),
            ("pyrazinamide.312.5mg/5ml.susp", "pyrazinamide 312.5mg/5ml susp"),
            ("clonidine_tabs", "clonidine tabs"),
            ("2%atropine", "2% atropine"),
            ("10mg/5ml", "10mg/5ml"),
            ("s.c.", "s.c."),
            ("b12", "b12"),
            ("1.5mg/5ml", "1.5mg/5ml"),
            ("10,000units/5ml", "10,000units/5ml"),
        ] {
            assert_eq!(separate(written, &is_word), expected, "{written}");
        }
    }

    fn is_word(text: &str) -> bool {
        ["paracetamol", "tablets", "eye", "drops", "gastro", "resistant", "capsules", "suspension", "b12"]
            .contains(&text)
    }

    #[test]
    fn splits_letters_into_words() {
        assert_eq!(
            segment("gastroresistantcapsules", is_word),
            Some(vec!["gastro", "resistant", "capsules"])
        );
        assert_eq!(segment("paracetamol", is_word), None);
        assert_eq!(segment("paracetamolx", is_word), None);
    }
}
