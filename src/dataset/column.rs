//! Numbers of one width, one behind the other: any of them is read without those before it.

use super::error::OpenError;
use super::format::uint;
use super::input::Input;

/// `count` numbers of `width` bytes. A width of 0 says that all are zero.
#[derive(Clone, Copy, Debug)]
pub struct Column<'a> {
    width: usize,
    count: usize,
    bytes: &'a [u8],
}

impl<'a> Column<'a> {
    pub fn open(input: &mut Input<'a>) -> Result<Column<'a>, OpenError> {
        let width = usize::from(input.u8()?);
        let count = input.u32()? as usize;
        let len = count.checked_mul(width).filter(|_| width <= 8).ok_or_else(|| input.damaged())?;
        Ok(Column { width, count, bytes: input.bytes(len)? })
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
    pub fn sum(&self, range: std::ops::Range<usize>) -> u64 {
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

    /// Where `value` stands for the first time. Looks at each number.
    pub fn position(&self, value: u64) -> Option<usize> {
        match self.width {
            0 => (value == 0 && self.count > 0).then_some(0),
            3 => self
                .bytes
                .as_chunks::<3>()
                .0
                .iter()
                .position(|[a, b, c]| u64::from(u32::from_le_bytes([*a, *b, *c, 0])) == value),
            _ => (0..self.count).find(|index| self.get(*index) == value),
        }
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
