//! Releases on the local disk.

use std::fs::{self, File};
use std::io::{self, BufReader};
use std::path::{Path, PathBuf};

use super::error::ImportError;
use super::storage::{ReadSeek, Storage};
use super::{Import, Progress, read_from};

const BUFFER: usize = 1 << 16;

/// The file system.
pub struct Disk;

impl Storage for Disk {
    fn is_folder(&self, path: &Path) -> bool {
        path.is_dir()
    }

    fn list(&self, folder: &Path) -> io::Result<Vec<PathBuf>> {
        fs::read_dir(folder)?.map(|entry| entry.map(|entry| entry.path())).collect()
    }

    fn open(&self, file: &Path) -> io::Result<Box<dyn ReadSeek + '_>> {
        Ok(Box::new(BufReader::with_capacity(BUFFER, File::open(file)?)))
    }
}

/// Reads a dm+d release: the published zip, or a folder with its content.
///
/// # Errors
///
/// Returns [`ImportError`] in the cases of [`read_from`], and if the release is incomplete.
pub fn read_release(path: &Path, progress: &dyn Progress) -> Result<Import, ImportError> {
    read_from(&Disk, path, false, progress)
}

/// Reads a dm+d release that may be incomplete. The release of the result and the report list what it lacks.
///
/// # Errors
///
/// Returns [`ImportError`] in the cases of [`read_from`] for a release that may be incomplete.
pub fn read_partial_release(path: &Path, progress: &dyn Progress) -> Result<Import, ImportError> {
    read_from(&Disk, path, true, progress)
}
