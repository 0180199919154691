//! The findings of the data quality report, compared with a naive implementation over the packs.

use std::collections::BTreeSet;

use pack_lookup::concept::Reuse;
use pack_lookup::data_quality::{Change, Finding, FindingKind, Report, findings};
use pack_lookup::dataset::{Dataset, PackNumber};
use pack_lookup::gtin::Gtin;
use pack_lookup::pack::{GtinEntry, Pack};
use pack_lookup::snomed::AmppId;
use proptest::prelude::*;

use crate::common::{self, fixtures, pack, write};

/// A finding without names: its kind, its GTIN, and the code of the pack, the digits and the days of each use.
type Plain = (FindingKind, u64, BTreeSet<PlainUse>);
type PlainUse = (AmppId, String, String, Option<String>);

fn plain(finding: &Finding) -> Plain {
    let uses = finding.uses.iter().map(|one| plain_use(one.pack_id, &one.entry)).collect();
    (finding.kind, finding.gtin.number(), uses)
}

fn plain_use(id: AmppId, entry: &GtinEntry) -> PlainUse {
    let end = entry.end_date.map(|end| end.to_string());
    (id, entry.gtin.to_string(), entry.start_date.to_string(), end)
}

/// Reads the packs once per GTIN and kind, and compares days as texts.
fn naive_findings(packs: &[Pack]) -> BTreeSet<Plain> {
    let mut uses = Vec::new();
    for pack in packs {
        for entry in &pack.gtin_codes {
            uses.push((entry.gtin.gtin().number(), plain_use(pack.pack_id, entry), pack.is_invalid));
        }
    }
    let mut expected = BTreeSet::new();
    for gtin in uses.iter().map(|one| one.0).collect::<BTreeSet<_>>() {
        let of_gtin: Vec<_> = uses.iter().filter(|one| one.0 == gtin).collect();
        let all: BTreeSet<_> = of_gtin.iter().map(|one| one.1.clone()).collect();
        let packs: BTreeSet<_> = all.iter().map(|one| one.0).collect();
        let lengths: BTreeSet<_> = all.iter().map(|one| one.1.len()).collect();
        let shared: BTreeSet<_> =
            all.iter().filter(|one| all.iter().any(|other| share_a_day(one, other))).cloned().collect();
        let invalid: BTreeSet<_> = of_gtin.iter().filter(|one| one.2).map(|one| one.1.clone()).collect();
        for (kind, uses) in [
            (FindingKind::Reused, if packs.len() > 1 { all.clone() } else { BTreeSet::new() }),
            (FindingKind::OverlappingPeriods, shared),
            (
                FindingKind::WrongCheckDigit,
                if is_weighted_sum_even(gtin) { BTreeSet::new() } else { all.clone() },
            ),
            (FindingKind::TwoForms, if lengths.len() > 1 { all.clone() } else { BTreeSet::new() }),
            (FindingKind::InvalidPack, invalid),
        ] {
            if !uses.is_empty() {
                expected.insert((kind, gtin, uses));
            }
        }
    }
    expected
}

/// Returns whether two packs have a GTIN on one day. Neither period is over before the other one starts, and
/// both have a day.
fn share_a_day(one: &PlainUse, other: &PlainUse) -> bool {
    let ends_before = |a: &PlainUse, b: &PlainUse| a.3.as_ref().is_some_and(|end| *end < b.2);
    let has_a_day = |a: &PlainUse| !ends_before(a, a);
    one.0 != other.0
        && has_a_day(one)
        && has_a_day(other)
        && !ends_before(one, other)
        && !ends_before(other, one)
}

/// Returns whether the sum of all digits, every other one three times, is a multiple of ten.
fn is_weighted_sum_even(gtin: u64) -> bool {
    let mut sum = 0;
    for (digit, weight) in format!("{gtin:014}").bytes().zip([3, 1].into_iter().cycle()) {
        sum += u32::from(digit - b'0') * weight;
    }
    sum.is_multiple_of(10)
}

proptest! {
    #![proptest_config(common::cases(256))]

    #[test]
    fn findings_match_the_naive_implementation(fixture in fixtures(60)) {
        let bytes = write(fixture.clone());
        let found = findings(&Dataset::open(&bytes).unwrap());
        prop_assert_eq!(found.iter().map(plain).collect::<BTreeSet<_>>(), naive_findings(&fixture));
        prop_assert_eq!(found.iter().map(plain).collect::<BTreeSet<_>>().len(), found.len());
    }

    #[test]
    fn changes_lead_from_the_earlier_findings_to_the_later_ones(before in fixtures(40), after in fixtures(40)) {
        let (before, after) = (write(before), write(after));
        let (before, after) = (Dataset::open(&before).unwrap(), Dataset::open(&after).unwrap());
        let keys = |findings: &[Finding]| findings.iter().map(|one| (one.kind, one.gtin)).collect::<BTreeSet<_>>();
        let (earlier, report) = (findings(&before), Report::of(&after, Some(&before)));
        let with = |change| report.findings.iter().filter(|one| one.change == Some(change)).cloned().collect::<Vec<_>>();
        prop_assert_eq!(keys(&with(Change::New)), &keys(&report.findings) - &keys(&earlier));
        prop_assert_eq!(keys(&report.gone), &keys(&earlier) - &keys(&report.findings));
        let is_same = |one: &&Finding| earlier.iter().any(|other| plain(other) == plain(one) && other.reuse == one.reuse);
        let same: Vec<_> = report.findings.iter().filter(is_same).cloned().collect();
        prop_assert_eq!(keys(&with(Change::Changed)), &(&keys(&report.findings) - &keys(&with(Change::New))) - &keys(&same));
        prop_assert_eq!(with(Change::Gone), []);
    }
}

