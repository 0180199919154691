//! Instructions that exclude a route, a release or a form, and exclusions that go on: `do not give by
//! injection`, `not oral or iv`.

use super::Reader;
use super::exclusions::{NEGATIONS, excluded, given_at, unreadable};
use super::forms::is_form;
use super::routes::{attribute_of, is_release};
use super::term::{Choice, Role, Term, Wanted};

/// Words of instructions between a negation and a route or a form: `do not give by injection`, `not to be
/// injected`.
const INSTRUCTIONS: [&str; 26] = [
    "a",
    "administer",
    "administered",
    "administering",
    "an",
    "any",
    "as",
    "be",
    "been",
    "being",
    "by",
    "for",
    "give",
    "given",
    "giving",
    "in",
    "on",
    "take",
    "taken",
    "taking",
    "the",
    "to",
    "use",
    "used",
    "using",
    "via",
];
/// Reads the exclusion of an instruction, or one that follows another: `not oral or iv`.
pub fn instruction_at(reader: &Reader<'_, '_>) -> Option<(Term, usize)> {
    if reader.terms.last().is_some_and(|term| term.role == Role::Exclusion)
        && let Some(found) = continued_at(reader)
    {
        return Some(found);
    }
    let first = reader.text_at(0).replace(['\'', '’'], "");
    let negation = match first.as_str() {
        "do" if reader.text_at(1) == "not" => 2,
        one if NEGATIONS.contains(&one) => 1,
        _ => return None,
    };
    let mut used = negation;
    loop {
        if let Some(found) = given_at(reader, used) {
            return Some(found);
        }
        if !INSTRUCTIONS.contains(&reader.text_at(used)) {
            break;
        }
        used += 1;
    }
    excluded_with(reader, used).or_else(|| (used > negation + 1).then(|| instruction(reader, used)))
}

/// Reads the exclusion of a medicine that is not to be given with another: `do not take with codeine`.
fn excluded_with(reader: &Reader<'_, '_>, used: usize) -> Option<(Term, usize)> {
    let is_medicine = reader.index.is_medicine(reader.text_at(used + 1));
    (reader.text_at(used) == "with" && is_medicine).then(|| excluded(reader, used + 1)).flatten()
}

/// Builds the term of an instruction that excludes nothing, such as `not to be taken` before `before food`.
fn instruction(reader: &Reader<'_, '_>, used: usize) -> (Term, usize) {
    (Term::new(reader.written(used), Role::Noise, vec![Choice::at(1, Wanted::Anything)]), used)
}

/// Reads the exclusion that continues another one. `not tablets and capsules` and `not tablets, capsules` may
/// exclude both or want the second, so they find nothing.
fn continued_at(reader: &Reader<'_, '_>) -> Option<(Term, usize)> {
    let first = reader.text_at(0);
    if first == "or" && reader.word_at(1).is_some() {
        return excluded(reader, 1);
    }
    let joined = usize::from(matches!(first, "and" | "plus" | "&"));
    if joined == 0 && !reader.is_behind_comma() || NEGATIONS.contains(&reader.text_at(joined)) {
        return None;
    }
    let before = kind_of(reader, [reader.text_before(), ""])?;
    let kind = kind_of(reader, [reader.text_at(joined), reader.text_at(joined + 1)])?;
    (before == kind).then(|| (unreadable(reader, joined + 1), joined + 1))
}

#[derive(PartialEq, Eq)]
enum Kind {
    Form,
    Medicine,
    Release,
    Route,
}

fn kind_of(reader: &Reader<'_, '_>, words: [&str; 2]) -> Option<Kind> {
    if is_release(&words) {
        Some(Kind::Release)
    } else if is_form(words[0]) {
        Some(Kind::Form)
    } else if attribute_of(&words, true).is_some() {
        Some(Kind::Route)
    } else {
        reader.index.is_medicine(words[0]).then_some(Kind::Medicine)
    }
}
