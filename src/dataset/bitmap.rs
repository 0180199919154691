//! Bits, one a pack, with or without counting.

use super::column::Column;
use super::error::OpenError;
use super::format::RANK_BITS;
use super::input::Input;

/// `len` bits in 64-bit words.
#[derive(Clone, Copy, Debug)]
pub struct Bitmap<'a> {
    words: &'a [[u8; 8]],
}

impl<'a> Bitmap<'a> {
    pub fn open(input: &mut Input<'a>, len: usize) -> Result<Bitmap<'a>, OpenError> {
        Ok(Bitmap { words: input.bytes(len.div_ceil(64) * 8)?.as_chunks().0 })
    }

    #[inline]
    pub fn get(&self, index: usize) -> bool {
        self.word(index / 64) >> (index % 64) & 1 == 1
    }

    /// The bits from 64 times `index` on, the first one lowest.
    #[inline]
    pub fn word(&self, index: usize) -> u64 {
        self.words.get(index).map_or(0, |word| u64::from_le_bytes(*word))
    }
}

/// A bitmap that tells how many bits are set before a place.
#[derive(Clone, Copy, Debug)]
pub struct Ranked<'a> {
    bits: Bitmap<'a>,
    checkpoints: Column<'a>,
}

impl<'a> Ranked<'a> {
    pub fn open(input: &mut Input<'a>, len: usize) -> Result<Ranked<'a>, OpenError> {
        let bits = Bitmap::open(input, len)?;
        let checkpoints = Column::open_exact(input, len.div_ceil(RANK_BITS))?;
        Ok(Ranked { bits, checkpoints })
    }

    /// How many bits are set before `index`.
    #[inline]
    pub fn rank(&self, index: usize) -> usize {
        let first = index / RANK_BITS * (RANK_BITS / 64);
        let whole: u32 = (first..index / 64).map(|word| self.bits.word(word).count_ones()).sum();
        let part = self.bits.word(index / 64) & !(u64::MAX << (index % 64));
        // Damage may have any number there.
        (self.checkpoints.get(index / RANK_BITS) as usize).wrapping_add((whole + part.count_ones()) as usize)
    }

    /// The number of the run that a place stands in, where set bits are the first places of runs.
    #[inline]
    pub fn run_at(&self, index: usize) -> usize {
        self.rank(index.saturating_add(1)).saturating_sub(1)
    }

    /// The rank of a set bit; none where the bit is not set.
    #[inline]
    pub fn rank_if_set(&self, index: usize) -> Option<usize> {
        self.bits.get(index).then(|| self.rank(index))
    }
}

/// A column for packs of which many have nothing to store.
#[derive(Clone, Copy, Debug)]
pub struct Sparse<'a> {
    present: Ranked<'a>,
    values: Column<'a>,
}

impl<'a> Sparse<'a> {
    pub fn open(input: &mut Input<'a>, len: usize) -> Result<Sparse<'a>, OpenError> {
        Ok(Sparse { present: Ranked::open(input, len)?, values: Column::open(input)? })
    }

    pub fn present(&self) -> Bitmap<'a> {
        self.present.bits
    }

    #[inline]
    pub fn get(&self, index: usize) -> Option<u64> {
        self.present.rank_if_set(index).map(|rank| self.values.get(rank))
    }
}

#[cfg(feature = "write")]
pub fn push_bitmap(out: &mut Vec<u8>, bits: &[bool]) {
    for word in bits.chunks(64) {
        let word = word.iter().rev().fold(0u64, |word, bit| word << 1 | u64::from(*bit));
        out.extend_from_slice(&word.to_le_bytes());
    }
}

#[cfg(feature = "write")]
pub fn push_ranked(out: &mut Vec<u8>, bits: &[bool]) {
    push_bitmap(out, bits);
    let counts = bits.chunks(RANK_BITS).scan(0, |sum, chunk| {
        let before = *sum;
        *sum += chunk.iter().filter(|bit| **bit).count() as u64;
        Some(before)
    });
    super::column::push_column(out, counts);
}

#[cfg(feature = "write")]
pub fn push_sparse(out: &mut Vec<u8>, values: &[Option<u64>]) {
    push_ranked(out, &values.iter().map(Option::is_some).collect::<Vec<_>>());
    super::column::push_column(out, values.iter().copied().flatten());
}
