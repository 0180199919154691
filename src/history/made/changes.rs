//! The changes of packs, their prices and GTINs; and the changes of products, virtual packs, virtual
//! products and moieties.

use super::super::{Change, HistoryError, What};
use super::of_pack;
use crate::concept::{Concepts, Kind};
use crate::dataset::{Dataset, PackNumber};
use crate::gtin::{Gtin, RecordedGtin};
use crate::lookup::{self, Use};
use crate::pack::Pack;
use crate::snomed::{AmppId, ConceptId};
use crate::update::{
    self, Changes, concepts_of, gtins_closed, gtins_only_in_second, gtins_resumed, is_discontinued_now,
    is_reinstated,
};

/// Lists the changes of packs between two datasets.
pub fn pack_changes(old: &Dataset<'_>, new: &Dataset<'_>) -> Result<Vec<Change>, HistoryError> {
    let Changes { added, removed, changed } = Changes::between(old, new)?;
    let mut found = Found { old, new, changes: Vec::new() };
    for pack in &added {
        found.add(pack, What::New);
        found.receive(None, pack);
    }
    for (_, pack) in &removed {
        found.add(pack, What::Removed { name: pack.name.clone() });
        found.lose(None, pack);
    }
    for change in &changed {
        found.change(change);
    }
    Ok(found.changes)
}

/// The changes that were found so far.
struct Found<'d> {
    old: &'d Dataset<'d>,
    new: &'d Dataset<'d>,
    changes: Vec<Change>,
}

impl Found<'_> {
    fn add(&mut self, pack: &Pack, what: What) {
        self.changes.push(of_pack(pack.pack_id.into(), what));
    }

    fn change(&mut self, change: &update::Change) {
        let update::Change { before, after, .. } = change;
        if is_discontinued_now(change) {
            self.add(after, What::Discontinued { on: after.status().discontinued_date });
        }
        if is_reinstated(change) {
            self.add(after, What::Reinstated);
        }
        match (before.is_invalid, after.is_invalid) {
            (false, true) => self.add(after, What::Invalid),
            (true, false) => self.add(after, What::Valid),
            _ => {}
        }
        if before.name != after.name {
            let [before, name] = [&before.name, &after.name].map(|name| name.clone());
            self.add(after, What::Renamed { before, after: name });
        }
        let [earlier, later] = [before.prices.price_pence, after.prices.price_pence];
        if earlier != later {
            self.add(after, What::Price { before: earlier, after: later });
        }
        self.receive(Some(before), after);
        self.lose(Some(after), before);
        for closed in gtins_closed(change) {
            if let Some(on) = closed.entry.end_date {
                self.add(after, What::GtinEnded { gtin: closed.entry.gtin, on });
            }
        }
        for gtin in gtins_resumed(change) {
            self.add(after, What::GtinResumed { gtin });
        }
    }

    /// Adds the GTINs that a pack received.
    fn receive(&mut self, before: Option<&Pack>, after: &Pack) {
        for barcode in gtins_only_in_second(before, after) {
            let gtin = barcode.entry.gtin;
            let what = self.received(after.pack_id, gtin);
            self.add(after, what);
        }
    }

    /// Adds the GTINs that a pack no longer has.
    fn lose(&mut self, after: Option<&Pack>, before: &Pack) {
        for barcode in gtins_only_in_second(after, before) {
            self.add(before, What::GtinRemoved { gtin: barcode.entry.gtin });
        }
    }

    /// Says what it means that a pack received a GTIN. It moved if another pack lost it, and nobody else has
    /// it: its period there ended in this release. In all other cases it is re-used.
    fn received(&self, pack: AmppId, gtin: RecordedGtin) -> What {
        let [before, after] = [self.old, self.new].map(|dataset| others(dataset, pack, gtin.gtin()));
        let first = |uses: &[Other]| uses.first().map(|other| other.pack);
        let open = |uses: &[Other]| uses.iter().find(|other| other.is_open).map(|other| other.pack);
        if let Some(other) = open(&after) {
            return What::GtinReused { gtin, other };
        }
        if let Some(from) = open(&before) {
            return What::GtinMoved { gtin, from };
        }
        match first(&after).or_else(|| first(&before)) {
            Some(other) => What::GtinReused { gtin, other },
            None => What::GtinAdded { gtin },
        }
    }
}

/// Another pack that has, or had, a GTIN.
struct Other {
    pack: ConceptId,
    is_open: bool,
}

/// Lists the other packs with a GTIN in a dataset, the latest use first.
fn others(dataset: &Dataset<'_>, pack: AmppId, gtin: Gtin) -> Vec<Other> {
    let code = |number: PackNumber| dataset.pack_id(number).filter(|other| *other != pack);
    let mut others = Vec::new();
    for Use { pack, entry } in lookup::uses(dataset, gtin) {
        if let Some(other) = code(pack) {
            others.push(Other { pack: other.into(), is_open: entry.end_date.is_none() });
        }
    }
    others
}

/// What a history knows of a concept.
struct Row<'c> {
    code: ConceptId,
    name: &'c str,
    is_invalid: bool,
    previous: Option<ConceptId>,
}

/// Lists the changes of concepts between two datasets.
pub fn concept_changes(old: &Dataset<'_>, new: &Dataset<'_>) -> Result<Vec<Change>, HistoryError> {
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
