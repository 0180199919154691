//! Compares a release with the dataset made of it: every pack, every GTIN, and searches, each with a naive twin.

use std::collections::{BTreeMap, BTreeSet, HashSet};
use std::fmt::Debug;
use std::io::{self, Write};
use std::thread;

use super::args::Check;
use super::{Exit, Outcome, System, make, progress};
use crate::ampp_id::AmppId;
use crate::concept::{ConceptId, Concepts, PackDetails};
use crate::dataset::{self, Dataset, PackNumber, verify, writer};
use crate::gtin::Gtin;
use crate::lookup;
use crate::pack::{GtinEntry, Pack};
use crate::plain::plain;
use crate::search::naive::Naive;
use crate::search::{Order, Query, search};
use crate::text::{Token, fold, tokens};

/// How many differences are shown of each kind.
const SHOWN: usize = 5;

/// So many whole codes of a supplement are searched for.
const WHOLE_CODES: usize = 200;

/// Imports, writes, opens, and compares.
pub fn check(args: &Check, system: &dyn System, out: &mut dyn Write) -> Outcome {
    let progress = progress::on_stderr(system);
    let import = make::read(&args.release, args.partial, system, &*progress)?;
    let import = make::classified(import, args.supplement.as_deref(), system, &*progress)?;
    let concepts = import.concepts.map(Concepts::whole);
    let bytes = writer::write_with(import.packs.clone(), concepts.clone(), &import.release)?;
    let dataset = verify(&bytes)?;
    let packs = in_name_order(import.packs);
    let differences = [
        report(out, "packs", packs.len(), &check_packs(&dataset, &packs))?,
        report(out, "GTINs", uses_by_gtin(&packs).len(), &check_gtins(&dataset, &packs))?,
        report(out, "concepts", count(&concepts), &check_concepts(&dataset, concepts.as_ref()))?,
        report(out, "searches", args.searches, &check_searches(&dataset, &packs, args.searches))?,
        concepts.map_or(Ok(0), |concepts| check_classes(out, &dataset, &packs, &concepts))?,
    ];
    Ok(if differences.iter().sum::<usize>() == 0 { Exit::Done } else { Exit::Failed })
}

fn in_name_order(mut packs: Vec<Pack>) -> Vec<Pack> {
    packs.sort_by_cached_key(|pack| (fold(&pack.name), pack.name.clone(), pack.pack_id));
    packs.iter_mut().for_each(|pack| pack.gtin_codes.sort_by_key(oldest_first));
    packs
}

fn oldest_first(entry: &GtinEntry) -> impl Ord + use<> {
    (entry.start_date, entry.end_date.is_none(), entry.end_date, entry.gtin)
}

/// Prints what was compared and some of the differences; how many there are.
fn report(out: &mut dyn Write, what: &str, compared: usize, differences: &[String]) -> io::Result<usize> {
    writeln!(out, "{compared} {what} compared, {} differ", differences.len())?;
    differences.iter().take(SHOWN).try_for_each(|difference| writeln!(out, "  {}", plain(difference)))?;
    // Each of the three takes a while.
    out.flush()?;
    Ok(differences.len())
}

fn difference<T: PartialEq + Debug>(what: impl Debug, found: &T, expected: &T) -> Option<String> {
    (found != expected).then(|| format!("{what:?}: {found:?} instead of {expected:?}"))
}

fn count(concepts: &Option<Concepts>) -> usize {
    let all = |concepts: &Concepts| {
        concepts.amps.len() + concepts.vmpps.len() + concepts.vmps.len() + concepts.vtms.len()
    };
    concepts.as_ref().map_or(0, all)
}

fn check_concepts(dataset: &Dataset<'_>, expected: Option<&Concepts>) -> Vec<String> {
    let (Some(expected), Some(found)) = (expected, dataset.concepts()) else {
        return difference("concepts", &dataset.concepts().is_some(), &expected.is_some())
            .into_iter()
            .collect();
    };
    let mut differences = check_details(dataset, &found, &expected.packs);
    differences.extend(
        expected.vtms.iter().filter_map(|vtm| difference(vtm.id, &found.vtm(vtm.id).as_ref(), &Some(vtm))),
    );
    differences.extend(
        expected.vmps.iter().filter_map(|vmp| difference(vmp.id, &found.vmp(vmp.id).as_ref(), &Some(vmp))),
    );
    differences.extend(
        expected
            .vmpps
            .iter()
            .filter_map(|vmpp| difference(vmpp.id, &found.vmpp(vmpp.id).as_ref(), &Some(vmpp))),
    );
    differences.extend(
        expected.amps.iter().filter_map(|amp| difference(amp.id, &found.amp(amp.id).as_ref(), &Some(amp))),
    );
    differences
}

