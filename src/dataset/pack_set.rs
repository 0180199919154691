//! A set of packs in memory: what matching and choosing work on.

use std::ops::Range;

use super::PackNumber;
use super::bitmap::{Bitmap, ones};
use super::format::uint;

/// A stretch of packs in name order, in steps of 64: a search only looks where packs are left that may match.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Window {
    first_word: usize,
    words: usize,
}

impl Window {
    /// All packs.
    pub(super) fn of(packs: u32) -> Window {
        Window { first_word: 0, words: (packs as usize).div_ceil(64) }
    }

    /// Whether no pack is in it.
    pub fn is_empty(self) -> bool {
        self.words == 0
    }

    /// The first pack behind the window.
    #[inline]
    pub(super) fn end(self) -> u32 {
        (self.first_word + self.words).saturating_mul(64) as u32
    }

    /// The stored words that are in the window.
    fn cut<T>(self, words: &[T]) -> &[T] {
        let words = words.get(self.first_word..).unwrap_or(&[]);
        words.get(..self.words).unwrap_or(words)
    }
}

/// One bit for each pack of a window. Of sets that meet, one's window is inside the other's.
#[derive(Clone, Debug)]
pub struct PackSet {
    window: Window,
    /// No words at all while nothing was put in: many sets of a search stay empty.
    words: Vec<u64>,
}

impl PackSet {
    /// No pack.
    pub fn empty(window: Window) -> PackSet {
        PackSet { window, words: Vec::new() }
    }

    /// The packs from `start` up to, but not including, `end`.
    pub fn range(window: Window, start: u32, end: u32) -> PackSet {
        let mut set = PackSet::empty(window);
        set.add_range(&(start..end));
        set
    }

    /// The packs of a stored bitmap.
    pub fn of_bitmap(window: Window, bitmap: Bitmap<'_>) -> PackSet {
        let words = window.first_word..window.first_word + window.words;
        PackSet { window, words: words.map(|index| bitmap.word(index)).collect() }
    }

    /// Where the set's packs can be.
    pub fn window(&self) -> Window {
        self.window
    }

    /// Must be called before anything is put in.
    pub(super) fn make_room(&mut self) {
        self.words.resize(self.window.words, 0);
    }

    /// The smallest window that has all packs of the set.
    pub fn narrowest_window(&self) -> Window {
        let is_used = |word: &u64| *word != 0;
        let first = self.words.iter().position(is_used).unwrap_or(0);
        let end = self.words.iter().rposition(is_used).map_or(first, |last| last + 1);
        Window { first_word: self.window.first_word + first, words: end - first }
    }

    /// Whether the pack is in.
    #[inline]
    pub fn contains(&self, pack: PackNumber) -> bool {
        self.words.get(self.place(pack.0)).is_some_and(|word| word >> (pack.0 % 64) & 1 == 1)
    }

    /// Where the word with the pack's bit is; behind the end for packs before the window, too.
    #[inline]
    fn place(&self, pack: u32) -> usize {
        (pack as usize / 64).wrapping_sub(self.window.first_word)
    }

    /// Puts a pack in; one outside the window is left out.
    #[inline]
    pub(super) fn insert(&mut self, pack: u32) {
        self.insert_bits(self.place(pack), 1 << (pack % 64));
    }

    /// Puts a range of packs in.
    pub fn add_range(&mut self, range: &Range<u32>) {
        self.make_room();
        self.insert_run(range.start, range.end.saturating_sub(range.start));
    }

    /// Puts those of `len` packs from `start` on in that are in the window.
    #[inline]
    pub(super) fn insert_run(&mut self, start: u32, len: u32) {
        let end = start.saturating_add(len).min(self.window.end());
        let start = start.max(self.window.first_word as u32 * 64);
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

    /// Puts the packs of a bit for each pack in, in bytes.
    pub(super) fn insert_bytes(&mut self, bytes: &[u8]) {
        let (words, rest) = bytes.as_chunks::<8>();
        let last = words.len().wrapping_sub(self.window.first_word);
        let inside = self.window.cut(words);
        self.words.iter_mut().zip(inside).for_each(|(word, bytes)| *word |= u64::from_le_bytes(*bytes));
        self.insert_bits(last, uint(rest));
    }

    #[inline]
    fn insert_bits(&mut self, place: usize, bits: u64) {
        if let Some(word) = self.words.get_mut(place) {
            *word |= bits;
        }
    }

    /// Puts all packs of `other` in, whose window may be inside this one.
    pub fn union(&mut self, other: &PackSet) {
        if self.words.is_empty() && self.window == other.window {
            return self.words.clone_from(&other.words);
        }
        if other.words.is_empty() {
            return;
        }
        self.make_room();
        let skipped = other.window.first_word - self.window.first_word;
        self.words.iter_mut().skip(skipped).zip(&other.words).for_each(|(a, b)| *a |= b);
    }

    /// Keeps the packs that are also in `other`, whose window this one is inside.
    pub fn intersect(&mut self, other: &PackSet) {
        match other.words.is_empty() {
            true => self.words.clear(),
            false => self.zip(other, |a, b| a & b),
        }
    }

    /// Takes out the packs of `other`, whose window this one is inside.
    pub fn subtract(&mut self, other: &PackSet) {
        self.zip(other, |a, b| a & !b);
    }

    fn zip(&mut self, other: &PackSet, combine: impl Fn(u64, u64) -> u64) {
        let skipped = self.window.first_word - other.window.first_word;
        self.words.iter_mut().zip(other.words.iter().skip(skipped)).for_each(|(a, b)| *a = combine(*a, *b));
    }

    /// How many packs are in.
    pub fn len(&self) -> usize {
        self.words.iter().map(|word| word.count_ones() as usize).sum()
    }

    /// How many packs are also in `other`.
    pub fn len_with(&self, other: &PackSet) -> usize {
        self.words.iter().zip(&other.words).map(|(a, b)| (a & b).count_ones() as usize).sum()
    }

    /// Whether no pack is in.
    pub fn is_empty(&self) -> bool {
        self.words.iter().all(|word| *word == 0)
    }

    /// Keeps the packs for which it holds; they are asked about in their order.
    pub fn retain(&mut self, mut is_kept: impl FnMut(PackNumber) -> bool) {
        let first = self.window.first_word;
        for (i, word) in self.words.iter_mut().enumerate() {
            let pack = |bit: &u32| PackNumber((first + i) as u32 * 64 + bit);
            *word = ones(*word).filter(|bit| is_kept(pack(bit))).fold(0, |kept, bit| kept | 1 << bit);
        }
    }

    /// The packs in ascending order, that is, in name order.
    pub fn iter(&self) -> impl Iterator<Item = PackNumber> {
        let first = self.window.first_word;
        self.words
            .iter()
            .enumerate()
            .flat_map(move |(i, word)| ones(*word).map(move |bit| PackNumber((first + i) as u32 * 64 + bit)))
    }
}
