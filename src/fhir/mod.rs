//! Views of packs, codes and barcodes as FHIR R4 has them, read-only: as pure as `api`, which hands requests on and answers with
//! what comes back.
//!
//! | path | answer |
//! |---|---|
//! | `/fhir/metadata` | what can be asked here |
//! | `/fhir/Medication?code=<system>\|<code>` | the packs that have carried a GTIN, or those of a code of dm+d |
//! | `/fhir/Medication/<AMPP code>` | a pack |
//! | `/fhir/CodeSystem/$lookup` | what a code of dm+d stands for |
//! | `/fhir/ConceptMap/$translate` | the packs of a GTIN, or the GTINs of a pack, each with its period |
//!
//! All of it looks up; nothing says that one medicine may be given for another.

mod bundle;
mod capability;
mod json;
mod medication;
mod terminology;

use crate::dataset::Dataset;
use json::Json;

/// The type of every answer.
pub const TYPE: &str = "application/fhir+json";
/// Where all of it is.
const BASE: &str = "/fhir";
const DMD: &str = "https://dmd.nhs.uk";
const GTIN: &str = "https://www.gs1.org/gtin";
const SNOMED: &str = "http://snomed.info/sct";
/// Between dm+d and GTINs.
const MAP: &str = "https://dmd.nhs.uk/conceptmap/gtin";

/// What is asked: the segments of the path behind `/fhir`, and the parameters, decoded.
#[derive(Clone, Copy, Debug)]
pub struct Asked<'a> {
    /// The segments.
    pub path: &'a [&'a str],
    /// Names and values.
    pub params: &'a [(String, String)],
}

/// Why there is no answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refusal {
    /// The status of HTTP.
    pub status: u16,
    /// One of FHIR's words for it.
    pub code: &'static str,
    /// For people.
    pub text: String,
}

impl Refusal {
    #[inline(never)]
    fn new(status: u16, code: &'static str, text: &str) -> Refusal {
        Refusal { status, code, text: text.to_owned() }
    }

    /// The resource that says so.
    pub fn outcome(&self) -> Vec<u8> {
        Json::resource("OperationOutcome", &|json| push_issue(json, "error", self.code, &self.text))
    }
}

fn push_issue(json: &mut Json, severity: &str, code: &str, text: &str) {
    json.list("issue", &|json| {
        json.item(&|json| {
            json.code("severity", severity);
            json.code("code", code);
            json.text("diagnostics", text);
        });
    });
}

/// The resource that is asked for.
///
/// # Errors
///
/// There is nothing at the path, or a parameter is missing or wrong.
pub fn answer(dataset: &Dataset<'_>, asked: &Asked<'_>) -> Result<Vec<u8>, Refusal> {
    asked.check_format()?;
    match asked.path {
        ["metadata"] => Ok(capability::statement(dataset)),
        ["Medication"] => bundle::search(dataset, asked),
        ["Medication", id] => medication::read(dataset, id),
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

impl<'a> Asked<'a> {
    /// The value of a parameter. One that is given twice is refused: nobody should guess which one counts.
    fn value(&self, name: &str) -> Result<Option<&'a str>, Refusal> {
        let mut values = self.params.iter().filter(|pair| pair.0 == name).map(|pair| pair.1.trim());
        let first = values.next().filter(|value| !value.is_empty());
        match values.next() {
            None => Ok(first),
            Some(_) => Err(Refusal::new(400, "invalid", &format!("{name} is given more than once"))),
        }
    }

    fn required(&self, name: &str) -> Result<&'a str, Refusal> {
        let missing = || Refusal::new(400, "required", &format!("{name} is missing"));
        self.value(name)?.ok_or_else(missing)
    }

    fn number(&self, name: &str, standard: usize) -> Result<usize, Refusal> {
        let Some(text) = self.value(name)? else { return Ok(standard) };
        let wrong = || Refusal::new(400, "value", &format!("{name} is a whole number"));
        // `parse` alone would take a sign as well.
        let number =
            if text.bytes().all(|byte| byte.is_ascii_digit()) { text.parse::<u32>().ok() } else { None };
        number.map(|number| number as usize).ok_or_else(wrong)
    }

    fn check_format(&self) -> Result<(), Refusal> {
        match self.value("_format")? {
            None | Some("json" | "application/json" | TYPE) => Ok(()),
            Some(_) => Err(Refusal::new(400, "not-supported", "_format is json, or absent")),
        }
    }
}
