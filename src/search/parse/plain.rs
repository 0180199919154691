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
        // The `x` of `10 x 5ml` is not a numeral.
        let numeral = numeral(token).filter(|_| !is_after_number);
        let (clause, used) = numeral.map_or_else(|| term(token, following), |numeral| (Some(numeral), 0));
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
        (Token::Quantity(number, unit), _) => ratio(number, *unit, following)
            .unwrap_or_else(|| (quantity(number, *unit, following.is_empty()), 0)),
        (Token::Word(_), [Token::Word(free), Token::Also(compound), ..])
            if free == FREE && is_free_of(compound) =>
        {
            (one_of([vec![TermQuery::Whole(compound.clone())]]), 2)
        }
        (Token::Word(word), _) => (synonym(word).unwrap_or_else(|| one_of(word_alternatives(word))), 0),
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
    word.len() <= MAX_NUMERAL_LEN && word.bytes().all(|byte| b"ivx".contains(&byte))
}

/// The length of `xiii`.
const MAX_NUMERAL_LEN: usize = 4;

/// Returns the alternatives of a word: the prefix, its singular, its unit, and the meanings of former names
/// with this prefix.
fn word_alternatives(word: &str) -> impl Iterator<Item = Conjunction> {
    let singular = word.strip_suffix('s').filter(|singular| singular.len() >= 3);
    let as_typed = vec![TermQuery::Prefix(word.to_owned())];
    let as_singular = singular.map(|singular| vec![TermQuery::Whole(singular.to_owned())]);
    let as_unit = Unit::parse(word).map(|unit| vec![TermQuery::AnyNumberOf(unit)]);
    let as_former =
        former_names_with_prefix(word).map(|meaning| term_queries(meaning, TermQuery::Unfinished));
    [Some(as_typed), as_singular, as_unit].into_iter().flatten().chain(as_former)
}
