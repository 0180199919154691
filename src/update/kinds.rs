//! The changes by kind, as rows for people and programs.

use std::collections::{BTreeMap, BTreeSet};

use serde::Serialize;

use super::changes::{Change, Changes};
use crate::dataset::Dataset;
use crate::date::Date;
use crate::gtin::{Gtin, RecordedGtin};
use crate::lookup;
use crate::pack::{GtinEntry, Pack};
use crate::snomed::AmppId;

/// A pack by its code and name. The code identifies it, and the name is for the people who read the report.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Named {
    /// Its code.
    pub pack_id: AmppId,
    /// Its name.
    pub name: String,
}

/// A pack with a new name. Its code is the same in both datasets, so programs that refer to packs by code
/// need no change.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct RenamedPack {
    /// Its code.
    pub pack_id: AmppId,
    /// Its name in the earlier dataset.
    pub before: String,
    /// Its name in the later dataset.
    pub after: String,
}

/// A pack that became discontinued between the two datasets. Its day is from the later dataset.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct DiscontinuedPack {
    /// The pack.
    #[serde(flatten)]
    pub pack: Named,
    /// The day, or `None` if it is not recorded.
    pub discontinued_date: Option<Date>,
}

/// A pack with a new price. `None` is an absent price. A change of only the previous price is not a row of
/// this kind.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct PriceChange {
    /// The pack.
    #[serde(flatten)]
    pub pack: Named,
    /// The earlier price, in pence.
    pub before: Option<u32>,
    /// The later price, in pence.
    pub after: Option<u32>,
}

/// A GTIN that a pack received or lost, or whose period on the pack ended. JSON has the period and the pack
/// in one object.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Barcode {
    /// The latest period of the GTIN on the pack, and the GTIN as recorded.
    #[serde(flatten)]
    pub entry: GtinEntry,
    /// The pack.
    #[serde(flatten)]
    pub pack: Named,
}

/// A GTIN that a pack received although another pack carries it, or has carried it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Reuse {
    /// The GTIN.
    pub gtin: RecordedGtin,
    /// All packs that have carried it: the pack of its latest use first, packs that lost it last.
    pub packs: Vec<Named>,
}

impl Named {
    pub(super) fn of(pack: &Pack) -> Named {
        Named { pack_id: pack.pack_id, name: pack.name.clone() }
    }
}

pub(super) fn renamed_pack(change: &Change) -> Option<RenamedPack> {
    let Change { before, after, .. } = change;
    if before.name == after.name {
        return None;
    }
    Some(RenamedPack { pack_id: after.pack_id, before: before.name.clone(), after: after.name.clone() })
}

pub(super) fn discontinued_pack(change: &Change) -> Option<DiscontinuedPack> {
    if !is_discontinued_now(change) {
        return None;
    }
    let discontinued_date = change.after.status().discontinued_date;
    Some(DiscontinuedPack { pack: Named::of(&change.after), discontinued_date })
}

/// Reports whether the pack became discontinued.
pub(crate) fn is_discontinued_now(change: &Change) -> bool {
    !change.before.status().is_discontinued && change.after.status().is_discontinued
}

pub(super) fn reinstated(change: &Change) -> Option<Named> {
    if is_reinstated(change) { Some(Named::of(&change.after)) } else { None }
}

/// Reports whether the pack is no longer discontinued.
pub(crate) fn is_reinstated(change: &Change) -> bool {
    change.before.status().is_discontinued && !change.after.status().is_discontinued
}

pub(super) fn invalidated(change: &Change) -> Option<Named> {
    if change.after.is_invalid && !change.before.is_invalid { Some(Named::of(&change.after)) } else { None }
}

pub(super) fn price_change(change: &Change) -> Option<PriceChange> {
    let [before, after] = [change.before.prices.price_pence, change.after.prices.price_pence];
    if before == after {
        return None;
    }
    Some(PriceChange { pack: Named::of(&change.after), before, after })
}

/// Lists the GTINs of the second pack that the first does not have. GTINs with 13 and 14 digits are
/// compared by number.
pub(crate) fn gtins_only_in_second(first: Option<&Pack>, second: &Pack) -> Vec<Barcode> {
    let known = latest_entries(first);
    let mut barcodes = Vec::new();
    for (gtin, entry) in latest_entries(Some(second)) {
        if !known.contains_key(&gtin) {
            barcodes.push(Barcode { entry, pack: Named::of(second) });
        }
    }
    barcodes
}

/// Lists the GTINs that had an open period, and have none now.
pub(crate) fn gtins_closed(change: &Change) -> Vec<Barcode> {
    let before = latest_entries(Some(&change.before));
    let mut closed = Vec::new();
    for (gtin, entry) in latest_entries(Some(&change.after)) {
        let Some(earlier) = before.get(&gtin) else { continue };
        if earlier.end_date.is_none() && entry.end_date.is_some() {
            closed.push(Barcode { entry, pack: Named::of(&change.after) });
        }
    }
    closed
}

