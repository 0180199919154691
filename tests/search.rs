//! Search against its naive twin, which looks at every pack.
#![cfg(feature = "import")]
#![allow(clippy::indexing_slicing, clippy::unwrap_used, reason = "a test that panics has failed")]

mod common;

use common::{shelves, words, write};
use pack_lookup::dataset::{Dataset, PackNumber};
use pack_lookup::search::naive::Naive;
use pack_lookup::search::{Order, Query, search};
use proptest::prelude::*;

/// Words of the shelf, their starts, and their misspellings.
fn queries() -> impl Strategy<Value = String> {
    let word = prop_oneof![
        3 => words(),
        2 => words().prop_flat_map(|word| (1..=word.len()).prop_map(move |len| word.chars().take(len).collect())),
        1 => "(amldipine|amlodiipne|amoxicilin|lorezepam|xablets|tabelts|caspules|tab|tabs|mg|gram|µg|m|zzzz|5 m|500 mic|5mg/m|5mg/ml)",
    ];
    proptest::collection::vec(word, 1..4).prop_map(|words: Vec<String>| words.join(" "))
}

fn check(dataset: &Dataset<'_>, naive: &Naive, query: &Query<'_>) {
    let (found, expected) = (search(dataset, query), naive.search(query));
    let packs: Vec<u32> = found.packs.iter().map(|pack| pack.0).collect();
    assert_eq!(packs, expected.packs, "{query:?}");
    assert_eq!((found.total, found.is_corrected), (expected.total, expected.is_corrected), "{query:?}");
}

proptest! {
    #[test]
    fn search_finds_what_the_twin_finds(shelf in shelves(120), texts in proptest::collection::vec(queries(), 1..12), limit in 1..30usize, offset in 0..40usize) {
        let bytes = write(shelf.clone());
        let dataset = Dataset::open(&bytes).unwrap();
        let naive = Naive::new(shelf);
        for text in &texts {
            for (current_only, order) in [(false, Order::Name), (true, Order::Relevance)] {
                check(&dataset, &naive, &Query { text, limit, offset, current_only, order });
            }
        }
    }

    /// Pages put one behind the other are the whole result, each pack once.
    #[test]
    fn pages_add_up(shelf in shelves(120), text in queries(), limit in 1..20usize) {
        let bytes = write(shelf);
        let dataset = Dataset::open(&bytes).unwrap();
        let whole = search(&dataset, &Query { limit: 1000, order: Order::Relevance, ..Query::new(&text) });
        let page = |offset| search(&dataset, &Query { limit, offset, order: Order::Relevance, ..Query::new(&text) });
        let pages: Vec<PackNumber> = (0..whole.total.max(1)).step_by(limit).flat_map(|offset| page(offset).packs).collect();
        prop_assert_eq!(whole.packs.len(), whole.total);
        prop_assert_eq!(&pages, &whole.packs);
    }
}

/// Longer than a word may be whose starts have a bit each: it once made the walk over the dictionary panic.
#[test]
fn long_words_are_not_corrected() {
    let bytes = write(vec![common::pack(1, "Amlodipine 5mg tablets (A Ltd) 28 tablet")]);
    let dataset = Dataset::open(&bytes).unwrap();
    for len in [59, 60, 61, 63, 64, 65, 200] {
        assert_eq!(search(&dataset, &Query::new(&"a".repeat(len))).total, 0);
    }
}

/// More packs than are compared one by one, so that every way of choosing is walked.
#[test]
fn large_shelves_are_ranked_like_small_ones() {
    let name = |n: u64| match n % 3 {
        0 => format!("Garment size {n} black (A Ltd) 1 device"),
        1 => format!("Black garment {n} ({} Ltd) 1 device", if n.is_multiple_of(2) { "Size" } else { "B" }),
        _ => format!("Amlodipine {n}mg tablets (Garment UK) {} tablet", n % 30),
    };
    let shelf: Vec<_> = (1..2000)
        .map(|n| {
            let mut pack = common::pack(n, &name(n));
            pack.is_invalid = n % 7 == 0;
            pack
        })
        .collect();
    let bytes = write(shelf.clone());
    let dataset = Dataset::open(&bytes).unwrap();
    let naive = Naive::new(shelf);
    for text in [
        "garment",
        "black garment",
        "garm bl",
        "g",
        "1 device",
        "size",
        "amlo 5",
        "tablet 28",
        "garmnet blakc",
        "ltd",
    ] {
        for offset in [0, 20, 300] {
            check(&dataset, &naive, &Query { offset, ..Query::new(text) });
            check(
                &dataset,
                &naive,
                &Query { offset, current_only: true, order: Order::Relevance, ..Query::new(text) },
            );
        }
    }
}
