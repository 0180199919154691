//! The changes of products, virtual packs, virtual products and moieties.

use super::super::{Change, HistoryError, What};
use crate::concept::{Concepts, Kind};
use crate::dataset::Dataset;
use crate::snomed::ConceptId;
use crate::update::concepts_of;

/// What a history knows of a concept.
struct Row<'c> {
    code: ConceptId,
    name: &'c str,
    is_invalid: bool,
    previous: Option<ConceptId>,
}

/// Lists the changes of concepts between two datasets.
pub fn changes(old: &Dataset<'_>, new: &Dataset<'_>) -> Result<Vec<Change>, HistoryError> {
    let (old, new) = (concepts_of(old)?, concepts_of(new)?);
    let mut changes = Vec::new();
    for kind in [Kind::Amp, Kind::Vmpp, Kind::Vmp, Kind::Vtm] {
        for (code, what) in between(&rows(&old, kind), &rows(&new, kind)) {
            changes.push(Change { concept: kind, code, what });
        }
    }
    Ok(changes)
}

/// Lists the concepts of a kind. Products and virtual packs have no previous code; packs are not in these
/// tables.
fn rows(concepts: &Concepts, kind: Kind) -> Vec<Row<'_>> {
    let row = |code, name, is_invalid, previous| Row { code, name, is_invalid, previous };
    let Concepts { amps, vmpps, vmps, vtms, .. } = concepts;
    match kind {
        Kind::Ampp => Vec::new(),
        Kind::Amp => amps.iter().map(|one| row(one.id, &one.name, one.is_invalid, None)).collect(),
        Kind::Vmpp => vmpps.iter().map(|one| row(one.id, &one.name, one.is_invalid, None)).collect(),
        Kind::Vmp => vmps.iter().map(|one| row(one.id, &one.name, one.is_invalid, one.previous_id)).collect(),
        Kind::Vtm => vtms.iter().map(|one| row(one.id, &one.name, one.is_invalid, one.previous_id)).collect(),
    }
}

/// Lists the changes between two tables in the order of codes.
fn between(old: &[Row<'_>], new: &[Row<'_>]) -> Vec<(ConceptId, What)> {
    let mut changes = Vec::new();
    for after in new {
        match find(old, after.code) {
            Some(before) => changes.extend(of_row(before, after).into_iter().map(|what| (after.code, what))),
            None => {
                changes.push((after.code, What::New));
                changes.extend(after.previous.map(|previous| (after.code, What::Replaces { previous })));
            }
        }
    }
    for before in old {
        if find(new, before.code).is_none() {
            changes.push((before.code, What::Removed { name: before.name.to_owned() }));
        }
    }
    changes
}

fn find<'r, 'c>(rows: &'r [Row<'c>], code: ConceptId) -> Option<&'r Row<'c>> {
    rows.get(rows.binary_search_by_key(&code, |row| row.code).ok()?)
}

/// Lists the changes of one concept.
fn of_row(before: &Row<'_>, after: &Row<'_>) -> Vec<What> {
    let mut changes = Vec::new();
    match (before.is_invalid, after.is_invalid) {
        (false, true) => changes.push(What::Invalid),
        (true, false) => changes.push(What::Valid),
        _ => {}
    }
    if before.name != after.name {
        let [before, after] = [before.name, after.name].map(str::to_owned);
        changes.push(What::Renamed { before, after });
    }
    if let Some(previous) = after.previous.filter(|_| before.previous != after.previous) {
        changes.push(What::Replaces { previous });
    }
    changes
}
