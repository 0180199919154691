//! Hostile datasets and updates: files below 1 KB that open, and claim billions of entries. Every query returns or fails within limits
//! of time and memory. FORMAT.md has the numbers.

use std::iter::repeat_n;
use std::time::{Duration, Instant};

use allocation_counter::{AllocationInfo, measure};
use pack_lookup::api::Request;
use pack_lookup::concept::PackDetails;
use pack_lookup::dataset::{Dataset, Gaps, PackNumber, Release, verify, writer};
use pack_lookup::date::Date;
use pack_lookup::gtin::{Gtin, RecordedGtin};
use pack_lookup::pack::{Component, GtinEntry, Pack};
use pack_lookup::search::{Order, Query, search, suggest};
use pack_lookup::update;
use proptest::prelude::*;

use crate::common::sections::{self, Section, Sections, byte_sliced_column, column, texts, zeros};
use crate::common::{self, case_files, cases, is_whole, pack, queries, write};

/// The memory that queries of a file below 1 KB may hold at once.
const MAX_BYTES: u64 = 64 << 20;
/// The number of allocations of all queries together. Code that takes many steps allocates at some of them.
const MAX_ALLOCATIONS: u64 = 3_000_000;
/// Limits steps without allocations.
const MAX_TIME: Duration = Duration::from_secs(60);

/// Runs every query on a dataset.
fn run_all(bytes: &[u8]) {
    let Ok(dataset) = Dataset::open(bytes) else { return };
    queries::run_all(&dataset);
    for number in (0..dataset.packs()).map(PackNumber) {
        if let Some(pack) = dataset.pack(number) {
            serde_json::to_writer(std::io::sink(), &pack).unwrap();
        }
    }
    update_both_ways(bytes);
}

/// Makes updates to and from another dataset.
fn update_both_ways(bytes: &[u8]) {
    let other = write(vec![pack(7, "Another")]);
    for (before, after) in [(bytes, &*other), (&*other, bytes), (bytes, bytes)] {
        let report = update::compare(before, after);
        if let Ok(report) = &report {
            assert!(!report.to_json().is_empty() && !report.to_string().is_empty());
        }
        let made = update::make(before, after);
        assert!(report.is_ok() || made.is_err());
    }
}

fn entry(gtin: u64, year: u16) -> GtinEntry {
    let gtin = RecordedGtin::new(Gtin::new(gtin).unwrap(), false);
    GtinEntry { gtin, start_date: Date::new(year, 1, 2).unwrap(), end_date: None }
}

/// Returns a dataset below 1 KB with an entry in each section.
fn small_dataset() -> Sections {
    let a = pack(1, "Amlodipine 5mg tablets (A Ltd) 28 tablet");
    let a = Pack { gtin_codes: vec![entry(9_520_000_000_011, 2020), entry(9_520_000_000_028, 2020)], ..a };
    let component = Component { pack_id: a.pack_id, name: a.name.clone() };
    let b = pack(2, "Kit");
    let sections = Sections::of_dataset(&write(vec![a, Pack { comb_content: vec![component], ..b }]));
    assert!(sections.to_bytes().len() < 1000);
    sections
}

/// Returns the datasets of two weeks, with concepts that have BNF and ATC codes.
fn classified() -> [Vec<u8>; 2] {
    [classified_by("0501", "J01CA04"), classified_by("05010103", "J01CA")]
}

fn classified_by(bnf: &str, atc: &str) -> Vec<u8> {
    let mut concepts = common::concepts::one();
    concepts.vmps[0].bnf = Some(bnf.to_owned());
    concepts.vmps[0].atc = Some(atc.to_owned());
    concepts.amps[0].bnf = Some("21".to_owned());
    let pack = pack(1, "Amlodipine 5mg tablets (A Ltd) 28 tablet");
    let details = PackDetails {
        amp: Some(concepts.amps[0].id),
        vmpp: Some(concepts.vmpps[0].id),
        ..PackDetails::default()
    };
    concepts.packs = vec![(pack.pack_id, details)];
    let (name, date) = ("1.0.0".to_owned(), Date::new(2025, 8, 14).unwrap());
    let release = Release { name, date, is_demo: true, gaps: Gaps::default() };
    writer::write_with(vec![pack], Some(concepts), &release).unwrap()
}

