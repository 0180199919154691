//! The HTTP cases of the folder `api`, over the dataset in `api.bin`. `tests/README.md` explains them.

pub mod fixture;

use pack_lookup::api::{Request, Response};
use serde_json::Value;

use crate::defaults;

/// Includes case files, each with its name.
macro_rules! case_files {
    ($($name:literal)*) => { &[$(($name, include_str!($name))),*] };
}

pub const DATASET: &[u8] = include_bytes!("api.bin");
/// The history of the dataset. `tests/core/history.rs` makes it.
pub const HISTORY: &[u8] = include_bytes!("history.bin");
const SHARED: &str = include_str!("api/always.json");
/// All files of the folder `api` but `always.json`. A browser cannot list a folder.
pub const FILES: &[(&str, &str)] = case_files![
    "api/changes.json"
    "api/check-list.json"
    "api/concepts.json"
    "api/filters.json"
    "api/fhir.json"
    "api/fhir-search.json"
    "api/fhir-terminology.json"
    "api/fhir-value-sets.json"
    "api/gtin.json"
    "api/pages.json"
    "api/resolver.json"
    "api/resolver-errors.json"
    "api/search.json"
    "api/search-parameters.json"
    "api/service.json"
];

/// A request as a client sends it.
pub struct CaseRequest<'c> {
    pub method: &'c str,
    pub target: &'c str,
    pub headers: Vec<(&'c str, String)>,
    pub body: &'c str,
}

/// The origin of the host, `{origin}` in expectations. `{base}` is the base of its FHIR resources.
pub const ORIGIN: &str = "http://localhost";

impl<'c> CaseRequest<'c> {
    pub fn get(target: &'c str) -> CaseRequest<'c> {
        CaseRequest { method: "GET", target, headers: Vec::new(), body: "" }
    }

    /// Returns the request as a host passes it to the core.
    pub fn to_request(&self) -> Request<'_> {
        let (path, query) = self.target.split_once('?').unwrap_or((self.target, ""));
        Request {
            method: self.method,
            if_none_match: self.header("If-None-Match"),
            origin: Some(ORIGIN),
            accept: self.header("Accept"),
            prefer: self.header("Prefer"),
            content_type: self.header("Content-Type"),
            body: self.body.as_bytes(),
            ..Request::get(path, query)
        }
    }

    fn header(&self, name: &str) -> Option<&str> {
        self.headers.iter().find(|header| header.0 == name).map(|header| header.1.as_str())
    }
}

/// An answer as a client sees it.
pub struct CaseResponse {
    pub status: u16,
    pub headers: Vec<(String, String)>,
    pub body: Vec<u8>,
}

impl From<Response> for CaseResponse {
    fn from(Response { status, headers, body }: Response) -> CaseResponse {
        let headers = headers.into_iter().map(|(name, value)| (name.to_owned(), value)).collect();
        CaseResponse { status, headers, body }
    }
}

impl CaseResponse {
    pub fn header(&self, name: &str) -> Option<&str> {
        let (_, value) = self.headers.iter().find(|(other, _)| other.eq_ignore_ascii_case(name))?;
        Some(value)
    }
}

