//! `/fhir` with POST: a batch of requests.

use super::super::params;
use super::super::{Host, Request, own_path};
use super::refusal;
use crate::dataset::Dataset;
use crate::fhir::{self, Asked, Entry, FhirError, batch_response, parse_batch};

/// The maximum length of the body.
pub const MAX_BATCH_BODY_LEN: usize = 256 * 1024;

/// Answers a batch.
pub fn answer(dataset: &Dataset<'_>, host: Host<'_>, request: &Request<'_>) -> Result<Vec<u8>, FhirError> {
    let mut answers = Vec::new();
    for entry in parse_batch(request.body)? {
        answers.push(one(dataset, host, request, entry));
    }
    Ok(batch_response(dataset, host.old_days(dataset), &answers))
}

fn one(
    dataset: &Dataset<'_>,
    host: Host<'_>,
    request: &Request<'_>,
    entry: Entry,
) -> Result<Vec<u8>, FhirError> {
    let path_and_query = relative(&entry.url, request.origin, host.base_path);
    let (path, query) = path_and_query.split_once('?').unwrap_or((path_and_query, ""));
    let decoded = params::segments(path).map_err(|problem| refusal(&problem))?;
    let path: Vec<&str> = decoded.iter().map(AsRef::as_ref).collect();
    let is_allowed = match entry.method.as_str() {
        "GET" => true,
        "POST" => fhir::accepts_post(&path),
        _ => false,
    };
    if !is_allowed {
        let text = format!("{} {} is not supported in a batch", entry.method, entry.url);
        return Err(FhirError { status: 405, code: "not-supported", text });
    }
    let mut pairs = params::pairs(query).map_err(|problem| refusal(&problem))?;
    pairs.extend(entry.params?);
    let Request { origin, prefer, .. } = *request;
    let (base_path, old_days) = (host.base_path, host.old_days(dataset));
    let asked = Asked { path: &path, params: &pairs, origin, base_path, accept: None, prefer, old_days };
    fhir::answer(dataset, &asked)
}

/// Strips the base from an address, if it has one.
fn relative<'u>(url: &'u str, origin: Option<&str>, base_path: &str) -> &'u str {
    let path = origin.and_then(|origin| url.strip_prefix(origin)).unwrap_or(url);
    let path = own_path(path, base_path);
    path.strip_prefix("/fhir/").unwrap_or(path)
}
