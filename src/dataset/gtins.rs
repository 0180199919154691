//! The GTIN rows in the order of their packs, and an index by number.

use super::column::Column;
use super::error::OpenError;
use super::format::{BLOCK, MAX_GTIN_ROWS, MAX_USES};
use super::input::Input;
use super::texts::Spans;
use crate::date::Date;
use crate::gtin::{Gtin, RecordedGtin};
use crate::pack::GtinEntry;

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
    starts: Column<'a>,
    ends: Column<'a>,
    by_number: Column<'a>,
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
        let mut column = || Column::open_exact(input, codes.len());
        let (starts, ends, by_number) = (column()?, column()?, column()?);
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

    /// Returns the day with this index in the list of days, or `None` if the day is not recorded.
    pub fn day(&self, number: u64) -> Option<Date> {
        date_since_first(self.days.get(number as usize))
    }

    /// Returns the periods of a pack, the oldest first.
    pub fn of_pack(&self, pack: usize) -> impl Iterator<Item = GtinEntry> + use<'a> {
        let gtins = *self;
        let rows = self.rows_of_pack.get(pack);
        (rows.start..rows.end.min(self.len())).take(MAX_GTIN_ROWS).filter_map(move |row| gtins.entry(row))
    }

    /// Returns all (pack, period) pairs of a GTIN.
    pub fn of_gtin(&self, gtin: Gtin) -> impl Iterator<Item = (usize, GtinEntry)> + use<'a> {
        let gtins = *self;
        // The codes of all GTINs that differ only in the check digit.
        let codes = gtin.number() / 10 * NOTES..(gtin.number() / 10 + 1) * NOTES;
        (self.first_from(codes.start)..self.len())
            .take(MAX_USES)
            .take_while(move |at| gtins.code(*at) < codes.end)
            .map(move |at| gtins.row(at))
            .filter_map(move |row| Some((gtins.rows_of_pack.list_of(row), gtins.entry(row)?)))
            .filter(move |(_, entry)| entry.gtin.gtin() == gtin)
    }

    /// Returns the first index in the order of numbers whose code is not less than `code`.
    ///
    /// Most of the binary search uses the fences, which are contiguous. Codes in the order of numbers are all
    /// over the file. The last blocks are counted, not bisected: independent reads run in parallel, so
    /// several take the time of one.
    fn first_from(&self, code: u64) -> usize {
        let fences = Column::partition_point(self.fences.len(), |block| self.fences.get(block) < code);
        let start = fences.saturating_sub(1) * BLOCK;
        let before = |places: std::ops::Range<usize>, step| {
            let places = places.start..places.end.min(self.len());
            places.step_by(step).map(|place| usize::from(self.code(place) < code)).sum::<usize>()
        };
        let part = start + before(start + PART..start + BLOCK, PART) * PART;
        part + before(part..part + PART, 1)
    }

    fn row(&self, at: usize) -> usize {
        self.by_number.get(at) as usize
    }

    /// Returns the code at an index in the order of numbers.
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

/// Returns the day of a stored number, which counts from [`Date::MIN`].
pub fn date_since_first(days: u64) -> Option<Date> {
    Date::from_days(i32::try_from(days).ok()?.checked_add(Date::MIN.days())?)
}

/// Returns the GTIN of a code, as recorded.
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

/// Returns the sentinel for an unknown day: the first value past the range of [`Date`].
#[cfg(feature = "write")]
pub fn unrecorded() -> u64 {
    since_first(Date::MAX) + 1
}

/// Returns the stored number of a day. [`date_since_first`] is the inverse.
#[cfg(feature = "write")]
pub fn since_first(date: Date) -> u64 {
    (date.days() - Date::MIN.days()) as u64
}

/// Writes the rows of all packs. `day_number` returns the index of a date in the list of days.
#[cfg(feature = "write")]
pub fn push_gtins(out: &mut Vec<u8>, packs: &[&[GtinEntry]], day_number: impl Fn(Date) -> u64) {
    use super::column::push_column;
    let rows: Vec<&GtinEntry> = packs.iter().copied().flatten().collect();
    let mut by_number: Vec<usize> = (0..rows.len()).collect();
    by_number.sort_by_key(|row| rows.get(*row).map(|entry| entry.gtin.gtin().number() / 10));
    super::texts::push_spans(out, &packs.iter().map(|rows| rows.len() as u64).collect::<Vec<_>>());
    push_column(out, rows.iter().map(|row| encode(row.gtin)));
    push_column(out, rows.iter().map(|row| day_number(row.start_date)));
    push_column(out, rows.iter().map(|row| row.end_date.map_or(0, |end| day_number(end) + 1)));
    push_column(out, by_number.iter().map(|row| *row as u64));
    push_column(out, by_number.iter().step_by(BLOCK).filter_map(|row| Some(encode(rows.get(*row)?.gtin))));
}
