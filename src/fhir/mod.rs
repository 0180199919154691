//! A read-only FHIR R4 view of packs, codes and barcodes. Like `api`, which calls it, it is a pure
//! function.
//!
//! | path | answer |
//! |---|---|
//! | `/fhir` with POST | a batch of these requests |
//! | `/fhir/metadata` | the capability statement; with `mode=terminology`, the terminology capabilities |
//! | `/fhir/Medication?code=<system>\|<code>` | the packs that have carried a GTIN, or of a code of dm+d |
//! | `/fhir/Medication/_search` | the same, from a form |
//! | `/fhir/Medication/<AMPP code>` | a pack |
//! | `/fhir/CodeSystem/$lookup` | the meaning of a code of dm+d |
//! | `/fhir/CodeSystem/$validate-code` | whether a code, and its display, are in dm+d |
//! | `/fhir/CodeSystem/$subsumes` | whether one code includes another: a VMP its AMPs and packs |
//! | `/fhir/ValueSet/$expand` | the codes of a kind of concept, with a filter that is a search |
//! | `/fhir/ValueSet/$validate-code` | whether a code is one of a kind of concept |
//! | `/fhir/ConceptMap/$translate` | the packs of a GTIN, or the GTINs of a pack, each with its period |
//! | `/fhir/CodeSystem`, `/fhir/ValueSet`, `/fhir/ConceptMap` | these resources, found by address, or read by id |
//!
//! All operations are lookups. None implies that one medicine can replace another.

mod bundle;
mod canonical;
mod capability;
mod expansion;
mod found;
mod medication;
mod request;
mod terminology;
mod validation;

use crate::dataset::Dataset;
use crate::gtin::Gtin;
use crate::json::writer::Json;
use crate::lookup;
pub use bundle::{Entry, batch_response, parse_batch};
pub use request::{Asked, is_json, parse_parameters};

/// The media type of every answer.
pub const TYPE: &str = "application/fhir+json";
const DMD: &str = "https://dmd.nhs.uk";
const GTIN: &str = "https://www.gs1.org/gtin";
/// The system of HL7's tag for test data.
const ACT_REASON: &str = "http://terminology.hl7.org/CodeSystem/v3-ActReason";
/// The system of the tag for incomplete data.
const NOTICE: &str = "urn:pack-lookup:dataset-notice";
const SNOMED: &str = "http://snomed.info/sct";
/// The concept map between dm+d and GTINs.
const MAP: &str = "https://dmd.nhs.uk/conceptmap/gtin";
const PATHS: &str = "the paths are /fhir/metadata, /fhir/Medication?code=<system>|<code>, /fhir/Medication/<AMPP code>, \
                     /fhir/CodeSystem/$lookup, $validate-code, $subsumes, /fhir/ValueSet/$expand, $validate-code, \
                     /fhir/ConceptMap/$translate, and /fhir/CodeSystem, ValueSet and ConceptMap";

/// Why a request failed. `outcome` writes it as the `OperationOutcome` that a FHIR client expects in the
/// response.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FhirError {
    /// The HTTP status code.
    pub status: u16,
    /// A code of FHIR's value set `issue-type`.
    pub code: &'static str,
    /// A description for people.
    pub text: String,
}

impl FhirError {
    #[inline(never)]
    fn new(status: u16, code: &'static str, text: &str) -> FhirError {
        FhirError { status, code, text: text.to_owned() }
    }

    /// Writes the `OperationOutcome` of the error.
    pub fn outcome(&self, dataset: &Dataset<'_>, old_days: Option<u32>) -> Vec<u8> {
        let issue = Issue { severity: "error", code: self.code, text: self.text.clone() };
        resource(dataset, old_days, "OperationOutcome", &|json| {
            push_issues(json, std::slice::from_ref(&issue))
        })
    }
}

/// Builds a resource with the tags of the dataset.
fn resource(dataset: &Dataset<'_>, old_days: Option<u32>, kind: &str, fields: &dyn Fn(&mut Json)) -> Vec<u8> {
    untagged(kind, &|json| {
        push_meta(json, dataset, old_days);
        fields(json);
    })
}

fn untagged(kind: &str, fields: &dyn Fn(&mut Json)) -> Vec<u8> {
    Json::document(&|json| {
        json.code("resourceType", kind);
        fields(json);
    })
}

/// Tags demonstration data as test data, and incomplete or old data as such: what the header `Dataset-Notice`
/// states must also be in a resource that a client stores.
fn push_meta(json: &mut Json, dataset: &Dataset<'_>, old_days: Option<u32>) {
    json.object("meta", &|json| {
        json.list("tag", &|json| {
            if dataset.is_demo() {
                push_tag(json, ACT_REASON, "HTEST", "test health data");
            }
            if let Some(text) = dataset.gaps().notice() {
                push_tag(json, NOTICE, "incomplete", &text);
            }
            if let Some(days) = old_days {
                push_tag(json, NOTICE, "old", &dataset.old_notice(days));
            }
        });
    });
}

