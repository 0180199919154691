//! A set of packs in memory: what matching and choosing work on.

use super::PackNumber;
use super::bitmap::Bitmap;

/// One bit a pack. Sets that meet are of the same length.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PackSet {
    words: Vec<u64>,
}

impl PackSet {
    /// No pack of `packs`.
    pub fn empty(packs: u32) -> PackSet {
        PackSet { words: vec![0; (packs as usize).div_ceil(64)] }
    }

    /// The packs from `start` up to, but not including, `end`.
    pub fn range(packs: u32, start: u32, end: u32) -> PackSet {
        let mut set = PackSet::empty(packs);
        set.insert_run(start, end.saturating_sub(start));
        set
    }

    /// Whether the pack is in.
    #[inline]
    pub fn contains(&self, pack: PackNumber) -> bool {
        self.words.get(pack.0 as usize / 64).is_some_and(|word| word >> (pack.0 % 64) & 1 == 1)
    }

    /// Puts a pack in; one behind the end is left out.
    #[inline]
    pub fn insert(&mut self, pack: u32) {
        if let Some(word) = self.words.get_mut(pack as usize / 64) {
            *word |= 1 << (pack % 64);
        }
    }

    /// Puts `len` packs in, from `start` on.
    #[inline]
    pub fn insert_run(&mut self, start: u32, len: u32) {
        if len == 0 {
            return;
        }
        let last = u64::from(start) + u64::from(len) - 1;
        let (first_word, last_word) = (start as usize / 64, (last / 64) as usize);
        let (from_first, to_last) = (u64::MAX << (start % 64), u64::MAX >> (63 - last % 64));
        if first_word == last_word {
            self.or_word(first_word, from_first & to_last);
            return;
        }
        self.or_word(first_word, from_first);
        let end = last_word.min(self.words.len());
        self.words.get_mut(first_word + 1..end).unwrap_or(&mut []).fill(u64::MAX);
        self.or_word(last_word, to_last);
    }

    #[inline]
    pub(super) fn or_word(&mut self, index: usize, bits: u64) {
        if let Some(word) = self.words.get_mut(index) {
            *word |= bits;
        }
    }

    /// Puts all packs of `other` in.
    pub fn union(&mut self, other: &PackSet) {
        self.zip(other, |a, b| a | b);
    }

    /// Puts all packs of a stored bitmap in.
    pub fn union_bitmap(&mut self, other: Bitmap<'_>) {
        self.words.iter_mut().enumerate().for_each(|(i, word)| *word |= other.word(i));
    }

    /// Keeps the packs that are also in `other`.
    pub fn intersect(&mut self, other: &PackSet) {
        self.zip(other, |a, b| a & b);
    }

    /// Takes out the packs of a stored bitmap.
    pub fn subtract_bitmap(&mut self, other: Bitmap<'_>) {
        self.words.iter_mut().enumerate().for_each(|(i, word)| *word &= !other.word(i));
    }

    /// Takes out the packs of `other`.
    pub fn subtract(&mut self, other: &PackSet) {
        self.zip(other, |a, b| a & !b);
    }

    fn zip(&mut self, other: &PackSet, combine: impl Fn(u64, u64) -> u64) {
        self.words.iter_mut().zip(&other.words).for_each(|(a, b)| *a = combine(*a, *b));
    }

    /// How many packs are in.
    pub fn len(&self) -> usize {
        self.words.iter().map(|word| word.count_ones() as usize).sum()
    }

    /// Whether no pack is in.
    pub fn is_empty(&self) -> bool {
        self.words.iter().all(|word| *word == 0)
    }

    /// The packs in ascending order, that is, in name order.
    pub fn iter(&self) -> impl Iterator<Item = PackNumber> {
        self.words
            .iter()
            .enumerate()
            .flat_map(|(i, word)| ones(*word).map(move |bit| PackNumber(i as u32 * 64 + bit)))
    }
}

/// The places of the set bits.
fn ones(mut word: u64) -> impl Iterator<Item = u32> {
    std::iter::from_fn(move || {
        let bit = (word != 0).then(|| word.trailing_zeros())?;
        word &= word - 1;
        Some(bit)
    })
}
