//! A host under a path: every case gets the same answer, whose links start with the path.

use std::sync::LazyLock;

use pack_lookup::api::{Host, Request, respond_on};
use pack_lookup::dataset::Dataset;
use pack_lookup::history::History;

use crate::cases::{self, CaseRequest, CaseResponse, DATASET, HISTORY, ORIGIN};

const BASE: &str = "/in/pharmacy";

static FIXTURE: LazyLock<Dataset<'static>> = LazyLock::new(|| Dataset::open(DATASET).unwrap());
static CHANGES: LazyLock<History> = LazyLock::new(|| History::of_dataset(HISTORY, &FIXTURE).unwrap());

fn send_under(base_path: &str, prefix: &str, request: &CaseRequest<'_>) -> CaseResponse {
    let host = Host { history: Some(&CHANGES), base_path, ..Host::default() };
    let request = request.to_request();
    let path = format!("{prefix}{}", request.path);
    CaseResponse::from(respond_on(&FIXTURE, &Request { path: &path, ..request }, host))
}

/// Returns the text of a response without its length and its tag, which depend on the base path.
fn text(response: &CaseResponse) -> String {
    let mut text = response.status.to_string();
    for (name, value) in &response.headers {
        if !["Content-Length", "ETag"].contains(&name.as_str()) {
            text += &format!("\n{name}: {value}");
        }
    }
    text + "\n" + &String::from_utf8_lossy(&response.body)
}

/// Returns the start of the links of a response that lack the base path.
fn unprefixed(text: &str) -> Option<&str> {
    let origin = format!("{ORIGIN}/");
    for start in ["href=\"/", ": </", ", </", "Location: /", &origin] {
        for (at, _) in text.match_indices(start) {
            if !text[at + start.len()..].starts_with(&BASE[1..]) {
                return Some(&text[at..text.len().min(at + 60)]);
            }
        }
    }
    None
}

#[test]
fn links_start_with_the_base_path() {
    cases::check_all(|request| {
        let plain = send_under("", "", request);
        // A tag of the answer elsewhere is not the tag of this one.
        let is_conditional = request.headers.iter().any(|(name, _)| *name == "If-None-Match");
        let kept = send_under(BASE, BASE, request);
        let removed = send_under(BASE, "", request);
        assert_eq!(text(&kept), text(&removed), "{}", request.target);
        if !is_conditional {
            assert_eq!(unprefixed(&text(&kept)), None, "{}", request.target);
            assert_eq!(text(&kept).replace(BASE, ""), text(&plain), "{}", request.target);
        }
        plain
    });
}

/// Only a whole segment is the base path.
#[test]
fn a_path_that_only_begins_like_the_base_path_is_unknown() {
    for (path, status) in [
        ("/in/pharmacy/api/about", 200),
        ("/in/pharmacyapi/about", 404),
        ("/in/pharmacy", 404),
        ("/in/pharmacy/in/pharmacy/api/about", 404),
    ] {
        let host = Host { base_path: BASE, ..Host::default() };
        assert_eq!(respond_on(&FIXTURE, &Request::get(path, ""), host).status, status, "{path}");
    }
}
