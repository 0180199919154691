//! Bitmaps with one bit for each pack, with or without rank and select.

use std::ops::Range;

use super::byte_sliced_column::ByteSlicedColumn;
use super::column::Column;
use super::error::OpenError;
use super::format::RANK_BITS;
use super::input::Input;

/// A bitmap in 64-bit words, read in place: the flags of packs or the starts of runs. A word after the last
/// one reads as 0, so that no index panics.
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

    /// Finds the first set bit in `start..end`, or `end` if there is none.
    pub fn next(&self, start: usize, end: usize) -> usize {
        let mut from_start = u64::MAX << (start % 64);
        for index in start / 64..end.div_ceil(64) {
            let word = self.word(index) & from_start;
            if word != 0 {
                return end.min(index * 64 + word.trailing_zeros() as usize);
            }
            from_start = u64::MAX;
        }
        end
    }

    /// Reads the 64 bits from bit `64 * index`. The lowest bit is the first.
    #[inline]
    pub fn word(&self, index: usize) -> u64 {
        self.words.get(index).map_or(0, |word| u64::from_le_bytes(*word))
    }
}

/// Lists the positions of the set bits.
pub fn ones(mut word: u64) -> impl Iterator<Item = u32> {
    std::iter::from_fn(move || {
        if word == 0 {
            return None;
        }
        let bit = word.trailing_zeros();
        word &= word - 1;
        Some(bit)
    })
}

/// A bitmap with rank and select: it counts the set bits before an index.
#[derive(Clone, Copy, Debug)]
pub struct RankSelectBitmap<'a> {
    bits: Bitmap<'a>,
    checkpoints: Column<'a>,
}

impl<'a> RankSelectBitmap<'a> {
    pub fn open(input: &mut Input<'a>, len: usize) -> Result<RankSelectBitmap<'a>, OpenError> {
        let bits = Bitmap::open(input, len)?;
        let checkpoints = Column::open_exact(input, len.div_ceil(RANK_BITS))?;
        Ok(RankSelectBitmap { bits, checkpoints })
    }

    /// Counts the set bits before `index`.
    #[inline]
    pub fn rank(&self, index: usize) -> usize {
        let first = index / RANK_BITS * (RANK_BITS / 64);
        let part = self.bits.word(index / 64) & !(u64::MAX << (index % 64));
        let mut count = part.count_ones();
        for word in first..index / 64 {
            count += self.bits.word(word).count_ones();
        }
        // A damaged checkpoint may have any value.
        (self.checkpoints.get(index / RANK_BITS) as usize).wrapping_add(count as usize)
    }

    /// Finds the number of the run at `index`. Set bits mark the first index of each run.
    #[inline]
    pub fn run_at(&self, index: usize) -> usize {
        self.rank(index.saturating_add(1)).saturating_sub(1)
    }

    /// Finds the index of the set bit with this rank.
    pub fn select(&self, rank: usize) -> Option<usize> {
        let following =
            Column::partition_point(self.checkpoints.len(), |at| self.checkpoints.get(at) as usize <= rank);
        let checkpoint = following.checked_sub(1)?;
        let first = checkpoint * (RANK_BITS / 64);
        let mut left = rank - self.checkpoints.get(checkpoint) as usize;
        for index in first..first + RANK_BITS / 64 {
            let word = self.bits.word(index);
            // Counting the bits of a word is one instruction. Finding them takes one step for each.
            let count = word.count_ones() as usize;
            if left < count {
                return Some(index * 64 + ones(word).nth(left)? as usize);
            }
            left -= count;
        }
        None
    }

    /// Lists the indexes of the set bits before `end`.
    pub fn set_bits(&self, end: usize) -> impl Iterator<Item = usize> + use<'a> {
        let bits = self.bits;
        let in_word = move |index: usize| ones(bits.word(index)).map(move |bit| index * 64 + bit as usize);
        (0..end.div_ceil(64)).flat_map(in_word).take_while(move |place| *place < end)
    }

    /// Finds the end of the run that starts before `start`. Set bits mark the first index of each run.
    pub fn run_end(&self, start: usize, end: usize) -> usize {
        self.bits.next(start, end)
    }

    /// Reads the rank of a set bit. Returns `None` if the bit is not set.
    #[inline]
    pub fn rank_if_set(&self, index: usize) -> Option<usize> {
        if self.bits.get(index) { Some(self.rank(index)) } else { None }
    }
}

