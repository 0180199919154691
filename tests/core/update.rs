//! Updates: old + update = new, byte for byte, for any two sets of packs. Any other update is rejected.

use pack_lookup::dataset::{Gap, Gaps, Release, writer};
use pack_lookup::pack::{Discontinued, Pack, Prices};
use pack_lookup::update::{Report, apply, compare, make};
use proptest::prelude::*;

use crate::cases::fixture;
use crate::common::{self, date, dates, entry, fixtures, pack, seal, single_bit_flips, write};

const WEEK: &[u8] = include_bytes!("../cases/week.update");
const BEFORE: &[u8] = include_bytes!("../cases/api.bin");

/// The fixture a week later, with a change of each kind.
fn next_week() -> Vec<Pack> {
    let mut packs = fixture::packs();
    packs[0].prices = Prices { price_pence: Some(175), price_prev_pence: Some(189) };
    packs[0].gtin_codes[1].end_date = Some(date("2025-08-20"));
    packs[0].gtin_codes.push(entry("9520000000073", "2025-08-21", None));
    packs[1].discontinued = None;
    packs[2].name = packs[2].name.replace("Ltd", "Limited");
    packs[3].gtin_codes.clear();
    packs[7].is_invalid = true;
    packs[8].discontinued =
        Some(Discontinued { flag: "Discontinued Flag".to_owned(), date: Some(date("2025-08-19")) });
    packs[11].comb_content.reverse();
    packs[14].legal_category = "GSL".to_owned();
    packs.remove(15);
    let mut new = pack(900, "Paracetamol 500mg tablets (Demo Santé) 32 tablet");
    new.gtin_codes = vec![entry("9520000000028", "2025-08-21", None)];
    packs.push(new);
    packs
}

fn after() -> Vec<u8> {
    let (name, date) = ("8.3.0_20250821000001".to_owned(), date("2025-08-21"));
    let packs = next_week();
    let mut concepts = fixture::concepts(&packs);
    concepts.vmps[0].is_sugar_free = true;
    let release = Release { name, date, is_demo: true, gaps: Gaps::default() };
    writer::write_with(packs, Some(concepts), &release).unwrap()
}

/// `UPDATE_CASES=1 cargo test --features write --test core update` rewrites the file.
#[test]
fn the_weekly_update_has_its_golden_bytes() {
    let update = make(BEFORE, &after()).unwrap();
    if std::env::var_os("UPDATE_CASES").is_some() {
        std::fs::write(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/cases/week.update"), &update).unwrap();
    } else {
        assert!(update == WEEK, "the format, the fixture or the changes differ: run with UPDATE_CASES=1");
        assert!(apply(BEFORE, WEEK).unwrap() == after());
    }
}

/// Two lists of packs. Some packs are in both, unchanged.
fn two_fixtures() -> impl Strategy<Value = (Vec<Pack>, Vec<Pack>)> {
    (fixtures(40), fixtures(40), any::<u64>()).prop_map(|(first, mut second, kept)| {
        for (place, (pack, same)) in second.iter_mut().zip(&first).enumerate() {
            if kept >> (place % 64) & 1 == 1 && same.pack_id == pack.pack_id {
                *pack = same.clone();
            }
        }
        (first, second)
    })
}

/// Checks that an update of the case dataset is rejected, or gives the dataset of the next week.
fn assert_rejected_or_unchanged(update: &[u8], what: &str) {
    if let Ok(made) = apply(BEFORE, update) {
        assert!(made == after(), "{what}");
    }
}

proptest! {
    #![proptest_config(common::cases(128))]

    #[test]
    fn applying_an_update_gives_the_newer_dataset((first, second) in two_fixtures(), day in dates()) {
        let (before, release) = (write(first), Release { name: "x".to_owned(), date: day, is_demo: false, gaps: [Gap::NoVmpFile].into_iter().collect() });
        let after = writer::write(second, &release).unwrap();
        let update = make(&before, &after).unwrap();
        prop_assert!(apply(&before, &update).unwrap() == after);
        prop_assert!(update.len() < after.len() + 1000);
        let report = compare(&before, &after).unwrap();
        prop_assert!(serde_json::from_str::<serde_json::Value>(&report.to_json()).is_ok());
        prop_assert!(report.to_string().contains("packs"));
    }

    #[test]
    fn updates_from_and_to_an_empty_dataset(fixture in fixtures(40)) {
        let (nothing, something) = (write(Vec::new()), write(fixture));
        prop_assert!(apply(&nothing, &make(&nothing, &something).unwrap()).unwrap() == something);
        prop_assert!(apply(&something, &make(&something, &nothing).unwrap()).unwrap() == nothing);
    }

    #[test]
    fn rejects_damage_with_a_recomputed_digest(places in proptest::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 1..20)) {
        let mut bytes = WEEK.to_vec();
        for (place, byte) in places {
            let place = 48 + place.index(bytes.len() - 48);
            bytes[place] = byte;
        }
        seal(&mut bytes);
        assert_rejected_or_unchanged(&bytes, "damaged");
    }
}

