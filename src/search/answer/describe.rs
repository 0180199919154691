//! What each part of a text is, as the search reads it.

use serde::Serialize;

use super::plain;
use crate::dataset::Dataset;
use crate::medicine::lexeme::lexemes;
use crate::medicine::quantities;
use crate::medicine::strength::strength_at;
use crate::search::Correction;
use crate::search::box_phrases::{PhraseKind, longest};
use crate::search::index::{Index, Need};
use crate::search::read::{self, Choice, Role, Term, Wanted, rewrite::rewrites};
use crate::text::{fold, is_digit};

/// A part of a text with its role, as `describe` returns it. Programs learn from it which parts of a text the
/// search understands.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Part {
    /// The part, in lower case and with the usual spelling of units.
    pub text: String,
    /// What it is.
    pub role: &'static str,
    /// Whether it was read as it is written: no word of it is unknown, misspelt or unfinished.
    pub known: bool,
}

/// Says what each part of a text is: `medicine`, `strength`, `form`, `route`, `release`, `attribute`,
/// `exclusion`, `salt`, `doubt`, `word`, `supplier`, `size`, `unknown` or `noise`. It does not search. A
/// release by itself, such as `XL`, is one: a query needs its medicine to say so.
///
/// # Examples
///
/// ```
/// # let bytes = include!(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/common/doctest_dataset.rs"));
/// use pack_lookup::dataset::verify;
/// use pack_lookup::search::describe;
///
/// let dataset = verify(&bytes)?;
/// let parts = describe(&dataset, "Amlodipine 5 mg tablets, amlod");
/// let roles: Vec<(&str, bool)> = parts.iter().map(|part| (part.role, part.known)).collect();
/// assert_eq!(roles, [("medicine", true), ("strength", true), ("form", true), ("medicine", false)]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn describe(dataset: &Dataset<'_>, text: &str) -> Vec<Part> {
    let index = Index::of(dataset);
    let (text, changes) = plain(&index, &fold(text.trim()));
    if text.contains(quantities::UNREADABLE) {
        return vec![Part { text, role: name_of(Role::Unknown), known: false }];
    }
    if read::is_release(&[&text]) {
        return vec![Part { text, role: name_of(Role::Release), known: true }];
    }
    let parts = parts_of(&index, &text, &changes);
    if parts.iter().all(|part| part.known) {
        return parts;
    }
    divided_otherwise(&index, &text, &changes).unwrap_or(parts)
}

fn parts_of(index: &Index<'_>, text: &str, changes: &[Correction]) -> Vec<Part> {
    let mut parts: Vec<Part> = Vec::new();
    for term in read::read(index, text) {
        if let Some(supplier) = parts.last_mut().filter(|part| part.role == name_of(Role::Supplier))
            && read::is_legal_form(&term.written)
        {
            supplier.text = format!("{} {}", supplier.text, term.written);
            continue;
        }
        let is_changed = changes.iter().any(|change| is_read_otherwise(change, &term.written));
        let is_detail = matches!(term.role, Role::Unknown | Role::Word) && is_detail(&term.written);
        let role = if is_detail { Role::Noise } else { term.role };
        parts.push(Part {
            role: name_of(role),
            known: !is_changed && (is_detail || is_known(&term) && !is_no_unit(index, &term.written)),
            text: term.written,
        });
    }
    parts
}

/// Describes a text with its words joined or split, if each of them is known then. Print is often read with
/// spaces too many, or without one.
fn divided_otherwise(index: &Index<'_>, text: &str, changes: &[Correction]) -> Option<Vec<Part>> {
    let is_word = |word: &str| !word.starts_with(is_digit) && index.has_term(word);
    for rewrite in rewrites(text, is_word) {
        let parts = parts_of(index, &rewrite.text, changes);
        if parts.iter().all(|part| part.known) {
            return Some(parts);
        }
    }
    None
}

/// Reports whether a text was read with other letters or digits, not only with other spaces.
fn is_other(written: &str, read: &str) -> bool {
    read.replace(' ', "") != written.replace(' ', "")
}

/// Reports whether a part was read with other letters or digits than it is written with.
fn is_read_otherwise(change: &Correction, written: &str) -> bool {
    let Correction { written: changed, replacements } = change;
    replacements.iter().any(|read| is_other(changed, read))
        && replacements.iter().any(|read| read.contains(written) || written.contains(read.as_str()))
}

/// Reports whether a word is a detail of the packaging, such as `hard` of capsules. A query needs its
/// medicine to say so.
fn is_detail(written: &str) -> bool {
    matches!(longest(&[written]), Some((PhraseKind::Detail, _)))
}

fn is_known(term: &Term) -> bool {
    let is_as_written = |choice: &Choice| !is_misspelt(&term.written, choice) && is_whole(&choice.wanted);
    term.role != Role::Unknown && term.choices.first().is_some_and(is_as_written)
}

/// Reports whether a number is before letters that are not a unit: `10 mc`, or `105hx` of a postcode. Names
/// have numbers with letters, such as `30c`.
fn is_no_unit(index: &Index<'_>, written: &str) -> bool {
    let lexemes = lexemes(written);
    let [.., number, unit] = lexemes.as_slice() else { return false };
    let is_amount = || strength_at(&lexemes, lexemes.len() - 2).is_some();
    let in_names = if written.contains(' ') { unit.text } else { written };
    number.is_number() && unit.is_word() && !is_amount() && !index.has_term(in_names)
}

fn is_misspelt(written: &str, choice: &Choice) -> bool {
    choice.read_as.as_ref().is_some_and(|read| read.iter().all(|words| is_other(written, words)))
}

/// Reports whether a condition names whole words, not the beginning of one.
fn is_whole(wanted: &Wanted) -> bool {
    match wanted {
        Wanted::Names(Need::Prefix(_)) => false,
        Wanted::Names(Need::Any(needs)) => needs.first().is_some_and(|need| !matches!(need, Need::Prefix(_))),
        _ => true,
    }
}

fn name_of(role: Role) -> &'static str {
    match role {
        Role::Medicine => "medicine",
        Role::Strength => "strength",
        Role::Form => "form",
        Role::Route => "route",
        Role::Release => "release",
        Role::Attribute => "attribute",
        Role::Exclusion => "exclusion",
        Role::Salt => "salt",
        Role::Doubt => "doubt",
        Role::Word => "word",
        Role::Supplier => "supplier",
        Role::Size => "size",
        Role::Unknown => "unknown",
        Role::Noise => "noise",
    }
}
