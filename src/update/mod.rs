//! The difference between the datasets of two releases, as a report for people and as a small update file.
//!
//! The writer of datasets is deterministic, so an update has rows only. Applying it decodes the packs of the
//! earlier dataset, changes these rows and writes the result. The result is verified against the digest in
//! the update, so it is byte for byte the later dataset.

mod changes;
mod concepts;
mod error;
mod fields;
mod file;
mod kinds;
mod report;
mod rows;
mod texts;

pub use changes::{Change, Changes};
pub use error::UpdateError;
pub use kinds::{Barcode, DiscontinuedPack, Named, PriceChange, RenamedPack, Reuse};
pub(crate) use kinds::{
    gtins_closed, gtins_only_in_second, gtins_resumed, is_discontinued_now, is_reinstated,
};
pub use report::{Counts, Kinds, Report, Side};

use std::collections::HashMap;

use crate::concept::Concepts;
use crate::dataset::{Dataset, PackNumber, Release, verify, writer};
use crate::pack::Pack;
use file::Update;

/// The format version that this code reads and writes.
pub const VERSION: u16 = 4;

/// The base budget, in bytes.
const BASE_BUDGET: usize = 1 << 24;
/// The additional budget for each byte of the files. The records of a release have seven bytes for each.
const BUDGET_PER_BYTE: usize = 64;
/// The size of a GTIN row or a component, in addition to the name of its pack.
const ROW_BYTES: usize = 32;

/// Compares two datasets. [`Report::to_json`] is for programs, `Display` for people.
///
/// # Errors
///
/// Returns [`UpdateError`] if the bytes of either are not a dataset, are damaged, or differ too much for the
/// memory budget.
///
/// # Examples
///
/// ```
/// # let before = include!(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/common/doctest_dataset.rs"));
/// # let after = before.clone();
/// use pack_lookup::update::compare;
///
/// let report = compare(&before, &after)?;
/// assert_eq!(report.counts.changed, 0);
/// println!("{report}");
/// # Ok::<(), pack_lookup::update::UpdateError>(())
/// ```
pub fn compare(before: &[u8], after: &[u8]) -> Result<Report, UpdateError> {
    let (old, new) = (verify(before)?, verify(after)?);
    Ok(Report::new(&old, &new, &Changes::between(&old, &new)?))
}

/// Makes the update from one dataset to another, and tests it by applying it.
///
/// # Errors
///
/// Returns [`UpdateError`] if the bytes of either are not a dataset, are damaged, or differ too much for the
/// memory budget. It also fails if the update does not result in `after`.
///
/// # Examples
///
/// ```
/// use pack_lookup::dataset::{Gaps, Release, writer};
/// use pack_lookup::date::Date;
/// use pack_lookup::update::{apply, make};
///
/// let release = |date: &str| -> Result<Release, pack_lookup::date::DateError> {
///     let (name, date) = (date.to_owned(), Date::parse(date)?);
///     Ok(Release { name, date, is_demo: true, gaps: Gaps::default() })
/// };
/// let before = writer::write(Vec::new(), &release("2025-08-14")?)?;
/// let after = writer::write(Vec::new(), &release("2025-08-21")?)?;
///
/// let update = make(&before, &after)?;
/// assert_eq!(apply(&before, &update)?, after);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn make(before: &[u8], after: &[u8]) -> Result<Vec<u8>, UpdateError> {
    let (old, new) = (verify(before)?, verify(after)?);
    let update = file::write(&old, &new, &Changes::between(&old, &new)?)?;
    match apply(before, &update)? == after {
        true => Ok(update),
        false => Err(UpdateError::other_outcome()),
    }
}

/// Applies an update and returns the resulting dataset, verified against its digest.
///
/// # Errors
///
/// Returns [`UpdateError`] if the bytes are not an update, are damaged, or are for another dataset. It also
/// fails if the digest of the result does not match.
///
/// # Examples
///
/// ```
/// # let dataset = include!(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/common/doctest_dataset.rs"));
/// use pack_lookup::update::apply;
///
/// let error = apply(&dataset, b"a spreadsheet").unwrap_err();
/// assert_eq!(error.reason(), "not_an_update");
/// ```
pub fn apply(before: &[u8], update: &[u8]) -> Result<Vec<u8>, UpdateError> {
    Updated::of(before, update)?.write()
}

/// The packs after an update, before they are written. The dataset and the update can be dropped first, to
/// save memory.
#[derive(Debug)]
pub struct Updated {
    packs: Vec<Pack>,
    concepts: Option<Concepts>,
    release: Release,
    digest: [u8; 32],
}

