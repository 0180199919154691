//! Columns: numbers of one width in sequence, with random access.

use std::ops::Range;

use super::error::OpenError;
use super::format::uint;
use super::input::Input;

/// The number of values that a scan compares together.
const TOGETHER: usize = 64;

/// `count` numbers of `width` bytes. If the width is 0, all are zero.
#[derive(Clone, Copy, Debug)]
pub struct Column<'a> {
    width: usize,
    count: usize,
    bytes: &'a [u8],
}

impl<'a> Column<'a> {
    pub fn open(input: &mut Input<'a>) -> Result<Column<'a>, OpenError> {
        let (width, count, bytes) = input.numbers()?;
        Ok(Column { width, count, bytes })
    }

    /// Opens a column that must have `count` numbers.
    pub fn open_exact(input: &mut Input<'a>, count: usize) -> Result<Column<'a>, OpenError> {
        let column = Column::open(input)?;
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
        let at = index.wrapping_mul(self.width);
        // Three wide loads instead of a loop: no other reads are as frequent.
        match self.width {
            1 => self.bytes.get(at).map_or(0, |byte| u64::from(*byte)),
            2 => self.array::<2>(at).map_or(0, |bytes| u64::from(u16::from_le_bytes(bytes))),
            3 => self.array::<3>(at).map_or(0, |[a, b, c]| u64::from(u32::from_le_bytes([a, b, c, 0]))),
            width => self.wide(at, width),
        }
    }

    /// Reads eight bytes at once, if there are eight, and keeps the lowest `width`.
    fn wide(&self, at: usize, width: usize) -> u64 {
        match (self.array::<8>(at), width) {
            (_, 0) => 0,
            (Some(bytes), width) => u64::from_le_bytes(bytes) & (u64::MAX >> (64 - 8 * width as u32)),
            (None, width) => self.bytes.get(at..at.wrapping_add(width)).map_or(0, uint),
        }
    }

    /// Computes the saturating sum of the numbers in `range`.
    pub fn sum(&self, range: Range<usize>) -> u64 {
        match (self.width, self.bytes.get(range.clone())) {
            // Most of these columns have lengths below 256, so this is a sum of bytes.
            (1, Some(bytes)) => bytes.iter().copied().map(u64::from).sum(),
            _ => self.saturating_sum(range),
        }
    }

    fn saturating_sum(&self, range: Range<usize>) -> u64 {
        let mut sum = 0u64;
        for index in range {
            sum = sum.saturating_add(self.get(index));
        }
        sum
    }

    #[inline]
    fn array<const N: usize>(&self, at: usize) -> Option<[u8; N]> {
        self.bytes.get(at..)?.first_chunk::<N>().copied()
    }

    /// Finds the indexes below `end` of the numbers that are in `values` or less than `below`.
    pub fn positions(&self, values: Range<u64>, below: u64, end: usize) -> Positions<'a> {
        let bound = below.max(values.end.saturating_sub(values.start));
        let end = if bound == 0 { 0 } else { self.count.min(end) };
        Positions { column: *self, values, below, bound, next: 0, end }
    }

    /// Finds the smallest value in the chunk, raw or relative to `start`.
    ///
    /// A scan skips chunks whose smallest value is too large. For the common width of 2 bytes, the loop has
    /// no early exit, so the compiler vectorises it. For other widths it returns 0, so that no chunk is
    /// skipped.
    fn least(&self, chunk: usize, start: u64) -> u64 {
        let numbers = if self.width == 2 { self.bytes.as_chunks::<2>().0 } else { &[] };
        let Some(chunk) = numbers.as_chunks::<TOGETHER>().0.get(chunk) else { return 0 };
        let mut least = u16::MAX;
        for bytes in chunk {
            let number = u16::from_le_bytes(*bytes);
            least = least.min(number).min(number.wrapping_sub(start as u16));
        }
        least.into()
    }

    /// Finds the first index below `count` for which `is_before` is false, by binary search.
    pub fn partition_point(count: usize, mut is_before: impl FnMut(usize) -> bool) -> usize {
        let (mut low, mut high) = (0, count);
        while low < high {
            let middle = low + (high - low) / 2;
            if is_before(middle) { low = middle + 1 } else { high = middle }
        }
        low
    }
}

/// A scan of a column for the indexes of some numbers, in ascending order.
pub struct Positions<'a> {
    column: Column<'a>,
    values: Range<u64>,
    below: u64,
    /// A chunk has a wanted number only if its smallest value, raw or relative, is less.
    bound: u64,
    next: usize,
    end: usize,
}

impl Positions<'_> {
    /// Reports whether no number of the chunk is wanted.
    fn can_skip(&self, chunk: usize) -> bool {
        self.column.least(chunk, self.values.start) >= self.bound
    }

    fn is_wanted(&self, number: u64) -> bool {
        self.values.contains(&number) || number < self.below
    }
}

impl Iterator for Positions<'_> {
    type Item = usize;

    fn next(&mut self) -> Option<usize> {
        while self.next < self.end {
            let place = self.next;
            if place.is_multiple_of(TOGETHER) && self.can_skip(place / TOGETHER) {
                self.next += TOGETHER;
                continue;
            }
            self.next += 1;
            if self.is_wanted(self.column.get(place)) {
                return Some(place);
            }
        }
        None
    }
}

/// Writes numbers in the smallest width that fits all of them.
#[cfg(feature = "write")]
pub fn push_column(out: &mut Vec<u8>, numbers: impl IntoIterator<Item = u64>) {
    let numbers: Vec<u64> = numbers.into_iter().collect();
    let largest = numbers.iter().max().copied().unwrap_or(0);
    let width = (64 - largest.leading_zeros()).div_ceil(8) as usize;
    out.push(width as u8);
    out.extend_from_slice(&(numbers.len() as u32).to_le_bytes());
    for number in numbers {
        out.extend(number.to_le_bytes().iter().take(width));
    }
}

#[cfg(all(test, feature = "write"))]
mod tests {
    #![allow(clippy::indexing_slicing, clippy::unwrap_used, reason = "a panic fails the test")]
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn finds_the_positions_of_a_range(
            largest in prop::sample::select(vec![200u64, 65_535, 90_000]),
            numbers in prop::collection::vec(any::<prop::sample::Index>(), 0..400),
            (start, span, below, end) in (0..70_000u64, 0..70_000u64, 0..9u64, 0..500usize),
        ) {
            let numbers: Vec<u64> = numbers.iter().map(|number| number.index(largest as usize + 1) as u64).collect();
            let mut bytes = Vec::new();
            push_column(&mut bytes, numbers.iter().copied());
            let column = Column::open(&mut Input::new(&bytes, 0)).unwrap();
            let first = numbers.first().copied().unwrap_or(0);
            for values in [start..start + span, first..first + 1, 0..1, 5..5] {
                let is_wanted = |number| values.contains(&number) || number < below;
                let expected = (0..numbers.len().min(end)).filter(|place| is_wanted(numbers[*place]));
                prop_assert!(column.positions(values.clone(), below, end).eq(expected));
            }
        }
    }
}
