//! Codes and ids of a FHIR request, and the packs that have them.

use super::{Asked, DMD, FhirError, GTIN, Issue};
use crate::dataset::{Dataset, PackNumber};
use crate::gtin::Gtin;
use crate::lookup;
use crate::snomed::{AmppId, ConceptId};

/// The maximum number of codes in a search.
const MAX_SEARCHED_CODES: usize = 100;

/// The packs that were found, each once, and the GTINs of the request.
#[derive(Default)]
pub struct Found {
    pub packs: Vec<PackNumber>,
    pub gtins: Vec<Gtin>,
    /// What a client must know about codes of the request.
    pub issues: Vec<Issue>,
}

/// Finds the packs that have any of the codes and any of the ids.
pub fn find(dataset: &Dataset<'_>, asked: &Asked<'_>) -> Result<Found, FhirError> {
    let mut found = Found::default();
    match (asked.value("code")?, asked.value("_id")?) {
        (None, None) => return Err(FhirError::new(400, "required", "code or _id is missing")),
        (None, Some(ids)) => found.packs = packs_with(dataset, ids),
        (Some(codes), None) => add_codes(dataset, codes, &mut found)?,
        (Some(codes), Some(ids)) => {
            let ids = packs_with(dataset, ids);
            add_codes(dataset, codes, &mut found)?;
            found.packs.retain(|pack| ids.contains(pack));
        }
    }
    keep_first(dataset, &mut found.packs);
    Ok(found)
}

/// Lists the packs with the AMPP codes in a list with commas.
fn packs_with(dataset: &Dataset<'_>, ids: &str) -> Vec<PackNumber> {
    ids.split(',').filter_map(|id| pack_with(dataset, id.trim())).collect()
}

/// Finds the pack with an AMPP code.
pub fn pack_with(dataset: &Dataset<'_>, id: &str) -> Option<PackNumber> {
    dataset.find(AmppId::parse(id).ok()?)
}

/// Removes duplicates.
fn keep_first(dataset: &Dataset<'_>, packs: &mut Vec<PackNumber>) {
    let mut is_new = vec![true; dataset.packs() as usize];
    packs.retain(|pack| is_new.get_mut(pack.0 as usize).is_some_and(std::mem::take));
}

fn add_codes(dataset: &Dataset<'_>, codes: &str, found: &mut Found) -> Result<(), FhirError> {
    if codes.split(',').count() > MAX_SEARCHED_CODES {
        let text = format!("a search has at most {MAX_SEARCHED_CODES} codes; split it into several");
        return Err(FhirError::new(400, "too-costly", &text));
    }
    for token in codes.split(',') {
        add_token(dataset, token.trim(), found)?;
    }
    Ok(())
}

fn add_token(dataset: &Dataset<'_>, token: &str, found: &mut Found) -> Result<(), FhirError> {
    let (system, code) = token.split_once('|').unwrap_or(("", token));
    if code.is_empty() {
        let text = format!("code must be <code> or <system>|<code>, with the system {GTIN} or {DMD}");
        return Err(FhirError::new(400, "value", &text));
    }
    match system {
        GTIN => add_gtin(dataset, parse_gtin(code)?, found),
        DMD => add_concept(dataset, parse_code(code)?, found)?,
        "" => add_any(dataset, code, found)?,
        _ => return Err(unknown_system(system)),
    }
    Ok(())
}

/// Adds the packs of a code without a system. Its digits may be a GTIN and a code of dm+d.
fn add_any(dataset: &Dataset<'_>, code: &str, found: &mut Found) -> Result<(), FhirError> {
    match (Gtin::parse(code), ConceptId::parse(code)) {
        (Ok(gtin), id) => {
            add_gtin(dataset, gtin, found);
            if let Ok(id) = id {
                // Without concepts, only the codes of packs are known.
                let _ = add_concept(dataset, id, found);
            }
            Ok(())
        }
        (_, Ok(id)) => add_concept(dataset, id, found),
        _ => {
            let text = format!("{code} is neither a GTIN of 13 or 14 digits nor a code of dm+d");
            Err(FhirError::new(400, "value", &text))
        }
    }
}

/// Adds every pack that has carried the GTIN, the latest use first.
fn add_gtin(dataset: &Dataset<'_>, gtin: Gtin, found: &mut Found) {
    found.packs.extend(lookup::packs(dataset, gtin));
    if !found.gtins.contains(&gtin) {
        found.gtins.push(gtin);
    }
}

/// Adds the packs of a concept by name, or the pack with this code.
///
/// A code that a concept had before adds the packs of the concept, and an issue.
fn add_concept(dataset: &Dataset<'_>, id: ConceptId, found: &mut Found) -> Result<(), FhirError> {
    if let Some(pack) = lookup::pack_of(dataset, id) {
        found.packs.push(pack);
        return Ok(());
    }
    let Some(concepts) = dataset.concepts() else {
        let text = "the data that are served have packs alone, and no concepts: only AMPP codes are known";
        return Err(FhirError::new(404, "not-supported", text));
    };
    let place = match concepts.find_above(id) {
        Some(place) => place,
        None => {
            let Some((current, place)) = concepts.successor(id) else { return Ok(()) };
            found.issues.push(replaced(id, current));
            place
        }
    };
    found.packs.extend(concepts.packs_at(place, dataset.pack_range()).iter());
    Ok(())
}

fn replaced(previous: ConceptId, current: ConceptId) -> Issue {
    let text = format!("the code {previous} was replaced by {current}: the packs are those of {current}");
    Issue::warning("business-rule", text)
}

pub fn unknown_system(system: &str) -> FhirError {
    FhirError::new(
        400,
        "not-supported",
        &format!("the system {system} is not supported; use {GTIN} or {DMD}"),
    )
}

pub fn parse_gtin(code: &str) -> Result<Gtin, FhirError> {
    Gtin::parse(code).map_err(|error| FhirError::new(400, "value", &error.to_string()))
}

pub fn parse_code(code: &str) -> Result<ConceptId, FhirError> {
    ConceptId::parse(code).map_err(|error| FhirError::new(400, "value", &error.to_string()))
}
