//! The command that reads a dataset to its end.

use std::collections::HashSet;
use std::io::Write;

use super::dataset::{in_file, open, read};
use super::dataset_args::Verify;
use super::{Exit, Outcome, System};
use crate::dataset::{Dataset, PackNumber};
use crate::pack::Pack;
use crate::sanitize::strip_control_chars;
use crate::snomed::AmppId;
use crate::text::fold;

/// Verifies the digest, and reads every record and every GTIN once. A digest only shows that nothing changed
/// after the file was written.
pub fn verify(args: &Verify, system: &dyn System, out: &mut dyn Write) -> Outcome {
    let bytes = read(&args.file, system)?;
    let dataset = open(&bytes, &args.file)?;
    if let Some(fault) = first_fault(&dataset) {
        let remedy = "download or build it again";
        return Err(in_file(&args.file, format!("the dataset is inconsistent: {fault}; {remedy}")).into());
    }
    let file = strip_control_chars(&args.file.to_string_lossy());
    let (packs, rows) = (dataset.packs(), dataset.gtin_rows());
    writeln!(out, "{file}: complete and unchanged, {packs} packs and {rows} GTIN rows")?;
    Ok(Exit::Done)
}

fn first_fault(dataset: &Dataset<'_>) -> Option<String> {
    let mut reading = Reading::default();
    for number in (0..dataset.packs()).map(PackNumber) {
        if let Some(fault) = reading.fault(dataset, number) {
            return Some(fault);
        }
    }
    let (read, stated) = (reading.gtin_rows, u64::from(dataset.gtin_rows()));
    if read == stated {
        return None;
    }
    Some(format!("the header states {stated} GTIN rows, but there are {read}"))
}

/// What has been read so far.
#[derive(Default)]
struct Reading {
    ids: HashSet<AmppId>,
    name: String,
    gtin_rows: u64,
}

impl Reading {
    fn fault(&mut self, dataset: &Dataset<'_>, number: PackNumber) -> Option<String> {
        let Some(pack) = dataset.pack(number) else {
            return Some(format!("pack {}: no AMPP code", number.0));
        };
        self.gtin_rows += pack.gtin_codes.len() as u64;
        let previous = std::mem::replace(&mut self.name, fold(&pack.name));
        let fault = if !self.ids.insert(pack.pack_id) {
            "duplicate AMPP code"
        } else if pack.name.is_empty() {
            "no name"
        } else if previous > self.name {
            "not in name order"
        } else if !has_all_uses(dataset, number, &pack) {
            "a lookup of its GTIN does not return it"
        } else {
            return None;
        };
        Some(format!("pack {}, {}: {fault}", number.0, pack.pack_id))
    }
}

/// Returns whether each GTIN of a pack leads back to it.
fn has_all_uses(dataset: &Dataset<'_>, number: PackNumber, pack: &Pack) -> bool {
    for entry in &pack.gtin_codes {
        if !dataset.gtin_uses(entry.gtin.gtin()).any(|one| one == (number, *entry)) {
            return false;
        }
    }
    true
}
