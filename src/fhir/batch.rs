//! A batch: a bundle with a list of requests, which the server answers one by one.

use super::parameters::pairs_of;
use super::{FhirError, resource};
use crate::dataset::Dataset;
use crate::json::reader::{Value, read};
use crate::json::writer::Json;

/// The maximum number of requests in a batch.
const MAX_BATCH_ENTRIES: usize = 100;

/// A request of a batch. If its parameters cannot be read, only this request fails, and the batch has answers
/// to the others.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    /// Its method.
    pub method: String,
    /// Its address, relative to the base or absolute.
    pub url: String,
    /// The names and values of its `Parameters` resource.
    pub params: Result<Vec<(String, String)>, FhirError>,
}

/// Reads the requests of a batch.
///
/// # Errors
///
/// Returns [`FhirError`] if the body is not a `Bundle` of the type `batch`, or has too many requests.
pub fn parse_batch(json: &[u8]) -> Result<Vec<Entry>, FhirError> {
    let bundle = std::str::from_utf8(json).ok().and_then(read);
    let Some(bundle) = bundle.filter(|bundle| bundle.text("resourceType") == Some("Bundle")) else {
        return Err(FhirError::new(400, "structure", "the body must be a Bundle as JSON"));
    };
    match bundle.text("type") {
        Some("batch") => {}
        other => {
            let text =
                format!("a Bundle of the type {} is not supported; use batch", other.unwrap_or("(none)"));
            return Err(FhirError::new(400, "not-supported", &text));
        }
    }
    let Some(Value::List(entries)) = bundle.get("entry") else { return Ok(Vec::new()) };
    if entries.len() > MAX_BATCH_ENTRIES {
        let text = format!("a batch has at most {MAX_BATCH_ENTRIES} requests; split it into several");
        return Err(FhirError::new(400, "too-costly", &text));
    }
    Ok(entries.iter().map(entry).collect())
}

fn entry(entry: &Value) -> Entry {
    let field = |name| entry.get("request").and_then(|request| request.text(name)).unwrap_or_default();
    let params = match entry.get("resource") {
        Some(resource) => pairs_of(resource),
        None => Ok(Vec::new()),
    };
    Entry { method: field("method").to_owned(), url: field("url").to_owned(), params }
}

/// Writes the answers of a batch, in the order of its requests.
pub fn batch_response(
    dataset: &Dataset<'_>,
    old_days: Option<u32>,
    answers: &[Result<Vec<u8>, FhirError>],
) -> Vec<u8> {
    resource(dataset, old_days, "Bundle", &|json| {
        json.code("type", "batch-response");
        json.list("entry", &|json| {
            for answer in answers {
                json.item(&|json| push_answer(json, dataset, old_days, answer));
            }
        });
    })
}

fn push_answer(
    json: &mut Json,
    dataset: &Dataset<'_>,
    old_days: Option<u32>,
    answer: &Result<Vec<u8>, FhirError>,
) {
    let (status, outcome) = match answer {
        Ok(resource) => {
            json.plain("resource", &String::from_utf8_lossy(resource));
            (200, None)
        }
        Err(refusal) => (refusal.status, Some(refusal.outcome(dataset, old_days))),
    };
    json.object("response", &|json| {
        json.code("status", &status.to_string());
        if let Some(outcome) = &outcome {
            json.plain("outcome", &String::from_utf8_lossy(outcome));
        }
    });
}
