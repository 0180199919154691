//! A change as people and programs get it: with the names of its codes.

use super::{Change, History, Step, What};
use crate::dataset::Dataset;
use crate::date::Date;
use crate::json::{IdFormat, push, push_array, push_id, push_number, push_or_null, push_plain, push_text};
use crate::lookup::{concepts_of, pack_of};
use crate::pack::pounds;
use crate::snomed::ConceptId;

/// A change with its release and the names of its codes.
#[derive(Clone, Debug)]
pub struct Row<'r> {
    /// The release, with all of its changes.
    pub step: &'r Step,
    /// The change.
    pub change: &'r Change,
    /// The name of the code, or an empty text if the dataset does not have it.
    pub name: String,
    /// The name of the other pack or of the previous code, or an empty text.
    pub other_name: String,
}

impl History {
    /// Returns changes with the names of their codes: those of the dataset, or the last ones of codes that releases no longer
    /// have.
    ///
    /// # Examples
    ///
    /// ```
    /// # let before = include!(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/common/doctest_dataset.rs"));
    /// # let history = pack_lookup::history::between(&before, &before)?;
    /// use pack_lookup::dataset::verify;
    /// use pack_lookup::history::Asked;
    ///
    /// let dataset = verify(&before)?;
    /// for row in history.rows(&dataset, &history.changes(&Asked::default())) {
    ///     println!("{} {}: {}", row.change.code, row.name, row.in_words());
    /// }
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn rows<'r>(&'r self, dataset: &Dataset<'_>, changes: &[(&'r Step, &'r Change)]) -> Vec<Row<'r>> {
        let names = Names { dataset, removed: self.removed_names() };
        let mut rows = Vec::with_capacity(changes.len());
        for (step, change) in changes {
            let name = names.of(change.code);
            let other_name = change.what.other().map_or(String::new(), |other| names.of(other));
            rows.push(Row { step, change, name, other_name });
        }
        rows
    }

    /// Returns the names of the codes that a release no longer had, in the order of releases.
    fn removed_names(&self) -> Vec<(ConceptId, &str)> {
        let mut names = Vec::new();
        for change in self.steps.iter().flat_map(|step| &step.changes) {
            if let What::Removed { name } = &change.what {
                names.push((change.code, name.as_str()));
            }
        }
        names
    }