fn push_tag(json: &mut Json, system: &str, code: &str, display: &str) {
    json.item(&|json| {
        json.code("system", system);
        json.code("code", code);
        json.text("display", display);
    });
}

/// Answers a request with a resource.
///
/// # Errors
///
/// Returns [`FhirError`] if the path or the code does not exist, or a parameter is missing or invalid.
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
pub fn answer(dataset: &Dataset<'_>, asked: &Asked<'_>) -> Result<Vec<u8>, FhirError> {
    asked.check_format()?;
    match asked.path {
        ["metadata"] => capability::answer(dataset, asked),
        ["Medication"] | ["Medication", "_search"] => bundle::search(dataset, asked),
        ["CodeSystem", "$lookup"] => terminology::look_up(dataset, asked),
        ["CodeSystem", "$validate-code"] => validation::validate_code(dataset, asked),
        ["CodeSystem", "$subsumes"] => validation::subsumes(dataset, asked),
        ["ValueSet", "$expand"] => expansion::expand(dataset, asked, None),
        ["ValueSet", id, "$expand"] => expansion::expand(dataset, asked, Some(id)),
        ["ValueSet", "$validate-code"] => validation::validate_in_set(dataset, asked, None),
        ["ValueSet", id, "$validate-code"] => validation::validate_in_set(dataset, asked, Some(id)),
        ["ConceptMap", "$translate"] => terminology::translate(dataset, asked),
        [_, .., name] if name.starts_with(['$', '_']) => Err(unsupported_path(name)),
        ["Medication", id] => medication::read(dataset, asked, id),
        [kind @ ("CodeSystem" | "ValueSet" | "ConceptMap")] => canonical::search(dataset, asked, kind),
        [kind @ ("CodeSystem" | "ValueSet" | "ConceptMap"), id] => canonical::read(dataset, asked, kind, id),
        _ => Err(unknown_path()),
    }
}

/// Reports whether a path accepts POST: a search as a form, the operations, and a batch.
pub fn accepts_post(path: &[&str]) -> bool {
    matches!(
        path,
        [] | ["Medication", "_search"]
            | ["CodeSystem", "$lookup" | "$validate-code" | "$subsumes"]
            | ["ValueSet", "$expand" | "$validate-code"]
            | ["ValueSet", _, "$expand" | "$validate-code"]
            | ["ConceptMap", "$translate"]
    )
}

fn unsupported_path(name: &str) -> FhirError {
    FhirError::new(404, "not-supported", &format!("{name} is not supported; {PATHS}"))
}

fn unknown_path() -> FhirError {
    FhirError::new(404, "not-found", PATHS)
}

fn unknown_code(dataset: &Dataset<'_>, code: &str) -> FhirError {
    let text = match dataset.concepts() {
        Some(_) => format!("this release has no pack and no concept with the code {code}"),
        None => format!("no pack has the code {code}; these data have no concepts"),
    };
    FhirError::new(404, "not-found", &text)
}

/// An issue of an `OperationOutcome`. A request that is answered can have some too, such as warnings about
/// its data.
struct Issue {
    /// `error`, `warning` or `information`.
    severity: &'static str,
    /// A code of FHIR's value set `issue-type`.
    code: &'static str,
    /// A description for people.
    text: String,
}

impl Issue {
    #[inline(never)]
    fn warning(code: &'static str, text: String) -> Issue {
        Issue { severity: "warning", code, text }
    }
}

/// Writes issues. Control characters of a request are not allowed in FHIR's strings.
#[inline(never)]
fn push_issues(json: &mut Json, issues: &[Issue]) {
    json.list("issue", &|json| {
        for issue in issues {
            let mut text = issue.text.clone();
            text.retain(|letter| !letter.is_control());
            json.item(&|json| {
                json.code("severity", issue.severity);
                json.code("code", issue.code);
                json.text("diagnostics", &text);
            });
        }
    });
}

/// Lists the warnings about a GTIN: two or more packs have carried it, or every period has ended.
fn warnings(dataset: &Dataset<'_>, gtin: Gtin) -> Vec<Issue> {
    let mut warnings = Vec::new();
    if let Some(text) = reused(dataset, gtin) {
        warnings.push(Issue::warning("multiple-matches", text));
    }
    if let Some(text) = ended(dataset, gtin) {
        warnings.push(Issue::warning("business-rule", text));
    }
    warnings
}

fn reused(dataset: &Dataset<'_>, gtin: Gtin) -> Option<String> {
    let grade = lookup::reuse(dataset, gtin)?.as_str();
    let packs = lookup::packs(dataset, gtin).len();
    Some(format!(
        "{packs} packs have carried the GTIN {gtin}, the latest first ({grade}). The GTIN does not show which pack you have"
    ))
}

fn ended(dataset: &Dataset<'_>, gtin: Gtin) -> Option<String> {
    let last = lookup::latest(dataset, gtin)?.entry.ended_before(dataset.release_date())?;
    Some(format!(
        "every period of the GTIN {gtin} has ended, the last on {last}: compare the name with the box"
    ))
}
