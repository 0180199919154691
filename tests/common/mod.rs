//! Random packs for property tests. They use few words, so that names collide.
#![allow(dead_code)]

pub mod case_files;
#[cfg(feature = "write")]
pub mod concepts;
pub mod queries;
#[cfg(feature = "release")]
pub mod release_edits;
pub mod sections;

use pack_lookup::concept::Concepts;
use pack_lookup::dataset::{Gaps, Release, writer};
use pack_lookup::date::Date;
use pack_lookup::gtin::{Gtin, RecordedGtin};
use pack_lookup::pack::{Component, Discontinued, GtinEntry, Pack, Prices};
use pack_lookup::snomed::{AmppId, verhoeff_check_digit};
use proptest::prelude::*;

use crate::blank_pack::blank_pack;

/// Returns whether the whole run is requested: `npm test -- --whole` sets this variable.
pub fn is_whole() -> bool {
    std::env::var_os("PACK_LOOKUP_WHOLE").is_some_and(|value| value == "true")
}

/// Configures a property test with `whole` cases, or a quarter of them in a short run.
pub fn cases(whole: u32) -> ProptestConfig {
    ProptestConfig::with_cases(if is_whole() { whole } else { whole / 4 })
}

/// Returns a code in the UK's namespace.
pub fn home_id(item: u64) -> AmppId {
    let body = item * 1_000_000_000 + 100_000_110;
    AmppId::new(body * 10 + u64::from(verhoeff_check_digit(body))).unwrap()
}

pub fn date(text: &str) -> Date {
    Date::parse(text).unwrap()
}

pub fn entry(gtin: &str, start: &str, end: Option<&str>) -> GtinEntry {
    let gtin = RecordedGtin::parse(gtin).unwrap();
    GtinEntry { gtin, start_date: date(start), end_date: end.map(date) }
}

pub fn pack(item: u64, name: &str) -> Pack {
    blank_pack(home_id(1_000_000 + item), name)
}

pub fn write(packs: Vec<Pack>) -> Vec<u8> {
    write_with(packs, None)
}

/// Writes a dataset of packs and concepts.
pub fn write_with(packs: Vec<Pack>, concepts: Option<Concepts>) -> Vec<u8> {
    let (name, date) = ("1.0.0".to_owned(), Date::new(2025, 8, 14).unwrap());
    let release = Release { name, date, is_demo: true, gaps: Gaps::default() };
    writer::write_with(packs, concepts, &release).unwrap()
}

/// Fewer than `most` packs, with every field that a pack can have.
pub fn fixtures(most: usize) -> impl Strategy<Value = Vec<Pack>> {
    proptest::collection::vec((names(), facts(), gtin_codes(), any::<u64>()), 0..most).prop_map(build_all)
}

fn build_all(all: Vec<Parts>) -> Vec<Pack> {
    let (mut ids, mut names) = (Vec::new(), Vec::new());
    for (n, ((name, _), _, _, seed)) in (0..).zip(&all) {
        ids.push(id(n, *seed));
        names.push(name.clone());
    }
    let mut packs = Vec::new();
    for (parts, id) in all.into_iter().zip(&ids) {
        packs.push(build(*id, parts, &ids, &names));
    }
    packs
}

type Facts = (bool, Option<Option<Date>>, Option<u32>, Option<u32>, Option<String>, String, String);
type Parts = ((String, Option<String>), Facts, Vec<GtinEntry>, u64);

/// Most codes are in the UK's namespace, some are not.
fn id(n: u64, seed: u64) -> AmppId {
    match seed % 5 {
        0 => AmppId::new(10u64.pow(15) + seed % 1000 * 1000 + n).unwrap(),
        _ => home_id(1_000_000 + n * 7),
    }
}

fn build(pack_id: AmppId, parts: Parts, ids: &[AmppId], names: &[String]) -> Pack {
    let ((name, subpack), facts, gtin_codes, seed) = parts;
    let (is_invalid, discontinued, price_pence, price_prev_pence, short_name, generic, legal_category) =
        facts;
    let mut comb_content = Vec::new();
    if seed % 7 == 0 {
        let child = seed as usize % ids.len();
        comb_content.push(Component { pack_id: ids[child], name: names[child].clone() });
    }
    Pack {
        pack_id,
        generic_pack_name: if seed % 3 == 0 { generic.clone() } else { format!("{generic} 28 tablet") },
        generic_product_name: generic,
        name,
        short_name,
        subpack,
        legal_category,
        discontinued: discontinued.map(|date| Discontinued { flag: "Discontinued Flag".to_owned(), date }),
        gtin_codes,
        prices: Prices { price_pence, price_prev_pence },
        is_invalid,
        comb_content,
    }
}

