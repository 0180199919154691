//! Datasets and updates that somebody made with care: below 1 KB, opened, and said to hold billions. Whatever is asked of them, there
//! is an answer or an error, in few steps and little memory. FORMAT.md has the numbers.

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

use crate::common::sections::{self, Section, Sections, column, texts, zeros};
use crate::common::{self, ask, case_files, cases, is_whole, pack, write};

/// What a file below 1 KB may hold at once, whatever is asked.
const MOST_BYTES: u64 = 64 << 20;
/// How often it may ask for memory in all that is asked here: what takes many steps takes memory at some of them.
const MOST_ALLOCATIONS: u64 = 3_000_000;
/// A step without an allocation can't hide in a minute of them.
const LONGEST: Duration = Duration::from_secs(60);

/// Asks everything of a dataset that can be asked.
fn ask(bytes: &[u8]) {
    let Ok(dataset) = Dataset::open(bytes) else { return };
    ask::ask(&dataset);
    let packs = (0..dataset.packs()).filter_map(|number| dataset.pack(PackNumber(number)));
    packs.for_each(|pack| serde_json::to_writer(std::io::sink(), &pack).unwrap());
    weeks(bytes);
}

/// What leads from it to another dataset, and the other way.
fn weeks(bytes: &[u8]) {
    let other = write(vec![pack(7, "Another")]);
    for (before, after) in [(bytes, &*other), (&*other, bytes), (bytes, bytes)] {
        let told = update::compare(before, after).map(|report| (report.to_json(), report.to_string()));
        let made = update::make(before, after);
        assert!(told.is_ok() || made.is_err());
    }
}

fn entry(gtin: u64, year: u16) -> GtinEntry {
    let gtin = RecordedGtin::new(Gtin::new(gtin).unwrap(), false);
    GtinEntry { gtin, start_date: Date::new(year, 1, 2).unwrap(), end_date: None }
}

/// A dataset with something in each section, below 1 KB.
fn small() -> Sections {
    let a = pack(1, "Amlodipine 5mg tablets (A Ltd) 28 tablet");
    let a = Pack { gtin_codes: vec![entry(9_520_000_000_011, 2020), entry(9_520_000_000_028, 2020)], ..a };
    let component = Component { pack_id: a.pack_id, name: a.name.clone() };
    let b = pack(2, "Kit");
    let sections = Sections::of_dataset(&write(vec![a, Pack { comb_content: vec![component], ..b }]));
    assert!(sections.to_bytes().len() < 1000);
    sections
}

/// Datasets of a week and of the next, with concepts that a supplement classified.
fn classified() -> [Vec<u8>; 2] {
    [("0501", "J01CA04"), ("05010103", "J01CA")].map(|(bnf, atc)| {
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
    })
}

/// Asks everything, and says what it took.
fn cost(bytes: &[u8]) -> (AllocationInfo, Duration) {
    let start = Instant::now();
    let info = measure(|| ask(bytes));
    (info, start.elapsed())
}

fn assert_bounded(name: &str, bytes: &[u8]) {
    let (info, took) = cost(bytes);
    assert!(info.bytes_max <= MOST_BYTES, "{name}: {} bytes", info.bytes_max);
    assert!(info.count_total <= MOST_ALLOCATIONS, "{name}: {} allocations", info.count_total);
    assert!(took <= LONGEST, "{name}: {took:?}");
}

const ALL: u32 = u32::MAX;
const HUGE: u64 = u64::MAX;