    /// Returns rows as a JSON object: the first and the last release, whether changes since the day may be missing, how many
    /// changes are asked for in `total`, and those of this page.
    pub(crate) fn to_json(
        &self,
        since: Option<Date>,
        total: usize,
        rows: &[Row<'_>],
        ids: IdFormat,
    ) -> Vec<u8> {
        let mut json = Vec::new();
        for (key, source) in [(&br#"{"before":"#[..], &self.first), (br#","after":"#, self.last())] {
            push(&mut json, key);
            push_text(&mut json, br#"{"release":"#, &source.release);
            push_plain(&mut json, br#","date":"#, &source.date.iso());
            json.push(b'}');
        }
        push(&mut json, br#","since":"#);
        push_or_null(&mut json, since, |json, day| push_plain(json, b"", &day.iso()));
        let is_complete = since.is_none_or(|since| !self.begins_after(since));
        push(
            &mut json,
            if is_complete { br#","complete":true,"total":"# } else { br#","complete":false,"total":"# },
        );
        push_number(&mut json, total as u64);
        push(&mut json, br#","changes":"#);
        push_array(&mut json, rows, |row, json| row.push_json(json, ids));
        json.push(b'}');
        json
    }
}

/// The names of codes.
struct Names<'n> {
    dataset: &'n Dataset<'n>,
    removed: Vec<(ConceptId, &'n str)>,
}

impl Names<'_> {
    /// Returns the name of a code, or an empty text if neither the dataset nor the history has it.
    fn of(&self, code: ConceptId) -> String {
        match name_in(self.dataset, code) {
            name if name.is_empty() => self.last_of(code).to_owned(),
            name => name,
        }
    }

    /// Returns the last name of a code that was removed.
    fn last_of(&self, code: ConceptId) -> &str {
        self.removed.iter().rev().find(|(removed, _)| *removed == code).map_or("", |(_, name)| name)
    }
}

impl Row<'_> {
    /// Appends the row as a JSON object.
    pub fn push_json(&self, json: &mut Vec<u8>, ids: IdFormat) {
        let Change { concept, code, what } = self.change;
        push_text(json, br#"{"release":"#, &self.step.source.release);
        push_plain(json, br#","date":"#, &self.step.source.date.iso());
        push_plain(json, br#","kind":"#, what.kind().as_str().as_bytes());
        push_plain(json, br#","concept":"#, concept.as_str().as_bytes());
        push_id(json, br#","code":"#, code.number(), ids);
        push_text(json, br#","name":"#, &self.name);
        self.push_facts(json, ids);
        json.push(b'}');
    }

    /// Returns what changed, for people: `Price £1.20 → £1.35`.
    pub fn in_words(&self) -> String {
        let other = || match (self.change.what.other(), self.other_name.as_str()) {
            (Some(code), "") => code.to_string(),
            (Some(code), name) => format!("{name} ({code})"),
            (None, _) => String::new(),
        };
        match &self.change.what {
            What::New => "New".to_owned(),
            What::Removed { .. } => "No longer in the release".to_owned(),
            What::Discontinued { on: Some(day) } => format!("Discontinued since {}", day.in_words()),
            What::Discontinued { on: None } => "Discontinued, date not recorded".to_owned(),
            What::Reinstated => "No longer discontinued".to_owned(),
            What::Invalid => "Invalid: no longer to be used".to_owned(),
            What::Valid => "Valid again".to_owned(),
            What::Renamed { before, after } => format!("Name {before} → {after}"),
            What::Replaces { .. } => format!("Replaces {}", other()),
            What::Price { before, after } => format!("Price {} → {}", price(*before), price(*after)),
            What::GtinAdded { gtin } => format!("Barcode {gtin} added"),
            What::GtinEnded { gtin, on } => format!("Barcode {gtin} until {}", on.in_words()),
            What::GtinResumed { gtin } => format!("Barcode {gtin} in use again"),
            What::GtinRemoved { gtin } => format!("Barcode {gtin} removed"),
            What::GtinMoved { gtin, .. } => format!("Barcode {gtin} moved here from {}", other()),
            What::GtinReused { gtin, .. } => format!("Barcode {gtin} also means {}", other()),
        }
    }

    fn push_facts(&self, json: &mut Vec<u8>, ids: IdFormat) {
        if let Some(gtin) = self.change.what.gtin() {
            gtin.with_text(|gtin| push_plain(json, br#","gtin":"#, gtin.as_bytes()));
        }
        match &self.change.what {
            What::Renamed { before, after } => {
                push_text(json, br#","name_before":"#, before);
                push_text(json, br#","name_after":"#, after);
            }
            What::Price { before, after } => {
                push(json, br#","price_before":"#);
                push_or_null(json, *before, |json, pence| push_number(json, pence.into()));
                push(json, br#","price_after":"#);
                push_or_null(json, *after, |json, pence| push_number(json, pence.into()));
            }
            What::Discontinued { on } => {
                push(json, br#","discontinued_date":"#);
                push_or_null(json, *on, |json, day| push_plain(json, b"", &day.iso()));
            }
            What::GtinEnded { on, .. } => push_plain(json, br#","end_date":"#, &on.iso()),
            _ => {}
        }
        if let Some(other) = self.change.what.other() {
            push_id(json, br#","other_code":"#, other.number(), ids);
            push_text(json, br#","other_name":"#, &self.other_name);
        }
    }
}

fn price(pence: Option<u32>) -> String {
    pence.map_or("none".to_owned(), pounds)
}

/// Returns the name of a pack or another concept in a dataset, or an empty text.
fn name_in(dataset: &Dataset<'_>, code: ConceptId) -> String {
    if let Some(pack) = pack_of(dataset, code) {
        return dataset.name(pack);
    }
    let Some(found) = concepts_of(dataset, code) else { return String::new() };
    let names = [
        found.amp.map(|amp| (amp.id, amp.name)),
        found.vmpp.map(|vmpp| (vmpp.id, vmpp.name)),
        found.vmp.map(|vmp| (vmp.id, vmp.name)),
        found.vtm.map(|vtm| (vtm.id, vtm.name)),
    ];
    names.into_iter().flatten().find(|(id, _)| *id == code).map_or(String::new(), |(_, name)| name)
}