/// Each pack has its own, and is among the packs of what it names.
fn check_details(
    dataset: &Dataset<'_>,
    found: &dataset::Concepts<'_>,
    expected: &[(AmppId, PackDetails)],
) -> Vec<String> {
    let check = |(id, expected): &(AmppId, PackDetails)| {
        let number = dataset.find(*id)?;
        let details = found.of_pack(number).and_then(|concepts| concepts.details);
        difference(id, &details.as_ref(), &Some(expected))
    };
    let mut differences: Vec<String> = expected.iter().filter_map(check).collect();
    let mut packs_of: BTreeMap<ConceptId, usize> = BTreeMap::new();
    for (_, details) in expected {
        [details.amp, details.vmpp]
            .into_iter()
            .flatten()
            .for_each(|id| *packs_of.entry(id).or_default() += 1);
    }
    let count = |id| found.find(id).map_or(0, |place| found.packs_at(place, dataset.window()).len());
    differences.extend(packs_of.into_iter().filter_map(|(id, packs)| difference(id, &count(id), &packs)));
    differences
}

fn check_packs(dataset: &Dataset<'_>, packs: &[Pack]) -> Vec<String> {
    let check = |(number, expected): (u32, &Pack)| {
        let number = PackNumber(number);
        let differs = difference(number, &dataset.pack(number), &Some(expected.clone()));
        differs.or_else(|| difference(expected.pack_id, &dataset.find(expected.pack_id), &Some(number)))
    };
    (0..).zip(packs).filter_map(check).collect()
}

type Uses<'p> = Vec<(&'p Pack, GtinEntry)>;

fn uses_by_gtin(packs: &[Pack]) -> BTreeMap<u64, Uses<'_>> {
    let mut uses: BTreeMap<u64, Uses<'_>> = BTreeMap::new();
    for pack in packs {
        for entry in &pack.gtin_codes {
            uses.entry(entry.gtin.gtin().number()).or_default().push((pack, *entry));
        }
    }
    uses
}

fn check_gtins(dataset: &Dataset<'_>, packs: &[Pack]) -> Vec<String> {
    let check = |(number, mut expected): (u64, Uses<'_>)| {
        expected.sort_by_key(|one| std::cmp::Reverse(lateness(one)));
        let expected: Vec<_> =
            expected.into_iter().map(|(pack, entry)| (Some(pack.pack_id), entry)).collect();
        let uses = lookup::uses(dataset, Gtin::new(number)?);
        let found: Vec<_> = uses.iter().map(|one| (dataset.pack_id(one.pack), one.entry)).collect();
        difference(number, &found, &expected)
    };
    uses_by_gtin(packs).into_iter().filter_map(check).collect()
}

/// The rule of [`lookup::uses`], once more.
fn lateness((pack, entry): &(&Pack, GtinEntry)) -> impl Ord + use<> {
    let end = entry.end_date.map_or((true, None), |end| (false, Some(end)));
    (end, entry.start_date, pack.is_current(), pack.pack_id, entry.gtin.has_14_digits())
}

/// The naive twin looks at every pack for every search, so all processors help.
fn check_searches(dataset: &Dataset<'_>, packs: &[Pack], count: usize) -> Vec<String> {
    let twin = Naive::new(packs.iter().cloned());
    in_shares(&queries(packs, count), |texts| {
        texts.iter().filter_map(|text| check_search(dataset, &twin, text)).collect()
    })
}

/// Says nothing where no product is classified.
fn check_classes(
    out: &mut dyn Write,
    dataset: &Dataset<'_>,
    packs: &[Pack],
    concepts: &Concepts,
) -> io::Result<usize> {
    if !concepts.are_classified() {
        return Ok(0);
    }
    let twin = Naive::new(packs.iter().cloned()).with_classes(concepts);
    let texts = classes(concepts);
    let differences = in_shares(&texts, |texts| {
        texts.iter().filter_map(|text| check_search(dataset, &twin, text)).collect()
    });
    report(out, "classes", texts.len(), &differences)
}

