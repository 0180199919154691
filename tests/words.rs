//! Words as people write them: each case is a query, the names that it must find, and names that it
//! must not find. A case's names are all that its dataset holds.
#![cfg(feature = "write")]
#![allow(clippy::unwrap_used, clippy::panic)]

use std::collections::BTreeSet;

use pack_lookup::ampp_id::{AmppId, verhoeff_check_digit};
use pack_lookup::dataset::{Dataset, Release, writer};
use pack_lookup::date::Date;
use pack_lookup::pack::{Pack, Prices};
use pack_lookup::search::{Query, search};

#[derive(serde::Deserialize)]
struct Case {
    query: String,
    finds: BTreeSet<String>,
    not: BTreeSet<String>,
}

#[test]
fn each_query_finds_what_it_means_and_nothing_else() {
    let cases: Vec<Case> = serde_json::from_str(include_str!("cases/words.json")).unwrap();
    let failures: Vec<String> = cases.iter().filter_map(failure).collect();
    assert!(failures.is_empty(), "{} of {}:\n{}", failures.len(), cases.len(), failures.join("\n"));
}

/// What is wrong with the answer to a case, if anything is.
fn failure(case: &Case) -> Option<String> {
    let found = names_found(case.finds.union(&case.not), &case.query);
    let missing: Vec<&String> = case.finds.difference(&found).collect();
    let wrong: Vec<&String> = case.not.intersection(&found).collect();
    let is_right = missing.is_empty() && wrong.is_empty();
    (!is_right).then(|| format!("{:?}: missing {missing:?}, wrong {wrong:?}", case.query))
}

fn names_found<'n>(names: impl Iterator<Item = &'n String>, query: &str) -> BTreeSet<String> {
    let packs = names.zip(1..).map(|(name, number)| pack(number, name)).collect();
    let date = Date::parse("2025-08-14").unwrap();
    let release = Release { name: "8.2.0_20250814000001".to_owned(), date, is_demo: true };
    let bytes = writer::write(packs, &release).unwrap();
    let dataset = Dataset::open(&bytes).unwrap();
    search(&dataset, &Query::new(query)).packs.into_iter().map(|pack| dataset.name(pack)).collect()
}

fn pack(number: u64, name: &str) -> Pack {
    Pack {
        pack_id: id(number),
        name: name.to_owned(),
        generic_pack_name: name.to_owned(),
        generic_product_name: name.to_owned(),
        short_name: None,
        subpack: None,
        legal_category: "P".to_owned(),
        discontinued: None,
        gtin_codes: Vec::new(),
        prices: Prices::default(),
        is_invalid: false,
        comb_content: Vec::new(),
    }
}

fn id(number: u64) -> AmppId {
    let body = 99_520_000_000_000_000 + number;
    AmppId::new(body * 10 + u64::from(verhoeff_check_digit(body))).unwrap()
}
