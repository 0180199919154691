//! Releases on the disk of this machine.

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

/// Reads a dm+d release: the zip as it is published, or a folder that it was unpacked into.
///
/// # Errors
///
/// As [`read_from`] has them; a release that is not whole is refused.
pub fn read_release(path: &Path, progress: &dyn Progress) -> Result<Import, ImportError> {
    read_from(&Disk, path, false, progress)
}

/// Reads a dm+d release as it is. What it lacks is told by the release that comes out, and by the report.
///
/// # Errors
///
/// As [`read_from`] has them for a release that need not be whole.
pub fn read_partial_release(path: &Path, progress: &dyn Progress) -> Result<Import, ImportError> {
    read_from(&Disk, path, true, progress)
}
