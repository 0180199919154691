//! Lists of codes: what became of each code, as written by people, programs and spreadsheets.

use std::sync::LazyLock;

use pack_lookup::code_list::{CodeKind, CodeList, Finding, Source, check};
use pack_lookup::concept::{Kind, Reuse};
use pack_lookup::dataset::{Dataset, Gaps, Release, writer};
use pack_lookup::gtin::Gtin;
use pack_lookup::history::{History, follow};
use pack_lookup::pack::GtinEntry;
use pack_lookup::snomed::ConceptId;
use proptest::prelude::*;

use crate::cases::{DATASET, HISTORY, fixture};
use crate::common::{date, entry};

static FIXTURE: LazyLock<Dataset<'static>> = LazyLock::new(|| Dataset::open(DATASET).unwrap());
static CHANGES: LazyLock<History> = LazyLock::new(|| History::of_dataset(HISTORY, &FIXTURE).unwrap());

fn source() -> Source<'static> {
    Source { dataset: &FIXTURE, history: Some(&CHANGES), since: None }
}

fn status(code: &str) -> String {
    let list = check(source(), [code]);
    let findings: Vec<&str> = list.codes[0].findings.iter().map(Finding::as_str).collect();
    let kind = list.codes[0].kind.map_or("-", CodeKind::as_str);
    format!("{kind} {}", if findings.is_empty() { "current".to_owned() } else { findings.join(" ") })
}

#[test]
fn says_what_became_of_each_code() {
    for (code, expected) in [
        ("9520000000011", "gtin current"),
        ("09520000000011", "gtin current"),
        ("9520000000035", "gtin reused"),
        ("9520000000028", "gtin discontinued ended"),
        ("995200000000000013", "ampp current"),
        ("995200000000000050", "ampp invalid"),
        ("995200000000000202", "ampp invalid discontinued"),
        ("995200000000000021", "ampp discontinued"),
        ("95220001000001109", "vmp current"),
        ("95220011000001106", "vmp no_current_pack"),
        ("95250001000001108", "vmpp current"),
        ("95210001000001104", "vtm current"),
        // The history has its last name.
        ("10009001000001103", "- removed"),
        ("9520000009991", "- unknown_gtin"),
        ("9520000009990", "- wrong_check_digit"),
        ("38188111000001100", "- unknown_code"),
        ("38188111000001101", "- wrong_check_digit"),
        ("amlodipine", "- not_a_code"),
        ("12345", "- not_a_code"),
        ("", "- not_a_code"),
        ("1234567890123456789", "- not_a_code"),
    ] {
        assert_eq!(status(code), expected, "{code}");
    }
}

#[test]
fn reads_codes_that_a_spreadsheet_or_a_program_wrote() {
    for (code, expected) in [
        (" 9520000000011\u{a0}", "gtin current"),
        ("\u{feff}9520000000011", "gtin current"),
        ("'9520000000011", "gtin current"),
        ("=\"9520000000011\"", "gtin current"),
        ("\"9520000000011\"", "gtin current"),
        ("95 2000 0000 011", "gtin current"),
        ("9520000000011.0", "gtin current"),
        ("95200002", "gtin zeros_lost"),
        ("995200000000000013.0", "- rounded_number"),
        ("995200000000000000", "- rounded_number"),
        ("9.52E+12", "- rounded_number"),
        ("9,952E+17", "- rounded_number"),
        ("9520000000011.5", "- not_a_code"),
        ("-9520000000011", "- not_a_code"),
        ("9520000000011 9520000000028", "- not_a_code"),
    ] {
        assert_eq!(status(code), expected, "{code}");
    }
}

/// A code whose last digits are zeros is no rounded one if its check digit is correct.
#[test]
fn a_code_that_ends_with_zero_may_be_right() {
    assert_eq!(status("38188111000001100"), "- unknown_code");
    assert_eq!(status("38188111000001000"), "- rounded_number");
}

#[test]
fn names_the_code_that_replaces_another() {
    let packs = fixture::packs();
    let mut concepts = fixture::concepts(&packs);
    let before = ConceptId::parse("38188111000001100").unwrap();
    concepts.vmps[0].previous_id = Some(before);
    let (id, name) = (concepts.vmps[0].id, concepts.vmps[0].name.clone());
    let bytes = write(packs, concepts, "2025-08-21");
    let dataset = Dataset::open(&bytes).unwrap();
    let list = check(Source { dataset: &dataset, history: None, since: None }, ["38188111000001100"]);
    assert_eq!(list.codes[0].kind, Some(CodeKind::Concept(Kind::Vmp)));
    assert_eq!(list.codes[0].findings, [Finding::Replaced { by: id, name: name.clone() }]);
    assert_eq!(list.codes[0].in_words(), format!("Replaced by {id} ({name})"));
}

