//! The history of codes: what changed between two datasets, compared with a simple implementation, and the file of it.

use std::collections::BTreeSet;

use pack_lookup::code_list::{Source, check};
use pack_lookup::concept::{Concepts, Kind};
use pack_lookup::dataset::{Dataset, Gap, Gaps, Release, writer};
use pack_lookup::date::Date;
use pack_lookup::gtin::Gtin;
use pack_lookup::history::{Asked, ChangeKind, History, What, append, between};
use pack_lookup::pack::{Discontinued, GtinEntry, Pack, Prices};
use pack_lookup::snomed::ConceptId;
use proptest::prelude::*;

use crate::cases::fixture;
use crate::common::concepts::fixtures_with_concepts;
use crate::common::{self, date, entry, single_bit_flips};

const HISTORY: &[u8] = include_bytes!("../cases/history.bin");
const DATASET: &[u8] = include_bytes!("../cases/api.bin");

fn release(day: Date) -> Release {
    Release { name: format!("release of {day}"), date: day, is_demo: true, gaps: Gaps::default() }
}

fn dataset(packs: Vec<Pack>, concepts: Concepts, day: &str) -> Vec<u8> {
    writer::write_with(packs, Some(concepts), &release(date(day))).unwrap()
}

/// The history of the dataset of the cases: a week earlier it differed by a change of each kind, and two weeks earlier it was as
/// it is.
fn golden() -> Vec<u8> {
    let packs = fixture::packs();
    let concepts = fixture::concepts(&packs);
    let first = dataset(packs, concepts, "2025-07-31");
    let changed = changed();
    let history = append(None, &first, &changed).unwrap();
    append(Some(&history), &changed, DATASET).unwrap()
}

/// The fixture with a change of each kind.
fn changed() -> Vec<u8> {
    let mut packs = fixture::packs();
    packs[0].prices = Prices { price_pence: Some(175), price_prev_pence: Some(189) };
    packs[0].gtin_codes[1].end_date = Some(date("2025-08-06"));
    packs[0].gtin_codes.push(entry("9520000099999", "2025-08-07", None));
    packs[1].discontinued = None;
    packs[2].name = packs[2].name.replace("Ltd", "Limited");
    packs[7].is_invalid = true;
    packs[8].discontinued =
        Some(Discontinued { flag: "Discontinued Flag".to_owned(), date: Some(date("2025-08-05")) });
    // A GTIN moves from one pack to another, and the GTIN of a third pack is on two.
    let from = only_open(&packs);
    let moved = packs[from].gtin_codes[0];
    packs[from].gtin_codes[0].end_date = Some(date("2025-08-06"));
    packs[19].gtin_codes.push(GtinEntry { start_date: date("2025-08-07"), end_date: None, ..moved });
    let shared = packs[2].gtin_codes[0];
    packs[10].gtin_codes.push(GtinEntry { start_date: date("2025-08-07"), end_date: None, ..shared });
    packs[19].is_invalid = false;
    let mut concepts = fixture::concepts(&packs);
    concepts.vmps[0].name.push_str(" sugar free");
    concepts.vmps[1].previous_id = Some(concepts.vmps[0].id);
    concepts.vmpps[0].is_invalid = !concepts.vmpps[0].is_invalid;
    packs.remove(15);
    packs.push(common::pack(900, "Paracetamol 500mg tablets (Demo Santé) 32 tablet"));
    dataset(packs, concepts, "2025-08-07")
}

/// Returns a pack whose only GTIN is open and on no other pack.
fn only_open(packs: &[Pack]) -> usize {
    let is_wanted = |pack: &Pack| match pack.gtin_codes.as_slice() {
        [only] => {
            only.end_date.is_none()
                && packs.iter().filter(|other| numbers(other).contains(&only.gtin.gtin())).count() == 1
        }
        _ => false,
    };
    packs.iter().skip(3).position(is_wanted).unwrap() + 3
}

