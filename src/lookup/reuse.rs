//! How different the packs are that have carried one GTIN.

use super::packs;
use crate::concept::Reuse;
use crate::dataset::{Concepts, Dataset, PackNumber};
use crate::gtin::Gtin;

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
