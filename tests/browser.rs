//! The HTTP contract against the core as WebAssembly, in the browser that runs this test.
#![cfg(target_arch = "wasm32")]
#![allow(clippy::unwrap_used, clippy::indexing_slicing, clippy::panic)]

#[path = "cases/blank_pack.rs"]
mod blank_pack;
#[allow(dead_code, reason = "the native tests create the dataset")]
mod cases;
#[path = "cases/defaults.rs"]
mod defaults;

use cases::{CaseRequest, CaseResponse, DATASET};
use pack_lookup::api::{Request, Response, respond};
use pack_lookup::dataset::Dataset;
use wasm_bindgen_test::{wasm_bindgen_test, wasm_bindgen_test_configure};

wasm_bindgen_test_configure!(run_in_browser);

fn send(request: &CaseRequest<'_>) -> CaseResponse {
    let (path, query) = request.target.split_once('?').unwrap_or((request.target, ""));
    let condition = request.headers.iter().find(|header| header.0 == "If-None-Match");
    let if_none_match = condition.map(|header| header.1.as_str());
    let dataset = Dataset::open(DATASET).unwrap();
    let Response { status, headers, body } =
        respond(&dataset, &Request { method: request.method, path, query, if_none_match });
    let headers = headers.into_iter().map(|(name, value)| (name.to_owned(), value)).collect();
    CaseResponse { status, headers, body }
}

#[wasm_bindgen_test]
fn the_cases_pass() {
    cases::check_all(send);
}