/// Runs every query, and returns its memory and time.
fn measure_queries(bytes: &[u8]) -> (AllocationInfo, Duration) {
    let start = Instant::now();
    let info = measure(|| run_all(bytes));
    (info, start.elapsed())
}

fn assert_bounded(name: &str, bytes: &[u8]) {
    let (info, took) = measure_queries(bytes);
    assert!(info.bytes_max <= MAX_BYTES, "{name}: {} bytes", info.bytes_max);
    assert!(info.count_total <= MAX_ALLOCATIONS, "{name}: {} allocations", info.count_total);
    assert!(took <= MAX_TIME, "{name}: {took:?}");
}

const MAX_COUNT: u32 = u32::MAX;
const MAX_NUMBER: u64 = u64::MAX;

/// A name, and a change of the small dataset.
type Attack = (&'static str, fn(&mut Sections));

const ATTACKS: &[Attack] = &[
    ("a pack with all rows of GTINs there can be", |file| {
        file.set("rows of", [column(4, &[MAX_COUNT.into(), 0]), zeros(1)]);
        file.set("days", [column(3, &[737_000])]);
        let fences = zeros(MAX_COUNT.div_ceil(16));
        file.set("rows", [zeros(MAX_COUNT), zeros(MAX_COUNT), zeros(MAX_COUNT), zeros(MAX_COUNT), fences]);
    }),
    ("a pack with all components there can be", |file| {
        file.set("parents", [Section::Bytes(vec![3, 0, 0, 0, 0, 0, 0, 0]), zeros(1)]);
        file.set("components of", [column(4, &[MAX_COUNT.into(), MAX_COUNT.into()]), zeros(1)]);
        file.set("components", [zeros(MAX_COUNT)]);
    }),
    ("columns of nothing", |file| {
        for name in ["days", "generic of run", "pieces", "suppliers", "sizes", "flags", "components"] {
            *file.at(name, 0) = zeros(MAX_COUNT);
        }
        *file.at("price", 2) = zeros(MAX_COUNT);
        *file.at("codes", 1) = zeros(MAX_COUNT);
    }),
    ("spans whose sums are too large", |file| {
        file.set("rows of", [column(8, &[MAX_NUMBER, MAX_NUMBER]), column(8, &[MAX_NUMBER])]);
        file.set("components of", [column(8, &[MAX_NUMBER]), column(8, &[MAX_NUMBER])]);
    }),
    ("ranks whose sums are too large", |file| {
        for name in ["product starts", "generic starts", "sub-pack", "short name", "price", "parents"] {
            *file.at(name, 1) = column(8, &[MAX_NUMBER]);
        }
        file.set("parents", [Section::Bytes(vec![255; 8])]);
    }),
    ("codes that are too large", |file| {
        file.set("codes", [column(8, &[MAX_NUMBER, 1 << 60])]);
    }),
    ("places of names that are too large", |file| {
        file.set("generic of run", [column(8, &[MAX_NUMBER, MAX_NUMBER])]);
    }),
    ("days that are too large", |file| {
        file.set("days", [column(8, &[MAX_NUMBER, u64::from(u32::MAX) + 1])]);
    }),
    ("codes of GTINs that are too large", |file| {
        *file.at("rows", 0) = column(8, &[MAX_NUMBER, MAX_NUMBER - 1]);
        *file.at("rows", 3) = column(8, &[MAX_NUMBER, MAX_NUMBER - 1]);
        *file.at("rows", 4) = column(8, &[MAX_NUMBER]);
    }),
    ("one name, many times a long piece", |file| {
        file.set("pieces", texts(&[&[b'a'; 100]]));
        // 15 and 30 numbers more; no pack has a supplier.
        let phrase: Vec<u8> = [15, 135, 1].into_iter().chain([0; 150]).collect();
        file.set("products", [Section::Bytes(vec![1, 0, 0, 0]), zeros(1), Section::Blob(phrase)]);
    }),
    ("numbers shared with a phrase that has none", |file| {
        let phrase = vec![255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 15, 0];
        file.set("products", [Section::Bytes(vec![1, 0, 0, 0]), zeros(1), Section::Blob(phrase)]);
    }),
    ("lists that begin again and again", |file| {
        // Runs whose starts go round: varints of 2^32 - 2.
        let run = [255, 255, 255, 255, 15, 255, 255, 255, 255, 15];
        let list: Vec<u8> = [1].into_iter().chain(run.into_iter().cycle().take(100)).collect();
        // Each word has a part of it, and the generic product has it all.
        *file.at("words", 4) = Section::Blob(list.clone());
        file.set("packs of generics", [column(1, &[list.len() as u64]), Section::Blob(list)]);
    }),
    ("words that are never over", |file| {
        let entry = [0, 1, b'a', 255, 255, 255, 255, 15, 255, 255, 255, 255, 15];
        let entries: Vec<u8> = entry.into_iter().cycle().take(200).collect();
        file.set(
            "words",
            [
                Section::Bytes(MAX_COUNT.to_le_bytes().to_vec()),
                zeros(MAX_COUNT.div_ceil(16)),
                zeros(MAX_COUNT.div_ceil(16)),
            ],
        );
        *file.at("words", 3) = Section::Blob(entries);
    }),
    ("texts that overlap", |file| {
        *file.at("pieces", 0) = column(8, &[MAX_NUMBER, 0, MAX_NUMBER / 2, 1]);
        *file.at("sizes", 0) = column(8, &[MAX_NUMBER]);
    }),
];

#[test]
fn sections_survive_a_round_trip() {
    let bytes = include_bytes!("../cases/api.bin");
    assert!(Sections::of_dataset(bytes).to_bytes() == bytes);
    let bytes = include_bytes!("../cases/week.update");
    assert!(Sections::of_update(bytes).to_bytes() == bytes);
    let [before, after] = classified();
    assert!(Sections::of_dataset(&after).to_bytes() == after);
    let bytes = update::make(&before, &after).unwrap();
    assert!(Sections::of_update(&bytes).to_bytes() == bytes);
}

#[test]
fn hostile_classes_stay_within_the_limits() {
    let attacks: [Attack; 3] = [
        ("texts without bytes", |file| {
            for name in ["classes of products", "classes of trade products"] {
                *file.at(name, 0) = zeros(MAX_COUNT);
            }
        }),
        ("places that are too large", |file| {
            *file.at("classes of products", 2) = column(8, &[MAX_NUMBER]);
            *file.at("classes of products", 5) = column(8, &[MAX_NUMBER]);
            *file.at("classes of trade products", 4) = column(8, &[MAX_NUMBER]);
        }),
        ("ranks that are too large", |file| {
            *file.at("classes of trade products", 2) = Section::Bytes(vec![255; 8]);
            *file.at("classes of trade products", 3) = column(8, &[MAX_NUMBER]);
        }),
    ];
    let [_, bytes] = classified();
    assert_bounded("the unchanged file", &bytes);
    for (name, attack) in attacks {
        let mut file = Sections::of_dataset(&bytes);
        attack(&mut file);
        assert_bounded(name, &file.to_bytes());
    }
}

#[test]
fn small_hostile_datasets_stay_within_the_limits() {
    assert_bounded("the unchanged file", &small_dataset().to_bytes());
    for (name, attack) in ATTACKS {
        let mut file = small_dataset();
        attack(&mut file);
        let bytes = file.to_bytes();
        assert!(bytes.len() < 1100, "{name}: {} bytes", bytes.len());
        assert_bounded(name, &bytes);
    }
}

/// Replaces every place that could start a column by a column of the maximum count without bytes.
#[test]
fn counts_without_bytes_stay_within_the_limits() {
    let bytes = small_dataset().to_bytes();
    for place in 48..bytes.len() - 5 {
        let mut swollen = bytes.clone();
        swollen[place] = 0;
        swollen[place + 1..place + 5].copy_from_slice(&MAX_COUNT.to_le_bytes());
        assert_bounded(&format!("byte {place}"), &sections::sealed(swollen));
    }
}

/// Quadratic time shows in larger files only.
#[test]
fn large_hostile_datasets_take_linear_time() {
    const SIZE: usize = 1 << 18;
    // A name of 2^18 numbers, each a piece of 2^18 bytes.
    let mut file = small_dataset();
    file.set("pieces", texts(&[&[b'a'; SIZE]]));
    let phrase: Vec<u8> = [15, 255, 255, 63].into_iter().chain(repeat_n(0, SIZE)).collect();
    file.set("products", [Section::Bytes(vec![1, 0, 0, 0]), zeros(1), Section::Blob(phrase)]);
    assert_linear("one name", &file);
    // The same with a piece of one letter: a name of 2^18 bytes.
    file.set("pieces", texts(&[b"a"]));
    assert_linear("many pieces", &file);
    // A word of 2^18 bytes, and as many words that share all of it.
    let mut file = small_dataset();
    let word = [0, 255, 255, 15].into_iter().chain(repeat_n(b'a', SIZE - 1)).chain([4, 0]);
    let others = [255, 255, 15, 1, b'a', 4, 0].into_iter().cycle().take(SIZE);
    let blocks = (SIZE / 7 / 16) as u32;
    file.set("words", [Section::Bytes((blocks * 16).to_le_bytes().to_vec()), zeros(blocks), zeros(blocks)]);
    *file.at("words", 3) = Section::Blob(word.chain(others).collect());
    *file.at("words", 4) = Section::Blob([4, 0].into_iter().cycle().take(SIZE).collect());
    assert_linear("one word", &file);
    // 2^18 rows of one GTIN, all on the last pack.
    let mut file = small_dataset();
    let rows = SIZE as u32;
    let by_number: Vec<u64> = (0..rows.into()).collect();
    file.set("rows of", [column(4, &[rows.into(), rows.into()]), zeros(1)]);
    file.set(
        "rows",
        [zeros(rows), zeros(rows), zeros(rows), byte_sliced_column(4, &by_number), zeros(rows.div_ceil(16))],
    );
    assert_linear("one GTIN", &file);
}

fn assert_linear(name: &str, file: &Sections) {
    let bytes = file.to_bytes();
    let (info, took) = measure_queries(&bytes);
    assert!(info.bytes_max <= MAX_BYTES + 64 * bytes.len() as u64, "{name}: {} bytes", info.bytes_max);
    assert!(took <= MAX_TIME, "{name}: {took:?}");
}

/// A hundred records of the maximum size, with characters that take six bytes in JSON.
#[test]
fn the_largest_response_stays_within_the_limits() {
    let bytes = write(largest_kits());
    let dataset = verify(&bytes).unwrap();
    let url = dataset.pack(PackNumber(0)).unwrap().url();
    let search = Request::get("/api/search", "q=kit&limit=100");
    let page = Request::get(&url, "");
    let info = measure(|| {
        let response = queries::respond_checked(&dataset, &search);
        assert!(response.body.len() > 100 * 64 * 2030 * 6);
        assert_eq!(queries::respond_checked(&dataset, &page).status, 200);
    });
    assert!(info.bytes_max <= (256 << 20) + 64 * bytes.len() as u64, "{} bytes", info.bytes_max);
}

/// Returns a hundred packs, each with 64 components and 256 GTIN rows.
fn largest_kits() -> Vec<Pack> {
    let filler = "\u{1}".repeat(2030);
    let mut parts = Vec::new();
    for n in 0..64 {
        parts.push(Component { pack_id: pack(n, "").pack_id, name: format!("kit {n} {filler}") });
    }
    let mut kits = Vec::new();
    for n in 0..100 {
        let mut kit = pack(n, &format!("kit {n} {filler}"));
        kit.comb_content = parts.clone();
        for row in 0..256 {
            kit.gtin_codes.push(entry(n * 10_000 + row * 10, 2000));
        }
        kits.push(kit);
    }
    kits
}

fn attack_update(name: &str, change: impl Fn(&mut Sections)) {
    let before = include_bytes!("../cases/api.bin");
    let mut file = Sections::of_update(include_bytes!("../cases/week.update"));
    change(&mut file);
    let bytes = file.to_bytes();
    let start = Instant::now();
    let info = measure(|| {
        assert!(update::apply(before, &bytes).is_err(), "{name}");
    });
    assert!(info.bytes_max <= MAX_BYTES, "{name}: {} bytes", info.bytes_max);
    assert!(start.elapsed() <= MAX_TIME, "{name}");
}

#[test]
fn hostile_updates_stay_within_the_limits() {
    attack_update("all packs are removed", |file| *file.at("removed", 0) = zeros(MAX_COUNT));
    attack_update("all rows there can be", |file| *file.at("models", 0) = zeros(MAX_COUNT));
    for name in ["rows", "components"] {
        attack_update("rows without end", |file| {
            *file.at(name, 2) = column(8, &[MAX_NUMBER; 4]);
            for place in 3..if name == "rows" { 6 } else { 4 } {
                *file.at(name, place) = zeros(MAX_COUNT);
            }
        });
    }
    attack_update("a text that is all of its model, twice", |file| {
        *file.at("name", 0) = Section::Bytes(vec![255; 8]);
        *file.at("name", 2) = column(8, &[1; 64]);
        *file.at("name", 3) = column(8, &[MAX_NUMBER; 64]);
    });
    attack_update("texts that are too long", |file| {
        *file.at("name", 2) = column(8, &[MAX_NUMBER; 64]);
    });
}

/// Queries that once took seconds. `npm run lab -- fuzz` finds more.
const SLOW_QUERIES: &[(&str, &str)] = &[(
    "one word in which a hundred letters may be misread",
    "aaaaaaaaaaaaaaaaaaqaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaYYYYYYYYYYYYYYYYYYYYYYYYYYYYYYYYYYYYYYYYYYYYYYYYYYYYYYYYYYYYYYYYYYYYYYYYYYYYYYYYYaaaaaa",
)];

#[test]
fn expensive_queries_stay_within_the_limits() {
    let dataset = Dataset::open(include_bytes!("../cases/api.bin")).unwrap();
    let worst: Vec<serde_json::Value> = case_files::cases("worst.json");
    let mut slow_queries = SLOW_QUERIES.to_vec();
    for case in &worst {
        slow_queries.push((case["name"].as_str().unwrap(), case["query"].as_str().unwrap()));
    }
    for (name, text) in slow_queries {
        let info = measure(|| {
            for order in [Order::Name, Order::Relevance] {
                search(&dataset, &Query { order, ..Query::new(text) });
            }
            suggest(&dataset, text, 8);
        });
        // For three searches.
        assert!(info.count_total <= 15_000, "{name}: {} allocations", info.count_total);
    }
}

/// Returns copies of the bytes, each with one bit flipped.
fn flips(bytes: &[u8]) -> impl Iterator<Item = (usize, Vec<u8>)> {
    (0..bytes.len() * 8).map(|bit| (bit, common::with_flipped_bit(bytes, bit)))
}

/// Runs every query on a dataset, if it opens.
fn open_and_query(bytes: &[u8]) {
    if let Ok(dataset) = Dataset::open(bytes) {
        queries::run_all(&dataset);
    }
}

#[test]
fn bit_flips_fail_the_digest_and_never_panic() {
    // Queries are slow, and updates are slower.
    let (query_step, sealed_step) = if is_whole() { (1, 16) } else { (9, 129) };
    for (bit, damaged) in flips(&small_dataset().to_bytes()) {
        assert!(verify(&damaged).is_err(), "bit {bit}");
        if bit % query_step == 0 {
            open_and_query(&damaged);
        }
        if bit % sealed_step == 0 {
            run_all(&sections::sealed(damaged));
        }
    }
}

#[test]
fn rejects_bit_flips_in_an_update() {
    let before = include_bytes!("../cases/api.bin");
    let week = include_bytes!("../cases/week.update");
    let after = update::apply(before, week).unwrap();
    // Tests one bit of each byte, or of each eighth byte.
    let bits = if is_whole() { 8 } else { 64 };
    for (bit, damaged) in flips(week) {
        assert!(update::apply(before, &damaged).is_err(), "bit {bit}");
        // With a correct digest, the result is the announced dataset or an error.
        if bit % bits == bit / bits % 8
            && let Ok(made) = update::apply(before, &sections::sealed(damaged))
        {
            assert!(made == after, "bit {bit}");
        }
    }
}

fn requests() -> impl Strategy<Value = (String, String, String, Option<String>)> {
    let method = prop_oneof![8 => Just("GET"), 1 => Just("HEAD"), 1 => Just("OPTIONS"), 1 => Just("")];
    let path = "(/med)?/(api|ampp|)/(gtin|search|suggest|about|ampp/.{0,9}-9[0-9]{15,17}|pack.css|)/?([0-9]{12,15}|%[0-9a-fA-F]{2}|\\PC{0,9})";
    let link = "/(01|med/gtin)/(095200000000(11|28|35)|[0-9]{12,15})(/(22|10|21|235|[0-9]{0,4})/([A-Z0-9%/]{0,22}|\\PC{0,9})){0,3}";
    let query = "((q|limit|offset|current|sort|format|ids|linkType|17|[0-9]{2,4}|\\PC)(=([a-z]{0,9}|gs1:(pip|masterData)|linkset|[0-9]{0,12}|%[0-9A-F]{2}|\\PC{0,30}))?&?){0,4}";
    let path = prop_oneof![2 => path, 1 => link];
    (method.prop_map(str::to_owned), path, query, prop::option::of("(W/)?\"\\PC{0,16}\"|\\*"))
}

fn apply_edits(file: &mut Sections, edits: &[sections::Edit]) {
    for edit in edits {
        file.edit(*edit);
    }
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..cases(1000) })]

    /// A short run of the fuzz target `dataset`.
    #[test]
    fn edited_sections_never_panic(edits in prop::collection::vec(any::<sections::Edit>(), 1..12)) {
        let mut file = small_dataset();
        apply_edits(&mut file, &edits);
        open_and_query(&file.to_bytes());
    }

    #[test]
    fn edited_sections_with_classes_never_panic(edits in prop::collection::vec(any::<sections::Edit>(), 1..12)) {
        let [before, after] = classified();
        let mut file = Sections::of_dataset(&after);
        apply_edits(&mut file, &edits);
        open_and_query(&file.to_bytes());
        let mut file = Sections::of_update(&update::make(&before, &after).unwrap());
        apply_edits(&mut file, &edits);
        let _ = update::apply(&before, &file.to_bytes());
    }

    #[test]
    fn edited_sections_of_an_update_never_panic(edits in prop::collection::vec(any::<sections::Edit>(), 1..6)) {
        let before = include_bytes!("../cases/api.bin");
        let mut file = Sections::of_update(include_bytes!("../cases/week.update"));
        apply_edits(&mut file, &edits);
        let _ = update::apply(before, &file.to_bytes());
    }

    /// A short run of the fuzz target `respond`.
    #[test]
    fn arbitrary_requests_never_panic((method, path, query, tags) in requests(), accept in prop::option::of("(application/(linkset\\+)?json|text/html|\\*/\\*|\\PC{0,9})(; ?q=[0-9.]{0,5})?,?\\PC{0,9}")) {
        let dataset = Dataset::open(include_bytes!("../cases/api.bin")).unwrap();
        let (method, path, query) = (&*method, &*path, &*query);
        let (if_none_match, accept) = (tags.as_deref(), accept.as_deref());
        let response = queries::respond_checked(&dataset, &Request { method, if_none_match, accept, ..Request::get(path, query) });
        prop_assert!(response.status < 400 || !response.headers.is_empty());
    }
}
