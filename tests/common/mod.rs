//! Random packs for property tests. They use few words, so that names collide.
#![allow(dead_code)]

pub mod case_files;
#[cfg(feature = "write")]
pub mod concepts;
pub mod queries;
#[cfg(feature = "release")]
pub mod release_edits;
pub mod sections;

use pack_lookup::dataset::{Gaps, Release, writer};
use pack_lookup::date::Date;
use pack_lookup::gtin::RecordedGtin;
use pack_lookup::pack::{Component, Discontinued, GtinEntry, Pack, Prices};
use pack_lookup::snomed::{AmppId, verhoeff_check_digit};
use proptest::prelude::*;

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

pub fn pack(item: u64, name: &str) -> Pack {
    Pack {
        pack_id: home_id(1_000_000 + item),
        name: name.to_owned(),
        generic_pack_name: name.to_owned(),
        generic_product_name: name.to_owned(),
        short_name: None,
        subpack: None,
        legal_category: "POM".to_owned(),
        discontinued: None,
        gtin_codes: Vec::new(),
        prices: Prices::default(),
        is_invalid: false,
        comb_content: Vec::new(),
    }
}

pub fn write(packs: Vec<Pack>) -> Vec<u8> {
    let (name, date) = ("1.0.0".to_owned(), Date::new(2025, 8, 14).unwrap());
    writer::write(packs, &Release { name, date, is_demo: true, gaps: Gaps::default() }).unwrap()
}

/// Fewer than `most` packs, with every field that a pack can have.
pub fn fixtures(most: usize) -> impl Strategy<Value = Vec<Pack>> {
    proptest::collection::vec((names(), facts(), gtin_codes(), any::<u64>()), 0..most).prop_map(|packs| {
        let ids: Vec<AmppId> = (0..packs.len() as u64).map(|n| id(n, &packs)).collect();
        let names: Vec<String> = packs.iter().map(|((name, _), ..)| name.clone()).collect();
        packs.into_iter().zip(&ids).map(|(parts, id)| build(*id, parts, &ids, &names)).collect()
    })
}

type Facts = (bool, Option<Option<Date>>, Option<u32>, Option<u32>, Option<String>, String, String);
type Parts = ((String, Option<String>), Facts, Vec<GtinEntry>, u64);

/// Most codes are in the UK's namespace, some are not.
fn id(n: u64, packs: &[Parts]) -> AmppId {
    let seed = packs[n as usize].3;
    match seed % 5 {
        0 => AmppId::new(10u64.pow(15) + seed % 1000 * 1000 + n).unwrap(),
        _ => home_id(1_000_000 + n * 7),
    }
}

fn build(pack_id: AmppId, parts: Parts, ids: &[AmppId], names: &[String]) -> Pack {
    let ((name, subpack), facts, gtin_codes, seed) = parts;
    let (is_invalid, discontinued, price_pence, price_prev_pence, short_name, generic, legal_category) =
        facts;
    let child = seed as usize % ids.len();
    let component = || Component { pack_id: ids[child], name: names[child].clone() };
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
        comb_content: (seed % 7 == 0).then(component).into_iter().collect(),
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
    let phrase = |most| proptest::collection::vec(words(), 1..most).prop_map(|words| words.join(" "));
    let subpack = proptest::option::of("(2 x 14 tablets|x)");
    (phrase(5), proptest::option::of(phrase(3)), phrase(3), subpack, any::<u8>()).prop_map(
        |(product, supplier, size, subpack, odd)| {
            let supplier = supplier.map_or(String::new(), |supplier| format!(" ({supplier})"));
            let shown =
                subpack.as_ref().filter(|_| odd > 30).map_or(String::new(), |text| format!(" {text}"));
            (format!("{product}{supplier} {size}{shown}"), subpack)
        },
    )
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

/// Few numbers, so that packs share them; check digits right and wrong, 13 and 14 digits.
pub fn gtins() -> impl Strategy<Value = RecordedGtin> {
    prop_oneof![9_520_000_000_000..9_520_000_000_030u64, 0..100_000_000_000_000u64]
        .prop_flat_map(|number| (Just(number), any::<bool>()))
        .prop_map(|(number, long)| RecordedGtin::new(pack_lookup::gtin::Gtin::new(number).unwrap(), long))
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
    (0..HEADER_BITS).chain(spread).map(|bit| {
        let mut damaged = bytes.to_vec();
        damaged[bit / 8] ^= 1 << (bit % 8);
        (bit, damaged)
    })
}
