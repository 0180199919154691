//! Lexemes: the words, numbers and signs of a folded text.

/// What a lexeme is. Only its characters decide this: the parser of medicines and the reader of queries give
/// it a meaning.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Letters and digits that begin with a letter, also joined by hyphens: `b12`, `modified-release`.
    Word,
    /// Digits with a point or thousands separators: `0.5`, `1,000`.
    Number,
    /// Any other character except spaces.
    Sign,
}

/// A piece of a text, and whether a space is before it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Lexeme<'t> {
    pub kind: Kind,
    pub text: &'t str,
    pub start: usize,
    pub is_spaced: bool,
}

impl<'t> Lexeme<'t> {
    /// Reports whether it is this word or sign.
    pub fn is(&self, text: &str) -> bool {
        self.text == text
    }

    pub fn end(&self) -> usize {
        self.start + self.text.len()
    }

    pub fn is_number(&self) -> bool {
        self.kind == Kind::Number
    }

    pub fn is_word(&self) -> bool {
        self.kind == Kind::Word
    }
}

/// Splits a folded text into lexemes.
pub fn lexemes(folded: &str) -> Vec<Lexeme<'_>> {
    let mut lexemes = Vec::new();
    let mut at = 0;
    let mut is_spaced = false;
    while let Some(first) = folded.get(at..).and_then(|rest| rest.chars().next()) {
        if first == ' ' {
            is_spaced = true;
            at += 1;
            continue;
        }
        let (kind, len) = scan(folded.get(at..).unwrap_or(""), first);
        let text = folded.get(at..at + len).unwrap_or("");
        lexemes.push(Lexeme { kind, text, start: at, is_spaced });
        at += len;
        is_spaced = false;
    }
    lexemes
}

/// Finds the kind and the length of the first lexeme.
fn scan(rest: &str, first: char) -> (Kind, usize) {
    if first.is_ascii_digit() || is_bare_fraction(rest) {
        (Kind::Number, number_len(rest))
    } else if first.is_alphabetic() {
        (Kind::Word, word_len(rest))
    } else {
        (Kind::Sign, first.len_utf8())
    }
}

/// Reports whether the text begins like `.5`.
fn is_bare_fraction(rest: &str) -> bool {
    rest.strip_prefix('.').is_some_and(|digits| digits.starts_with(|c: char| c.is_ascii_digit()))
}

/// Measures the length of a number. A point or a comma belongs to it only between digits.
fn number_len(rest: &str) -> usize {
    let bytes = rest.as_bytes();
    let is_digit = |at: usize| bytes.get(at).is_some_and(u8::is_ascii_digit);
    let mut len = 0;
    while is_digit(len) || (matches!(bytes.get(len), Some(b'.' | b',')) && is_digit(len + 1)) {
        len += 1;
    }
    len
}

/// Measures the length of a word. Hyphens and apostrophes belong to it between letters and digits.
fn word_len(rest: &str) -> usize {
    let mut len = 0;
    let mut joint = 0;
    for c in rest.chars() {
        if c.is_alphanumeric() {
            len += joint + c.len_utf8();
            joint = 0;
        } else if joint == 0 && matches!(c, '-' | '\'') {
            joint = c.len_utf8();
        } else {
            break;
        }
    }
    len
}

#[cfg(test)]
mod tests {
    use super::*;

    fn texts(text: &str) -> Vec<&str> {
        lexemes(text).iter().map(|lexeme| lexeme.text).collect()
    }

    #[test]
    fn separates_numbers_from_units() {
        assert_eq!(texts("amlodipine 5mg tablets"), ["amlodipine", "5", "mg", "tablets"]);
        assert_eq!(texts("1,000units/0.5ml"), ["1,000", "units", "/", "0.5", "ml"]);
        assert_eq!(texts("0.5% .5mg 5. x"), ["0.5", "%", ".5", "mg", "5", ".", "x"]);
    }

    #[test]
    fn keeps_joined_words() {
        assert_eq!(texts("modified-release co-codamol"), ["modified-release", "co-codamol"]);
        assert_eq!(texts("b12 st john's wort -x"), ["b12", "st", "john's", "wort", "-", "x"]);
        assert_eq!(texts("iodine-131 [i-131]"), ["iodine-131", "[", "i-131", "]"]);
    }

    #[test]
    fn knows_spaces() {
        let spaced: Vec<bool> = lexemes("5mg / 10mg").iter().map(|lexeme| lexeme.is_spaced).collect();
        assert_eq!(spaced, [false, false, true, true, false]);
    }
}
