//! Byte-sliced columns: all lowest bytes, then all second bytes, and so on.
//!
//! A search compares the two lowest bytes of many numbers at a time. Equal neighbours compress as runs.

use super::error::OpenError;
use super::input::Input;

/// The number of values that are compared together. Compilers vectorise it to comparisons of sixteen.
const TOGETHER: usize = 128;

/// `count` numbers of `width` bytes. If the width is 0, all are zero.
#[derive(Clone, Copy, Debug)]
pub struct ByteSlicedColumn<'a> {
    width: usize,
    count: usize,
    bytes: &'a [u8],
}

impl<'a> ByteSlicedColumn<'a> {
    pub fn open(input: &mut Input<'a>) -> Result<ByteSlicedColumn<'a>, OpenError> {
        let (width, count, bytes) = input.numbers()?;
        Ok(ByteSlicedColumn { width, count, bytes })
    }

    /// Opens a column that must have `count` numbers.
    pub fn open_exact(input: &mut Input<'a>, count: usize) -> Result<ByteSlicedColumn<'a>, OpenError> {
        let column = ByteSlicedColumn::open(input)?;
        if column.count == count { Ok(column) } else { Err(input.damaged()) }
    }

    pub fn len(&self) -> usize {
        self.count
    }

    /// Reports whether no bytes follow the count. The count is then not bounded by the file.
    pub fn is_without_bytes(&self) -> bool {
        self.width == 0
    }

    /// Reads the number at `index`, or zero if the index is out of range.
    #[inline]
    pub fn get(&self, index: usize) -> u64 {
        if index >= self.count {
            return 0;
        }
        let mut number = 0;
        for plane in (0..self.width).rev() {
            let byte = self.bytes.get(plane * self.count + index).copied().unwrap_or(0);
            number = number << 8 | u64::from(byte);
        }
        number
    }

    /// Finds the first index of `value`.
    pub fn position(&self, value: u64) -> Option<usize> {
        self.positions(value).next()
    }

    /// Finds the indexes of `value`. The scan compares the two lowest bytes, which few other numbers share.
    pub fn positions(&self, value: u64) -> Positions<'a> {
        let (next_plane, next) = if self.width > 1 { (1, value >> 8) } else { (0, value) };
        // Without bytes, all numbers are zero, and the file does not bound their count.
        let chunk = if self.width == 0 && value != 0 { usize::MAX } else { 0 };
        Positions {
            column: *self,
            value,
            lows: (self.chunks(0), value as u8),
            nexts: (self.chunks(next_plane), next as u8),
            chunk,
            unread: 0,
        }
    }

    /// Reads one byte of each number, in full chunks.
    fn chunks(&self, plane: usize) -> &'a [[u8; TOGETHER]] {
        let plane = self.bytes.get(plane * self.count..(plane + 1) * self.count);
        plane.unwrap_or(&[]).as_chunks().0
    }
}

/// A scan for the indexes of a number, in ascending order.
pub struct Positions<'a> {
    column: ByteSlicedColumn<'a>,
    value: u64,
    /// The lowest bytes, and the wanted one.
    lows: (&'a [[u8; TOGETHER]], u8),
    /// The next bytes, and the wanted one.
    nexts: (&'a [[u8; TOGETHER]], u8),
    /// The chunk after the current one.
    chunk: usize,
    /// A bit for each number of the current chunk that may be the wanted one, and was not read yet.
    unread: u128,
}

impl Positions<'_> {
    /// Computes a bit for each number of a chunk that may be the wanted one.
    fn candidates(&self, chunk: usize) -> u128 {
        match (self.lows.0.get(chunk), self.nexts.0.get(chunk)) {
            (Some(lows), Some(nexts)) if has_pair(lows, nexts, self.lows.1, self.nexts.1) => {
                pairs(lows, nexts, self.lows.1, self.nexts.1)
            }
            (Some(_), Some(_)) => 0,
            // The numbers after the last full chunk.
            _ => u128::MAX,
        }
    }
}

impl Iterator for Positions<'_> {
    type Item = usize;

    fn next(&mut self) -> Option<usize> {
        loop {
            while self.unread == 0 {
                if self.chunk >= self.column.count.div_ceil(TOGETHER) {
                    return None;
                }
                self.unread = self.candidates(self.chunk);
                self.chunk += 1;
            }
            let place = (self.chunk - 1) * TOGETHER + self.unread.trailing_zeros() as usize;
            self.unread &= self.unread - 1;
            if place < self.column.count && self.column.get(place) == self.value {
                return Some(place);
            }
        }
    }
}

/// Reports whether both bytes occur at one index. Without an early exit, the compiler vectorises the loop.
fn has_pair(lows: &[u8; TOGETHER], nexts: &[u8; TOGETHER], low: u8, next: u8) -> bool {
    let mut any = 0;
    for (a, b) in lows.iter().zip(nexts) {
        any |= u8::from((*a == low) & (*b == next));
    }
    any != 0
}

/// Computes a bit for each index at which both bytes occur.
fn pairs(lows: &[u8; TOGETHER], nexts: &[u8; TOGETHER], low: u8, next: u8) -> u128 {
    let mut bits = 0;
    for (place, (a, b)) in lows.iter().zip(nexts).enumerate() {
        bits |= u128::from((*a == low) & (*b == next)) << place;
    }
    bits
}

/// Writes numbers in the smallest width that fits all of them.
#[cfg(feature = "write")]
pub fn push_byte_sliced_column(out: &mut Vec<u8>, numbers: impl IntoIterator<Item = u64>) {
    let numbers: Vec<u64> = numbers.into_iter().collect();
    let largest = numbers.iter().max().copied().unwrap_or(0);
    let width = (64 - largest.leading_zeros()).div_ceil(8);
    out.push(width as u8);
    out.extend_from_slice(&(numbers.len() as u32).to_le_bytes());
    for plane in 0..width {
        out.extend(numbers.iter().map(|number| (number >> (8 * plane)) as u8));
    }
}

#[cfg(all(test, feature = "write"))]
mod tests {
    #![allow(clippy::indexing_slicing, clippy::unwrap_used, reason = "a panic fails the test")]
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn finds_the_positions_of_a_number(numbers in prop::collection::vec(0..70_000u64, 0..400), other: u16) {
            let mut bytes = Vec::new();
            push_byte_sliced_column(&mut bytes, numbers.iter().copied());
            let planes = ByteSlicedColumn::open(&mut Input::new(&bytes, 0)).unwrap();
            for wanted in numbers.iter().copied().chain([u64::from(other), 0, 70_000]) {
                let expected = (0..numbers.len()).filter(|place| numbers[*place] == wanted);
                prop_assert!(planes.positions(wanted).eq(expected));
            }
        }
    }
}