/// Lists the GTINs that had no open period, and have one now.
pub(crate) fn gtins_resumed(change: &Change) -> Vec<RecordedGtin> {
    let before = latest_entries(Some(&change.before));
    let mut resumed = Vec::new();
    for (gtin, entry) in latest_entries(Some(&change.after)) {
        let was_closed = before.get(&gtin).is_some_and(|earlier| earlier.end_date.is_some());
        if was_closed && entry.end_date.is_none() {
            resumed.push(entry.gtin);
        }
    }
    resumed
}

/// Reports whether the pack has a change that no other kind covers.
pub(super) fn is_other(change: &Change) -> bool {
    let [before, after] = [&change.before, &change.after];
    let is_price_same = before.prices.price_pence == after.prices.price_pence;
    let is_still_discontinued = before.discontinued.is_some() && after.discontinued.is_some();
    !texts(before).eq(&texts(after))
        || before.comb_content != after.comb_content
        || before.is_invalid && !after.is_invalid
        || is_still_discontinued && before.discontinued != after.discontinued
        || is_price_same && before.prices != after.prices
        || has_other_periods(change)
}

/// Lists all texts of a pack except its name.
fn texts(pack: &Pack) -> [Option<&str>; 5] {
    [
        Some(&pack.generic_product_name),
        Some(&pack.generic_pack_name),
        Some(&pack.legal_category),
        pack.short_name.as_deref(),
        pack.subpack.as_deref(),
    ]
}

/// Reports whether a GTIN that the pack kept, and that was not closed, has different periods.
fn has_other_periods(change: &Change) -> bool {
    let [known, mut kept] = [latest_entries(Some(&change.before)), latest_entries(Some(&change.after))];
    kept.retain(|gtin, _| known.contains_key(gtin));
    for closed in gtins_closed(change) {
        kept.remove(&closed.entry.gtin.gtin());
    }
    periods(&change.before, &kept) != periods(&change.after, &kept)
}

/// Collects the periods of some GTINs on a pack.
fn periods(pack: &Pack, gtins: &BTreeMap<Gtin, GtinEntry>) -> BTreeSet<GtinEntry> {
    let mut periods = BTreeSet::new();
    for entry in &pack.gtin_codes {
        if gtins.contains_key(&entry.gtin.gtin()) {
            periods.insert(*entry);
        }
    }
    periods
}

/// Finds the latest period of each GTIN of a pack. An open period is the latest.
fn latest_entries(pack: Option<&Pack>) -> BTreeMap<Gtin, GtinEntry> {
    let mut latest: BTreeMap<Gtin, GtinEntry> = BTreeMap::new();
    let Some(pack) = pack else { return latest };
    for entry in &pack.gtin_codes {
        let kept = latest.entry(entry.gtin.gtin()).or_insert(*entry);
        if lateness(entry) > lateness(kept) {
            *kept = *entry;
        }
    }
    latest
}

fn lateness(entry: &GtinEntry) -> (bool, Option<Date>, Date) {
    (entry.end_date.is_none(), entry.end_date, entry.start_date)
}

/// Lists the GTINs that a pack received although another pack carries them, or has carried them.
pub(super) fn reuses(old: &Dataset<'_>, new: &Dataset<'_>, changes: &Changes) -> Vec<Reuse> {
    let mut gtins: BTreeMap<Gtin, RecordedGtin> = BTreeMap::new();
    for pack in changes.added.iter().chain(changes.changed.iter().map(|change| &change.after)) {
        for entry in &pack.gtin_codes {
            gtins.insert(entry.gtin.gtin(), entry.gtin);
        }
    }
    let mut reuses = Vec::new();
    for (gtin, recorded) in gtins {
        reuses.extend(reuse(old, new, gtin, recorded));
    }
    reuses
}

fn reuse(old: &Dataset<'_>, new: &Dataset<'_>, gtin: Gtin, recorded: RecordedGtin) -> Option<Reuse> {
    let (mut lost, mut packs) = (packs_of(old, gtin), packs_of(new, gtin));
    let is_received = packs.iter().any(|pack| !has_pack(&lost, pack.pack_id));
    lost.retain(|pack| !has_pack(&packs, pack.pack_id));
    packs.extend(lost);
    if is_received && packs.len() > 1 { Some(Reuse { gtin: recorded, packs }) } else { None }
}

fn has_pack(packs: &[Named], id: AmppId) -> bool {
    packs.iter().any(|pack| pack.pack_id == id)
}

fn packs_of(dataset: &Dataset<'_>, gtin: Gtin) -> Vec<Named> {
    let mut packs = Vec::new();
    for number in lookup::packs(dataset, gtin) {
        if let Some(pack_id) = dataset.pack_id(number) {
            packs.push(Named { pack_id, name: dataset.name(number) });
        }
    }
    packs
}
