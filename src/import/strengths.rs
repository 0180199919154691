//! Compares the strengths in the names of virtual products with those that dm+d records for their
//! ingredients.

use crate::concept::{Amount, Ingredient};
use crate::medicine;
use crate::quantity::{Ratio, Unit, equal_quantities};

/// Lists the ingredients whose recorded strengths differ from the strengths in the name.
///
/// Amounts are compared in any unit, and concentrations in any volume. A strength in a unit that names do not
/// have is not compared.
pub fn contradicted<'v>(name: &str, ingredients: &'v [Ingredient]) -> Vec<&'v Ingredient> {
    let stated = stated(name);
    let has_ratio = stated.iter().any(|term| term.starts_with('='));
    let mut contradicted = Vec::new();
    for ingredient in ingredients {
        let recorded = recorded(ingredient, has_ratio);
        let is_stated = recorded.iter().any(|term| stated.contains(term));
        if !stated.is_empty() && !recorded.is_empty() && !is_stated {
            contradicted.push(ingredient);
        }
    }
    contradicted
}

/// Lists the index terms of all strengths of a name.
fn stated(name: &str) -> Vec<String> {
    let name = medicine::parse(name);
    let mut terms = Vec::new();
    for component in name.products.iter().flat_map(|product| &product.components) {
        let equivalents = component.equivalents.iter().map(|(_, strength)| strength);
        for strength in component.strengths.iter().chain(equivalents) {
            terms.extend(strength.terms());
        }
    }
    terms
}

/// Lists the index terms of a recorded strength: its concentration if the name has one, or else its amount in
/// any unit.
fn recorded(ingredient: &Ingredient, has_ratio: bool) -> Vec<String> {
    let Some((number, unit)) = ingredient.numerator.as_ref().and_then(number_and_unit) else {
        return Vec::new();
    };
    let per = ingredient.denominator.as_ref().filter(|_| has_ratio).and_then(number_and_unit);
    if let Some(ratio) = per.and_then(|(per, per_unit)| Ratio::of(&number, unit, &per, per_unit)) {
        return vec![ratio.term()];
    }
    let equal = equal_quantities(&number, unit);
    equal.into_iter().map(|(number, unit)| format!("{number}{}", unit.name())).collect()
}

fn number_and_unit(amount: &Amount) -> Option<(String, Unit)> {
    Some((amount.value.to_string(), Unit::parse(amount.unit.as_deref()?)?))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::concept::{Coded, Decimal};
    use crate::snomed::ConceptId;

    fn amount(text: &str) -> Option<Amount> {
        let (number, unit) = text.split_once(' ')?;
        Some(Amount { value: Decimal::parse(number)?, unit: Some(unit.to_owned()) })
    }

    fn is_contradicted(name: &str, numerator: &str, denominator: &str) -> Option<bool> {
        let substance = Coded { code: ConceptId::parse("22298006").ok()?, name: String::new() };
        let (numerator, denominator) = (amount(numerator), amount(denominator));
        let ingredient = Ingredient { substance, numerator, denominator, basis: None, base: None };
        Some(!contradicted(name, &[ingredient]).is_empty())
    }

    #[test]
    fn finds_recorded_strengths_that_the_name_does_not_state() {
        for (name, numerator, denominator, expected) in [
            ("Amlodipine 5mg tablets", "5 mg", "", false),
            ("Amlodipine 5mg tablets", "10 mg", "", true),
            ("Levothyroxine sodium 100microgram tablets", "0.1 mg", "", false),
            ("Amoxicillin 250mg/5ml oral suspension", "50 mg", "1 ml", false),
            ("Amoxicillin 250mg/5ml oral suspension", "250 mg", "1 ml", true),
            ("Clotrimazole 1% cream", "10 mg", "1 gram", false),
            ("Clotrimazole 1% cream", "20 mg", "1 gram", true),
            ("Amlodipine 5mg / Valsartan 80mg tablets", "80 mg", "", false),
            ("Aqueous cream", "10 mg", "1 gram", false),
            ("Amlodipine 5mg tablets", "1 tablet", "", false),
        ] {
            assert_eq!(is_contradicted(name, numerator, denominator), Some(expected), "{name} {numerator}");
        }
    }
}
