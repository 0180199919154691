//! Rows of an update, field by field.
//!
//! Each row has the differences from its *model*, a pack of the earlier dataset. The model of a changed pack
//! is the pack itself. The model of a new pack is the pack before it in name order, which mostly is of the
//! same product.

use std::collections::HashSet;

use super::changes::{Changes, component_ids};
use super::memory_budget::MemoryBudget;
use super::texts::{InvalidText, TextField, push_text_field};
use crate::dataset::bitmap::{Bitmap, Sparse, push_bitmap, push_sparse};
use crate::dataset::column::{Column, push_column};
use crate::dataset::gtins::{date_since_first, encode, recorded, since_first};
use crate::dataset::ids::{Ids, push_ids};
use crate::dataset::input::Input;
use crate::dataset::{Dataset, OpenError, PackNumber};
use crate::date::Date;
use crate::pack::{Component, Discontinued, GtinEntry, Pack, Prices};
use crate::snomed::AmppId;
use crate::text::fold;

/// The changed and added packs of an update.
#[derive(Default)]
pub struct Rows {
    /// The changed packs, with their numbers in the earlier dataset.
    pub changed: Vec<(PackNumber, Pack)>,
    /// The added packs.
    pub added: Vec<Pack>,
}

/// A changed or added pack.
pub struct Row<'p> {
    /// 0 for no model, because no pack comes before it, or one more than the number of the model.
    model: u32,
    is_added: bool,
    pack: &'p Pack,
}

/// Returns the changed and added packs, in the order of their models.
pub fn rows_of<'p>(old: &Dataset<'_>, changes: &'p Changes) -> Vec<Row<'p>> {
    let changed = changes.changed.iter().map(|change| (change.number.0 + 1, false, &change.after));
    let added = changes.added.iter().map(|pack| (packs_before(old, pack), true, pack));
    let mut rows: Vec<Row<'p>> =
        changed.chain(added).map(|(model, is_added, pack)| Row { model, is_added, pack }).collect();
    rows.sort_by_key(|row| (row.model, row.is_added));
    rows
}

/// Returns the number of packs before this one in name order.
fn packs_before(old: &Dataset<'_>, pack: &Pack) -> u32 {
    let key = (fold(&pack.name), &pack.name);
    let is_before = |number| {
        let name = old.name(PackNumber(number as u32));
        (fold(&name), &name) < (key.0.clone(), key.1)
    };
    Column::partition_point(old.packs() as usize, is_before) as u32
}

