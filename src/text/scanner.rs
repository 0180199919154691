//! The scanner of a folded text.

use super::characters::{
    continues, is_digit, letters_len, number_len, prefix_len, starts_with_bare_fraction,
};
use crate::quantity::{Ratio, Unit, per_word, plain_number};

/// A token of a folded text. The same scanner cuts names and queries, so that a query has the terms under
/// which names are indexed.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Token {
    /// Letters, possibly followed by digits: `tablets`, `b12`, `spx371s`.
    Word(String),
    /// A number without a unit: `28`, `0.5`.
    Number(String),
    /// A number with a unit of [`UNITS`](crate::quantity::UNITS), directly after it or after a space:
    /// `500mg`.
    Quantity(String, Unit),
    /// A compound under which a name is also indexed, such as `coamoxiclav`, `sugarfree`, `10mg/1ml` or
    /// `1in1000`. A query does not require it in addition to its parts.
    Also(String),
}

impl Token {
    /// The term of the token in the dictionary.
    pub fn term(&self) -> String {
        match self {
            Token::Word(text) | Token::Number(text) | Token::Also(text) => text.clone(),
            Token::Quantity(number, unit) => format!("{number}{}", unit.name()),
        }
    }

    pub(super) fn is_quantity(&self) -> bool {
        matches!(self, Token::Quantity(..))
    }

    pub(super) fn is_required(&self) -> bool {
        !matches!(self, Token::Also(_))
    }
}

/// Cuts a folded text into tokens, from left to right.
pub(super) struct Scanner<'t> {
    pub rest: &'t str,
    pub tokens: Vec<Token>,
    /// The quantity before a `/` and a digit.
    numerator: Option<(String, Unit)>,
}

impl<'t> Scanner<'t> {
    pub fn new(text: &'t str) -> Scanner<'t> {
        Scanner { rest: text, tokens: Vec::new(), numerator: None }
    }

    /// Reads the next token or sign. Returns false at the end of the text.
    pub fn advance(&mut self) -> bool {
        let Some(first) = self.rest.chars().next() else { return false };
        if first.is_ascii_digit() || starts_with_bare_fraction(self.rest) {
            self.number();
        } else if first.is_alphanumeric() {
            self.word();
        } else {
            self.take(first.len_utf8());
        }
        true
    }

    fn take(&mut self, bytes: usize) -> &'t str {
        let (prefix, rest) = self.rest.split_at_checked(bytes).unwrap_or((self.rest, ""));
        self.rest = rest;
        prefix
    }

    /// Reads a number and the unit after it, if there is one.
    fn number(&mut self) {
        let numerator = self.numerator.take();
        let written = self.take(number_len(self.rest));
        let number = plain_number(written);
        let space = self.rest.len() - self.rest.trim_start_matches(' ').len();
        let following = self.rest.get(space..).unwrap_or("");
        let unit_len = if following.starts_with('%') { 1 } else { letters_len(following) };
        let letters = following.get(..unit_len).unwrap_or("");
        let goes_on = continues(following, unit_len);
        match Unit::parse(letters) {
            Some(unit) if space <= 1 && !goes_on => {
                self.take(space + unit_len);
                self.quantity(number, unit, numerator);
            }
            _ if goes_on => self.bare_number(number, None, numerator),
            _ => self.bare_number(number, per_word(letters), numerator),
        }
    }

    /// Adds a number with a unit, and its ratio if it is a denominator.
    fn quantity(&mut self, number: String, unit: Unit, numerator: Option<(String, Unit)>) {
        self.tokens.push(Token::Quantity(number.clone(), unit));
        if let Some((amount, of)) = numerator {
            self.push_ratio(Ratio::of(&amount, of, &number, unit));
        }
        self.denominator(&number, unit);
    }

    /// Adds a number without a unit, and its ratio if it is the denominator before a word such as `hours`.
    fn bare_number(&mut self, number: String, per: Option<&'static str>, numerator: Option<(String, Unit)>) {
        let ratio = match (numerator, per) {
            (Some((amount, of)), Some(per)) => Ratio::per(&amount, of, &number, per),
            _ => None,
        };
        self.one_in(&number);
        self.tokens.push(Token::Number(number));
        self.push_ratio(ratio);
    }

