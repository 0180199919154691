//! Commands that check: a dataset against its release, pack by pack, and the entries about GTINs that a
//! person should look at.

use std::collections::BTreeMap;
use std::fmt::Debug;
use std::io::{self, Write};

use super::args::{Check, Report, ReportFormat};
use super::atomic_write::write_atomically;
use super::dataset::{open, read_or_import};
use super::{Exit, Outcome, System, build, system};
use crate::concept::{Concepts, PackDetails};
use crate::dataset::{self, Dataset, PackNumber, verify, writer};
use crate::gtin::Gtin;
use crate::pack::{GtinEntry, Pack};
use crate::sanitize::{strip_control_chars, strip_control_chars_per_line};
use crate::snomed::{AmppId, ConceptId};
use crate::text::fold;
use crate::{data_quality, lookup};

/// The number of differences of each kind that are printed.
const MAX_PROBLEMS: usize = 5;

/// Imports a release, writes and opens its dataset, and compares them.
pub fn check(args: &Check, system: &dyn System, out: &mut dyn Write) -> Outcome {
    let progress = system::progress(system);
    let import = build::read(&args.release, args.partial, system, &*progress)?;
    let import = build::classified(import, args.supplement.as_deref(), system, &*progress)?;
    let concepts = import.concepts.map(Concepts::whole);
    let bytes = writer::write_with(import.packs.clone(), concepts.clone(), &import.release)?;
    let dataset = verify(&bytes)?;
    let packs = in_name_order(import.packs);
    let differences = [
        report(out, "packs", packs.len(), &check_packs(&dataset, &packs))?,
        report(out, "GTINs", uses_by_gtin(&packs).len(), &check_gtins(&dataset, &packs))?,
        report(out, "concepts", count(&concepts), &check_concepts(&dataset, concepts.as_ref()))?,
    ];
    Ok(if differences.iter().sum::<usize>() == 0 { Exit::Done } else { Exit::Failed })
}

fn in_name_order(mut packs: Vec<Pack>) -> Vec<Pack> {
    packs.sort_by_cached_key(|pack| (fold(&pack.name), pack.name.clone(), pack.pack_id));
    for pack in &mut packs {
        pack.gtin_codes.sort_by_key(oldest_first);
    }
    packs
}

fn oldest_first(entry: &GtinEntry) -> impl Ord + use<> {
    (entry.start_date, entry.end_date.is_none(), entry.end_date, entry.gtin)
}

/// Prints the number of items that were compared and the first differences. Returns the number of
/// differences.
fn report(out: &mut dyn Write, what: &str, compared: usize, differences: &[String]) -> io::Result<usize> {
    writeln!(out, "{compared} {what} compared, {} differ", differences.len())?;
    for difference in differences.iter().take(MAX_PROBLEMS) {
        writeln!(out, "  {}", strip_control_chars(difference))?;
    }
    // Each of the three comparisons takes a while.
    out.flush()?;
    Ok(differences.len())
}

fn difference<T: PartialEq + Debug>(what: impl Debug, found: &T, expected: &T) -> Option<String> {
    if found == expected { None } else { Some(format!("{what:?}: {found:?} instead of {expected:?}")) }
}

fn count(concepts: &Option<Concepts>) -> usize {
    let Some(Concepts { amps, vmpps, vmps, vtms, .. }) = concepts else { return 0 };
    amps.len() + vmpps.len() + vmps.len() + vtms.len()
}

fn check_concepts(dataset: &Dataset<'_>, expected: Option<&Concepts>) -> Vec<String> {
    let (Some(expected), Some(found)) = (expected, dataset.concepts()) else {
        let difference = difference("concepts", &dataset.concepts().is_some(), &expected.is_some());
        return difference.into_iter().collect();
    };
    let mut differences = check_details(dataset, &found, &expected.packs);
    for vtm in &expected.vtms {
        differences.extend(difference(vtm.id, &found.vtm(vtm.id).as_ref(), &Some(vtm)));
    }
    for vmp in &expected.vmps {
        differences.extend(difference(vmp.id, &found.vmp(vmp.id).as_ref(), &Some(vmp)));
    }
    for vmpp in &expected.vmpps {
        differences.extend(difference(vmpp.id, &found.vmpp(vmpp.id).as_ref(), &Some(vmpp)));
    }
    for amp in &expected.amps {
        differences.extend(difference(amp.id, &found.amp(amp.id).as_ref(), &Some(amp)));
    }
    differences
}