fn reason(before: &[u8], update: &[u8]) -> &'static str {
    apply(before, update).unwrap_err().reason()
}

#[test]
fn rejects_single_bit_flips() {
    for (bit, damaged) in single_bit_flips(WEEK) {
        assert!(apply(BEFORE, &damaged).is_err(), "bit {bit}");
    }
}

#[test]
fn bit_flips_with_a_recomputed_digest_never_change_the_result() {
    for (bit, mut damaged) in single_bit_flips(WEEK) {
        seal(&mut damaged);
        // Some bits have no meaning, such as padding of a bitmap. The result is then the announced dataset.
        assert_rejected_or_unchanged(&damaged, &format!("bit {bit}"));
    }
}

#[test]
fn rejects_truncated_and_extended_updates() {
    for end in 0..WEEK.len() {
        let expected = if end < 8 { "not_an_update" } else { "damaged" };
        assert_eq!(reason(BEFORE, &WEEK[..end]), expected, "{end} bytes");
    }
    for more in [&[0][..], WEEK] {
        assert_eq!(reason(BEFORE, &[WEEK, more].concat()), "damaged");
        let mut longer = [WEEK, more].concat();
        let len = longer.len() as u32;
        longer[12..16].copy_from_slice(&len.to_le_bytes());
        seal(&mut longer);
        assert_eq!(reason(BEFORE, &longer), "damaged");
    }
}

#[test]
fn errors_have_a_reason_and_a_sentence() {
    let cases = [
        (BEFORE, with(0, b'P'), "not_an_update", "not an update"),
        (BEFORE, BEFORE.to_vec(), "not_an_update", "not an update"),
        (BEFORE, with(8, 99), "other_version", "update version 99 is not version"),
        (BEFORE, with(48, 99), "other_version", "dataset format 99"),
        (BEFORE, with(11, 0x84), "damaged", "damaged"),
        (BEFORE, with(60, 1), "other_dataset", "not for this dataset"),
        (BEFORE, with(90, 1), "other_outcome", "digest mismatch"),
        (BEFORE, with(11, 0), "damaged", "damaged"),
        (BEFORE, with(11, 0x40), "damaged", "damaged"),
        (b"no dataset", WEEK.to_vec(), "no_dataset", "not a dataset"),
        (&BEFORE[..90], WEEK.to_vec(), "no_dataset", "truncated"),
    ];
    for (before, update, reason, sentence) in cases {
        let error = apply(before, &update).unwrap_err();
        assert_eq!(error.reason(), reason);
        assert!(error.to_string().contains(sentence), "{error}");
    }
    assert!(apply(BEFORE, &with(11, 0x80)).is_ok());
}

/// Returns the weekly update with one byte replaced, and a correct digest.
fn with(place: usize, byte: u8) -> Vec<u8> {
    let mut bytes = WEEK.to_vec();
    bytes[place] = byte;
    seal(&mut bytes);
    bytes
}

#[test]
fn rejects_updates_applied_out_of_order() {
    let [one, two, three] = [1, 2, 3].map(|packs| write((0..packs).map(|n| pack(n, "A")).collect()));
    let [first, second] = [make(&one, &two).unwrap(), make(&two, &three).unwrap()];
    assert_eq!(reason(&one, &second), "other_dataset");
    assert_eq!(reason(&two, &first), "other_dataset");
    assert_eq!(reason(&three, &first), "other_dataset");
    assert!(apply(&apply(&one, &first).unwrap(), &second).unwrap() == three);
}

/// The length of what is empty after the index: the names of medicines, which a small dataset lacks.
const EMPTY: usize = 4;

#[test]
fn a_damaged_base_never_gives_another_dataset() {
    let mut damaged = BEFORE.to_vec();
    // Finds the last byte of the index. Concepts follow.
    let release = Release {
        name: "8.2.0_20250814000001".to_owned(),
        date: date("2025-08-14"),
        is_demo: true,
        gaps: Gaps::default(),
    };
    let last = writer::write(fixture::packs(), &release).unwrap().len() - 1 - EMPTY;
    damaged[last] ^= 1;
    // The words are rebuilt, so this damage has no effect.
    assert!(apply(&damaged, WEEK).unwrap() == after());
    for (bit, damaged) in single_bit_flips(BEFORE) {
        if let Ok(made) = apply(&damaged, WEEK) {
            assert!(made == after(), "bit {bit}");
        }
    }
    assert_eq!(make(&damaged, &after()).unwrap_err().reason(), "no_dataset");
}

#[test]
fn columns_without_bytes_add_nothing() {
    let nothing = write(Vec::new());
    let something = write(vec![pack(1, "A"), pack(2, "B")]);
    let update = make(&nothing, &something).unwrap();
    // Replaces every place that could start a column by a column of the maximum count without bytes.
    for place in 48..update.len() - 5 {
        let mut damaged = update.clone();
        damaged[place] = 0;
        damaged[place + 1..place + 5].copy_from_slice(&u32::MAX.to_le_bytes());
        seal(&mut damaged);
        // A column that is not read may have any length.
        if let Ok(made) = apply(&nothing, &damaged) {
            assert!(made == something, "{place}");
        }
    }
}

