//! Where the codes of a list are in the dataset.

use crate::dataset::{Dataset, PackNumber, Place};
use crate::lookup;
use crate::snomed::ConceptId;

/// The number of codes from which one pass over all codes of the dataset takes less time than a search for
/// each.
const MANY: usize = 2500;

/// The codes of a list in ascending order, each with its place.
pub struct Places {
    codes: Vec<u64>,
    places: Vec<Option<Place>>,
}

impl Places {
    pub fn of(dataset: &Dataset<'_>, codes: impl Iterator<Item = ConceptId>) -> Places {
        let mut codes: Vec<u64> = codes.map(ConceptId::number).collect();
        codes.sort_unstable();
        codes.dedup();
        if codes.len() < MANY {
            let places = codes.iter().map(|code| place_of(dataset, ConceptId::new(*code)?)).collect();
            return Places { codes, places };
        }
        let mut places = Places { places: vec![None; codes.len()], codes };
        for pack in (0..dataset.packs()).map(PackNumber) {
            if let Some(id) = dataset.pack_id(pack) {
                places.add(id.into(), Place::Ampp(pack));
            }
        }
        if let Some(concepts) = dataset.concepts() {
            for (id, place) in concepts.all_above() {
                places.add(id, place);
            }
        }
        places
    }

    fn add(&mut self, code: ConceptId, place: Place) {
        if let Ok(found) = self.codes.binary_search(&code.number())
            && let Some(slot) = self.places.get_mut(found)
        {
            *slot = Some(place);
        }
    }

    /// Finds the place of a code of the list.
    pub fn of_code(&self, code: ConceptId) -> Option<Place> {
        *self.places.get(self.codes.binary_search(&code.number()).ok()?)?
    }
}

fn place_of(dataset: &Dataset<'_>, code: ConceptId) -> Option<Place> {
    match lookup::pack_of(dataset, code) {
        Some(pack) => Some(Place::Ampp(pack)),
        None => dataset.concepts()?.find_above(code),
    }
}
