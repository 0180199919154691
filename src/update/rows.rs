//! Rows of an update, field by field.
//!
//! Each row has the differences from its *model*, a pack of the earlier dataset. The model of a changed pack
//! is the pack itself. The model of a new pack is the pack before it in name order, which mostly is of the
//! same product.

use std::collections::HashSet;

use super::MemoryBudget;
use super::changes::{Changes, component_ids};
use super::fields::{Number, Text, date, day};
use super::texts::{RowError, TextField, push_text_field};
use crate::dataset::bitmap::{Bitmap, Sparse, push_bitmap, push_sparse};
use crate::dataset::column::{Column, push_column};
use crate::dataset::gtins::{encode, recorded};
use crate::dataset::ids::{Ids, push_ids};
use crate::dataset::input::Input;
use crate::dataset::{Dataset, OpenError, PackNumber};
use crate::pack::{Component, GtinEntry, Pack, Prices};
use crate::snomed::AmppId;
use crate::text::fold;

/// The changed and added packs of an update, as complete records. They are read from the differences in the
/// file and the earlier dataset.
#[derive(Default)]
pub struct Rows {
    /// The changed packs, with their numbers in the earlier dataset.
    pub changed: Vec<(PackNumber, Pack)>,
    /// The added packs.
    pub added: Vec<Pack>,
}

/// A changed or added pack, before it is written. The file has only how it differs from its model, a pack of
/// the earlier dataset.
pub struct Row<'p> {
    /// 0 for no model, because no pack comes before it, or one more than the number of the model.
    model: u32,
    is_added: bool,
    pack: &'p Pack,
}

/// Lists the changed and added packs, in the order of their models.
pub fn rows_of<'p>(old: &Dataset<'_>, changes: &'p Changes) -> Vec<Row<'p>> {
    let mut rows = Vec::with_capacity(changes.changed.len() + changes.added.len());
    for change in &changes.changed {
        rows.push(Row { model: change.number.0 + 1, is_added: false, pack: &change.after });
    }
    for pack in &changes.added {
        rows.push(Row { model: packs_before(old, pack), is_added: true, pack });
    }
    rows.sort_by_key(|row| (row.model, row.is_added));
    rows
}

/// Counts the packs before this one in name order.
fn packs_before(old: &Dataset<'_>, pack: &Pack) -> u32 {
    let folded = fold(&pack.name);
    let count = Column::partition_point(old.packs() as usize, |number| {
        let name = old.name(PackNumber(number as u32));
        (&fold(&name), &name) < (&folded, &pack.name)
    });
    count as u32
}

/// Finds the model of a row with the code of the row, or an empty pack.
fn model(old: &Dataset<'_>, number: u32, pack_id: AmppId) -> Pack {
    match number.checked_sub(1).and_then(|number| old.pack(PackNumber(number))) {
        Some(model) => Pack { pack_id, ..model },
        None => empty(pack_id),
    }
}

fn empty(pack_id: AmppId) -> Pack {
    Pack {
        pack_id,
        name: String::new(),
        generic_pack_name: String::new(),
        generic_product_name: String::new(),
        short_name: None,
        subpack: None,
        legal_category: String::new(),
        discontinued: None,
        gtin_codes: Vec::new(),
        prices: Prices::default(),
        is_invalid: false,
        comb_content: Vec::new(),
    }
}

/// Writes all rows.
pub fn push_rows(out: &mut Vec<u8>, old: &Dataset<'_>, rows: &[Row<'_>]) {
    let mut pairs = Vec::with_capacity(rows.len());
    for row in rows {
        pairs.push((model(old, row.model, row.pack.pack_id), row.pack));
    }
    push_models(out, rows);
    for text in Text::ALL {
        let mut texts = Vec::with_capacity(pairs.len());
        for (model, pack) in &pairs {
            texts.push((text.get(model), text.get(pack)));
        }
        push_text_field(out, &texts);
    }
    for number in Number::ALL {
        let mut numbers = Vec::with_capacity(pairs.len());
        for (model, pack) in &pairs {
            numbers.push(number.encode(model, pack));
        }
        push_sparse(out, &numbers);
    }
    push_gtins(out, &pairs);
    push_components(out, &pairs);
}

