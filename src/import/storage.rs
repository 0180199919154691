//! The storage of a release: a disk, or the memory of a host without files; and readers that fail above a
//! limit.

use std::cell::Cell;
use std::io::{self, Cursor, ErrorKind, Read, Seek, SeekFrom};
use std::path::{Path, PathBuf};
use std::rc::Rc;

/// A reader with random access.
pub trait ReadSeek: Read + Seek {}
impl<T: Read + Seek> ReadSeek for T {}

/// The files and folders of a host that a release needs.
pub trait Storage {
    /// Reports whether the path is a folder.
    fn is_folder(&self, path: &Path) -> bool;

    /// Lists the paths in a folder, in any order.
    ///
    /// # Errors
    ///
    /// Returns an error if the folder cannot be read.
    fn list(&self, folder: &Path) -> io::Result<Vec<PathBuf>>;

    /// Opens a file.
    ///
    /// # Errors
    ///
    /// Returns an error if the file cannot be read.
    fn open(&self, file: &Path) -> io::Result<Box<dyn ReadSeek + '_>>;
}

/// One file in memory, under any path. With it, hosts without files, such as browsers, import the zip of a
/// release.
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

/// Explains why a file could not be read or written. The words are the same on every machine.
pub fn reason(error: &io::Error) -> String {
    let words = match error.kind() {
        ErrorKind::NotFound => "no such file or folder",
        ErrorKind::PermissionDenied => "permission denied",
        ErrorKind::IsADirectory => "it is a folder",
        ErrorKind::AlreadyExists => "there is a file with this name",
        ErrorKind::NotADirectory => "part of the path is a file, not a folder",
        ErrorKind::StorageFull => "the disk is full",
        ErrorKind::ReadOnlyFilesystem => "the disk is read-only",
        _ => return error.to_string(),
    };
    words.to_owned()
}

/// A reader with a budget in bytes, which two or more readers may share.
pub(crate) struct Bounded<R> {
    inner: R,
    left: Rc<Cell<u64>>,
    /// The message of the error when the budget is exceeded.
    reason: &'static str,
}

impl<R> Bounded<R> {
    pub fn new(inner: R, left: &Rc<Cell<u64>>, reason: &'static str) -> Bounded<R> {
        Bounded { inner, left: Rc::clone(left), reason }
    }
}

impl<R: Read> Read for Bounded<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let read = self.inner.read(buffer)?;
        let Some(left) = self.left.get().checked_sub(read as u64) else {
            return Err(io::Error::other(self.reason));
        };
        self.left.set(left);
        Ok(read)
    }
}

impl<R: Seek> Seek for Bounded<R> {
    fn seek(&mut self, place: SeekFrom) -> io::Result<u64> {
        self.inner.seek(place)
    }
}
