//! The dictionary: every word of every name in order, each with its two posting lists.

use super::column::Column;
use super::error::OpenError;
use super::format::{BLOCK, MAX_WORD_LEN, varint};
use super::input::Input;
use super::postings::List;

/// The dictionary of the index, with the posting lists of each word.
///
/// The words are sorted and front-coded: each has the number of bytes that it shares with the previous word,
/// and only the first word of a block of sixteen is stored in full. A lookup is a binary search for the block
/// and at most sixteen words; words with a prefix, such as `amlod`, are next to each other. Nothing is
/// decoded before it is read.
#[derive(Clone, Copy, Debug)]
pub struct Words<'a> {
    count: usize,
    entry_starts: Column<'a>,
    list_starts: Column<'a>,
    entries: &'a [u8],
    lists: &'a [u8],
}

/// The posting lists of a word. A pack also has the words of its generic product, so only packs whose own
/// names add the word are listed.
#[derive(Clone, Copy, Debug)]
pub struct Occurrences<'a> {
    /// The generic products whose names have the word, or the suppliers.
    pub in_generic: List<'a>,
    /// The packs whose own names add the word to the name of their generic product.
    pub in_own: List<'a>,
}

impl Occurrences<'_> {
    /// Reports whether both lists are empty.
    pub fn is_empty(&self) -> bool {
        self.in_generic.is_empty() && self.in_own.is_empty()
    }
}

impl<'a> Words<'a> {
    pub(super) fn open(input: &mut Input<'a>) -> Result<Words<'a>, OpenError> {
        let count = input.u32()? as usize;
        let entry_starts = Column::open_exact(input, count.div_ceil(BLOCK))?;
        let list_starts = Column::open_exact(input, count.div_ceil(BLOCK))?;
        let (entries, lists) = (input.blob()?, input.blob()?);
        Ok(Words { count, entry_starts, list_starts, entries, lists })
    }

    /// The number of words.
    pub fn count(&self) -> usize {
        self.count
    }

    /// A cursor over all words.
    ///
    /// # Examples
    ///
    /// ```
    /// # let bytes = include!(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/common/doctest_dataset.rs"));
    /// use pack_lookup::dataset::verify;
    ///
    /// let dataset = verify(&bytes)?;
    /// let (mut words, mut count) = (dataset.name_index().words().all(), 0);
    /// while words.advance() {
    ///     count += 1;
    /// }
    /// assert_eq!(count, dataset.name_index().words().count());
    /// # Ok::<(), pack_lookup::dataset::OpenError>(())
    /// ```
    pub fn all(&self) -> Cursor<'a> {
        self.block(0)
    }

    /// Creates a cursor from the first word that is not less than `text`.
    pub fn from(&self, text: &str) -> Cursor<'a> {
        let blocks = Column::partition_point(
            self.entry_starts.len(),
            |block| matches!(self.first_of(block), Some(first) if first < text.as_bytes()),
        );
        let mut cursor = self.block(blocks.saturating_sub(1));
        // It is in the block, or it is the first word after it.
        for _ in 0..=BLOCK {
            if cursor.advance() && cursor.text() >= text.as_bytes() {
                cursor.is_ahead = true;
                break;
            }
        }
        cursor
    }

    /// Finds a cursor at the word `text`. Returns `None` if the dictionary does not have it.
    ///
    /// # Examples
    ///
    /// ```
    /// # let bytes = include!(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/common/doctest_dataset.rs"));
    /// use pack_lookup::dataset::verify;
    ///
    /// let dataset = verify(&bytes)?;
    /// let word = dataset.name_index().words().find("amlodipine").ok_or("no name has this word")?;
    /// assert!(word.occurrences().in_generic.count() > 0);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn find(&self, text: &str) -> Option<Cursor<'a>> {
        let mut cursor = self.from(text);
        if cursor.advance() && cursor.text() == text.as_bytes() { Some(cursor) } else { None }
    }

    /// Finds the first word of a block, which is stored in full.
    fn first_of(&self, block: usize) -> Option<&'a [u8]> {
        let (mut rest, _) = self.starts(block);
        if rest.is_empty() {
            return None;
        }
        let (_, len) = (varint(&mut rest), varint(&mut rest) as usize);
        Some(rest.get(..len.min(MAX_WORD_LEN)).unwrap_or(rest))
    }

    /// Reads the entries from a block, and the start of its lists.
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

