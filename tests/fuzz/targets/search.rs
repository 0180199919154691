//! Queries of any text, and what must hold of any answer.
#![no_main]

use libfuzzer_sys::fuzz_target;
use pack_lookup::dataset::Dataset;
use pack_lookup::search::{Order, Query, search, suggest};

const DATASET: &[u8] = include_bytes!("../../cases/api.bin");

fuzz_target!(|input: (&str, u8, u8, bool)| {
    let (text, limit, offset, current_only) = input;
    let dataset = Dataset::open(DATASET).expect("the dataset of the cases");
    let (limit, offset) = (usize::from(limit), usize::from(offset));
    let query = Query { text, limit, offset, current_only, order: Order::Name };
    let by_name = search(&dataset, &query);
    let mut by_relevance = search(&dataset, &Query { order: Order::Relevance, ..query });
    assert_eq!(by_name.packs.len(), by_name.total.saturating_sub(offset).min(limit));
    assert!(by_name.packs.iter().all(|pack| !current_only || dataset.is_current(*pack)));
    by_relevance.packs.sort_unstable();
    let mut same = by_name.packs.clone();
    same.sort_unstable();
    assert_eq!(same, by_relevance.packs, "the order does not decide which packs they are");
    assert!(suggest(&dataset, text, limit).len() <= limit);
});
