//! The HTTP cases of the folder `api`, over the dataset in `api.bin`. `tests/README.md` says how they work.

pub mod shelf;

use serde_json::Value;

use crate::always;

/// Includes case files, each with its name.
macro_rules! case_files {
    ($($name:literal)*) => { &[$(($name, include_str!($name))),*] };
}

pub const DATASET: &[u8] = include_bytes!("api.bin");
const ALWAYS: &str = include_str!("api/always.json");
/// All files of the folder `api` but `always.json`. A browser cannot list a folder.
pub const FILES: &[(&str, &str)] = case_files![
    "api/about.json"
    "api/caching.json"
    "api/concepts.json"
    "api/fhir.json"
    "api/gtin.json"
    "api/gtin-list.json"
    "api/methods.json"
    "api/pages.json"
    "api/search.json"
    "api/search-codes.json"
    "api/search-corrections.json"
    "api/search-pages.json"
    "api/search-parameters.json"
    "api/suggest.json"
];

/// A request as a client sends it.
pub struct Asked<'c> {
    pub method: &'c str,
    pub target: &'c str,
    pub headers: Vec<(&'c str, String)>,
}

/// An answer as a client sees it.
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

/// Runs all cases against a host, and reports all that fail.
pub fn check_all(ask: impl Fn(&Asked<'_>) -> Seen) {
    let mut failures = Vec::new();
    for (name, text) in FILES {
        for case in cases(text) {
            if let Err(wrong) = check(&case, &ask) {
                failures.push(format!("{name}: {}: {wrong}", case["name"]));
            }
        }
    }
    assert!(failures.is_empty(), "{} cases failed:\n{}", failures.len(), failures.join("\n"));
}

/// Returns the cases of a file, each with what is always expected.
fn cases(text: &str) -> Vec<Value> {
    let shared: Value = serde_json::from_str(ALWAYS).unwrap();
    let mut file: Value = serde_json::from_str(text).unwrap();
    let mut cases = file["cases"].as_array_mut().map(std::mem::take).unwrap();
    for case in &mut cases {
        always::add(&mut case["expect"], &file["always"]);
        always::add(&mut case["expect"], &shared["always"]);
    }
    cases
}

fn check(case: &Value, ask: &impl Fn(&Asked<'_>) -> Seen) -> Result<(), String> {
    let seen = ask(&asked(&case["request"], ask));
    let expect = &case["expect"];
    check_status(expect, &seen)?;
    check_headers(&expect["headers"], &seen)?;
    check_body(expect, &seen)
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

fn check_status(expect: &Value, seen: &Seen) -> Result<(), String> {
    let body = String::from_utf8_lossy(&seen.body);
    ensure(expect["status"] == seen.status, || format!("status is {}, body {body:.300}", seen.status))
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

fn check_body(expect: &Value, seen: &Seen) -> Result<(), String> {
    let body = String::from_utf8_lossy(&seen.body);
    let json: Value = serde_json::from_slice(&seen.body).unwrap_or_default();
    entries(&expect["json"]).try_for_each(|(pointer, expected)| check_pointer(&json, pointer, expected))?;
    texts(&expect["contains"])
        .try_for_each(|part| ensure(body.contains(part), || format!("lacks {part}: {body}")))?;
    texts(&expect["lacks"]).try_for_each(|part| ensure(!body.contains(part), || format!("has {part}")))?;
    ensure(expect["empty"] != true || body.is_empty(), || format!("body is {body}"))
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
