//! Reading a file from its start, never beyond its end.

use super::error::OpenError;
use super::format::uint;

/// Reads structures one behind the other; every length is checked against what is left.
pub struct Input<'a> {
    rest: &'a [u8],
    position: usize,
}

impl<'a> Input<'a> {
    /// Reads from the start of `bytes`; `position` is only for messages.
    pub fn new(bytes: &'a [u8], position: usize) -> Input<'a> {
        Input { rest: bytes, position }
    }

    /// The next `len` bytes.
    pub fn bytes(&mut self, len: usize) -> Result<&'a [u8], OpenError> {
        let (taken, rest) = self.rest.split_at_checked(len).ok_or(OpenError::damaged(self.position))?;
        self.rest = rest;
        self.position += len;
        Ok(taken)
    }

    /// The next byte.
    pub fn u8(&mut self) -> Result<u8, OpenError> {
        self.bytes(1).map(|bytes| bytes.first().copied().unwrap_or(0))
    }

    /// The next four bytes as a number.
    pub fn u32(&mut self) -> Result<u32, OpenError> {
        self.bytes(4).map(|bytes| uint(bytes) as u32)
    }

    /// A length, and so many bytes.
    pub fn blob(&mut self) -> Result<&'a [u8], OpenError> {
        let len = self.u32()?;
        self.bytes(len as usize)
    }

    /// The width of numbers, how many there are, and their bytes.
    pub fn numbers(&mut self) -> Result<(usize, usize, &'a [u8]), OpenError> {
        let width = usize::from(self.u8()?);
        let count = self.u32()? as usize;
        let len = count.checked_mul(width).filter(|_| width <= 8).ok_or_else(|| self.damaged())?;
        Ok((width, count, self.bytes(len)?))
    }

    /// All that was not read yet.
    #[cfg(feature = "write")]
    pub fn rest(&self) -> &'a [u8] {
        self.rest
    }

    /// Says that what was just read can't be.
    pub fn damaged(&self) -> OpenError {
        OpenError::damaged(self.position)
    }

    /// Whether everything was read.
    pub fn is_empty(&self) -> bool {
        self.rest.is_empty()
    }
}