/// Checks that each pack has its own details, and is among the packs of the concepts to which it refers.
fn check_details(
    dataset: &Dataset<'_>,
    found: &dataset::Concepts<'_>,
    expected: &[(AmppId, PackDetails)],
) -> Vec<String> {
    let mut differences = Vec::new();
    let mut packs_of: BTreeMap<ConceptId, usize> = BTreeMap::new();
    for (id, expected) in expected {
        if let Some(number) = dataset.find(*id) {
            let details = found.of_pack(number).and_then(|concepts| concepts.details);
            differences.extend(difference(id, &details.as_ref(), &Some(expected)));
        }
        for id in [expected.amp, expected.vmpp].into_iter().flatten() {
            *packs_of.entry(id).or_default() += 1;
        }
    }
    for (id, packs) in packs_of {
        let found = match found.find(id) {
            Some(place) => found.packs_at(place, dataset.pack_range()).len(),
            None => 0,
        };
        differences.extend(difference(id, &found, &packs));
    }
    differences
}

fn check_packs(dataset: &Dataset<'_>, packs: &[Pack]) -> Vec<String> {
    let mut differences = Vec::new();
    for (number, expected) in (0..).map(PackNumber).zip(packs) {
        if let Some(difference) = difference(number, &dataset.pack(number), &Some(expected.clone())) {
            differences.push(difference);
            continue;
        }
        differences.extend(difference(expected.pack_id, &dataset.find(expected.pack_id), &Some(number)));
    }
    differences
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
    let mut differences = Vec::new();
    for (number, mut expected) in uses_by_gtin(packs) {
        let Some(gtin) = Gtin::new(number) else { continue };
        expected.sort_by_key(|one| std::cmp::Reverse(lateness(one)));
        let expected: Vec<_> =
            expected.into_iter().map(|(pack, entry)| (Some(pack.pack_id), entry)).collect();
        let uses = lookup::uses(dataset, gtin);
        let found: Vec<_> = uses.iter().map(|one| (dataset.pack_id(one.pack), one.entry)).collect();
        differences.extend(difference(number, &found, &expected));
    }
    differences
}

/// Builds a sort key by the rule of [`lookup::uses`], implemented a second time as a check.
fn lateness((pack, entry): &(&Pack, GtinEntry)) -> impl Ord + use<> {
    let end = (entry.end_date.is_none(), entry.end_date);
    (end, entry.start_date, pack.is_current(), pack.pack_id, entry.gtin.has_14_digits())
}

/// Writes the data quality report of a dataset or a release, with the changes since an earlier one.
pub fn data_quality_report(args: &Report, system: &dyn System, out: &mut dyn Write) -> Outcome {
    let bytes = read_or_import(&args.release, args.partial, system)?;
    let dataset = open(&bytes, &args.release)?;
    let earlier_bytes = match &args.since {
        Some(since) => Some((since, read_or_import(since, args.partial, system)?)),
        None => None,
    };
    let earlier = match &earlier_bytes {
        Some((since, bytes)) => Some(open(bytes, since)?),
        None => None,
    };
    let report = data_quality::Report::of(&dataset, earlier.as_ref());
    match &args.output {
        Some(file) => {
            write_atomically(system, file, |out| write_report(args.format, &report, &dataset, out))?
        }
        None => write_report(args.format, &report, &dataset, out)?,
    }
    Ok(Exit::Done)
}

fn write_report(
    format: ReportFormat,
    report: &data_quality::Report,
    dataset: &Dataset<'_>,
    out: &mut dyn Write,
) -> io::Result<()> {
    match format {
        ReportFormat::Text => out.write_all(strip_control_chars_per_line(&report.to_string()).as_bytes()),
        ReportFormat::Csv => out.write_all(&report.to_csv()),
        ReportFormat::Json => out.write_all(&report.to_json()),
        ReportFormat::Html => out.write_all(report.to_html(dataset).as_bytes()),
    }
}
