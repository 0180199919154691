//! The update file. FORMAT.md specifies it.

use std::ops::Range;

use super::changes::Changes;
use super::concepts::{push_concepts, read_concepts, tables_of};
use super::error::UpdateError;
use super::rows::{Rows, push_rows, read_rows, rows_of};
use super::{MemoryBudget, VERSION};
use crate::concept::Concepts;
use crate::dataset::column::{Column, push_column};
use crate::dataset::format::{
    DIGEST_AT, DIGEST_LEN, FLAG_CLASSES, FLAG_CONCEPTS, FLAG_DEMO, HEADER_LEN, push_blob, uint,
};
use crate::dataset::input::Input;
use crate::dataset::writer::{concept_flags, sealed};
use crate::dataset::{Dataset, FORMAT, Gaps, OpenError, PackNumber, Release, are_known, header};
use crate::date::Date;

/// The first eight bytes. They differ from a dataset's in one letter.
pub const MAGIC: [u8; 8] = *b"\x8EPACKU\r\n";

/// An update file that is verified: its header, and views into the rest of its bytes.
///
/// It has the packs that one dataset has to remove, and the rows to change and add, to become another one.
/// Opening it compares the digest of the whole file, a few kilobytes for a week. The rows are decoded when
/// [`Update::rows`] is called, within a memory budget, because the bytes are not trusted.
pub struct Update<'u> {
    /// The digest of the dataset to which it applies.
    pub before: [u8; DIGEST_LEN],
    /// The digest of the resulting dataset.
    pub after: [u8; DIGEST_LEN],
    /// The release of the resulting dataset.
    pub release: Release,
    has_concepts: bool,
    /// Whether the concepts are classified.
    has_classes: bool,
    removed: Column<'u>,
    rows: &'u [u8],
}

impl<'u> Update<'u> {
    /// Verifies the digest, and reads the part before the rows.
    pub fn open(bytes: &'u [u8]) -> Result<Update<'u>, UpdateError> {
        let flags = read_header(bytes)?;
        read_body(bytes.get(HEADER_LEN..).unwrap_or_default(), flags)
    }

    /// Lists the removed packs, in ascending order.
    pub fn removed(&self, packs: u32) -> Result<Vec<PackNumber>, UpdateError> {
        let mut removed = Vec::new();
        let mut next = 0u64;
        for place in 0..self.removed.len() {
            let number = next.saturating_add(self.removed.get(place));
            if number >= u64::from(packs) {
                return Err(UpdateError::damaged());
            }
            removed.push(PackNumber(number as u32));
            next = number + 1;
        }
        Ok(removed)
    }

    /// Reads the changed and added packs, and the concepts of the resulting dataset if it has any.
    pub fn rows(
        &self,
        old: &Dataset<'_>,
        budget: &mut MemoryBudget,
    ) -> Result<(Rows, Option<Concepts>), UpdateError> {
        let mut input = Input::new(self.rows, 0);
        let rows = read_rows(&mut input, old, budget)?;
        let concepts = match self.has_concepts {
            true => Some(concepts_after(&mut input, old, budget, self.has_classes)?),
            false => None,
        };
        if input.is_empty() { Ok((rows, concepts)) } else { Err(UpdateError::damaged()) }
    }
}

fn concepts_after(
    input: &mut Input<'_>,
    old: &Dataset<'_>,
    budget: &mut MemoryBudget,
    are_classified: bool,
) -> Result<Concepts, UpdateError> {
    let before = tables_of(old, budget)?;
    Ok(read_concepts(input, before, budget, are_classified)?)
}

/// Reads the flags. A truncated file is reported as damaged.
fn read_header(bytes: &[u8]) -> Result<u16, UpdateError> {
    if !bytes.starts_with(&MAGIC) {
        return Err(UpdateError::not_an_update());
    }
    let (version, flags) = (number_at(bytes, 8..10)? as u16, number_at(bytes, 10..12)? as u16);
    let len = number_at(bytes, 12..DIGEST_AT)?;
    if version != VERSION {
        return Err(UpdateError::other_version(version));
    }
    let is_whole = len == bytes.len() as u64
        && bytes.get(DIGEST_AT..HEADER_LEN) == Some(&header::digest_of(bytes))
        && are_known(flags);
    if is_whole { Ok(flags) } else { Err(UpdateError::damaged()) }
}

fn number_at(bytes: &[u8], range: Range<usize>) -> Result<u64, UpdateError> {
    bytes.get(range).map(uint).ok_or(UpdateError::damaged())
}

fn damaged(_: OpenError) -> UpdateError {
    UpdateError::damaged()
}

fn read_body(bytes: &[u8], flags: u16) -> Result<Update<'_>, UpdateError> {
    let mut input = Input::new(bytes, HEADER_LEN);
    let format = input.bytes(2).map(uint).map_err(damaged)? as u16;
    if format != FORMAT {
        return Err(UpdateError::other_format(format));
    }
    let before = read_digest(&mut input).map_err(damaged)?;
    let after = read_digest(&mut input).map_err(damaged)?;
    let release = read_release(&mut input, flags).map_err(damaged)?;
    let removed = Column::open(&mut input).map_err(damaged)?;
    let rows = input.rest();
    let (has_concepts, has_classes) = (flags & FLAG_CONCEPTS != 0, flags & FLAG_CLASSES != 0);
    Ok(Update { before, after, release, has_concepts, has_classes, removed, rows })
}

fn read_digest(input: &mut Input<'_>) -> Result<[u8; DIGEST_LEN], OpenError> {
    input.bytes(DIGEST_LEN)?.first_chunk().copied().ok_or(input.damaged())
}

fn read_release(input: &mut Input<'_>, flags: u16) -> Result<Release, OpenError> {
    let name = std::str::from_utf8(input.blob()?).map_err(|_| input.damaged())?.to_owned();
    let date = Date::from_days(input.u32()? as i32).ok_or(input.damaged())?;
    Ok(Release { name, date, is_demo: flags & FLAG_DEMO != 0, gaps: Gaps::of_flags(flags) })
}

/// Writes the update with these changes.
pub fn write(old: &Dataset<'_>, new: &Dataset<'_>, changes: &Changes) -> Result<Vec<u8>, UpdateError> {
    let release = release_of(new);
    let mut body = FORMAT.to_le_bytes().to_vec();
    body.extend_from_slice(&old.digest());
    body.extend_from_slice(&new.digest());
    push_blob(&mut body, release.name.as_bytes());
    body.extend_from_slice(&release.date.days().to_le_bytes());
    push_removed(&mut body, changes);
    push_rows(&mut body, old, &rows_of(old, changes));
    let mut flags = release.flags();
    if new.concepts().is_some() {
        let mut budget = MemoryBudget::of(old.file_len() + new.file_len());
        let after = tables_of(new, &mut budget)?;
        push_concepts(&mut body, &tables_of(old, &mut budget)?, &after);
        flags |= concept_flags(Some(&after));
    }
    sealed(&MAGIC, VERSION, flags, &body).ok_or_else(UpdateError::too_large)
}

/// Writes the number of packs that remain before each removed pack.
fn push_removed(out: &mut Vec<u8>, changes: &Changes) {
    let (mut gaps, mut next) = (Vec::new(), 0);
    for (number, _) in &changes.removed {
        gaps.push(u64::from(number.0 - next));
        next = number.0 + 1;
    }
    push_column(out, gaps);
}

fn release_of(dataset: &Dataset<'_>) -> Release {
    Release {
        name: dataset.release().to_owned(),
        date: dataset.release_date(),
        is_demo: dataset.is_demo(),
        gaps: dataset.gaps(),
    }
}
