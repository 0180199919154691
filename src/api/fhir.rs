//! `/fhir/…`: passes requests to `crate::fhir`, and answers errors in the form of FHIR.

use super::Request;
use super::answer::Answer;
use super::params;
use super::problem::{METHODS, Problem};
use crate::dataset::Dataset;
use crate::fhir::{self, Asked, Refusal, TYPE};

/// The methods of a search as a form, and of the operations.
const METHODS_WITH_POST: &str = "GET, HEAD, POST, OPTIONS";
const FORM: &str = "application/x-www-form-urlencoded";
/// The maximum length of a body: that of the address of a GET request.
const MAX_BODY_LEN: usize = 8 * 1024;

/// Returns whether errors of this request are in the form of FHIR.
pub(super) fn is_asked(request: &Request<'_>) -> bool {
    request.path == "/fhir" || request.path.starts_with("/fhir/")
}

/// Returns the methods that the path of a request supports.
pub(super) fn methods(request: &Request<'_>) -> &'static str {
    let segments = params::segments(request.path).unwrap_or_default();
    let segments: Vec<&str> = segments.iter().map(AsRef::as_ref).collect();
    match segments.as_slice() {
        ["fhir", path @ ..] if fhir::accepts_post(path) => METHODS_WITH_POST,
        _ => METHODS,
    }
}

/// Answers a request. `path` has the segments after `/fhir`.
pub(super) fn answer(dataset: &Dataset<'_>, path: &[&str], request: &Request<'_>) -> Result<Answer, Problem> {
    let mut params = params::pairs(request.query)?;
    match body(path, request)? {
        Ok(pairs) => params.extend(pairs),
        Err(refusal) => return Ok(refused(dataset, &refusal)),
    }
    let Request { origin, accept, prefer, .. } = *request;
    match fhir::answer(dataset, &Asked { path, params: &params, origin, accept, prefer }) {
        Ok(resource) => Ok(Answer::new(200, TYPE, resource)),
        Err(refusal) => Ok(refused(dataset, &refusal)),
    }
}

type Pairs = Vec<(String, String)>;

/// Returns the parameters in the body: a form, or for an operation a `Parameters` resource.
fn body(path: &[&str], request: &Request<'_>) -> Result<Result<Pairs, Refusal>, Problem> {
    if request.method != "POST" || request.body.is_empty() {
        return Ok(Ok(Pairs::new()));
    }
    if request.body.len() > MAX_BODY_LEN {
        let text = format!("the body has more than {MAX_BODY_LEN} bytes");
        return Ok(Err(Refusal { status: 413, code: "too-long", text }));
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
    Ok(Err(Refusal { status: 415, code: "not-supported", text }))
}

fn refused(dataset: &Dataset<'_>, refusal: &Refusal) -> Answer {
    Answer::new(refusal.status, TYPE, refusal.outcome(dataset))
}

/// Answers with a problem that is not specific to FHIR.
pub(super) fn problem(dataset: &Dataset<'_>, request: &Request<'_>, problem: &Problem) -> Answer {
    let (status, text) = (problem.status(), problem.detail().to_owned());
    match status {
        405 => refused(dataset, &Refusal { status, code: "not-supported", text })
            .header("Allow", methods(request)),
        _ => refused(dataset, &Refusal { status, code: "invalid", text }),
    }
}
