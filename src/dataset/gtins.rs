//! The GTIN rows in the order of their packs, and an index by number.

use std::ops::Range;

use super::byte_sliced_column::ByteSlicedColumn;
#[cfg(feature = "write")]
use super::byte_sliced_column::push_byte_sliced_column;
use super::column::Column;
use super::error::OpenError;
use super::format::{BLOCK, MAX_GTIN_ROWS, MAX_USES};
use super::input::Input;
#[cfg(feature = "write")]
use super::table::Table;
use super::texts::Spans;
#[cfg(feature = "write")]
use super::{column::push_column, texts::push_spans};
use crate::date::Date;
use crate::gtin::{Gtin, RecordedGtin};
use crate::pack::GtinEntry;
#[cfg(feature = "write")]
use crate::pack::Pack;

/// The number of values of the facts in a code: the number of digits (2), and the error of the check digit
/// (10).
const NOTES: u64 = 20;

/// The step of the last phase of a search: it compares every fourth code of a block, then the codes between
/// two of them.
const PART: usize = 4;

/// The days that occur, and the periods in which packs carry GTINs.
#[derive(Clone, Copy, Debug)]
pub struct Gtins<'a> {
    rows_of_pack: Spans<'a>,
    codes: Column<'a>,
    starts: ByteSlicedColumn<'a>,
    ends: Column<'a>,
    by_number: ByteSlicedColumn<'a>,
    fences: Column<'a>,
    days: Column<'a>,
}

impl<'a> Gtins<'a> {
    pub fn open(input: &mut Input<'a>, packs: usize) -> Result<Gtins<'a>, OpenError> {
        let days = Column::open(input)?;
        let rows_of_pack = Spans::open(input)?;
        if rows_of_pack.len() != packs {
            return Err(input.damaged());
        }
        let codes = Column::open(input)?;
        let starts = ByteSlicedColumn::open_exact(input, codes.len())?;
        let ends = Column::open_exact(input, codes.len())?;
        let by_number = ByteSlicedColumn::open_exact(input, codes.len())?;
        let fences = Column::open_exact(input, codes.len().div_ceil(BLOCK))?;
        // Row numbers are distinct, so only a single row can be stored without bytes.
        if by_number.is_without_bytes() && codes.len() > 1 {
            return Err(input.damaged());
        }
        Ok(Gtins { rows_of_pack, codes, starts, ends, by_number, fences, days })
    }

    pub fn len(&self) -> usize {
        self.codes.len()
    }

    /// Reads the day with this index in the list of days. Returns `None` if the day is not recorded.
    pub fn day(&self, number: u64) -> Option<Date> {
        date_since_first(self.days.get(number as usize))
    }

    /// Lists the periods of a pack, the oldest first.
    pub fn of_pack(&self, pack: usize) -> impl Iterator<Item = GtinEntry> + use<'a> {
        let gtins = *self;
        let rows = self.rows_of_pack.get(pack);
        (rows.start..rows.end.min(self.len())).take(MAX_GTIN_ROWS).filter_map(move |row| gtins.entry(row))
    }

    /// Lists all (pack, period) pairs of a GTIN.
    pub fn of_gtin(&self, gtin: Gtin) -> impl Iterator<Item = (usize, GtinEntry)> + use<'a> {
        let gtins = *self;
        // The codes of all GTINs that differ only in the check digit.
        let codes = gtin.number() / 10 * NOTES..(gtin.number() / 10 + 1) * NOTES;
        (self.first_from(codes.start)..self.len())
            .take(MAX_USES)
            .take_while(move |at| gtins.code(*at) < codes.end)
            .filter_map(move |at| gtins.use_at(at, gtin))
    }

    /// Reads the pack and the period at an index in the order of numbers, if they are of this GTIN.
    fn use_at(&self, at: usize, gtin: Gtin) -> Option<(usize, GtinEntry)> {
        let row = self.row(at);
        let entry = self.entry(row)?;
        if entry.gtin.gtin() != gtin {
            return None;
        }
        Some((self.rows_of_pack.list_of(row), entry))
    }

    /// Finds the first index in the order of numbers whose code is not less than `code`.
    ///
    /// Most of the binary search uses the fences, which are contiguous. Codes in the order of numbers are all
    /// over the file. The last blocks are counted, not bisected: independent reads run in parallel, so many
    /// take the time of one.
    fn first_from(&self, code: u64) -> usize {
        let fences = Column::partition_point(self.fences.len(), |block| self.fences.get(block) < code);
        let start = fences.saturating_sub(1) * BLOCK;
        let part = start + self.count_before(code, start + PART..start + BLOCK, PART) * PART;
        part + self.count_before(code, part..part + PART, 1)
    }

    /// Counts the codes that are less than `code`, among every `step`th of these indexes.
    fn count_before(&self, code: u64, places: Range<usize>, step: usize) -> usize {
        let mut count = 0;
        for place in (places.start..places.end.min(self.len())).step_by(step) {
            count += usize::from(self.code(place) < code);
        }
        count
    }

    fn row(&self, at: usize) -> usize {
        self.by_number.get(at) as usize
    }

    /// Reads the code at an index in the order of numbers.
    fn code(&self, at: usize) -> u64 {
        self.codes.get(self.row(at))
    }

    fn entry(&self, row: usize) -> Option<GtinEntry> {
        let gtin = recorded(self.codes.get(row))?;
        let start_date = self.day(self.starts.get(row))?;
        let end_date = self.ends.get(row).checked_sub(1).and_then(|end| self.day(end));
        Some(GtinEntry { gtin, start_date, end_date })
    }
}