/// Each does something to the small dataset.
type Attack = (&'static str, fn(&mut Sections));

const ATTACKS: &[Attack] = &[
    ("a pack with all rows of GTINs there can be", |file| {
        let rows = || zeros(ALL);
        file.set("rows of", [column(4, &[ALL.into(), 0]), zeros(1)]);
        file.set("days", [column(3, &[737_000])]);
        file.set("rows", [rows(), rows(), rows(), rows(), zeros(ALL.div_ceil(16))]);
    }),
    ("a pack with all components there can be", |file| {
        file.set("parents", [Section::Bytes(vec![3, 0, 0, 0, 0, 0, 0, 0]), zeros(1)]);
        file.set("components of", [column(4, &[ALL.into(), ALL.into()]), zeros(1)]);
        file.set("components", [zeros(ALL)]);
    }),
    ("columns of nothing", |file| {
        let counted = ["days", "generic of run", "pieces", "suppliers", "sizes", "flags", "components"];
        counted.into_iter().for_each(|name| *file.at(name, 0) = zeros(ALL));
        *file.at("price", 2) = zeros(ALL);
        *file.at("codes", 1) = zeros(ALL);
    }),
    ("spans whose sums are too large", |file| {
        file.set("rows of", [column(8, &[HUGE, HUGE]), column(8, &[HUGE])]);
        file.set("components of", [column(8, &[HUGE]), column(8, &[HUGE])]);
    }),
    ("ranks whose sums are too large", |file| {
        let starts = ["product starts", "generic starts", "sub-pack", "short name", "price", "parents"];
        starts.into_iter().for_each(|name| *file.at(name, 1) = column(8, &[HUGE]));
        file.set("parents", [Section::Bytes(vec![255; 8])]);
    }),
    ("codes that are too large", |file| {
        file.set("codes", [column(8, &[HUGE, 1 << 60])]);
    }),
    ("places of names that are too large", |file| {
        file.set("generic of run", [column(8, &[HUGE, HUGE])]);
    }),
    ("days that are too large", |file| {
        file.set("days", [column(8, &[HUGE, u64::from(u32::MAX) + 1])]);
    }),
    ("codes of GTINs that are too large", |file| {
        *file.at("rows", 0) = column(8, &[HUGE, HUGE - 1]);
        *file.at("rows", 3) = column(8, &[HUGE, HUGE - 1]);
        *file.at("rows", 4) = column(8, &[HUGE]);
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
        // The first letter has it all.
        file.set("unions", [column(1, &[list.len() as u64; 96]), Section::Blob(list)]);
    }),
    ("words that are never over", |file| {
        let entry = [0, 1, b'a', 255, 255, 255, 255, 15, 255, 255, 255, 255, 15];
        let entries: Vec<u8> = entry.into_iter().cycle().take(200).collect();
        file.set(
            "words",
            [Section::Bytes(ALL.to_le_bytes().to_vec()), zeros(ALL.div_ceil(16)), zeros(ALL.div_ceil(16))],
        );
        *file.at("words", 3) = Section::Blob(entries);
    }),
    ("texts that overlap", |file| {
        *file.at("pieces", 0) = column(8, &[HUGE, 0, HUGE / 2, 1]);
        *file.at("sizes", 0) = column(8, &[HUGE]);
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
                *file.at(name, 0) = zeros(ALL);
            }
        }),
        ("places that are too large", |file| {
            *file.at("classes of products", 2) = column(8, &[HUGE]);
            *file.at("classes of products", 5) = column(8, &[HUGE]);
            *file.at("classes of trade products", 4) = column(8, &[HUGE]);
        }),
        ("ranks that are too large", |file| {
            *file.at("classes of trade products", 2) = Section::Bytes(vec![255; 8]);
            *file.at("classes of trade products", 3) = column(8, &[HUGE]);
        }),
    ];
    let [_, bytes] = classified();
    assert_bounded("the file as it was", &bytes);
    for (name, attack) in attacks {
        let mut file = Sections::of_dataset(&bytes);
        attack(&mut file);
        assert_bounded(name, &file.to_bytes());
    }
}

#[test]
fn small_hostile_datasets_stay_within_the_limits() {
    assert_bounded("the file as it was", &small().to_bytes());
    for (name, attack) in ATTACKS {
        let mut file = small();
        attack(&mut file);
        let bytes = file.to_bytes();
        assert!(bytes.len() < 1100, "{name}: {} bytes", bytes.len());
        assert_bounded(name, &bytes);
    }
}

/// Every place in the file that could be a column's, said to be as many zeros as can be.
#[test]
fn counts_without_bytes_stay_within_the_limits() {
    let bytes = small().to_bytes();
    for place in 48..bytes.len() - 5 {
        let mut swollen = bytes.clone();
        swollen[place] = 0;
        swollen[place + 1..place + 5].copy_from_slice(&ALL.to_le_bytes());
        assert_bounded(&format!("byte {place}"), &sections::sealed(swollen));
    }
}

