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

    /// Opens planes that must have `count` numbers.
    pub fn open_exact(input: &mut Input<'a>, count: usize) -> Result<ByteSlicedColumn<'a>, OpenError> {
        let planes = ByteSlicedColumn::open(input)?;
        if planes.count == count { Ok(planes) } else { Err(input.damaged()) }
    }

    pub fn len(&self) -> usize {
        self.count
    }

    /// Returns whether no bytes follow the count. The count is then not bounded by the file.
    pub fn is_without_bytes(&self) -> bool {
        self.width == 0
    }

    /// Returns the number at `index`, or zero if the index is out of range.
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

    /// Returns the first index of `value`. The scan compares the two lowest bytes, which few other numbers
    /// share.
    pub fn position(&self, value: u64) -> Option<usize> {
        if self.width == 0 {
            return if value == 0 && self.count > 0 { Some(0) } else { None };
        }
        let (lows, nexts) = (self.plane(0)?, self.plane(usize::from(self.width > 1))?);
        let next = if self.width > 1 { value >> 8 } else { value } as u8;
        let (lows, nexts) = (lows.as_chunks::<TOGETHER>().0, nexts.as_chunks::<TOGETHER>().0);
        for chunk in 0..self.count.div_ceil(TOGETHER) {
            let may_have = match (lows.get(chunk), nexts.get(chunk)) {
                (Some(lows), Some(nexts)) => has_pair(lows, nexts, value as u8, next),
                // The numbers after the last full chunk.
                _ => true,
            };
            if may_have && let Some(place) = self.position_from(chunk * TOGETHER, TOGETHER, value) {
                return Some(place);
            }
        }
        None
    }

    /// Returns one byte of each number.
    fn plane(&self, plane: usize) -> Option<&'a [u8]> {
        self.bytes.get(plane * self.count..(plane + 1) * self.count)
    }

    /// Returns the index of `value` among `count` numbers from `first`.
    fn position_from(&self, first: usize, count: usize, value: u64) -> Option<usize> {
        (first..self.count.min(first + count)).find(|place| self.get(*place) == value)
    }
}

/// Returns whether both bytes occur at one index. Without an early exit, the compiler vectorises the loop.
fn has_pair(lows: &[u8; TOGETHER], nexts: &[u8; TOGETHER], low: u8, next: u8) -> bool {
    let mut any = 0;
    for (a, b) in lows.iter().zip(nexts) {
        any |= u8::from((*a == low) & (*b == next));
    }
    any != 0
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
        fn finds_the_position_of_a_number(numbers in prop::collection::vec(0..70_000u64, 0..400), other: u16) {
            let mut bytes = Vec::new();
            push_byte_sliced_column(&mut bytes, numbers.iter().copied());
            let planes = ByteSlicedColumn::open(&mut Input::new(&bytes, 0)).unwrap();
            for wanted in numbers.iter().copied().chain([u64::from(other), 0, 70_000]) {
                prop_assert_eq!(planes.position(wanted), numbers.iter().position(|number| *number == wanted));
            }
        }
    }
}
