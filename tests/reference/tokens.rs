//! Cuts names and queries into tokens: section 3 of docs/search.md.

use std::ops::Range;

use super::units::{Dimension, Quantity, unit_of};

/// What a token is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TokenKind {
    /// A letter, then letters and digits.
    Word(String),
    /// Digits and a fraction.
    Number(String),
    /// A number with a unit.
    Quantity(Quantity),
}

/// A token, and where it is in the text, counted in characters.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Token {
    /// What it is.
    pub kind: TokenKind,
    /// The characters.
    pub span: Range<usize>,
    /// Whether it is the denominator of the token before it, without a number of its own: the `ml` of `10mg/ml`.
    pub is_bare_denominator: bool,
}

impl Token {
    /// Returns the word, if it is one.
    pub fn word(&self) -> Option<&str> {
        match &self.kind {
            TokenKind::Word(word) => Some(word),
            _ => None,
        }
    }

    /// Returns the number, if it has no unit.
    pub fn number(&self) -> Option<&str> {
        match &self.kind {
            TokenKind::Number(number) => Some(number),
            _ => None,
        }
    }

    /// Returns the quantity, if it is one.
    pub fn quantity(&self) -> Option<&Quantity> {
        match &self.kind {
            TokenKind::Quantity(quantity) => Some(quantity),
            _ => None,
        }
    }
}

/// Cuts a folded text into tokens.
pub fn tokenise(text: &[char]) -> Vec<Token> {
    let mut scanner = Scanner { text, at: 0, tokens: Vec::new() };
    while scanner.at < text.len() {
        scanner.step();
    }
    scanner.tokens
}

struct Scanner<'t> {
    text: &'t [char],
    at: usize,
    tokens: Vec<Token>,
}

impl Scanner<'_> {
    fn peek(&self, ahead: usize) -> Option<char> {
        self.text.get(self.at + ahead).copied()
    }

    fn step(&mut self) {
        let is_digit = |character: Option<char>| character.is_some_and(|one| one.is_ascii_digit());
        match self.text[self.at] {
            _ if is_digit(self.peek(0)) => self.number(),
            '.' if is_digit(self.peek(1)) => self.number(),
            letter if letter.is_alphanumeric() => self.word(),
            _ => self.at += 1,
        }
    }

    fn push(&mut self, start: usize, kind: TokenKind) {
        self.tokens.push(Token { kind, span: start..self.at, is_bare_denominator: false });
    }

    fn word(&mut self) {
        let start = self.at;
        if self.is_between_numbers() {
            self.at += 1;
            return self.push(start, TokenKind::Word("x".to_owned()));
        }
        let mut word = String::new();
        while let Some(character) = self.peek(0).filter(|one| one.is_alphanumeric() || is_apostrophe(*one)) {
            if !is_apostrophe(character) {
                word.push(character);
            }
            self.at += 1;
        }
        self.push(start, TokenKind::Word(word));
    }

    /// Returns whether this is the x of `10x12.5cm`, which is a word of its own.
    fn is_between_numbers(&self) -> bool {
        let is_after_number = self.tokens.last().is_some_and(|last| last.word().is_none());
        is_after_number && self.peek(0) == Some('x') && self.peek(1).is_some_and(|next| next.is_ascii_digit())
    }

    fn number(&mut self) {
        let start = self.at;
        let number = self.digits();
        let end = self.at;
        let Some(unit) = self.unit() else {
            self.at = end;
            self.push(start, TokenKind::Number(number));
            return;
        };
        self.push(start, TokenKind::Quantity(Quantity { number, unit }));
        self.bare_denominator();
    }

    /// Reads digits, thousands in groups, and one fraction.
    fn digits(&mut self) -> String {
        let mut whole = self.run_of_digits();
        let first_digits = whole.len();
        loop {
            let group = self.text.get(self.at + 1..self.at + 4).unwrap_or(&[]);
            let is_group = self.peek(0) == Some(',')
                && group.len() == 3
                && group.iter().all(char::is_ascii_digit)
                && !self.peek(4).is_some_and(|next| next.is_ascii_digit());
            if !is_group || !(1..=3).contains(&first_digits) {
                break;
            }
            whole.extend(group);
            self.at += 4;
        }
        if self.peek(0) != Some('.') || !self.peek(1).is_some_and(|next| next.is_ascii_digit()) {
            return whole;
        }
        self.at += 1;
        let fraction = self.run_of_digits();
        with_fraction(&whole, &fraction)
    }

    fn run_of_digits(&mut self) -> String {
        let mut digits = String::new();
        while let Some(digit) = self.peek(0).filter(char::is_ascii_digit) {
            digits.push(digit);
            self.at += 1;
        }
        digits
    }

    /// Reads a unit after at most one space. Moves only past a unit.
    fn unit(&mut self) -> Option<&'static super::units::Unit> {
        let space = usize::from(self.peek(0) == Some(' '));
        let start = self.at + space;
        let mut end = start;
        while self.text.get(end).is_some_and(|one| one.is_alphabetic()) {
            end += 1;
        }
        end += usize::from(end == start && self.text.get(end) == Some(&'%'));
        for end in (start + 1..=end).rev() {
            let spelling: String = self.text[start..end].iter().collect();
            if let Some(unit) = unit_of(&spelling).filter(|_| self.may_end(end)) {
                self.at = end;
                return Some(unit);
            }
        }
        None
    }

    /// Returns whether a unit may end here: no letter or digit follows, or the `x` of `10cmx10cm`.
    fn may_end(&self, end: usize) -> bool {
        let next = self.text.get(end);
        let is_separate_x =
            next == Some(&'x') && self.text.get(end + 1).is_some_and(|next| next.is_ascii_digit());
        is_separate_x || !next.is_some_and(|next| next.is_alphanumeric())
    }

    /// Reads the `/ml` of `10mg/ml` as a quantity of one.
    fn bare_denominator(&mut self) {
        let before = self.at;
        if self.peek(0) != Some('/') || !self.peek(1).is_some_and(char::is_alphabetic) {
            return;
        }
        self.at += 1;
        let unit = self.unit().filter(|unit| unit.dimension != Dimension::Other);
        let Some(unit) = unit else {
            self.at = before;
            return;
        };
        let kind = TokenKind::Quantity(Quantity { number: "1".to_owned(), unit });
        self.tokens.push(Token { kind, span: before + 1..self.at, is_bare_denominator: true });
    }
}

fn is_apostrophe(character: char) -> bool {
    matches!(character, '\'' | '’')
}

fn with_fraction(whole: &str, fraction: &str) -> String {
    let fraction = fraction.trim_end_matches('0');
    let whole = whole.trim_start_matches('0');
    let whole = if whole.is_empty() { "0" } else { whole };
    if fraction.is_empty() { whole.to_owned() } else { format!("{whole}.{fraction}") }
}
