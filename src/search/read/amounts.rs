//! Strengths and sizes of a query, and quantities that it states more than once.

use super::costs;
use super::term::{Choice, Role, Size, Term, Wanted};
use crate::medicine::{Amount, Strength};
use crate::quantity::{Ratio, UNITS, Unit, equal_quantities, per_word};
use crate::search::index::Need;

/// Builds the term of a strength.
pub fn strength_term(written: &str, strength: &Strength, is_last: bool) -> Term {
    let choices = match &strength.per {
        Some(per) => ratio_choices(written, strength, per, is_last),
        None => vec![Choice::typed(amounts_need(strength, is_last))],
    };
    Term::new(written, Role::Strength, choices)
}

fn amounts_need(strength: &Strength, is_last: bool) -> Need {
    let mut needs: Vec<Need> = strength.amounts.iter().map(|amount| amount_need(amount, is_last)).collect();
    if needs.len() == 1 { needs.remove(0) } else { Need::All(needs) }
}

fn ratio_choices(written: &str, strength: &Strength, per: &Amount, is_last: bool) -> Vec<Choice> {
    let (mut exact, mut equal) = (Vec::new(), Vec::new());
    for amount in &strength.amounts {
        exact.push(Need::Any(written_ratios(amount, per)));
        let ratio = ratio_of(amount, per).map(|ratio| Need::Term(ratio.term()));
        equal.push(Need::Any(ratio.into_iter().collect()));
    }
    if is_any_volume(written, per) {
        return vec![Choice::typed(Need::Any(vec![Need::All(exact), Need::All(equal)]))];
    }
    let mut choices = vec![Choice::typed(Need::All(exact)), equal_choice(strength, per, Need::All(equal))];
    if is_counted(written) && (per.unit == "g" || Unit::named(per.unit).is_some_and(Unit::is_strength)) {
        // `5mg/1g` may be the strengths of two substances, `5mg/g` is not.
        let both = strength.amounts.iter().chain([per]).map(|amount| amount_need(amount, is_last)).collect();
        choices.push(Choice::at(costs::EQUAL_RATIO, Wanted::Names(Need::All(both))));
    }
    choices
}

/// Builds the choice of the same concentration in another volume.
fn equal_choice(strength: &Strength, per: &Amount, need: Need) -> Choice {
    let wanted = if is_concentration(per) {
        Wanted::Names(need)
    } else {
        // The same concentration in a pack of this volume.
        Wanted::NamesOfSize(need, Size { number: per.number.clone(), unit: Some(per.unit) })
    };
    let mut choice = Choice::at(costs::EQUAL_RATIO, wanted);
    if per.number != "1" && per.unit != "part" {
        let ratios = strength.amounts.iter().filter_map(|amount| ratio_of(amount, per));
        choice.read_as = Some(ratios.map(|ratio| ratio.term().trim_start_matches('=').to_owned()).collect());
    }
    choice
}

/// Reports whether an amount in this volume is a concentration. In another volume, it is the content of one
/// container.
fn is_concentration(per: &Amount) -> bool {
    matches!(per.number.as_str(), "1" | "5" | "10") || !matches!(per.unit, "ml" | "litre" | "microlitre")
}

/// Reports whether a strength is a concentration in any volume: `10mg/ml` is, and `10mg/1ml` is the content
/// of one container.
fn is_any_volume(written: &str, per: &Amount) -> bool {
    per.number == "1" && per.unit == "ml" && !is_counted(written)
}

/// Reports whether the unit at the end has a number: in `10mg/1ml` it has one, in `10mg/ml` it does not.
fn is_counted(written: &str) -> bool {
    let before = written.trim_end_matches(char::is_alphabetic).trim_end();
    before.ends_with(|c: char| c.is_ascii_digit())
}

/// Builds the ways to write a ratio, each amount in any unit of its kind.
fn written_ratios(amount: &Amount, per: &Amount) -> Vec<Need> {
    let mut written = Vec::new();
    // The `m` of `5mg/m` may become ml.
    let pers =
        if per.unit == "m" { vec![per.term(), format!("{}ml", per.number)] } else { equal_amounts(per) };
    for amount in equal_amounts(amount) {
        for per in &pers {
            written.push(Need::Term(format!("{amount}/{per}")));
        }
    }
    written
}

