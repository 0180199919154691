//! What all answers have: the licence, the notice about the data, the common headers and conditional requests.

use serde::Serialize;

use super::problem::Problem;
use super::{Host, Request, Response};
use crate::dataset::Dataset;

/// The cache policy of answers. Releases are weekly, so an hour is safe. During a day, a stale answer is
/// served while a fresh one is fetched.
const CACHE_ANSWER: &str = "public, max-age=3600, stale-while-revalidate=86400";
/// The cache policy of errors: an unknown code may exist in the next release.
const CACHE_ERROR: &str = "no-store";
pub(super) const JSON: &str = "application/json";
pub(super) const EXPOSED: &str = "Content-Length, Dataset-Notice, Dataset-Release, ETag, Link, X-Gtin-Period, X-Gtin-Reuse, X-Search, X-Search-Available, \
                       X-Search-Corrections, X-Search-No-Match, X-Search-Notices, X-Search-Strengths, X-Total-Count, X-Unfiltered-Count";

pub(crate) const LICENCE_NAME: &str = "Open Government Licence v3.0";
pub(crate) const LICENCE_URL: &str =
    "https://www.nationalarchives.gov.uk/doc/open-government-licence/version/3/";
/// The attribution statement that the licence requires.
pub(crate) const ATTRIBUTION: &str = "Contains public sector information licensed under the Open Government \
    Licence v3.0: the NHS dictionary of medicines and devices (dm+d), Crown copyright, published by the NHS \
    Business Services Authority (NHSBSA).";
/// The notice of every answer from demonstration data.
const DEMO_NOTICE: &str = "Demonstration data: these packs and barcodes are made up and belong to no real box. Never use them for care.";

/// Finds the notice that every client must see about the dataset, if there is one.
pub(crate) fn notice(dataset: &Dataset<'_>, host: Host<'_>) -> Option<String> {
    let demo = if dataset.is_demo() { Some(DEMO_NOTICE.to_owned()) } else { None };
    let old = host.old_days(dataset).map(|days| dataset.old_notice(days));
    let notices: Vec<String> = [demo, dataset.gaps().notice(), old].into_iter().flatten().collect();
    if notices.is_empty() { None } else { Some(notices.join(" ")) }
}

/// The answer of an endpoint, without the headers that all answers have.
///
/// An endpoint builds it: `Answer::json(&record).header("X-Total-Count", "3")`. [`Answer::into_response`]
/// then adds the release, the notice about the data, the cache policy and the `ETag`, and answers 304, `HEAD`
/// and `OPTIONS` without a body. Endpoints therefore only know status codes and their own headers of HTTP.
pub(super) struct Answer {
    status: u16,
    content_type: Option<&'static str>,
    headers: Vec<(&'static str, String)>,
    links: Vec<String>,
    body: Vec<u8>,
}

impl Answer {
    /// Creates an answer with a body of any type.
    pub(super) fn new(status: u16, content_type: &'static str, body: impl Into<Vec<u8>>) -> Answer {
        let (headers, links) = (Vec::new(), Vec::new());
        Answer { status, content_type: Some(content_type), headers, links, body: body.into() }
    }

    /// Builds a 200 answer with JSON.
    pub(super) fn json(value: &impl Serialize) -> Answer {
        Answer::new(200, JSON, json_bytes(value))
    }

    /// Builds a 204 answer that allows requests from browsers of any origin.
    pub(super) fn preflight(methods: &str) -> Answer {
        let headers = vec![
            ("Allow", methods.to_owned()),
            ("Access-Control-Allow-Methods", methods.to_owned()),
            ("Access-Control-Allow-Headers", "*".to_owned()),
            ("Access-Control-Max-Age", "86400".to_owned()),
        ];
        Answer { status: 204, content_type: None, headers, links: Vec::new(), body: Vec::new() }
    }

    /// Changes the status.
    pub(super) fn status(self, status: u16) -> Answer {
        Answer { status, ..self }
    }

    /// Adds a header.
    pub(super) fn header(mut self, name: &'static str, value: impl Into<String>) -> Answer {
        self.headers.push((name, value.into()));
        self
    }

    /// Adds an entry to the `Link` header. The target is already percent-encoded.
    pub(super) fn link(mut self, target: &str, relation: &str) -> Answer {
        self.links.push(format!("<{target}>; rel=\"{relation}\""));
        self
    }

