//! A read-only FHIR R4 view of packs, codes and barcodes. Like `api`, which calls it, it is a pure function.
//!
//! | path | answer |
//! |---|---|
//! | `/fhir/metadata` | the capability statement |
//! | `/fhir/Medication?code=<system>\|<code>` | the packs that have carried a GTIN, or the packs of a code of
//! dm+d |
//! | `/fhir/Medication/<AMPP code>` | a pack |
//! | `/fhir/CodeSystem/$lookup` | the meaning of a code of dm+d |
//! | `/fhir/ConceptMap/$translate` | the packs of a GTIN, or the GTINs of a pack, each with its period |
//!
//! All operations are lookups. None implies that one medicine can replace another.

mod bundle;
mod capability;
mod issue;
mod json;
mod medication;
mod request;
mod terminology;

use crate::dataset::Dataset;
use issue::{Issue, push_issues};
use json::Json;
pub use request::Asked;

/// The media type of every answer.
pub const TYPE: &str = "application/fhir+json";
const DMD: &str = "https://dmd.nhs.uk";
const GTIN: &str = "https://www.gs1.org/gtin";
const SNOMED: &str = "http://snomed.info/sct";
/// The concept map between dm+d and GTINs.
const MAP: &str = "https://dmd.nhs.uk/conceptmap/gtin";

/// Why a request failed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refusal {
    /// The HTTP status code.
    pub status: u16,
    /// A code of FHIR's value set `issue-type`.
    pub code: &'static str,
    /// A description for people.
    pub text: String,
}

impl Refusal {
    #[inline(never)]
    fn new(status: u16, code: &'static str, text: &str) -> Refusal {
        Refusal { status, code, text: text.to_owned() }
    }

    /// Returns the `OperationOutcome` of the error.
    pub fn outcome(&self) -> Vec<u8> {
        let issue = Issue { severity: "error", code: self.code, text: self.text.clone() };
        Json::resource("OperationOutcome", &|json| push_issues(json, std::slice::from_ref(&issue)))
    }
}

/// Answers a request with a resource.
///
/// # Errors
///
/// Returns [`Refusal`] if the path or the code does not exist, or a parameter is missing or invalid.
///
/// # Examples
///
/// ```
/// # let bytes = include!(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/common/doctest_dataset.rs"));
/// use pack_lookup::dataset::verify;
/// use pack_lookup::fhir::{Asked, answer};
///
/// let dataset = verify(&bytes)?;
/// let path = ["Medication", "900000011000001106"];
/// let resource = answer(&dataset, &Asked { path: &path, ..Asked::default() }).map_err(|refusal| refusal.text)?;
/// let resource: serde_json::Value = serde_json::from_slice(&resource)?;
/// assert_eq!(resource["resourceType"], "Medication");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn answer(dataset: &Dataset<'_>, asked: &Asked<'_>) -> Result<Vec<u8>, Refusal> {
    asked.check_format()?;
    match asked.path {
        ["metadata"] => Ok(capability::statement(dataset, asked)),
        ["Medication"] => bundle::search(dataset, asked),
        ["Medication", id] => medication::read(dataset, asked, id),
        ["CodeSystem", "$lookup"] => terminology::look_up(dataset, asked),
        ["ConceptMap", "$translate"] => terminology::translate(dataset, asked),
        _ => Err(unknown_path()),
    }
}

fn unknown_path() -> Refusal {
    let text = "the paths are /fhir/metadata, /fhir/Medication?code=<system>|<code>, /fhir/Medication/<AMPP code>, \
                /fhir/CodeSystem/$lookup and /fhir/ConceptMap/$translate";
    Refusal::new(404, "not-found", text)
}

fn unknown_code(code: &str) -> Refusal {
    Refusal::new(404, "not-found", &format!("this release has no pack and no concept with the code {code}"))
}