/// A column that has a value for some packs only.
#[derive(Clone, Copy, Debug)]
pub struct Sparse<'a> {
    present: RankSelectBitmap<'a>,
    values: ByteSlicedColumn<'a>,
}

impl<'a> Sparse<'a> {
    pub fn open(input: &mut Input<'a>, len: usize) -> Result<Sparse<'a>, OpenError> {
        Ok(Sparse { present: RankSelectBitmap::open(input, len)?, values: ByteSlicedColumn::open(input)? })
    }

    pub fn present(&self) -> Bitmap<'a> {
        self.present.bits
    }

    /// Counts the values before `index`.
    pub fn rank(&self, index: usize) -> usize {
        self.present.rank(index)
    }

    /// Finds the index of the value with this rank.
    pub fn select(&self, rank: usize) -> Option<usize> {
        self.present.select(rank)
    }

    pub fn values(&self) -> ByteSlicedColumn<'a> {
        self.values
    }

    #[inline]
    pub fn get(&self, index: usize) -> Option<u64> {
        let rank = self.present.rank_if_set(index)?;
        Some(self.values.get(rank))
    }
}

#[cfg(feature = "write")]
pub fn push_bitmap(out: &mut Vec<u8>, bits: &[bool]) {
    for word in bits.chunks(64) {
        let mut number = 0;
        for (place, bit) in word.iter().enumerate() {
            number |= u64::from(*bit) << place;
        }
        out.extend_from_slice(&number.to_le_bytes());
    }
}

#[cfg(feature = "write")]
pub fn push_rank_select_bitmap(out: &mut Vec<u8>, bits: &[bool]) {
    push_bitmap(out, bits);
    let (mut counts, mut count) = (Vec::new(), 0);
    for chunk in bits.chunks(RANK_BITS) {
        counts.push(count);
        count += chunk.iter().filter(|bit| **bit).count() as u64;
    }
    super::column::push_column(out, counts);
}

#[cfg(feature = "write")]
pub fn push_sparse(out: &mut Vec<u8>, values: &[Option<u64>]) {
    push_rank_select_bitmap(out, &values.iter().map(Option::is_some).collect::<Vec<_>>());
    super::byte_sliced_column::push_byte_sliced_column(out, values.iter().copied().flatten());
}

#[cfg(all(test, feature = "write"))]
mod tests {
    #![allow(clippy::indexing_slicing, clippy::unwrap_used, reason = "a panic fails the test")]
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn finds_set_bits_by_rank(
            often in 1..40u32,
            bits in prop::collection::vec(any::<u32>(), 0..1_500),
            start in 0..1_600usize,
        ) {
            let bits: Vec<bool> = bits.iter().map(|bit| bit % often == 0).collect();
            let mut bytes = Vec::new();
            push_rank_select_bitmap(&mut bytes, &bits);
            let ranked = RankSelectBitmap::open(&mut Input::new(&bytes, 0), bits.len()).unwrap();
            let places: Vec<usize> = (0..bits.len()).filter(|place| bits[*place]).collect();
            for rank in 0..places.len() + 2 {
                prop_assert_eq!(ranked.select(rank), places.get(rank).copied());
            }
            let next = places.iter().copied().find(|place| *place >= start);
            prop_assert_eq!(ranked.run_end(start, bits.len()), next.unwrap_or(bits.len()));
        }
    }
}

/// Finds the packs of a run. Set bits of `starts` mark the first pack of each run.
pub fn run_range(starts: &RankSelectBitmap<'_>, run: usize, packs: usize) -> Range<u32> {
    let first = starts.select(run).unwrap_or(packs).min(packs);
    first as u32..starts.run_end(first + 1, packs) as u32
}

/// Lists the packs of all runs, in order. It takes one step for each run.
pub fn run_ranges<'a>(
    starts: RankSelectBitmap<'a>,
    packs: usize,
) -> impl Iterator<Item = (usize, Range<u32>)> + use<'a> {
    // In any bytes, even damaged ones, the first run starts with the first pack.
    let ends = starts.set_bits(packs).skip_while(|place| *place == 0).chain([packs]);
    let mut first = 0;
    ends.enumerate().map(move |(run, end)| (run, std::mem::replace(&mut first, end) as u32..end as u32))
}
