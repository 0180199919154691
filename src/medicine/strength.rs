//! Strengths: exact amounts, and amounts in others.

use super::lexeme::Lexeme;
use crate::quantity::{Ratio, Unit, per_word, plain_number, times_thousand};

/// A number with a unit, exactly as it is stated: `500` `mg`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Amount {
    /// A decimal number without separators and without zeros at the end of a fraction.
    pub number: String,
    /// The unit in one spelling, `%`, or a word such as `dose`.
    pub unit: &'static str,
}

impl Amount {
    /// The index term.
    pub fn term(&self) -> String {
        format!("{}{}", self.number, self.unit)
    }

    /// Reports whether it is a volume, as a container has.
    pub fn is_volume(&self) -> bool {
        matches!(self.unit, "microlitre" | "ml" | "litre")
    }

    /// Reports whether it is a length.
    pub fn is_length(&self) -> bool {
        matches!(self.unit, "mm" | "cm" | "m" | "gauge")
    }

    /// Reports whether it is a mass in grams that is less than the mass of any tube or jar.
    pub(crate) fn is_small(&self) -> bool {
        let whole = self.number.split('.').next().unwrap_or("");
        self.unit == "g" && whole.len() == 1 && whole < "5"
    }

    /// Reports whether it is the amount of another substance rather than a denominator: the `500mg` of
    /// `30mg/500mg`, but not the gram of `20mg/1g`.
    fn is_part(&self) -> bool {
        matches!(self.unit, "nanogram" | "microgram" | "mg") || (self.unit == "g" && self.number != "1")
    }
}

/// A strength: an amount, or an amount in another one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Strength {
    /// One amount, or the amount of each substance, as in `5mg/40mg/5ml` of two substances.
    pub amounts: Vec<Amount>,
    /// The denominator: `5` `ml` of `125mg/5ml`, `1000` `part` of `1 in 1,000`.
    pub per: Option<Amount>,
}

impl Strength {
    /// Reports whether it is surely a strength: not a mass in grams, a volume or a length without a
    /// denominator.
    pub(crate) fn is_sure(&self) -> bool {
        match self.amounts.as_slice() {
            [amount] if self.per.is_none() => {
                !amount.is_volume() && !amount.is_length() && (amount.unit != "g" || amount.is_small())
            }
            _ => true,
        }
    }

    /// Lists the index terms of its amounts in their denominator as they are written: `125mg/5ml`. An amount
    /// without a denominator has none.
    pub fn written(&self) -> Vec<String> {
        let Some(per) = &self.per else { return Vec::new() };
        self.amounts.iter().map(|amount| format!("{}/{}", amount.term(), per.term())).collect()
    }

    /// Lists all index terms: amounts, ratios as they are written, and ratios in one form. A percentage has
    /// the ratio to mass and the one to volume, because only the dose form decides between them.
    pub fn terms(&self) -> Vec<String> {
        let mut terms = self.written();
        for amount in &self.amounts {
            terms.push(amount.term());
            terms.extend(self.ratios_of(amount).into_iter().map(|ratio| ratio.term()));
        }
        if let Some(per) = self.per.as_ref().filter(|per| per.unit == "part") {
            terms.extend(Ratio::one_in(&per.number).map(|ratio| ratio.term()));
        }
        terms
    }

    fn ratios_of(&self, amount: &Amount) -> Vec<Ratio> {
        let mut ratios = Vec::new();
        if amount.unit == "%" {
            ratios.extend(["ml", "mg"].into_iter().filter_map(|per| Ratio::percent(&amount.number, per)));
        }
        if let (Some(per), Some(unit)) = (&self.per, Unit::named(amount.unit)) {
            ratios.extend(match Unit::named(per.unit) {
                Some(per_unit) => Ratio::of(&amount.number, unit, &per.number, per_unit),
                None => Ratio::per(&amount.number, unit, &per.number, per.unit),
            });
        }
        ratios
    }
}