/// Searches for the upper levels of all codes that there are, and for some whole ones.
fn classes(concepts: &Concepts) -> Vec<String> {
    let atc = concepts.vmps.iter().filter_map(|vmp| Some(("atc", vmp.atc.as_deref()?)));
    let bnf = concepts.vmps.iter().filter_map(|vmp| vmp.bnf.as_deref());
    let bnf = bnf.chain(concepts.amps.iter().filter_map(|amp| amp.bnf.as_deref())).map(|code| ("bnf", code));
    let codes: BTreeSet<(&str, &str)> = atc.chain(bnf).collect();
    let upper = codes.iter().flat_map(|(word, code)| {
        [1, 3, 4].into_iter().filter_map(|len| code.get(..len)).map(move |start| format!("{word}:{start}"))
    });
    let whole = codes.iter().step_by(codes.len().div_ceil(WHOLE_CODES).max(1));
    let whole = whole.map(|(word, code)| format!("{word}:{code}"));
    upper.chain(whole).collect::<BTreeSet<String>>().into_iter().collect()
}

/// Shares the texts out among threads. In WebAssembly there are none, and nobody knows how many there would be.
fn in_shares(texts: &[String], check: impl Fn(&[String]) -> Vec<String> + Sync) -> Vec<String> {
    let threads = thread::available_parallelism().map_or(1, usize::from);
    if threads == 1 {
        return check(texts);
    }
    let (check, share) = (&check, texts.len().div_ceil(threads).max(1));
    thread::scope(|scope| {
        let workers: Vec<_> = texts.chunks(share).map(|texts| scope.spawn(move || check(texts))).collect();
        let panicked = |_| vec!["a search panicked".to_owned()];
        workers.into_iter().flat_map(|worker| worker.join().unwrap_or_else(panicked)).collect()
    })
}

fn check_search(dataset: &Dataset<'_>, twin: &Naive, text: &str) -> Option<String> {
    let variants = [(Order::Name, 0, false), (Order::Relevance, 0, true), (Order::Relevance, 20, false)];
    variants.into_iter().find_map(|(order, offset, current_only)| {
        let query = Query { order, offset, current_only, ..Query::new(text) };
        let (found, expected) = (search(dataset, &query), twin.search(&query));
        let packs: Vec<u32> = found.packs.iter().map(|pack| pack.0).collect();
        let found = (packs, found.total, found.corrections, found.is_relaxed);
        difference(
            query,
            &found,
            &(expected.packs, expected.total, expected.corrections, expected.is_relaxed),
        )
    })
}

/// Queries made of words of names: some of them, unfinished ones, misspelt ones; the same ones each time.
fn queries(packs: &[Pack], count: usize) -> Vec<String> {
    let mut random = Random(1);
    let mut seen = HashSet::new();
    let draws = (0..count * 20).filter_map(|_| query(&mut random, packs));
    draws.filter(|text| seen.insert(text.clone())).take(count).collect()
}

fn query(random: &mut Random, packs: &[Pack]) -> Option<String> {
    let pack = packs.get(random.below(packs.len()))?;
    let words: Vec<String> = tokens(&fold(&pack.name)).iter().map(Token::term).collect();
    let wanted = 1 + random.below(4);
    let words: Option<Vec<String>> = (0..wanted).map(|_| word(random, &words)).collect();
    words.map(|words| words.join(" "))
}

/// A word as it is, its start, or without one of its letters.
fn word(random: &mut Random, words: &[String]) -> Option<String> {
    let letters: Vec<char> = words.get(random.below(words.len()))?.chars().collect();
    let place = random.below(letters.len());
    Some(match random.below(4) {
        0 => letters.iter().take(place + 1).collect(),
        1 => letters.iter().enumerate().filter(|(at, _)| *at != place).map(|(_, letter)| letter).collect(),
        _ => letters.iter().collect(),
    })
}

/// splitmix64.
struct Random(u64);

impl Random {
    /// A number below `limit`; 0 if there is none.
    fn below(&mut self, limit: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((mixed ^ (mixed >> 31)) % limit.max(1) as u64) as usize
    }
}
