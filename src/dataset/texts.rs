//! Lists of lists, by the start and end of each; and texts, which are lists of bytes.

use std::ops::Range;

use super::bitmap::Sparse;
use super::byte_sliced_column::ByteSlicedColumn;
use super::column::Column;
use super::error::OpenError;
use super::format::{BLOCK, MAX_TEXT_LEN};
use super::input::Input;

/// The length of each list, and the start of every sixteenth list.
#[derive(Clone, Copy, Debug)]
pub struct Spans<'a> {
    lengths: Column<'a>,
    starts: ByteSlicedColumn<'a>,
}

impl<'a> Spans<'a> {
    pub fn open(input: &mut Input<'a>) -> Result<Spans<'a>, OpenError> {
        let lengths = Column::open(input)?;
        let starts = ByteSlicedColumn::open_exact(input, lengths.len().div_ceil(BLOCK))?;
        Ok(Spans { lengths, starts })
    }

    pub fn len(&self) -> usize {
        self.lengths.len()
    }

    /// Reads the indexes of the elements of a list.
    #[inline]
    pub fn get(&self, index: usize) -> Range<usize> {
        let block = index / BLOCK;
        let start = self.starts.get(block).saturating_add(self.lengths.sum(block * BLOCK..index));
        start as usize..start.saturating_add(self.lengths.get(index)) as usize
    }

    /// Finds the list with the element at `place`. It searches only the block that should have it.
    pub fn list_of(&self, place: usize) -> usize {
        let blocks = Column::partition_point(self.starts.len(), |i| self.starts.get(i) as usize <= place);
        let first = blocks.saturating_sub(1) * BLOCK;
        let mut end = self.starts.get(blocks.saturating_sub(1)) as usize;
        for index in first..self.len().min(first + BLOCK) {
            end = end.saturating_add(self.lengths.get(index) as usize);
            if place < end {
                return index;
            }
        }
        first
    }
}

/// Texts by index. Names consist of them, so the end of each is stored, not summed.
#[derive(Clone, Copy, Debug)]
pub struct Texts<'a> {
    ends: ByteSlicedColumn<'a>,
    bytes: &'a [u8],
}

impl<'a> Texts<'a> {
    pub fn open(input: &mut Input<'a>) -> Result<Texts<'a>, OpenError> {
        Ok(Texts { ends: ByteSlicedColumn::open(input)?, bytes: input.blob()? })
    }

    pub fn len(&self) -> usize {
        self.ends.len()
    }

    /// Reads a text. It is empty if the index is out of range, the text is too long, or it is not UTF-8.
    pub fn get(&self, index: usize) -> &'a str {
        let bytes = self.bytes(index);
        if bytes.len() > MAX_TEXT_LEN {
            return "";
        }
        std::str::from_utf8(bytes).unwrap_or("")
    }

    /// Finds the indexes of the texts that start with `start`, if the texts are sorted.
    pub fn beginning(&self, start: &str) -> Range<u64> {
        let first = Column::partition_point(self.len(), |index| self.get(index) < start);
        let count =
            Column::partition_point(self.len() - first, |index| self.get(first + index).starts_with(start));
        first as u64..(first + count) as u64
    }

    /// Reads the bytes of a text.
    #[inline]
    pub fn bytes(&self, index: usize) -> &'a [u8] {
        let start = if index == 0 { 0 } else { self.ends.get(index - 1) };
        self.bytes.get(start as usize..self.ends.get(index) as usize).unwrap_or(&[])
    }
}

/// A text that every pack has: the distinct texts, and the index for each pack.
#[derive(Clone, Copy, Debug)]
pub struct EachText<'a> {
    texts: Texts<'a>,
    of_pack: Column<'a>,
}

impl<'a> EachText<'a> {
    pub fn open(input: &mut Input<'a>, packs: usize) -> Result<EachText<'a>, OpenError> {
        Ok(EachText { texts: Texts::open(input)?, of_pack: Column::open_exact(input, packs)? })
    }

    /// The number of distinct texts.
    pub fn texts(&self) -> usize {
        self.texts.len()
    }

    /// Reads the stored number of a pack: usually the index of its text.
    #[inline]
    pub fn place(&self, index: usize) -> u64 {
        self.of_pack.get(index)
    }

    /// Reads the text at an index.
    #[inline]
    pub fn text(&self, place: u64) -> &'a str {
        self.texts.get(place as usize)
    }
}

/// A text that some packs or products have. Each distinct text is stored once, and a row without a text takes
/// little more than a bit.
#[derive(Clone, Copy, Debug)]
pub struct SomeTexts<'a> {
    texts: Texts<'a>,
    of_pack: Sparse<'a>,
}

impl<'a> SomeTexts<'a> {
    /// Finds the indexes of the texts that start with `start`.
    pub fn beginning(&self, start: &str) -> Range<u64> {
        self.texts.beginning(start)
    }

    pub fn open(input: &mut Input<'a>, packs: usize) -> Result<SomeTexts<'a>, OpenError> {
        Ok(SomeTexts { texts: Texts::open(input)?, of_pack: Sparse::open(input, packs)? })
    }

    /// Reads the stored number of a pack, if it has one: usually the index of its text.
    #[inline]
    pub fn place(&self, index: usize) -> Option<u64> {
        self.of_pack.get(index)
    }

    /// Reads the text at an index.
    #[inline]
    pub fn text(&self, place: u64) -> &'a str {
        self.texts.get(place as usize)
    }
}

#[cfg(feature = "write")]
pub fn push_spans(out: &mut Vec<u8>, lengths: &[u64]) {
    super::column::push_column(out, lengths.iter().copied());
    let (mut starts, mut start) = (Vec::new(), 0);
    for block in lengths.chunks(BLOCK) {
        starts.push(start);
        start += block.iter().sum::<u64>();
    }
    super::byte_sliced_column::push_byte_sliced_column(out, starts);
}

#[cfg(feature = "write")]
pub fn push_texts<T: AsRef<[u8]>>(out: &mut Vec<u8>, texts: &[T]) {
    let (mut ends, mut bytes) = (Vec::with_capacity(texts.len()), Vec::new());
    for text in texts {
        bytes.extend_from_slice(text.as_ref());
        ends.push(bytes.len() as u64);
    }
    super::byte_sliced_column::push_byte_sliced_column(out, ends);
    super::format::push_blob(out, &bytes);
}

/// Writes a text that every pack has, as [`EachText`] reads it.
#[cfg(feature = "write")]
pub fn push_each_text(out: &mut Vec<u8>, texts: &[&str]) {
    let table = super::table::Table::new(texts.iter().copied());
    push_texts(out, table.values());
    super::column::push_column(out, table.places(texts));
}

/// Writes a text that some packs have, as [`SomeTexts`] reads it.
#[cfg(feature = "write")]
pub fn push_some_texts(out: &mut Vec<u8>, texts: &[Option<&str>]) {
    let table = super::table::Table::new(texts.iter().copied().flatten());
    push_texts(out, table.values());
    let mut places = Vec::with_capacity(texts.len());
    for text in texts {
        places.push(text.map(|text| table.place(&text)));
    }
    super::bitmap::push_sparse(out, &places);
}
