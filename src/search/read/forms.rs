//! Dose forms and containers of a query.

use super::costs;
use super::term::{Choice, Role, Term, Wanted};
use crate::medicine::words::{WordKind, describe};
use crate::search::box_phrases::{self, PhraseKind};
use crate::search::index::Need;
use crate::search::synonyms::meanings;

/// General words, each with what it covers: words or attributes of names.
const GENERAL: [(&str, &[&str]); 23] = [
    ("caps", &["capsules", "capsule"]),
    ("drops", &["drops"]),
    ("elixir", &["oral solution", "oral suspension", "syrup"]),
    ("inj", &["injection", "=parenteral"]),
    ("injection", &["=parenteral"]),
    ("injections", &["injection", "=parenteral"]),
    ("inhaler", &["inhalers", "evohaler", "turbohaler", "accuhaler"]),
    ("linctus", &["oral solution", "syrup"]),
    (
        "liquid",
        &["oral solution", "oral suspension", "syrup", "elixir", "linctus", "oral emulsion", "oral drops"],
    ),
    ("lotion", &["cutaneous solution", "cutaneous emulsion", "cutaneous suspension"]),
    ("mixture", &["oral solution", "oral suspension"]),
    ("nebs", &["=nebulised"]),
    ("nebules", &["=nebulised"]),
    ("pen", &["pens", "pre-filled disposable devices", "pre-filled disposable injection"]),
    ("pens", &["pen", "pre-filled disposable devices", "pre-filled disposable injection"]),
    ("puffer", &["inhaler", "inhalers"]),
    ("pump", &["spray", "gel"]),
    ("solution", &["liquid", "syrup", "elixir"]),
    ("supps", &["suppositories", "suppository"]),
    ("suspension", &["liquid", "mixture"]),
    ("syrup", &["oral solution", "oral suspension", "linctus", "elixir", "oral liquid"]),
    ("respules", &["=nebulised"]),
    ("tabs", &["tablets", "tablet"]),
];

/// Ampoules whose content is inhaled.
const NEBULISED: [&str; 2] = ["nebules", "respules"];

/// Reports whether a word is a dose form or a container, in any of its meanings.
pub fn is_form(word: &str) -> bool {
    let is_container = matches!(box_phrases::longest(&[word]), Some((PhraseKind::Container, _)));
    let is_described = matches!(describe(word), Some((WordKind::Form | WordKind::Container, _)));
    (is_described && !is_container) || box_phrases::is_form(word) || word == "puffer"
}

/// Builds the term of a dose form: its word in any spelling, then what a general word covers.
pub fn form_term(written: &str, word: &str) -> Term {
    let mut exact = vec![Need::term(word)];
    if let Some((_, name)) = describe(word)
        && !NEBULISED.contains(&word)
    {
        exact.push(Need::term(name));
    }
    match word.strip_suffix('s') {
        Some(one) => exact.push(Need::term(one)),
        None => exact.push(Need::Term(format!("{word}s"))),
    }
    exact.extend(meanings(word).into_iter().map(words_need));
    let mut choices = vec![Choice::typed(Need::Any(exact.clone()))];
    if let Some((_, covered)) = GENERAL.iter().find(|(general, _)| *general == word) {
        exact.extend(covered.iter().map(|text| words_need(text)));
        choices.push(Choice::at(costs::GENERAL_FORM, Wanted::Names(Need::Any(exact))));
    }
    Term::new(written, Role::Form, choices)
}

/// Words that specify another form more closely: `eye drops, solution`.
const FILLINGS: [&str; 5] = ["emulsion", "liquid", "powder", "solution", "suspension"];

/// Lets names lack a word that specifies another form of the query.
pub fn loosen_fillings(terms: &mut [Term]) {
    let is_filling = |term: &Term| term.role == Role::Form && FILLINGS.contains(&term.written.as_str());
    if !terms.iter().any(|term| term.role == Role::Form && !is_filling(term)) {
        return;
    }
    for term in terms.iter_mut().filter(|term| is_filling(term)) {
        term.role = Role::Noise;
        term.is_required = false;
        term.choices.push(Choice::at(1, Wanted::Anything));
    }
}

/// Builds the condition that names have all of some words.
pub fn words_need(text: &str) -> Need {
    let mut needs: Vec<Need> = Vec::new();
    for token in crate::text::tokens(text) {
        match token {
            crate::text::Token::Also(compound) if compound.ends_with("free") => {
                needs.truncate(needs.len().saturating_sub(2));
                needs.push(Need::Term(compound));
            }
            crate::text::Token::Also(_) => {}
            token => needs.push(Need::Term(token.term())),
        }
    }
    if text.starts_with('=') {
        return Need::term(text);
    }
    if needs.len() == 1 { needs.remove(0) } else { Need::All(needs) }
}