    /// Adds an entry to the `Link` header, with the media type of its target.
    pub(super) fn link_of_type(mut self, target: &str, relation: &str, media_type: &str) -> Answer {
        self.links.push(format!("<{target}>; rel=\"{relation}\"; type=\"{media_type}\""));
        self
    }

    /// Adds the common headers, and removes the body if the request does not allow one.
    pub(super) fn into_response(
        mut self,
        dataset: &Dataset<'_>,
        request: &Request<'_>,
        host: Host<'_>,
    ) -> Response {
        let etag = entity_tag(dataset, &self.body);
        if self.status == 200
            && request.method != "POST"
            && let Some(list) = request.if_none_match
            && lists(list, &etag)
        {
            self.status = 304;
        }
        self.add_common_headers(dataset, host, etag);
        if self.has_content() {
            self.add_content_headers();
        }
        if !self.has_content() || request.method == "HEAD" {
            self.body.clear();
        }
        Response { status: self.status, headers: self.headers, body: self.body }
    }

    fn has_content(&self) -> bool {
        !matches!(self.status, 204 | 304)
    }

    fn add_common_headers(&mut self, dataset: &Dataset<'_>, host: Host<'_>, etag: String) {
        let cache = if self.status < 400 { CACHE_ANSWER } else { CACHE_ERROR };
        self.links.push(format!("<{LICENCE_URL}>; rel=\"license\""));
        self.headers.extend([
            ("Access-Control-Allow-Origin", "*".to_owned()),
            ("Access-Control-Expose-Headers", EXPOSED.to_owned()),
            ("Cache-Control", cache.to_owned()),
            ("Dataset-Release", dataset.release().chars().filter(char::is_ascii_graphic).collect()),
            ("ETag", etag),
            ("Link", self.links.join(", ")),
            ("X-Content-Type-Options", "nosniff".to_owned()),
        ]);
        if let Some(notice) = notice(dataset, host) {
            self.headers.push(("Dataset-Notice", notice));
        }
    }

    fn add_content_headers(&mut self) {
        self.headers.push(("Content-Length", self.body.len().to_string()));
        if let Some(content_type) = self.content_type {
            self.headers.push(("Content-Type", content_type.to_owned()));
        }
    }
}

impl From<Problem> for Answer {
    fn from(problem: Problem) -> Answer {
        let answer = Answer::new(problem.status(), "application/problem+json", json_bytes(&problem));
        let answer = match problem.allowed() {
            Some(methods) => answer.header("Allow", methods),
            None => answer,
        };
        match problem.elsewhere() {
            Some(path) => answer.link(path, "alternate"),
            None => answer,
        }
    }
}

/// Serialises a value. It fails only for maps with keys that are not strings, and there are none here.
pub(super) fn json_bytes(value: &impl Serialize) -> Vec<u8> {
    serde_json::to_vec(value).unwrap_or_default()
}

/// Builds a strong entity tag. It changes with the release, and with any byte of the body.
fn entity_tag(dataset: &Dataset<'_>, body: &[u8]) -> String {
    let (release, digest) = (dataset.release().as_bytes(), dataset.digest());
    format!("\"{:016x}\"", fnv1a(release.iter().chain(&digest).chain(body)))
}

/// Computes the 64-bit FNV-1a hash. It is fast and small, and a collision gains an attacker nothing.
fn fnv1a<'b>(bytes: impl Iterator<Item = &'b u8>) -> u64 {
    bytes.fold(0xcbf2_9ce4_8422_2325, |hash, byte| (hash ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01b3))
}

/// Reports whether an `If-None-Match` list has the tag, by the weak comparison of RFC 9110 section 8.8.3.2.
fn lists(list: &str, etag: &str) -> bool {
    list.split(',').map(str::trim).any(|tag| tag == "*" || tag.strip_prefix("W/").unwrap_or(tag) == etag)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fnv1a_matches_the_published_values() {
        assert_eq!(fnv1a(b"".iter()), 0xcbf2_9ce4_8422_2325);
        assert_eq!(fnv1a(b"foobar".iter()), 0x8594_4171_f739_67e8);
    }

    #[test]
    fn matches_strong_and_weak_tags_and_the_star() {
        for list in ["\"a\"", "W/\"a\"", "\"b\", \"a\"", " \"b\" ,W/\"a\" ", "*"] {
            assert!(lists(list, "\"a\""), "{list}");
        }
        for list in ["", "\"b\"", "a", "w/\"a\"", "\"a", "\"A\"", ","] {
            assert!(!lists(list, "\"a\""), "{list}");
        }
    }
}
