//! The dictionary: every word of every name, sorted, each with its two lists of packs.

use super::column::Column;
use super::error::OpenError;
use super::format::{BLOCK, LONGEST_WORD, varint};
use super::input::Input;
use super::postings::List;
use super::texts::Texts;
use crate::quantity::{UNITS, Unit};

/// How many letters have a union each.
const LETTERS: usize = 26;

/// Words in blocks of sixteen; each tells how many of its first bytes are those of the word before
/// it, and only the first of a block repeats them.
#[derive(Clone, Copy, Debug)]
pub struct Words<'a> {
    count: usize,
    entry_starts: Column<'a>,
    list_starts: Column<'a>,
    entries: &'a [u8],
    lists: &'a [u8],
    unions: Texts<'a>,
}

/// Where a word occurs, or any of several.
#[derive(Clone, Copy, Debug)]
pub struct Occurrences<'a> {
    /// Packs that have it in the name of the product.
    pub in_title: List<'a>,
    /// Packs that have it behind that: in supplier, size or sub-pack.
    pub in_tail: List<'a>,
}

impl Occurrences<'_> {
    /// Whether they are nowhere.
    pub fn is_empty(&self) -> bool {
        self.in_title.is_empty() && self.in_tail.is_empty()
    }
}

impl<'a> Words<'a> {
    pub(super) fn open(input: &mut Input<'a>) -> Result<Words<'a>, OpenError> {
        let count = input.u32()? as usize;
        let entry_starts = Column::open_exact(input, count.div_ceil(BLOCK))?;
        let list_starts = Column::open_exact(input, count.div_ceil(BLOCK))?;
        let (entries, lists, unions) = (input.blob()?, input.blob()?, Texts::open(input)?);
        if unions.len() != 2 * (LETTERS + UNITS.len()) {
            return Err(input.damaged());
        }
        Ok(Words { count, entry_starts, list_starts, entries, lists, unions })
    }

    /// How many words there are.
    pub fn count(&self) -> usize {
        self.count
    }

    /// All words.
    pub fn all(&self) -> Cursor<'a> {
        self.block(0)
    }

    /// The words from the first one on that is not before `text`.
    pub fn from(&self, text: &str) -> Cursor<'a> {
        let blocks = Column::partition_point(self.entry_starts.len(), |block| {
            self.first_of(block).is_some_and(|first| first < text.as_bytes())
        });
        let mut cursor = self.block(blocks.saturating_sub(1));
        // It is in the block, or the first one behind it.
        cursor.is_ahead = (0..=BLOCK).any(|_| cursor.advance() && cursor.text() >= text.as_bytes());
        cursor
    }

    /// The word that is `text`.
    pub fn find(&self, text: &str) -> Option<Cursor<'a>> {
        let mut cursor = self.from(text);
        (cursor.advance() && cursor.text() == text.as_bytes()).then_some(cursor)
    }

    /// Where words occur that begin with a letter, if `text` is one: there are too many of them to read them all.
    pub fn beginning_with_letter(&self, text: &str) -> Option<Occurrences<'a>> {
        match text.as_bytes() {
            [letter @ b'a'..=b'z'] => Some(self.union(usize::from(letter - b'a'))),
            _ => None,
        }
    }

    /// Where numbers with a unit occur.
    pub fn with_unit(&self, unit: Unit) -> Occurrences<'a> {
        self.union(LETTERS + unit.place())
    }

    fn union(&self, place: usize) -> Occurrences<'a> {
        let list = |list: usize| List::new(self.unions.bytes(2 * place + list));
        Occurrences { in_title: list(0), in_tail: list(1) }
    }

    /// The first word of a block, which stands there in full.
    fn first_of(&self, block: usize) -> Option<&'a [u8]> {
        let (entries, _) = self.starts(block);
        let mut rest = Some(entries).filter(|rest| !rest.is_empty())?;
        let (_, len) = (varint(&mut rest), varint(&mut rest) as usize);
        Some(rest.get(..len.min(LONGEST_WORD)).unwrap_or(rest))
    }

    /// The entries from a block on, and where its lists begin.
    fn starts(&self, block: usize) -> (&'a [u8], usize) {
        let entry = self.entry_starts.get(block) as usize;
        (self.entries.get(entry..).unwrap_or(&[]), self.list_starts.get(block) as usize)
    }

    fn block(&self, block: usize) -> Cursor<'a> {
        let (rest, list) = self.starts(block);
        Cursor {
            words: *self,
            block,
            rest,
            list,
            text: Vec::with_capacity(32),
            shared: 0,
            in_block: 0,
            lens: [0, 0],
            is_ahead: false,
        }
    }
}

/// Walks over the words in order. It stands before its first word until it is advanced.
#[derive(Clone, Debug)]
pub struct Cursor<'a> {
    words: Words<'a>,
    /// The block that it is in, or that begins behind it.
    block: usize,
    rest: &'a [u8],
    /// Where the lists of the word begin.
    list: usize,
    text: Vec<u8>,
    shared: usize,
    in_block: usize,
    /// How many bytes its two lists have.
    lens: [u32; 2],
    /// It stands at a word already to which it should only be advanced.
    is_ahead: bool,
}

impl<'a> Cursor<'a> {
    /// Moves to the next word; false behind the last.
    pub fn advance(&mut self) -> bool {
        self.advance_past(usize::MAX)
    }

