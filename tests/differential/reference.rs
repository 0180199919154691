//! Compares the searches of a release with a reference implementation, and judges the answers to questions about its packs.
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

use std::collections::BTreeSet;
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

use reference::{Asked, Reference};

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
    let asked = questions(&import.packs, arguments.searches);
    let mut differences = report(
        "questions",
        asked.len(),
        &check_all(&asked, &|asked| check_question(&dataset, &reference, asked)),
    );
    if let Some(concepts) = concepts.filter(Concepts::are_classified) {
        let texts = classes(&concepts);
        differences += report(
            "classes",
            texts.len(),
            &check_all(&texts, &|text| check_class(&dataset, &reference, text)),
        );
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
fn report(what: &str, compared: usize, differences: &[String]) -> usize {
    println!("{compared} {what} compared, {} differ", differences.len());
    for difference in differences.iter().take(SHOWN) {
        println!("  {difference}");
    }
    differences.len()
}

/// Compares the answers to a class in several orders. Returns the first difference.
fn check_class(dataset: &Dataset<'_>, reference: &Reference, text: &str) -> Option<String> {
    for (order, offset, current_only) in
        [(Order::Name, 0, false), (Order::Relevance, 0, true), (Order::Relevance, 20, false)]
    {
        let query = Query { order, offset, current_only, ..Query::new(text) };
        let found = search(dataset, &query);
        let packs: Vec<u32> = found.packs.iter().map(|pack| pack.0).collect();
        let expected = reference.search(&query)?;
        if (&packs, found.total) != (&expected.packs, expected.total) {
            return Some(format!("{query:?}: {packs:?} instead of {expected:?}"));
        }
    }
    None
}

/// Judges the answer to a question by the names of all packs.
fn check_question(dataset: &Dataset<'_>, reference: &Reference, asked: &Asked) -> Option<String> {
    let text = asked.text();
    let found = search(dataset, &Query { limit: usize::MAX, ..Query::new(&text) });
    let faults = reference.faults(asked, &found);
    faults.first().map(|fault| format!("{text}: {fault}"))
}

/// Checks all items on several threads: the reference checks every pack for each.
fn check_all<T: Sync>(all: &[T], check: &(dyn Fn(&T) -> Option<String> + Sync)) -> Vec<String> {
    let threads = thread::available_parallelism().map_or(1, usize::from);
    let share = all.len().div_ceil(threads).max(1);
    thread::scope(|scope| {
        let mut workers = Vec::new();
        for share in all.chunks(share) {
            workers.push(scope.spawn(move || share.iter().filter_map(check).collect::<Vec<String>>()));
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

/// Makes questions about packs. They are the same ones each time.
fn questions(packs: &[Pack], count: usize) -> Vec<Asked> {
    let mut random = Random(1);
    let others: Vec<String> = ["codeine", "hydrochlorothiazide", "paracetamol"].map(str::to_owned).into();
    let mut asked = Vec::new();
    for _ in 0..count * 20 {
        if asked.len() == count {
            break;
        }
        let Some(pack) = packs.get(random.below(packs.len())) else { break };
        asked.extend(Asked::about(pack, &others, &mut |below| random.below(below)));
    }
    asked
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
