//! The machine that the command line needs, and what it writes there.

use std::ffi::OsString;
use std::fmt::Display;
use std::io::{self, Read, Seek, Write};
use std::path::{Path, PathBuf};

use crate::date::Date;
use crate::import::Progress;
use crate::import::storage::Storage;
use crate::sanitize::strip_control_chars;

/// An output stream. Answers and errors are separate, so that a script can redirect answers without messages.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stream {
    /// Standard output.
    Answers,
    /// Standard error.
    Errors,
}

/// A machine with files and a terminal.
pub trait System {
    /// Its files, for reading.
    fn files(&self) -> &dyn Storage;

    /// Opens the standard input.
    fn input(&self) -> Box<dyn Read + '_>;

    /// Finds the path of an output file, with symbolic links followed. The file need not exist.
    ///
    /// # Errors
    ///
    /// Returns an error if the path is of a device, a FIFO or a socket: a rename would replace it.
    fn output_path(&self, path: &Path) -> io::Result<PathBuf>;

    /// Creates a file, or truncates an existing one.
    ///
    /// # Errors
    ///
    /// Returns an error if the path is not writable.
    fn create(&self, path: &Path) -> io::Result<Box<dyn NewFile + '_>>;

    /// Creates a folder, unless there is one.
    ///
    /// # Errors
    ///
    /// Returns an error if the folder above does not exist, or the path leads to a file.
    fn create_folder(&self, path: &Path) -> io::Result<()>;

    /// Renames a file, and replaces a file with the new name.
    ///
    /// # Errors
    ///
    /// Returns an error if the file does not exist, or the new path is not writable.
    fn rename(&self, from: &Path, to: &Path) -> io::Result<()>;

    /// Removes a file.
    ///
    /// # Errors
    ///
    /// Returns an error if the file does not exist or cannot be removed.
    fn remove(&self, path: &Path) -> io::Result<()>;

    /// Finds a number that no other running process has.
    fn process_id(&self) -> u32;

    /// Prints all of `bytes`.
    ///
    /// # Errors
    ///
    /// Returns an error of the kind `BrokenPipe` or `ConnectionReset` if the reader closed the stream.
    fn print(&self, stream: Stream, bytes: &[u8]) -> io::Result<()>;

    /// Reports whether the stream is a terminal.
    fn is_terminal(&self, stream: Stream) -> bool;

    /// Builds a progress bar on a terminal.
    fn bar(&self) -> Box<dyn Progress + '_>;

    /// Reads an environment variable.
    fn variable(&self, name: &str) -> Option<OsString>;

    /// Reads the current day in UTC, so that all machines agree.
    fn today(&self) -> Date;

    /// Reports whether an Ed25519 key signed a statement. All three are bytes, of any length.
    fn verify_signature(&self, key: &[u8], statement: &[u8], signature: &[u8]) -> bool;

    /// Finds the path of the dataset that is bundled with the program, if there is one.
    fn bundled_dataset(&self) -> Option<PathBuf>;
}

/// A file that is being written.
pub trait NewFile: Write + Seek {
    /// Waits until the file is on the disk.
    ///
    /// # Errors
    ///
    /// Returns an error if it cannot be written.
    fn sync(&mut self) -> io::Result<()>;
}

/// Writes to a stream.
pub(super) struct Printer<'s>(pub &'s dyn System, pub Stream);

impl Write for Printer<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.print(self.1, bytes)?;
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// Builds a message that starts with the name of the file.
pub fn in_file(path: &Path, problem: impl Display) -> String {
    format!("{}: {problem}", path.display())
}

/// Builds a progress bar on a terminal, or one line per task elsewhere.
pub fn progress(system: &dyn System) -> Box<dyn Progress + '_> {
    match system.is_terminal(Stream::Errors) {
        true => system.bar(),
        false => Box::new(Lines(system)),
    }
}

struct Lines<'s>(&'s dyn System);

impl Progress for Lines<'_> {
    fn begin(&self, task: &str, _length: u64) {
        // A failed write of progress does not fail the task.
        let _ = self.0.print(Stream::Errors, format!("{}\n", strip_control_chars(task)).as_bytes());
    }
    fn advance(&self, _units: u64) {}
    fn finish(&self) {}
}
