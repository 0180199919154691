//! Reads the history file. FORMAT.md specifies it.

use super::error::{HistoryError, Problem};
use super::{Change, ChangeKind, History, Source, Step, VERSION, What};
use crate::concept::Kind;
use crate::dataset::byte_sliced_column::ByteSlicedColumn;
use crate::dataset::column::Column;
use crate::dataset::format::{DIGEST_AT, DIGEST_LEN, FLAG_DEMO, HEADER_LEN, uint};
use crate::dataset::gtins::{date_since_first, recorded};
use crate::dataset::header;
use crate::dataset::ids::Ids;
use crate::dataset::input::Input;
use crate::dataset::texts::Texts;
use crate::date::Date;
use crate::gtin::RecordedGtin;
use crate::snomed::{AmppId, ConceptId};

/// The first eight bytes. They differ from a dataset's in one letter.
pub const MAGIC: [u8; 8] = *b"\x8EPACKH\r\n";
/// The concepts, in the order of the file.
pub const CONCEPTS: [Kind; 5] = [Kind::Ampp, Kind::Amp, Kind::Vmpp, Kind::Vmp, Kind::Vtm];

impl History {
    /// Opens a history, and verifies its digest and every change.
    ///
    /// # Errors
    ///
    /// Returns [`HistoryError`] if the bytes are not a history, are damaged, or have another version.
    ///
    /// # Examples
    ///
    /// ```
    /// use pack_lookup::history::History;
    ///
    /// let error = History::open(b"a spreadsheet").unwrap_err();
    /// assert_eq!(error.reason(), "not_a_history");
    /// ```
    pub fn open(bytes: &[u8]) -> Result<History, HistoryError> {
        let flags = read_header(bytes)?;
        let mut input = Input::new(bytes.get(HEADER_LEN..).unwrap_or_default(), HEADER_LEN);
        let (first, later) = read_sources(&mut input)?;
        let mut changes = Changes::open(&mut input, bytes.len())?;
        let runs = later.len() * ChangeKind::ALL.len() * CONCEPTS.len();
        if changes.counts.len() != runs || !input.is_empty() {
            return Err(damaged());
        }
        let mut steps = Vec::with_capacity(later.len());
        for (place, source) in later.into_iter().enumerate() {
            steps.push(Step { source, changes: changes.of_step(place)? });
        }
        if changes.is_read() {
            Ok(History { is_demo: flags & FLAG_DEMO != 0, first, steps })
        } else {
            Err(damaged())
        }
    }
}

pub(super) fn damaged() -> HistoryError {
    HistoryError(Problem::Damaged)
}

/// Reads the flags.
fn read_header(bytes: &[u8]) -> Result<u16, HistoryError> {
    if !bytes.starts_with(&MAGIC) {
        return Err(HistoryError(Problem::NotAHistory));
    }
    let number = |range| bytes.get(range).map(uint).ok_or_else(damaged);
    let (version, flags) = (number(8..10)? as u16, number(10..12)? as u16);
    if version != VERSION {
        return Err(HistoryError(Problem::OtherVersion(version)));
    }
    let is_whole = number(12..DIGEST_AT)? == bytes.len() as u64
        && bytes.get(DIGEST_AT..HEADER_LEN) == Some(&header::digest_of(bytes))
        && flags & !FLAG_DEMO == 0;
    if is_whole { Ok(flags) } else { Err(damaged()) }
}

/// Reads the first release and the later ones, whose days must not be earlier.
fn read_sources(input: &mut Input<'_>) -> Result<(Source, Vec<Source>), HistoryError> {
    let (names, days) = (Texts::open(input)?, Column::open(input)?);
    if names.len() != days.len() {
        return Err(damaged());
    }
    let mut sources: Vec<Source> = Vec::new();
    for place in 0..names.len() {
        let date = date_since_first(days.get(place)).ok_or_else(damaged)?;
        if sources.last().is_some_and(|before| before.date > date) {
            return Err(damaged());
        }
        let digest = input.bytes(DIGEST_LEN)?.try_into().map_err(|_| damaged())?;
        sources.push(Source { release: names.get(place).to_owned(), date, digest });
    }
    if sources.is_empty() {
        return Err(damaged());
    }
    let first = sources.remove(0);
    Ok((first, sources))
}

/// The columns of all changes, each with the place that is read next.
struct Changes<'h> {
    counts: Column<'h>,
    codes: Ids<'h>,
    gaps: Next<'h>,
    texts: Texts<'h>,
    text: usize,
    others: Next<'h>,
    gtins: Next<'h>,
    days: Next<'h>,
    prices: Next<'h>,
    first_prices: Next<'h>,
    /// The last price of each code so far, as it is stored, by the place of the code.
    last_prices: Vec<Option<u64>>,
}

/// A column, and the place that is read next.
struct Next<'h> {
    column: ByteSlicedColumn<'h>,
    place: usize,
}

