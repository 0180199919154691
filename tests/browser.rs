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
use pack_lookup::api::respond;
use pack_lookup::dataset::Dataset;
use wasm_bindgen_test::{wasm_bindgen_test, wasm_bindgen_test_configure};

wasm_bindgen_test_configure!(run_in_browser);

fn send(request: &CaseRequest<'_>) -> CaseResponse {
    CaseResponse::from(respond(&Dataset::open(DATASET).unwrap(), &request.to_request()))
}

#[wasm_bindgen_test]
fn the_cases_pass() {
    cases::check_all(send);
}