/// Reads the day of a stored number, which counts from [`Date::MIN`].
pub fn date_since_first(days: u64) -> Option<Date> {
    Date::from_days(i32::try_from(days).ok()?.checked_add(Date::MIN.days())?)
}

/// Reads the GTIN of a code, as recorded.
pub fn recorded(code: u64) -> Option<RecordedGtin> {
    let (number, has_14_digits) = decode(code);
    Some(RecordedGtin::new(Gtin::new(number)?, has_14_digits))
}

/// Decodes a code into the number, and whether it was recorded with 14 digits.
///
/// A code is the digits but the last, times 20, plus twice the error of the check digit, plus 1 for 14
/// digits. A correct check digit thus has the error 0, and a wrong one is kept.
fn decode(code: u64) -> (u64, bool) {
    let (body, notes) = (code / NOTES, code % NOTES);
    let right = Gtin::new(body * 10).map_or(0, Gtin::right_check_digit);
    (body * 10 + (u64::from(right) + notes / 2) % 10, notes % 2 == 1)
}

#[cfg(feature = "write")]
pub fn encode(gtin: RecordedGtin) -> u64 {
    let number = gtin.gtin();
    let error = (10 + number.check_digit() - number.right_check_digit()) % 10;
    number.number() / 10 * NOTES + u64::from(error) * 2 + u64::from(gtin.has_14_digits())
}

/// Computes the sentinel for an unknown day: the first value past the range of [`Date`].
#[cfg(feature = "write")]
pub fn unrecorded() -> u64 {
    since_first(Date::MAX) + 1
}

/// Computes the stored number of a day. [`date_since_first`] is the inverse.
#[cfg(feature = "write")]
pub fn since_first(date: Date) -> u64 {
    (date.days() - Date::MIN.days()) as u64
}

/// Writes the rows of all packs, with the list of days that occur.
#[cfg(feature = "write")]
pub fn push_gtins(out: &mut Vec<u8>, packs: &[Pack], days: &Table<Date>) {
    let mut rows = GtinRows::default();
    for pack in packs {
        rows.lengths.push(pack.gtin_codes.len() as u64);
        for entry in &pack.gtin_codes {
            rows.add(entry, days);
        }
    }
    rows.push(out);
}

/// The GTIN rows by column.
#[cfg(feature = "write")]
#[derive(Default)]
struct GtinRows {
    /// The number of rows of each pack.
    lengths: Vec<u64>,
    codes: Vec<u64>,
    starts: Vec<u64>,
    ends: Vec<u64>,
    /// The digits but the last of each GTIN, with the number and the code of its row.
    by_number: Vec<(u64, u64, u64)>,
}

#[cfg(feature = "write")]
impl GtinRows {
    fn add(&mut self, entry: &GtinEntry, days: &Table<Date>) {
        let (row, code) = (self.codes.len() as u64, encode(entry.gtin));
        self.by_number.push((entry.gtin.gtin().number() / 10, row, code));
        self.codes.push(code);
        self.starts.push(days.place(&entry.start_date));
        self.ends.push(days.optional_place(entry.end_date));
    }

    fn push(mut self, out: &mut Vec<u8>) {
        self.by_number.sort_unstable();
        let (mut rows, mut fences) = (Vec::with_capacity(self.by_number.len()), Vec::new());
        for (at, (_, row, code)) in self.by_number.iter().enumerate() {
            rows.push(*row);
            if at.is_multiple_of(BLOCK) {
                fences.push(*code);
            }
        }
        push_spans(out, &self.lengths);
        push_column(out, self.codes);
        push_byte_sliced_column(out, self.starts);
        push_column(out, self.ends);
        push_byte_sliced_column(out, rows);
        push_column(out, fences);
    }
}