/// `UPDATE_CASES=1 cargo test --features import --test core history` rewrites the file.
#[test]
fn the_history_has_its_golden_bytes() {
    let history = golden();
    if std::env::var_os("UPDATE_CASES").is_some() {
        std::fs::write(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/cases/history.bin"), &history).unwrap();
    } else {
        assert!(history == HISTORY, "the format, the fixture or the changes differ: run with UPDATE_CASES=1");
    }
}

#[test]
fn the_golden_history_has_each_kind_of_change() {
    let history = History::open(HISTORY).unwrap();
    let found: BTreeSet<ChangeKind> =
        history.steps.iter().flat_map(|step| &step.changes).map(|change| change.what.kind()).collect();
    let missing: Vec<&str> =
        ChangeKind::ALL.into_iter().filter(|kind| !found.contains(kind)).map(ChangeKind::as_str).collect();
    assert_eq!(missing, [""; 0], "{found:?}");
}

#[test]
fn changes_are_found_by_each_code_that_they_name() {
    let history = History::open(HISTORY).unwrap();
    let changes = &history.steps[0].changes;
    let moved = changes.iter().find(|change| change.what.kind() == ChangeKind::GtinMoved).unwrap();
    let other = moved.what.other().unwrap();
    for asked in [
        Asked { codes: vec![moved.code.into()], ..Asked::default() },
        Asked { codes: vec![other.into()], ..Asked::default() },
        Asked { codes: vec![moved.what.gtin().unwrap().gtin().into()], ..Asked::default() },
        Asked { kinds: vec![ChangeKind::GtinMoved], ..Asked::default() },
        Asked { since: Some(date("2025-08-07")), concepts: vec![Kind::Ampp], ..Asked::default() },
    ] {
        let found = history.changes(&asked);
        assert!(found.iter().any(|(_, change)| *change == moved), "{asked:?}");
    }
    let later = Asked { since: Some(date("2025-08-15")), ..Asked::default() };
    assert!(history.changes(&later).is_empty());
    assert!(history.begins_after(date("2025-07-31")) && !history.begins_after(date("2025-08-01")));
}

#[test]
fn a_history_grows_by_each_release_and_forgets_after_two_years() {
    let week = |packs: Vec<Pack>, day| dataset(packs, Concepts::default(), day);
    let days = ["2023-08-17", "2023-08-24", "2025-08-21", "2025-09-04"];
    let mut files = Vec::new();
    for (price, day) in days.into_iter().enumerate() {
        let mut pack = common::pack(1, "Demo 5mg tablets (Demo) 28 tablet");
        pack.prices.price_pence = Some(100 + price as u32);
        files.push(week(vec![pack], day));
    }
    let mut history: Option<Vec<u8>> = None;
    for pair in files.windows(2) {
        let longer = append(history.as_deref(), &pair[0], &pair[1]).unwrap();
        assert_eq!(append(Some(&longer), &pair[0], &pair[1]).unwrap(), longer, "again");
        history = Some(longer);
    }
    let history = history.unwrap();
    let history = History::open(&history).unwrap();
    let prices: Vec<What> =
        history.steps.iter().flat_map(|step| &step.changes).map(|change| change.what.clone()).collect();
    let price = |before, after| What::Price { before: Some(before), after: Some(after) };
    assert_eq!(prices, [price(101, 102), price(102, 103)]);
    assert_eq!(history.first.date, date("2023-08-24"));
}

fn code<T>(result: Result<T, pack_lookup::history::HistoryError>) -> &'static str {
    match result {
        Ok(_) => "ok",
        Err(error) => {
            assert!(error.to_string().len() > 20, "{error}");
            error.reason()
        }
    }
}

#[test]
fn releases_that_cannot_be_compared_are_errors() {
    let packs = || vec![common::pack(1, "Demo 5mg tablets (Demo) 28 tablet")];
    let none = Concepts::default;
    let (early, late) = (dataset(packs(), none(), "2025-08-14"), dataset(packs(), none(), "2025-08-21"));
    let mut other = release(date("2025-08-21"));
    other.is_demo = false;
    let real = writer::write_with(packs(), Some(none()), &other).unwrap();
    other.gaps = [Gap::NoGtinFile].into_iter().collect();
    let incomplete = writer::write_with(packs(), Some(none()), &other).unwrap();
    let plain = writer::write(packs(), &release(date("2025-08-21"))).unwrap();
    assert_eq!(code(between(&late, &early)), "earlier_release");
    assert_eq!(code(between(&early, &real)), "other_data");
    assert_eq!(code(between(&real, &incomplete)), "incomplete_release");
    assert_eq!(code(between(&early, &plain)), "no_concepts");
    assert_eq!(code(between(b"x", &early)), "no_dataset");
    let history = append(None, &early, &late).unwrap();
    let third = dataset(Vec::new(), none(), "2025-08-28");
    assert_eq!(code(append(Some(&history), &early, &third)), "other_release");
    assert_eq!(code(append(Some(b"a spreadsheet"), &early, &late)), "not_a_history");
}

