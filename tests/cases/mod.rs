//! Cases as data: `api.json` and `fhir.json` say what the interface answers over the shelf in `api.bin`.
//!
//! A host's tests read the same files. One case is
//!
//! ```json
//! {
//!   "name": "what it shows",
//!   "request": { "method": "GET", "target": "/api/gtin/9520000000011", "headers": { "If-None-Match": "*" } },
//!   "status": 200,
//!   "headers": { "ETag": true, "Allow": null, "Content-Type": "application/json", "Link": ["part", "another"] },
//!   "json": { "/pack_id": 952 },
//!   "contains": ["part of the body"],
//!   "lacks": ["no part of the body"],
//!   "empty": true
//! }
//! ```
//!
//! * `method` is GET when absent. `{etag}` in a header stands for the `ETag` that a plain GET of the target gives.
//! * A header is expected to equal a text, to contain each text of a list, to be there (`true`) or to be absent (`null`).
//! * `json` maps JSON pointers to values; the value `{"absent": true}` says that nothing is there, `{"length": n}` counts
//!   an array. Hosts whose numbers are floats also check `contains`, which repeats the ids as text.
//! * `always` holds header expectations for all cases of a file.
//! * Redirects are not followed.

pub mod shelf;

use serde_json::Value;

pub const DATASET: &[u8] = include_bytes!("api.bin");
const CASES: [&str; 2] = [include_str!("api.json"), include_str!("fhir.json")];

/// A request as a client sends it.
pub struct Asked<'c> {
    pub method: &'c str,
    pub target: &'c str,
    pub headers: Vec<(&'c str, String)>,
}

/// What a client sees of an answer.
pub struct Seen {
    pub status: u16,
    pub headers: Vec<(String, String)>,
    pub body: Vec<u8>,
}

impl Seen {
    pub fn header(&self, name: &str) -> Option<&str> {
        let mut named = self.headers.iter().filter(|header| header.0.eq_ignore_ascii_case(name));
        named.next().map(|header| header.1.as_str())
    }
}

/// Runs all cases against a host, and tells all that failed.
pub fn check_all(ask: impl Fn(&Asked<'_>) -> Seen) {
    CASES.into_iter().for_each(|file| check_file(file, &ask));
}

fn check_file(file: &str, ask: &impl Fn(&Asked<'_>) -> Seen) {
    let file: Value = serde_json::from_str(file).unwrap();
    let cases = file["cases"].as_array().unwrap();
    let failures: Vec<String> =
        cases.iter().filter_map(|case| check(case, &file["always"], ask).err()).collect();
    assert!(
        failures.is_empty(),
        "{} of {} cases failed:\n{}",
        failures.len(),
        cases.len(),
        failures.join("\n")
    );
}

fn check(case: &Value, always: &Value, ask: &impl Fn(&Asked<'_>) -> Seen) -> Result<(), String> {
    let seen = ask(&asked(&case["request"], ask));
    let told = |what: String| format!("{}: {what}", case["name"]);
    check_status(case, &seen).map_err(told)?;
    check_headers(always, &seen).map_err(told)?;
    check_headers(&case["headers"], &seen).map_err(told)?;
    check_body(case, &seen).map_err(told)
}

fn asked<'c>(request: &'c Value, ask: &impl Fn(&Asked<'_>) -> Seen) -> Asked<'c> {
    let target = request["target"].as_str().unwrap();
    let mut headers = Vec::new();
    for (name, value) in entries(&request["headers"]) {
        let value = value.as_str().unwrap();
        let plain = || ask(&Asked { method: "GET", target, headers: Vec::new() });
        let etag =
            if value.contains("{etag}") { plain().header("ETag").unwrap().to_owned() } else { String::new() };
        headers.push((name, value.replace("{etag}", &etag)));
    }
    Asked { method: request["method"].as_str().unwrap_or("GET"), target, headers }
}

fn entries(object: &Value) -> impl Iterator<Item = (&str, &Value)> {
    object.as_object().into_iter().flatten().map(|(name, value)| (name.as_str(), value))
}

fn texts(list: &Value) -> impl Iterator<Item = &str> {
    list.as_array().into_iter().flatten().map(|text| text.as_str().unwrap())
}

fn check_status(case: &Value, seen: &Seen) -> Result<(), String> {
    let body = String::from_utf8_lossy(&seen.body);
    ensure(case["status"] == seen.status, || format!("status is {}, body {body:.300}", seen.status))
}

fn check_headers(expected: &Value, seen: &Seen) -> Result<(), String> {
    entries(expected).try_for_each(|(name, expected)| {
        let value = seen.header(name);
        let right = match expected {
            Value::Null => value.is_none(),
            Value::Bool(present) => value.is_some() == *present,
            Value::String(text) => value == Some(text),
            parts => value.is_some_and(|value| texts(parts).all(|part| value.contains(part))),
        };
        ensure(right, || format!("{name} is {value:?}, expected {expected}"))
    })
}

fn check_body(case: &Value, seen: &Seen) -> Result<(), String> {
    let body = String::from_utf8_lossy(&seen.body);
    let json: Value = serde_json::from_slice(&seen.body).unwrap_or_default();
    entries(&case["json"]).try_for_each(|(pointer, expected)| check_pointer(&json, pointer, expected))?;
    texts(&case["contains"])
        .try_for_each(|part| ensure(body.contains(part), || format!("lacks {part}: {body}")))?;
    texts(&case["lacks"]).try_for_each(|part| ensure(!body.contains(part), || format!("has {part}")))?;
    ensure(case["empty"] != true || body.is_empty(), || format!("body is {body}"))
}

fn check_pointer(json: &Value, pointer: &str, expected: &Value) -> Result<(), String> {
    let found = json.pointer(pointer);
    let right = if expected["absent"] == true {
        found.is_none()
    } else if let Some(length) = expected["length"].as_u64() {
        found.and_then(Value::as_array).is_some_and(|array| array.len() as u64 == length)
    } else {
        found == Some(expected)
    };
    ensure(right, || format!("{pointer:?} is {found:?}, expected {expected}"))
}

fn ensure(right: bool, wrong: impl FnOnce() -> String) -> Result<(), String> {
    if right { Ok(()) } else { Err(wrong()) }
}
