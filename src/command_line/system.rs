//! What the command line needs of a machine.

use std::ffi::OsString;
use std::io::{self, Read, Seek, Write};
use std::path::{Path, PathBuf};

use crate::date::Date;
use crate::import::Progress;
use crate::import::storage::Storage;

/// A stream that people or programs read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stream {
    /// Standard output.
    Answers,
    /// Standard error.
    Errors,
}

/// A machine with files and a terminal.
pub trait System {
    /// Its files, to read.
    fn files(&self) -> &dyn Storage;

    /// What is put in: the standard input.
    fn input(&self) -> Box<dyn Read + '_>;

    /// Creates a file, or empties the one that is there.
    ///
    /// # Errors
    ///
    /// There can be no such file.
    fn create(&self, path: &Path) -> io::Result<Box<dyn NewFile + '_>>;

    /// Gives a file another name, in place of what has that name.
    ///
    /// # Errors
    ///
    /// It can't have that name.
    fn rename(&self, from: &Path, to: &Path) -> io::Result<()>;

    /// Removes a file.
    ///
    /// # Errors
    ///
    /// It is not there, or stays.
    fn remove(&self, path: &Path) -> io::Result<()>;

    /// A number that no other process has at the same time.
    fn process_id(&self) -> u32;

    /// Prints all of `bytes`.
    ///
    /// # Errors
    ///
    /// Of kind `BrokenPipe` or `ConnectionReset` when nobody reads any more.
    fn print(&self, stream: Stream, bytes: &[u8]) -> io::Result<()>;

    /// Whether a person sees what is printed.
    fn is_terminal(&self, stream: Stream) -> bool;

    /// Shows on a terminal how far a task has come.
    fn bar(&self) -> Box<dyn Progress + '_>;

    /// A variable of the environment.
    fn variable(&self, name: &str) -> Option<OsString>;

    /// The day, in UTC, so that all machines agree.
    fn today(&self) -> Date;

    /// The dataset that came with the program.
    fn bundled_dataset(&self) -> Option<PathBuf>;
}

/// A file that is being written.
pub trait NewFile: Write + Seek {
    /// Waits until it is on the disk.
    ///
    /// # Errors
    ///
    /// It can't be put there.
    fn sync(&mut self) -> io::Result<()>;
}

/// Writes to a stream.
pub(super) struct Printer<'s>(pub &'s dyn System, pub Stream);

impl Write for Printer<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.print(self.1, bytes).map(|()| bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}
