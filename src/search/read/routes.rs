//! Routes and release characteristics of a query.

use super::Reader;
use super::costs;
use super::forms::words_need;
use super::term::{Choice, Role, Term, Wanted};
use crate::attributes::{Attribute, Request, is_stated_by, other_releases, requested_by};
use crate::quantity::{Unit, per_word};
use crate::search::index::Need;
use crate::search::synonyms::meanings;

/// The parts of the body to which a route leads.
const PLACES: [(&str, &str); 30] = [
    ("bladder", "=intravesical"),
    ("bowel", "=rectal"),
    ("bum", "=rectal"),
    ("ear", "=ear"),
    ("eye", "=eye"),
    ("gum", "=oromucosal"),
    ("joint", "=intraarticular"),
    ("lung", "=inhalation"),
    ("mouth", "=oral"),
    ("muscle", "=intramuscular"),
    ("nasal passage", "=nasal"),
    ("nebulisation", "=nebulised"),
    ("nebuliser", "=nebulised"),
    ("nose", "=nasal"),
    ("nostril", "=nasal"),
    ("os", "=oral"),
    ("peg", "=gastroenteral"),
    ("rectum", "=rectal"),
    ("scalp", "=cutaneous"),
    ("skin", "=cutaneous"),
    ("spine", "=intrathecal"),
    ("stomach", "=gastroenteral"),
    ("swallow", "=oral"),
    ("throat", "=oromucosal"),
    ("tongue", "=oromucosal"),
    ("tube", "=gastroenteral"),
    ("vagina", "=vaginal"),
    ("vaginam", "=vaginal"),
    ("vein", "=intravenous"),
    ("womb", "=intrauterine"),
];
/// Words before a place.
const PREPOSITIONS: [&str; 11] =
    ["by", "for", "in", "inside", "into", "on", "onto", "per", "through", "to", "via"];
/// Places to which another preposition leads.
const UNDER: [(&str, &str); 2] = [("skin", "=subcutaneous"), ("tongue", "=sublingual")];
/// The maximum length of an abbreviation, which names of devices may have as a word.
const MAX_ABBREVIATION: usize = 4;
/// Words before a route.
const ANNOUNCING: [&str; 5] = ["into", "onto", "per", "through", "via"];
/// What an amount may be per, which is not a place.
const PER: [&str; 16] = [
    "actuation",
    "application",
    "bag",
    "capsule",
    "container",
    "day",
    "dose",
    "hour",
    "kg",
    "pack",
    "patch",
    "sachet",
    "spray",
    "tablet",
    "vial",
    "week",
];

/// Finds the route or release at the current word, and its number of words.
pub fn route_at(reader: &Reader<'_, '_>) -> Option<(Term, usize)> {
    if let Some((need, used)) = phrase_at(reader, 0) {
        return Some((Term::new(reader.written(used), Role::Route, vec![Choice::typed(need)]), used));
    }
    let words: Vec<&str> = reader.rest().into_iter().take(2).collect();
    if let Some((mut choice, used, is_release)) = request(&words, !reader.is_only_word()) {
        let role = if is_release { Role::Release } else { Role::Route };
        let is_pr = used == 1 && reader.text_at(0).replace(['.', '/'], "") == "pr";
        if is_pr {
            choice.read_as = Some(vec!["per rectum".to_owned()]);
        }
        let mut choices = vec![choice];
        // Per rectum, or else prolonged release: both are reported.
        if is_pr {
            let prolonged = Need::Any(other_releases().into_iter().take(1).map(Need::attribute).collect());
            let release = Choice::at(costs::GENERAL_FORM, Wanted::Names(prolonged));
            choices.push(release.read_as(vec!["prolonged release".to_owned()]));
        }
        let word = reader.text_at(0);
        if used == 1 && word.len() <= MAX_ABBREVIATION && reader.index.has_term(word) {
            choices.push(Choice::at(costs::GENERAL_FORM, Wanted::Names(Need::term(word))));
        }
        return Some((Term::new(reader.written(used), role, choices), used));
    }
    unknown_route(reader)
}

