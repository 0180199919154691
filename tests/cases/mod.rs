//! The HTTP cases of the folder `api`, over the dataset in `api.bin`. `tests/README.md` says how they work.

pub mod fixture;

use serde_json::Value;

use crate::defaults;

/// Includes case files, each with its name.
macro_rules! case_files {
    ($($name:literal)*) => { &[$(($name, include_str!($name))),*] };
}

pub const DATASET: &[u8] = include_bytes!("api.bin");
const SHARED: &str = include_str!("api/always.json");
/// All files of the folder `api` but `always.json`. A browser cannot list a folder.
pub const FILES: &[(&str, &str)] = case_files![
    "api/concepts.json"
    "api/fhir.json"
    "api/gtin.json"
    "api/pages.json"
    "api/search.json"
    "api/search-parameters.json"
    "api/service.json"
];

/// A request as a client sends it.
pub struct CaseRequest<'c> {
    pub method: &'c str,
    pub target: &'c str,
    pub headers: Vec<(&'c str, String)>,
}

/// An answer as a client sees it.
pub struct CaseResponse {
    pub status: u16,
    pub headers: Vec<(String, String)>,
    pub body: Vec<u8>,
}

impl CaseResponse {
    pub fn header(&self, name: &str) -> Option<&str> {
        let mut named = self.headers.iter().filter(|header| header.0.eq_ignore_ascii_case(name));
        named.next().map(|header| header.1.as_str())
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
        let value = value.as_str().unwrap();
        let unconditional = || send(&CaseRequest { method: "GET", target, headers: Vec::new() });
        let etag = if value.contains("{etag}") {
            unconditional().header("ETag").unwrap().to_owned()
        } else {
            String::new()
        };
        headers.push((name, value.replace("{etag}", &etag)));
    }
    CaseRequest { method: request["method"].as_str().unwrap_or("GET"), target, headers }
}

fn entries(object: &Value) -> impl Iterator<Item = (&str, &Value)> {
    object.as_object().into_iter().flatten().map(|(name, value)| (name.as_str(), value))
}

fn texts(list: &Value) -> impl Iterator<Item = &str> {
    list.as_array().into_iter().flatten().map(|text| text.as_str().unwrap())
}

fn check_status(expect: &Value, response: &CaseResponse) -> Result<(), String> {
    let body = String::from_utf8_lossy(&response.body);
    ensure(expect["status"] == response.status, || format!("status is {}, body {body:.300}", response.status))
}

fn check_headers(expected: &Value, response: &CaseResponse) -> Result<(), String> {
    entries(expected).try_for_each(|(name, expected)| {
        let value = response.header(name);
        let is_met = match expected {
            Value::Null => value.is_none(),
            Value::Bool(present) => value.is_some() == *present,
            Value::String(text) => value == Some(text),
            parts => value.is_some_and(|value| texts(parts).all(|part| value.contains(part))),
        };
        ensure(is_met, || format!("{name} is {value:?}, expected {expected}"))
    })
}

fn check_body(expect: &Value, response: &CaseResponse) -> Result<(), String> {
    let body = String::from_utf8_lossy(&response.body);
    let json: Value = serde_json::from_slice(&response.body).unwrap_or_default();
    entries(&expect["json"]).try_for_each(|(pointer, expected)| check_pointer(&json, pointer, expected))?;
    texts(&expect["contains"])
        .try_for_each(|part| ensure(body.contains(part), || format!("lacks {part}: {body}")))?;
    texts(&expect["lacks"]).try_for_each(|part| ensure(!body.contains(part), || format!("has {part}")))?;
    ensure(expect["empty"] != true || body.is_empty(), || format!("body is {body}"))
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
    ensure(is_met, || format!("{pointer:?} is {found:?}, expected {expected}"))
}

fn ensure(is_met: bool, error: impl FnOnce() -> String) -> Result<(), String> {
    if is_met { Ok(()) } else { Err(error()) }
}