impl<'h> Next<'h> {
    fn open(input: &mut Input<'h>) -> Result<Next<'h>, HistoryError> {
        Ok(Next { column: ByteSlicedColumn::open(input)?, place: 0 })
    }

    fn next(&mut self) -> Result<u64, HistoryError> {
        if self.place >= self.column.len() {
            return Err(damaged());
        }
        self.place += 1;
        Ok(self.column.get(self.place - 1))
    }

    fn is_read(&self) -> bool {
        self.place == self.column.len()
    }
}

impl<'h> Changes<'h> {
    fn open(input: &mut Input<'h>, len: usize) -> Result<Changes<'h>, HistoryError> {
        let (counts, codes) = (Column::open(input)?, Ids::open_any(input)?);
        let changes = Changes {
            counts,
            last_prices: vec![None; codes.len()],
            codes,
            gaps: Next::open(input)?,
            texts: Texts::open(input)?,
            text: 0,
            others: Next::open(input)?,
            gtins: Next::open(input)?,
            days: Next::open(input)?,
            prices: Next::open(input)?,
            first_prices: Next::open(input)?,
        };
        if changes.gaps.column.len() > len.saturating_mul(MAX_CHANGES_PER_BYTE) {
            return Err(damaged());
        }
        Ok(changes)
    }

    fn of_step(&mut self, step: usize) -> Result<Vec<Change>, HistoryError> {
        let mut changes = Vec::new();
        let mut run = step * ChangeKind::ALL.len() * CONCEPTS.len();
        for kind in ChangeKind::ALL {
            for concept in CONCEPTS {
                let mut place = 0u64;
                for _ in 0..self.counts.get(run) {
                    place = place.checked_add(self.gaps.next()?).ok_or_else(damaged)?;
                    changes.push(self.change(kind, concept, place)?);
                }
                run += 1;
            }
        }
        Ok(changes)
    }

    fn change(&mut self, kind: ChangeKind, concept: Kind, place: u64) -> Result<Change, HistoryError> {
        let code = self.code(place)?;
        if concept == Kind::Ampp && AmppId::new(code.number()).is_none() {
            return Err(damaged());
        }
        let what = match kind {
            ChangeKind::New => What::New,
            ChangeKind::Removed => What::Removed { name: self.text()? },
            ChangeKind::Discontinued => What::Discontinued { on: self.optional_day()? },
            ChangeKind::Reinstated => What::Reinstated,
            ChangeKind::Invalid => What::Invalid,
            ChangeKind::Valid => What::Valid,
            ChangeKind::Renamed => What::Renamed { before: self.text()?, after: self.text()? },
            ChangeKind::Replaces => What::Replaces { previous: self.other()? },
            ChangeKind::Price => self.price(place)?,
            ChangeKind::GtinAdded => What::GtinAdded { gtin: self.gtin()? },
            ChangeKind::GtinEnded => {
                What::GtinEnded { gtin: self.gtin()?, on: self.optional_day()?.ok_or_else(damaged)? }
            }
            ChangeKind::GtinResumed => What::GtinResumed { gtin: self.gtin()? },
            ChangeKind::GtinRemoved => What::GtinRemoved { gtin: self.gtin()? },
            ChangeKind::GtinMoved => What::GtinMoved { gtin: self.gtin()?, from: self.other()? },
            ChangeKind::GtinReused => What::GtinReused { gtin: self.gtin()?, other: self.other()? },
        };
        Ok(Change { concept, code, what })
    }

    fn code(&self, place: u64) -> Result<ConceptId, HistoryError> {
        usize::try_from(place).ok().and_then(|place| self.codes.concept(place)).ok_or_else(damaged)
    }

    fn text(&mut self) -> Result<String, HistoryError> {
        if self.text >= self.texts.len() {
            return Err(damaged());
        }
        self.text += 1;
        Ok(self.texts.get(self.text - 1).to_owned())
    }

    fn other(&mut self) -> Result<ConceptId, HistoryError> {
        let place = self.others.next()?;
        self.code(place)
    }

    fn gtin(&mut self) -> Result<RecordedGtin, HistoryError> {
        recorded(self.gtins.next()?).ok_or_else(damaged)
    }

    fn optional_day(&mut self) -> Result<Option<Date>, HistoryError> {
        match self.days.next()?.checked_sub(1) {
            Some(day) => date_since_first(day).map(Some).ok_or_else(damaged),
            None => Ok(None),
        }
    }

    /// Reads a price. The earlier price is the price of the last change of the code. The file has it only for
    /// the first change.
    fn price(&mut self, place: u64) -> Result<What, HistoryError> {
        let after = self.prices.next()?;
        let last = usize::try_from(place).ok().and_then(|place| self.last_prices.get_mut(place));
        let before = match last.ok_or_else(damaged)?.replace(after) {
            Some(before) => before,
            None => self.first_prices.next()?,
        };
        Ok(What::Price { before: price(before)?, after: price(after)? })
    }

    /// Reports whether no change and no value is left.
    fn is_read(&self) -> bool {
        let columns = [&self.gaps, &self.others, &self.gtins, &self.days, &self.prices, &self.first_prices];
        columns.into_iter().all(Next::is_read) && self.text == self.texts.len()
    }
}

fn price(stored: u64) -> Result<Option<u32>, HistoryError> {
    match stored.checked_sub(1) {
        Some(pence) => u32::try_from(pence).map(Some).map_err(|_| damaged()),
        None => Ok(None),
    }
}

/// Finds the place of a concept in this order.
#[cfg(feature = "write")]
pub fn place_of(concept: Kind) -> usize {
    CONCEPTS.iter().position(|one| *one == concept).unwrap_or_default()
}

/// The most changes for each byte of a file. A change has at least one byte, unless it differs from others
/// only in its code.
pub const MAX_CHANGES_PER_BYTE: usize = 4;
