//! A bounds-checked reader of a file.

use super::error::OpenError;
use super::format::uint;

/// Reads structures in sequence. Every length is checked against the remaining bytes.
pub struct Input<'a> {
    rest: &'a [u8],
    position: usize,
}

impl<'a> Input<'a> {
    /// Starts at the first of `bytes`. Error messages count from `position`.
    pub fn new(bytes: &'a [u8], position: usize) -> Input<'a> {
        Input { rest: bytes, position }
    }

    /// Reads `len` bytes.
    pub fn bytes(&mut self, len: usize) -> Result<&'a [u8], OpenError> {
        let (taken, rest) = self.rest.split_at_checked(len).ok_or(OpenError::damaged(self.position))?;
        self.rest = rest;
        self.position += len;
        Ok(taken)
    }

    /// Reads one byte.
    pub fn u8(&mut self) -> Result<u8, OpenError> {
        let bytes = self.bytes(1)?;
        Ok(bytes.first().copied().unwrap_or(0))
    }

    /// Reads four bytes as a number.
    pub fn u32(&mut self) -> Result<u32, OpenError> {
        Ok(uint(self.bytes(4)?) as u32)
    }

    /// Reads a length, then as many bytes.
    pub fn blob(&mut self) -> Result<&'a [u8], OpenError> {
        let len = self.u32()?;
        self.bytes(len as usize)
    }

    /// Reads the width of numbers, their count, and their bytes.
    pub fn numbers(&mut self) -> Result<(usize, usize, &'a [u8]), OpenError> {
        let width = usize::from(self.u8()?);
        let count = self.u32()? as usize;
        match count.checked_mul(width) {
            Some(len) if width <= 8 => Ok((width, count, self.bytes(len)?)),
            _ => Err(self.damaged()),
        }
    }

    /// The remaining bytes.
    #[cfg(feature = "write")]
    pub fn rest(&self) -> &'a [u8] {
        self.rest
    }

    /// Returns an error for the bytes that were read last.
    pub fn damaged(&self) -> OpenError {
        OpenError::damaged(self.position)
    }

    /// Reports whether no bytes remain.
    pub fn is_empty(&self) -> bool {
        self.rest.is_empty()
    }
}