pub fn words() -> impl Strategy<Value = String> {
    prop_oneof![
        "(amlo|amlodipine|amoxicillin|co-amoxiclav|lorazepam|lormetazepam|tablets|tablet|capsules|Ltd|UK|black)",
        "(5|10|50|500|0\\.5|1,000)(mg|ml|microgram|g| g|%||mg/ml|mg/5ml)",
        "(SPX371S|B12|#4|\"q\\\\\"|\\(8 x 7\\)|07671687019|rösti|[a-c]{1,9}|x|&|/)",
    ]
}

/// A name and the sub-pack, which most names end with.
fn names() -> impl Strategy<Value = (String, Option<String>)> {
    let subpack = proptest::option::of("(2 x 14 tablets|x)");
    (phrases(5), proptest::option::of(phrases(3)), phrases(3), subpack, any::<u8>()).prop_map(
        |(mut name, supplier, size, subpack, odd)| {
            if let Some(supplier) = supplier {
                name.push_str(&format!(" ({supplier})"));
            }
            name.push_str(&format!(" {size}"));
            if let Some(subpack) = &subpack
                && odd > 30
            {
                name.push_str(&format!(" {subpack}"));
            }
            (name, subpack)
        },
    )
}

/// Fewer than `most` words.
fn phrases(most: usize) -> impl Strategy<Value = String> {
    proptest::collection::vec(words(), 1..most).prop_map(|words| words.join(" "))
}

fn facts() -> impl Strategy<Value = Facts> {
    (
        proptest::bool::weighted(0.2),
        proptest::option::weighted(0.4, proptest::option::weighted(0.8, dates())),
        proptest::option::of(0..1_000_000u32),
        proptest::option::weighted(0.2, any::<u32>()),
        proptest::option::weighted(0.1, words()),
        generic_names(),
        "(POM|P|GSL)",
    )
}

/// Some have a word that occurs in no pack name.
fn generic_names() -> impl Strategy<Value = String> {
    prop_oneof![3 => words(), 1 => "(etodolac|cefixime|cefixime 5mg|lorazepam / etodolac|amlodipinox)"]
}

pub fn dates() -> impl Strategy<Value = Date> {
    prop_oneof![(14_000..14_020i32), (Date::MIN.days()..=Date::MAX.days())]
        .prop_map(|days| Date::from_days(days).unwrap())
}

fn recorded(number: u64, has_14_digits: bool) -> RecordedGtin {
    RecordedGtin::new(Gtin::new(number).unwrap(), has_14_digits)
}

/// Few numbers, so that packs share them; check digits right and wrong, 13 and 14 digits.
pub fn gtins() -> impl Strategy<Value = RecordedGtin> {
    let numbers = prop_oneof![9_520_000_000_000..9_520_000_000_030u64, 0..100_000_000_000_000u64];
    (numbers, any::<bool>()).prop_map(|(number, has_14_digits)| recorded(number, has_14_digits))
}

fn gtin_codes() -> impl Strategy<Value = Vec<GtinEntry>> {
    let entry = (gtins(), dates(), proptest::option::of(dates()));
    let entry = entry.prop_map(|(gtin, start_date, end_date)| GtinEntry { gtin, start_date, end_date });
    proptest::collection::vec(entry, 0..4)
}

/// Sorts packs and their GTIN entries as a dataset does.
pub fn in_name_order(mut packs: Vec<Pack>) -> Vec<Pack> {
    packs.sort_by_key(|pack| (pack_lookup::text::fold(&pack.name), pack.name.clone(), pack.pack_id));
    for pack in &mut packs {
        pack.gtin_codes
            .sort_by_key(|entry| (entry.start_date, entry.end_date.is_none(), entry.end_date, entry.gtin));
    }
    packs
}

/// Returns 400 copies of a file, each with another bit flipped: every bit of the first 16 bytes, and others spread over the
/// rest. They are the same in each run.
pub fn single_bit_flips(bytes: &[u8]) -> impl Iterator<Item = (usize, Vec<u8>)> {
    const FLIPS: usize = 400;
    const HEADER_BITS: usize = 16 * 8;
    let bits = bytes.len() * 8 - HEADER_BITS;
    let spread =
        (0..FLIPS - HEADER_BITS).map(move |n| HEADER_BITS + n * bits / (FLIPS - HEADER_BITS) + n * 5 % 8);
    (0..HEADER_BITS).chain(spread).map(|bit| (bit, with_flipped_bit(bytes, bit)))
}

/// Returns a copy of the bytes with one bit flipped.
pub fn with_flipped_bit(bytes: &[u8], bit: usize) -> Vec<u8> {
    let mut damaged = bytes.to_vec();
    damaged[bit / 8] ^= 1 << (bit % 8);
    damaged
}

/// Corrects the digest, as an attacker would.
pub fn seal(bytes: &mut [u8]) {
    use sha2::{Digest, Sha256};
    let digest = Sha256::new().chain_update(&bytes[..16]).chain_update(&bytes[48..]).finalize();
    bytes[16..48].copy_from_slice(&digest);
}
