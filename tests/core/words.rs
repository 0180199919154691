//! Words as people write them: each case is a query, the names that it must find, and names that it
//! must not find; or the names that it finds, the best first. A case's names are all that its dataset holds.

use std::collections::{BTreeMap, BTreeSet};

use pack_lookup::dataset::Dataset;
use pack_lookup::date::Date;
use pack_lookup::pack::{Discontinued, Pack};
use pack_lookup::search::{Order, Query, search};

use crate::common;

#[derive(serde::Deserialize)]
struct Case {
    query: String,
    finds: BTreeSet<String>,
    not: BTreeSet<String>,
}

#[test]
fn each_query_finds_what_it_means_and_nothing_else() {
    let cases: Vec<Case> = serde_json::from_str(include_str!("../cases/words.json")).unwrap();
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
    let packs = (1..).zip(names).map(|(number, name)| common::pack(number, name)).collect();
    names_of(packs, &Query::new(query)).into_iter().collect()
}

fn names_of(packs: Vec<Pack>, query: &Query<'_>) -> Vec<String> {
    let bytes = common::write(packs);
    let dataset = Dataset::open(&bytes).unwrap();
    search(&dataset, query).packs.into_iter().map(|pack| dataset.name(pack)).collect()
}

/// A query, the names of its dataset, and what it is told: each word as it was typed, and those it was taken for.
#[derive(serde::Deserialize)]
struct Corrected {
    query: String,
    names: Vec<String>,
    told: Vec<(String, Vec<String>)>,
}

#[test]
fn each_correction_is_told() {
    let cases: Vec<Corrected> = serde_json::from_str(include_str!("../cases/corrections.json")).unwrap();
    for Corrected { query, names, told } in cases {
        let packs = (1..).zip(&names).map(|(number, name)| common::pack(number, name)).collect();
        let bytes = common::write(packs);
        let found = search(&Dataset::open(&bytes).unwrap(), &Query::new(&query));
        assert_eq!(found.is_corrected(), !told.is_empty(), "{query}");
        let corrections = found.corrections.into_iter().map(|one| (one.written, one.taken));
        assert_eq!(corrections.collect::<Vec<_>>(), told, "{query}");
    }
}

/// What only past packs have is not told to those who ask for current ones.
#[test]
fn corrections_are_of_what_was_found() {
    let past = Pack { is_invalid: true, ..common::pack(1, "Samlodip 1mg (A Ltd) 1") };
    let bytes = common::write(vec![past, common::pack(2, "Tamlodip 1mg (A Ltd) 1")]);
    let dataset = Dataset::open(&bytes).unwrap();
    let taken = |current_only| {
        let found = search(&dataset, &Query { current_only, ..Query::new("zamlodip") });
        found.corrections.into_iter().flat_map(|one| one.taken).collect::<Vec<_>>()
    };
    assert_eq!(taken(false), ["samlodip", "tamlodip"]);
    assert_eq!(taken(true), ["tamlodip"]);
}

/// What is written on a box, the names that it must find and those that it must not, what is told, and the generic names of
/// brands.
#[derive(serde::Deserialize)]
struct Relaxed {
    query: String,
    finds: BTreeSet<String>,
    not: BTreeSet<String>,
    told: Vec<(String, Vec<String>)>,
    #[serde(default)]
    generic: BTreeMap<String, String>,
    #[serde(default)]
    strengths: Vec<String>,
}

#[test]
fn what_is_written_on_a_box_finds_its_pack_and_says_what_was_left_out() {
    let cases: Vec<Relaxed> = serde_json::from_str(include_str!("../cases/relaxed.json")).unwrap();
    let failures: Vec<String> = cases.iter().filter_map(Relaxed::failure).collect();
    assert!(failures.is_empty(), "{} of {}:\n{}", failures.len(), cases.len(), failures.join("\n"));
}

impl Relaxed {
    fn generic_name(&self, name: &str) -> String {
        let generic = self.generic.iter().find(|(brand, _)| name.starts_with(*brand));
        generic.map_or(name, |(_, generic)| generic).to_owned()
    }

    fn failure(&self) -> Option<String> {
        let pack = |(number, name): (u64, &String)| Pack {
            generic_product_name: self.generic_name(name),
            ..common::pack(number, name)
        };
        let bytes = common::write((1..).zip(self.finds.union(&self.not)).map(pack).collect());
        let dataset = Dataset::open(&bytes).unwrap();
        let found = search(&dataset, &Query::new(&self.query));
        let names: BTreeSet<String> = found.packs.iter().map(|pack| dataset.name(*pack)).collect();
        let told: Vec<_> = found.corrections.into_iter().map(|one| (one.written, one.taken)).collect();
        let is_right = names == self.finds && told == self.told && found.strengths == self.strengths;
        (!is_right)
            .then(|| format!("{:?}: {names:?}, told {told:?}, strengths {:?}", self.query, found.strengths))
    }
}

/// One case for each question of `search::rank`: the names stand in another order than their letters.
#[derive(serde::Deserialize)]
struct Ranking {
    query: String,
    best_first: Vec<String>,
    /// The page of so many packs in the default order, where the case is about it.
    #[serde(default)]
    by_name: Vec<String>,
    #[serde(default)]
    invalid: BTreeSet<String>,
    #[serde(default)]
    discontinued: BTreeSet<String>,
}

#[test]
fn the_best_come_first() {
    let rankings: Vec<Ranking> = serde_json::from_str(include_str!("../cases/rankings.json")).unwrap();
    for ranking in rankings {
        let query = Query { order: Order::Relevance, ..Query::new(&ranking.query) };
        assert_eq!(names_of(ranking.packs(), &query), ranking.best_first, "{query:?}");
        let query = Query { limit: ranking.by_name.len(), ..Query::new(&ranking.query) };
        assert_eq!(names_of(ranking.packs(), &query), ranking.by_name, "{query:?}");
    }
}

impl Ranking {
    fn packs(&self) -> Vec<Pack> {
        (1..).zip(&self.best_first).map(|(number, name)| self.pack(number, name)).collect()
    }

    fn pack(&self, number: u64, name: &str) -> Pack {
        let date = Date::new(2020, 1, 1).unwrap();
        let discontinued = Discontinued { flag: "Discontinued Flag".to_owned(), date: Some(date) };
        Pack {
            is_invalid: self.invalid.contains(name),
            discontinued: self.discontinued.contains(name).then_some(discontinued),
            ..common::pack(number, name)
        }
    }
}
