//! The pack with a code of dm+d, and the concepts above a code.

use crate::concept::PackConcepts;
use crate::dataset::{Dataset, PackNumber};
use crate::snomed::{AmppId, ConceptId};

/// Finds the pack with this code. Returns `None` if it is not the code of a pack.
///
/// # Examples
///
/// ```
/// # let bytes = include!(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/common/doctest_dataset.rs"));
/// use pack_lookup::snomed::ConceptId;
/// use pack_lookup::dataset::verify;
/// use pack_lookup::lookup::pack_of;
///
/// let dataset = verify(&bytes)?;
/// let pack = pack_of(&dataset, ConceptId::parse("900000011000001106")?).ok_or("no pack has this code")?;
/// assert_eq!(dataset.name(pack), "Amlodipine 5mg tablets (Teva UK Ltd) 28 tablet 2 x 14 tablets");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn pack_of(dataset: &Dataset<'_>, id: ConceptId) -> Option<PackNumber> {
    dataset.find(AmppId::new(id.number())?)
}

/// Finds the concepts of a pack, or another concept with the concepts above it.
///
/// A code that a moiety or virtual product had before leads to the concept that has it as `previous_id`.
///
/// Returns `None` if the dataset does not have the code, or has no concepts.
///
/// # Examples
///
/// ```
/// # let bytes = include!(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/common/doctest_dataset.rs"));
/// use pack_lookup::snomed::ConceptId;
/// use pack_lookup::dataset::verify;
/// use pack_lookup::lookup::concepts_of;
///
/// let dataset = verify(&bytes)?;
/// let concepts = concepts_of(&dataset, ConceptId::parse("900000011000001106")?).ok_or("unknown code")?;
/// assert_eq!(concepts.vmp.ok_or("no virtual product")?.name, "Amlodipine 5mg tablets");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn concepts_of(dataset: &Dataset<'_>, id: ConceptId) -> Option<PackConcepts> {
    let concepts = dataset.concepts()?;
    // Most codes are of packs, so the packs are searched first. The concept tables are then not read.
    if let Some(pack) = pack_of(dataset, id) {
        return concepts.of_pack(pack);
    }
    if let Some(place) = concepts.find_above(id) {
        return Some(concepts.ancestors(place));
    }
    let (_, place) = concepts.successor(id)?;
    Some(concepts.ancestors(place))
}
