//! The changes of packs, their prices and GTINs.

use super::super::{Change, HistoryError, What};
use super::of_pack;
use crate::dataset::{Dataset, PackNumber};
use crate::gtin::{Gtin, RecordedGtin};
use crate::lookup::{self, Use};
use crate::pack::Pack;
use crate::snomed::{AmppId, ConceptId};
use crate::update::{
    self, Changes, gtins_closed, gtins_only_in_second, gtins_resumed, is_discontinued_now, is_reinstated,
};

/// Lists the changes of packs between two datasets.
pub fn changes(old: &Dataset<'_>, new: &Dataset<'_>) -> Result<Vec<Change>, HistoryError> {
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
