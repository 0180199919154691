//! The pack with a code of dm+d, and the concepts from a code upwards.

use crate::ampp_id::AmppId;
use crate::concept::{ConceptId, PackConcepts};
use crate::dataset::{Dataset, PackNumber};

/// The pack with this code.
pub fn pack_of(dataset: &Dataset<'_>, id: ConceptId) -> Option<PackNumber> {
    AmppId::new(id.number()).and_then(|id| dataset.find(id))
}

/// The concepts of a pack, or those from another concept upwards; none where the dataset has no such code, or no concepts.
pub fn concepts_of(dataset: &Dataset<'_>, id: ConceptId) -> Option<PackConcepts> {
    let concepts = dataset.concepts()?;
    // Most ask for a pack, and its concepts are found without looking for its code among theirs.
    match pack_of(dataset, id) {
        Some(pack) => concepts.of_pack(pack),
        None => concepts.find_above(id).map(|place| concepts.upwards(place)),
    }
}
