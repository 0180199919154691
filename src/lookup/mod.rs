//! Which pack a GTIN belongs to. Only this module defines "latest use".

mod code;

use std::cmp::Reverse;

use crate::concept::Reuse;
use crate::dataset::{Concepts, Dataset, PackNumber};
use crate::date::Date;
use crate::gtin::Gtin;
use crate::pack::{GtinEntry, Pack, Status};
use crate::snomed::AmppId;

pub(crate) use code::is_rounded;
pub use code::{Cause, Found, NotFound, concepts_of, find, pack_of};

/// A period in which a pack carries a GTIN. One GTIN can have two or more: of different packs, or of one pack
/// at different times.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Use {
    /// The pack.
    pub pack: PackNumber,
    /// The period, and the GTIN as recorded.
    pub entry: GtinEntry,
}

impl Use {
    /// Reports whether the GTIN was valid for the pack on `day`. Both ends of the period are inclusive.
    ///
    /// # Examples
    ///
    /// ```
    /// use pack_lookup::dataset::PackNumber;
    /// use pack_lookup::date::Date;
    /// use pack_lookup::gtin::RecordedGtin;
    /// use pack_lookup::lookup::Use;
    /// use pack_lookup::pack::GtinEntry;
    ///
    /// let gtin = RecordedGtin::parse("09521234567899")?;
    /// let (start_date, end_date) = (Date::parse("2020-01-01")?, Some(Date::parse("2024-12-31")?));
    /// let one = Use { pack: PackNumber(0), entry: GtinEntry { gtin, start_date, end_date } };
    /// assert!(one.is_valid_on(Date::parse("2024-12-31")?));
    /// assert!(!one.is_valid_on(Date::parse("2025-01-01")?));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn is_valid_on(&self, day: Date) -> bool {
        self.entry.includes(day)
    }
}

/// A use with the record of its pack, for hosts that show it. A `Use` is smaller, because it has only the
/// number of the pack.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UseRecord {
    /// The period, and the GTIN as recorded.
    pub entry: GtinEntry,
    /// The record of the pack.
    pub pack: Pack,
    /// The status of the pack.
    pub status: Status,
}

impl UseRecord {
    /// Finds the record of a use. Returns `None` if the dataset does not have its pack.
    pub fn of(dataset: &Dataset<'_>, one: &Use) -> Option<UseRecord> {
        Some(UseRecord { entry: one.entry, pack: dataset.pack(one.pack)?, status: dataset.status(one.pack) })
    }
}

/// Lists every use of a GTIN, the latest first.
///
/// Of two uses, the later one is decided by the first of these rules that distinguishes them:
/// 1. an open period is later than a closed one;
/// 2. a later end is later;
/// 3. a later start is later;
/// 4. a pack that is neither discontinued nor invalid is later;
/// 5. a higher AMPP code is later;
/// 6. on one pack, the GTIN recorded with 14 digits is later.
///
/// # Examples
///
/// ```
/// # let bytes = include!(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/common/doctest_dataset.rs"));
/// use pack_lookup::dataset::verify;
/// use pack_lookup::gtin::Gtin;
/// use pack_lookup::lookup::uses;
///
/// let dataset = verify(&bytes)?;
/// let periods = uses(&dataset, Gtin::parse("9521001000017")?);
/// for one in &periods {
///     println!("{} since {}", dataset.name(one.pack), one.entry.start_date);
/// }
/// assert_eq!(periods.len(), 2);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn uses(dataset: &Dataset<'_>, gtin: Gtin) -> Vec<Use> {
    let mut uses: Vec<Use> = unsorted_uses(dataset, gtin).collect();
    if uses.len() > 1 {
        uses.sort_by_cached_key(|one| Reverse(lateness(dataset, one)));
    }
    uses
}