/// Returns the model of a row with the code of the row, or an empty pack.
fn model(old: &Dataset<'_>, number: u32, pack_id: AmppId) -> Pack {
    let model = number.checked_sub(1).and_then(|number| old.pack(PackNumber(number)));
    model.map_or_else(|| empty(pack_id), |model| Pack { pack_id, ..model })
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

/// A text field of a pack: its getter and its setter.
type Text = (for<'p> fn(&'p Pack) -> Option<&'p str>, fn(&mut Pack, Option<String>));

const TEXTS: [Text; 7] = [
    (|pack| Some(&pack.name), |pack, text| pack.name = text.unwrap_or_default()),
    (
        |pack| Some(&pack.generic_product_name),
        |pack, text| pack.generic_product_name = text.unwrap_or_default(),
    ),
    (|pack| Some(&pack.generic_pack_name), |pack, text| pack.generic_pack_name = text.unwrap_or_default()),
    (|pack| pack.short_name.as_deref(), |pack, text| pack.short_name = text),
    (|pack| pack.subpack.as_deref(), |pack, text| pack.subpack = text),
    (|pack| Some(&pack.legal_category), |pack, text| pack.legal_category = text.unwrap_or_default()),
    (|pack| Some(&pack.discontinued.as_ref()?.flag), set_flag),
];

/// Sets the flag and keeps the day. A changed day follows in the numbers.
fn set_flag(pack: &mut Pack, flag: Option<String>) {
    let date = pack.discontinued.as_ref().and_then(|discontinued| discontinued.date);
    pack.discontinued = flag.map(|flag| Discontinued { flag, date });
}

/// A number field of a pack: its getter, the predicted value of a change, and its setter.
type Number = (fn(&Pack) -> u64, fn(&Pack) -> Option<u64>, fn(&mut Pack, u64));

const NUMBERS: [Number; 4] = [
    (discontinued_day, |_| None, set_discontinued_day),
    (|pack| pence(pack.prices.price_pence), |_| None, |pack, number| pack.prices.price_pence = price(number)),
    (
        |pack| pence(pack.prices.price_prev_pence),
        |model| Some(pence(model.prices.price_pence)),
        |pack, number| pack.prices.price_prev_pence = price(number),
    ),
    (|pack| pack.is_invalid.into(), |_| None, |pack, number| pack.is_invalid = number != 0),
];

/// Returns 0 if the pack is not discontinued or the day is not recorded, which the flag distinguishes.
/// Returns the day, counted from 1, for all others.
fn discontinued_day(pack: &Pack) -> u64 {
    pack.status().discontinued_date.map_or(0, |date| since_first(date) + 1)
}

fn set_discontinued_day(pack: &mut Pack, number: u64) {
    if let Some(discontinued) = &mut pack.discontinued {
        discontinued.date = date(number);
    }
}

/// Returns the day that a number counted from 1 means. 0 means no day.
fn date(number: u64) -> Option<Date> {
    number.checked_sub(1).and_then(date_since_first)
}

/// Returns 0 for no price, or one more than the pence.
fn pence(price: Option<u32>) -> u64 {
    price.map_or(0, |pence| u64::from(pence) + 1)
}

fn price(number: u64) -> Option<u32> {
    number.checked_sub(1).map(|pence| pence as u32)
}

/// Writes all rows.
pub fn push_rows(out: &mut Vec<u8>, old: &Dataset<'_>, rows: &[Row<'_>]) {
    let models: Vec<Pack> = rows.iter().map(|row| model(old, row.model, row.pack.pack_id)).collect();
    let pairs: Vec<(&Pack, &Pack)> = models.iter().zip(rows.iter().map(|row| row.pack)).collect();
    let before = std::iter::once(0).chain(rows.iter().map(|row| row.model));
    push_column(out, rows.iter().zip(before).map(|(row, before)| u64::from(row.model - before)));
    push_bitmap(out, &rows.iter().map(|row| row.is_added).collect::<Vec<_>>());
    push_ids(
        out,
        &rows.iter().filter(|row| row.is_added).map(|row| row.pack.pack_id.number()).collect::<Vec<_>>(),
    );
    for (text, _) in TEXTS {
        push_text_field(
            out,
            &pairs.iter().map(|(model, pack)| (text(model), text(pack))).collect::<Vec<_>>(),
        );
    }
    for number in NUMBERS {
        push_sparse(out, &pairs.iter().map(|(model, pack)| told(number, model, pack)).collect::<Vec<_>>());
    }
    push_gtins(out, &pairs);
    push_components(out, &pairs);
}

/// Encodes a number: `None` if it equals the model's, 0 if it equals the prediction, or one more than its
/// value.
fn told((number, mostly, _): Number, model: &Pack, pack: &Pack) -> Option<u64> {
    let is = number(pack);
    let differs = is != number(model);
    differs.then(|| if mostly(model) == Some(is) { 0 } else { is + 1 })
}

fn push_gtins(out: &mut Vec<u8>, pairs: &[(&Pack, &Pack)]) {
    let lists: Vec<Option<&[GtinEntry]>> = pairs
        .iter()
        .map(|(model, pack)| (model.gtin_codes != pack.gtin_codes).then_some(pack.gtin_codes.as_slice()))
        .collect();
    push_sparse(out, &lists.iter().map(|list| Some((*list)?.len() as u64)).collect::<Vec<_>>());
    let entries = || lists.iter().flatten().copied().flatten();
    push_column(out, entries().map(|entry| encode(entry.gtin)));
    push_column(out, entries().map(|entry| since_first(entry.start_date) + 1));
    push_column(out, entries().map(|entry| entry.end_date.map_or(0, |end| since_first(end) + 1)));
}

