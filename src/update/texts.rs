//! Text deltas: the number of bytes that a text shares with its model at the start and at the end, and the
//! bytes between.

use std::num::TryFromIntError;
use std::str::Utf8Error;

use super::BudgetExceeded;
use super::error::UpdateError;
use crate::dataset::OpenError;
use crate::dataset::bitmap::{Sparse, push_sparse};
use crate::dataset::column::{Column, push_column};
use crate::dataset::format::push_blob;
use crate::dataset::input::Input;

/// One field of all rows, for the rows that differ from their models.
pub struct TextField<'u> {
    /// For each row that differs: 0 for no text, or one more than the number of bytes between start and end.
    lengths: Sparse<'u>,
    starts: Column<'u>,
    ends: Column<'u>,
    between: &'u [u8],
    next: usize,
}

impl<'u> TextField<'u> {
    pub fn open(input: &mut Input<'u>, rows: usize) -> Result<TextField<'u>, OpenError> {
        let lengths = Sparse::open(input, rows)?;
        let (starts, ends) = (Column::open(input)?, Column::open(input)?);
        Ok(TextField { lengths, starts, ends, between: input.blob()?, next: 0 })
    }

    /// Reads the text of a row if it differs from the text of its model. Read the rows in order.
    pub fn read(&mut self, row: usize, model: Option<&str>) -> Result<Option<Option<String>>, RowError> {
        let Some(length) = self.lengths.get(row) else { return Ok(None) };
        let place = self.next;
        self.next += 1;
        match length.checked_sub(1) {
            Some(between) => Ok(Some(Some(self.text(place, between, model.unwrap_or(""))?))),
            None => Ok(Some(None)),
        }
    }

    fn text(&mut self, place: usize, between: u64, model: &str) -> Result<String, RowError> {
        let (prefix, rest) = self.between.split_at_checked(between as usize).ok_or(RowError::Damaged)?;
        self.between = rest;
        let start = model.get(..self.starts.get(place) as usize).ok_or(RowError::Damaged)?;
        let end = model.len().checked_sub(self.ends.get(place) as usize).ok_or(RowError::Damaged)?;
        let end = model.get(end..).ok_or(RowError::Damaged)?;
        Ok([start, std::str::from_utf8(prefix)?, end].concat())
    }
}

/// Why a row cannot be read. It has no details: the reader of updates reports the whole file.
pub enum RowError {
    Damaged,
    /// The memory budget is exceeded.
    TooLarge,
}

impl From<BudgetExceeded> for RowError {
    fn from(_: BudgetExceeded) -> RowError {
        RowError::TooLarge
    }
}

impl From<OpenError> for RowError {
    fn from(_: OpenError) -> RowError {
        RowError::Damaged
    }
}

impl From<Utf8Error> for RowError {
    fn from(_: Utf8Error) -> RowError {
        RowError::Damaged
    }
}

impl From<TryFromIntError> for RowError {
    fn from(_: TryFromIntError) -> RowError {
        RowError::Damaged
    }
}

impl From<RowError> for UpdateError {
    fn from(error: RowError) -> UpdateError {
        match error {
            RowError::Damaged => UpdateError::damaged(),
            RowError::TooLarge => UpdateError::too_large(),
        }
    }
}

/// Writes one field of all rows, each as the text of its model and its own text.
pub fn push_text_field(out: &mut Vec<u8>, texts: &[(Option<&str>, Option<&str>)]) {
    let (mut lengths, mut starts, mut ends) = (Vec::new(), Vec::new(), Vec::new());
    let mut between = String::new();
    for (model, text) in texts {
        if model == text {
            lengths.push(None);
            continue;
        }
        let delta = match text {
            Some(text) => TextDelta::of(text, model.unwrap_or("")),
            None => TextDelta::default(),
        };
        lengths.push(Some(if text.is_some() { delta.between.len() as u64 + 1 } else { 0 }));
        starts.push(delta.start as u64);
        ends.push(delta.end as u64);
        between.push_str(delta.between);
    }
    push_sparse(out, &lengths);
    push_column(out, starts);
    push_column(out, ends);
    push_blob(out, between.as_bytes());
}

/// A text without the start and the end that it shares with another text.
#[derive(Default)]
struct TextDelta<'t> {
    start: usize,
    end: usize,
    between: &'t str,
}

impl<'t> TextDelta<'t> {
    fn of(text: &'t str, model: &'t str) -> TextDelta<'t> {
        let start = shared(text.chars(), model.chars());
        let rest = text.get(start..).unwrap_or("");
        let model_rest = model.get(start..).unwrap_or("");
        let end = shared(rest.chars().rev(), model_rest.chars().rev());
        TextDelta { start, end, between: rest.get(..rest.len() - end).unwrap_or("") }
    }
}

/// Computes the length in bytes of the leading characters that are equal.
fn shared(a: impl Iterator<Item = char>, b: impl Iterator<Item = char>) -> usize {
    a.zip(b).take_while(|(a, b)| a == b).map(|(a, _)| a.len_utf8()).sum()
}
