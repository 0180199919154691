//! Releases on the local disk.

use std::fs::{self, File};
use std::io::{self, BufReader};
use std::path::{Path, PathBuf};

use super::error::ImportError;
use super::storage::{ReadSeek, Storage};
use super::{Import, Progress, read_from};

const BUFFER: usize = 1 << 16;

/// The file system of the machine, as the storage of a release. On Unix it refuses to open devices, because
/// reading them may never end.
pub struct Disk;

impl Storage for Disk {
    fn is_folder(&self, path: &Path) -> bool {
        path.is_dir()
    }

    fn list(&self, folder: &Path) -> io::Result<Vec<PathBuf>> {
        let mut paths = Vec::new();
        for entry in fs::read_dir(folder)? {
            paths.push(entry?.path());
        }
        Ok(paths)
    }

    fn open(&self, file: &Path) -> io::Result<Box<dyn ReadSeek + '_>> {
        if let Ok(found) = fs::metadata(file)
            && is_device(&found)
        {
            return Err(io::Error::other("it is not a regular file"));
        }
        Ok(Box::new(BufReader::with_capacity(BUFFER, File::open(file)?)))
    }
}

/// Reports whether a path is of a device, which may never end: `/dev/zero`.
#[cfg(unix)]
fn is_device(found: &fs::Metadata) -> bool {
    use std::os::unix::fs::FileTypeExt;
    found.file_type().is_char_device() || found.file_type().is_block_device()
}

#[cfg(not(unix))]
fn is_device(_found: &fs::Metadata) -> bool {
    false
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
