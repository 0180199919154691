//! Segmentation of joined words: `paracetamol500mgtablets`.

use crate::quantity::Unit;
use crate::text::is_digit;

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
        let goes_on = |c: char| c.is_ascii_digit() == is_number || (is_number && matches!(c, '.' | ','));
        let len = rest.find(|c: char| !goes_on(c)).unwrap_or(rest.len());
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

/// Returns whether a text ends with enough letters for a word, or with a unit.
fn is_word_or_unit(text: &str) -> bool {
    let letters = text.rsplit(|c: char| !c.is_alphabetic()).next().unwrap_or("");
    letters.len() >= SHORTEST || (letters.len() < text.len() && Unit::parse(letters).is_some())
}

/// Returns the letters after a number, with a space before or within them where a word begins.
fn after_number(letters: &str, is_word: impl Fn(&str) -> bool) -> String {
    let len = letters.find(|c: char| !c.is_alphabetic()).unwrap_or(letters.len());
    let (word, rest) = letters.split_at_checked(len).unwrap_or((letters, ""));
    if word.len() < 3 || Unit::parse(word).is_some() {
        return letters.to_owned();
    }
    if is_word(word) {
        return format!(" {letters}");
    }
    let splits = (1..word.len()).rev().filter_map(|len| word.split_at_checked(len));
    let units: Vec<(&str, &str)> =
        splits.filter(|(unit, word)| Unit::parse(unit).is_some() && word.len() >= SHORTEST).collect();
    let unit = units.iter().find(|(_, word)| is_word(word)).or(units.first());
    unit.map_or_else(|| format!(" {letters}"), |(unit, word)| format!("{unit} {word}{rest}"))
}

/// Splits letters into as few known words as possible.
pub fn words(text: &str, is_word: impl Fn(&str) -> bool) -> Option<Vec<&str>> {
    if text.len() > LONGEST || !text.bytes().all(|byte| byte.is_ascii_lowercase()) {
        return None;
    }
    // For each position: the start of the last word in the best split up to it, and the number of words.
    let mut best: Vec<Option<(usize, usize)>> = vec![None; text.len() + 1];
    *best.first_mut()? = Some((0, 0));
    for end in SHORTEST..=text.len() {
        let starts = (0..=end.saturating_sub(SHORTEST)).filter(|start| *start > 0 || end >= MIN_FIRST_LEN);
        let starts = starts.filter_map(|start| Some((best.get(start)?.as_ref()?.1, start)));
        let word = starts.filter(|(_, start)| text.get(*start..end).is_some_and(&is_word)).min();
        *best.get_mut(end)? = word.map(|(count, start)| (start, count + 1));
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
