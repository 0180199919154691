//! The HTTP contract against the core as WebAssembly, in the browser that runs this test.
#![cfg(target_arch = "wasm32")]
#![allow(clippy::unwrap_used, clippy::indexing_slicing, clippy::panic)]

#[path = "cases/blank_pack.rs"]
mod blank_pack;
#[allow(dead_code, reason = "the native tests create the dataset")]
mod cases;
#[path = "cases/defaults.rs"]
mod defaults;

use cases::{CaseRequest, CaseResponse, DATASET, HISTORY};
use pack_lookup::api::{Host, respond_on};
use pack_lookup::dataset::Dataset;
use pack_lookup::history::History;
use wasm_bindgen_test::{wasm_bindgen_test, wasm_bindgen_test_configure};

wasm_bindgen_test_configure!(run_in_browser);

fn send(request: &CaseRequest<'_>) -> CaseResponse {
    let dataset = Dataset::open(DATASET).unwrap();
    let history = History::of_dataset(HISTORY, &dataset).unwrap();
    let host = Host { history: Some(&history), ..Host::default() };
    CaseResponse::from(respond_on(&dataset, &request.to_request(), host))
}

#[wasm_bindgen_test]
fn the_cases_pass() {
    cases::check_all(send);
}