fn push_components(out: &mut Vec<u8>, pairs: &[(&Pack, &Pack)]) {
    let lists: Vec<Option<&Pack>> = pairs
        .iter()
        .map(|(model, pack)| (!component_ids(model).eq(component_ids(pack))).then_some(*pack))
        .collect();
    push_sparse(out, &lists.iter().map(|pack| Some((*pack)?.comb_content.len() as u64)).collect::<Vec<_>>());
    push_column(out, lists.iter().flatten().flat_map(|pack| component_ids(pack)).map(AmppId::number));
}

/// Reads the packs of all rows.
///
/// Their number is bounded by the packs of the dataset and the bytes of the update: changed packs are
/// distinct, and added packs have distinct codes.
pub fn read_rows(
    input: &mut Input<'_>,
    old: &Dataset<'_>,
    budget: &mut MemoryBudget,
) -> Result<Rows, InvalidText> {
    let mut fields = Fields::open(input)?;
    let mut rows = Rows::default();
    let (mut place, mut ids) = (0u32, HashSet::new());
    for row in 0..fields.models.len() {
        let gap = u32::try_from(fields.models.get(row)).map_err(|_| InvalidText)?;
        place = place.checked_add(gap).filter(|place| *place <= old.packs()).ok_or(InvalidText)?;
        if fields.is_added.get(row) {
            let id = fields.ids.get(ids.len()).filter(|id| ids.insert(*id)).ok_or(InvalidText)?;
            let pack = fields.read(row, model(old, place, id))?;
            budget.charge(&pack)?;
            rows.added.push(pack);
        } else {
            let number = place.checked_sub(1).map(PackNumber).ok_or(InvalidText)?;
            if rows.changed.last().is_some_and(|(before, _)| *before == number) {
                return Err(InvalidText);
            }
            let pack = fields.read(row, old.pack(number).ok_or(InvalidText)?)?;
            budget.charge(&pack)?;
            rows.changed.push((number, pack));
        }
    }
    Ok(rows)
}

/// All fields of all rows.
struct Fields<'u> {
    models: Column<'u>,
    is_added: Bitmap<'u>,
    ids: Ids<'u>,
    texts: Vec<TextField<'u>>,
    numbers: Vec<Sparse<'u>>,
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
        let texts = TEXTS.iter().map(|_| TextField::open(input, rows)).collect::<Result<_, _>>()?;
        let numbers = NUMBERS.iter().map(|_| Sparse::open(input, rows)).collect::<Result<_, _>>()?;
        let (gtins, components) = (Lists::open(input, rows, 3)?, Lists::open(input, rows, 1)?);
        Ok(Fields { models, is_added, ids, texts, numbers, gtins, components })
    }

    /// Reads the pack of a row, starting from its model. Read the rows in order.
    fn read(&mut self, row: usize, mut pack: Pack) -> Result<Pack, InvalidText> {
        // When a price changes, the new previous price is normally the model's current price.
        let mostly = NUMBERS.map(|(_, mostly, _)| mostly(&pack));
        for (field, (text, set)) in self.texts.iter_mut().zip(TEXTS) {
            field.read(row, text(&pack))?.into_iter().for_each(|text| set(&mut pack, text));
        }
        for ((field, (.., set)), mostly) in self.numbers.iter().zip(NUMBERS).zip(mostly) {
            let told = field.get(row).map(|told| told.checked_sub(1).or(mostly).unwrap_or_default());
            told.into_iter().for_each(|number| set(&mut pack, number));
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
        let columns = (0..columns).map(|_| Column::open(input)).collect::<Result<_, _>>()?;
        Ok(Lists { counts, columns, next: 0 })
    }

    /// Reads the list of a row, if it has one. An invalid element is an error, which ends the loop: all
    /// values past the end of the columns are zero.
    fn read<T>(
        &mut self,
        row: usize,
        element: impl Fn(&[Column<'u>], usize) -> Option<T>,
    ) -> Result<Option<Vec<T>>, InvalidText> {
        let Some(count) = self.counts.get(row) else { return Ok(None) };
        let places = self.next..self.next.saturating_add(count as usize);
        self.next = places.end;
        let elements = places.map(|place| element(&self.columns, place).ok_or(InvalidText));
        elements.collect::<Result<Vec<T>, InvalidText>>().map(Some)
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
