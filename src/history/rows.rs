//! A change as people and programs get it: with the names of its codes.

use super::{Change, History, Step, What};
use crate::dataset::Dataset;
use crate::date::Date;
use crate::json::{IdFormat, Object};
use crate::lookup::{concepts_of, pack_of};
use crate::pack::discontinued_in_words;
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
    /// Lists changes with the names of their codes: the names of the dataset, or the last names of codes that
    /// releases no longer have.
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

    /// Lists the names of the codes that a release no longer had, in the order of releases.
    fn removed_names(&self) -> Vec<(ConceptId, &str)> {
        let mut names = Vec::new();
        for change in self.steps.iter().flat_map(|step| &step.changes) {
            if let What::Removed { name } = &change.what {
                names.push((change.code, name.as_str()));
            }
        }
        names
    }

    /// Writes rows as a JSON object: the first and the last release, whether changes since the day may be
    /// missing, how many changes are asked for in `total`, and the changes of this page.
    pub(crate) fn to_json(
        &self,
        since: Option<Date>,
        total: usize,
        rows: &[Row<'_>],
        ids: IdFormat,
    ) -> Vec<u8> {
        let mut json = Vec::new();
        let mut object = Object::new(&mut json);
        for (key, source) in [("before", &self.first), ("after", self.last())] {
            let mut release = Object::new(object.value(key));
            release.text("release", &source.release);
            release.day("date", source.date);
            release.close();
        }
        object.day_or_null("since", since);
        object.flag("complete", since.is_none_or(|since| !self.begins_after(since)));
        object.number("total", total as u64);
        object.array("changes", rows, |row, json| row.push_json(json, ids));
        object.close();
        json
    }
}

/// The names of codes.
struct Names<'n> {
    dataset: &'n Dataset<'n>,
    removed: Vec<(ConceptId, &'n str)>,
}

impl Names<'_> {
    /// Finds the name of a code, or an empty text if neither the dataset nor the history has it.
    fn of(&self, code: ConceptId) -> String {
        match name_in(self.dataset, code) {
            name if name.is_empty() => self.last_of(code).to_owned(),
            name => name,
        }
    }

    /// Finds the last name of a code that was removed.
    fn last_of(&self, code: ConceptId) -> &str {
        self.removed.iter().rev().find(|(removed, _)| *removed == code).map_or("", |(_, name)| name)
    }
}

impl Row<'_> {
    /// Appends the row as a JSON object.
    pub fn push_json(&self, json: &mut Vec<u8>, ids: IdFormat) {
        let Change { concept, code, what } = self.change;
        let mut object = Object::new(json);
        object.text("release", &self.step.source.release);
        object.day("date", self.step.source.date);
        object.word("kind", what.kind().as_str());
        object.word("concept", concept.as_str());
        object.id("code", code.number(), ids);
        object.text("name", &self.name);
        self.push_facts(&mut object, ids);
        object.close();
    }

    /// Describes the change, for people: `Price £1.20 → £1.35`.
    pub fn in_words(&self) -> String {
        let other = || match (self.change.what.other(), self.other_name.as_str()) {
            (Some(code), "") => code.to_string(),
            (Some(code), name) => format!("{name} ({code})"),
            (None, _) => String::new(),
        };
        match &self.change.what {
            What::New => "New".to_owned(),
            What::Removed { .. } => "No longer in the release".to_owned(),
            What::Discontinued { on } => discontinued_in_words(*on),
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

    fn push_facts(&self, object: &mut Object<'_>, ids: IdFormat) {
        if let Some(gtin) = self.change.what.gtin() {
            object.gtin("gtin", gtin);
        }
        match &self.change.what {
            What::Renamed { before, after } => {
                object.text("name_before", before);
                object.text("name_after", after);
            }
            What::Price { before, after } => {
                object.number_or_null("price_before", *before);
                object.number_or_null("price_after", *after);
            }
            What::Discontinued { on } => object.day_or_null("discontinued_date", *on),
            What::GtinEnded { on, .. } => object.day("end_date", *on),
            _ => {}
        }
        if let Some(other) = self.change.what.other() {
            object.id("other_code", other.number(), ids);
            object.text("other_name", &self.other_name);
        }
    }
}

fn price(pence: Option<u32>) -> String {
    pence.map_or("none".to_owned(), pounds)
}

/// Finds the name of a pack or another concept in a dataset, or an empty text.
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
