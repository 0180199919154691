//! `/fhir/…`: passes requests to `crate::fhir`, and answers errors in the form of FHIR.

use super::Request;
use super::answer::Answer;
use super::params;
use super::problem::{METHODS, Problem};
use crate::dataset::Dataset;
use crate::fhir::{self, Asked, Refusal, TYPE};

/// Returns whether errors of this request are in the form of FHIR.
pub(super) fn is_asked(request: &Request<'_>) -> bool {
    request.path == "/fhir" || request.path.starts_with("/fhir/")
}

/// Answers a request. `path` has the segments after `/fhir`.
pub(super) fn answer(dataset: &Dataset<'_>, path: &[&str], request: &Request<'_>) -> Result<Answer, Problem> {
    let params = params::pairs(request.query)?;
    let found = fhir::answer(dataset, &Asked { path, params: &params, origin: request.origin });
    Ok(found.map_or_else(|refusal| refused(&refusal), |resource| Answer::new(200, TYPE, resource)))
}

fn refused(refusal: &Refusal) -> Answer {
    Answer::new(refusal.status, TYPE, refusal.outcome())
}

/// Answers with a problem that is not specific to FHIR.
pub(super) fn problem(problem: &Problem) -> Answer {
    let (status, text) = (problem.status(), problem.detail().to_owned());
    match status {
        405 => refused(&Refusal { status, code: "not-supported", text }).header("Allow", METHODS),
        _ => refused(&Refusal { status, code: "invalid", text }),
    }
}
