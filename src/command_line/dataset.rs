//! The dataset that a command queries.

use std::error::Error;
use std::io::{self, ErrorKind, Read};
use std::path::{Path, PathBuf};

use super::dataset_args::DatasetFile;
use super::system::in_file;
use super::{System, build, report, system};
use crate::dataset::{self, Dataset, writer};
use crate::history::History;
use crate::import::storage::reason;

/// The environment variable that names a dataset, if `--dataset` does not.
const VARIABLE: &str = "PACK_LOOKUP_DATASET";
/// The default paths of a dataset: the output of `build`, then the output of this project's own builds.
const USUAL: [&str; 2] = ["packs.bin", "build/packs.bin"];

/// Reads the path of the dataset: the option, or the environment variable, or the first file that exists.
/// The last choice is the dataset of the npm package.
pub fn dataset_path(args: &DatasetFile, system: &dyn System) -> Result<PathBuf, String> {
    if let Some(path) = args.dataset.clone() {
        return Ok(path);
    }
    if let Some(path) = named_by_environment(system)? {
        return Ok(path);
    }
    if let Some(path) = in_folder(system).or_else(|| bundled(system)) {
        return Ok(path);
    }
    Err("no dataset found; run `pack-lookup build RELEASE`, or add --dataset FILE".to_owned())
}

/// Reads the file that the environment names. An empty name is probably a variable that is not set, and must
/// not mean demonstration data.
fn named_by_environment(system: &dyn System) -> Result<Option<PathBuf>, String> {
    match system.variable(VARIABLE) {
        Some(name) if name.is_empty() => {
            Err(format!("{VARIABLE} is empty; name a dataset, or remove the variable"))
        }
        name => Ok(name.map(PathBuf::from)),
    }
}

fn in_folder(system: &dyn System) -> Option<PathBuf> {
    for path in USUAL.map(PathBuf::from) {
        match system.files().open(&path) {
            Err(error) if is_missing(&error) => {}
            _ => return Some(path),
        }
    }
    None
}

/// Finds the bundled dataset. Nobody named it, so the command prints a message, even with answers for
/// programs.
fn bundled(system: &dyn System) -> Option<PathBuf> {
    let path = system.bundled_dataset()?;
    report(
        system,
        "no dataset was named or found in this folder; using the demonstration data of the package",
    );
    Some(path)
}

fn is_missing(error: &io::Error) -> bool {
    matches!(error.kind(), ErrorKind::NotFound | ErrorKind::NotADirectory)
}

/// Reads the bytes of a dataset or an update. Of a file that begins in another way, it reads only the
/// beginning.
pub fn read(path: &Path, system: &dyn System) -> Result<Vec<u8>, String> {
    read_all(path, system).map_err(|error| in_file(path, reason(&error)))
}

fn read_all(path: &Path, system: &dyn System) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    let mut file = system.files().open(path)?.take(MAX_BYTES);
    file.by_ref().take(HEADER).read_to_end(&mut bytes)?;
    if bytes.starts_with(START) {
        file.read_to_end(&mut bytes)?;
    }
    Ok(bytes)
}

/// The first bytes of datasets and updates.
const START: &[u8] = b"\x8EPACK";
/// The number of bytes that are read first: the length of the header.
const HEADER: u64 = 48;
/// The maximum number of bytes of a dataset. The largest has 9 MB, and a pipe may never end.
const MAX_BYTES: u64 = 250_000_000;

/// The first bytes of a zip.
const ZIP: &[u8] = b"PK";

/// Reads the bytes of a dataset. A release is imported.
pub fn read_or_import(path: &Path, is_partial: bool, system: &dyn System) -> Result<Vec<u8>, Box<dyn Error>> {
    if !system.files().is_folder(path) {
        let bytes = read(path, system)?;
        if !bytes.starts_with(ZIP) {
            return Ok(bytes);
        }
    }
    let import = build::read(path, is_partial, system, &*system::progress(system))?;
    Ok(writer::write_with(import.packs, import.concepts, &import.release)?)
}

/// Opens a dataset from outside. Every command verifies the digest before it answers.
pub fn open<'b>(bytes: &'b [u8], path: &Path) -> Result<Dataset<'b>, String> {
    dataset::verify(bytes).map_err(|error| in_file(path, error))
}

/// Opens the history of a dataset, if one is named.
pub fn history_of(
    file: Option<&Path>,
    dataset: &Dataset<'_>,
    system: &dyn System,
) -> Result<Option<History>, String> {
    let Some(file) = file else { return Ok(None) };
    let bytes = read(file, system)?;
    History::of_dataset(&bytes, dataset).map(Some).map_err(|error| in_file(file, error))
}
