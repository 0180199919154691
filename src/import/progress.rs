//! How far a long task has come.

use std::io::{self, Read};

/// Hears how far a task has come. Tasks come one after the other.
pub trait Progress {
    /// A task begins that is so many units long.
    fn begin(&self, task: &str, length: u64);
    /// So many more units are done.
    fn advance(&self, units: u64);
    /// The task is done.
    fn finish(&self);
}

/// Says nothing.
pub struct Silent;

impl Progress for Silent {
    fn begin(&self, _task: &str, _length: u64) {}
    fn advance(&self, _units: u64) {}
    fn finish(&self) {}
}

/// Reads from another reader and tells how much came.
pub(crate) struct Watched<'p, R> {
    pub inner: R,
    pub progress: &'p dyn Progress,
}

impl<R: Read> Read for Watched<'_, R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let read = self.inner.read(buffer)?;
        self.progress.advance(read as u64);
        Ok(read)
    }
}
