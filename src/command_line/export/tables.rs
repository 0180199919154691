//! The tables of an export: their columns, and their rows in name order.

use std::io;

use crate::command_line::dataset_args::TableName;
use crate::csv_output;
use crate::dataset::{Dataset, PackNumber};
use crate::date::Date;
use crate::gtin::RecordedGtin;
use crate::json::IdFormat;
use crate::pack::{GtinEntry, Pack, Prices};
use crate::snomed::AmppId;

/// A column and the kind of its values.
pub struct Column {
    pub name: &'static str,
    pub kind: Kind,
}

/// The kind of the values of a column. Any value may be missing.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    Id,
    /// Digits, including leading zeros.
    Code,
    Text,
    Day,
    Pence,
    Flag,
}

/// A value of a row.
#[derive(Clone)]
pub enum Value {
    None,
    Id(AmppId),
    Code(RecordedGtin),
    Text(String),
    Day(Date),
    Pence(u32),
    Flag(bool),
}

impl Value {
    pub fn json(&self, ids: IdFormat) -> String {
        match self {
            Value::None => "null".to_owned(),
            Value::Text(text) => serde_json::Value::from(text.as_str()).to_string(),
            Value::Code(code) => format!("\"{code}\""),
            Value::Day(day) => format!("\"{day}\""),
            Value::Id(id) if ids == IdFormat::String => format!("\"{id}\""),
            Value::Id(id) => id.to_string(),
            Value::Pence(pence) => pence.to_string(),
            Value::Flag(flag) => flag.to_string(),
        }
    }

    /// Returns the value as a CSV cell.
    pub fn csv(&self) -> String {
        match self {
            Value::None => String::new(),
            Value::Text(text) => csv_output::cell(text),
            Value::Id(id) => csv_output::code(id),
            Value::Code(code) => csv_output::code(code),
            Value::Day(day) => day.to_string(),
            Value::Pence(pence) => pence.to_string(),
            Value::Flag(flag) => flag.to_string(),
        }
    }
}

impl<T: Into<Value>> From<Option<T>> for Value {
    fn from(value: Option<T>) -> Value {
        value.map_or(Value::None, Into::into)
    }
}

macro_rules! values {
    ($($kind:ident: $type:ty),*) => {
        $(impl From<$type> for Value {
            fn from(value: $type) -> Value {
                Value::$kind(value)
            }
        })*
    };
}
values!(Id: AmppId, Code: RecordedGtin, Text: String, Day: Date, Pence: u32, Flag: bool);

type Rows = fn(&Dataset<'_>, PackNumber, Pack) -> Vec<Vec<Value>>;

/// A table with a function that returns the rows of a pack.
pub struct Table {
    pub columns: &'static [Column],
    rows: Rows,
}

impl Table {
    /// Calls `take` for each row. A pack has any number of rows.
    pub fn each_row(
        &self,
        dataset: &Dataset<'_>,
        mut take: impl FnMut(Vec<Value>) -> io::Result<()>,
    ) -> io::Result<()> {
        for number in (0..dataset.packs()).map(PackNumber) {
            let Some(pack) = dataset.pack(number) else { continue };
            for row in (self.rows)(dataset, number, pack) {
                take(row)?;
            }
        }
        Ok(())
    }
}

macro_rules! columns {
    ($($name:literal: $kind:ident),* $(,)?) => { &[$(Column { name: $name, kind: Kind::$kind }),*] };
}

pub fn named(name: TableName) -> Table {
    match name {
        TableName::Packs => Table {
            columns: columns![
                "pack_id": Id, "name": Text, "generic_pack_name": Text, "generic_product_name": Text, "url": Text,
                "short_name": Text, "subpack": Text, "legal_category": Text, "current": Flag, "discontinued": Flag,
                "discontinued_date": Day, "invalid": Flag, "price_pence": Pence, "price_prev_pence": Pence,
            ],
            rows: |dataset, number, pack| vec![of_pack(dataset, number, pack)],
        },
        TableName::Gtins => Table {
            columns: columns!["pack_id": Id, "gtin": Code, "start_date": Day, "end_date": Day],
            rows: |_, _, pack| gtins(&pack),
        },
        TableName::Prices => Table {
            columns: columns!["pack_id": Id, "price_pence": Pence, "price_prev_pence": Pence],
            rows: |_, _, pack| prices(&pack),
        },
        TableName::Components => Table {
            columns: columns!["pack_id": Id, "component_id": Id, "component_name": Text],
            rows: |_, _, pack| components(pack),
        },
    }
}

fn of_pack(dataset: &Dataset<'_>, number: PackNumber, pack: Pack) -> Vec<Value> {
    let (url, status) = (pack.url(), dataset.status(number));
    vec![
        pack.pack_id.into(),
        pack.name.into(),
        pack.generic_pack_name.into(),
        pack.generic_product_name.into(),
        url.into(),
        pack.short_name.into(),
        pack.subpack.into(),
        pack.legal_category.into(),
        status.is_current().into(),
        status.is_discontinued.into(),
        status.discontinued_date.into(),
        status.is_invalid.into(),
        pack.prices.price_pence.into(),
        pack.prices.price_prev_pence.into(),
    ]
}

fn gtins(pack: &Pack) -> Vec<Vec<Value>> {
    let mut rows = Vec::with_capacity(pack.gtin_codes.len());
    for GtinEntry { gtin, start_date, end_date } in &pack.gtin_codes {
        rows.push(vec![pack.pack_id.into(), (*gtin).into(), (*start_date).into(), (*end_date).into()]);
    }
    rows
}

/// Returns the row of a pack that has a price.
fn prices(pack: &Pack) -> Vec<Vec<Value>> {
    let Prices { price_pence, price_prev_pence } = pack.prices;
    if price_pence.or(price_prev_pence).is_none() {
        return Vec::new();
    }
    vec![vec![pack.pack_id.into(), price_pence.into(), price_prev_pence.into()]]
}

fn components(pack: Pack) -> Vec<Vec<Value>> {
    let mut rows = Vec::with_capacity(pack.comb_content.len());
    for component in pack.comb_content {
        rows.push(vec![pack.pack_id.into(), component.pack_id.into(), component.name.into()]);
    }
    rows
}