fn write(
    packs: Vec<pack_lookup::pack::Pack>,
    concepts: pack_lookup::concept::Concepts,
    day: &str,
) -> Vec<u8> {
    let release = Release { name: day.to_owned(), date: date(day), is_demo: true, gaps: Gaps::default() };
    writer::write_with(packs, Some(concepts), &release).unwrap()
}

/// A week in which a pack joined others of its product, a pack received a barcode, and a barcode was given to another pack
/// without a trace.
fn next_week() -> Vec<u8> {
    let mut packs = fixture::packs();
    let mut concepts = fixture::concepts(&packs);
    let mut added = packs[0].clone();
    added.pack_id = pack_lookup::snomed::AmppId::parse("38188111000001100").unwrap();
    added.name = "Paracetamol 500mg tablets (New Ltd) 32 tablet".to_owned();
    added.gtin_codes = vec![entry("9520000000059", "2025-08-21", None)];
    let details = concepts.packs[0].1;
    concepts.packs.push((added.pack_id, details));
    packs[0].gtin_codes.push(entry("9520000009991", "2025-08-21", None));
    let moved = packs[1].gtin_codes.remove(0);
    packs[2].gtin_codes.push(GtinEntry { start_date: date("2025-08-21"), end_date: None, ..moved });
    packs.push(added);
    write(packs, concepts, "2025-08-21")
}

#[test]
fn finds_codes_that_were_added_for_the_same_products() {
    let bytes = next_week();
    let history = follow(None, Some(DATASET), &bytes).unwrap();
    let dataset = Dataset::open(&bytes).unwrap();
    let history = History::of_dataset(&history, &dataset).unwrap();
    let source = Source { dataset: &dataset, history: Some(&history), since: Some(date("2025-08-21")) };
    let came = |codes: &[&str]| -> Vec<String> {
        let additions = check(source, codes.iter().copied()).additions();
        additions
            .iter()
            .map(|one| {
                format!(
                    "{} {}",
                    one.kind.as_str(),
                    one.gtin.map_or(one.code.to_string(), |gtin| gtin.to_string())
                )
            })
            .collect()
    };
    assert_eq!(came(&["995200000000000013"]), ["ampp 38188111000001100"], "no barcodes in a list of packs");
    assert_eq!(came(&["9520000000011"]), ["ampp 38188111000001100", "gtin 9520000009991"]);
    assert_eq!(
        came(&["9520000000011", "38188111000001100", "9520000009991", "9520000000059"]),
        [""; 0],
        "they are in the list"
    );
    assert_eq!(came(&["995200000000000032"]), [""; 0], "another product");
    assert_eq!(came(&["95220001000001109"]), [""; 0], "a list of virtual products has no packs");
    assert_eq!(came(&[]), [""; 0]);
}

/// A barcode that the pack lost again is not missing from a list.
#[test]
fn what_came_and_went_is_not_added() {
    let asked = Source { since: Some(date("2025-08-01")), ..source() };
    assert_eq!(check(asked, ["9520000000011", "995200000000000169"]).additions(), []);
}

#[test]
fn a_barcode_that_was_moved_without_a_trace_is_told_by_the_history() {
    let bytes = next_week();
    let history = follow(None, Some(DATASET), &bytes).unwrap();
    let dataset = Dataset::open(&bytes).unwrap();
    let history = History::of_dataset(&history, &dataset).unwrap();
    let gtin = fixture::packs()[1].gtin_codes[0].gtin.to_string();
    let ask =
        |history| check(Source { dataset: &dataset, history, since: None }, [gtin.as_str()]).codes.remove(0);
    assert!(!ask(None).findings.iter().any(|one| matches!(one, Finding::Moved { .. })));
    let from = ConceptId::from(fixture::packs()[1].pack_id);
    assert_eq!(ask(Some(&history)).findings[0], Finding::Moved { from, on: date("2025-08-21") });
}

/// A barcode that came back to its pack has not moved.
#[test]
fn a_barcode_that_came_back_has_not_moved() {
    assert_eq!(status("9520000000040"), "gtin current");
}

