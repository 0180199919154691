//! Front-coded names: each is a sequence of word numbers, without the first words that it shares with the
//! previous name.

use super::column::Column;
use super::error::OpenError;
use super::format::{BLOCK, MAX_TEXT_LEN, varint};
use super::input::Input;
use super::texts::Texts;

/// The nibble value that a varint continues.
const MORE: u32 = 15;
/// The maximum number of words of a text of maximum length: words are separated by single spaces.
const MAX_NAME_WORDS: usize = MAX_TEXT_LEN + 1;

/// Names in blocks of sixteen. The first name of a block is stored in full.
#[derive(Clone, Copy, Debug)]
pub struct FrontCodedNames<'a> {
    count: usize,
    starts: Column<'a>,
    bytes: &'a [u8],
}

impl<'a> FrontCodedNames<'a> {
    pub fn open(input: &mut Input<'a>) -> Result<FrontCodedNames<'a>, OpenError> {
        let count = input.u32()? as usize;
        let starts = Column::open_exact(input, count.div_ceil(BLOCK))?;
        Ok(FrontCodedNames { count, starts, bytes: input.blob()? })
    }

    pub fn len(&self) -> usize {
        self.count
    }

    /// Reads the phrase at `index`, with its words from `words` and a spare capacity of `spare` bytes.
    ///
    /// Damage can make it longer than any text that was written. It is then truncated before the first word
    /// that exceeds the limit.
    pub fn text(&self, index: usize, words: &Texts<'_>, spare: usize) -> String {
        self.reader().text(index, words, spare)
    }

    /// Counts the phrases before the first for which `is_before` is false, by binary search. It
    /// compares the first phrases of blocks first, because they are stored in full.
    pub fn partition_point(&self, words: &Texts<'_>, is_before: impl Fn(&str) -> bool) -> usize {
        let blocks = Column::partition_point(self.count.div_ceil(BLOCK), |block| {
            is_before(&self.text(block * BLOCK, words, 0))
        });
        let first = blocks.saturating_sub(1) * BLOCK;
        let place = Column::partition_point(BLOCK.min(self.count - first), |place| {
            is_before(&self.text(first + place, words, 0))
        });
        first + place
    }

    /// A reader for two or more phrases.
    pub fn reader(&self) -> FrontCodedReader<'a> {
        FrontCodedReader { phrases: *self, rest: &[], next: 0, numbers: Vec::with_capacity(32) }
    }

    /// Reads the bytes from the start of a block.
    fn block(&self, block: usize) -> &'a [u8] {
        self.bytes.get(self.starts.get(block) as usize..).unwrap_or(&[])
    }
}

/// Reads phrases. If the next phrase is later in the same block, the reader continues from its position.
pub struct FrontCodedReader<'a> {
    phrases: FrontCodedNames<'a>,
    rest: &'a [u8],
    /// The index of the phrase at the start of `rest`. At the start of a block, `rest` may not be set yet.
    next: usize,
    numbers: Vec<u32>,
}

impl FrontCodedReader<'_> {
    /// Reads the phrase at `index`, like [`FrontCodedNames::text`]. It is empty if the index is out of range:
    /// a damaged index could make the loop endless.
    pub fn text(&mut self, index: usize, words: &Texts<'_>, spare: usize) -> String {
        if index >= self.phrases.count {
            return String::new();
        }
        self.read(index);
        let mut text = Vec::with_capacity(128 + spare);
        for (place, number) in self.numbers.iter().enumerate() {
            let word = words.bytes(*number as usize);
            if text.len() + word.len() >= MAX_TEXT_LEN + usize::from(place == 0) {
                break;
            }
            if place > 0 {
                text.push(b' ');
            }
            text.extend_from_slice(word);
        }
        // One UTF-8 check for all words.
        String::from_utf8(text).unwrap_or_default()
    }

    fn read(&mut self, index: usize) {
        if index < self.next || index / BLOCK != self.next / BLOCK || self.next.is_multiple_of(BLOCK) {
            self.rest = self.phrases.block(index / BLOCK);
            self.next = index / BLOCK * BLOCK;
            self.numbers.clear();
        }
        while self.next <= index {
            read_next(&mut self.rest, &mut self.numbers);
            self.next += 1;
        }
    }
}

/// Advances `numbers` to the next phrase.
fn read_next(bytes: &mut &[u8], numbers: &mut Vec<u32>) {
    let Some((head, rest)) = bytes.split_first() else { return };
    *bytes = rest;
    let shared = nibble(u32::from(head >> 4), bytes);
    let new = nibble(u32::from(head & 15), bytes);
    numbers.truncate(shared as usize);
    for _ in 0..new {
        // Each number has at least one byte. The limits keep the loop shorter than the file and than any
        // text.
        if bytes.is_empty() || numbers.len() >= MAX_NAME_WORDS {
            break;
        }
        numbers.push(varint(bytes));
    }
}

#[inline]
fn nibble(value: u32, bytes: &mut &[u8]) -> u32 {
    if value < MORE { value } else { varint(bytes).saturating_add(MORE) }
}

#[cfg(feature = "write")]
pub fn push_front_coded_names(out: &mut Vec<u8>, phrases: &[Vec<u32>]) {
    use super::format::{push_blob, push_varint};
    let mut bytes = Vec::new();
    let mut starts = Vec::new();
    for block in phrases.chunks(BLOCK) {
        starts.push(bytes.len() as u64);
        let mut previous: &[u32] = &[];
        for phrase in block {
            let shared = previous.iter().zip(phrase).take_while(|(a, b)| a == b).count();
            let (shared_count, new_count) = (shared as u32, (phrase.len() - shared) as u32);
            bytes.push((shared_count.min(MORE) << 4 | new_count.min(MORE)) as u8);
            for count in [shared_count, new_count] {
                if count >= MORE {
                    push_varint(&mut bytes, count - MORE);
                }
            }
            for number in phrase.iter().skip(shared) {
                push_varint(&mut bytes, *number);
            }
            previous = phrase;
        }
    }
    out.extend_from_slice(&(phrases.len() as u32).to_le_bytes());
    super::column::push_column(out, starts);
    push_blob(out, &bytes);
}
