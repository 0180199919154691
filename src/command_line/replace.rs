//! Atomic writes: an output file is either complete or unchanged.

use std::ffi::OsString;
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

use super::dataset::in_file;
use super::system::{NewFile, System};
use crate::import::storage::reason;

const BUFFER: usize = 1 << 16;

/// A buffered new file.
type Buffered<'s> = BufWriter<Box<dyn NewFile + 's>>;

/// Writes a temporary file beside `path` and renames it when it is complete.
///
/// # Errors
///
/// Returns a message if the file cannot be written. An existing file is then unchanged.
pub fn replace_file<'s>(
    system: &'s dyn System,
    path: &Path,
    write: impl FnOnce(&mut Buffered<'s>) -> io::Result<()>,
) -> Result<(), String> {
    let beside = beside(path, system.process_id());
    let written = write_new(system, &beside, write).and_then(|()| system.rename(&beside, path));
    written.map_err(|error| {
        // The temporary file may not exist.
        let _ = system.remove(&beside);
        in_file(path, format!("cannot be written: {}", reason(&error)))
    })
}

fn write_new<'s>(
    system: &'s dyn System,
    path: &Path,
    write: impl FnOnce(&mut Buffered<'s>) -> io::Result<()>,
) -> io::Result<()> {
    let mut file = BufWriter::with_capacity(BUFFER, system.create(path)?);
    write(&mut file)?;
    file.flush()?;
    file.get_mut().sync()
}

/// Returns a temporary name in the same folder, so that a rename is atomic. A suffix never changes the
/// folder, for any path separator.
fn beside(path: &Path, process_id: u32) -> PathBuf {
    let mut name = OsString::from(path);
    name.push(format!(".{process_id}.tmp"));
    name.into()
}
