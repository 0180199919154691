//! The command that reads a dataset to its end, and verifies who published it.

use std::collections::HashSet;
use std::io::{Read, Write};
use std::path::Path;

use super::dataset::{open, read};
use super::dataset_args::Verify;
use super::signature::{self, Accepted, Description, Pins, PublicKey};
use super::system::in_file;
use super::{Exit, Outcome, System};
use crate::dataset::{Dataset, PackNumber};
use crate::import::storage::reason;
use crate::pack::Pack;
use crate::sanitize::strip_control_chars;
use crate::snomed::AmppId;
use crate::text::fold;

/// Verifies the digest, and reads every record and every GTIN once. A digest only shows that nothing changed
/// after the file was written.
pub fn verify(args: &Verify, system: &dyn System, out: &mut dyn Write) -> Outcome {
    let bytes = read(&args.file, system)?;
    let signed = args.description.as_deref().map(|path| described(&bytes, path, args, system)).transpose()?;
    let dataset = open(&bytes, &args.file)?;
    if let Some(fault) = first_fault(&dataset) {
        let remedy = "download or build it again";
        return Err(in_file(&args.file, format!("the dataset is inconsistent: {fault}; {remedy}")).into());
    }
    let file = strip_control_chars(&args.file.to_string_lossy());
    let (packs, rows) = (dataset.packs(), dataset.gtin_rows());
    writeln!(out, "{file}: complete and unchanged, {packs} packs and {rows} GTIN rows")?;
    if let Some(Some(Accepted { key, sequence })) = signed {
        writeln!(out, "{file}: signed with the key {key}, sequence {sequence}")?;
    }
    Ok(Exit::Done)
}

/// Verifies that a description names the dataset, and its signature if a key is pinned.
fn described(
    bytes: &[u8],
    path: &Path,
    args: &Verify,
    system: &dyn System,
) -> Result<Option<Accepted>, String> {
    let description: Description = serde_json::from_str(&small_text(path, system)?)
        .map_err(|_| in_file(path, "it is not a description; pass the dataset.json of who publishes it"))?;
    let accepted = match pinned(args, system)? {
        keys if keys.is_empty() => None,
        keys => {
            let pins = Pins { keys: &keys, after: args.after.unwrap_or_default() };
            Some(signature::verify(&description, &pins, system).map_err(|error| in_file(path, error))?)
        }
    };
    let is_same = description.get("bytes").and_then(|length| length.as_u64()) == Some(bytes.len() as u64)
        && description.get("sha256").and_then(|digest| digest.as_str())
            == Some(&signature::hexadecimal(bytes));
    match is_same {
        true => Ok(accepted),
        false => Err(in_file(&args.file, OTHER_DATASET)),
    }
}

const OTHER_DATASET: &str = "the dataset is not the one that the description names; download both again";

/// Parses the keys of the arguments.
fn pinned(args: &Verify, system: &dyn System) -> Result<Vec<PublicKey>, String> {
    let mut keys = Vec::new();
    for argument in &args.public_key {
        keys.extend(match signature::public_keys(argument) {
            Some(keys) => keys,
            None => keys_in(Path::new(argument), system)?,
        });
    }
    Ok(keys)
}

fn keys_in(path: &Path, system: &dyn System) -> Result<Vec<PublicKey>, String> {
    signature::public_keys(&small_text(path, system)?).ok_or_else(|| in_file(path, NOT_A_KEY))
}

const NOT_A_KEY: &str = "it has no Ed25519 public key in PEM or base64; `openssl pkey -pubout` writes one";

/// The maximum number of bytes of a description or a key.
const MAX_DESCRIPTION_BYTES: u64 = 1 << 20;

fn small_text(path: &Path, system: &dyn System) -> Result<String, String> {
    let read = || {
        let mut text = String::new();
        system.files().open(path)?.take(MAX_DESCRIPTION_BYTES).read_to_string(&mut text)?;
        Ok(text)
    };
    read().map_err(|error| in_file(path, reason(&error)))
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

/// Reports whether each GTIN of a pack leads back to it.
fn has_all_uses(dataset: &Dataset<'_>, number: PackNumber, pack: &Pack) -> bool {
    for entry in &pack.gtin_codes {
        if !dataset.gtin_uses(entry.gtin.gtin()).any(|one| one == (number, *entry)) {
            return false;
        }
    }
    true
}
