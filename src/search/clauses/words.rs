//! Clauses of plain words and numbers, which are cut into tokens together.

use std::ops::Range;

use super::clause::{Clause, Conjunction, one_of};
use super::meanings::{synonym, synonym_at, term_queries};
use super::quantities::{is_unfinished_unit, number_and_letters, one_in, quantity, ratio};
use super::term_query::{FREE, TermQuery, Within, is_free_of};
use crate::quantity::Unit;
use crate::search::synonyms::former_names_with_prefix;
use crate::text::{Token, tokens_with_spans};

/// Clauses, and which of them are single letters.
#[derive(Default)]
pub struct ClauseList {
    pub clauses: Vec<Clause>,
    letters: Vec<usize>,
}

impl ClauseList {
    /// Adds the clauses of words that are not special.
    pub fn add_words(&mut self, text: &str) {
        let (tokens, spans) = tokens_with_spans(text);
        let mut at = 0;
        let mut is_after_number = false;
        while let Some((token, following)) = tokens.get(at..).and_then(<[Token]>::split_first) {
            // The `x` of `10 x 5ml` is not a numeral.
            let numeral = numeral(token).filter(|_| !is_after_number);
            let (clause, used) = numeral.map_or_else(|| term(token, following), |numeral| (Some(numeral), 0));
            is_after_number = matches!(token, Token::Number(_) | Token::Quantity(..));
            if spans.get(at).is_some_and(|span| is_single_letter(text, span)) && used == 0 {
                self.letters.push(self.clauses.len());
            }
            self.clauses.extend(clause);
            at += 1 + used;
        }
    }

    /// Makes each single letter a whole word: `hepatitis e` is not a prefix of another hepatitis vaccine.
    pub fn require_whole_letters(&mut self) {
        for at in &self.letters {
            let Some(clause) = self.clauses.get_mut(*at) else { continue };
            for query in clause.alternatives.iter_mut().flatten() {
                if let TermQuery::Prefix(letter) = query {
                    *query = TermQuery::Whole(std::mem::take(letter));
                }
            }
        }
    }
}

/// Returns whether a span is a letter with spaces and signs around it.
fn is_single_letter(text: &str, span: &Range<usize>) -> bool {
    let part = |range: Range<usize>| text.get(range).unwrap_or("");
    let before = part(0..span.start).rsplit(char::is_whitespace).next();
    let after = part(span.end..text.len()).split(char::is_whitespace).next();
    let is_sign = |side: Option<&str>| side.is_none_or(|side| !side.contains(char::is_alphanumeric));
    part(span.clone()).chars().count() == 1 && is_sign(before) && is_sign(after)
}

/// Returns the clauses of the first word and the number of words used. A synonym may have two words.
pub fn first_clauses(words: &[&str]) -> (Vec<Clause>, usize) {
    if let Some((synonym, used)) = synonym_at(words) {
        return (vec![synonym], used);
    }
    let mut list = ClauseList::default();
    words.first().into_iter().for_each(|word| list.add_words(word));
    list.require_whole_letters();
    (list.clauses, 1)
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