#[test]
fn says_whether_all_changes_are_known() {
    let complete = |history, since: Option<&str>| {
        check(Source { dataset: &FIXTURE, history, since: since.map(date) }, ["1"]).is_complete()
    };
    assert!(complete(Some(&*CHANGES), None) && complete(Some(&*CHANGES), Some("2025-08-01")));
    assert!(!complete(Some(&*CHANGES), Some("2025-07-31")));
    assert!(!complete(None, Some("2025-08-01")) && !complete(None, None));
}

#[test]
fn a_dataset_without_concepts_says_that_it_cannot_know() {
    let release =
        Release { name: "8".to_owned(), date: date("2025-08-14"), is_demo: true, gaps: Gaps::default() };
    let bytes = writer::write(fixture::packs(), &release).unwrap();
    let dataset = Dataset::open(&bytes).unwrap();
    let list = check(
        Source { dataset: &dataset, history: None, since: None },
        ["95220001000001109", "995200000000000013"],
    );
    assert_eq!(list.codes[0].findings, [Finding::NoConcepts]);
    assert_eq!(list.codes[1].status(), "current");
}

/// Every code of the dataset is found, and its kind, in a list of any length: long lists are found in another way.
#[test]
fn finds_every_code_of_the_dataset_in_short_and_long_lists() {
    let mut codes: Vec<(String, &str)> = Vec::new();
    let packs = fixture::packs();
    let concepts = fixture::concepts(&packs);
    codes.extend(packs.iter().map(|pack| (pack.pack_id.to_string(), "ampp")));
    codes
        .extend(packs.iter().flat_map(|pack| &pack.gtin_codes).map(|entry| (entry.gtin.to_string(), "gtin")));
    codes.extend(concepts.amps.iter().map(|one| (one.id.to_string(), "amp")));
    codes.extend(concepts.vmpps.iter().map(|one| (one.id.to_string(), "vmpp")));
    codes.extend(concepts.vmps.iter().map(|one| (one.id.to_string(), "vmp")));
    codes.extend(concepts.vtms.iter().map(|one| (one.id.to_string(), "vtm")));
    let fillers: Vec<String> =
        (0..3000).map(|number| (38_188_111_000_000_000u64 + number).to_string()).collect();
    for filled in [0, fillers.len()] {
        let all = codes
            .iter()
            .map(|(code, _)| code.as_str())
            .chain(fillers.iter().take(filled).map(String::as_str));
        let list = check(source(), all);
        for ((code, kind), checked) in codes.iter().zip(&list.codes) {
            assert_eq!(
                (checked.code.as_str(), checked.kind.map(CodeKind::as_str)),
                (code.as_str(), Some(*kind)),
                "{filled}"
            );
            assert!(!checked.name.is_empty());
        }
    }
}

#[test]
fn re_used_barcodes_have_their_grade() {
    let list = check(source(), ["9520000000035"]);
    assert_eq!(list.codes[0].findings[0], Finding::Reused { grade: Reuse::DifferentMedicines, packs: 2 });
    assert_eq!(list.codes[0].in_words(), "2 packs have carried this GTIN: different medicines");
}

fn counted(list: &CodeList<'_>) -> usize {
    list.counts().iter().map(|(_, count)| count).sum()
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn no_code_is_lost_and_none_is_changed(codes in proptest::collection::vec(
        prop_oneof!["\\PC{0,20}", "[0-9 .,eE+'\"=-]{0,20}", "[0-9]{5,19}"], 0..40)) {
        let list = check(source(), codes.iter().map(String::as_str));
        let written: Vec<&str> = list.codes.iter().map(|code| code.code.as_str()).collect();
        let expected: Vec<&str> = codes.iter().map(|code| code.trim()).collect();
        prop_assert_eq!(written, expected);
        prop_assert_eq!(counted(&list), codes.len());
        let json: serde_json::Value = serde_json::from_slice(&list.to_json(pack_lookup::json::IdFormat::String)).unwrap();
        prop_assert_eq!(json["codes"].as_array().unwrap().len(), codes.len());
    }

    /// A wrong digit is never taken for another code: a single digit is always found by a check digit.
    #[test]
    fn a_mistyped_digit_is_not_current(place in 0usize..13, add in 1u8..10) {
        let mut digits: Vec<u8> = b"9520000000011".to_vec();
        digits[place] = b'0' + (digits[place] - b'0' + add) % 10;
        let code = String::from_utf8(digits).unwrap();
        let is_known = Gtin::parse(&code).is_ok_and(|gtin| pack_lookup::lookup::latest(&FIXTURE, gtin).is_some());
        prop_assume!(!is_known);
        prop_assert_eq!(status(&code), "- wrong_check_digit");
    }
}
