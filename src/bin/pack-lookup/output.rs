//! Output files that are whole or not there.

use std::fs::{self, File};
use std::io::{BufWriter, Write};
use std::path::{Path, PathBuf};

/// Writes a file beside `path` and puts it in its place when it is complete.
///
/// # Errors
///
/// The file can't be written; what was there before is still there.
pub fn replace_file<E: std::fmt::Display + From<std::io::Error>>(
    path: &Path,
    write: impl FnOnce(&mut BufWriter<File>) -> Result<(), E>,
) -> Result<(), String> {
    let beside = beside(path);
    let written = write_new(&beside, write).and_then(|()| Ok(fs::rename(&beside, path)?));
    written.map_err(|error| {
        // It may not even have been begun.
        let _ = fs::remove_file(&beside);
        format!("{}: cannot be written: {error}", path.display())
    })
}

fn write_new<E: From<std::io::Error>>(
    path: &Path,
    write: impl FnOnce(&mut BufWriter<File>) -> Result<(), E>,
) -> Result<(), E> {
    let mut file = BufWriter::new(File::create(path)?);
    write(&mut file)?;
    file.flush()?;
    file.get_ref().sync_all()?;
    Ok(())
}

/// A name in the same folder, so that renaming is one step of the file system.
fn beside(path: &Path) -> PathBuf {
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    path.with_file_name(format!(".{name}.{}.tmp", std::process::id()))
}
