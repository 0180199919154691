//! The index terms of a name.

use std::collections::HashMap;

use super::lexeme::{Lexeme, lexemes};
use super::quantities;
use super::strength::{Amount, strength_at};
use crate::quantity::plain_number;
use crate::text::{fold, is_digit, title_terms};

/// Lists the index terms of a name: its words and quantities, its ratios as written and in one form, and each
/// quantity that occurs again, as `10cm*2`.
///
/// # Examples
///
/// ```
/// use pack_lookup::medicine::name_terms;
///
/// let terms = name_terms("Adrenaline 1mg/1ml solution for injection ampoules");
/// assert!(terms.contains(&"1mg/1ml".to_owned()));
/// assert!(name_terms("Dressing 10cm x 10cm").contains(&"10cm*2".to_owned()));
/// assert!(!name_terms("Levothyroxine sodium 100microgram tablets lactose free").contains(&"lactose".to_owned()));
/// ```
pub fn name_terms(name: &str) -> Vec<String> {
    let folded = normal(&fold(name));
    let mut terms = title_terms(&folded);
    remove_absent(&mut terms);
    let lexemes = lexemes(&folded);
    let mut at = 0;
    while at < lexemes.len() {
        let Some((strength, next)) = strength_at(&lexemes, at) else {
            at += 1;
            continue;
        };
        terms.extend(strength.written());
        terms.extend(
            strength.amounts.iter().filter(|amount| is_multiplied(&lexemes, at, amount)).map(Amount::term),
        );
        at = next;
    }
    add_classes(&lexemes, &mut terms);
    add_repeated(&mut terms);
    terms
}

/// Removes what a product is free of: `lactose` of `lactose free`, which stays as `lactosefree`.
fn remove_absent(terms: &mut Vec<String>) {
    let mut at = 0;
    while let Some([what, free, joined]) = terms.get(at..at + 3) {
        if free == "free" && joined.strip_suffix("free") == Some(what) {
            terms.remove(at);
        }
        at += 1;
    }
}

/// Adds `class2` for `class 2`, and `20ch` for `20Ch` and `20 Fr`.
fn add_classes(lexemes: &[Lexeme<'_>], terms: &mut Vec<String>) {
    for pair in lexemes.windows(2) {
        let [one, other] = pair else { continue };
        if one.is("class") && other.is_number() {
            terms.push(format!("class{}", other.text));
        } else if one.is_number() && matches!(other.text, "ch" | "fr") {
            terms.push(format!("{}ch", one.text));
        }
    }
}

/// Normalises the quantities of a text as a query has them, unless that makes it unreadable.
fn normal(folded: &str) -> String {
    let normal = quantities::normalize(folded);
    if normal.contains(quantities::UNREADABLE) { folded.to_owned() } else { normal }
}

/// Reports whether an amount is stated with a word such as `million`, which the terms of its words do not
/// have.
fn is_multiplied(lexemes: &[Lexeme<'_>], at: usize, amount: &Amount) -> bool {
    lexemes.get(at).is_some_and(|number| plain_number(number.text) != amount.number)
}

/// Adds a term for the second and each further occurrence of a quantity or a ratio.
fn add_repeated(terms: &mut Vec<String>) {
    let mut counts: HashMap<String, usize> = HashMap::new();
    let mut repeated = Vec::new();
    for term in terms.iter().filter(|term| term.trim_start_matches('=').starts_with(is_digit)) {
        let count = counts.entry(term.clone()).or_default();
        *count += 1;
        if *count > 1 {
            repeated.push(format!("{term}*{count}"));
        }
    }
    terms.extend(repeated);
}