/// What is quadratic needs a larger file to show.
#[test]
fn large_hostile_datasets_take_linear_time() {
    const SIZE: usize = 1 << 18;
    let within = |name: &str, file: &Sections| {
        let bytes = file.to_bytes();
        let (info, took) = cost(&bytes);
        assert!(info.bytes_max <= MOST_BYTES + 64 * bytes.len() as u64, "{name}: {} bytes", info.bytes_max);
        assert!(took <= LONGEST, "{name}: {took:?}");
    };
    // A name of a quarter of a megabyte of numbers, each a piece of a quarter of a megabyte.
    let mut file = small();
    file.set("pieces", texts(&[&[b'a'; SIZE]]));
    let phrase: Vec<u8> = [15, 255, 255, 63].into_iter().chain([0; SIZE]).collect();
    file.set("products", [Section::Bytes(vec![1, 0, 0, 0]), zeros(1), Section::Blob(phrase)]);
    within("one name", &file);
    // The same with a piece of one letter: a name of a quarter of a megabyte.
    file.set("pieces", texts(&[b"a"]));
    within("many pieces", &file);
    // A word of a quarter of a megabyte, and as many that share all of it.
    let mut file = small();
    let word = [0, 255, 255, 15].into_iter().chain([b'a'; SIZE - 1]).chain([4, 0]);
    let others = [255, 255, 15, 1, b'a', 4, 0].into_iter().cycle().take(SIZE);
    let blocks = (SIZE / 7 / 16) as u32;
    file.set("words", [Section::Bytes((blocks * 16).to_le_bytes().to_vec()), zeros(blocks), zeros(blocks)]);
    *file.at("words", 3) = Section::Blob(word.chain(others).collect());
    *file.at("words", 4) = Section::Blob([4, 0].into_iter().cycle().take(SIZE).collect());
    within("one word", &file);
    // As many rows, all of one GTIN, on the last of all packs by the spans.
    let mut file = small();
    let rows = SIZE as u32;
    let by_number: Vec<u64> = (0..rows.into()).collect();
    file.set("rows of", [column(4, &[rows.into(), rows.into()]), zeros(1)]);
    file.set(
        "rows",
        [zeros(rows), zeros(rows), zeros(rows), column(4, &by_number), zeros(rows.div_ceil(16))],
    );
    within("one GTIN", &file);
}

/// A hundred records, each with as much as a record may have, in characters that JSON writes with six.
#[test]
fn the_largest_response_stays_within_the_limits() {
    let name = |n: u64| format!("kit {n} {}", "\u{1}".repeat(2030));
    let parts: Vec<Component> =
        (0..64).map(|n| Component { pack_id: pack(n, "").pack_id, name: name(n) }).collect();
    let kits = (0..100).map(|n| {
        let rows = (0..256).map(|row| entry(n * 10_000 + row * 10, 2000)).collect();
        Pack { gtin_codes: rows, comb_content: parts.clone(), ..pack(n, &name(n)) }
    });
    let bytes = write(kits.collect());
    let dataset = verify(&bytes).unwrap();
    let url = dataset.pack(PackNumber(0)).unwrap().url();
    let request = |path, query| Request { method: "GET", path, query, if_none_match: None };
    let info = measure(|| {
        let response = ask::request(&dataset, &request("/api/search", "q=kit&limit=100"));
        assert!(response.body.len() > 100 * 64 * 2030 * 6);
        assert_eq!(ask::request(&dataset, &request(&url, "")).status, 200);
    });
    assert!(info.bytes_max <= (256 << 20) + 64 * bytes.len() as u64, "{} bytes", info.bytes_max);
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
    assert!(info.bytes_max <= MOST_BYTES, "{name}: {} bytes", info.bytes_max);
    assert!(start.elapsed() <= LONGEST, "{name}");
}

#[test]
fn hostile_updates_stay_within_the_limits() {
    attack_update("all packs go", |file| *file.at("gone", 0) = zeros(ALL));
    attack_update("all rows there can be", |file| *file.at("models", 0) = zeros(ALL));
    for name in ["rows", "components"] {
        attack_update("rows without end", |file| {
            *file.at(name, 2) = column(8, &[HUGE; 4]);
            for place in 3..if name == "rows" { 6 } else { 4 } {
                *file.at(name, place) = zeros(ALL);
            }
        });
    }
    attack_update("a text that is all of its model, twice", |file| {
        *file.at("name", 0) = Section::Bytes(vec![255; 8]);
        *file.at("name", 2) = column(8, &[1; 64]);
        *file.at("name", 3) = column(8, &[HUGE; 64]);
    });
    attack_update("texts that are too long", |file| {
        *file.at("name", 2) = column(8, &[HUGE; 64]);
    });
}

/// Queries that took seconds, each for a reason of its own; `npm run lab -- fuzz` finds such.
const SLOW: &[(&str, &str)] = &[(
    "one word in which a hundred letters may be misread",
    "aaaaaaaaaaaaaaaaaaqaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaYYYYYYYYYYYYYYYYYYYYYYYYYYYYYYYYYYYYYYYYYYYYYYYYYYYYYYYYYYYYYYYYYYYYYYYYYYYYYYYYYaaaaaa",
)];

#[test]
fn expensive_queries_stay_within_the_limits() {
    let dataset = Dataset::open(include_bytes!("../cases/api.bin")).unwrap();
    let worst: Vec<serde_json::Value> = case_files::cases("worst.json");
    let worst = worst.iter().map(|case| (case["name"].as_str().unwrap(), case["query"].as_str().unwrap()));
    for (name, text) in SLOW.iter().copied().chain(worst) {
        let info = measure(|| {
            for order in [Order::Name, Order::Relevance] {
                search(&dataset, &Query { order, ..Query::new(text) });
            }
            suggest(&dataset, text, 8);
        });
        // Asked three times.
        assert!(info.count_total <= 15_000, "{name}: {} allocations", info.count_total);
    }
}