fn ratio_of(amount: &Amount, per: &Amount) -> Option<Ratio> {
    if per.unit == "part" {
        return Ratio::one_in(&per.number);
    }
    let unit = Unit::named(amount.unit)?;
    match Unit::named(per.unit) {
        Some(per_unit) => Ratio::of(&amount.number, unit, &per.number, per_unit),
        None => Ratio::per(&amount.number, unit, &per.number, per_word(per.unit)?),
    }
}

/// Builds the index terms of an amount in each unit of its kind.
fn equal_amounts(amount: &Amount) -> Vec<String> {
    match Unit::named(amount.unit) {
        Some(unit) => equal_quantities(&amount.number, unit)
            .into_iter()
            .map(|(number, unit)| format!("{number}{}", unit.name()))
            .collect(),
        None => vec![amount.term()],
    }
}

/// Builds the condition of an amount. At the end of a query, its unit may be unfinished.
pub fn amount_need(amount: &Amount, is_last: bool) -> Need {
    let mut needs: Vec<Need> = equal_amounts(amount).into_iter().map(Need::Term).collect();
    if amount.unit == "%" {
        for per in ["ml", "mg"] {
            needs.extend(Ratio::percent(&amount.number, per).map(|ratio| Need::Term(ratio.term())));
        }
    }
    if is_last {
        needs.extend(
            Unit::beginning_with(amount.unit)
                .map(|unit| Need::Term(format!("{}{}", amount.number, unit.name()))),
        );
    }
    Need::Any(needs)
}

/// Builds the condition of a number that is a strength or a length in any unit. A volume is not one.
pub fn number_need(number: &str) -> Need {
    let mut needs = Vec::new();
    for name in UNITS.iter().filter_map(|spellings| spellings.first()) {
        if !matches!(*name, "ml" | "litre" | "microlitre") {
            needs.push(Need::Term(format!("{number}{name}")));
        }
    }
    Need::Any(needs)
}

/// Builds the condition of `250/5`: 250 of any unit in 5 ml.
pub fn ratio_in_volume(number: &str, volume: &str) -> Need {
    let names = UNITS.iter().filter_map(|spellings| spellings.first());
    Need::Any(names.map(|unit| Need::Term(format!("{number}{unit}/{volume}ml"))).collect())
}

/// Builds the choice of a size that packs must have.
pub fn size_choice(number: &str, unit: Option<&'static str>) -> Choice {
    Choice::at(0, Wanted::Size(Size { number: number.to_owned(), unit }))
}

/// Builds the term of a bare number: a strength, or else a size.
pub fn number_term(written: &str, number: &str, may_be_strength: bool) -> Term {
    let mut size = size_choice(number, None);
    if !may_be_strength {
        return Term::new(written, Role::Size, vec![size]);
    }
    size.cost = costs::NUMBER_AS_SIZE;
    let size = size.read_as(vec![format!("pack size {number}")]);
    // The number of a name, as in NovoMix 30.
    let of_name = Choice::at(costs::NUMBER_OF_NAME, Wanted::Names(Need::term(number)));
    let mut choices = vec![Choice::typed(number_need(number)), of_name, size];
    if number.trim_end_matches('0').len() > 3 && number.len() > 4 && !number.contains('.') {
        choices.push(Choice::at(costs::NUMBER_OF_NAME, Wanted::Names(Need::Prefix(number.to_owned()))));
    }
    Term::new(written, Role::Strength, choices)
}

/// Changes the second and each further equal quantity to one that a name must have again.
pub fn count_repeated(terms: &mut [Term]) {
    for at in 1..terms.len() {
        let (before, following) = terms.split_at_mut(at);
        let Some(term) = following.first_mut() else { return };
        if term.role != Role::Strength {
            continue;
        }
        let earlier = before
            .iter()
            .filter(|other| other.role == Role::Strength && other.written == term.written)
            .count();
        if earlier > 0 {
            for choice in &mut term.choices {
                if let Wanted::Names(need) = &mut choice.wanted {
                    *need = again(need, earlier + 1);
                }
            }
        }
    }
}

/// Changes the second of two equal numbers to one that a name must have again.
pub fn count_repeated_needs(needs: &mut [Need], are_equal: bool) {
    if are_equal && let Some(last) = needs.last_mut() {
        *last = again(last, 2);
    }
}

fn again(need: &Need, count: usize) -> Need {
    match need {
        Need::Term(term) => Need::Term(format!("{term}*{count}")),
        Need::Any(needs) => Need::Any(needs.iter().map(|need| again(need, count)).collect()),
        Need::All(needs) => Need::All(needs.iter().map(|need| again(need, count)).collect()),
        Need::Prefix(start) => Need::Prefix(start.clone()),
    }
}
