//! Where a release lies: on a disk, or in the memory of a host that has no files.

use std::io::{self, Cursor, ErrorKind, Read, Seek};
use std::path::{Path, PathBuf};

/// What can be read from any place on.
pub trait ReadSeek: Read + Seek {}
impl<T: Read + Seek> ReadSeek for T {}

/// Files and folders of a host, as far as reading a release needs them.
pub trait Storage {
    /// Whether there is a folder of this name.
    fn is_folder(&self, path: &Path) -> bool;

    /// What is in a folder, in any order.
    ///
    /// # Errors
    ///
    /// The folder can't be read.
    fn list(&self, folder: &Path) -> io::Result<Vec<PathBuf>>;

    /// Opens a file.
    ///
    /// # Errors
    ///
    /// The file can't be read.
    fn open(&self, file: &Path) -> io::Result<Box<dyn ReadSeek + '_>>;
}

/// One file in memory, whatever it is called.
pub struct Memory<'b>(pub &'b [u8]);

impl Storage for Memory<'_> {
    fn is_folder(&self, _path: &Path) -> bool {
        false
    }

    fn list(&self, _folder: &Path) -> io::Result<Vec<PathBuf>> {
        Ok(Vec::new())
    }

    fn open(&self, _file: &Path) -> io::Result<Box<dyn ReadSeek + '_>> {
        Ok(Box::new(Cursor::new(self.0)))
    }
}

/// Why a file could not be read or written, in words that are the same on every machine.
pub fn reason(error: &io::Error) -> String {
    let words = match error.kind() {
        ErrorKind::NotFound => "there is no such file or folder",
        ErrorKind::PermissionDenied => "the permission for that is missing",
        ErrorKind::IsADirectory => "it is a folder",
        ErrorKind::NotADirectory => "what should be a folder in its path is a file",
        ErrorKind::StorageFull => "the disk is full",
        ErrorKind::ReadOnlyFilesystem => "the disk can only be read",
        _ => return error.to_string(),
    };
    words.to_owned()
}
