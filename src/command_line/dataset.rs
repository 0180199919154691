//! The dataset that a command asks.

use std::fmt::Display;
use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};

use super::args::DatasetFile;
use super::{System, say};
use crate::dataset::{self, Dataset};
use crate::import::storage::reason;

/// Names a dataset where `--dataset` doesn't.
const VARIABLE: &str = "PACK_LOOKUP_DATASET";
/// Where one is looked for that nothing names: where `build` puts it, and where this project's own builds do.
const USUAL: [&str; 2] = ["packs.bin", "build/packs.bin"];

/// The dataset that was named, by an option or else by the environment; or else the first that is there: one in the
/// folder, and at last the one that came with the program, which only the npm package has.
pub fn chosen(args: &DatasetFile, system: &dyn System) -> PathBuf {
    let named = args.dataset.clone().or_else(|| named_by_environment(system));
    let [first, _] = USUAL;
    named.or_else(|| in_folder(system)).or_else(|| bundled(system)).unwrap_or_else(|| first.into())
}

fn named_by_environment(system: &dyn System) -> Option<PathBuf> {
    system.variable(VARIABLE).filter(|name| !name.is_empty()).map(PathBuf::from)
}

fn in_folder(system: &dyn System) -> Option<PathBuf> {
    let is_there = |path: &PathBuf| !matches!(system.files().open(path), Err(error) if is_missing(&error));
    USUAL.map(PathBuf::from).into_iter().find(is_there)
}

/// Nobody asked for it by name, so that it is told, also beside answers for programs.
fn bundled(system: &dyn System) -> Option<PathBuf> {
    let path = system.bundled_dataset()?;
    say(system, "no dataset is named, and there is none in this folder: the one that came along answers");
    Some(path)
}

fn is_missing(error: &io::Error) -> bool {
    matches!(error.kind(), ErrorKind::NotFound | ErrorKind::NotADirectory)
}

/// The bytes of a file.
pub fn read(path: &Path, system: &dyn System) -> Result<Vec<u8>, String> {
    let mut bytes = Vec::new();
    let file = system.files().open(path).and_then(|mut file| file.read_to_end(&mut bytes));
    file.map(|_| bytes).map_err(|error| in_file(path, reason(&error)))
}

/// Opens what came from outside: every command compares the digest before it answers.
pub fn open<'b>(bytes: &'b [u8], path: &Path) -> Result<Dataset<'b>, String> {
    dataset::verify(bytes).map_err(|error| in_file(path, error))
}

/// What is wrong, behind the name of the file.
pub fn in_file(path: &Path, problem: impl Display) -> String {
    format!("{}: {problem}", path.display())
}
