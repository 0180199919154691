//! Compounds of tokens: ratios, `1 in N`, hyphenated words and `X free`. Sections 3 and 4 of docs/search.md.

use std::ops::Range;

use super::tokens::{Token, TokenKind};
use super::units::{Quantity, Ratio, per_word};

/// Returns whether a token directly follows a `/` that directly follows the one before it.
fn is_divided(text: &[char], before: &Token, after: &Token) -> bool {
    text[before.span.end..after.span.start] == ['/']
}

/// A ratio in a text, and how many tokens it has.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RatioAt {
    /// The ratio.
    pub ratio: Ratio,
    /// The place of its first token.
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
        let Some(amount) = tokens[first].quantity() else { continue };
        let Some(next) = tokens.get(first + 1).filter(|next| is_divided(text, &tokens[first], next)) else {
            continue;
        };
        match &next.kind {
            TokenKind::Quantity(per) => {
                let ratio = Ratio::to_quantity(amount, per);
                found.extend(ratio.map(|ratio| RatioAt {
                    ratio,
                    first,
                    len: 2,
                    denominator: Some(per.clone()),
                }));
            }
            TokenKind::Word(word) => {
                let ratio = per_word(word).and_then(|word| Ratio::to_word(amount, "1", word));
                found.extend(ratio.map(|ratio| RatioAt { ratio, first, len: 2, denominator: None }));
            }
            TokenKind::Number(number) => {
                let is_next =
                    |after: &&Token| text[next.span.end..after.span.start].iter().all(|one| *one == ' ');
                let after = tokens.get(first + 2).filter(is_next);
                let word = after.and_then(Token::word).and_then(per_word);
                let ratio = word.and_then(|word| Ratio::to_word(amount, number, word));
                found.extend(ratio.map(|ratio| RatioAt { ratio, first, len: 3, denominator: None }));
            }
        }
    }
    found
}

/// Finds every `1 in N`: the place of the `1`, and N.
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

/// Finds words that hyphens join, and words before `free`: the places of the tokens, and the compound.
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
        let is_hyphenated = |at: usize| {
            at > 0 && tokens.get(at).is_some_and(|token| are_hyphenated(text, &tokens[at - 1], token))
        };
        // A word that hyphens join to others is in their compound.
        let is_joined = [at - 1, at, at + 1].into_iter().any(is_hyphenated);
        if pair[0].word().is_some() && pair[1].word() == Some("free") && !is_joined {
            found.push((at - 1..at + 1, joined(pair)));
        }
    }
    found
}

fn are_hyphenated(text: &[char], one: &Token, other: &Token) -> bool {
    one.word().is_some() && other.word().is_some() && text[one.span.end..other.span.start] == ['-']
}

fn joined(tokens: &[Token]) -> String {
    tokens.iter().filter_map(Token::word).collect()
}