    /// Reads the denominator of a quantity. The `/ml` of `10mg/ml` means one of that unit: `10mg/1ml`.
    fn denominator(&mut self, amount: &str, of: Unit) {
        let Some(following) = self.rest.strip_prefix('/') else { return };
        if following.starts_with(is_digit) {
            self.take(1);
            self.numerator = Some((amount.to_owned(), of));
            return;
        }
        let len = letters_len(following);
        if continues(following, len) {
            return;
        }
        let Some(written) = following.get(..len) else { return };
        if let Some(per) = per_word(written) {
            self.push_ratio(Ratio::per(amount, of, "1", per));
        } else if let Some(unit) = Unit::parse(written)
            && unit.is_scaled()
        {
            self.take(1 + len);
            self.tokens.extend([Token::Quantity("1".into(), unit), Token::Also(written.to_owned())]);
            self.push_ratio(Ratio::of(amount, of, "1", unit));
        }
    }

    fn push_ratio(&mut self, ratio: Option<Ratio>) {
        if let Some(ratio) = ratio {
            self.tokens.push(Token::Also(ratio.term()));
        }
    }

    /// Reads the last number of `1 in 1,000`.
    fn one_in(&mut self, parts: &str) {
        if let [.., Token::Number(one), Token::Word(word)] = self.tokens.as_slice()
            && one == "1"
            && word == "in"
        {
            self.tokens.push(Token::Also(one_in_term(parts)));
        }
    }

    /// Reads a word. If hyphens join it to other words, each is a token, then the compound.
    fn word(&mut self) {
        if self.is_between_dimensions() {
            let times = self.take(1).to_owned();
            self.tokens.push(Token::Word(times));
            return;
        }
        let first = self.tokens.len();
        let part = self.word_part();
        self.tokens.push(Token::Word(part));
        while let Some(following) = self.rest.strip_prefix('-')
            && following.starts_with(char::is_alphabetic)
        {
            self.take(1);
            let part = self.word_part();
            self.tokens.push(Token::Word(part));
        }
        match self.tokens.get(first..) {
            Some(parts) if parts.len() > 1 => {
                let compound = parts.iter().map(Token::term).collect();
                self.tokens.push(Token::Also(compound));
            }
            _ => self.free_of(),
        }
    }

    /// Reads the last word of `sugar free`, which is also indexed as one word.
    fn free_of(&mut self) {
        if let [.., Token::Word(what), Token::Word(free)] = self.tokens.as_slice()
            && free == "free"
        {
            self.tokens.push(Token::Also([what, "free"].concat()));
        }
    }

    /// Reports whether this is the `x` of `10x12.5cm`.
    fn is_between_dimensions(&self) -> bool {
        let is_after_number = matches!(self.tokens.last(), Some(Token::Number(_) | Token::Quantity(..)));
        match self.rest.strip_prefix('x') {
            Some(following) => is_after_number && following.starts_with(is_digit),
            None => false,
        }
    }

    /// Reads letters and digits. Apostrophes inside a word are dropped: `john's` becomes `johns`.
    fn word_part(&mut self) -> String {
        // Most words have only ASCII letters and digits. They need no Unicode classification.
        let plain = self.rest.bytes().take_while(u8::is_ascii_alphanumeric).count();
        let following = self.rest.get(plain..).unwrap_or("");
        let len = plain + prefix_len(following, is_inside_word);
        let part = self.take(len);
        if len == plain { part.to_owned() } else { part.replace(APOSTROPHES, "") }
    }
}

/// Signs that a word may contain.
const APOSTROPHES: [char; 2] = ['\'', '’'];

fn is_inside_word(c: char) -> bool {
    c.is_alphanumeric() || APOSTROPHES.contains(&c)
}

/// Builds the index term of a dilution: one part in `parts`.
pub fn one_in_term(parts: &str) -> String {
    format!("=1in{parts}")
}
