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

/// So many differences of each kind are printed.
const SHOWN: usize = 5;
/// So many whole codes of a supplement are searched for.
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
    let reference = Reference::new(import.packs.iter().cloned());
    let reference = concepts.iter().fold(reference, |reference, concepts| reference.with_concepts(concepts));
    let texts = queries(&import.packs, arguments.searches);
    let mut differences =
        report("searches", &texts, &in_shares(&texts, |text| check(&dataset, &reference, text)));
    if let Some(concepts) = concepts.filter(Concepts::are_classified) {
        let texts = classes(&concepts);
        differences +=
            report("classes", &texts, &in_shares(&texts, |text| check(&dataset, &reference, text)));
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

/// Compares the answers to a text, and judges each result by its names.
fn check(dataset: &Dataset<'_>, reference: &Reference, text: &str) -> Option<String> {
    let variants = [(Order::Name, 0, false), (Order::Relevance, 0, true), (Order::Relevance, 20, false)];
    variants.into_iter().find_map(|(order, offset, current_only)| {
        let query = Query { order, offset, current_only, ..Query::new(text) };
        let (found, expected) = (search(dataset, &query), reference.search(&query));
        let packs: Vec<u32> = found.packs.iter().map(|pack| pack.0).collect();
        let is_name = found.kind == pack_lookup::search::Kind::Name;
        let violations =
            if is_name { reference.violations(text, &packs, &found.corrections) } else { Vec::new() };
        if !violations.is_empty() {
            return Some(format!("{query:?}: {violations:?}"));
        }
        if found.is_relaxed || found.total == 0 {
            return (expected.total > 0).then(|| format!("{query:?}: partial, but {expected:?}"));
        }
        let is_equal = (&packs, found.total, &found.corrections)
            == (&expected.packs, expected.total, &expected.corrections);
        (!is_equal).then(|| format!("{query:?}: {found:?} instead of {expected:?}"))
    })
}

/// Shares the texts out among threads: the reference looks at every pack for every search.
fn in_shares(texts: &[String], check: impl Fn(&str) -> Option<String> + Sync) -> Vec<String> {
    let threads = thread::available_parallelism().map_or(1, usize::from);
    let (check, share) = (&check, texts.len().div_ceil(threads).max(1));
    thread::scope(|scope| {
        let worker = |texts: &[String]| texts.iter().filter_map(|text| check(text)).collect::<Vec<String>>();
        let workers: Vec<_> = texts.chunks(share).map(|texts| scope.spawn(move || worker(texts))).collect();
        let panicked = |_| vec!["a search panicked".to_owned()];
        workers.into_iter().flat_map(|worker| worker.join().unwrap_or_else(panicked)).collect()
    })
}

/// Returns the upper levels of all codes, and some whole ones.
fn classes(concepts: &Concepts) -> Vec<String> {
    let atc = concepts.vmps.iter().filter_map(|vmp| Some(("atc", vmp.atc.as_deref()?)));
    let bnf = concepts.vmps.iter().filter_map(|vmp| vmp.bnf.as_deref());
    let bnf = bnf.chain(concepts.amps.iter().filter_map(|amp| amp.bnf.as_deref())).map(|code| ("bnf", code));
    let codes: BTreeSet<(&str, &str)> = atc.chain(bnf).collect();
    let mut texts = BTreeSet::new();
    for (word, code) in &codes {
        let upper = [1, 3, 4].into_iter().filter_map(|len| code.get(..len));
        texts.extend(upper.map(|start| format!("{word}:{start}")));
    }
    let whole = codes.iter().step_by(codes.len().div_ceil(WHOLE_CODES).max(1));
    texts.extend(whole.map(|(word, code)| format!("{word}:{code}")));
    texts.into_iter().collect()
}

/// Makes queries of words of names: some of them, unfinished ones, misspelt ones. They are the same ones each time.
fn queries(packs: &[Pack], count: usize) -> Vec<String> {
    let mut random = Random(1);
    let mut seen = HashSet::new();
    let draws = (0..count * 20).filter_map(|_| query(&mut random, packs));
    draws.filter(|text| seen.insert(text.clone())).take(count).collect()
}

fn query(random: &mut Random, packs: &[Pack]) -> Option<String> {
    let pack = packs.get(random.below(packs.len()))?;
    let words: Vec<String> = reference::words(&pack.name);
    let wanted = 1 + random.below(4);
    let words: Option<Vec<String>> = (0..wanted).map(|_| word(random, &words)).collect();
    words.map(|words| words.join(" "))
}

/// Returns a word as it is, its start, or without one of its letters.
fn word(random: &mut Random, words: &[String]) -> Option<String> {
    let letters: Vec<char> = words.get(random.below(words.len()))?.chars().collect();
    let position = random.below(letters.len());
    Some(match random.below(4) {
        0 => letters.iter().take(position + 1).collect(),
        1 => letters.iter().enumerate().filter(|(at, _)| *at != position).map(|(_, letter)| letter).collect(),
        _ => letters.iter().collect(),
    })
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
