//! Tokens and their compounds: sections 3 and 4 of docs/search.md.

use std::ops::Range;

use super::units::{Dimension, Quantity, Ratio, per_word, unit_of};

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

    fn has_digit(&self, ahead: usize) -> bool {
        is_digit(self.peek(ahead))
    }

    fn step(&mut self) {
        match self.text[self.at] {
            '0'..='9' => self.number(),
            '.' if self.has_digit(1) => self.number(),
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
        while let Some(character) = self.peek(0) {
            if character.is_alphanumeric() {
                word.push(character);
            } else if !is_apostrophe(character) {
                break;
            }
            self.at += 1;
        }
        self.push(start, TokenKind::Word(word));
    }

    /// Returns whether this is the x of `10x12.5cm`, which is a word of its own.
    fn is_between_numbers(&self) -> bool {
        let Some(last) = self.tokens.last() else { return false };
        last.word().is_none() && self.peek(0) == Some('x') && self.has_digit(1)
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
                && !self.has_digit(4);
            if !is_group || !(1..=3).contains(&first_digits) {
                break;
            }
            whole.extend(group);
            self.at += 4;
        }
        if self.peek(0) != Some('.') || !self.has_digit(1) {
            return whole;
        }
        self.at += 1;
        let fraction = self.run_of_digits();
        with_fraction(&whole, &fraction)
    }

    fn run_of_digits(&mut self) -> String {
        let mut digits = String::new();
        while let Some(digit @ '0'..='9') = self.peek(0) {
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
            if let Some(unit) = unit_of(&spelling)
                && self.may_end(end)
            {
                self.at = end;
                return Some(unit);
            }
        }
        None
    }

    /// Returns whether a unit may end here: no letter or digit follows, or the `x` of `10cmx10cm`.
    fn may_end(&self, end: usize) -> bool {
        match self.text.get(end) {
            Some('x') => is_digit(self.text.get(end + 1).copied()),
            Some(next) => !next.is_alphanumeric(),
            None => true,
        }
    }

    /// Reads the `/ml` of `10mg/ml` as a quantity of one.
    fn bare_denominator(&mut self) {
        let before = self.at;
        if self.peek(0) != Some('/') || !self.peek(1).is_some_and(char::is_alphabetic) {
            return;
        }
        self.at += 1;
        match self.unit() {
            Some(unit) if unit.dimension != Dimension::Other => {
                let kind = TokenKind::Quantity(Quantity { number: "1".to_owned(), unit });
                self.tokens.push(Token { kind, span: before + 1..self.at, is_bare_denominator: true });
            }
            _ => self.at = before,
        }
    }
}

fn is_digit(character: Option<char>) -> bool {
    matches!(character, Some('0'..='9'))
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

/// Returns whether a token directly follows a `/` that directly follows the one before it.
fn is_divided(text: &[char], before: &Token, after: &Token) -> bool {
    text[before.span.end..after.span.start] == ['/']
}

/// A ratio in a text, and how many tokens it has.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RatioAt {
    /// The ratio.
    pub ratio: Ratio,
    /// The position of its first token.
    pub first: usize,
    /// How many tokens make it.
    pub len: usize,
    /// The denominator: a quantity, or `None` for doses, hours and the like.
    pub denominator: Option<Quantity>,
}

/// Finds every quantity that is divided by a volume, one gram, or doses, hours and the like.
pub fn ratios(text: &[char], tokens: &[Token]) -> Vec<RatioAt> {
    let mut found = Vec::new();
    for first in 0..tokens.len() {
        found.extend(ratio_from(text, tokens, first));
    }
    found
}

/// Returns the ratio that begins with a token.
fn ratio_from(text: &[char], tokens: &[Token], first: usize) -> Option<RatioAt> {
    let amount = tokens[first].quantity()?;
    let next = tokens.get(first + 1)?;
    if !is_divided(text, &tokens[first], next) {
        return None;
    }
    let (ratio, len, denominator) = match &next.kind {
        TokenKind::Quantity(per) => (Ratio::to_quantity(amount, per)?, 2, Some(per.clone())),
        TokenKind::Word(word) => (Ratio::to_word(amount, "1", per_word(word)?)?, 2, None),
        TokenKind::Number(number) => {
            let after = tokens.get(first + 2)?;
            if !text[next.span.end..after.span.start].iter().all(|one| *one == ' ') {
                return None;
            }
            (Ratio::to_word(amount, number, per_word(after.word()?)?)?, 3, None)
        }
    };
    Some(RatioAt { ratio, first, len, denominator })
}

/// Finds every `1 in N`: the position of the `1`, and N.
pub fn ones_in(tokens: &[Token]) -> Vec<(usize, String)> {
    let mut found = Vec::new();
    for (at, three) in tokens.windows(3).enumerate() {
        if let (Some("1"), Some("in"), Some(number)) = (three[0].number(), three[1].word(), three[2].number())
        {
            found.push((at, number.to_owned()));
        }
    }
    found
}

/// Finds words that hyphens join, and words before `free`: the positions of the tokens, and the compound.
pub fn compounds(text: &[char], tokens: &[Token]) -> Vec<(Range<usize>, String)> {
    let mut found = Vec::new();
    let mut at = 0;
    while at < tokens.len() {
        let mut end = at + 1;
        while end < tokens.len() && are_hyphenated(text, &tokens[end - 1], &tokens[end]) {
            end += 1;
        }
        if end > at + 1 {
            found.push((at..end, joined(&tokens[at..end])));
        }
        at = end;
    }
    for at in 1..tokens.len() {
        let pair = &tokens[at - 1..=at];
        // A word that hyphens join to others is in their compound.
        let is_joined = (at - 1..=at + 1).any(|at| follows_hyphen(text, tokens, at));
        if pair[0].word().is_some() && pair[1].word() == Some("free") && !is_joined {
            found.push((at - 1..at + 1, joined(pair)));
        }
    }
    found
}

fn follows_hyphen(text: &[char], tokens: &[Token], at: usize) -> bool {
    at > 0 && at < tokens.len() && are_hyphenated(text, &tokens[at - 1], &tokens[at])
}

fn are_hyphenated(text: &[char], one: &Token, other: &Token) -> bool {
    one.word().is_some() && other.word().is_some() && text[one.span.end..other.span.start] == ['-']
}

fn joined(tokens: &[Token]) -> String {
    tokens.iter().filter_map(Token::word).collect()
}
