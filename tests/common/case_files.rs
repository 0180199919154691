//! Reads and updates the case files in `tests/cases`, and combines the files of release cases. `tests/README.md` explains them.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use serde::de::DeserializeOwned;
use serde_json::{Map, Value};

use crate::defaults;

const ROOT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/cases");
const DEFAULTS_FILE: &str = "always.json";
const WIDTH: usize = 140;
/// The keys that are written first and last. The empty key is all others, which are sorted.
const ORDER: [&str; 12] = [
    "$schema", "kind", "about", "always", "name", "only", "zip", "partial", "based_on", "", "expect", "cases",
];

/// Returns the path of a file in `tests/cases`.
pub fn path(name: &str) -> PathBuf {
    Path::new(ROOT).join(name)
}

/// Returns the cases of a file or a folder, each with the shared expectations.
pub fn cases<T: DeserializeOwned>(name: &str) -> Vec<T> {
    let mut cases = Vec::new();
    for path in files(name) {
        let defaults = defaults_of(&path);
        for mut case in read(&path)["cases"].as_array().unwrap().clone() {
            add_defaults(&mut case, &defaults);
            cases.push(serde_json::from_value(case).unwrap());
        }
    }
    cases
}

/// Lists the case files of a folder, or the one file of this name.
fn files(name: &str) -> Vec<PathBuf> {
    if name.ends_with(".json") {
        return vec![path(name)];
    }
    let mut files = Vec::new();
    for entry in fs::read_dir(path(name)).unwrap() {
        let path = entry.unwrap().path();
        if path.is_file() && !path.ends_with(DEFAULTS_FILE) {
            files.push(path);
        }
    }
    files.sort();
    files
}

fn read(path: &Path) -> Value {
    serde_json::from_slice(&fs::read(path).unwrap()).unwrap()
}

/// Returns the expectations that the cases of a file share.
fn defaults_of(path: &Path) -> Value {
    let mut defaults = read(path)["always"].take();
    let shared = path.with_file_name(DEFAULTS_FILE);
    if shared.exists() {
        defaults::merge(&mut defaults, &read(&shared)["always"]);
    }
    defaults
}

fn add_defaults(case: &mut Value, defaults: &Value) {
    for part in parts(case) {
        defaults::merge(&mut part["expect"], defaults);
    }
}

/// Returns the parts of a case that expect something: its steps, or the case itself.
fn parts(case: &mut Value) -> Vec<&mut Value> {
    if case["steps"].is_array() {
        return case["steps"].as_array_mut().unwrap().iter_mut().collect();
    }
    vec![case]
}

/// Compares what each case expects with what `run` puts in its place. `UPDATE_CASES=1` writes the latter into the files.
pub fn check(name: &str, run: impl Fn(&mut Value)) {
    let update = std::env::var_os("UPDATE_CASES").is_some();
    for path in files(name) {
        let (mut file, defaults) = (read(&path), defaults_of(&path));
        for case in file["cases"].as_array_mut().unwrap() {
            add_defaults(case, &defaults);
            let mut expected = case.clone();
            run(case);
            if !update {
                compare(&mut expected, case);
            }
            remove_defaults(case, &defaults);
        }
        if update {
            fs::write(path, format(&file)).unwrap();
        }
    }
}

fn compare(expected: &mut Value, actual: &mut Value) {
    let name = expected["name"].clone();
    for (expected, actual) in parts(expected).into_iter().zip(parts(actual)) {
        assert_eq!(expected["expect"], actual["expect"], "{name} {}", expected["args"]);
    }
}

/// Removes the expectations that the case shares with others.
fn remove_defaults(case: &mut Value, defaults: &Value) {
    for part in parts(case) {
        if let Some(expect) = part["expect"].as_object_mut() {
            expect.retain(|key, value| defaults.get(key) != Some(value));
        }
    }
}

/// Formats a case file: a value is on one line if it fits.
fn format(file: &Value) -> String {
    let mut text = String::new();
    write_entries(file, 0, &mut text);
    text + "\n"
}

fn write(value: &Value, indent: usize, used: usize, text: &mut String) {
    let line = on_one_line(value);
    let is_empty = matches!(line.as_str(), "[]" | "{}");
    if used + line.chars().count() < WIDTH || is_empty || !(value.is_array() || value.is_object()) {
        text.push_str(&line);
    } else {
        write_entries(value, indent, text);
    }
}

/// Writes the entries of an array or an object on separate lines.
fn write_entries(value: &Value, indent: usize, text: &mut String) {
    let (open, close) = if value.is_array() { ("[", "]") } else { ("{", "}") };
    let mut separator = open;
    for (key, value) in entries(value) {
        let start = format!("{}{key}", " ".repeat(indent + 2));
        text.push_str(&format!("{separator}\n{start}"));
        if key == "\"cases\": " {
            write_entries(value, indent + 2, text);
        } else {
            write(value, indent + 2, start.chars().count(), text);
        }
        separator = ",";
    }
    text.push_str(&format!("\n{}{close}", " ".repeat(indent)));
}

fn on_one_line(value: &Value) -> String {
    let mut parts = Vec::new();
    for (key, value) in entries(value) {
        parts.push(format!("{key}{}", on_one_line(value)));
    }
    match value {
        Value::Array(_) => format!("[{}]", parts.join(", ")),
        Value::Object(_) => format!("{{{}}}", parts.join(", ")),
        scalar => scalar.to_string(),
    }
}

/// Lists the entries of an array or an object, with their keys as they are written.
fn entries(value: &Value) -> Vec<(String, &Value)> {
    let mut entries = Vec::new();
    for value in value.as_array().into_iter().flatten() {
        entries.push((String::new(), value));
    }
    let mut fields: Vec<(&String, &Value)> = value.as_object().into_iter().flatten().collect();
    fields.sort_by_key(|(key, _)| rank(key));
    for (key, value) in fields {
        entries.push((format!("{}: ", Value::from(key.as_str())), value));
    }
    entries
}

fn rank(key: &str) -> usize {
    let known = if ORDER.contains(&key) { key } else { "" };
    ORDER.iter().position(|other| *other == known).unwrap()
}

/// The release that others are based on.
pub const SMALLEST_RELEASE: &str = "one pack with every field";

/// Returns the files of a release case, with the files of the release that it is based on.
pub fn release_files(case: &Value) -> Map<String, Value> {
    let mut files = match case["based_on"].as_str() {
        Some(name) => release_files(&release_case(name)),
        None => Map::new(),
    };
    for (name, content) in case["files"].as_object().into_iter().flatten() {
        files.insert(name.clone(), content.clone());
    }
    files.retain(|_, content| !content.is_null());
    files
}

/// Returns the texts of the release with this name.
#[cfg(feature = "release")]
pub fn release_texts(name: &str) -> BTreeMap<String, String> {
    let mut texts = BTreeMap::new();
    for (file, content) in release_files(&release_case(name)) {
        texts.insert(file, super::release_edits::text(&content));
    }
    texts
}

fn release_case(name: &str) -> Value {
    let mut cases = cases::<Value>("releases").into_iter();
    cases.find(|case| case["name"] == name).unwrap()
}
