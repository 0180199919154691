//! `/fhir/…`: passes requests to `crate::fhir`, and answers errors in the form of FHIR.

use super::answer::Answer;
use super::problem::{METHODS, Problem};
use super::{Host, Request, own_path, params};
use crate::dataset::Dataset;
use crate::fhir::{self, Asked, Entry, FhirError, TYPE, batch_response, parse_batch};

/// The maximum length of the body.
const MAX_BATCH_BODY_LEN: usize = 256 * 1024;

/// The methods of a search as a form, and of the operations.
const METHODS_WITH_POST: &str = "GET, HEAD, POST, OPTIONS";
const FORM: &str = "application/x-www-form-urlencoded";
/// The maximum length of a body: the maximum for the address of a GET request.
const MAX_FHIR_BODY_LEN: usize = 8 * 1024;

/// Reports whether errors of this request are in the form of FHIR.
pub(super) fn is_asked(request: &Request<'_>) -> bool {
    request.path == "/fhir" || request.path.starts_with("/fhir/")
}

/// Lists the methods that a path supports. `path` has the segments after `/fhir`.
pub(super) fn methods(path: &[&str]) -> &'static str {
    if fhir::accepts_post(path) { METHODS_WITH_POST } else { METHODS }
}

/// Answers a request. `path` has the segments after `/fhir`.
pub(super) fn answer(
    dataset: &Dataset<'_>,
    host: Host<'_>,
    path: &[&str],
    request: &Request<'_>,
) -> Result<Answer, Problem> {
    let old_days = host.old_days(dataset);
    if path.is_empty() && request.method == "POST" {
        return Ok(answered(
            dataset,
            old_days,
            in_json(request, MAX_BATCH_BODY_LEN).and_then(|()| batch(dataset, host, request)),
        ));
    }
    let mut params = params::pairs(request.query)?;
    match body(path, request)? {
        Ok(pairs) => params.extend(pairs),
        Err(refusal) => return Ok(refused(dataset, old_days, &refusal)),
    }
    let Request { origin, accept, prefer, .. } = *request;
    let asked = Asked { path, params: &params, origin, base_path: host.base_path, accept, prefer, old_days };
    Ok(answered(dataset, old_days, fhir::answer(dataset, &asked)))
}

fn answered(dataset: &Dataset<'_>, old_days: Option<u32>, answer: Result<Vec<u8>, FhirError>) -> Answer {
    match answer {
        Ok(resource) => Answer::new(200, TYPE, resource),
        Err(refusal) => refused(dataset, old_days, &refusal),
    }
}

/// Checks that a body is JSON, and not too long.
fn in_json(request: &Request<'_>, max_len: usize) -> Result<(), FhirError> {
    check_len(request, max_len)?;
    if request.content_type.is_some_and(fhir::is_json) {
        return Ok(());
    }
    Err(FhirError { status: 415, code: "not-supported", text: format!("the body must be {TYPE}") })
}

fn check_len(request: &Request<'_>, max_len: usize) -> Result<(), FhirError> {
    if request.body.len() <= max_len {
        return Ok(());
    }
    Err(FhirError { status: 413, code: "too-long", text: format!("the body has more than {max_len} bytes") })
}

type Pairs = Vec<(String, String)>;

/// Reads the parameters in the body: a form, or for an operation a `Parameters` resource.
fn body(path: &[&str], request: &Request<'_>) -> Result<Result<Pairs, FhirError>, Problem> {
    if request.method != "POST" || request.body.is_empty() {
        return Ok(Ok(Pairs::new()));
    }
    if let Err(refusal) = check_len(request, MAX_FHIR_BODY_LEN) {
        return Ok(Err(refusal));
    }
    let content_type = request.content_type.unwrap_or(FORM);
    if fhir::is_json(content_type) && path.first() != Some(&"Medication") {
        return Ok(fhir::parse_parameters(request.body));
    }
    let name = content_type.split(';').next().unwrap_or_default().trim();
    if name.eq_ignore_ascii_case(FORM) {
        return params::form(request.body).map(Ok);
    }
    let text = format!("the body must be {FORM}, or for an operation {TYPE}");
    Ok(Err(FhirError { status: 415, code: "not-supported", text }))
}

fn refused(dataset: &Dataset<'_>, old_days: Option<u32>, refusal: &FhirError) -> Answer {
    Answer::new(refusal.status, TYPE, refusal.outcome(dataset, old_days))
}

/// Answers with a problem that is not specific to FHIR.
pub(super) fn problem(dataset: &Dataset<'_>, host: Host<'_>, problem: &Problem) -> Answer {
    let answer = refused(dataset, host.old_days(dataset), &refusal(problem));
    match problem.status() {
        405 => answer.header("Allow", problem.allowed().unwrap_or(METHODS)),
        _ => answer,
    }
}

/// Builds a problem as FHIR has it.
fn refusal(problem: &Problem) -> FhirError {
    let (status, text) = (problem.status(), problem.detail().to_owned());
    FhirError { status, code: if status == 405 { "not-supported" } else { "invalid" }, text }
}

/// Answers a batch.
fn batch(dataset: &Dataset<'_>, host: Host<'_>, request: &Request<'_>) -> Result<Vec<u8>, FhirError> {
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
