//! The search cases in `tests/cases/search`.

use std::collections::{BTreeMap, BTreeSet};

use pack_lookup::dataset::Dataset;
use pack_lookup::date::Date;
use pack_lookup::pack::{Discontinued, Pack};
use pack_lookup::search::{Notice, Order, Query, search};

use crate::common::{self, case_files};

#[derive(serde::Deserialize)]
#[serde(deny_unknown_fields)]
struct Case {
    name: String,
    #[serde(default, rename = "why")]
    _why: String,
    query: String,
    #[serde(default)]
    packs: Vec<String>,
    #[serde(default)]
    generic_names: BTreeMap<String, String>,
    #[serde(default)]
    discontinued: BTreeSet<String>,
    #[serde(default)]
    invalid: BTreeSet<String>,
    expect: Expect,
}

#[derive(serde::Deserialize)]
#[serde(deny_unknown_fields)]
struct Expect {
    #[serde(default)]
    finds: BTreeSet<String>,
    #[serde(default)]
    excludes: BTreeSet<String>,
    corrections: Option<Vec<(String, Vec<String>)>>,
    strengths: Option<Vec<String>>,
    /// What is available instead, by property.
    available: Option<BTreeMap<String, Vec<String>>>,
    /// The reason for an empty result, and the part of the query.
    no_match: Option<Vec<String>>,
    /// What is told with the answer: code, part of the query, current names.
    notices: Option<Vec<Vec<String>>>,
    best_first: Option<Vec<String>>,
    by_name: Option<Vec<String>>,
}

#[test]
fn name_queries_find_the_expected_packs() {
    check("search/names");
}

#[test]
fn reports_corrections() {
    check("search/corrections.json");
}

#[test]
fn box_text_finds_its_pack_and_reports_ignored_words() {
    check("search/box-text.json");
}

#[test]
fn ranks_the_best_match_first() {
    check("search/ranking.json");
}

fn check(name: &str) {
    let cases: Vec<Case> = case_files::cases(name);
    assert!(!cases.is_empty());
    let mut failures = Vec::new();
    for case in &cases {
        if let Err(error) = case.check() {
            failures.push(format!("{} ({:?}): {error}", case.name, case.query));
        }
    }
    assert!(failures.is_empty(), "{} of {}:\n{}", failures.len(), cases.len(), failures.join("\n"));
}

impl Case {
    fn check(&self) -> Result<(), String> {
        let bytes = common::write(self.packs());
        let dataset = Dataset::open(&bytes).unwrap();
        self.check_found(&dataset)?;
        self.check_corrections(&dataset)?;
        let best_first = Query { order: Order::Relevance, ..Query::new(&self.query) };
        check_order(&dataset, &best_first, &self.expect.best_first)?;
        let limit = self.expect.by_name.as_ref().map_or(0, Vec::len);
        check_order(&dataset, &Query { limit, ..Query::new(&self.query) }, &self.expect.by_name)
    }

    fn check_found(&self, dataset: &Dataset<'_>) -> Result<(), String> {
        let found: BTreeSet<String> = names(dataset, &Query::new(&self.query)).into_iter().collect();
        let missing: Vec<&String> = self.expect.finds.difference(&found).collect();
        let unexpected: Vec<&String> = self.expect.excludes.intersection(&found).collect();
        let is_right = missing.is_empty() && unexpected.is_empty();
        if is_right { Ok(()) } else { Err(format!("missing {missing:?}, unexpected {unexpected:?}")) }
    }

    fn check_corrections(&self, dataset: &Dataset<'_>) -> Result<(), String> {
        let found = search(dataset, &Query::new(&self.query));
        let is_corrected = found.is_corrected();
        let mut corrections = Vec::new();
        for correction in found.corrections {
            corrections.push((correction.written, correction.replacements));
        }
        if self.expect.corrections.is_some() && is_corrected == corrections.is_empty() {
            return Err(format!("is_corrected is {is_corrected}"));
        }
        expect_equal(&corrections, &self.expect.corrections)?;
        expect_equal(&found.available.strengths, &self.expect.strengths)?;
        let mut available = BTreeMap::new();
        for (property, values) in found.available.lists() {
            if !values.is_empty() {
                available.insert(property.to_owned(), values.to_vec());
            }
        }
        expect_equal(&available, &self.expect.available)?;
        let no_match = found.no_match.map(|one| vec![one.reason.code().to_owned(), one.text]);
        expect_equal(&no_match.unwrap_or_default(), &self.expect.no_match)?;
        let mut notices = Vec::new();
        for Notice { kind, written, names } in found.notices {
            notices.push([vec![kind.code().to_owned(), written], names].concat());
        }
        expect_equal(&notices, &self.expect.notices)
    }

    /// Returns the packs of the dataset: the listed packs, and all packs with an expectation.
    fn packs(&self) -> Vec<Pack> {
        let Expect { finds, excludes, best_first, .. } = &self.expect;
        let expected = finds.union(excludes).chain(best_first.iter().flatten());
        let mut packs = Vec::new();
        for (number, name) in (1..).zip(self.packs.iter().chain(expected)) {
            packs.push(self.pack(number, name));
        }
        packs
    }

    fn pack(&self, number: u64, name: &str) -> Pack {
        let date = Date::new(2020, 1, 1).unwrap();
        let discontinued = Discontinued { flag: "Discontinued Flag".to_owned(), date: Some(date) };
        Pack {
            generic_product_name: self.generic_name(name).to_owned(),
            is_invalid: self.invalid.contains(name),
            discontinued: if self.discontinued.contains(name) { Some(discontinued) } else { None },
            ..common::pack(number, name)
        }
    }

    fn generic_name<'n>(&'n self, name: &'n str) -> &'n str {
        for (brand, generic) in &self.generic_names {
            if name.starts_with(brand) {
                return generic;
            }
        }
        // By default, a pack has the name of its generic product.
        name.split_once(" (").map_or(name, |(title, _)| title)
    }
}

fn check_order(
    dataset: &Dataset<'_>,
    query: &Query<'_>,
    expected: &Option<Vec<String>>,
) -> Result<(), String> {
    expect_equal(&names(dataset, query), expected)
}

fn expect_equal<T: PartialEq + std::fmt::Debug>(actual: &T, expected: &Option<T>) -> Result<(), String> {
    match expected {
        Some(expected) if actual != expected => Err(format!("{actual:?}, expected {expected:?}")),
        _ => Ok(()),
    }
}

fn names(dataset: &Dataset<'_>, query: &Query<'_>) -> Vec<String> {
    search(dataset, query).packs.into_iter().map(|pack| dataset.name(pack)).collect()
}
