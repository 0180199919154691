//! The releases in the case files.

use std::collections::BTreeMap;

use serde_json::{Map, Value};

use super::case_files;
use super::pieces::text;

/// The release that others are based on.
pub const SMALLEST: &str = "one pack with every field";

/// Returns the files of a release case, with those of the release that it is based on.
pub fn files_of(case: &Value) -> Map<String, Value> {
    let mut files = match case["based_on"].as_str() {
        Some(name) => files_of(&named(name)),
        None => Map::new(),
    };
    for (name, content) in case["files"].as_object().into_iter().flatten() {
        files.insert(name.clone(), content.clone());
    }
    files.retain(|_, content| !content.is_null());
    files
}

/// Returns the texts of the release with this name.
pub fn texts_of(name: &str) -> BTreeMap<String, String> {
    let mut texts = BTreeMap::new();
    for (file, content) in files_of(&named(name)) {
        texts.insert(file, text(&content));
    }
    texts
}

fn named(name: &str) -> Value {
    let mut cases = case_files::cases::<Value>("releases").into_iter();
    cases.find(|case| case["name"] == name).unwrap()
}