/// Finds the latest use of a GTIN. Returns `None` if no pack has carried it.
///
/// # Examples
///
/// ```
/// # let bytes = include!(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/common/doctest_dataset.rs"));
/// use pack_lookup::dataset::verify;
/// use pack_lookup::gtin::Gtin;
/// use pack_lookup::lookup::latest;
///
/// let dataset = verify(&bytes)?;
/// let one = latest(&dataset, Gtin::parse("9521234567899")?).ok_or("no pack has carried this GTIN")?;
/// assert_eq!(dataset.name(one.pack), "Amlodipine 5mg tablets (Teva UK Ltd) 28 tablet 2 x 14 tablets");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn latest(dataset: &Dataset<'_>, gtin: Gtin) -> Option<Use> {
    // Most GTINs have one use, so nothing is compared.
    let mut uses = unsorted_uses(dataset, gtin);
    let mut latest = uses.next()?;
    for one in uses {
        if lateness(dataset, &one) > lateness(dataset, &latest) {
            latest = one;
        }
    }
    Some(latest)
}

/// Lists every pack that has carried a GTIN, without duplicates, in the order of its latest use.
///
/// # Examples
///
/// ```
/// # let bytes = include!(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/common/doctest_dataset.rs"));
/// use pack_lookup::dataset::verify;
/// use pack_lookup::gtin::Gtin;
/// use pack_lookup::lookup::packs;
///
/// let dataset = verify(&bytes)?;
/// // Two packs have carried this GTIN: it is re-used.
/// assert_eq!(packs(&dataset, Gtin::parse("9521001000017")?).len(), 2);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn packs(dataset: &Dataset<'_>, gtin: Gtin) -> Vec<PackNumber> {
    distinct_packs(&uses(dataset, gtin))
}

/// Lists the packs of some uses in their order, each once.
fn distinct_packs(uses: &[Use]) -> Vec<PackNumber> {
    let mut packs = Vec::new();
    for one in uses {
        if !packs.contains(&one.pack) {
            packs.push(one.pack);
        }
    }
    packs
}

/// Lists the packs of some uses, without duplicates.
#[cfg(feature = "release")]
pub(crate) fn packs_of(uses: &[Use]) -> Vec<PackNumber> {
    let mut packs: Vec<PackNumber> = uses.iter().map(|one| one.pack).collect();
    packs.sort_unstable();
    packs.dedup();
    packs
}

fn unsorted_uses(dataset: &Dataset<'_>, gtin: Gtin) -> impl Iterator<Item = Use> {
    dataset.gtin_uses(gtin).map(|(pack, entry)| Use { pack, entry })
}

/// The sort key of a use. A greater key is later.
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

/// Grades how different the packs of a GTIN are. Returns `None` if fewer than two packs have carried it.
///
/// # Examples
///
/// ```
/// # let bytes = include!(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/common/doctest_dataset.rs"));
/// use pack_lookup::concept::Reuse;
/// use pack_lookup::dataset::verify;
/// use pack_lookup::gtin::Gtin;
/// use pack_lookup::lookup::reuse;
///
/// let dataset = verify(&bytes)?;
/// assert_eq!(reuse(&dataset, Gtin::parse("9521001000017")?), Some(Reuse::DifferentMedicines));
/// assert_eq!(reuse(&dataset, Gtin::parse("9521234567899")?), None);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn reuse(dataset: &Dataset<'_>, gtin: Gtin) -> Option<Reuse> {
    reuse_of(dataset, &packs(dataset, gtin))
}

/// Grades how different these packs of one GTIN are. Returns `None` if there are fewer than two. `packs`
/// has no duplicates.
pub fn reuse_of(dataset: &Dataset<'_>, packs: &[PackNumber]) -> Option<Reuse> {
    if packs.len() < 2 {
        return None;
    }
    let concepts: Option<Concepts<'_>> = dataset.concepts();
    Some(Reuse::of(packs.iter().map(|pack| concepts?.medicine(*pack)).collect()))
}
