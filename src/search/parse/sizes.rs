//! Numbers on a box: counts, volumes, strengths, codes and licences.

use crate::quantity::per_word;
use crate::text::{Token, asking_tokens, has_only_digits, is_digit};

/// Returns the number of `x28`, `28x`, `28s` or `28's`.
pub fn number_of_size(text: &str) -> Option<&str> {
    let number = text.strip_prefix('x').or_else(|| without_end(text))?;
    is_count(number).then_some(number)
}

fn without_end(text: &str) -> Option<&str> {
    for end in ["'s", "’s", "s", "x"] {
        let number = text.strip_suffix(end);
        if number.is_some() {
            return number;
        }
    }
    None
}

pub fn is_count(text: &str) -> bool {
    (1..=4).contains(&text.len()) && has_only_digits(text)
}

/// Returns whether a word may be a size: a number, a volume or a mass.
pub fn is_measure(text: &str) -> bool {
    is_count(text) || is_volume(text)
}

pub fn is_volume(text: &str) -> bool {
    matches!(asking_tokens(text).as_slice(), [Token::Quantity(_, unit)] if ["ml", "g", "litre"].contains(&unit.name()))
}

/// Returns whether a word consists only of numbers, quantities and denominators such as doses or hours.
pub fn is_strength(text: &str) -> bool {
    let tokens = asking_tokens(text);
    for token in &tokens {
        let is_amount = match token {
            Token::Number(_) | Token::Quantity(..) => true,
            // `245h` is a code, not a strength per hour.
            Token::Word(word) => per_word(word).is_some() && text.contains('/'),
            Token::Also(_) => false,
        };
        if !is_amount {
            return false;
        }
    }
    matches!(tokens.first(), Some(Token::Number(_) | Token::Quantity(..)))
}

/// Returns whether a word is the code that `lot` or a similar word announces.
pub fn is_code(word: &str) -> bool {
    word.contains(is_digit) && (!is_strength(word) || is_count(word))
}

/// Returns whether a word is a licence number: `12345/0001`, `EU/1/01/123/004`.
pub fn is_licence(text: &str) -> bool {
    let parts: Vec<&str> = text.split('/').collect();
    match parts.as_slice() {
        ["eu", numbers @ ..] => numbers.len() > 1,
        [company, product] => {
            company.len() >= 4 && product.len() == 4 && has_only_digits(company) && has_only_digits(product)
        }
        _ => false,
    }
}
