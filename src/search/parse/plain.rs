//! Terms of plain words and numbers, which are cut into tokens together.

use std::ops::Range;

use crate::quantity::Unit;
use crate::search::clauses::{
    Clause, Conjunction, FREE, TermQuery, Within, is_free_of, is_unfinished_unit, number_and_letters, one_in,
    one_of, quantity, ratio, synonym, term_queries,
};
use crate::search::synonyms::former_names_with_prefix;
use crate::text::{Token, tokens_with_spans};

/// Returns the clauses of words that are not special, with their byte ranges.
pub fn plain_terms(text: &str) -> Vec<(Range<usize>, Clause)> {
    let (tokens, spans) = tokens_with_spans(text);
    let mut terms = Vec::new();
    let mut at = 0;
    let mut is_after_number = false;
    while let Some((token, following)) = tokens.get(at..).and_then(<[Token]>::split_first) {
        let (clause, used) = match numeral(token) {
            // The `x` of `10 x 5ml` is not a numeral.
            Some(numeral) if !is_after_number => (Some(numeral), 0),
            _ => term(token, following),
        };
        is_after_number = matches!(token, Token::Number(_) | Token::Quantity(..));
        let (first, last) = (spans.get(at), spans.get(at + used));
        if let (Some(clause), Some(first), Some(last)) = (clause, first, last) {
            terms.push((first.start..last.end, clause));
        }
        at += 1 + used;
    }
    terms
}

/// Returns the clauses of one word, alone.
pub fn clauses_of_word(text: &str) -> Vec<Clause> {
    plain_terms(text).into_iter().map(|(_, clause)| clause).collect()
}

/// Makes a clause of one letter match the whole word.
pub fn require_whole_letter(clause: &mut Clause) {
    for query in clause.alternatives.iter_mut().flatten() {
        if let TermQuery::Prefix(letter) = query {
            *query = TermQuery::Whole(std::mem::take(letter));
        }
    }
}

/// Returns the clause that begins with a token, and the number of later tokens that belong to it.
fn term(token: &Token, following: &[Token]) -> (Option<Clause>, usize) {
    let (clause, used) = match (token, following) {
        (Token::Number(one), [Token::Word(_), Token::Also(clause), Token::Number(parts), ..])
            if one == "1" =>
        {
            (one_in(clause, parts), 3)
        }
        (Token::Number(number), [Token::Word(letters), ..]) if is_unfinished_unit(letters) => {
            (number_and_letters(number, letters), 1)
        }
        (Token::Number(number), _) => (one_of([vec![TermQuery::Number(number.clone(), Within::Name)]]), 0),
        (Token::Quantity(number, unit), _) => match ratio(number, *unit, following) {
            Some(ratio) => ratio,
            None => (quantity(number, *unit, following.is_empty()), 0),
        },
        (Token::Word(_), [Token::Word(free), Token::Also(compound), ..])
            if free == FREE && is_free_of(compound) =>
        {
            (one_of([vec![TermQuery::Whole(compound.clone())]]), 2)
        }
        (Token::Word(word), _) => (clause_of_word(word), 0),
        (Token::Also(_), _) => return (None, 0),
    };
    (Some(clause), used)
}

/// Returns the clause of a Roman numeral.
fn numeral(token: &Token) -> Option<Clause> {
    match token {
        Token::Word(word) if is_numeral(word) => Some(one_of([vec![TermQuery::Title(word.clone())]])),
        _ => None,
    }
}

/// Returns whether a word is a Roman numeral. It distinguishes medicines with the same name: factor x is not
/// factor xi.
pub fn is_numeral(word: &str) -> bool {
    word.len() <= MAX_NUMERAL_LEN && word.as_bytes().iter().all(|letter| b"ivx".contains(letter))
}

/// The length of `xiii`.
const MAX_NUMERAL_LEN: usize = 4;

fn clause_of_word(word: &str) -> Clause {
    match synonym(word) {
        Some(synonym) => synonym,
        None => one_of(word_alternatives(word)),
    }
}

/// The minimum length of a singular.
const MIN_SINGULAR_LEN: usize = 3;

/// Returns the alternatives of a word: the prefix, its singular, its unit, and the meanings of former names
/// with this prefix.
fn word_alternatives(word: &str) -> Vec<Conjunction> {
    let mut alternatives = vec![vec![TermQuery::Prefix(word.to_owned())]];
    if let Some(singular) = word.strip_suffix('s')
        && singular.len() >= MIN_SINGULAR_LEN
    {
        alternatives.push(vec![TermQuery::Whole(singular.to_owned())]);
    }
    if let Some(unit) = Unit::parse(word) {
        alternatives.push(vec![TermQuery::AnyNumberOf(unit)]);
    }
    for meaning in former_names_with_prefix(word) {
        alternatives.push(term_queries(meaning, TermQuery::Unfinished));
    }
    alternatives
}
