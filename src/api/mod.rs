//! The HTTP interface as a pure function from a request to a response.
//!
//! Every host (Worker, service worker, Node) passes its requests to [`respond`] and sends the response. It
//! does not use I/O, a clock or state, so an answer depends only on the dataset and the request.
//!
//! | path | answer |
//! |---|---|
//! | `/api/gtin/<gtin>`, `/med/api/gtin/<gtin>` | the pack of the GTIN's latest use |
//! | `/api/gtin?codes=<gtin>,<gtin>`, `/med/api/gtin?codes=` | the pack of each of at most 100 codes |
//! | `/api/ampp/<id>`, `/med/api/ampp/<id>` | the pack with this code, and its concepts |
//! | `/api/amp/<id>`, `vmpp`, `vmp`, `vtm`, each also under `/med` | a concept, its parents and its packs |
//! | `/api/search`, `/med/api/search` | the packs for a query |
//! | `/api/filters`, `/med/api/filters` | the values of each property, and how many packs of a query have them |
//! | `/api/suggest`, `/med/api/suggest` | completions of a name |
//! | `/api/changes`, `/med/api/changes` | what changed since a day, if the host has a history |
//! | `/api/changes.atom`, `/med/api/changes.atom` | the same as a feed |
//! | `/api/check-list`, `/med/api/check-list` | what became of the codes of a list, which is the body of a POST |
//! | `/api/about`, `/med/api/about` | version, dataset, licence |
//! | `/fhir/…` | FHIR R4: see `crate::fhir` |
//! | `/med/ampp/ampp/<slug>-<pack_id>` | the page of a pack |
//! | `/med/ampp/pack.css` | the style sheet of those pages |
//! | `/med/gtin/<gtin>` | the page of a GTIN, with each pack that has carried it |
//! | `/01/<gtin>…` | a GS1 Digital Link: its links, and a redirect to one of them |
//! | `/.well-known/gs1resolver` | the description of the resolver |
//! | `/opensearch.xml` | how browsers search here |
//!
//! Query parameters are decoded like HTML forms: `+` is a space. Unknown parameters are ignored, and known
//! parameters must not be repeated. `format` is `json` or absent. With `ids=string`, codes of dm+d are JSON
//! strings; it is the default under `/string-ids`, where every path of `/api` is also. With `include=dmd`,
//! the record of a GTIN includes the concepts of its pack.
//!
//! An error is a problem document (RFC 9457), a page for the pages, or an `OperationOutcome` under `/fhir`.
//! A trailing slash is ignored. Other paths are 404: a host serves its assets first.
//!
//! # Examples
//!
//! ```
//! # let bytes = include!(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/common/doctest_dataset.rs"));
//! use pack_lookup::api::{Request, respond};
//! use pack_lookup::dataset::verify;
//!
//! let dataset = verify(&bytes)?;
//! let request = Request::get("/api/about", "");
//! let about: serde_json::Value = serde_json::from_slice(&respond(&dataset, &request).body)?;
//! assert_eq!(about["dataset"]["packs"], 200);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod about;
mod answer;
mod changes;
mod check_list;
mod concept;
#[cfg(test)]
mod contract;
mod fhir;
mod gtin;
mod pages;
mod params;
mod problem;
mod resolver;
mod search;

#[cfg(feature = "release")]
pub(crate) use answer::notice;
#[cfg(feature = "cli")]
pub(crate) use answer::{ATTRIBUTION, LICENCE_NAME, LICENCE_URL};
#[cfg(feature = "release")]
pub(crate) use pages::document;
#[cfg(feature = "release")]
pub(crate) use pages::{period, status, time};

use crate::dataset::{Dataset, OLD_AFTER_DAYS};
use crate::date::Date;
use crate::history::History;
use crate::json::IdFormat;
use answer::Answer;
use params::Params;
use problem::{METHODS, Problem};

/// The largest number of packs of a page of results.
#[cfg(feature = "cli")]
pub(crate) const MAX_LIMIT: usize = search::SEARCH_LIMITS.1 as usize;
/// The largest offset of a page of results.
#[cfg(feature = "cli")]
pub(crate) const MAX_OFFSET: u32 = search::OFFSETS.1;

