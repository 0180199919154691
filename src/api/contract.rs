//! Compares the OpenAPI document with the code: its codes, limits and headers. `tests/npm/openapi.test.mjs`
//! compares every answer with the document.

#![allow(clippy::unwrap_used, clippy::indexing_slicing, clippy::string_slice)]

use std::collections::BTreeSet;
use std::sync::LazyLock;

use serde_json::{Value, json};

use super::answer::EXPOSED;
use super::gtin::MAX_LOOKUP_CODES;
use super::problem::{KINDS, METHODS, Reason};
use super::search::{MAX_Q_LEN, OFFSETS, SEARCH_LIMITS, SUGGESTIONS};
use super::{Request, respond};
use crate::code_list::Finding;
use crate::concept::Reuse;
use crate::dataset::Dataset;
use crate::date::Date;
use crate::history::ChangeKind;
use crate::search::Query;
use crate::snomed::ConceptId;

static DOCUMENT: LazyLock<Value> =
    LazyLock::new(|| serde_json::from_str(include_str!("../../www/public/openapi.json")).unwrap());

const DATASET: &[u8] = include_bytes!("../../tests/cases/api.bin");

fn at(pointer: &str) -> &'static Value {
    DOCUMENT.pointer(pointer).unwrap_or(&Value::Null)
}

fn texts(list: &Value) -> BTreeSet<&str> {
    list.as_array().into_iter().flatten().filter_map(Value::as_str).collect()
}

/// Finds the schema of a path's parameter, and follows a reference.
fn schema(path: &str, name: &str) -> &'static Value {
    let parameters = DOCUMENT["paths"][path]["get"]["parameters"].as_array().unwrap();
    let parameters = parameters.iter().map(|one| one["$ref"].as_str().map_or(one, |target| at(&target[1..])));
    parameters.into_iter().find(|one| one["name"] == name).map(|one| &one["schema"]).unwrap()
}

#[test]
fn the_document_lists_every_reason_of_core_and_hosts() {
    let hosts = ["internal_error", "target_too_long"];
    let expected = Reason::ALL.iter().map(|reason| reason.as_str()).chain(hosts).collect();
    assert_eq!(texts(at("/components/schemas/Problem/properties/reason/enum")), expected);
}

#[test]
fn the_document_lists_every_problem_type_and_status() {
    let types = texts(at("/components/schemas/Problem/properties/type/enum"));
    let statuses = at("/components/schemas/Problem/properties/status/enum").as_array().unwrap();
    for kind in KINDS {
        let kind = serde_json::to_value(kind).unwrap();
        assert!(
            types.contains(kind["type"].as_str().unwrap()) && statuses.contains(&kind["status"]),
            "{kind}"
        );
    }
    assert_eq!(types.len(), KINDS.len() + 2, "and those of the hosts");
}

#[test]
fn the_document_has_the_limits_and_defaults_of_the_code() {
    let bounds = |(least, most): (u32, u32), standard: usize| json!({"type": "integer", "minimum": least, "maximum": most, "default": standard});
    assert_eq!(*schema("/api/search", "limit"), bounds(SEARCH_LIMITS, Query::new("").limit));
    assert_eq!(*schema("/api/search", "offset"), bounds(OFFSETS, Query::new("").offset));
    assert_eq!(*schema("/api/suggest", "limit"), bounds(SEARCH_LIMITS, SUGGESTIONS));
    assert_eq!(schema("/api/search", "q")["maxLength"], MAX_Q_LEN);
    assert_eq!(schema("/api/gtin", "codes")["maxItems"], MAX_LOOKUP_CODES);
}

#[test]
fn the_document_lists_every_kind_of_change() {
    let expected = ChangeKind::ALL.into_iter().map(ChangeKind::as_str).collect();
    assert_eq!(texts(at("/components/schemas/Change/properties/kind/enum")), expected);
    assert_eq!(texts(&schema("/api/changes", "kind")["items"]["enum"]), expected);
}

#[test]
fn the_document_lists_every_finding_about_a_code() {
    let (on, code) = (Date::MIN, ConceptId::new(100_000).unwrap());
    let findings = [
        Finding::NotACode,
        Finding::RoundedNumber,
        Finding::UnknownGtin,
        Finding::UnknownCode,
        Finding::WrongCheckDigit,
        Finding::NoConcepts,
        Finding::Removed { on },
        Finding::Replaced { by: code, name: String::new() },
        Finding::Reused { grade: Reuse::Unknown, packs: 2 },
        Finding::Moved { from: code, on },
        Finding::Invalid,
        Finding::Discontinued { since: None },
        Finding::Ended { on },
        Finding::NoCurrentPack,
        Finding::ZerosLost,
    ];
    let expected: BTreeSet<&str> = findings.iter().map(Finding::as_str).collect();
    let finding = "/components/schemas/CheckedCode/properties/findings/items/properties/finding/enum";
    assert_eq!(texts(at(finding)), expected);
}

#[test]
fn the_document_lists_methods_and_exposed_headers() {
    for name in ["Allow", "AccessControlAllowMethods"] {
        assert_eq!(*at(&format!("/components/headers/{name}/schema/const")), METHODS);
    }
    let of_path = |path| at(path).as_object().unwrap().keys().map(String::as_str);
    let search = of_path("/paths/~1api~1search/get/responses/200/headers");
    let written: BTreeSet<_> =
        search.chain(of_path("/paths/~1api~1gtin~1{gtin}/get/responses/200/headers")).collect();
    assert!(EXPOSED.split(", ").all(|name| written.contains(name)), "{EXPOSED}");
}

/// The servers of the document are the prefixes of its paths.
#[test]
fn every_path_of_the_document_exists() {
    let dataset = Dataset::open(DATASET).unwrap();
    for (path, one) in DOCUMENT["paths"].as_object().unwrap() {
        let prefixes =
            if one["servers"].is_array() { [""].as_slice() } else { ["", "/med", "/string-ids"].as_slice() };
        for prefix in prefixes {
            let path = format!("{prefix}{path}");
            let request = Request::get(&path, "");
            let body = String::from_utf8(respond(&dataset, &request).body).unwrap();
            assert!(!body.contains("unknown_path"), "{path}");
        }
    }
}

/// The detail of `unknown_path` lists the paths for people.
#[test]
fn unknown_path_lists_the_paths_of_the_document() {
    let listed = super::problem::unknown_path();
    let listed = serde_json::to_value(listed).unwrap()["detail"].as_str().unwrap().to_owned();
    for path in DOCUMENT["paths"].as_object().unwrap().keys().filter(|path| !path.ends_with(".css")) {
        let start = path.split('{').next().unwrap();
        assert!(listed.contains(start), "{path}: {listed}");
    }
}
