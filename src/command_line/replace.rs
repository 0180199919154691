//! Output files that are whole or not there.

use std::ffi::OsString;
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

use super::dataset::in_file;
use super::system::{NewFile, System};
use crate::import::storage::reason;

const BUFFER: usize = 1 << 16;

/// A file that is being written, a buffer at a time.
type Buffered<'s> = BufWriter<Box<dyn NewFile + 's>>;

/// Writes a file beside `path` and puts it in its place when it is complete.
///
/// # Errors
///
/// The file can't be written; what was there before is still there.
pub fn replace_file<'s>(
    system: &'s dyn System,
    path: &Path,
    write: impl FnOnce(&mut Buffered<'s>) -> io::Result<()>,
) -> Result<(), String> {
    let beside = beside(path, system.process_id());
    let written = write_new(system, &beside, write).and_then(|()| system.rename(&beside, path));
    written.map_err(|error| {
        // It may not even have been begun.
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

/// A name in the same folder, so that renaming is one step of the file system. Something at its end changes no folder,
/// however the machine parts the names of folders.
fn beside(path: &Path, process_id: u32) -> PathBuf {
    let mut name = OsString::from(path);
    name.push(format!(".{process_id}.tmp"));
    name.into()
}
