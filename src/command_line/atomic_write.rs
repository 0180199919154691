//! Atomic writes: an output file is either complete or unchanged.

use std::ffi::OsString;
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

use super::system::in_file;
use super::system::{NewFile, System};
use crate::import::storage::reason;

const BUFFER: usize = 1 << 16;

/// A buffered new file.
type Buffered<'s> = BufWriter<Box<dyn NewFile + 's>>;

/// Writes a temporary file next to `path` and renames it when it is complete. Follows a symbolic link.
///
/// # Errors
///
/// Returns a message if the file cannot be written, or the path does not lead to a regular file. An existing
/// file is then unchanged.
pub fn write_atomically<'s>(
    system: &'s dyn System,
    path: &Path,
    write: impl FnOnce(&mut Buffered<'s>) -> io::Result<()>,
) -> Result<(), String> {
    let target = match system.output_path(path) {
        Ok(target) => target,
        Err(error) => return Err(not_written(path, &error)),
    };
    let temporary = temporary_name(&target, system.process_id());
    let Err(error) = write_and_rename(system, &temporary, &target, write) else { return Ok(()) };
    // The temporary file may not exist.
    let _ = system.remove(&temporary);
    Err(not_written(path, &error))
}

fn not_written(path: &Path, error: &io::Error) -> String {
    in_file(path, format!("cannot write the file: {}", reason(error)))
}

/// The reason why a path is not an output file.
pub const NOT_A_FILE: &str = "it is not a regular file: write to another path";

fn write_and_rename<'s>(
    system: &'s dyn System,
    temporary: &Path,
    path: &Path,
    write: impl FnOnce(&mut Buffered<'s>) -> io::Result<()>,
) -> io::Result<()> {
    write_new(system, temporary, write)?;
    system.rename(temporary, path)
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

/// Builds a temporary name in the same folder, so that a rename is atomic. A suffix never changes the
/// folder, for any path separator.
fn temporary_name(path: &Path, process_id: u32) -> PathBuf {
    let mut name = OsString::from(path);
    name.push(format!(".{process_id}.tmp"));
    name.into()
}
