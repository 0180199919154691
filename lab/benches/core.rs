//! The native core: opening, GTINs to JSON, searches by name and through typos.
//!
//! It uses demonstration data, and the dataset in `PACK_LOOKUP_BENCH_DATASET` if it is set.

#![allow(missing_docs, clippy::unwrap_used)]

use std::hint::black_box;

use criterion::measurement::WallTime;
use criterion::{BenchmarkGroup, Criterion, criterion_group, criterion_main};
use pack_lookup::dataset::{Dataset, PackNumber, writer};
use pack_lookup::gtin::Gtin;
use pack_lookup::import::{demo, progress::Silent, read_release};
use pack_lookup::json::IdFormat;
use pack_lookup::lookup;
use pack_lookup::search::{Order, Query, search};
use pack_lookup::text::{Token, fold, tokens};

const DEMO_PACKS: u32 = 20_000;
const GTINS: usize = 1000;

/// Queries by class, as people type them.
const SEARCHES: [(&str, &[&str]); 7] = [
    ("one word", &["tablets", "paracetamol", "amoxicillin", "garment", "almus"]),
    ("words", &["amlodipine tablets", "paracetamol caplets 16", "omeprazole capsules teva"]),
    ("as typed", &["a", "pa", "par", "para", "para 5", "para 500", "para 500 t", "co-am"]),
    ("strength", &["amlodipine 5mg", "paracetamol 1g", "levothyroxine 100 mcg", "500"]),
    ("supplier", &["almus", "simvastatin teva", "accord healthcare"]),
    ("nothing", &["qxzjvkwq", "xylophonium 20mg"]),
    ("typo", &["amlodapine", "levothyroxne", "pracetamol", "simvastatine", "ibuprofin"]),
];

fn core(criterion: &mut Criterion) {
    measure(criterion, "demo", &demonstration());
    if let Some(path) = std::env::var_os("PACK_LOOKUP_BENCH_DATASET") {
        measure(criterion, "given", &std::fs::read(path).unwrap());
    }
}

fn demonstration() -> Vec<u8> {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("nhsbsa_dmd_demo.zip");
    let file = std::fs::File::create(&path).unwrap();
    demo::write_release(file, DEMO_PACKS, demo::DEFAULT_SEED, &Silent).unwrap();
    let import = read_release(&path, &Silent).unwrap();
    writer::write(import.packs, &import.release).unwrap()
}

#[derive(serde::Deserialize)]
struct CaseFile {
    cases: Vec<Case>,
}

#[derive(serde::Deserialize)]
struct Case {
    name: String,
    query: String,
}

fn measure(criterion: &mut Criterion, name: &str, bytes: &[u8]) {
    let dataset = Dataset::open(bytes).unwrap();
    let mut group = criterion.benchmark_group(name);
    group.bench_function("open", |bencher| bencher.iter(|| Dataset::open(black_box(bytes)).unwrap()));
    measure_lookup(&mut group, &dataset);
    for (class, texts) in SEARCHES {
        measure_search(&mut group, &dataset, class, texts);
    }
    measure_search(&mut group, &dataset, "whole name", &[&dataset.name(PackNumber(dataset.packs() / 2))]);
    // Each query has its own benchmark, because the limit applies to each.
    let slowest: CaseFile = serde_json::from_str(include_str!("../../tests/cases/worst.json")).unwrap();
    for case in &slowest.cases {
        measure_search(&mut group, &dataset, &case.name, &[&case.query]);
    }
    group.bench_function("words of a name", |bencher| {
        let name = dataset.name(PackNumber(dataset.packs() / 3));
        bencher.iter(|| tokens(&fold(black_box(&name))).iter().map(Token::term).count());
    });
    group.finish();
}

/// Looks up one GTIN after another, so that no record is in the processor's cache.
fn measure_lookup(group: &mut BenchmarkGroup<'_, WallTime>, dataset: &Dataset<'_>) {
    let step = (dataset.packs() as usize / GTINS).max(1);
    let packs = (0..dataset.packs()).step_by(step).map(PackNumber);
    let gtins: Vec<Gtin> =
        packs.filter_map(|pack| Some(dataset.gtin_entries(pack).next()?.gtin.gtin())).collect();
    let mut next = gtins.iter().cycle();
    group.bench_function("latest GTIN to JSON", |bencher| {
        bencher.iter(|| {
            let found = lookup::latest(dataset, *next.next().unwrap()).unwrap();
            dataset.pack(found.pack).unwrap().to_json(IdFormat::Number)
        });
    });
}

/// Measures all queries of a class, each with its records as JSON, in both orders.
fn measure_search(
    group: &mut BenchmarkGroup<'_, WallTime>,
    dataset: &Dataset<'_>,
    class: &str,
    texts: &[&str],
) {
    for (order, suffix) in [(Order::Name, ""), (Order::Relevance, ", best first")] {
        let mut next = texts.iter().cycle();
        group.bench_function(format!("{class}{suffix}"), |bencher| {
            bencher.iter(|| {
                let found = search(dataset, &Query { order, ..Query::new(next.next().unwrap()) });
                found
                    .packs
                    .iter()
                    .filter_map(|pack| Some(dataset.pack(*pack)?.to_json(IdFormat::Number).len()))
                    .sum::<usize>()
            });
        });
    }
}

criterion_group!(benches, core);
criterion_main!(benches);
