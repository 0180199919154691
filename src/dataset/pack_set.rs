//! A set of packs in memory, the working data of matching and ranking.

use std::ops::Range;

use super::PackNumber;
use super::bitmap::{Bitmap, ones};
use super::format::uint;

/// A range of packs in name order, in units of 64. A search reads only the range of its candidates.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PackRange {
    first_word: usize,
    words: usize,
}

impl PackRange {
    /// Creates the range of all packs.
    pub(super) fn of(packs: u32) -> PackRange {
        PackRange { first_word: 0, words: (packs as usize).div_ceil(64) }
    }

    /// Reports whether the range has no packs.
    pub fn is_empty(self) -> bool {
        self.words == 0
    }

    /// The first pack after the range.
    #[inline]
    pub(super) fn end(self) -> u32 {
        (self.first_word + self.words).saturating_mul(64) as u32
    }

    /// Slices the stored words in the range.
    fn cut<T>(self, words: &[T]) -> &[T] {
        let words = words.get(self.first_word..).unwrap_or(&[]);
        words.get(..self.words).unwrap_or(words)
    }
}

/// A set of packs: a bitmap with one bit for each pack of a range.
///
/// A search is mostly operations on these sets: the packs with a word, without the excluded ones, only the
/// current ones. The set for "amlodipine 5mg" is the intersection of two posting lists. One operation reads
/// 64 packs at a time, so all packs of a release take about three thousand steps. An empty set has no memory.
/// To combine two sets, one range must be inside the other.
#[derive(Clone, Debug)]
pub struct PackSet {
    pack_range: PackRange,
    /// The bits. No words while the set is empty: many sets of a search stay empty.
    words: Vec<u64>,
}

impl PackSet {
    /// Creates the empty set.
    ///
    /// # Examples
    ///
    /// ```
    /// # let bytes = include!(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/common/doctest_dataset.rs"));
    /// use pack_lookup::dataset::{PackNumber, PackSet, verify};
    ///
    /// let dataset = verify(&bytes)?;
    /// let mut set = PackSet::empty(dataset.pack_range());
    /// set.add_range(&(3..6));
    /// set.subtract(&PackSet::range(dataset.pack_range(), 4, 5));
    /// assert_eq!(set.iter().collect::<Vec<_>>(), [PackNumber(3), PackNumber(5)]);
    /// # Ok::<(), pack_lookup::dataset::OpenError>(())
    /// ```
    pub fn empty(pack_range: PackRange) -> PackSet {
        PackSet { pack_range, words: Vec::new() }
    }

    /// Creates the set of the packs `start..end`.
    pub fn range(pack_range: PackRange, start: u32, end: u32) -> PackSet {
        let mut set = PackSet::empty(pack_range);
        set.add_range(&(start..end));
        set
    }

    /// Reads the packs of a stored bitmap.
    pub fn of_bitmap(pack_range: PackRange, bitmap: Bitmap<'_>) -> PackSet {
        let words = pack_range.first_word..pack_range.first_word + pack_range.words;
        PackSet { pack_range, words: words.map(|index| bitmap.word(index)).collect() }
    }

    /// The range of the set.
    pub fn pack_range(&self) -> PackRange {
        self.pack_range
    }

    /// Allocates the bits. Call it before the first insertion.
    pub(crate) fn reserve(&mut self) {
        self.words.resize(self.pack_range.words, 0);
    }

    /// Reports whether the set has a pack.
    #[inline]
    pub fn contains(&self, pack: PackNumber) -> bool {
        match self.words.get(self.place(pack.0)) {
            Some(word) => word >> (pack.0 % 64) & 1 == 1,
            None => false,
        }
    }

    /// Finds the index of the word with the pack's bit. It is out of range for packs outside the range.
    #[inline]
    fn place(&self, pack: u32) -> usize {
        (pack as usize / 64).wrapping_sub(self.pack_range.first_word)
    }

    /// Inserts a pack. A pack outside the range is ignored.
    #[inline]
    pub(crate) fn insert(&mut self, pack: u32) {
        self.insert_bits(self.place(pack), 1 << (pack % 64));
    }

    /// Inserts a range of packs.
    pub fn add_range(&mut self, range: &Range<u32>) {
        self.reserve();
        self.insert_run(range.start, range.end.saturating_sub(range.start));
    }