/// A cursor over the words in order. It starts before its first word.
#[derive(Clone, Debug)]
pub struct Cursor<'a> {
    words: Words<'a>,
    /// The current block, or the next one if the cursor is at the end of a block.
    block: usize,
    rest: &'a [u8],
    /// The start of the lists of the word.
    list: usize,
    text: Vec<u8>,
    shared: usize,
    in_block: usize,
    /// The lengths of its two lists, in bytes.
    lens: [u32; 2],
    /// Already positioned on the next word, so one advance is skipped.
    is_ahead: bool,
}

impl<'a> Cursor<'a> {
    /// Moves to the next word. Returns false after the last word.
    pub fn advance(&mut self) -> bool {
        self.advance_past(usize::MAX)
    }

    /// Moves to the next word that shares fewer than `bytes` bytes with this one.
    pub fn advance_past(&mut self, bytes: usize) -> bool {
        if std::mem::take(&mut self.is_ahead) && self.shared < bytes {
            return true;
        }
        while !self.rest.is_empty() {
            if self.in_block == 0 {
                self.pass_blocks(bytes);
            }
            for len in self.lens {
                self.list = self.list.saturating_add(len as usize);
            }
            self.shared = varint(&mut self.rest) as usize;
            let is_past = self.shared < bytes;
            // The first word of a block is stored in full, even if it shares bytes with the previous word.
            let kept = if self.in_block == 0 { 0 } else { self.shared };
            self.in_block = (self.in_block + 1) % BLOCK;
            self.block += usize::from(self.in_block == 0);
            let new = varint(&mut self.rest) as usize;
            let (suffix, rest) = self.rest.split_at_checked(new).unwrap_or((self.rest, &[]));
            self.rest = rest;
            self.lens = [varint(&mut self.rest), varint(&mut self.rest)];
            if is_past {
                self.text.truncate(kept);
                let rest = MAX_WORD_LEN.saturating_sub(self.text.len());
                self.text.extend_from_slice(suffix.get(..rest).unwrap_or(suffix));
                return true;
            }
        }
        false
    }

    /// Skips blocks between two words with the current prefix: all words in these blocks have it too.
    fn pass_blocks(&mut self, bytes: usize) {
        let Some(start) = self.text.get(..bytes) else { return };
        let mut last = self.block;
        for block in self.block + 1..self.words.entry_starts.len() {
            match self.words.first_of(block) {
                Some(first) if first.starts_with(start) => last = block,
                _ => break,
            }
        }
        if last > self.block {
            (self.rest, self.list) = self.words.starts(last);
            (self.block, self.lens) = (last, [0, 0]);
        }
    }

    /// The index of the current word.
    pub fn place(&self) -> usize {
        (self.block * BLOCK + self.in_block).saturating_sub(1)
    }

    /// The current word.
    pub fn text(&self) -> &[u8] {
        &self.text
    }

    /// The number of bytes that the word shares with the previous word.
    pub fn shared(&self) -> usize {
        self.shared
    }

    /// Reads the posting lists of the word.
    pub fn occurrences(&self) -> Occurrences<'a> {
        let lists = self.words.lists.get(self.list..).unwrap_or(&[]);
        let [generic_len, own_len] = self.lens;
        let (in_generic, rest) = lists.split_at_checked(generic_len as usize).unwrap_or((&[], &[]));
        let in_own = rest.get(..own_len as usize).unwrap_or(&[]);
        Occurrences { in_generic: List::new(in_generic), in_own: List::new(in_own) }
    }
}

/// Truncates a word to the maximum length in the index.
#[cfg(feature = "write")]
pub fn indexed(mut word: String) -> String {
    word.truncate(word.floor_char_boundary(MAX_WORD_LEN));
    word
}

/// A word, with the generic products (or suppliers) that have it, and the packs whose own names add it.
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
        for (in_block, (word, [in_generic, in_own])) in block.iter().enumerate() {
            let shared = previous.bytes().zip(word.bytes()).take_while(|(a, b)| a == b).count();
            let kept = if in_block == 0 { 0 } else { shared };
            push_varint(&mut entries, shared as u32);
            push_varint(&mut entries, (word.len() - kept) as u32);
            entries.extend(word.bytes().skip(kept));
            for packs in [in_generic, in_own] {
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
}
