//! Arbitrary requests: the response can be sent, HEAD has the same headers without a body, and a request with the current entity tag gets a 304.
#![no_main]

#[path = "../../../tests/common/queries.rs"]
mod queries;

use libfuzzer_sys::fuzz_target;
use pack_lookup::api::Request;
use pack_lookup::dataset::Dataset;

const DATASET: &[u8] = include_bytes!("../../../tests/cases/api.bin");

// The input is text, so that it can have words of the dictionary: a request line, `GET /api/search?q=a`, and the values of If-None-Match and
// Accept.
fuzz_target!(|text: &str| {
    let mut lines = text.splitn(3, '\n');
    let (line, if_none_match, accept) = (lines.next().unwrap_or_default(), lines.next(), lines.next());
    let (method, target) = line.split_once(' ').unwrap_or(("GET", line));
    let (path, query) = target.split_once('?').unwrap_or((target, ""));
    let dataset = Dataset::open(DATASET).expect("the dataset of the cases");
    let ask = |method, if_none_match| queries::respond_checked(&dataset, &Request { method, if_none_match, accept, ..Request::get(path, query) });
    ask(method, if_none_match);
    let (whole, head) = (ask("GET", if_none_match), ask("HEAD", if_none_match));
    assert_eq!((whole.status, &whole.headers), (head.status, &head.headers));
    let tag = whole.headers.iter().find(|(name, _)| *name == "ETag").map(|(_, tag)| tag.as_str());
    if whole.status == 200 {
        assert_eq!(ask("GET", tag).status, 304);
    }
});