    /// Inserts `len` packs from `start`. Packs outside the range are ignored.
    #[inline]
    pub(super) fn insert_run(&mut self, start: u32, len: u32) {
        let end = start.saturating_add(len).min(self.pack_range.end());
        let start = start.max(self.pack_range.first_word as u32 * 64);
        if start >= end {
            return;
        }
        let last = end - 1;
        let (first_word, last_word) = (self.place(start), self.place(last));
        let (from_first, to_last) = (u64::MAX << (start % 64), u64::MAX >> (63 - last % 64));
        if first_word == last_word {
            self.insert_bits(first_word, from_first & to_last);
            return;
        }
        self.insert_bits(first_word, from_first);
        self.words.get_mut(first_word + 1..last_word).unwrap_or(&mut []).fill(u64::MAX);
        self.insert_bits(last_word, to_last);
    }

    /// Inserts the packs of a bitmap in bytes.
    pub(super) fn insert_bytes(&mut self, bytes: &[u8]) {
        let (words, rest) = bytes.as_chunks::<8>();
        let last = words.len().wrapping_sub(self.pack_range.first_word);
        let inside = self.pack_range.cut(words);
        for (word, bytes) in self.words.iter_mut().zip(inside) {
            *word |= u64::from_le_bytes(*bytes);
        }
        self.insert_bits(last, uint(rest));
    }

    #[inline]
    fn insert_bits(&mut self, place: usize, bits: u64) {
        if let Some(word) = self.words.get_mut(place) {
            *word |= bits;
        }
    }

    /// Inserts all packs of `other`, whose range may be inside this one.
    pub fn union(&mut self, other: &PackSet) {
        if self.words.is_empty() && self.pack_range == other.pack_range {
            return self.words.clone_from(&other.words);
        }
        if other.words.is_empty() {
            return;
        }
        self.reserve();
        let skipped = other.pack_range.first_word - self.pack_range.first_word;
        for (a, b) in self.words.get_mut(skipped..).unwrap_or(&mut []).iter_mut().zip(&other.words) {
            *a |= b;
        }
    }

    /// Keeps the packs that are also in `other`. This pack_range must be inside the pack_range of `other`.
    pub fn intersect(&mut self, other: &PackSet) {
        if other.words.is_empty() {
            return self.words.clear();
        }
        let others = other.words_from(self.pack_range);
        for (a, b) in self.words.iter_mut().zip(others) {
            *a &= b;
        }
    }

    /// Removes the packs of `other`. This pack_range must be inside the pack_range of `other`.
    pub fn subtract(&mut self, other: &PackSet) {
        let others = other.words_from(self.pack_range);
        for (a, b) in self.words.iter_mut().zip(others) {
            *a &= !b;
        }
    }

    /// Slices the words from the start of a range that is inside the range of this set.
    fn words_from(&self, pack_range: PackRange) -> &[u64] {
        self.words.get(pack_range.first_word - self.pack_range.first_word..).unwrap_or(&[])
    }

    /// Counts the packs.
    pub fn len(&self) -> usize {
        self.words.iter().map(|word| word.count_ones() as usize).sum()
    }

    /// Reports whether the set is empty.
    pub fn is_empty(&self) -> bool {
        self.words.iter().all(|word| *word == 0)
    }

    /// Keeps the packs for which `is_kept` returns true. It is called in ascending order.
    pub fn retain(&mut self, mut is_kept: impl FnMut(PackNumber) -> bool) {
        let first = self.pack_range.first_word;
        for (i, word) in self.words.iter_mut().enumerate() {
            let mut kept = 0;
            for bit in ones(*word) {
                if is_kept(PackNumber((first + i) as u32 * 64 + bit)) {
                    kept |= 1 << bit;
                }
            }
            *word = kept;
        }
    }

    /// Lists the packs in ascending order, which is name order.
    pub fn iter(&self) -> impl Iterator<Item = PackNumber> {
        let first = self.pack_range.first_word;
        self.words
            .iter()
            .enumerate()
            .flat_map(move |(i, word)| ones(*word).map(move |bit| PackNumber((first + i) as u32 * 64 + bit)))
    }
}
