//! Words: a text is cut into them before any of it is read.

use std::ops::Range;

use crate::text::is_digit;

/// A word of a text, without the signs around it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Word<'t> {
    pub text: &'t str,
    /// The position of the first byte in the text.
    pub start: usize,
    /// Whether only a space is between the word before and this one.
    pub is_adjacent: bool,
    /// Whether only spaces are around it. In names, brackets are around suppliers: `(AS Kalceks)`.
    pub is_alone: bool,
    /// Whether brackets and spaces are around it, as in `(28)`.
    pub in_brackets: bool,
}

impl Word<'_> {
    /// Returns the byte range of the word in the text.
    pub fn span(&self) -> Range<usize> {
        self.start..self.end()
    }

    /// Returns the position after the last byte.
    pub fn end(&self) -> usize {
        self.start + self.text.len()
    }
}

/// Cuts a text at spaces, brackets, commas and other signs.
pub fn words(text: &str) -> Vec<Word<'_>> {
    let mut words = Vec::new();
    let mut start = 0;
    for (at, sign) in text.char_indices() {
        if is_separator(text, at, sign) {
            add_word(text, start..at, &mut words);
            start = at + sign.len_utf8();
        }
    }
    add_word(text, start..text.len(), &mut words);
    words
}

/// Returns whether a character separates words. A comma between digits does not.
fn is_separator(text: &str, at: usize, sign: char) -> bool {
    match sign {
        ',' => !(is_digit_at(text, at.wrapping_sub(1)) && is_digit_at(text, at + 1)),
        ';' | '|' | '(' | ')' | '[' | ']' | '+' | ':' | '®' | '™' => true,
        _ => sign.is_whitespace(),
    }
}

fn is_digit_at(text: &str, at: usize) -> bool {
    text.as_bytes().get(at).is_some_and(u8::is_ascii_digit)
}

/// Adds the word in a range, unless the range has only signs.
fn add_word<'t>(text: &'t str, range: Range<usize>, words: &mut Vec<Word<'t>>) {
    let (offset, word) = trimmed(text.get(range.clone()).unwrap_or(""));
    if word.is_empty() {
        return;
    }
    let start = range.start + offset;
    let (before, after) = (text.get(..start).unwrap_or(""), text.get(start + word.len()..).unwrap_or(""));
    let is_adjacent = words.last().is_some_and(|last| last.end() + 1 == start) && before.ends_with(' ');
    let is_alone = ends_with_space(before) && starts_with_space(after);
    words.push(Word { text: word, start, is_adjacent, is_alone, in_brackets: is_in_brackets(before, after) });
}

/// Returns a text without the signs around it, and how many bytes were before it.
///
/// The point of `.5`, the percent sign of `5%` and the stroke of `w/` remain.
fn trimmed(text: &str) -> (usize, &str) {
    let is_sign = |c: char| !c.is_alphanumeric() && c != '%';
    let without_end = if is_letter_and_stroke(text) { text } else { text.trim_end_matches(is_sign) };
    let word = without_end.trim_start_matches(is_sign);
    let offset = without_end.len() - word.len();
    let has_point =
        word.starts_with(is_digit) && without_end.get(..offset).is_some_and(|signs| signs.ends_with('.'));
    let offset = offset - usize::from(has_point);
    (offset, without_end.get(offset..).unwrap_or(""))
}

fn is_letter_and_stroke(text: &str) -> bool {
    text.len() == 2 && text.ends_with('/')
}

fn is_in_brackets(before: &str, after: &str) -> bool {
    let is_open = before.strip_suffix('(').is_some_and(ends_with_space);
    let rest = after.strip_prefix(')').map(|rest| rest.trim_start_matches([',', '.']));
    is_open && rest.is_some_and(starts_with_space)
}

/// Returns whether a text is empty or ends with a space.
fn ends_with_space(text: &str) -> bool {
    text.is_empty() || text.ends_with(' ')
}

/// Returns whether a text is empty or starts with a space.
fn starts_with_space(text: &str) -> bool {
    text.is_empty() || text.starts_with(' ')
}

#[cfg(test)]
mod tests {
    use super::*;

    fn texts(text: &str) -> Vec<&str> {
        words(text).iter().map(|word| word.text).collect()
    }

    #[test]
    fn cuts_at_spaces_and_signs() {
        for (text, expected) in [
            ("amlodipine 5 mg, (28)", vec!["amlodipine", "5", "mg", "28"]),
            ("1,000 units", vec!["1,000", "units"]),
            ("tablets,oral;not[im]", vec!["tablets", "oral", "not", "im"]),
            (".5 mg 2 % -.5", vec![".5", "mg", "2", "%", ".5"]),
            ("co-codamol m/r w/ w/o s.c.", vec!["co-codamol", "m/r", "w/", "w/o", "s.c"]),
            ("# - ()", vec![]),
        ] {
            assert_eq!(texts(text), expected, "{text}");
        }
    }

    #[test]
    fn recognises_numbers_in_brackets() {
        let in_brackets = |text| words(text).iter().any(|word| word.in_brackets);
        for text in ["(28)", "tablets (28), teva"] {
            assert!(in_brackets(text), "{text}");
        }
        for text in ["co-codamol(30)", "(28)mg", "(as 28", "28)"] {
            assert!(!in_brackets(text), "{text}");
        }
    }

    #[test]
    fn each_span_covers_its_word() {
        let text = "amlodipine® (5 mg), ½ tablets";
        for word in words(text) {
            assert_eq!(text.get(word.span()), Some(word.text));
        }
    }
}
