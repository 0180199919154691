//! Writes the history file.

use std::collections::HashMap;

use super::error::{HistoryError, Problem};
use super::file::{CONCEPTS, MAGIC, place_of};
use super::{Change, ChangeKind, History, Source, Step, VERSION, What};
use crate::dataset::byte_sliced_column::push_byte_sliced_column;
use crate::dataset::column::push_column;
use crate::dataset::format::FLAG_DEMO;
use crate::dataset::gtins::{encode, since_first};
use crate::dataset::ids::push_ids;
use crate::dataset::table::Table;
use crate::dataset::texts::push_texts;
use crate::dataset::writer::sealed;
use crate::date::Date;
use crate::snomed::ConceptId;

impl History {
    /// Writes the history as a file. The same history gives the same bytes.
    ///
    /// # Errors
    ///
    /// Returns [`HistoryError`] if the file would exceed 4 GiB.
    ///
    /// # Examples
    ///
    /// ```
    /// # let before = include!(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/common/doctest_dataset.rs"));
    /// # let history = pack_lookup::history::between(&before, &before)?;
    /// use pack_lookup::history::History;
    ///
    /// assert_eq!(History::open(&history.write()?)?, history);
    /// # Ok::<(), pack_lookup::history::HistoryError>(())
    /// ```
    pub fn write(&self) -> Result<Vec<u8>, HistoryError> {
        let mut body = Vec::new();
        self.push_sources(&mut body);
        push_column(&mut body, self.counts());
        self.columns().push(&mut body);
        let flags = if self.is_demo { FLAG_DEMO } else { 0 };
        sealed(&MAGIC, VERSION, flags, &body).ok_or(HistoryError(Problem::TooLarge))
    }

    fn sources(&self) -> Vec<&Source> {
        let mut sources = vec![&self.first];
        sources.extend(self.steps.iter().map(|step| &step.source));
        sources
    }

    fn push_sources(&self, out: &mut Vec<u8>) {
        let sources = self.sources();
        push_texts(out, &sources.iter().map(|source| source.release.as_ref()).collect::<Vec<&str>>());
        push_column(out, sources.iter().map(|source| since_first(source.date)));
        for source in sources {
            out.extend_from_slice(&source.digest);
        }
    }

    /// Counts how many changes of each kind and concept each release has.
    fn counts(&self) -> Vec<u64> {
        let runs = ChangeKind::ALL.len() * CONCEPTS.len();
        let mut counts = vec![0; self.steps.len() * runs];
        for (step, of_step) in self.steps.iter().zip(counts.chunks_mut(runs)) {
            for change in &step.changes {
                let run = change.what.kind() as usize * CONCEPTS.len() + place_of(change.concept);
                if let Some(count) = of_step.get_mut(run) {
                    *count += 1;
                }
            }
        }
        counts
    }

    fn columns(&self) -> Columns<'_> {
        let changes = || self.steps.iter().flat_map(|step| &step.changes);
        let codes = changes().flat_map(|change| [Some(change.code), change.what.other()]);
        let mut columns = Columns { codes: Table::new(codes.flatten()), ..Columns::default() };
        for step in &self.steps {
            columns.add_step(step);
        }
        columns
    }
}

/// The columns of all changes.
struct Columns<'c> {
    codes: Table<ConceptId>,
    gaps: Vec<u64>,
    texts: Vec<&'c str>,
    others: Vec<u64>,
    gtins: Vec<u64>,
    days: Vec<u64>,
    prices: Vec<u64>,
    first_prices: Vec<u64>,
    last_prices: HashMap<u64, u64>,
}

impl Default for Columns<'_> {
    fn default() -> Self {
        Columns {
            codes: Table::new([]),
            gaps: Vec::new(),
            texts: Vec::new(),
            others: Vec::new(),
            gtins: Vec::new(),
            days: Vec::new(),
            prices: Vec::new(),
            first_prices: Vec::new(),
            last_prices: HashMap::new(),
        }
    }
}

impl<'c> Columns<'c> {
    /// Adds the changes of a release, each with the distance of its code from the code of the previous one of
    /// the same kind and concept.
    fn add_step(&mut self, step: &'c Step) {
        let mut last = (None, 0);
        for change in &step.changes {
            let run = Some((change.what.kind(), change.concept));
            let place = self.codes.place(&change.code);
            self.gaps.push(if last.0 == run { place - last.1 } else { place });
            last = (run, place);
            self.add(change, place);
        }
    }

    fn add(&mut self, change: &'c Change, place: u64) {
        self.gtins.extend(change.what.gtin().map(encode));
        self.others.extend(change.what.other().map(|other| self.codes.place(&other)));
        match &change.what {
            What::Removed { name } => self.texts.push(name),
            What::Renamed { before, after } => self.texts.extend([before.as_str(), after.as_str()]),
            What::Discontinued { on } => self.days.push(on.map_or(0, day)),
            What::GtinEnded { on, .. } => self.days.push(day(*on)),
            What::Price { before, after } => self.add_price(place, *before, *after),
            _ => {}
        }
    }

    fn add_price(&mut self, place: u64, before: Option<u32>, after: Option<u32>) {
        self.prices.push(price(after));
        if self.last_prices.insert(place, price(after)).is_none() {
            self.first_prices.push(price(before));
        }
    }

    fn push(&self, out: &mut Vec<u8>) {
        push_ids(out, &self.codes.values().iter().map(|code| code.number()).collect::<Vec<u64>>());
        push_byte_sliced_column(out, self.gaps.clone());
        push_texts(out, &self.texts);
        for numbers in [&self.others, &self.gtins, &self.days, &self.prices, &self.first_prices] {
            push_byte_sliced_column(out, numbers.clone());
        }
    }
}

fn day(date: Date) -> u64 {
    since_first(date) + 1
}

fn price(pence: Option<u32>) -> u64 {
    pence.map_or(0, |pence| u64::from(pence) + 1)
}
