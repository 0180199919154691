//! The HTTP contract, whole, as a pure function from a request to a response.
//!
//! Every host (Worker, service worker, Node) hands its requests to [`respond`] and sends what comes back.
//! There is no I/O, no clock and no state here, so an answer depends on the dataset and the request alone.
//!
//! | path | answer |
//! |---|---|
//! | `/api/gtin/<gtin>`, `/med/api/gtin/<gtin>` | the pack of the GTIN's latest use |
//! | `/api/gtin?codes=<gtin>,<gtin>`, `/med/api/gtin?codes=` | the same of each of at most a hundred codes |
//! | `/api/search`, `/med/api/search` | the packs that a query finds |
//! | `/api/suggest`, `/med/api/suggest` | how a name that is being typed may go on |
//! | `/api/about`, `/med/api/about` | version, dataset, licence |
//! | `/med/ampp/ampp/<slug>-<pack_id>` | the page of a pack |
//! | `/med/ampp/pack.css` | the style sheet of those pages |
//!
//! Parameters of a query are decoded as HTML forms encode them: `+` is a space. Unknown ones are ignored, known
//! ones that are given twice are refused. `format` is `json` or absent. With `ids=string` AMPP codes stand in quotes.
//!
//! What goes wrong is told as a problem document (RFC 9457), on the pages as a page.
//! A trailing slash is tolerated. Paths outside the table are 404: a host serves its assets before it asks.

mod about;
mod answer;
mod article;
#[cfg(test)]
mod contract;
mod gtin;
mod notice;
mod page;
mod params;
mod problem;
mod reason;
mod search;
mod timeline;
mod words;

use crate::dataset::Dataset;
use crate::pack::Ids;
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
pub(crate) fn push_entry(json: &mut Vec<u8>, dataset: &Dataset<'_>, code: &str) {
    gtin::push_entry(json, dataset, code, Ids::Number);
}

/// Answers any request. Never panics, whatever the request says.
pub fn respond(dataset: &Dataset<'_>, request: &Request<'_>) -> Response {
    route(dataset, request).unwrap_or_else(Answer::from).into_response(dataset, request)
}

fn route(dataset: &Dataset<'_>, request: &Request<'_>) -> Result<Answer, Problem> {
    match request.method {
        "GET" | "HEAD" => {}
        "OPTIONS" => return Ok(Answer::preflight()),
        other => return Err(problem::method_not_allowed(other)),
    }
    let segments = params::segments(request.path)?;
    let segments: Vec<&str> = segments.iter().map(AsRef::as_ref).collect();
    match segments.as_slice() {
        ["api", "gtin", gtin] | ["med", "api", "gtin", gtin] => {
            let ids = Params::parse(request.query)?.ids()?;
            gtin::answer(dataset, gtin, ids, search_path(request))
        }
        ["api", "gtin"] | ["med", "api", "gtin"] => gtin::many(dataset, &Params::parse(request.query)?),
        ["api", "search"] | ["med", "api", "search"] => {
            search::answer(dataset, &Params::parse(request.query)?, search_path(request))
        }
        ["api", "suggest"] | ["med", "api", "suggest"] => {
            search::suggestions(dataset, &Params::parse(request.query)?)
        }
        ["api", "about"] | ["med", "api", "about"] => {
            Params::parse(request.query)?;
            Ok(about::answer(dataset))
        }
        ["med", "ampp", "ampp", page] => Ok(page::answer(dataset, page)),
        ["med", "ampp", "pack.css"] => Ok(page::style()),
        _ => Err(problem::unknown_path()),
    }
}

/// Links stay under the prefix that the client chose.
fn search_path(request: &Request<'_>) -> &'static str {
    if request.path.starts_with("/med/") { "/med/api/search" } else { "/api/search" }
}