fn report() -> Report {
    compare(BEFORE, &after()).unwrap()
}

#[test]
fn reports_the_changes_of_a_week_by_kind() {
    let json: serde_json::Value = serde_json::from_str(&report().to_json()).unwrap();
    assert_eq!(
        json["counts"],
        serde_json::json!({
            "added": 1, "removed": 1, "changed": 8, "renamed": 1, "discontinued": 1, "reinstated": 1, "invalid": 1,
            "prices": 1, "gtins_added": 2, "gtins_removed": 2, "gtins_closed": 1, "gtins_reused": 1, "other": 2
        })
    );
    let pointers = [
        ("/before/release", "8.2.0_20250814000001"),
        ("/after/date", "2025-08-21"),
        ("/renamed/0/after", "Lorazepam 1mg tablets (Demo Pharma Limited) 28 tablet"),
        ("/discontinued/0/discontinued_date", "2025-08-19"),
        ("/gtins_closed/0/gtin", "09520000000011"),
        ("/gtins_closed/0/end_date", "2025-08-20"),
        ("/gtins_removed/0/gtin", "9520000000035"),
        ("/gtins_reused/0/gtin", "9520000000028"),
        ("/gtins_reused/0/packs/0/name", "Paracetamol 500mg tablets (Demo Santé) 32 tablet"),
        (
            "/gtins_reused/0/packs/1/name",
            "Ibuprofen 200mg tablets (Demo Pharma Ltd) 24 tablet 2 x 12 tablets",
        ),
    ];
    for (pointer, expected) in pointers {
        assert_eq!(json.pointer(pointer).unwrap(), expected, "{pointer}");
    }
    assert_eq!(json["prices"][0]["before"], 189);
    assert_eq!(json["prices"][0]["after"], 175);
}

#[test]
fn reports_the_changes_of_a_week_as_text() {
    let text = report().to_string();
    let parts = [
        "8.2.0_20250814000001 of 2025-08-14, 65 packs\n-> 8.3.0_20250821000001 of 2025-08-21, 65 packs\n",
        "\n1 barcodes re-used: on another pack now, too or instead\n  9520000000028\n    ",
        "\n1 prices changed\n",
        "£1.89 -> £1.75\n",
        "\n1 barcodes ended\n  09520000000011  from 2019-03-07 to 2025-08-20  ",
    ];
    for part in parts {
        assert!(text.contains(part), "{part} is not in\n{text}");
    }
    let nothing = compare(BEFORE, BEFORE).unwrap();
    assert!(nothing.to_string().ends_with("\nno pack changed\n"));
}

/// Returns a pack that carries the GTIN of these tests.
fn on(n: u64, name: &str) -> Pack {
    let mut pack = pack(n, name);
    pack.gtin_codes = vec![entry("9520000000028", "2025-08-01", None)];
    pack
}

fn reused(before: Vec<Pack>, after: Vec<Pack>) -> usize {
    compare(&write(before), &write(after)).unwrap().kinds.gtins_reused.len()
}

#[test]
fn reports_a_gtin_that_moves_to_another_pack() {
    assert_eq!(reused(vec![on(1, "A")], vec![on(1, "A"), on(2, "B")]), 1);
    assert_eq!(reused(vec![], vec![on(1, "A"), on(2, "B")]), 1);
    assert_eq!(reused(vec![on(1, "A")], vec![on(1, "A2")]), 0);
    assert_eq!(reused(vec![on(1, "A"), on(2, "B")], vec![on(1, "A"), on(2, "B"), on(3, "C")]), 1);
    assert_eq!(reused(vec![on(1, "A")], vec![on(2, "B")]), 1);
    assert_eq!(reused(vec![on(1, "A"), on(2, "B")], vec![on(1, "A"), on(2, "B2")]), 0);
    assert_eq!(reused(vec![on(1, "A"), on(2, "B")], vec![on(2, "B")]), 0);
}

/// Returns a dataset with one pack.
fn priced(pence: u32, legal_category: &str, is_invalid: bool) -> Vec<u8> {
    let mut pack = pack(1, "A");
    pack.prices.price_pence = Some(pence);
    pack.legal_category = legal_category.to_owned();
    pack.is_invalid = is_invalid;
    write(vec![pack])
}

/// Returns the numbers of price changes and of other changes.
fn counts(before: &[u8], after: &[u8]) -> (usize, usize) {
    let report = compare(before, after).unwrap();
    (report.counts.prices, report.counts.other)
}

#[test]
fn reports_other_changes_beside_a_price_change() {
    assert_eq!(counts(&priced(100, "P", false), &priced(120, "P", false)), (1, 0));
    assert_eq!(counts(&priced(100, "P", false), &priced(120, "POM", false)), (1, 1));
    assert_eq!(counts(&priced(100, "P", true), &priced(120, "P", false)), (1, 1));
}
