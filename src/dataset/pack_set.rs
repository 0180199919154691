//! A set of packs in memory: what matching and choosing work on.

use super::PackNumber;
use super::bitmap::Bitmap;

/// One bit a pack. Sets that meet are over the same packs.
#[derive(Clone, Debug)]
pub struct PackSet {
    packs: u32,
    /// No words at all while nothing was put in: many sets of a search stay empty.
    words: Vec<u64>,
}

impl PackSet {
    /// No pack of `packs`.
    pub fn empty(packs: u32) -> PackSet {
        PackSet { packs, words: Vec::new() }
    }

    /// The packs from `start` up to, but not including, `end`.
    pub fn range(packs: u32, start: u32, end: u32) -> PackSet {
        let mut set = PackSet::empty(packs);
        set.make_room();
        set.insert_run(start, end.min(packs).saturating_sub(start));
        set
    }

    /// The packs of a stored bitmap.
    pub fn of_bitmap(packs: u32, bitmap: Bitmap<'_>) -> PackSet {
        PackSet { packs, words: (0..(packs as usize).div_ceil(64)).map(|index| bitmap.word(index)).collect() }
    }

    /// Must be called before anything is put in.
    pub(super) fn make_room(&mut self) {
        self.words.resize((self.packs as usize).div_ceil(64), 0);
    }

    /// Whether the pack is in.
    #[inline]
    pub fn contains(&self, pack: PackNumber) -> bool {
        self.words.get(pack.0 as usize / 64).is_some_and(|word| word >> (pack.0 % 64) & 1 == 1)
    }

    /// Puts a pack in; one behind the end is left out.
    #[inline]
    pub(super) fn insert(&mut self, pack: u32) {
        self.insert_bits(pack as usize / 64, 1 << (pack % 64));
    }

    /// Puts `len` packs in, from `start` on.
    #[inline]
    pub(super) fn insert_run(&mut self, start: u32, len: u32) {
        if len == 0 {
            return;
        }
        let last = u64::from(start) + u64::from(len) - 1;
        let (first_word, last_word) = (start as usize / 64, (last / 64) as usize);
        let (from_first, to_last) = (u64::MAX << (start % 64), u64::MAX >> (63 - last % 64));
        if first_word == last_word {
            self.insert_bits(first_word, from_first & to_last);
            return;
        }
        self.insert_bits(first_word, from_first);
        let end = last_word.min(self.words.len());
        self.words.get_mut(first_word + 1..end).unwrap_or(&mut []).fill(u64::MAX);
        self.insert_bits(last_word, to_last);
    }

    #[inline]
    pub(super) fn insert_bits(&mut self, index: usize, bits: u64) {
        if let Some(word) = self.words.get_mut(index) {
            *word |= bits;
        }
    }

    /// Puts all packs of `other` in.
    pub fn union(&mut self, other: &PackSet) {
        match self.words.is_empty() {
            true => self.words.clone_from(&other.words),
            false => self.zip(other, |a, b| a | b),
        }
    }

    /// Keeps the packs that are also in `other`.
    pub fn intersect(&mut self, other: &PackSet) {
        match other.words.is_empty() {
            true => self.words.clear(),
            false => self.zip(other, |a, b| a & b),
        }
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
