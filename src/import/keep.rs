//! Keeps rows in the tables of concepts. Those that are not kept are counted.

use std::collections::btree_map::{BTreeMap, Entry};

use super::report::{FindingKind as Kind, Findings};
use super::xml::Element;
use crate::concept::{Coded, SEVERAL};
use crate::snomed::ConceptId;

/// The maximum number of forms, of routes and of ingredients of a product. A multivitamin has about thirty.
const MAX_LIST: usize = 256;

/// Inserts a record. Of two records with one id, the first is kept.
pub(super) fn insert_new<V>(
    table: &mut BTreeMap<ConceptId, V>,
    findings: &mut Findings,
    id: ConceptId,
    record: &Element,
    value: V,
) -> bool {
    match table.entry(id) {
        Entry::Vacant(entry) => {
            entry.insert(value);
            true
        }
        Entry::Occupied(_) => {
            findings.note(Kind::DuplicateConcept, record);
            false
        }
    }
}

/// Adds a category of a product. If its categories differ, the import keeps all of them: none may hide a
/// stricter one.
pub(super) fn add_category(
    table: &mut BTreeMap<ConceptId, String>,
    findings: &mut Findings,
    id: ConceptId,
    record: &Element,
    category: &str,
) -> bool {
    let categories = table.entry(id).or_default();
    if categories.split(SEVERAL).any(|known| known == category) {
        findings.note(Kind::DuplicateConcept, record);
        return false;
    }
    if !categories.is_empty() {
        findings.note(Kind::SeveralCategories, record);
        categories.push_str(SEVERAL);
    }
    categories.push_str(category);
    true
}

/// Adds a form or route, unless the product already has it.
pub(super) fn push_new(
    list: &mut Vec<Coded>,
    coded: Coded,
    findings: &mut Findings,
    record: &Element,
) -> bool {
    if list.contains(&coded) {
        findings.note(Kind::DuplicateConcept, record);
        return false;
    }
    push_bounded(list, coded, findings, record)
}

pub(super) fn push_bounded<T>(
    list: &mut Vec<T>,
    value: T,
    findings: &mut Findings,
    record: &Element,
) -> bool {
    let has_room = list.len() < MAX_LIST;
    match has_room {
        true => list.push(value),
        false => findings.note(Kind::TooManyFacts, record),
    }
    has_room
}

/// Removes a reference to a concept that a table does not have.
pub(super) fn keep_known<V>(
    reference: &mut Option<ConceptId>,
    table: &BTreeMap<ConceptId, V>,
    of: ConceptId,
    unknown: Kind,
    findings: &mut Findings,
) {
    if let Some(id) = reference.take_if(|id| !table.contains_key(id)) {
        findings.note(unknown, format_args!("{of} names {id}"));
    }
}
