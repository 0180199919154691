//! The HTTP contract, whole, as a pure function from a request to a response.
//!
//! Every host (Worker, service worker, Node) hands its requests to [`respond`] and sends what comes back.
//! There is no I/O, no clock and no state here, so an answer depends on the dataset and the request alone.
//!
//! | path | answer |
//! |---|---|
//! | `/api/gtin/<gtin>`, `/med/api/gtin/<gtin>` | the pack of the GTIN's latest use |
//! | `/api/gtin?codes=<gtin>,<gtin>`, `/med/api/gtin?codes=` | the same of each of at most a hundred codes |
//! | `/api/ampp/<id>`, `/med/api/ampp/<id>` | the pack with this code, and its concepts |
//! | `/api/amp/<id>`, `vmpp`, `vmp`, `vtm`, each under `/med` too | a concept, those above it, and its packs |
//! | `/api/search`, `/med/api/search` | the packs that a query finds |
//! | `/api/suggest`, `/med/api/suggest` | how a name that is being typed may go on |
//! | `/api/about`, `/med/api/about` | version, dataset, licence |
//! | `/fhir/…` | FHIR R4: see `crate::fhir` |
//! | `/med/ampp/ampp/<slug>-<pack_id>` | the page of a pack |
//! | `/med/ampp/pack.css` | the style sheet of those pages |
//!
//! Parameters of a query are decoded as HTML forms encode them: `+` is a space. Unknown ones are ignored, known
//! ones that are given twice are refused. `format` is `json` or absent. With `ids=string` codes of dm+d stand in quotes.
//! With `include=dmd` the record of a GTIN has the concepts of its pack behind it.
//!
//! What goes wrong is told as a problem document (RFC 9457), on the pages as a page, and under `/fhir` as FHIR has it.
//! A trailing slash is tolerated. Paths outside the table are 404: a host serves its assets before it asks.

mod about;
mod answer;
mod article;
mod concept;
#[cfg(test)]
mod contract;
mod fhir;
mod gtin;
mod medicine;
mod notice;
mod page;
mod params;
mod problem;
mod reason;
mod search;
mod timeline;
mod words;

use crate::dataset::Dataset;
use crate::date::Date;
use answer::Answer;
use params::Params;
use problem::Problem;

/// The parts of an HTTP request that an answer can depend on.
#[derive(Clone, Copy, Debug)]
pub struct Request<'a> {
    /// The method, in capitals.
    pub method: &'a str,
    /// The path as sent, percent-encoded.
    pub path: &'a str,
    /// The query as sent, percent-encoded, without the question mark; empty when there is none.
    pub query: &'a str,
    /// The `If-None-Match` header.
    pub if_none_match: Option<&'a str>,
}

/// What a host knows beside the dataset.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Host {
    /// The day by its calendar.
    pub today: Option<Date>,
    /// The day on which it served this release first.
    pub served_first: Option<Date>,
}

/// An HTTP response. Each header name occurs once, and every value is printable ASCII.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Response {
    /// The status code.
    pub status: u16,
    /// Names and values.
    pub headers: Vec<(&'static str, String)>,
    /// The body: empty for HEAD, OPTIONS and 304.
    pub body: Vec<u8>,
}

/// What `/api/gtin?codes=` says of one code: as a line of its own, for those who have more than an address holds.
#[cfg(feature = "cli")]
pub(crate) fn push_entry(json: &mut Vec<u8>, dataset: &Dataset<'_>, code: &str) {
    gtin::push_entry(json, dataset, code, crate::pack::Ids::Number);
}

/// Answers any request. Never panics, whatever the request says.
pub fn respond(dataset: &Dataset<'_>, request: &Request<'_>) -> Response {
    respond_on(dataset, request, Host::default())
}

/// The same by a host that knows more: `/api/about` tells it.
pub fn respond_on(dataset: &Dataset<'_>, request: &Request<'_>, host: Host) -> Response {
    let answer = route(dataset, request, host).unwrap_or_else(|problem| match fhir::is_asked(request) {
        true => fhir::problem(&problem),
        false => Answer::from(problem),
    });
    answer.into_response(dataset, request)
}

fn route(dataset: &Dataset<'_>, request: &Request<'_>, host: Host) -> Result<Answer, Problem> {
    match request.method {
        "GET" | "HEAD" => {}
        "OPTIONS" => return Ok(Answer::preflight()),
        other => return Err(problem::method_not_allowed(other)),
    }
    let segments = params::segments(request.path)?;
    let segments: Vec<&str> = segments.iter().map(AsRef::as_ref).collect();
    match segments.as_slice() {
        ["med", "api", asked @ ..] | ["api", asked @ ..] => interface(dataset, request, asked, host),
        ["fhir", asked @ ..] => fhir::answer(dataset, asked, request.query),
        ["med", "ampp", "ampp", page] => Ok(page::answer(dataset, page)),
        ["med", "ampp", "pack.css"] => Ok(page::style()),
        _ => Err(problem::unknown_path()),
    }
}

/// What is behind `/api`.
fn interface(
    dataset: &Dataset<'_>,
    request: &Request<'_>,
    asked: &[&str],
    host: Host,
) -> Result<Answer, Problem> {
    let params = || Params::parse(request.query);
    let prefix = prefix(request);
    match asked {
        ["gtin", gtin] => gtin::answer(dataset, gtin, &params()?, &format!("{prefix}/search")),
        ["gtin"] => gtin::many(dataset, &params()?),
        ["search"] => search::answer(dataset, &params()?, &format!("{prefix}/search")),
        ["suggest"] => search::suggestions(dataset, &params()?),
        ["about"] => params().map(|_| about::answer(dataset, host)),
        [kind, code] => match concept::kind_named(kind) {
            Some(kind) => concept::answer(dataset, kind, code, &params()?, prefix),
            None => Err(problem::unknown_path()),
        },
        _ => Err(problem::unknown_path()),
    }
}

/// Links stay under the prefix that the client chose.
fn prefix(request: &Request<'_>) -> &'static str {
    if request.path.starts_with("/med/") { "/med/api" } else { "/api" }
}
