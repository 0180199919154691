//! Words: a text is cut into them before any of it is read.

use std::ops::Range;

use crate::text::{is_digit, is_sign};

/// A word of a text, without the signs around it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Word<'t> {
    pub text: &'t str,
    /// The position of the first byte in the text.
    pub start: usize,
    /// The position after the last byte.
    pub end: usize,
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

/// Reports whether a character separates words. A comma between digits does not.
fn is_separator(text: &str, at: usize, sign: char) -> bool {
    match sign {
        ',' => !(is_digit_at(text, at.wrapping_sub(1)) && is_digit_at(text, at + 1)),
        '*' => !(is_digit_at(text, at.wrapping_sub(1)) && is_digit_at(text, at + 1)),
        ';' | '|' | '(' | ')' | '[' | ']' | '+' | ':' | '®' | '™' => true,
        _ => sign.is_whitespace(),
    }
}

fn is_digit_at(text: &str, at: usize) -> bool {
    text.as_bytes().get(at).is_some_and(u8::is_ascii_digit)
}

/// Adds the word in a range, unless the range has only signs.
///
/// The point of `.5`, the percent sign of `5%` and the stroke of `w/` remain.
fn add_word<'t>(text: &'t str, range: Range<usize>, words: &mut Vec<Word<'t>>) {
    let all = text.get(range.clone()).unwrap_or("");
    let is_abbreviation = all.len() == 2 && all.ends_with('/');
    let rest = if is_abbreviation { all } else { all.trim_end_matches(is_around_word) };
    let word = rest.trim_start_matches(is_around_word);
    words.extend(word_in(rest, word).map(|found| found.behind(range.start)));
}

/// Finds the word with which a text ends, behind signs: `crm` of `.crm`, and `.5mg` of `%.5mg`.
pub fn word_behind_signs(text: &str) -> Option<Word<'_>> {
    word_in(text, text.trim_start_matches(|c: char| !c.is_alphanumeric()))
}

/// Finds a word at the end of a text, with the point of `.5` before it.
fn word_in<'t>(text: &'t str, word: &str) -> Option<Word<'t>> {
    let signs = text.strip_suffix(word)?;
    let has_point = word.starts_with(is_digit) && signs.ends_with('.');
    let start = signs.len() - usize::from(has_point);
    let found = text.get(start..).filter(|_| !word.is_empty())?;
    Some(Word { text: found, start, end: text.len() })
}

impl Word<'_> {
    /// Moves a word of the rest of a text to its place in the text.
    pub fn behind(self, start: usize) -> Self {
        Word { text: self.text, start: start + self.start, end: start + self.end }
    }
}

fn is_around_word(c: char) -> bool {
    is_sign(c) && c != '%'
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
    fn each_span_covers_its_word() {
        let text = "amlodipine® (5 mg), ½ tablets";
        for word in words(text) {
            assert_eq!(text.get(word.start..word.end), Some(word.text));
        }
    }
}
