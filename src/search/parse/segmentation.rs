//! Segmentation of joined words: `paracetamol500mgtablets`.

use crate::quantity::Unit;
use crate::text::{is_digit, prefix_len};

/// The minimum length of a word, and of the first word, which is the medicine.
const SHORTEST: usize = 3;
const MIN_FIRST_LEN: usize = 5;
/// The maximum length of a text that is segmented, because each position may be a border.
const LONGEST: usize = 40;

/// Separates letters from numbers, but not units from their numbers. Returns `None` if that changes nothing.
pub fn at_borders(text: &str, is_word: impl Fn(&str) -> bool) -> Option<String> {
    let mut separated = String::with_capacity(text.len() + 8);
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        let is_number = first.is_ascii_digit();
        let len = if is_number { prefix_len(rest, is_in_number) } else { prefix_len(rest, is_no_digit) };
        let (run, following) = rest.split_at_checked(len).unwrap_or((rest, ""));
        let border = is_number && is_word_or_unit(&separated);
        separated.push_str(if border { " " } else { "" });
        match separated.ends_with(is_digit) && !is_number {
            true => separated.push_str(&after_number(run, &is_word)),
            false => separated.push_str(run),
        }
        rest = following;
    }
    (separated != text).then_some(separated)
}

fn is_in_number(c: char) -> bool {
    c.is_ascii_digit() || matches!(c, '.' | ',')
}

fn is_no_digit(c: char) -> bool {
    !c.is_ascii_digit()
}

/// Returns whether a text ends with enough letters for a word, or with a unit.
fn is_word_or_unit(text: &str) -> bool {
    let before = text.trim_end_matches(char::is_alphabetic);
    let letters = text.get(before.len()..).unwrap_or("");
    letters.len() >= SHORTEST || (letters.len() < text.len() && Unit::parse(letters).is_some())
}

/// Returns the letters after a number, with a space before or within them where a word begins.
fn after_number(letters: &str, is_word: impl Fn(&str) -> bool) -> String {
    let len = prefix_len(letters, char::is_alphabetic);
    let (word, rest) = letters.split_at_checked(len).unwrap_or((letters, ""));
    if word.len() < 3 || Unit::parse(word).is_some() {
        return letters.to_owned();
    }
    if is_word(word) {
        return format!(" {letters}");
    }
    match unit_and_word(word, is_word) {
        Some((unit, word)) => format!("{unit} {word}{rest}"),
        None => format!(" {letters}"),
    }
}

/// Splits letters into a unit and a known word, or else into the longest unit and a word.
fn unit_and_word(letters: &str, is_word: impl Fn(&str) -> bool) -> Option<(&str, &str)> {
    let mut longest = None;
    for len in (1..letters.len()).rev() {
        let Some((unit, word)) = letters.split_at_checked(len) else { continue };
        if word.len() < SHORTEST || Unit::parse(unit).is_none() {
            continue;
        }
        if is_word(word) {
            return Some((unit, word));
        }
        longest = longest.or(Some((unit, word)));
    }
    longest
}

/// Splits letters into as few known words as possible.
pub fn words(text: &str, is_word: impl Fn(&str) -> bool) -> Option<Vec<&str>> {
    if text.len() > LONGEST || !text.as_bytes().iter().all(u8::is_ascii_lowercase) {
        return None;
    }
    // For each position: the start of the last word in the best split up to it, and the number of words.
    let mut best: Vec<Option<(usize, usize)>> = vec![None; text.len() + 1];
    *best.first_mut()? = Some((0, 0));
    for end in SHORTEST..=text.len() {
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

/// Returns the start of the last word in the best split up to a position, and the number of words.
fn best_word(
    text: &str,
    end: usize,
    best: &[Option<(usize, usize)>],
    is_word: impl Fn(&str) -> bool,
) -> Option<(usize, usize)> {
    let mut fewest: Option<(usize, usize)> = None;
    let first_start = if end < MIN_FIRST_LEN { 1 } else { 0 };
    for start in first_start..=end.saturating_sub(SHORTEST) {
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

    fn is_word(text: &str) -> bool {
        ["paracetamol", "tablets", "eye", "drops", "gastro", "resistant", "capsules", "suspension", "b12"]
            .contains(&text)
    }

    #[test]
    fn separates_letters_and_numbers() {
        for (text, separated) in [
            ("paracetamol500mgtablets", "paracetamol 500mg tablets"),
            ("paracetamol500mg", "paracetamol 500mg"),
            ("500mgtablets32", "500mg tablets 32"),
            ("250mg/5mlsuspension", "250mg/5ml suspension"),
            ("28tablets", "28 tablets"),
            ("paracetamol8mg28", "paracetamol 8mg 28"),
            ("500mgtablts", "500mg tablts"),
        ] {
            assert_eq!(at_borders(text, is_word).as_deref(), Some(separated));
        }
        for text in ["500mg", "2.5mg/5ml", "28s", "1,000", "10mg/ml", "22b117"] {
            assert_eq!(at_borders(text, is_word), None, "{text}");
        }
    }

    #[test]
    fn splits_letters_into_words() {
        assert_eq!(words("gastroresistantcapsules", is_word), Some(vec!["gastro", "resistant", "capsules"]));
        assert_eq!(words("paracetamol", is_word), None);
        assert_eq!(words("paracetamolx", is_word), None);
    }
}
