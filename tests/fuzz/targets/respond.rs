//! Requests of any text: a response that can be sent, and the same without a body where only its head is asked for.
#![no_main]

#[path = "../../common/ask.rs"]
mod ask;

use libfuzzer_sys::fuzz_target;
use pack_lookup::api::Request;
use pack_lookup::dataset::Dataset;

const DATASET: &[u8] = include_bytes!("../../cases/api.bin");
const PATHS: [&str; 9] = [
    "",
    "/api/gtin/",
    "/med/api/gtin",
    "/api/search",
    "/med/api/suggest",
    "/api/about",
    "/med/ampp/ampp/",
    "/med/ampp/pack.css",
    "/",
];

fuzz_target!(|input: (u8, &str, &str, Option<&str>)| {
    let (place, path, query, if_none_match) = input;
    let dataset = Dataset::open(DATASET).expect("the dataset of the cases");
    let path = &format!("{}{path}", PATHS[usize::from(place) % PATHS.len()]);
    let ask = |method| ask::request(&dataset, &Request { method, path, query, if_none_match });
    let (whole, head) = (ask("GET"), ask("HEAD"));
    assert_eq!((whole.status, whole.headers), (head.status, head.headers));
});
