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

/// A pack by its code and name.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Named {
    /// Its code.
    pub pack_id: AmppId,
    /// Its name.
    pub name: String,
}

/// A pack with a new name.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct RenamedPack {
    /// Its code.
    pub pack_id: AmppId,
    /// Its name in the earlier dataset.
    pub before: String,
    /// Its name in the later dataset.
    pub after: String,
}

/// A pack that became discontinued.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct DiscontinuedPack {
    /// The pack.
    #[serde(flatten)]
    pub pack: Named,
    /// The day, or `None` if it is not recorded.
    pub discontinued_date: Option<Date>,
}

/// A pack with a new price.
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

/// A GTIN of a pack.
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
    let renamed_pack =
        || RenamedPack { pack_id: after.pack_id, before: before.name.clone(), after: after.name.clone() };
    (before.name != after.name).then(renamed_pack)
}

pub(super) fn discontinued_pack(change: &Change) -> Option<DiscontinuedPack> {
    let [before, after] = [change.before.status(), change.after.status()];
    let discontinued_pack =
        || DiscontinuedPack { pack: Named::of(&change.after), discontinued_date: after.discontinued_date };
    (after.is_discontinued && !before.is_discontinued).then(discontinued_pack)
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

/// Returns the GTINs of the second pack that the first does not have. GTINs with 13 and 14 digits are
/// compared by number.
pub(super) fn gtins_only_in_second(first: Option<&Pack>, second: &Pack) -> Vec<Barcode> {
    let known = latest_entries(first);
    let entries = latest_entries(Some(second)).into_iter().filter(|(gtin, _)| !known.contains_key(gtin));
    entries.map(|(_, entry)| Barcode { entry, pack: Named::of(second) }).collect()
}

/// Returns the GTINs that had an open period, and have none now.
pub(super) fn gtins_closed(change: &Change) -> Vec<Barcode> {
    let before = latest_entries(Some(&change.before));
    let is_open = |gtin: &Gtin| before.get(gtin).is_some_and(|entry| entry.end_date.is_none());
    let after = latest_entries(Some(&change.after)).into_iter();
    let closed = after.filter(|(gtin, entry)| is_open(gtin) && entry.end_date.is_some());
    closed.map(|(_, entry)| Barcode { entry, pack: Named::of(&change.after) }).collect()
}

/// Returns whether the pack has a change that no other kind covers.
pub(super) fn is_other(change: &Change) -> bool {
    let [before, after] = [&change.before, &change.after];
    let is_price_same = before.prices.price_pence == after.prices.price_pence;
    let ends = before.discontinued.as_ref().zip(after.discontinued.as_ref());
    !texts(before).eq(&texts(after))
        || before.comb_content != after.comb_content
        || before.is_invalid && !after.is_invalid
        || ends.is_some_and(|(before, after)| before != after)
        || is_price_same && before.prices != after.prices
        || has_other_periods(change)
}

/// Returns all texts of a pack except its name.
fn texts(pack: &Pack) -> [Option<&str>; 5] {
    let generic = [&pack.generic_product_name, &pack.generic_pack_name, &pack.legal_category];
    let [product, size, legal] = generic.map(|text| Some(text.as_str()));
    [product, size, legal, pack.short_name.as_deref(), pack.subpack.as_deref()]
}

/// Returns whether a GTIN that the pack kept, and that was not closed, has different periods.
fn has_other_periods(change: &Change) -> bool {
    let [known, kept] = [latest_entries(Some(&change.before)), latest_entries(Some(&change.after))];
    let closed: Vec<Gtin> = gtins_closed(change).iter().map(|barcode| barcode.entry.gtin.gtin()).collect();
    let is_compared =
        |gtin: Gtin| known.contains_key(&gtin) && kept.contains_key(&gtin) && !closed.contains(&gtin);
    let periods = |pack: &Pack| -> BTreeSet<GtinEntry> {
        pack.gtin_codes.iter().filter(|entry| is_compared(entry.gtin.gtin())).copied().collect()
    };
    periods(&change.before) != periods(&change.after)
}

/// Returns the latest period of each GTIN of a pack. An open period is the latest.
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

/// Returns the GTINs that a pack received although another pack carries them, or has carried them.
pub(super) fn reuses(old: &Dataset<'_>, new: &Dataset<'_>, changes: &Changes) -> Vec<Reuse> {
    let carriers = changes.added.iter().chain(changes.changed.iter().map(|change| &change.after));
    let gtins: BTreeMap<Gtin, RecordedGtin> =
        carriers.flat_map(|pack| &pack.gtin_codes).map(|entry| (entry.gtin.gtin(), entry.gtin)).collect();
    gtins.into_iter().filter_map(|(gtin, recorded)| reuse(old, new, gtin, recorded)).collect()
}

fn reuse(old: &Dataset<'_>, new: &Dataset<'_>, gtin: Gtin, recorded: RecordedGtin) -> Option<Reuse> {
    let (before, mut packs) = (packs_of(old, gtin), packs_of(new, gtin));
    let is_in = |packs: &[Named], pack: &Named| packs.iter().any(|other| other.pack_id == pack.pack_id);
    let has_come = packs.iter().any(|pack| !is_in(&before, pack));
    let gone: Vec<Named> = before.into_iter().filter(|pack| !is_in(&packs, pack)).collect();
    packs.extend(gone);
    (has_come && packs.len() > 1).then_some(Reuse { gtin: recorded, packs })
}

fn packs_of(dataset: &Dataset<'_>, gtin: Gtin) -> Vec<Named> {
    let numbers = lookup::packs(dataset, gtin).into_iter();
    let named = numbers
        .filter_map(|number| Some(Named { pack_id: dataset.pack_id(number)?, name: dataset.name(number) }));
    named.collect()
}