/// Runs all cases against a host, and reports all that fail.
pub fn check_all(send: impl Fn(&CaseRequest<'_>) -> CaseResponse) {
    let mut failures = Vec::new();
    for (name, text) in FILES {
        for case in cases(text) {
            if let Err(error) = check(&case, &send) {
                failures.push(format!("{name}: {}: {error}", case["name"]));
            }
        }
    }
    assert!(failures.is_empty(), "{} cases failed:\n{}", failures.len(), failures.join("\n"));
}

/// Returns the cases of a file, each with the expectations that it shares with others.
fn cases(text: &str) -> Vec<Value> {
    let shared: Value = serde_json::from_str(SHARED).unwrap();
    let mut file: Value = serde_json::from_str(text).unwrap();
    let mut cases = file["cases"].as_array_mut().map(std::mem::take).unwrap();
    for case in &mut cases {
        defaults::merge(&mut case["expect"], &file["always"]);
        defaults::merge(&mut case["expect"], &shared["always"]);
    }
    cases
}

fn check(case: &Value, send: &impl Fn(&CaseRequest<'_>) -> CaseResponse) -> Result<(), String> {
    let response = send(&request_of(&case["request"], send));
    let expect = &case["expect"];
    check_status(expect, &response)?;
    check_headers(&expect["headers"], &response)?;
    check_body(expect, &response)
}

fn request_of<'c>(request: &'c Value, send: &impl Fn(&CaseRequest<'_>) -> CaseResponse) -> CaseRequest<'c> {
    let target = request["target"].as_str().unwrap();
    let mut headers = Vec::new();
    for (name, value) in entries(&request["headers"]) {
        let mut value = value.as_str().unwrap().to_owned();
        if value.contains("{etag}") {
            let unconditional = send(&CaseRequest::get(target));
            value = value.replace("{etag}", unconditional.header("ETag").unwrap());
        }
        headers.push((name, value));
    }
    let [method, body] = ["method", "body"].map(|name| request[name].as_str());
    CaseRequest { method: method.unwrap_or("GET"), target, headers, body: body.unwrap_or_default() }
}

fn entries(object: &Value) -> impl Iterator<Item = (&str, &Value)> {
    object.as_object().into_iter().flatten().map(|(name, value)| (name.as_str(), value))
}

fn texts(list: &Value) -> impl Iterator<Item = &str> {
    list.as_array().into_iter().flatten().map(|text| text.as_str().unwrap())
}

fn check_status(expect: &Value, response: &CaseResponse) -> Result<(), String> {
    if expect["status"] == response.status {
        return Ok(());
    }
    let body = String::from_utf8_lossy(&response.body);
    Err(format!("status is {}, body {body:.300}", response.status))
}

fn check_headers(expected: &Value, response: &CaseResponse) -> Result<(), String> {
    for (name, expected) in entries(expected) {
        let value = response.header(name).map(without_origin);
        if !is_header(value.as_deref(), expected) {
            return Err(format!("{name} is {value:?}, expected {expected}"));
        }
    }
    Ok(())
}

/// Returns whether a header is absent, present, equal to a text, or has all parts of a list, as expected.
fn is_header(value: Option<&str>, expected: &Value) -> bool {
    match (value, expected) {
        (_, Value::Null) => value.is_none(),
        (_, Value::Bool(is_present)) => value.is_some() == *is_present,
        (_, Value::String(text)) => value == Some(text),
        (Some(value), parts) => texts(parts).all(|part| value.contains(part)),
        (None, _) => false,
    }
}

fn without_origin(text: &str) -> String {
    text.replace(&format!("{ORIGIN}/fhir"), "{base}").replace(ORIGIN, "{origin}")
}

fn check_body(expect: &Value, response: &CaseResponse) -> Result<(), String> {
    let body = without_origin(&String::from_utf8_lossy(&response.body));
    let json: Value = serde_json::from_str(&body).unwrap_or_default();
    for (pointer, expected) in entries(&expect["json"]) {
        check_pointer(&json, pointer, expected)?;
    }
    for part in texts(&expect["contains"]) {
        if !body.contains(part) {
            return Err(format!("lacks {part}: {body}"));
        }
    }
    for part in texts(&expect["lacks"]) {
        if body.contains(part) {
            return Err(format!("has {part}"));
        }
    }
    if expect["empty"] == true && !body.is_empty() {
        return Err(format!("body is {body}"));
    }
    Ok(())
}

fn check_pointer(json: &Value, pointer: &str, expected: &Value) -> Result<(), String> {
    let found = json.pointer(pointer);
    let is_met = if expected["absent"] == true {
        found.is_none()
    } else if let Some(length) = expected["length"].as_u64() {
        found.and_then(Value::as_array).is_some_and(|array| array.len() as u64 == length)
    } else {
        found == Some(expected)
    };
    if is_met { Ok(()) } else { Err(format!("{pointer:?} is {found:?}, expected {expected}")) }
}
