//! Tokens: the words, numbers and quantities of a folded text; and the index terms of a product name.

use std::ops::Range;

use super::scanner::{Scanner, Token};
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

/// Splits a folded text into its tokens, in order.
///
/// # Examples
///
/// ```
/// use pack_lookup::text::{Token, fold, tokens};
///
/// let terms: Vec<String> = tokens(&fold("Amlodipine 5 mg tablets")).iter().map(Token::term).collect();
/// assert_eq!(terms, ["amlodipine", "5mg", "tablets"]);
/// ```
pub fn tokens(folded: &str) -> Vec<Token> {
    let mut scanner = Scanner::new(folded);
    while scanner.advance() {}
    scanner.tokens
}

/// Lists the tokens before the first quantity of a folded text, or all tokens if it has none.
///
/// # Examples
///
/// ```
/// use pack_lookup::text::{Token, tokens_before_quantity};
///
/// let name = tokens_before_quantity("sodium chloride 0.9% infusion");
/// assert_eq!(name, [Token::Word("sodium".into()), Token::Word("chloride".into())]);
/// ```
pub fn tokens_before_quantity(folded: &str) -> Vec<Token> {
    let mut scanner = Scanner::new(folded);
    let mut scanned = 0;
    while scanner.advance() {
        if let Some(first) = scanner.tokens.iter().skip(scanned).position(Token::is_quantity) {
            scanner.tokens.truncate(scanned + first);
            break;
        }
        scanned = scanner.tokens.len();
    }
    scanner.tokens
}

/// Finds the tokens of a folded text and the byte range of each. Words that hyphens join have the range of
/// the compound.
///
/// # Examples
///
/// ```
/// use pack_lookup::text::tokens_with_spans;
///
/// let (tokens, spans) = tokens_with_spans("hepatitis e");
/// assert_eq!((tokens.len(), spans), (2, vec![0..9, 10..11]));
/// ```
pub fn tokens_with_spans(folded: &str) -> (Vec<Token>, Vec<Range<usize>>) {
    let mut scanner = Scanner::new(folded);
    let mut spans = Vec::new();
    let mut start = 0;
    while scanner.advance() {
        let end = folded.len() - scanner.rest.len();
        spans.resize(scanner.tokens.len(), start..end);
        start = end;
    }
    (scanner.tokens, spans)
}

/// Lists the tokens that a query requires: all except [`Token::Also`].
///
/// # Examples
///
/// ```
/// use pack_lookup::text::{asking_tokens, tokens};
///
/// // A name is also indexed as `coamoxiclav`.
/// assert_eq!(tokens("co-amoxiclav").len(), 3);
/// assert_eq!(asking_tokens("co-amoxiclav").len(), 2);
/// ```
pub fn asking_tokens(folded: &str) -> Vec<Token> {
    let mut tokens = tokens(folded);
    tokens.retain(Token::is_required);
    tokens
}

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

    fn terms(text: &str) -> Vec<String> {
        tokens(&fold(text)).iter().map(Token::term).collect()
    }

    #[test]
    fn joins_numbers_and_units() {
        assert_eq!(terms("500 mg"), ["500mg"]);
        assert_eq!(terms("500MG"), ["500mg"]);
        assert_eq!(terms("5mg/5ml"), ["5mg", "5ml", "=1mg/1ml"]);
        assert_eq!(terms("5mg/ml 5mg/m"), ["5mg", "1ml", "ml", "=5mg/1ml", "5mg", "m"]);
        assert_eq!(
            terms("5mg/dose 6mg/24hours"),
            ["5mg", "=5mg/1dose", "dose", "6mg", "24", "=1mg/4hour", "hours"]
        );
        assert_eq!(terms("2.50mg 1,000mg .5g 0.1%"), ["2.5mg", "1000mg", "0.5g", "0.1%"]);
        assert_eq!(terms("200µg 200mcg 10 iu"), ["200microgram", "200microgram", "10unit"]);
        assert_eq!(terms("10x12.5 10cmx12cm"), ["10", "x", "12.5", "10cm", "x", "12cm"]);
        assert_eq!(terms("23-32mmHg 30 gram 28 tablet"), ["23", "32mmhg", "30g", "28", "tablet"]);
    }

    #[test]
    fn adds_compounds_as_terms() {
        assert_eq!(terms("sugar free"), ["sugar", "free", "sugarfree"]);
        assert_eq!(terms("1 in 1,000"), ["1", "in", "=1in1000", "1000"]);
    }

    #[test]
    fn keeps_codes_whole() {
        assert_eq!(
            terms("SPX371S B12 07671687019 72652-03"),
            ["spx371s", "b12", "07671687019", "72652", "03"]
        );
    }

    #[test]
    fn splits_at_hyphens_and_drops_apostrophes() {
        assert_eq!(terms("Co-amoxiclav"), ["co", "amoxiclav", "coamoxiclav"]);
        assert_eq!(terms("Dr Reddy's"), ["dr", "reddys"]);
    }

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