/// The parts of an HTTP request that an answer can depend on. The paths under `/api` and `/med` read none of
/// the parts after `if_none_match`.
#[derive(Clone, Copy, Debug, Default)]
pub struct Request<'a> {
    /// The method, in upper case.
    pub method: &'a str,
    /// The path as sent, percent-encoded.
    pub path: &'a str,
    /// The query as sent, percent-encoded, without the question mark. Empty if there is none.
    pub query: &'a str,
    /// The `If-None-Match` header.
    pub if_none_match: Option<&'a str>,
    /// The origin under which the client reaches the host: `https://example.org`. Links in resources are
    /// absolute with it, and relative without it. A text that is not the origin of a server is ignored.
    pub origin: Option<&'a str>,
    /// The `Accept` header.
    pub accept: Option<&'a str>,
    /// The `Prefer` header.
    pub prefer: Option<&'a str>,
    /// The `Content-Type` header.
    pub content_type: Option<&'a str>,
    /// The body.
    pub body: &'a [u8],
}

impl<'a> Request<'a> {
    /// Builds a GET request without headers and body.
    ///
    /// # Examples
    ///
    /// ```
    /// use pack_lookup::api::Request;
    ///
    /// let request = Request { origin: Some("https://example.org"), ..Request::get("/fhir/metadata", "") };
    /// assert_eq!(request.method, "GET");
    /// ```
    pub fn get(path: &'a str, query: &'a str) -> Request<'a> {
        Request { method: "GET", path, query, ..Request::default() }
    }
}

/// Facts that a host adds to the dataset. The core reads no clock, so an answer depends only on these facts,
/// the dataset and the request.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Host<'h> {
    /// The current day, by its calendar.
    pub today: Option<Date>,
    /// The day on which it first served this release.
    pub served_first: Option<Date>,
    /// What changed until this release.
    pub history: Option<&'h History>,
    /// The age in days from which on its data are old, [`OLD_AFTER_DAYS`] unless it decides otherwise.
    pub old_after: Option<u32>,
    /// The path under which clients reach the interface, `/dmd` behind a proxy that has other services, or an
    /// empty text. Links start with it. Requests may.
    pub base_path: &'h str,
    /// The representation of codes under `/api`, unless a request asks for another.
    pub ids: IdFormat,
}

impl Host<'_> {
    /// Builds a path on this host as clients reach it.
    fn link(&self, path: &str) -> String {
        [self.base_path, path].concat()
    }

    /// Computes the age of the data in days, if they are old.
    fn old_days(&self, dataset: &Dataset<'_>) -> Option<u32> {
        dataset.old_days(self.today?, self.old_after.unwrap_or(OLD_AFTER_DAYS))
    }
}

/// An HTTP response. Each header name occurs once, and every value is printable ASCII.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Response {
    /// The status code.
    pub status: u16,
    /// The names and values of the headers.
    pub headers: Vec<(&'static str, String)>,
    /// The body: empty for HEAD, OPTIONS and 304.
    pub body: Vec<u8>,
}

/// Appends the entry of a code in `/api/gtin?codes=`, for the command line, which has no limit of codes.
#[cfg(feature = "cli")]
pub(crate) fn push_entry(json: &mut Vec<u8>, dataset: &Dataset<'_>, code: &str, ids: IdFormat) {
    gtin::push_entry(json, dataset, code, ids);
}

/// Answers a GET request for a path under `/api`, for the command line. The code of pages, FHIR and the
/// resolver is then not part of it.
#[cfg(feature = "cli")]
pub(crate) fn respond_with_data(dataset: &Dataset<'_>, request: &Request<'_>) -> Response {
    let answer = match params::segments(request.path).as_deref() {
        Ok([api, asked @ ..]) if api == "api" => {
            let asked: Vec<&str> = asked.iter().map(AsRef::as_ref).collect();
            interface(dataset, request, &asked, Host::default())
        }
        _ => Err(problem::unknown_path()),
    };
    answer.unwrap_or_else(Answer::from).into_response(dataset, request, Host::default())
}

/// Answers a request. Never panics, for any request.
///
/// # Examples
///
/// ```
/// # let bytes = include!(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/common/doctest_dataset.rs"));
/// use pack_lookup::api::{Request, respond};
/// use pack_lookup::dataset::verify;
///
/// let dataset = verify(&bytes)?;
/// let get = |path| Request::get(path, "");
/// assert_eq!(respond(&dataset, &get("/api/gtin/9521234567899")).status, 200);
/// assert_eq!(respond(&dataset, &get("/api/gtin/amlodipine")).status, 400);
/// # Ok::<(), pack_lookup::dataset::OpenError>(())
/// ```
pub fn respond(dataset: &Dataset<'_>, request: &Request<'_>) -> Response {
    respond_on(dataset, request, Host::default())
}