/// Parses the strength at a place. Returns it with the place after it.
pub fn strength_at(lexemes: &[Lexeme<'_>], at: usize) -> Option<(Strength, usize)> {
    if let Some(one_in) = one_in(lexemes, at) {
        return Some(one_in);
    }
    let (amount, mut next) = amount_at(lexemes, at)?;
    let mut strength = Strength { amounts: vec![amount], per: None };
    while let Some((denominator, after)) = denominator_at(lexemes, next) {
        let is_counted = lexemes.get(next + 1).is_some_and(Lexeme::is_number);
        next = after;
        let first = strength.amounts.first().map_or("", |amount| amount.unit);
        let is_part = denominator.is_part() || (first == "g" && denominator.unit == "g");
        if is_counted && is_part || denominator.unit == "%" {
            strength.amounts.push(denominator);
        } else {
            strength.per = Some(denominator);
            break;
        }
    }
    Some((strength, next))
}

/// Parses `1 in 1,000`.
fn one_in(lexemes: &[Lexeme<'_>], at: usize) -> Option<(Strength, usize)> {
    let [one, word, parts] = lexemes.get(at..at + 3)? else { return None };
    if !one.is("1") || !word.is("in") || !parts.is_number() {
        return None;
    }
    let amount = Amount { number: "1".to_owned(), unit: "part" };
    let per = Amount { number: plain_number(parts.text), unit: "part" };
    Some((Strength { amounts: vec![amount], per: Some(per) }, at + 3))
}

/// Parses a number and its unit, with at most one space between them.
pub fn amount_at(lexemes: &[Lexeme<'_>], at: usize) -> Option<(Amount, usize)> {
    let number = lexemes.get(at).filter(|lexeme| lexeme.is_number())?;
    let mut number_text = plain_number(number.text);
    let mut next = at + 1;
    if let Some(power) = lexemes.get(next).and_then(|lexeme| power_of_thousand(lexeme.text)) {
        number_text = times_thousand(&number_text, power);
        next += 1;
    }
    let unit = Unit::parse(lexemes.get(next)?.text)?;
    Some((Amount { number: number_text, unit: unit.name() }, next + 1))
}

/// Words that multiply a number, as powers of a thousand.
fn power_of_thousand(word: &str) -> Option<i32> {
    match word {
        "thousand" | "k" => Some(1),
        "million" | "mega" => Some(2),
        _ => None,
    }
}

/// Parses `/5ml`, `/ml`, `/dose` or `/24hours`, which touches the amount, or `per actuation`.
fn denominator_at(lexemes: &[Lexeme<'_>], at: usize) -> Option<(Amount, usize)> {
    let sign = lexemes.get(at)?;
    let is_word = sign.is("per");
    if !is_word && (!sign.is("/") || sign.is_spaced) {
        return None;
    }
    let first = lexemes.get(at + 1).filter(|lexeme| is_word || !lexeme.is_spaced)?;
    let (number, unit_at) =
        if first.is_number() { (plain_number(first.text), at + 2) } else { ("1".to_owned(), at + 1) };
    let word = lexemes.get(unit_at)?.text;
    let unit = Unit::parse(word).map(Unit::name).or_else(|| per_word(word))?;
    Some((Amount { number, unit }, unit_at + 1))
}

#[cfg(test)]
mod tests {
    use super::super::lexeme::lexemes;
    use super::*;

    fn parsed(text: &str) -> Option<String> {
        let lexemes = lexemes(text);
        let (Strength { amounts, per }, next) = strength_at(&lexemes, 0)?;
        assert_eq!(next, lexemes.len(), "{text}");
        let amounts: Vec<String> = amounts.iter().map(|one| format!("{} {}", one.number, one.unit)).collect();
        let per = per.map_or(String::new(), |per| format!(" per {} {}", per.number, per.unit));
        Some(amounts.join(" + ") + &per)
    }

    #[test]
    fn parses_amounts_in_amounts() {
        for (text, expected) in [
            ("500mg", "500 mg"),
            ("0.50 %", "0.5 %"),
            ("125mg/5ml", "125 mg per 5 ml"),
            ("100units/ml", "100 unit per 1 ml"),
            ("50micrograms/24hours", "50 microgram per 24 hour"),
            ("100micrograms/dose", "100 microgram per 1 dose"),
            ("18million unit", "18000000 unit"),
            ("1.5 mega units", "1500000 unit"),
            ("1 in 1,000", "1 part per 1000 part"),
            ("30mg/500mg", "30 mg + 500 mg"),
            ("5mg/40mg/5ml", "5 mg + 40 mg per 5 ml"),
            ("125mg/50mg/10mg", "125 mg + 50 mg + 10 mg"),
            ("20mg/1g", "20 mg per 1 g"),
            ("5mg/g", "5 mg per 1 g"),
            ("1g/g", "1 g per 1 g"),
            ("5mg/mg", "5 mg per 1 mg"),
        ] {
            assert_eq!(parsed(text).as_deref(), Some(expected), "{text}");
        }
    }

    #[test]
    fn a_number_without_a_unit_is_no_strength() {
        for text in ["28", "28 tablets", "6 monofilament", "mg"] {
            assert_eq!(parsed(text), None, "{text}");
        }
    }
}
