//! The progress of a long task.

use std::io::{self, Read};

/// A listener for the progress of tasks, which run one after the other.
pub trait Progress {
    /// Starts a task of `length` units.
    fn begin(&self, task: &str, length: u64);
    /// Adds completed units.
    fn advance(&self, units: u64);
    /// Ends the task.
    fn finish(&self);
}

/// A listener that ignores all progress. It is for callers that do not show any, such as examples and tests.
pub struct Silent;

impl Progress for Silent {
    fn begin(&self, _task: &str, _length: u64) {}
    fn advance(&self, _units: u64) {}
    fn finish(&self) {}
}

/// A reader that reports the number of bytes read.
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
