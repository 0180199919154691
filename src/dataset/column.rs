//! Numbers of one width, one behind the other: any of them is read without those before it.

use std::ops::Range;

use super::error::OpenError;
use super::format::uint;
use super::input::Input;

/// So many are looked at together where one is looked for.
const TOGETHER: usize = 64;

/// `count` numbers of `width` bytes. A width of 0 says that all are zero.
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

    /// Whether no byte stands behind the count, so that it may be anything.
    pub fn is_without_bytes(&self) -> bool {
        self.width == 0
    }

    /// The number at `index`; zero behind the end.
    #[inline]
    pub fn get(&self, index: usize) -> u64 {
        let at = index.wrapping_mul(self.width);
        // Three wide loads in place of a loop: these are the hottest reads of all.
        match self.width {
            1 => self.bytes.get(at).map_or(0, |byte| u64::from(*byte)),
            2 => self.array::<2>(at).map_or(0, |bytes| u64::from(u16::from_le_bytes(bytes))),
            3 => self.array::<3>(at).map_or(0, |[a, b, c]| u64::from(u32::from_le_bytes([a, b, c, 0]))),
            width => self.wide(at, width),
        }
    }

    /// Eight bytes at once, where they are there, and of them the `width` that count.
    fn wide(&self, at: usize, width: usize) -> u64 {
        match (self.array::<8>(at), width) {
            (_, 0) => 0,
            (Some(bytes), width) => u64::from_le_bytes(bytes) & (u64::MAX >> (64 - 8 * width as u32)),
            (None, width) => self.bytes.get(at..at.wrapping_add(width)).map_or(0, uint),
        }
    }

    /// The sum of the numbers at `range`; the largest number where damage makes it larger than any.
    pub fn sum(&self, range: Range<usize>) -> u64 {
        match (self.width, self.bytes.get(range.clone())) {
            // Most columns that are summed hold lengths below 256: then it is a sum of bytes.
            (1, Some(bytes)) => bytes.iter().map(|byte| u64::from(*byte)).sum(),
            _ => range.fold(0u64, |sum, index| sum.saturating_add(self.get(index))),
        }
    }

    #[inline]
    fn array<const N: usize>(&self, at: usize) -> Option<[u8; N]> {
        self.bytes.get(at..)?.first_chunk::<N>().copied()
    }

    /// Where numbers of a range stand, and such as are below another number, among the first so many.
    pub fn positions(
        &self,
        values: Range<u64>,
        below: u64,
        end: usize,
    ) -> impl Iterator<Item = usize> + use<'a> {
        let bound = below.max(values.end.saturating_sub(values.start));
        let (column, end) = (*self, if bound == 0 { 0 } else { self.count.min(end) });
        let chunks =
            (0..end.div_ceil(TOGETHER)).filter(move |chunk| column.least(*chunk, values.start) < bound);
        let places = chunks.flat_map(move |chunk| chunk * TOGETHER..end.min((chunk + 1) * TOGETHER));
        places.filter(move |place| {
            let number = column.get(*place);
            values.contains(&number) || number < below
        })
    }

    /// The least of a chunk's numbers and of what they are above `start`: no number is wanted where that is too much. In the width that
    /// matters it is known for many places at once, without an early end; in others it is said to be nothing.
    fn least(&self, chunk: usize, start: u64) -> u64 {
        let numbers = if self.width == 2 { self.bytes.as_chunks::<2>().0 } else { &[] };
        let least = |least: u16, bytes: &[u8; 2]| {
            let number = u16::from_le_bytes(*bytes);
            least.min(number).min(number.wrapping_sub(start as u16))
        };
        let chunk = numbers.as_chunks::<TOGETHER>().0.get(chunk);
        chunk.map_or(0, |numbers| numbers.iter().fold(u16::MAX, least).into())
    }

    /// The first index from `range` on at which `is_before` doesn't hold, if it never holds again behind it.
    pub fn partition_point(count: usize, mut is_before: impl FnMut(usize) -> bool) -> usize {
        let (mut low, mut high) = (0, count);
        while low < high {
            let middle = low + (high - low) / 2;
            if is_before(middle) { low = middle + 1 } else { high = middle }
        }
        low
    }
}

/// Writes numbers in the smallest width that holds all of them.
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
    #![allow(clippy::indexing_slicing, clippy::unwrap_used, reason = "a test that panics has failed")]
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn numbers_of_a_range_are_where_they_are_seen(
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
                let seen = (0..numbers.len().min(end)).filter(|place| is_wanted(numbers[*place]));
                prop_assert!(column.positions(values.clone(), below, end).eq(seen));
            }
        }
    }
}
