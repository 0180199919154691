//! Readers that fail above a limit.

use std::cell::Cell;
use std::io::{self, Read, Seek, SeekFrom};
use std::rc::Rc;

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
