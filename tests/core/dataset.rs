//! The dataset file: round trips, reproducible bytes, and a reader that never panics.

use pack_lookup::dataset::{Dataset, Gap, Gaps, OpenError, PackNumber, Release, verify, writer};
use pack_lookup::date::Date;
use pack_lookup::gtin::{Gtin, RecordedGtin};
use pack_lookup::json::IdFormat;
use pack_lookup::pack::{Component, GtinEntry, Pack};
use pack_lookup::search::{Query, search};
use pack_lookup::{lookup, snomed::AmppId};
use proptest::prelude::*;

use crate::common::{self, fixtures, in_name_order, pack, single_bit_flips, write};

/// Reads packs, and runs some queries.
fn read_all(bytes: &[u8]) {
    let Ok(dataset) = Dataset::open(bytes) else { return };
    for number in (0..dataset.packs().min(300)).chain([u32::MAX]) {
        if let Some(pack) = dataset.pack(PackNumber(number)) {
            assert!(serde_json::to_vec(&pack).is_ok());
        }
    }
    let _ = dataset.find(AmppId::new(10u64.pow(15)).unwrap());
    let _ = lookup::packs(&dataset, Gtin::parse("9520000000011").unwrap());
    for text in ["amlo 5", "amlodapine", "#", "500 mg", "tab", "a"] {
        let _ = search(&dataset, &Query::new(text));
    }
}

proptest! {
    #![proptest_config(common::cases(128))]

    #[test]
    fn packs_survive_a_round_trip(fixture in fixtures(90)) {
        let bytes = write(fixture.clone());
        let dataset = verify(&bytes).unwrap();
        let expected = in_name_order(fixture);
        prop_assert_eq!(dataset.packs() as usize, expected.len());
        for (number, pack) in (0..).map(PackNumber).zip(&expected) {
            prop_assert_eq!(&dataset.pack(number).unwrap(), pack);
            prop_assert_eq!(pack.to_json(IdFormat::Number), serde_json::to_vec(pack).unwrap());
            prop_assert_eq!(dataset.find(pack.pack_id), Some(number));
            prop_assert_eq!(dataset.is_current(number), pack.is_current());
            prop_assert_eq!(dataset.status(number), pack.status());
        }
        prop_assert_eq!(dataset.pack(PackNumber(expected.len() as u32)), None);
    }

    #[test]
    fn the_input_order_of_packs_does_not_matter(fixture in fixtures(40)) {
        let mut reversed = fixture.clone();
        reversed.reverse();
        prop_assert_eq!(write(fixture), write(reversed));
    }

    #[test]
    fn damage_never_panics(fixture in fixtures(40), places in proptest::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 1..20)) {
        let mut bytes = write(fixture);
        for (place, byte) in places {
            // After the header, whose checks would reject it.
            let place = 48 + place.index(bytes.len() - 48);
            bytes[place] = byte;
        }
        read_all(&bytes);
    }

    #[test]
    fn rejects_a_truncated_dataset(fixture in fixtures(10), end in any::<prop::sample::Index>()) {
        let bytes = write(fixture);
        let end = end.index(bytes.len());
        prop_assert!(Dataset::open(&bytes[..end]).is_err());
    }
}

#[test]
fn the_digest_detects_a_changed_byte() {
    let mut bytes = write(vec![pack(1, "Amlodipine 5mg tablets (A Ltd) 28 tablet")]);
    let name = bytes.windows(4).position(|piece| piece == b"Amlo").unwrap();
    bytes[name] ^= 1;
    assert_eq!(
        verify(&bytes).unwrap_err().to_string(),
        "the digest does not match the content of the dataset; download or build it again"
    );
}

#[test]
fn the_digest_detects_single_bit_flips() {
    let bytes = include_bytes!("../cases/api.bin");
    assert!(verify(bytes).is_ok());
    for (bit, damaged) in single_bit_flips(bytes) {
        assert!(verify(&damaged).is_err(), "bit {bit}");
    }
}

#[test]
fn stores_every_combination_of_gaps() {
    use Gap::*;
    let all = [NoGtinFile, NoLookupFile, NoVmpFile, NoVmppFile, MixedWeeks, TwoFilesOfAKind];
    for is_demo in [true, false] {
        for chosen in 0..1 << all.len() {
            let mut gaps = all.to_vec();
            gaps.retain(|gap| chosen >> *gap as u32 & 1 == 1);
            let gaps: Gaps = gaps.into_iter().collect();
            let (name, date) = (String::new(), pack_lookup::date::Date::MIN);
            let bytes = writer::write(Vec::new(), &Release { name, date, is_demo, gaps }).unwrap();
            let dataset = verify(&bytes).unwrap();
            assert_eq!((dataset.gaps(), dataset.is_demo()), (gaps, is_demo));
        }
    }
}

