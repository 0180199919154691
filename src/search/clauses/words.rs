//! Clauses of plain words and numbers, which are cut into tokens together.

use super::clause::{Clause, Conjunction, one_of};
use super::meanings::{atoms, synonym, synonym_at};
use super::quantities::{is_unfinished_unit, number_and_letters, one_in, quantity, ratio};
use super::term_query::{FREE, TermQuery, Within, is_free_of};
use crate::quantity::Unit;
use crate::search::synonyms::names_meant_by_start;
use crate::text::{Token, tokens};

/// Returns the clauses of the first word and the number of words used. A synonym may have two words.
pub fn first_clauses(words: &[&str]) -> (Vec<Clause>, usize) {
    if let Some((synonym, used)) = synonym_at(words) {
        return (vec![synonym], used);
    }
    let mut clauses = Vec::new();
    words.first().into_iter().for_each(|word| clauses_of_run(word, &mut clauses));
    clauses.iter_mut().for_each(|clause| require_whole_letter(clause, words));
    (clauses, 1)
}

/// Adds the clauses of words that are not special.
pub fn clauses_of_run(text: &str, clauses: &mut Vec<Clause>) {
    let tokens = tokens(text);
    let mut rest = tokens.as_slice();
    let mut is_behind_number = false;
    while let Some((token, behind)) = rest.split_first() {
        // The `x` of `10 x 5ml` is not a numeral.
        let numeral = numeral(token).filter(|_| !is_behind_number);
        let (clause, used) = numeral.map_or_else(|| term(token, behind), |numeral| (Some(numeral), 0));
        is_behind_number = matches!(token, Token::Number(_) | Token::Quantity(..));
        clauses.extend(clause);
        rest = behind.get(used..).unwrap_or(&[]);
    }
}

/// Returns the clause that begins with a token, and the number of later tokens that belong to it.
fn term(token: &Token, behind: &[Token]) -> (Option<Clause>, usize) {
    let (clause, used) = match (token, behind) {
        (Token::Number(one), [Token::Word(_), Token::Also(clause), Token::Number(parts), ..])
            if one == "1" =>
        {
            (one_in(clause, parts), 3)
        }
        (Token::Number(number), [Token::Word(letters), ..]) if is_unfinished_unit(letters) => {
            (number_and_letters(number, letters), 1)
        }
        (Token::Number(number), _) => (one_of([vec![TermQuery::Number(number.clone(), Within::Name)]]), 0),
        (Token::Quantity(number, unit), _) => {
            ratio(number, *unit, behind).unwrap_or_else(|| (quantity(number, *unit, behind.is_empty()), 0))
        }
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
    word.len() <= LONGEST_NUMERAL && word.bytes().all(|byte| b"ivx".contains(&byte))
}

/// The length of `xiii`.
const LONGEST_NUMERAL: usize = 4;

/// Returns the alternatives of a word: the prefix, its singular, its unit, and the meanings of former names
/// with this prefix.
fn word_alternatives(word: &str) -> impl Iterator<Item = Conjunction> {
    let singular = word.strip_suffix('s').filter(|singular| singular.len() >= 3);
    let as_typed = vec![TermQuery::Prefix(word.to_owned())];
    let as_singular = singular.map(|singular| vec![TermQuery::Whole(singular.to_owned())]);
    let as_unit = Unit::parse(word).map(|unit| vec![TermQuery::AnyNumberOf(unit)]);
    let as_former = names_meant_by_start(word).map(|meant| atoms(meant, TermQuery::Unfinished));
    [Some(as_typed), as_singular, as_unit].into_iter().flatten().chain(as_former)
}

/// Makes a single letter a whole word: `hepatitis e` is not a prefix of another hepatitis vaccine.
pub fn require_whole_letter(clause: &mut Clause, chunks: &[&str]) {
    for query in clause.alternatives.iter_mut().flatten() {
        if let TermQuery::Prefix(letter) = query
            && letter.chars().count() == 1
            && is_alone(letter, chunks)
        {
            *query = TermQuery::Whole(letter.clone());
        }
    }
}

/// Returns whether a letter is a chunk by itself. After a number it may be the prefix of a unit: `5 m`.
fn is_alone(letter: &str, chunks: &[&str]) -> bool {
    let mut before = "";
    for chunk in chunks {
        let is_unit = is_unfinished_unit(letter) && ends_with_number(before);
        if chunk.trim_matches(|c: char| !c.is_alphanumeric()) == letter && !is_unit {
            return true;
        }
        before = chunk;
    }
    false
}

/// Returns whether a chunk ends with a number, as `5` and `5mg/10` do, and not with the digits of a code, as `b12` does.
fn ends_with_number(chunk: &str) -> bool {
    let start = chunk.trim_end_matches(|c: char| c.is_ascii_digit() || matches!(c, '.' | ','));
    start.len() < chunk.len() && !start.ends_with(char::is_alphanumeric)
}
