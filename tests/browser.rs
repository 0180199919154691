//! The HTTP contract against the core as WebAssembly, in whichever browser runs this.
#![cfg(target_arch = "wasm32")]
#![allow(clippy::unwrap_used, clippy::indexing_slicing, clippy::panic)]

#[path = "cases/always.rs"]
mod always;
#[allow(dead_code, reason = "the shelf is made and looked at by the native tests")]
mod cases;

use cases::{Asked, DATASET, Seen};
use pack_lookup::api::{Request, Response, respond};
use pack_lookup::dataset::Dataset;
use wasm_bindgen_test::{wasm_bindgen_test, wasm_bindgen_test_configure};

wasm_bindgen_test_configure!(run_in_browser);

fn ask(asked: &Asked<'_>) -> Seen {
    let (path, query) = asked.target.split_once('?').unwrap_or((asked.target, ""));
    let condition = asked.headers.iter().find(|header| header.0 == "If-None-Match");
    let if_none_match = condition.map(|header| header.1.as_str());
    let dataset = Dataset::open(DATASET).unwrap();
    let Response { status, headers, body } =
        respond(&dataset, &Request { method: asked.method, path, query, if_none_match });
    let headers = headers.into_iter().map(|(name, value)| (name.to_owned(), value)).collect();
    Seen { status, headers, body }
}

#[wasm_bindgen_test]
fn the_cases_pass() {
    cases::check_all(ask);
}