#[test]
fn rejects_undefined_flags() {
    let bytes = write(Vec::new());
    for flag in 10..16 {
        let mut bytes = bytes.clone();
        bytes[10 + flag / 8] |= 1 << (flag % 8);
        assert_eq!(Dataset::open(&bytes).unwrap_err().reason(), "damaged");
    }
}

#[test]
fn errors_suggest_a_remedy() {
    let bytes = write(Vec::new());
    let cases = [
        (error_with(0, b'P'), "not_a_dataset", "not a dataset"),
        (error_with(8, 99), "newer_format", "update the program"),
        (error_with(8, 1), "older_format", "rebuild the dataset"),
        (error_with(10, 0), "damaged", "digest does not match"),
        (verify(&bytes[..60]).unwrap_err(), "torn", "truncated"),
        (verify(b"").unwrap_err(), "not_a_dataset", "not a dataset"),
    ];
    for (error, reason, sentence) in cases {
        assert_eq!(error.reason(), reason);
        assert!(error.to_string().contains(sentence), "{error}");
    }
}

/// Returns the error of an empty dataset with one byte replaced.
fn error_with(place: usize, byte: u8) -> OpenError {
    let mut bytes = write(Vec::new());
    bytes[place] = byte;
    verify(&bytes).unwrap_err()
}

#[test]
fn rejects_duplicate_pack_ids() {
    let (name, date) = (String::new(), pack_lookup::date::Date::MIN);
    let release = Release { name, date, is_demo: false, gaps: Gaps::default() };
    let written = writer::write(vec![pack(1, "A"), pack(1, "B")], &release);
    assert!(written.unwrap_err().to_string().contains("two packs have the AMPP code"));
}

fn write_real(packs: Vec<Pack>) -> Result<Vec<u8>, writer::WriteError> {
    let (name, date) = (String::new(), Date::MIN);
    writer::write(packs, &Release { name, date, is_demo: false, gaps: Gaps::default() })
}

fn entry(gtin: u64) -> GtinEntry {
    let gtin = RecordedGtin::new(Gtin::new(gtin).unwrap(), false);
    GtinEntry { gtin, start_date: Date::MIN, end_date: None }
}

/// Returns a pack with a name of this length in bytes.
fn named(bytes: usize) -> Pack {
    pack(1, &format!("{}é", "n".repeat(bytes - 2)))
}

fn with_rows(rows: u64) -> Pack {
    Pack { gtin_codes: (0..rows).map(|row| entry(row * 10)).collect(), ..pack(1, "A") }
}

fn kit(parts: u64) -> Pack {
    let mut kit = pack(1, "A");
    for n in 2..2 + parts {
        kit.comb_content.push(Component { pack_id: pack(n, "").pack_id, name: "A".to_owned() });
    }
    kit
}

/// Returns packs with GTINs that differ only in the check digit.
fn carriers(count: u64) -> Vec<Pack> {
    let mut packs = Vec::new();
    for n in 0..count {
        packs.push(Pack { gtin_codes: vec![entry(n % 10)], ..pack(n, "A") });
    }
    packs
}

/// FORMAT.md lists the limits.
#[test]
fn rejects_packs_over_the_limits() {
    let cases: [(&str, Vec<Pack>, Vec<Pack>); 4] = [
        ("2048 bytes in a text", vec![named(2048)], vec![named(2049)]),
        ("256 rows of GTINs", vec![with_rows(256)], vec![with_rows(257)]),
        ("64 components", vec![kit(64)], vec![kit(65)]),
        ("256 uses of one of its GTINs", carriers(256), carriers(257)),
    ];
    for (what, most, more) in cases {
        let written = write_real(most.clone()).unwrap();
        let dataset = verify(&written).unwrap();
        for (number, pack) in (0..).map(PackNumber).zip(in_name_order(most)) {
            let comb_content = Vec::new();
            assert_eq!(
                Pack { comb_content, ..dataset.pack(number).unwrap() },
                Pack { comb_content: Vec::new(), ..pack }
            );
        }
        assert_eq!(dataset.gtin_uses(Gtin::new(0).unwrap()).count() > 0, what.contains("GTIN"));
        let error = write_real(more).unwrap_err().to_string();
        assert!(error.ends_with(&format!(" has more than {what}")), "{error}");
    }
}

#[test]
fn finds_a_long_word_by_a_prefix() {
    let word = format!("{}é{}", "a".repeat(254), "b".repeat(300));
    let bytes = write(vec![pack(1, &word), pack(2, "Other")]);
    let dataset = verify(&bytes).unwrap();
    for letters in [3, 200, 254] {
        assert_eq!(search(&dataset, &Query::new(&"a".repeat(letters))).total, 1, "{letters}");
    }
}