/// Reads a preposition, an article and a place, some words ahead.
pub fn phrase_at(reader: &Reader<'_, '_>, ahead: usize) -> Option<(Need, usize)> {
    let first = reader.text_at(ahead);
    let article = usize::from(matches!(reader.text_at(ahead + 1), "the" | "a" | "an" | "your" | "their"));
    let noun = reader.text_at(ahead + 1 + article);
    let place = |(written, _): &&(&str, &str)| *written == noun || noun.strip_suffix('s') == Some(written);
    let found = match first {
        "under" | "beneath" | "below" => UNDER.iter().find(place),
        _ if PREPOSITIONS.contains(&first) => PLACES.iter().find(place),
        _ => None,
    };
    if (first, noun) == ("by", "injection") {
        return Some((Need::term("=parenteral"), 2 + article));
    }
    // `in mouth` may be an instruction, `for eye` the beginning of a form.
    let is_form =
        matches!(first, "for" | "in" | "on" | "to" | "by" | "per") && matches!(noun, "tube" | "stomach");
    found.filter(|_| !is_form).map(|(_, term)| (Need::term(term), 2 + article))
}

/// Reads the term of a route that is not understood, as after `via`. No pack has it.
fn unknown_route(reader: &Reader<'_, '_>) -> Option<(Term, usize)> {
    if !ANNOUNCING.contains(&reader.text_at(0)) || reader.terms.is_empty() {
        return None;
    }
    let article = usize::from(matches!(reader.text_at(1), "the" | "a" | "an"));
    let noun = reader.text_at(1 + article);
    if noun.is_empty() || noun.starts_with(|c: char| !c.is_alphabetic()) {
        return None;
    }
    let is_amount =
        PER.contains(&noun.trim_end_matches('s')) || Unit::parse(noun).is_some() || per_word(noun).is_some();
    if reader.text_at(0) == "per" && is_amount {
        return None;
    }
    let words: Vec<&str> = reader.rest().into_iter().skip(1 + article).take(2).collect();
    if let Some((choice, used)) = attribute_of(&words, true) {
        let used = 1 + article + used;
        return Some((Term::new(reader.written(used), Role::Route, vec![choice]), used));
    }
    Some((Term::new(reader.written(2 + article), Role::Route, Vec::new()), 2 + article))
}

/// Finds the choice of an attribute with which some words begin, and its number of words.
pub fn attribute_of(words: &[&str], are_more: bool) -> Option<(Choice, usize)> {
    request(words, are_more).map(|(choice, used, _)| (choice, used))
}

/// Reports whether some words begin with a release characteristic.
pub fn is_release(words: &[&str]) -> bool {
    matches!(request(words, true), Some((_, _, true)))
}

/// The same, with whether it is a release.
fn request(words: &[&str], are_more: bool) -> Option<(Choice, usize, bool)> {
    let found = requested_by(words, are_more).or_else(|| adverb(words, are_more));
    let Request { attribute, word, words } = found?;
    Some((choice_of(attribute, word), words, attribute.is_release()))
}

/// Reads `intrathecally` as `intrathecal`.
fn adverb(words: &[&str], are_more: bool) -> Option<Request> {
    let first = words.first()?;
    if let Some(rest) = first.strip_prefix("intra")
        && let Some(found) = requested_by(&[rest], are_more)
    {
        return Some(Request { words: 1, ..found });
    }
    let stem = first.strip_suffix("ally").map(|stem| format!("{stem}al"));
    let stem = stem.or_else(|| first.strip_suffix("ly").map(str::to_owned))?;
    requested_by(&[stem.as_str()], are_more).map(|request| Request { words: 1, ..request })
}

fn choice_of(attribute: Attribute, word: &str) -> Choice {
    if attribute == Attribute::IMMEDIATE {
        let others = other_releases().into_iter().map(Need::attribute).collect();
        return Choice::at(0, Wanted::Without(Need::Any(others), "immediate"));
    }
    let mut needs = vec![Need::attribute(attribute)];
    if is_stated_by(attribute, word) {
        needs.push(Need::term(word));
    }
    needs.extend(meanings(word).into_iter().map(words_need));
    Choice::typed(Need::Any(needs))
}