/// Writes the distance of each model from the previous one, and which packs are added with which codes.
fn push_models(out: &mut Vec<u8>, rows: &[Row<'_>]) {
    let (mut gaps, mut are_added, mut ids) = (Vec::new(), Vec::new(), Vec::new());
    let mut previous = 0;
    for row in rows {
        gaps.push(u64::from(row.model - previous));
        previous = row.model;
        are_added.push(row.is_added);
        if row.is_added {
            ids.push(row.pack.pack_id.number());
        }
    }
    push_column(out, gaps);
    push_bitmap(out, &are_added);
    push_ids(out, &ids);
}

fn push_gtins(out: &mut Vec<u8>, pairs: &[(Pack, &Pack)]) {
    let mut counts = Vec::with_capacity(pairs.len());
    let (mut codes, mut starts, mut ends) = (Vec::new(), Vec::new(), Vec::new());
    for (model, pack) in pairs {
        if model.gtin_codes == pack.gtin_codes {
            counts.push(None);
            continue;
        }
        counts.push(Some(pack.gtin_codes.len() as u64));
        for entry in &pack.gtin_codes {
            codes.push(encode(entry.gtin));
            starts.push(day(Some(entry.start_date)));
            ends.push(day(entry.end_date));
        }
    }
    push_sparse(out, &counts);
    push_column(out, codes);
    push_column(out, starts);
    push_column(out, ends);
}

fn push_components(out: &mut Vec<u8>, pairs: &[(Pack, &Pack)]) {
    let (mut counts, mut ids) = (Vec::with_capacity(pairs.len()), Vec::new());
    for (model, pack) in pairs {
        if component_ids(model).eq(component_ids(pack)) {
            counts.push(None);
            continue;
        }
        counts.push(Some(pack.comb_content.len() as u64));
        ids.extend(component_ids(pack).map(AmppId::number));
    }
    push_sparse(out, &counts);
    push_column(out, ids);
}

/// Reads the packs of all rows.
///
/// Their number is bounded by the packs of the dataset and the bytes of the update: changed packs are
/// distinct, and added packs have distinct codes.
pub fn read_rows(
    input: &mut Input<'_>,
    old: &Dataset<'_>,
    budget: &mut MemoryBudget,
) -> Result<Rows, RowError> {
    let mut fields = Fields::open(input)?;
    let mut rows = Rows::default();
    let (mut place, mut ids) = (0u32, HashSet::new());
    for row in 0..fields.models.len() {
        place = place.checked_add(u32::try_from(fields.models.get(row))?).ok_or(RowError::Damaged)?;
        if place > old.packs() {
            return Err(RowError::Damaged);
        }
        if fields.is_added.get(row) {
            let id = fields.ids.get(ids.len()).ok_or(RowError::Damaged)?;
            if !ids.insert(id) {
                return Err(RowError::Damaged);
            }
            let pack = fields.read(row, model(old, place, id))?;
            budget.charge(&pack)?;
            rows.added.push(pack);
        } else {
            let number = changed_number(place, &rows)?;
            let pack = fields.read(row, old.pack(number).ok_or(RowError::Damaged)?)?;
            budget.charge(&pack)?;
            rows.changed.push((number, pack));
        }
    }
    Ok(rows)
}

/// Reads the number of a changed pack, which must differ from the previous one.
fn changed_number(place: u32, rows: &Rows) -> Result<PackNumber, RowError> {
    let number = place.checked_sub(1).map(PackNumber).ok_or(RowError::Damaged)?;
    match rows.changed.last() {
        Some((previous, _)) if *previous == number => Err(RowError::Damaged),
        _ => Ok(number),
    }
}

/// All fields of all rows.
struct Fields<'u> {
    models: Column<'u>,
    is_added: Bitmap<'u>,
    ids: Ids<'u>,
    texts: Vec<(Text, TextField<'u>)>,
    numbers: Vec<(Number, Sparse<'u>)>,
    gtins: Lists<'u>,
    components: Lists<'u>,
}

impl<'u> Fields<'u> {
    fn open(input: &mut Input<'u>) -> Result<Fields<'u>, OpenError> {
        let models = Column::open(input)?;
        let rows = models.len();
        let is_added = Bitmap::open(input, rows)?;
        let added = (0..rows).filter(|row| is_added.get(*row)).count();
        let ids = Ids::open(input, added)?;
        let (mut texts, mut numbers) = (Vec::new(), Vec::new());
        for text in Text::ALL {
            texts.push((text, TextField::open(input, rows)?));
        }
        for number in Number::ALL {
            numbers.push((number, Sparse::open(input, rows)?));
        }
        let (gtins, components) = (Lists::open(input, rows, 3)?, Lists::open(input, rows, 1)?);
        Ok(Fields { models, is_added, ids, texts, numbers, gtins, components })
    }

    /// Reads the pack of a row, starting from its model. Read the rows in order.
    fn read(&mut self, row: usize, mut pack: Pack) -> Result<Pack, RowError> {
        // The predictions of the model: setting a price changes them.
        let predictions = Number::ALL.map(|number| number.predicted(&pack));
        for (text, field) in &mut self.texts {
            if let Some(changed) = field.read(row, text.get(&pack))? {
                text.set(&mut pack, changed);
            }
        }
        for ((number, field), predicted) in self.numbers.iter().zip(predictions) {
            if let Some(encoded) = field.get(row) {
                number.set(&mut pack, encoded.checked_sub(1).or(predicted).unwrap_or_default());
            }
        }
        if let Some(entries) = self.gtins.read(row, gtin_entry)? {
            pack.gtin_codes = entries;
        }
        if let Some(components) = self.components.read(row, component)? {
            pack.comb_content = components;
        }
        Ok(pack)
    }
}

/// Lists that some rows have: their lengths, and a column for each number of an element.
struct Lists<'u> {
    counts: Sparse<'u>,
    columns: Vec<Column<'u>>,
    next: usize,
}

impl<'u> Lists<'u> {
    fn open(input: &mut Input<'u>, rows: usize, columns: usize) -> Result<Lists<'u>, OpenError> {
        let counts = Sparse::open(input, rows)?;
        let mut opened = Vec::with_capacity(columns);
        for _ in 0..columns {
            opened.push(Column::open(input)?);
        }
        Ok(Lists { counts, columns: opened, next: 0 })
    }

    /// Reads the list of a row, if it has one. An invalid element is an error, which ends the loop: all
    /// values past the end of the columns are zero.
    fn read<T>(
        &mut self,
        row: usize,
        element: impl Fn(&[Column<'u>], usize) -> Option<T>,
    ) -> Result<Option<Vec<T>>, RowError> {
        let Some(count) = self.counts.get(row) else { return Ok(None) };
        let places = self.next..self.next.saturating_add(count as usize);
        self.next = places.end;
        let mut elements = Vec::new();
        for place in places {
            elements.push(element(&self.columns, place).ok_or(RowError::Damaged)?);
        }
        Ok(Some(elements))
    }
}

fn gtin_entry(columns: &[Column<'_>], place: usize) -> Option<GtinEntry> {
    let [code, start, end] = columns else { return None };
    let (gtin, start_date) = (recorded(code.get(place))?, date(start.get(place))?);
    Some(GtinEntry { gtin, start_date, end_date: date(end.get(place)) })
}

/// Reads a component. Its name stays empty, because the writer uses the name of its pack.
fn component(columns: &[Column<'_>], place: usize) -> Option<Component> {
    let pack_id = AmppId::new(columns.first()?.get(place))?;
    Some(Component { pack_id, name: String::new() })
}