/// The bytes with each of their bits turned, one at a time.
fn flips(bytes: &[u8]) -> impl Iterator<Item = (usize, Vec<u8>)> {
    (0..bytes.len() * 8).map(|bit| {
        let mut damaged = bytes.to_vec();
        damaged[bit / 8] ^= 1 << (bit % 8);
        (bit, damaged)
    })
}

#[test]
fn bit_flips_fail_the_digest_and_never_panic() {
    // Asking is slow, and what follows from it week by week is slower.
    let (asked, sealed) = if is_whole() { (1, 16) } else { (9, 129) };
    for (bit, damaged) in flips(&small().to_bytes()) {
        assert!(verify(&damaged).is_err(), "bit {bit}");
        if bit % asked == 0 {
            Dataset::open(&damaged).iter().for_each(ask::ask);
        }
        if bit % sealed == 0 {
            ask(&sections::sealed(damaged));
        }
    }
}

#[test]
fn rejects_bit_flips_in_an_update() {
    let before = include_bytes!("../cases/api.bin");
    let week = include_bytes!("../cases/week.update");
    let after = update::apply(before, week).unwrap();
    // Of each byte another bit, or of each eighth.
    let bits = if is_whole() { 8 } else { 64 };
    for (bit, damaged) in flips(week) {
        assert!(update::apply(before, &damaged).is_err(), "bit {bit}");
        // Whatever it says, only the announced dataset comes of it.
        if bit % bits == bit / bits % 8 {
            let applied = update::apply(before, &sections::sealed(damaged));
            assert!(applied.is_err() || applied.is_ok_and(|made| made == after), "bit {bit}");
        }
    }
}

fn requests() -> impl Strategy<Value = (String, String, String, Option<String>)> {
    let method = prop_oneof![8 => Just("GET"), 1 => Just("HEAD"), 1 => Just("OPTIONS"), 1 => Just("")];
    let path = "(/med)?/(api|ampp|)/(gtin|search|suggest|about|ampp/.{0,9}-9[0-9]{15,17}|pack.css|)/?([0-9]{12,15}|%[0-9a-fA-F]{2}|\\PC{0,9})";
    let query = "((q|limit|offset|current|sort|format|ids|\\PC)(=([a-z]{0,9}|[0-9]{0,12}|%[0-9A-F]{2}|\\PC{0,30}))?&?){0,4}";
    (method.prop_map(str::to_owned), path, query, prop::option::of("(W/)?\"\\PC{0,16}\"|\\*"))
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..cases(1000) })]

    /// What the fuzz target `dataset` does, for a moment.
    #[test]
    fn edited_sections_never_panic(edits in prop::collection::vec(any::<sections::Edit>(), 1..12)) {
        let mut file = small();
        edits.into_iter().for_each(|edit| file.edit(edit));
        Dataset::open(&file.to_bytes()).iter().for_each(ask::ask);
    }

    #[test]
    fn edited_sections_with_classes_never_panic(edits in prop::collection::vec(any::<sections::Edit>(), 1..12)) {
        let [before, after] = classified();
        let mut file = Sections::of_dataset(&after);
        edits.iter().for_each(|edit| file.edit(*edit));
        Dataset::open(&file.to_bytes()).iter().for_each(ask::ask);
        let mut file = Sections::of_update(&update::make(&before, &after).unwrap());
        edits.iter().for_each(|edit| file.edit(*edit));
        let _ = update::apply(&before, &file.to_bytes());
    }

    #[test]
    fn edited_sections_of_an_update_never_panic(edits in prop::collection::vec(any::<sections::Edit>(), 1..6)) {
        let before = include_bytes!("../cases/api.bin");
        let mut file = Sections::of_update(include_bytes!("../cases/week.update"));
        edits.into_iter().for_each(|edit| file.edit(edit));
        let _ = update::apply(before, &file.to_bytes());
    }

    /// What the fuzz target `respond` does, for a moment.
    #[test]
    fn arbitrary_requests_never_panic((method, path, query, tags) in requests()) {
        let dataset = Dataset::open(include_bytes!("../cases/api.bin")).unwrap();
        let (method, path, query) = (&*method, &*path, &*query);
        let response = ask::request(&dataset, &Request { method, path, query, if_none_match: tags.as_deref() });
        prop_assert!(response.status < 400 || !response.headers.is_empty());
    }
}
