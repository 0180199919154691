//! What each part of a text is, as the search reads it.

use serde::Serialize;

use super::plain;
use crate::dataset::Dataset;
use crate::search::Correction;
use crate::search::index::{Index, Need};
use crate::search::read::{self, Choice, Role, Term, Wanted, quantities};
use crate::text::fold;

/// A part of a text.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Part {
    /// The part, in lower case and with the usual spelling of units.
    pub text: String,
    /// What it is.
    pub role: &'static str,
    /// Whether it was read as it is written: no word of it is unknown, misspelt or unfinished.
    pub known: bool,
}

/// Returns what each part of a text is: `medicine`, `strength`, `form`, `route`, `release`, `attribute`, `exclusion`, `salt`,
/// `doubt`, `word`, `supplier`, `size`, `unknown` or `noise`. Nothing is searched for.
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
    let is_changed = |term: &Term| changes.iter().any(|change| is_read_otherwise(change, &term.written));
    let terms = read::read(&index, &text);
    let parts = terms.iter().map(|term| Part {
        text: term.written.clone(),
        role: name_of(term.role),
        known: is_known(term) && !is_changed(term),
    });
    parts.collect()
}

/// Returns whether a part was read with other letters or digits than it is written with, not only with other spaces.
fn is_read_otherwise(change: &Correction, written: &str) -> bool {
    let without_spaces = |text: &str| text.replace(' ', "");
    let others =
        change.replacements.iter().any(|read| without_spaces(read) != without_spaces(&change.written));
    others && change.replacements.iter().any(|read| read.contains(written) || written.contains(read.as_str()))
}

fn is_known(term: &Term) -> bool {
    let is_as_written = |choice: &Choice| choice.read_as.is_none() && is_whole(&choice.wanted);
    term.role != Role::Unknown && term.choices.first().is_some_and(is_as_written)
}

/// Returns whether a condition names whole words, not the beginning of one.
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
