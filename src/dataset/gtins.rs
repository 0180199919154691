//! The GTIN rows: in the order of their packs, and an order of their numbers.

use super::column::Column;
use super::error::OpenError;
use super::format::{BLOCK, MOST_GTIN_ROWS, MOST_USES};
use super::input::Input;
use super::texts::Spans;
use crate::date::Date;
use crate::gtin::{Gtin, RecordedGtin};
use crate::pack::GtinEntry;

/// Two facts a row beside the digits: how many digits were recorded, and the check digit's error.
const NOTES: u64 = 20;

/// The last steps of a search look at every fourth place of a block, then at the places of one such part.
const PART: usize = 4;

/// Every day that occurs, and every period in which a pack carried a GTIN.
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
        // Each row has a number of its own, and only the first one is written without a byte.
        if by_number.is_without_bytes() && codes.len() > 1 {
            return Err(input.damaged());
        }
        Ok(Gtins { rows_of_pack, codes, starts, ends, by_number, fences, days })
    }

    pub fn len(&self) -> usize {
        self.codes.len()
    }

    /// The day with this number in the list of days; none where it is not recorded.
    pub fn day(&self, number: u64) -> Option<Date> {
        date_since_first(self.days.get(number as usize))
    }

    /// The periods of a pack, the oldest first.
    pub fn of_pack(&self, pack: usize) -> impl Iterator<Item = GtinEntry> + use<'a> {
        let gtins = *self;
        let rows = self.rows_of_pack.get(pack);
        (rows.start..rows.end.min(self.len())).take(MOST_GTIN_ROWS).filter_map(move |row| gtins.entry(row))
    }

    /// Every period of a GTIN on every pack.
    pub fn of_gtin(&self, gtin: Gtin) -> impl Iterator<Item = (usize, GtinEntry)> + use<'a> {
        let gtins = *self;
        // The codes of all numbers that differ in the check digit only.
        let codes = gtin.number() / 10 * NOTES..(gtin.number() / 10 + 1) * NOTES;
        (self.first_from(codes.start)..self.len())
            .take(MOST_USES)
            .take_while(move |at| gtins.code(*at) < codes.end)
            .map(move |at| gtins.row(at))
            .filter_map(move |row| Some((gtins.rows_of_pack.list_of(row), gtins.entry(row)?)))
            .filter(move |(_, entry)| entry.gtin.gtin() == gtin)
    }

    /// The first place in the order of numbers whose code is not before this one. Most of the halving is done among
    /// the fences, which stand close together: codes in the order of numbers are all over the file. In the last
    /// blocks they are counted, not halved: several reads that don't wait for each other take the time of one.
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

    /// The code at a place in the order of numbers.
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

/// A day as it is listed: counted from the first day that can be told.
pub fn date_since_first(days: u64) -> Option<Date> {
    Date::from_days(i32::try_from(days).ok()?.checked_add(Date::MIN.days())?)
}

/// The GTIN of a code, in the form in which it is recorded.
pub fn recorded(code: u64) -> Option<RecordedGtin> {
    let (number, has_14_digits) = decode(code);
    Some(RecordedGtin::new(Gtin::new(number)?, has_14_digits))
}

/// The digits but the last, times twenty, plus twice the check digit's error, plus one for 14 digits:
/// check digits that are right cost nothing, and a wrong one is kept.
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

/// What is listed for a day that is not recorded: the first that can't be told.
#[cfg(feature = "write")]
pub fn unrecorded() -> u64 {
    since_first(Date::MAX) + 1
}

/// The number that [`date_since_first`] has for a day.
#[cfg(feature = "write")]
pub fn since_first(date: Date) -> u64 {
    (date.days() - Date::MIN.days()) as u64
}

/// Writes the rows of all packs. `day_number` is the place of a date in the list of days.
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
