//! Clauses of tokens: rules 5 and 6 of section 5, and section 6 of docs/search.md.

use super::clauses::{Clause, ClauseKind, Scope, TermQuery, meaning, word_alternatives};
use super::compounds::{ones_in, ratios};
use super::tables::synonyms_of;
use super::tokens::{Token, TokenKind};
use super::units::{Quantity, Ratio, units_with_prefix};

/// Makes clauses of tokens. The unit of the last one may be unfinished.
pub fn clauses_of(text: &[char], tokens: Vec<Token>) -> Vec<Clause> {
    let mut clauses = Vec::new();
    let mut at = 0;
    while at < tokens.len() {
        let is_after_number = at > 0 && tokens[at - 1].word().is_none();
        let (len, kind, alternatives) = clause_at(text, &tokens, at, is_after_number);
        let used = tokens[at..at + len].to_vec();
        let span = used[0].span.start..used[len - 1].span.end;
        let before = text.get(..span.start).unwrap_or_default();
        let after = text.get(span.end..).unwrap_or_default();
        let is_chunk = is_alone(before.iter().rev()) && is_alone(after.iter());
        clauses.push(Clause { kind, alternatives, span, tokens: used, is_chunk });
        at += len;
    }
    clauses
}

type Part = (usize, ClauseKind, Vec<Vec<TermQuery>>);

fn clause_at(text: &[char], tokens: &[Token], at: usize, is_after_number: bool) -> Part {
    let rest = &tokens[at..];
    roman_numeral(&rest[0], is_after_number)
        .or_else(|| one_in(rest))
        .or_else(|| free(rest))
        .or_else(|| ratio(text, rest))
        .or_else(|| number_and_unit_prefix(rest))
        .unwrap_or_else(|| single(&rest[0], rest.len() == 1))
}

fn roman_numeral(token: &Token, is_after_number: bool) -> Option<Part> {
    let word = token.word().filter(|word| is_roman_numeral(word) && !is_after_number)?;
    Some((1, ClauseKind::RomanNumeral, vec![vec![TermQuery::Word(word.to_owned(), Scope::Title)]]))
}

/// Returns whether a word has only letters of Roman numerals, four at most.
pub fn is_roman_numeral(word: &str) -> bool {
    word.len() <= 4 && word.chars().all(|letter| matches!(letter, 'i' | 'v' | 'x'))
}

fn one_in(tokens: &[Token]) -> Option<Part> {
    let (_, number) = ones_in(tokens).into_iter().find(|(at, _)| *at == 0)?;
    let ratio = Ratio::one_in(&number).map(|ratio| vec![TermQuery::Ratio(ratio)]);
    let alternatives = std::iter::once(vec![TermQuery::OneIn(number)]).chain(ratio).collect();
    Some((3, ClauseKind::Strength, alternatives))
}

fn free(tokens: &[Token]) -> Option<Part> {
    let pair = tokens.get(..2)?;
    let is_free = pair[0].word().is_some() && pair[1].word() == Some("free");
    let compound = format!("{}free", pair[0].word()?);
    let alternative = vec![TermQuery::Word(compound, Scope::Name)];
    is_free.then(|| (2, ClauseKind::Free, vec![alternative]))
}

fn ratio(text: &[char], tokens: &[Token]) -> Option<Part> {
    let found = ratios(text, tokens).into_iter().find(|ratio| ratio.first == 0)?;
    let mut typed = vec![TermQuery::Quantity(tokens[0].quantity()?.clone(), Scope::Title)];
    let per = found.denominator.iter().map(|per| TermQuery::Quantity(per.clone(), Scope::Title));
    typed.extend(per.chain([TermQuery::Ratio(found.ratio.clone())]));
    let terms = match found.denominator.filter(|volume| !matches!(volume.number.as_str(), "1" | "5")) {
        Some(volume) => vec![TermQuery::Ratio(found.ratio), TermQuery::Quantity(volume, Scope::Name)],
        None => vec![TermQuery::OtherRatio(found.ratio)],
    };
    Some((found.len, ClauseKind::Strength, vec![typed, terms]))
}

fn quantity_scope(quantity: &Quantity) -> Scope {
    if quantity.unit.is_strength { Scope::Title } else { Scope::Name }
}

fn quantity_part(quantity: &Quantity, is_last: bool) -> (ClauseKind, Vec<Vec<TermQuery>>) {
    let scope = quantity_scope(quantity);
    let mut alternatives = vec![vec![TermQuery::Quantity(quantity.clone(), scope)]];
    if quantity.unit.name == "%" {
        let ratios = ["ml", "mg"].into_iter().filter_map(|per| Ratio::of_percentage(&quantity.number, per));
        alternatives.extend(ratios.map(|ratio| vec![TermQuery::Ratio(ratio)]));
    }
    let mut is_strength = quantity.unit.is_strength || quantity.unit.name == "g";
    if is_last {
        for unit in units_with_prefix(quantity.unit.name) {
            let longer = Quantity { number: quantity.number.clone(), unit };
            alternatives.push(vec![TermQuery::PartialQuantity(longer)]);
            is_strength |= unit.is_strength;
        }
    }
    (if is_strength { ClauseKind::Strength } else { ClauseKind::Quantity }, alternatives)
}

fn single(token: &Token, is_last: bool) -> Part {
    match &token.kind {
        TokenKind::Word(word) => match synonyms_of(word) {
            [] => (1, ClauseKind::Word(word.clone()), word_alternatives(word)),
            synonyms => {
                let typed = vec![TermQuery::Prefix(word.clone())];
                let meanings = synonyms.iter().map(|synonym| meaning(synonym.meaning));
                (1, ClauseKind::Synonym, std::iter::once(typed).chain(meanings).collect())
            }
        },
        TokenKind::Number(number) => {
            let alternatives = vec![vec![TermQuery::Number(number.clone(), Scope::Name)]];
            (1, ClauseKind::Number(number.clone()), alternatives)
        }
        TokenKind::Quantity(quantity) => {
            let (kind, alternatives) = quantity_part(quantity, is_last);
            (1, kind, alternatives)
        }
    }
}

/// Returns whether a number may be the start of a longer code.
pub fn may_be_code(number: &str) -> bool {
    number.len() >= 5 && !number.contains('.') && number.trim_end_matches('0').len() > 3
}

/// Makes a clause of a number before the prefix of a unit: `500 mic`.
fn number_and_unit_prefix(tokens: &[Token]) -> Option<Part> {
    let number = tokens[0].number()?;
    let word = tokens.get(1)?.word()?;
    let units = units_with_prefix(word);
    let mut alternatives = Vec::new();
    for unit in &units {
        let quantity = Quantity { number: number.to_owned(), unit };
        alternatives.push(vec![TermQuery::PartialQuantity(quantity)]);
    }
    alternatives
        .push(vec![TermQuery::Number(number.to_owned(), Scope::Title), TermQuery::Prefix(word.to_owned())]);
    let is_strength = units.iter().any(|unit| unit.is_strength);
    let kind = if is_strength { ClauseKind::Strength } else { ClauseKind::Quantity };
    (!units.is_empty()).then_some((2, kind, alternatives))
}

/// Returns whether only signs are on a side of a token, up to a space: in `(a` the letter is alone.
fn is_alone<'t>(mut side: impl Iterator<Item = &'t char>) -> bool {
    side.find(|one| **one == ' ' || one.is_alphanumeric()).is_none_or(|one| *one == ' ')
}
