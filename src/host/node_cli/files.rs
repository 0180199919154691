//! Files of the machine. Rust keeps the position in each file.

use std::io::{self, BufReader, ErrorKind, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use super::machine::{Machine, failed};
use crate::command_line::NewFile;
use crate::import::storage::{ReadSeek, Storage};

/// The maximum number of bytes of one read in JavaScript.
const BUFFER: usize = 1 << 16;

/// All files of the machine.
pub(super) struct Files(pub Machine);

impl Files {
    /// Creates a file, or truncates an existing one.
    pub fn create(&self, path: &Path) -> io::Result<Box<dyn NewFile + '_>> {
        let number = self.0.create(&text(path)).map_err(failed)?;
        Ok(Box::new(OpenFile { machine: &self.0, number, at: 0 }))
    }
}

impl Storage for Files {
    fn is_folder(&self, path: &Path) -> bool {
        self.0.is_folder(&text(path))
    }

    fn list(&self, folder: &Path) -> io::Result<Vec<PathBuf>> {
        let names = self.0.list(&text(folder)).map_err(failed)?;
        Ok(names.into_iter().map(|name| folder.join(name)).collect())
    }

    fn open(&self, file: &Path) -> io::Result<Box<dyn ReadSeek + '_>> {
        let number = self.0.open(&text(file)).map_err(failed)?;
        Ok(Box::new(BufReader::with_capacity(BUFFER, OpenFile { machine: &self.0, number, at: 0 })))
    }
}

/// The standard input, which has no positions.
pub(super) struct Input<'m>(pub &'m Machine);

impl Read for Input<'_> {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        self.0.input(into).map_err(failed)
    }
}

/// An open file with a position. It is closed when it is dropped.
struct OpenFile<'m> {
    machine: &'m Machine,
    number: i32,
    at: u64,
}

impl OpenFile<'_> {
    fn size(&self) -> io::Result<u64> {
        self.machine.size(self.number).map(|size| size as u64).map_err(failed)
    }
}

impl Read for OpenFile<'_> {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        let read = self.machine.read(self.number, into, self.at as f64).map_err(failed)?;
        self.at += read as u64;
        Ok(read)
    }
}

impl Write for OpenFile<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let written = self.machine.write(self.number, bytes, self.at as f64).map_err(failed)?;
        self.at += written as u64;
        Ok(written)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl Seek for OpenFile<'_> {
    fn seek(&mut self, to: SeekFrom) -> io::Result<u64> {
        let (from, by) = match to {
            SeekFrom::Start(at) => (at, 0),
            SeekFrom::Current(by) => (self.at, by),
            SeekFrom::End(by) => (self.size()?, by),
        };
        self.at = from.checked_add_signed(by).ok_or(ErrorKind::InvalidInput)?;
        Ok(self.at)
    }
}

impl NewFile for OpenFile<'_> {
    fn sync(&mut self) -> io::Result<()> {
        self.machine.sync(self.number).map_err(failed)
    }
}

impl Drop for OpenFile<'_> {
    fn drop(&mut self) {
        self.machine.close(self.number);
    }
}

pub(super) fn text(path: &Path) -> String {
    path.to_string_lossy().into_owned()
}
