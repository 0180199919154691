//! Index terms of a product name.

use super::scanner::Token;
use super::tokens::tokens;
use crate::quantity::Ratio;

/// Dose forms in which a percentage means grams in 100 ml.
const LIQUIDS: [&str; 14] = [
    "solution",
    "suspension",
    "infusion",
    "injection",
    "drops",
    "liquid",
    "mouthwash",
    "spray",
    "emulsion",
    "enema",
    "ampoules",
    "vials",
    "bags",
    "irrigation",
];
/// Dose forms in which a percentage means grams in 100 g.
const SEMISOLIDS: [&str; 4] = ["cream", "ointment", "gel", "paste"];

/// Lists the index terms of a product name: the terms of its tokens, and the ratio of each percentage in
/// its dose form.
///
/// # Examples
///
/// ```
/// use pack_lookup::text::title_terms;
///
/// let terms = title_terms("lidocaine 1% solution for injection");
/// assert!(terms.contains(&"=10mg/1ml".to_owned()));
/// ```
pub fn title_terms(folded: &str) -> Vec<String> {
    let tokens = tokens(folded);
    let mut terms: Vec<String> = tokens.iter().map(Token::term).collect();
    let Some(per) = unit_of_form(&terms) else { return terms };
    for token in &tokens {
        if let Some(ratio) = ratio_of(token, per) {
            terms.push(ratio.term());
        }
    }
    terms
}

/// Finds the unit in 100 of which a percentage is measured. Returns `None` if no dose form determines it.
fn unit_of_form(terms: &[String]) -> Option<&'static str> {
    if has_form(terms, &SEMISOLIDS) {
        Some("mg")
    } else if has_form(terms, &LIQUIDS) {
        Some("ml")
    } else {
        None
    }
}

fn has_form(terms: &[String], forms: &[&str]) -> bool {
    terms.iter().any(|term| forms.contains(&term.as_str()))
}

/// Computes the ratio that a percentage or a dilution means in a dose form.
fn ratio_of(token: &Token, per: &'static str) -> Option<Ratio> {
    match (token, per) {
        (Token::Quantity(percent, unit), _) if unit.name() == "%" => Ratio::percent(percent, per),
        (Token::Also(term), "ml") => Ratio::one_in(term.strip_prefix("=1in")?),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text::fold;

    #[test]
    fn indexes_a_percentage_as_the_ratio_of_its_dose_form() {
        let has = |name: &str, ratio: &str| title_terms(&fold(name)).iter().any(|term| term == ratio);
        assert!(has("Lidocaine 1% solution for injection", "=10mg/1ml"));
        assert!(has("Hydrocortisone 1% cream", "=1mg/100mg"));
        assert!(has("Adrenaline 1mg/1ml (1 in 1,000) solution", "=1mg/1ml"));
        assert!(!has("Hydrocortisone 1% cream", "=10mg/1ml"));
        assert!(!has("Zinc 1% powder", "=10mg/1ml"));
    }
}
