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

/// Returns whether a character separates words. A comma between digits does not.
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
    if word.is_empty() {
        return;
    }
    let end = range.start + rest.len();
    let signs = rest.strip_suffix(word).unwrap_or("");
    let has_point = word.starts_with(is_digit) && signs.ends_with('.');
    let start = end - word.len() - usize::from(has_point);
    words.push(Word { text: text.get(start..end).unwrap_or(word), start, end });
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
