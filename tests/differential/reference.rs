//! Compares the searches of a release with those of the reference implementation.
//!
//! `cargo run --example compare -- [--partial] [--supplement ZIP] [--searches N] RELEASE`, for `npm run check`.
#![allow(
    clippy::indexing_slicing,
    clippy::string_slice,
    clippy::panic,
    reason = "a comparison that panics has failed"
)]

#[path = "../reference/mod.rs"]
mod reference;

use std::collections::{BTreeSet, HashSet};
use std::error::Error;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::thread;

use pack_lookup::concept::Concepts;
use pack_lookup::dataset::{Dataset, verify, writer};
use pack_lookup::import::disk::Disk;
use pack_lookup::import::progress::Silent;
use pack_lookup::import::{Import, Supplement, read_from};
use pack_lookup::pack::Pack;
use pack_lookup::search::{Order, Query, search};

use reference::Reference;

/// The number of differences of each kind that are printed.
const SHOWN: usize = 5;
/// The number of whole codes of a supplement that are searched for.
const WHOLE_CODES: usize = 200;

struct Arguments {
    release: PathBuf,
    is_partial: bool,
    supplement: Option<PathBuf>,
    searches: usize,
}

fn main() -> Result<ExitCode, Box<dyn Error>> {
    let arguments = arguments()?;
    let import = import(&arguments)?;
    let concepts = import.concepts.map(Concepts::whole);
    let bytes = writer::write_with(import.packs.clone(), concepts.clone(), &import.release)?;
    let dataset = verify(&bytes)?;
    let mut reference = Reference::new(import.packs.iter().cloned());
    if let Some(concepts) = &concepts {
        reference = reference.with_concepts(concepts);
    }
    let texts = queries(&import.packs, arguments.searches);
    let mut differences = report("searches", &texts, &check_all(&dataset, &reference, &texts));
    if let Some(concepts) = concepts.filter(Concepts::are_classified) {
        let texts = classes(&concepts);
        differences += report("classes", &texts, &check_all(&dataset, &reference, &texts));
    }
    Ok(if differences == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

fn arguments() -> Result<Arguments, Box<dyn Error>> {
    let (mut release, mut supplement) = (None, None);
    let (mut is_partial, mut searches) = (false, 1000);
    let mut all = std::env::args().skip(1);
    while let Some(argument) = all.next() {
        match argument.as_str() {
            "--partial" => is_partial = true,
            "--supplement" => supplement = Some(all.next().ok_or("which supplement?")?.into()),
            "--searches" => searches = all.next().ok_or("how many searches?")?.parse()?,
            _ => release = Some(argument.into()),
        }
    }
    Ok(Arguments { release: release.ok_or("which release?")?, is_partial, supplement, searches })
}

fn import(arguments: &Arguments) -> Result<Import, Box<dyn Error>> {
    let mut import = read_from(&Disk, &arguments.release, arguments.is_partial, &Silent)?;
    if let Some(path) = &arguments.supplement {
        import.classify(Supplement::read_from(&Disk, Path::new(path), &Silent)?);
    }
    Ok(import)
}

/// Prints how many searches differ, and some of them.
fn report(what: &str, compared: &[String], differences: &[String]) -> usize {
    println!("{} {what} compared, {} differ", compared.len(), differences.len());
    for difference in differences.iter().take(SHOWN) {
        println!("  {difference}");
    }
    differences.len()
}

/// Compares the answers to a text in several orders. Returns the first difference.
fn check(dataset: &Dataset<'_>, reference: &Reference, text: &str) -> Option<String> {
    for (order, offset, current_only) in
        [(Order::Name, 0, false), (Order::Relevance, 0, true), (Order::Relevance, 20, false)]
    {
        let query = Query { order, offset, current_only, ..Query::new(text) };
        if let Some(difference) = check_query(dataset, reference, &query) {
            return Some(difference);
        }
    }
    None
}

/// Compares the answers to a query, and checks each result by its names.
fn check_query(dataset: &Dataset<'_>, reference: &Reference, query: &Query<'_>) -> Option<String> {
    let (found, expected) = (search(dataset, query), reference.search(query));
    let packs: Vec<u32> = found.packs.iter().map(|pack| pack.0).collect();
    if found.kind == pack_lookup::search::Kind::Name {
        let violations = reference.violations(query.text, &packs, &found.corrections);
        if !violations.is_empty() {
            return Some(format!("{query:?}: {violations:?}"));
        }
    }
    if found.is_relaxed || found.total == 0 {
        return if expected.total > 0 { Some(format!("{query:?}: partial, but {expected:?}")) } else { None };
    }
    let is_equal =
        (&packs, found.total, &found.corrections) == (&expected.packs, expected.total, &expected.corrections);
    if is_equal { None } else { Some(format!("{query:?}: {found:?} instead of {expected:?}")) }
}

/// Compares the answers to all texts on several threads: the reference checks every pack for every search.
fn check_all(dataset: &Dataset<'_>, reference: &Reference, texts: &[String]) -> Vec<String> {
    let threads = thread::available_parallelism().map_or(1, usize::from);
    let share = texts.len().div_ceil(threads).max(1);
    thread::scope(|scope| {
        let mut workers = Vec::new();
        for texts in texts.chunks(share) {
            workers.push(scope.spawn(move || check_share(dataset, reference, texts)));
        }
        let mut differences = Vec::new();
        for worker in workers {
            match worker.join() {
                Ok(found) => differences.extend(found),
                Err(_) => differences.push("a search panicked".to_owned()),
            }
        }
        differences
    })
}

fn check_share(dataset: &Dataset<'_>, reference: &Reference, texts: &[String]) -> Vec<String> {
    texts.iter().filter_map(|text| check(dataset, reference, text)).collect()
}

/// Returns the upper levels of all codes, and some whole ones.
fn classes(concepts: &Concepts) -> Vec<String> {
    let mut codes = BTreeSet::new();
    for vmp in &concepts.vmps {
        codes.extend(vmp.atc.iter().map(|code| ("atc", code)));
        codes.extend(vmp.bnf.iter().map(|code| ("bnf", code)));
    }
    for amp in &concepts.amps {
        codes.extend(amp.bnf.iter().map(|code| ("bnf", code)));
    }
    let mut texts = BTreeSet::new();
    for (word, code) in &codes {
        for len in [1, 3, 4] {
            texts.extend(code.get(..len).map(|start| format!("{word}:{start}")));
        }
    }
    for (word, code) in codes.iter().step_by(codes.len().div_ceil(WHOLE_CODES).max(1)) {
        texts.insert(format!("{word}:{code}"));
    }
    texts.into_iter().collect()
}

/// Makes queries of words of names: some of them, unfinished ones, misspelt ones. They are the same ones each time.
fn queries(packs: &[Pack], count: usize) -> Vec<String> {
    let mut random = Random(1);
    let (mut seen, mut texts) = (HashSet::new(), Vec::new());
    for _ in 0..count * 20 {
        if texts.len() == count {
            break;
        }
        let Some(text) = query(&mut random, packs) else { continue };
        if seen.insert(text.clone()) {
            texts.push(text);
        }
    }
    texts
}

fn query(random: &mut Random, packs: &[Pack]) -> Option<String> {
    let pack = packs.get(random.below(packs.len()))?;
    let words = reference::words(&pack.name);
    let mut chosen = Vec::new();
    for _ in 0..1 + random.below(4) {
        chosen.push(word(random, &words)?);
    }
    Some(chosen.join(" "))
}

/// Returns a word as it is, its start, or without one of its letters.
fn word(random: &mut Random, words: &[String]) -> Option<String> {
    let mut letters: Vec<char> = words.get(random.below(words.len()))?.chars().collect();
    let position = random.below(letters.len());
    match random.below(4) {
        0 => letters.truncate(position + 1),
        1 => drop(letters.remove(position)),
        _ => {}
    }
    Some(letters.into_iter().collect())
}

/// splitmix64.
struct Random(u64);

impl Random {
    /// Returns a number below `limit`, or 0 if there is none.
    fn below(&mut self, limit: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((mixed ^ (mixed >> 31)) % limit.max(1) as u64) as usize
    }
}