fn entry(gtin: &str, start: &str, end: Option<&str>) -> GtinEntry {
    GtinEntry {
        gtin: pack_lookup::gtin::RecordedGtin::parse(gtin).unwrap(),
        start_date: pack_lookup::date::Date::parse(start).unwrap(),
        end_date: end.map(|end| pack_lookup::date::Date::parse(end).unwrap()),
    }
}

fn kinds_of(periods: [Vec<GtinEntry>; 2]) -> Vec<FindingKind> {
    let [first, second] = periods;
    let packs = vec![
        Pack { gtin_codes: first, ..pack(1, "First") },
        Pack { gtin_codes: second, ..pack(2, "Second") },
    ];
    let bytes = write(packs);
    findings(&Dataset::open(&bytes).unwrap()).iter().map(|finding| finding.kind).collect()
}

#[test]
fn periods_overlap_from_one_common_day() {
    use FindingKind::{OverlappingPeriods, Reused};
    let gtin = "9520000000011";
    let kinds = |start| {
        kinds_of([vec![entry(gtin, "2020-01-01", Some("2020-12-31"))], vec![entry(gtin, start, None)]])
    };
    assert_eq!(kinds("2020-12-31"), [Reused, OverlappingPeriods]);
    assert_eq!(kinds("2021-01-01"), [Reused]);
}

/// A period that ends before it starts has no day.
#[test]
fn a_reversed_period_overlaps_none() {
    let gtin = "9520000000011";
    let reversed = entry(gtin, "2020-12-31", Some("2020-01-01"));
    let found = kinds_of([vec![reversed], vec![entry(gtin, "2010-01-01", None)]]);
    assert_eq!(found, [FindingKind::Reused]);
}

#[test]
fn two_periods_of_one_pack_are_no_overlap() {
    let gtin = "9520000000011";
    let periods = vec![entry(gtin, "2020-01-01", None), entry(gtin, "2021-01-01", None)];
    assert_eq!(kinds_of([periods, Vec::new()]), []);
}

/// The page shows 500 findings of a table; CSV and JSON have all.
#[test]
fn the_page_reports_the_findings_that_it_omits() {
    let mut packs = Vec::new();
    for number in 0..501 {
        let gtin = Gtin::new(9_520_000_000_001 + 10 * number).unwrap();
        let wrong = if gtin.has_right_check_digit() { gtin.number() + 1 } else { gtin.number() };
        let gtin_codes = vec![entry(&wrong.to_string(), "2020-01-01", None)];
        packs.push(Pack { gtin_codes, ..pack(number, "Name") });
    }
    let bytes = write(packs);
    let dataset = Dataset::open(&bytes).unwrap();
    let report = Report::of(&dataset, None);
    let html = report.to_html(&dataset);
    assert!(html.contains("The CSV and the JSON file have 1 more."));
    assert_eq!(html.matches("<tbody><tr><th scope=\"rowgroup\"").count(), 500);
    assert_eq!(report.to_csv().iter().filter(|byte| **byte == b'\n').count(), 1 + 501);
}

/// The same packs without concepts have the grade `unknown`.
#[test]
fn another_grade_is_a_change() {
    let earlier = Dataset::open(include_bytes!("../cases/api.bin")).unwrap();
    let packs = (0..earlier.packs()).filter_map(|number| earlier.pack(PackNumber(number))).collect();
    let bytes = write(packs);
    let report = Report::of(&Dataset::open(&bytes).unwrap(), Some(&earlier));
    let changed = report.findings.iter().filter(|finding| finding.change == Some(Change::Changed));
    let changed: Vec<_> = changed.map(|finding| (finding.gtin.to_string(), finding.reuse)).collect();
    let unknown = Some(Reuse::Unknown);
    assert_eq!(changed, [("9520000000035".to_owned(), unknown), ("9520000000059".to_owned(), unknown)]);
    assert_eq!(report.findings.iter().filter(|finding| finding.change.is_some()).count(), 2);
    assert_eq!(report.gone, []);
}
