//! Clauses of quantities, ratios and numbers before the prefix of a unit.

use super::clause::{Clause, Conjunction, one_of};
use super::term_query::{TermQuery, Within, is_ratio};
use crate::quantity::{Ratio, Unit, equal_quantities};
use crate::text::Token;

/// Returns the clause of a quantity in any unit of its kind.
///
/// A strength must be in the title. At the end of a query, the unit may be a prefix.
pub fn quantity(number: &str, unit: Unit, is_last: bool) -> Clause {
    let term_query = if unit.is_strength() { TermQuery::Title } else { TermQuery::Whole };
    let mut alternatives = Vec::new();
    for quantity in terms_of(number, unit) {
        alternatives.push(vec![term_query(quantity)]);
    }
    if unit.name() == "%" {
        alternatives.extend(percentage(number));
    }
    if is_last {
        alternatives.extend(unfinished(number, unit.name()));
    }
    let may_become_strength = is_last && Unit::beginning_with(unit.name()).any(Unit::is_strength);
    Clause {
        is_strength: unit.is_strength() || unit.name() == "g" || may_become_strength,
        ..one_of(alternatives)
    }
}

/// Returns the ratios that a percentage may mean.
fn percentage(number: &str) -> Vec<Conjunction> {
    let mut ratios = Vec::new();
    for per in ["ml", "mg"] {
        if let Some(ratio) = Ratio::percent(number, per) {
            ratios.push(vec![TermQuery::Title(ratio.term())]);
        }
    }
    ratios
}

/// Returns the clause of a quantity with a denominator, and the number of tokens of the denominator.
pub fn ratio(number: &str, unit: Unit, following: &[Token]) -> Option<(Clause, usize)> {
    let (ratio, volume, used) = match following {
        [Token::Quantity(per, of), Token::Also(ratio), ..] if is_ratio_of(number, unit, per, *of, ratio) => {
            (ratio, Some((per, *of)), 2)
        }
        [Token::Quantity(per, of), Token::Also(_), Token::Also(ratio), ..]
            if is_ratio_of(number, unit, per, *of, ratio) =>
        {
            (ratio, Some((per, *of)), 3)
        }
        [Token::Also(ratio), Token::Word(_), ..] if is_ratio(ratio) => (ratio, None, 2),
        [Token::Number(_), Token::Also(ratio), Token::Word(_), ..] if is_ratio(ratio) => (ratio, None, 3),
        _ => return None,
    };
    let mut alternatives = as_written(number, unit, volume, ratio);
    match volume {
        // An amount in another volume is the content of one container: a name must have that volume, in any
        // unit.
        Some((per, of)) if !is_concentration(per) => {
            for volume in terms_of(per, of) {
                alternatives.push(vec![TermQuery::Title(ratio.clone()), TermQuery::Whole(volume)]);
            }
        }
        // The same concentration in another container is no exact match, so it ranks lower.
        _ => alternatives.push(vec![TermQuery::Unfinished(ratio.clone())]),
    }
    Some((Clause::strength(alternatives), used))
}

/// Returns the notations of a ratio with its two quantities, each in any unit.
///
/// The amount comes first, because no name has most of these notations.
fn as_written(number: &str, unit: Unit, volume: Option<(&String, Unit)>, ratio: &str) -> Vec<Conjunction> {
    let volumes = match volume {
        Some((per, of)) => terms_of(per, of),
        None => Vec::new(),
    };
    let ratio = TermQuery::Title(ratio.to_owned());
    let mut written = Vec::new();
    for amount in terms_of(number, unit) {
        let amount = TermQuery::Title(amount);
        for volume in &volumes {
            written.push(vec![amount.clone(), TermQuery::Title(volume.clone()), ratio.clone()]);
        }
        if volumes.is_empty() {
            written.push(vec![amount, ratio.clone()]);
        }
    }
    written
}

/// Returns the index terms of a quantity, in each unit that it can be written in.
fn terms_of(number: &str, unit: Unit) -> Vec<String> {
    let equal = equal_quantities(number, unit).into_iter();
    equal.map(|(number, unit)| Token::Quantity(number, unit).term()).collect()
}

/// Returns whether an index term is the ratio of two quantities, and not that of the second one and a word.
fn is_ratio_of(number: &str, unit: Unit, per: &str, of: Unit, term: &str) -> bool {
    match Ratio::of(number, unit, per, of) {
        Some(ratio) => ratio.term() == term,
        None => false,
    }
}

/// Returns whether a number of millilitres makes an amount a concentration, and not the content of one
/// container.
fn is_concentration(volume: &str) -> bool {
    matches!(volume, "1" | "5")
}

/// Returns the clause of `1 in 1000`, which is 1mg/ml.
pub fn one_in(clause: &str, parts: &str) -> Clause {
    let mut alternatives = vec![vec![TermQuery::Title(clause.to_owned())]];
    if let Some(ratio) = Ratio::one_in(parts) {
        alternatives.push(vec![TermQuery::Title(ratio.term())]);
    }
    Clause::strength(alternatives)
}

pub fn is_unfinished_unit(letters: &str) -> bool {
    Unit::beginning_with(letters).next().is_some()
}

/// Returns the clause of `500 mic`: a quantity with the prefix of a unit, or a number and a word.
pub fn number_and_letters(number: &str, letters: &str) -> Clause {
    let mut alternatives = unfinished(number, letters);
    alternatives.push(vec![
        TermQuery::Number(number.to_owned(), Within::Title),
        TermQuery::Prefix(letters.to_owned()),
    ]);
    let is_strength = Unit::beginning_with(letters).any(Unit::is_strength);
    Clause { is_strength, ..one_of(alternatives) }
}

fn unfinished(number: &str, letters: &str) -> Vec<Conjunction> {
    let mut unfinished = Vec::new();
    for unit in Unit::beginning_with(letters) {
        unfinished.push(vec![TermQuery::Unfinished(Token::Quantity(number.to_owned(), unit).term())]);
    }
    unfinished
}
