//! A change as people and programs get it: with the names of its codes.

use super::{Change, History, Step, What};
use crate::dataset::Dataset;
use crate::json::{IdFormat, push, push_id, push_number, push_or_null, push_plain, push_text};
use crate::lookup::{concepts_of, pack_of};
use crate::snomed::ConceptId;

/// A change with its release and the names of its codes.
#[derive(Clone, Debug)]
pub struct Row<'r> {
    /// The release, with all of its changes.
    pub step: &'r Step<'r>,
    /// The change.
    pub change: &'r Change<'r>,
    /// The name of the code, or an empty text if the dataset does not have it.
    pub name: String,
    /// The name of the other pack or of the previous code, or an empty text.
    pub other_name: String,
}

impl History<'_> {
    /// Returns the row of a change. The names are those of the dataset, or the last ones of codes that releases no longer have.
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
    /// for (step, change) in history.changes(&Asked::default()) {
    ///     println!("{} {}", change.code, history.row(&dataset, step, change).name);
    /// }
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn row<'r>(&'r self, dataset: &Dataset<'_>, step: &'r Step<'r>, change: &'r Change<'r>) -> Row<'r> {
        let other_name = change.what.other().map_or(String::new(), |other| self.name_of(dataset, other));
        Row { step, change, name: self.name_of(dataset, change.code), other_name }
    }

    /// Returns the name of a code, or an empty text if neither the dataset nor the history has it.
    fn name_of(&self, dataset: &Dataset<'_>, code: ConceptId) -> String {
        let name = name_in(dataset, code);
        if !name.is_empty() {
            return name;
        }
        for change in self.steps.iter().rev().flat_map(|step| &step.changes) {
            match &change.what {
                What::Removed { name } if change.code == code => return name.to_string(),
                _ => {}
            }
        }
        String::new()
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

#[cfg(feature = "cli")]
mod csv {
    use super::{Row, What};
    use crate::csv_output::{cell, code, line};

    /// The head of the table.
    const COLUMNS: &str = "release,date,kind,concept,code,name,name_before,name_after,price_before,price_after,discontinued_date,gtin,end_date,other_code,other_name\n";

    /// Returns rows as CSV. Codes are quoted, because programs round numbers.
    pub fn table(rows: &[Row<'_>]) -> Vec<u8> {
        let mut out = COLUMNS.as_bytes().to_vec();
        for row in rows {
            out.extend(cells(row));
        }
        out
    }

    fn cells(row: &Row<'_>) -> Vec<u8> {
        let what = &row.change.what;
        let (mut names, mut prices) = ([String::new(), String::new()], [String::new(), String::new()]);
        let (mut discontinued, mut end) = (String::new(), String::new());
        match what {
            What::Renamed { before, after } => names = [cell(before), cell(after)],
            What::Price { before, after } => {
                prices = [before, after].map(|price| price.map_or(String::new(), |pence| pence.to_string()));
            }
            What::Discontinued { on: Some(day) } => discontinued = day.to_string(),
            What::GtinEnded { on, .. } => end = on.to_string(),
            _ => {}
        }
        let [name_before, name_after] = names;
        let [price_before, price_after] = prices;
        let cells = [
            cell(&row.step.source.release),
            row.step.source.date.to_string(),
            what.kind().as_str().to_owned(),
            row.change.concept.as_str().to_owned(),
            code(row.change.code),
            cell(&row.name),
            name_before,
            name_after,
            price_before,
            price_after,
            discontinued,
            what.gtin().map_or(String::new(), code),
            end,
            what.other().map_or(String::new(), code),
            cell(&row.other_name),
        ];
        line(cells.into_iter())
    }
}

#[cfg(feature = "cli")]
pub(crate) use csv::table;