#[test]
fn rejects_damaged_histories() {
    for end in 0..HISTORY.len() {
        let expected = if end < 8 { "not_a_history" } else { "damaged" };
        assert_eq!(code(History::open(&HISTORY[..end])), expected, "{end} bytes");
    }
    for (bit, mut damaged) in single_bit_flips(HISTORY) {
        assert_ne!(code(History::open(&damaged)), "ok", "bit {bit}");
        // With a new digest it may be another history. It must not panic, nor use much memory.
        common::seal(&mut damaged);
        if let Ok(history) = History::open(&damaged) {
            use_all(&history);
        }
    }
}

/// Reads every change, and checks a list with it. It must not panic, whatever the changes are.
fn use_all(history: &History) {
    let dataset = Dataset::open(DATASET).unwrap();
    let rows = history.rows(&dataset, &history.changes(&Asked::default()));
    assert!(rows.iter().all(|row| !row.in_words().is_empty()));
    let source = Source { dataset: &dataset, history: Some(history), since: None };
    let codes = ["9520000000011", "9520000000040", "995200000000000013", "10009001000001103"];
    check(source, codes).additions();
}

/// A change as text, without what follows from the rest.
type Simple = (String, &'static str, u64, String);

/// The changes of two datasets, found pack by pack and code by code, without an index.
#[derive(Default)]
struct Expected(BTreeSet<Simple>);

fn expected(old: (&[Pack], &Concepts), new: (&[Pack], &Concepts)) -> BTreeSet<Simple> {
    let mut found = Expected::default();
    for pack in new.0 {
        found.add_pack(find(old.0, pack), pack);
        found.add_gtins(old.0, new.0, pack);
    }
    for pack in old.0 {
        found.add_lost(find(new.0, pack), pack);
    }
    for kind in [Kind::Amp, Kind::Vmpp, Kind::Vmp, Kind::Vtm] {
        found.add_concepts(kind, &table(old.1, kind), &table(new.1, kind));
    }
    found.0
}

fn find<'p>(packs: &'p [Pack], like: &Pack) -> Option<&'p Pack> {
    packs.iter().find(|pack| pack.pack_id == like.pack_id)
}

impl Expected {
    fn add(&mut self, kind: &str, concept: Kind, code: impl Into<ConceptId>, text: impl ToString) {
        self.0.insert((kind.to_owned(), concept.as_str(), code.into().number(), text.to_string()));
    }

    fn add_pack(&mut self, before: Option<&Pack>, after: &Pack) {
        let id = after.pack_id;
        let Some(before) = before else { return self.add("new", Kind::Ampp, id, "") };
        if before.name != after.name {
            self.add("renamed", Kind::Ampp, id, format!("{} > {}", before.name, after.name));
        }
        if before.is_invalid != after.is_invalid {
            self.add(if after.is_invalid { "invalid" } else { "valid" }, Kind::Ampp, id, "");
        }
        if before.discontinued.is_some() != after.discontinued.is_some() {
            let kind = if after.discontinued.is_some() { "discontinued" } else { "reinstated" };
            self.add(kind, Kind::Ampp, id, "");
        }
        let [earlier, later] = [before, after].map(|pack| pack.prices.price_pence);
        if earlier != later {
            self.add("price", Kind::Ampp, id, format!("{earlier:?} > {later:?}"));
        }
    }

    fn add_gtins(&mut self, old: &[Pack], new: &[Pack], pack: &Pack) {
        for gtin in numbers(pack) {
            let before = find(old, pack).filter(|before| numbers(before).contains(&gtin));
            let kind = match before.map(|before| (is_open(before, gtin), is_open(pack, gtin))) {
                None if has_other(new, pack, gtin, true) => "gtin_reused",
                None if has_other(old, pack, gtin, true) => "gtin_moved",
                None if has_other(old, pack, gtin, false) || has_other(new, pack, gtin, false) => {
                    "gtin_reused"
                }
                None => "gtin_added",
                Some((true, false)) => "gtin_ended",
                Some((false, true)) => "gtin_resumed",
                Some(_) => continue,
            };
            self.add(kind, Kind::Ampp, pack.pack_id, gtin);
        }
    }

    fn add_lost(&mut self, after: Option<&Pack>, before: &Pack) {
        if after.is_none() {
            self.add("removed", Kind::Ampp, before.pack_id, &before.name);
        }
        for gtin in numbers(before) {
            if !after.is_some_and(|pack| numbers(pack).contains(&gtin)) {
                self.add("gtin_removed", Kind::Ampp, before.pack_id, gtin);
            }
        }
    }