/// Answers a request with the facts of the host, which `/api/about` and `/api/changes` return.
///
/// # Examples
///
/// ```
/// # let bytes = include!(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/common/doctest_dataset.rs"));
/// use pack_lookup::api::{Host, Request, respond_on};
/// use pack_lookup::dataset::verify;
/// use pack_lookup::date::Date;
///
/// let dataset = verify(&bytes)?;
/// let request = Request::get("/api/about", "");
/// let host = Host { today: Some(Date::parse("2025-11-16")?), ..Host::default() };
/// let response = respond_on(&dataset, &request, host);
/// let about: serde_json::Value = serde_json::from_slice(&response.body)?;
/// assert_eq!(about["dataset"]["age_days"], 10);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn respond_on(dataset: &Dataset<'_>, request: &Request<'_>, host: Host<'_>) -> Response {
    let request = &Request { path: own_path(request.path, host.base_path), ..*request };
    let answer = match route(dataset, request, host) {
        Ok(answer) => answer,
        Err(problem) if fhir::is_asked(request) => fhir::problem(dataset, host, &problem),
        Err(problem) => Answer::from(problem),
    };
    answer.into_response(dataset, request, host)
}

/// Strips the base path from a path, which some proxies remove.
fn own_path<'r>(path: &'r str, base: &str) -> &'r str {
    path.strip_prefix(base).filter(|rest| rest.starts_with('/')).unwrap_or(path)
}

fn route(dataset: &Dataset<'_>, request: &Request<'_>, host: Host<'_>) -> Result<Answer, Problem> {
    let decoded = params::segments(request.path);
    let segments: Vec<&str> = decoded.iter().flatten().map(AsRef::as_ref).collect();
    let allowed = methods(&segments);
    if request.method == "OPTIONS" {
        return Ok(resolver::announce(Answer::preflight(allowed), host, request));
    }
    if !allowed.split(", ").any(|method| method == request.method) {
        return Err(problem::method_not_allowed(request.method, allowed));
    }
    if decoded.is_err() {
        return Err(problem::bad_utf8("path"));
    }
    match segments.as_slice() {
        ["api", asked @ ..] | ["med" | "string-ids", "api", asked @ ..] => {
            interface(dataset, request, asked, host)
        }
        ["fhir", asked @ ..] => fhir::answer(dataset, host, asked, request),
        ["med", "ampp", "ampp", page] => Ok(pages::pack::answer(dataset, host, page)),
        ["med", "ampp", "pack.css"] => Ok(pages::style()),
        ["med", "gtin", gtin] => Ok(resolver::gtin_page(dataset, host, gtin)),
        ["01", ..] => Ok(resolver::answer(dataset, host, request)),
        [".well-known", "gs1resolver"] => Ok(resolver::description(host, request)),
        ["opensearch.xml"] => Ok(about::opensearch(host, request)),
        _ => Err(problem::unknown_path()),
    }
}

/// Lists the methods that a path supports.
fn methods(segments: &[&str]) -> &'static str {
    match segments {
        ["fhir", path @ ..] => fhir::methods(path),
        path if check_list::is_asked(path) => check_list::METHODS,
        _ => METHODS,
    }
}

/// Answers the paths under `/api`.
fn interface(
    dataset: &Dataset<'_>,
    request: &Request<'_>,
    asked: &[&str],
    host: Host<'_>,
) -> Result<Answer, Problem> {
    let (own_prefix, ids) = prefix(request, host);
    let prefix = &host.link(own_prefix);
    let params = || Params::parse(request.query, ids);
    match asked {
        ["gtin", gtin] => gtin::answer(dataset, gtin, &params()?, &format!("{prefix}/search")),
        ["gtin"] => gtin::many(dataset, &params()?),
        ["search"] => search::answer(dataset, &params()?, &format!("{prefix}/search")),
        ["changes"] => changes::answer(dataset, host.history, &params()?, &format!("{prefix}/changes")),
        ["changes.atom"] => changes::feed(dataset, host, request, &params()?, own_prefix),
        ["check-list"] => check_list::answer(dataset, host.history, request, &params()?),
        ["filters"] => search::filter_counts(dataset, &params()?),
        ["suggest"] => search::suggestions(dataset, &params()?),
        ["about"] => {
            params()?;
            Ok(about::answer(dataset, host))
        }
        [kind, code] => match concept::kind_named(kind) {
            Some(kind) => concept::answer(dataset, kind, code, &params()?, prefix),
            None => Err(problem::unknown_path()),
        },
        _ => Err(problem::unknown_path()),
    }
}

/// Finds the prefix of paths, which stay under the prefix of the request, and the default of `ids`.
fn prefix(request: &Request<'_>, host: Host<'_>) -> (&'static str, IdFormat) {
    match request.path {
        path if path.starts_with("/med/") => ("/med/api", host.ids),
        path if path.starts_with("/string-ids/") => ("/string-ids/api", IdFormat::String),
        _ => ("/api", host.ids),
    }
}
