//! Which pack a GTIN belongs to: "latest use", defined here and nowhere else.

mod code;
mod concept;
mod reuse;

use std::cmp::Reverse;

use serde::Serialize;

use crate::ampp_id::AmppId;
use crate::dataset::{Dataset, PackNumber};
use crate::date::Date;
use crate::gtin::Gtin;
use crate::pack::{GtinEntry, Pack, Status};

pub use code::{Found, NotFound, Why, find};
pub use concept::{concepts_of, pack_of};
pub use reuse::{Medicine, Reuse, reuse, reuse_of};

/// One period of a GTIN on one pack.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Use {
    /// The pack.
    pub pack: PackNumber,
    /// The period, and the digits in which it is recorded.
    pub entry: GtinEntry,
}

impl Use {
    /// Whether the GTIN was valid for the pack on this day; both ends of the period count.
    pub fn is_valid_on(&self, day: Date) -> bool {
        self.entry.start_date <= day && self.entry.end_date.is_none_or(|end| day <= end)
    }
}

/// A use with its pack, for programs.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct UseRecord {
    /// The period, and the digits in which the GTIN is recorded.
    #[serde(flatten)]
    pub entry: GtinEntry,
    /// The whole record of the pack.
    pub pack: Pack,
    /// The pack's state.
    pub status: Status,
}

impl UseRecord {
    /// The use, if the dataset has its pack.
    pub fn of(dataset: &Dataset<'_>, one: &Use) -> Option<UseRecord> {
        Some(UseRecord { entry: one.entry, pack: dataset.pack(one.pack)?, status: dataset.status(one.pack) })
    }
}

/// Every use of a GTIN, the latest first.
///
/// Of two uses the later one is
/// 1. the one whose period is open; if both or neither are,
/// 2. the one that ends later; then
/// 3. the one that starts later; then
/// 4. the one whose pack is neither discontinued nor invalid; then
/// 5. the one whose pack has the higher AMPP code; and on one pack
/// 6. the one recorded with 14 digits.
pub fn uses(dataset: &Dataset<'_>, gtin: Gtin) -> Vec<Use> {
    let mut uses: Vec<Use> = unsorted_uses(dataset, gtin).collect();
    if uses.len() > 1 {
        uses.sort_by_cached_key(|one| Reverse(lateness(dataset, one)));
    }
    uses
}

/// The latest use of a GTIN; none when no pack ever carried it.
pub fn latest(dataset: &Dataset<'_>, gtin: Gtin) -> Option<Use> {
    // Mostly there is one, and then nothing to compare.
    unsorted_uses(dataset, gtin)
        .reduce(|latest, one| if lateness(dataset, &one) > lateness(dataset, &latest) { one } else { latest })
}

/// Every pack that ever carried a GTIN, once, in the order of its latest use.
pub fn packs(dataset: &Dataset<'_>, gtin: Gtin) -> Vec<PackNumber> {
    let mut packs = Vec::new();
    for one in uses(dataset, gtin) {
        if !packs.contains(&one.pack) {
            packs.push(one.pack);
        }
    }
    packs
}

fn unsorted_uses(dataset: &Dataset<'_>, gtin: Gtin) -> impl Iterator<Item = Use> {
    dataset.gtin_uses(gtin).map(|(pack, entry)| Use { pack, entry })
}

/// Greater is later.
type Lateness = (bool, Option<Date>, Date, bool, Option<AmppId>, bool);

fn lateness(dataset: &Dataset<'_>, one: &Use) -> Lateness {
    let GtinEntry { gtin, start_date, end_date } = one.entry;
    let is_open = end_date.is_none();
    (
        is_open,
        end_date,
        start_date,
        dataset.is_current(one.pack),
        dataset.pack_id(one.pack),
        gtin.has_14_digits(),
    )
}
