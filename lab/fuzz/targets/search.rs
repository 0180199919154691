//! Queries of any text: the results are consistent in both orders.
#![no_main]

use libfuzzer_sys::fuzz_target;
use pack_lookup::dataset::{Dataset, PackNumber};
use pack_lookup::search::{Filters, Order, Query, search, suggest};

const DATASET: &[u8] = include_bytes!("../../../tests/cases/api.bin");

// The text comes last, so that the input has it unchanged.
fuzz_target!(|input: (u8, u8, bool, &str)| {
    let (limit, offset, current_only, text) = input;
    let dataset = Dataset::open(DATASET).expect("the dataset of the cases");
    let (limit, offset) = (usize::from(limit), usize::from(offset));
    let query = Query { text, limit, offset, current_only, order: Order::Name, filters: Filters::NONE };
    let by_name = search(&dataset, &query);
    let by_relevance = search(&dataset, &Query { order: Order::Relevance, ..query });
    assert_eq!(by_name.packs.len(), by_name.total.saturating_sub(offset).min(limit));
    assert!(by_name.packs.iter().all(|pack| !current_only || dataset.is_current(*pack)));
    assert_eq!(by_name.total, by_relevance.total);
    // A page of results has other packs in another order.
    if by_name.packs.len() == by_name.total {
        assert_eq!(
            sorted(by_name.packs),
            sorted(by_relevance.packs),
            "both orders have the same packs"
        );
    }
    assert!(suggest(&dataset, text, limit).len() <= limit);
});

fn sorted(mut packs: Vec<PackNumber>) -> Vec<PackNumber> {
    packs.sort_unstable();
    packs
}
