//! What changed, by kind: rows that people read.

use std::collections::BTreeMap;

use serde::Serialize;

use super::changes::{Change, Changes};
use crate::ampp_id::AmppId;
use crate::dataset::Dataset;
use crate::date::Date;
use crate::gtin::{Gtin, RecordedGtin};
use crate::lookup;
use crate::pack::{GtinEntry, Pack};

/// A pack.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Named {
    /// Its code.
    pub pack_id: AmppId,
    /// Its name.
    pub name: String,
}

/// A pack that is called otherwise.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Renaming {
    /// Its code.
    pub pack_id: AmppId,
    /// Its name before.
    pub before: String,
    /// Its name after.
    pub after: String,
}

/// A pack that is discontinued and was not.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Ending {
    /// The pack.
    #[serde(flatten)]
    pub pack: Named,
    /// The day; none where it is not recorded.
    pub discontinued_date: Option<Date>,
}

/// A pack whose price is another one.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct PriceChange {
    /// The pack.
    #[serde(flatten)]
    pub pack: Named,
    /// What it cost, in pence.
    pub before: Option<u32>,
    /// What it costs, in pence.
    pub after: Option<u32>,
}

/// A GTIN on a pack.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Barcode {
    /// The GTIN, in the digits in which it is recorded, with its latest period on the pack.
    #[serde(flatten)]
    pub entry: GtinEntry,
    /// The pack.
    #[serde(flatten)]
    pub pack: Named,
}

/// A GTIN that was on one pack at most and is on several.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Reuse {
    /// The GTIN.
    pub gtin: RecordedGtin,
    /// All packs that ever carried it, that of its latest use first.
    pub packs: Vec<Named>,
}

impl Named {
    pub(super) fn of(pack: &Pack) -> Named {
        Named { pack_id: pack.pack_id, name: pack.name.clone() }
    }
}

pub(super) fn renaming(change: &Change) -> Option<Renaming> {
    let Change { before, after, .. } = change;
    let renaming =
        || Renaming { pack_id: after.pack_id, before: before.name.clone(), after: after.name.clone() };
    (before.name != after.name).then(renaming)
}

pub(super) fn ending(change: &Change) -> Option<Ending> {
    let [before, after] = [change.before.status(), change.after.status()];
    let ending = || Ending { pack: Named::of(&change.after), discontinued_date: after.discontinued_date };
    (after.is_discontinued && !before.is_discontinued).then(ending)
}

pub(super) fn reinstated(change: &Change) -> Option<Named> {
    let [before, after] = [change.before.status(), change.after.status()];
    (before.is_discontinued && !after.is_discontinued).then(|| Named::of(&change.after))
}

pub(super) fn invalidated(change: &Change) -> Option<Named> {
    (change.after.is_invalid && !change.before.is_invalid).then(|| Named::of(&change.after))
}

pub(super) fn price_change(change: &Change) -> Option<PriceChange> {
    let [before, after] = [change.before.prices.price_pence, change.after.prices.price_pence];
    (before != after).then(|| PriceChange { pack: Named::of(&change.after), before, after })
}

/// The GTINs that the second pack has and the first one has not. A GTIN is a number: its two forms are one.
pub(super) fn gtins_only_in_second(first: Option<&Pack>, second: &Pack) -> Vec<Barcode> {
    let known = latest_entries(first);
    let entries = latest_entries(Some(second)).into_iter().filter(|(gtin, _)| !known.contains_key(gtin));
    entries.map(|(_, entry)| Barcode { entry, pack: Named::of(second) }).collect()
}

/// The GTINs of which a period was open and none is any more.
pub(super) fn gtins_closed(change: &Change) -> Vec<Barcode> {
    let before = latest_entries(Some(&change.before));
    let is_open = |gtin: &Gtin| before.get(gtin).is_some_and(|entry| entry.end_date.is_none());
    let after = latest_entries(Some(&change.after)).into_iter();
    let closed = after.filter(|(gtin, entry)| is_open(gtin) && entry.end_date.is_some());
    closed.map(|(_, entry)| Barcode { entry, pack: Named::of(&change.after) }).collect()
}

/// The latest period of each GTIN of a pack: an open one, where there is one.
fn latest_entries(pack: Option<&Pack>) -> BTreeMap<Gtin, GtinEntry> {
    let lateness = |entry: &GtinEntry| (entry.end_date.is_none(), entry.end_date, entry.start_date);
    let mut latest: BTreeMap<Gtin, GtinEntry> = BTreeMap::new();
    for entry in pack.into_iter().flat_map(|pack| &pack.gtin_codes) {
        let kept = latest.entry(entry.gtin.gtin()).or_insert(*entry);
        if lateness(entry) > lateness(kept) {
            *kept = *entry;
        }
    }
    latest
}

/// The GTINs whose packs grew from one, or none, to several.
pub(super) fn reuses(old: &Dataset<'_>, new: &Dataset<'_>, changes: &Changes) -> Vec<Reuse> {
    let carriers = changes.added.iter().chain(changes.changed.iter().map(|change| &change.after));
    let gtins: BTreeMap<Gtin, RecordedGtin> =
        carriers.flat_map(|pack| &pack.gtin_codes).map(|entry| (entry.gtin.gtin(), entry.gtin)).collect();
    let is_new = |gtin: Gtin| lookup::packs(old, gtin).len() < 2 && lookup::packs(new, gtin).len() > 1;
    let reused = gtins.into_iter().filter(|(gtin, _)| is_new(*gtin));
    reused.map(|(gtin, recorded)| Reuse { gtin: recorded, packs: packs_of(new, gtin) }).collect()
}

fn packs_of(dataset: &Dataset<'_>, gtin: Gtin) -> Vec<Named> {
    let numbers = lookup::packs(dataset, gtin).into_iter();
    let named = numbers
        .filter_map(|number| Some(Named { pack_id: dataset.pack_id(number)?, name: dataset.name(number) }));
    named.collect()
}
