//! The dataset that a command queries.

use std::fmt::Display;
use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};

use super::args::DatasetFile;
use super::{System, report};
use crate::dataset::{self, Dataset};
use crate::import::storage::reason;

/// The environment variable that names a dataset, if `--dataset` does not.
const VARIABLE: &str = "PACK_LOOKUP_DATASET";
/// The default paths of a dataset: the output of `build`, then the output of this project's own builds.
const USUAL: [&str; 2] = ["packs.bin", "build/packs.bin"];

/// Returns the path of the dataset: the option, or the environment variable, or the first file that exists.
/// The last choice is the dataset of the npm package.
pub fn dataset_path(args: &DatasetFile, system: &dyn System) -> Result<PathBuf, String> {
    let named = args.dataset.clone().or_else(|| named_by_environment(system));
    let found = named.or_else(|| in_folder(system)).or_else(|| bundled(system));
    found.ok_or_else(|| "no dataset found; run `pack-lookup build RELEASE`, or add --dataset FILE".to_owned())
}

fn named_by_environment(system: &dyn System) -> Option<PathBuf> {
    system.variable(VARIABLE).filter(|name| !name.is_empty()).map(PathBuf::from)
}

fn in_folder(system: &dyn System) -> Option<PathBuf> {
    let is_there = |path: &PathBuf| !matches!(system.files().open(path), Err(error) if is_missing(&error));
    USUAL.map(PathBuf::from).into_iter().find(is_there)
}

/// Returns the bundled dataset. Nobody named it, so a message is printed, even beside answers for programs.
fn bundled(system: &dyn System) -> Option<PathBuf> {
    let path = system.bundled_dataset()?;
    report(system, "no dataset is named or in this folder; using the demonstration data of the package");
    Some(path)
}

fn is_missing(error: &io::Error) -> bool {
    matches!(error.kind(), ErrorKind::NotFound | ErrorKind::NotADirectory)
}

/// Reads the bytes of a file.
pub fn read(path: &Path, system: &dyn System) -> Result<Vec<u8>, String> {
    let mut bytes = Vec::new();
    let file = system.files().open(path).and_then(|mut file| file.read_to_end(&mut bytes));
    file.map(|_| bytes).map_err(|error| in_file(path, reason(&error)))
}

/// Opens a dataset from outside. Every command verifies the digest before it answers.
pub fn open<'b>(bytes: &'b [u8], path: &Path) -> Result<Dataset<'b>, String> {
    dataset::verify(bytes).map_err(|error| in_file(path, error))
}

/// Returns a message that starts with the name of the file.
pub fn in_file(path: &Path, problem: impl Display) -> String {
    format!("{}: {problem}", path.display())
}