    fn add_concepts(&mut self, kind: Kind, old: &[ConceptRow], new: &[ConceptRow]) {
        for (id, name, is_invalid, previous) in new {
            let before = old.iter().find(|row| row.0 == *id);
            if let Some(previous) = previous.filter(|_| before.is_none_or(|row| row.3 != *previous)) {
                self.add("replaces", kind, *id, previous);
            }
            let Some(before) = before else {
                self.add("new", kind, *id, "");
                continue;
            };
            if before.1 != *name {
                self.add("renamed", kind, *id, format!("{} > {name}", before.1));
            }
            if before.2 != *is_invalid {
                self.add(if *is_invalid { "invalid" } else { "valid" }, kind, *id, "");
            }
        }
        for (id, name, ..) in old {
            if !new.iter().any(|row| row.0 == *id) {
                self.add("removed", kind, *id, name);
            }
        }
    }
}

/// Returns whether another pack has a GTIN, or has it with an open period.
fn has_other(packs: &[Pack], pack: &Pack, gtin: Gtin, must_be_open: bool) -> bool {
    packs.iter().any(|other| {
        other.pack_id != pack.pack_id
            && numbers(other).contains(&gtin)
            && (!must_be_open || is_open(other, gtin))
    })
}

fn numbers(pack: &Pack) -> BTreeSet<Gtin> {
    pack.gtin_codes.iter().map(|entry| entry.gtin.gtin()).collect()
}

fn is_open(pack: &Pack, gtin: Gtin) -> bool {
    pack.gtin_codes.iter().any(|entry| entry.gtin.gtin() == gtin && entry.end_date.is_none())
}

type ConceptRow = (ConceptId, String, bool, Option<ConceptId>);

fn table(concepts: &Concepts, kind: Kind) -> Vec<ConceptRow> {
    match kind {
        Kind::Amp => {
            concepts.amps.iter().map(|row| (row.id, row.name.clone(), row.is_invalid, None)).collect()
        }
        Kind::Vmpp => {
            concepts.vmpps.iter().map(|row| (row.id, row.name.clone(), row.is_invalid, None)).collect()
        }
        Kind::Vmp => concepts
            .vmps
            .iter()
            .map(|row| (row.id, row.name.clone(), row.is_invalid, row.previous_id))
            .collect(),
        _ => concepts
            .vtms
            .iter()
            .map(|row| (row.id, row.name.clone(), row.is_invalid, row.previous_id))
            .collect(),
    }
}

fn simple(history: &History) -> BTreeSet<Simple> {
    let mut found = BTreeSet::new();
    for change in history.steps.iter().flat_map(|step| &step.changes) {
        let text = match &change.what {
            What::Removed { name } => name.to_string(),
            What::Renamed { before, after } => format!("{before} > {after}"),
            What::Price { before, after } => format!("{before:?} > {after:?}"),
            What::Replaces { previous } => previous.to_string(),
            what => what.gtin().map_or(String::new(), |gtin| gtin.gtin().to_string()),
        };
        found.insert((
            change.what.kind().as_str().to_owned(),
            change.concept.as_str(),
            change.code.number(),
            text,
        ));
    }
    found
}

proptest! {
    #![proptest_config(common::cases(256))]

    #[test]
    fn finds_every_change_and_no_other(
        (old, old_concepts) in fixtures_with_concepts(30),
        (new, new_concepts) in fixtures_with_concepts(30),
    ) {
        let (old_concepts, new_concepts) = (old_concepts.whole(), new_concepts.whole());
        let before = dataset(old.clone(), old_concepts.clone(), "2025-08-14");
        let after = dataset(new.clone(), new_concepts.clone(), "2025-08-21");
        let history = between(&before, &after).unwrap();
        prop_assert_eq!(simple(&history), expected((&old, &old_concepts), (&new, &new_concepts)));
        let file = history.write().unwrap();
        prop_assert_eq!(&History::open(&file).unwrap(), &history);
        let longer = append(Some(&file), &after, &dataset(old, old_concepts, "2025-08-28")).unwrap();
        let back = History::open(&longer).unwrap();
        prop_assert_eq!(&back.steps[0], &history.steps[0]);
        prop_assert_eq!(back.write().unwrap(), longer);
    }
}