impl Updated {
    /// Reads all packs of a dataset, with the changes of an update.
    ///
    /// # Errors
    ///
    /// Returns [`UpdateError`] if the bytes are not an update, are damaged, are for another dataset, or
    /// exceed the memory budget.
    pub fn of(before: &[u8], update: &[u8]) -> Result<Updated, UpdateError> {
        let mut budget = MemoryBudget::of(before.len() + update.len());
        let update = Update::open(update)?;
        let old = Dataset::open(before)?;
        if old.digest() != update.before {
            return Err(UpdateError::other_dataset());
        }
        let (packs, concepts) = packs_after(&old, &update, &mut budget)?;
        Ok(Updated { packs, concepts, release: update.release, digest: update.after })
    }

    /// Writes the resulting dataset.
    ///
    /// # Errors
    ///
    /// Returns [`UpdateError`] if its digest is not the one in the update, or the dataset cannot be written.
    pub fn write(self) -> Result<Vec<u8>, UpdateError> {
        let written = writer::write_with(self.packs, self.concepts, &self.release)?;
        match Dataset::open(&written)?.digest() == self.digest {
            true => Ok(written),
            false => Err(UpdateError::other_outcome()),
        }
    }
}

/// Reads all concepts of a dataset. The tables are empty if it has none.
pub(crate) fn concepts_of(dataset: &Dataset<'_>) -> Result<Concepts, UpdateError> {
    concepts::tables_of(dataset, &mut MemoryBudget::of(dataset.file_len()))
}

fn packs_after(
    old: &Dataset<'_>,
    update: &Update<'_>,
    budget: &mut MemoryBudget,
) -> Result<(Vec<Pack>, Option<Concepts>), UpdateError> {
    let removed = update.removed(old.packs())?;
    let (rows, concepts) = update.rows(old, budget)?;
    let mut changed: HashMap<PackNumber, Pack> = rows.changed.into_iter().collect();
    let mut packs = Vec::with_capacity(old.packs() as usize + rows.added.len());
    for number in (0..old.packs()).map(PackNumber).filter(|number| removed.binary_search(number).is_err()) {
        if let Some(pack) = changed.remove(&number) {
            packs.push(pack);
        } else if let Some(pack) = old.pack(number) {
            budget.charge(&pack)?;
            packs.push(without_spare_capacity(pack));
        }
    }
    packs.extend(rows.added);
    Ok((packs, concepts))
}

/// Frees the spare capacity of names, which is a sixth of the memory of an update.
fn without_spare_capacity(mut pack: Pack) -> Pack {
    for text in [&mut pack.name, &mut pack.generic_pack_name, &mut pack.generic_product_name] {
        text.shrink_to_fit();
    }
    pack
}

/// The remaining memory budget of a comparison or update, in bytes: 16 MiB, and 64 more for each byte of the
/// files. If it is exceeded, the comparison or update fails.
///
/// A file can state that every pack has the same long text, and records hold it once each.
struct MemoryBudget(usize);

/// The changes need more memory than the budget has.
struct BudgetExceeded;

impl From<BudgetExceeded> for UpdateError {
    fn from(_: BudgetExceeded) -> UpdateError {
        UpdateError::too_large()
    }
}

impl MemoryBudget {
    /// Computes the budget for files with this total size in bytes.
    fn of(bytes: usize) -> MemoryBudget {
        MemoryBudget(bytes.saturating_mul(BUDGET_PER_BYTE).saturating_add(BASE_BUDGET))
    }

    /// Charges the memory of a pack. Returns an error if the budget is exceeded.
    fn charge(&mut self, pack: &Pack) -> Result<(), BudgetExceeded> {
        self.charge_bytes(needed(pack))
    }

    /// Charges a number of bytes. Returns an error if the budget is exceeded.
    fn charge_bytes(&mut self, bytes: usize) -> Result<(), BudgetExceeded> {
        self.0 = self.0.checked_sub(bytes).ok_or(BudgetExceeded)?;
        Ok(())
    }
}

/// Computes the memory of a pack. A report has its name in each of its rows.
fn needed(pack: &Pack) -> usize {
    let texts = [&pack.name, &pack.generic_pack_name, &pack.generic_product_name, &pack.legal_category];
    let optional = [&pack.short_name, &pack.subpack].into_iter().flatten();
    let texts: usize = texts.into_iter().chain(optional).map(String::len).sum();
    let components: usize = pack.comb_content.iter().map(|component| ROW_BYTES + component.name.len()).sum();
    size_of::<Pack>() + texts + components + pack.gtin_codes.len() * (ROW_BYTES + pack.name.len())
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]

    use super::file::Update;
    use super::{Dataset, MemoryBudget};

    #[test]
    fn rows_that_exceed_the_budget_are_too_large_and_not_damaged() {
        let old = Dataset::open(include_bytes!("../../tests/cases/api.bin")).unwrap();
        let update = Update::open(include_bytes!("../../tests/cases/week.update")).unwrap();
        let error = update.rows(&old, &mut MemoryBudget(1_000)).err().unwrap();
        assert_eq!(error.reason(), "too_large");
    }
}