    /// Moves to the next word that has fewer than `bytes` bytes in common with this one.
    pub fn advance_past(&mut self, bytes: usize) -> bool {
        if std::mem::take(&mut self.is_ahead) && self.shared < bytes {
            return true;
        }
        while !self.rest.is_empty() {
            if self.in_block == 0 {
                self.pass_blocks(bytes);
            }
            self.list = self.lens.iter().fold(self.list, |list, len| list.saturating_add(*len as usize));
            self.shared = varint(&mut self.rest) as usize;
            let is_past = self.shared < bytes;
            // The first word of a block stands there in full, whatever it shares with the one before.
            let kept = if self.in_block == 0 { 0 } else { self.shared };
            self.in_block = (self.in_block + 1) % BLOCK;
            self.block += usize::from(self.in_block == 0);
            let new = varint(&mut self.rest) as usize;
            let (suffix, rest) = self.rest.split_at_checked(new).unwrap_or((self.rest, &[]));
            self.rest = rest;
            self.lens = [varint(&mut self.rest), varint(&mut self.rest)];
            if is_past {
                self.text.truncate(kept);
                let room = LONGEST_WORD.saturating_sub(self.text.len());
                self.text.extend_from_slice(suffix.get(..room).unwrap_or(suffix));
                return true;
            }
        }
        false
    }

    /// Passes over blocks before which and behind which words begin with the same bytes as this one: so do all that are in them.
    fn pass_blocks(&mut self, bytes: usize) {
        let Some(start) = self.text.get(..bytes) else { return };
        let behind = self.block + 1..self.words.entry_starts.len();
        let is_passed =
            |block: &usize| self.words.first_of(*block).is_some_and(|first| first.starts_with(start));
        if let Some(last) = behind.take_while(is_passed).last() {
            (self.rest, self.list) = self.words.starts(last);
            (self.block, self.lens) = (last, [0, 0]);
        }
    }

    /// The word.
    pub fn text(&self) -> &[u8] {
        &self.text
    }

    /// How many bytes the word has in common with the word before it.
    pub fn shared(&self) -> usize {
        self.shared
    }

    /// Where the word occurs.
    pub fn occurrences(&self) -> Occurrences<'a> {
        let lists = self.words.lists.get(self.list..).unwrap_or(&[]);
        let [in_title, in_tail] = self.lens.map(|len| len as usize);
        let (in_title, rest) = lists.split_at_checked(in_title).unwrap_or((&[], &[]));
        let in_tail = rest.get(..in_tail).unwrap_or(&[]);
        Occurrences { in_title: List::new(in_title), in_tail: List::new(in_tail) }
    }
}

/// What stands for a word in the index: its start, where it is too long.
#[cfg(feature = "write")]
pub fn indexed(mut word: String) -> String {
    word.truncate(word.floor_char_boundary(LONGEST_WORD));
    word
}

/// A word, and the packs that have it in the product's name and behind it.
#[cfg(feature = "write")]
pub type WordPacks = (String, [Vec<u32>; 2]);

#[cfg(feature = "write")]
pub fn push_words(out: &mut Vec<u8>, words: &[WordPacks]) {
    use super::format::{push_blob, push_varint};
    use super::postings::push_list;
    let (mut entries, mut lists) = (Vec::new(), Vec::new());
    let (mut entry_starts, mut list_starts) = (Vec::new(), Vec::new());
    let mut previous = "";
    for block in words.chunks(BLOCK) {
        entry_starts.push(entries.len() as u64);
        list_starts.push(lists.len() as u64);
        for (in_block, (word, [in_title, in_tail])) in block.iter().enumerate() {
            let shared = previous.bytes().zip(word.bytes()).take_while(|(a, b)| a == b).count();
            let kept = if in_block == 0 { 0 } else { shared };
            push_varint(&mut entries, shared as u32);
            push_varint(&mut entries, (word.len() - kept) as u32);
            entries.extend(word.bytes().skip(kept));
            for packs in [in_title, in_tail] {
                let start = lists.len();
                push_list(&mut lists, packs);
                push_varint(&mut entries, (lists.len() - start) as u32);
            }
            previous = word;
        }
    }
    out.extend_from_slice(&(words.len() as u32).to_le_bytes());
    super::column::push_column(out, entry_starts);
    super::column::push_column(out, list_starts);
    push_blob(out, &entries);
    push_blob(out, &lists);
    push_unions(out, words);
}

/// For each letter and each unit the packs of all words with it.
#[cfg(feature = "write")]
fn push_unions(out: &mut Vec<u8>, words: &[WordPacks]) {
    use std::collections::BTreeSet;
    let mut unions = vec![[BTreeSet::new(), BTreeSet::new()]; LETTERS + UNITS.len()];
    for (word, lists) in words {
        let letter =
            word.bytes().next().filter(u8::is_ascii_lowercase).map(|letter| usize::from(letter - b'a'));
        let unit = Unit::of_term(word).map(|unit| LETTERS + unit.place());
        for union in letter.or(unit).and_then(|place| unions.get_mut(place)).into_iter() {
            union.iter_mut().zip(lists).for_each(|(union, packs)| union.extend(packs.iter().copied()));
        }
    }
    let lists: Vec<Vec<u8>> = unions
        .iter()
        .flatten()
        .map(|packs| {
            let mut list = Vec::new();
            super::postings::push_list(&mut list, &packs.iter().copied().collect::<Vec<u32>>());
            list
        })
        .collect();
    super::texts::push_texts(out, &lists);
}
