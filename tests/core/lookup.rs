//! Latest use, compared with a naive implementation that applies the rules one by one.

use std::cmp::Ordering;

use pack_lookup::dataset::Dataset;
use pack_lookup::date::Date;
use pack_lookup::gtin::{Gtin, RecordedGtin};
use pack_lookup::lookup::{latest, packs, uses};
use pack_lookup::pack::{GtinEntry, Pack};
use pack_lookup::snomed::AmppId;
use proptest::prelude::*;

use crate::common::{self, fixtures, in_name_order, write};

fn is_later((a_pack, a): &(&Pack, GtinEntry), (b_pack, b): &(&Pack, GtinEntry)) -> Ordering {
    if a.end_date.is_none() != b.end_date.is_none() {
        return if a.end_date.is_none() { Ordering::Less } else { Ordering::Greater };
    }
    if a.end_date != b.end_date {
        return b.end_date.unwrap().cmp(&a.end_date.unwrap());
    }
    if a.start_date != b.start_date {
        return b.start_date.cmp(&a.start_date);
    }
    if a_pack.is_current() != b_pack.is_current() {
        return if a_pack.is_current() { Ordering::Less } else { Ordering::Greater };
    }
    b_pack.pack_id.cmp(&a_pack.pack_id).then(b.gtin.has_14_digits().cmp(&a.gtin.has_14_digits()))
}

fn naive_uses(fixture: &[Pack], gtin: Gtin) -> Vec<(&Pack, GtinEntry)> {
    let mut uses = Vec::new();
    for pack in fixture {
        for entry in &pack.gtin_codes {
            if entry.gtin.gtin() == gtin {
                uses.push((pack, *entry));
            }
        }
    }
    uses.sort_by(is_later);
    uses
}

/// Returns the packs of some uses, each once.
fn distinct_ids(uses: &[(&Pack, GtinEntry)]) -> Vec<AmppId> {
    let mut ids = Vec::new();
    for (pack, _) in uses {
        if !ids.contains(&pack.pack_id) {
            ids.push(pack.pack_id);
        }
    }
    ids
}

proptest! {
    #![proptest_config(common::cases(256))]

    #[test]
    fn uses_match_the_naive_implementation(fixture in fixtures(60), other in common::gtins()) {
        let fixture = in_name_order(fixture);
        let bytes = write(fixture.clone());
        let dataset = Dataset::open(&bytes).unwrap();
        let mut gtins = vec![other.gtin()];
        for pack in &fixture {
            gtins.extend(pack.gtin_codes.iter().map(|entry| entry.gtin.gtin()));
        }
        for gtin in gtins {
            let expected = naive_uses(&fixture, gtin);
            let found: Vec<_> = uses(&dataset, gtin).iter().map(|one| (&fixture[one.pack.0 as usize], one.entry)).collect();
            prop_assert_eq!(&found, &expected);
            prop_assert_eq!(latest(&dataset, gtin).map(|one| one.entry), expected.first().map(|one| one.1));
            let found: Vec<_> = packs(&dataset, gtin).into_iter().map(|pack| dataset.pack_id(pack).unwrap()).collect();
            prop_assert_eq!(found, distinct_ids(&expected));
        }
    }

    #[test]
    fn thirteen_and_fourteen_digits_give_the_same_gtin(number in 0..10_000_000_000_000u64) {
        let (short, long) = (format!("{number:013}"), format!("{number:014}"));
        prop_assert_eq!(Gtin::parse(&short), Gtin::parse(&long));
        prop_assert_eq!(RecordedGtin::parse(&short).unwrap().to_string(), short);
        prop_assert_eq!(RecordedGtin::parse(&long).unwrap().to_string(), long);
    }

    /// The check digit makes the sum of all digits, every other one three times, a multiple of ten.
    #[test]
    fn check_digits_make_the_weighted_sum_a_multiple_of_ten(body in 0..10_000_000_000_000u64) {
        let right = Gtin::new(body * 10).unwrap().with_right_check_digit();
        let digits = format!("{:014}", right.number());
        let mut sum = 0;
        for (digit, weight) in digits.bytes().zip([3, 1].into_iter().cycle()) {
            sum += u32::from(digit - b'0') * weight;
        }
        prop_assert_eq!(sum % 10, 0);
        prop_assert!(right.has_right_check_digit());
    }
}

/// The limit of uses applies to each GTIN separately.
#[test]
fn finds_each_of_a_thousand_gtins() {
    let mut fixture = Vec::new();
    for n in 0..1_000 {
        let gtin = RecordedGtin::new(numbered_gtin(n * 7919 % 1_000), false);
        let entry = GtinEntry { gtin, start_date: Date::MIN, end_date: None };
        fixture.push(Pack { gtin_codes: vec![entry], ..common::pack(n, "Name") });
    }
    let bytes = write(fixture);
    let dataset = Dataset::open(&bytes).unwrap();
    for number in 0..1_000 {
        assert_eq!(packs(&dataset, numbered_gtin(number)).len(), 1, "{number}");
    }
    assert_eq!(packs(&dataset, numbered_gtin(1_000)).len(), 0);
}

fn numbered_gtin(number: u64) -> Gtin {
    Gtin::new(9_520_000_000_000 + 10 * number).unwrap().with_right_check_digit()
}
