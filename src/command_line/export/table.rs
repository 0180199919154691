//! The tables of a dataset: their columns, the functions that pass their rows, and how each format writes a
//! value.

use std::io;

use crate::command_line::dataset_args::TableName;
use crate::concept::Decimal;
use crate::dataset::Dataset;
use crate::dataset::concepts::Concepts;
use crate::date::Date;
use crate::gtin::RecordedGtin;
use crate::history::History;
use crate::json::{self, IdFormat};
use crate::sanitize::{csv_cell, csv_code};
use crate::snomed::{AmppId, ConceptId};

/// What tables are made from: a dataset, and a history if one was given. Only the table of changes needs the
/// history.
pub struct Source<'s> {
    pub dataset: &'s Dataset<'s>,
    pub history: Option<&'s History>,
}

impl Source<'_> {
    /// Finds the concepts.
    ///
    /// # Errors
    ///
    /// Returns an error if the dataset has only packs. [`Table::lack`] says so before.
    pub fn concepts(&self) -> io::Result<Concepts<'_>> {
        self.dataset.concepts().ok_or_else(|| io::Error::other(NO_CONCEPTS))
    }
}

/// Takes a row.
pub type Take<'t> = dyn FnMut(Vec<Value>) -> io::Result<()> + 't;

/// A table, with the function that passes its rows. `datapackage.json` describes its columns, key and links
/// to programs.
pub struct Table {
    pub name: TableName,
    /// What a row is for, for people.
    pub about: &'static str,
    pub columns: &'static [Column],
    /// The columns that together name one row. Empty if rows may be equal.
    pub key: &'static [&'static str],
    /// Columns with the key of another table.
    pub links: &'static [(&'static str, TableName)],
    pub needs: Needs,
    pub rows: fn(&Source<'_>, &mut Take<'_>) -> io::Result<()>,
}

/// What a table is made from. If a dataset or its history does not have it, `Table::lack` says what is
/// missing.
#[derive(PartialEq, Eq)]
pub enum Needs {
    Packs,
    Concepts,
    History,
}

const NO_CONCEPTS: &str = "the dataset has packs alone; build it with its concepts";

impl Table {
    /// Passes each row to `take`, and returns their number.
    pub fn each_row(&self, source: &Source<'_>, take: &mut Take<'_>) -> io::Result<usize> {
        let mut rows = 0;
        (self.rows)(source, &mut |row| {
            rows += 1;
            take(row)
        })?;
        Ok(rows)
    }

    /// Explains why the table cannot be made, for people.
    pub fn lack(&self, source: &Source<'_>) -> Option<&'static str> {
        match self.needs {
            Needs::Concepts if source.dataset.concepts().is_none() => Some(NO_CONCEPTS),
            Needs::History if source.history.is_none() => Some("the table of changes needs --history FILE"),
            _ => None,
        }
    }
}

/// A table that was written into a folder. `datapackage.json` has its size and digest, so that a reader can
/// check the file.
pub struct Written {
    pub table: &'static Table,
    pub file: String,
    pub bytes: usize,
    /// The SHA-256 of the file, in hexadecimal.
    pub digest: String,
    pub rows: usize,
}

/// A column of a table. Its meaning and its source in a release are written to `datapackage.json`.
pub struct Column {
    pub name: &'static str,
    pub kind: Kind,
    /// What it means, for people.
    pub meaning: &'static str,
    /// The field of a release that has it: the file, the element and the column, or where else it comes from.
    pub source: &'static str,
}

/// The kind of the values of a column. Any value may be missing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// A code of dm+d.
    Id,
    /// Digits or letters that programs must not read as a number.
    Code,
    Text,
    Day,
    /// A whole number.
    Number,
    Decimal,
    Flag,
}

/// A value of a row, before it is written as JSON, CSV or Parquet. Any column can have no value.
#[derive(Clone, Debug)]
pub enum Value {
    None,
    Id(u64),
    Code(String),
    Text(String),
    Day(Date),
    Number(u32),
    Decimal(Decimal),
    Flag(bool),
}

impl Value {
    /// Appends the value as JSON.
    pub fn push_json(&self, out: &mut Vec<u8>, ids: IdFormat) {
        match self {
            Value::None => out.extend_from_slice(b"null"),
            Value::Text(text) => json::push_text(out, b"", text),
            Value::Code(code) => json::push_text(out, b"", code),
            Value::Day(day) => json::push_plain(out, b"", &day.iso()),
            Value::Id(id) => json::push_id(out, b"", *id, ids),
            Value::Number(number) => json::push_number(out, u64::from(*number)),
            Value::Decimal(number) => out.extend_from_slice(number.to_string().as_bytes()),
            Value::Flag(flag) => out.extend_from_slice(if *flag { b"true" } else { b"false" }),
        }
    }

    /// The value as a CSV cell.
    pub fn csv(&self) -> String {
        match self {
            Value::None => String::new(),
            Value::Text(text) => csv_cell(text),
            Value::Id(id) => csv_code(id),
            Value::Code(code) => csv_code(code),
            Value::Day(day) => day.to_string(),
            Value::Number(number) => number.to_string(),
            Value::Decimal(number) => number.to_string(),
            Value::Flag(flag) => flag.to_string(),
        }
    }

    /// Reports whether a column of this kind may have the value.
    #[cfg(test)]
    pub fn is_of(&self, kind: Kind) -> bool {
        matches!(
            (self, kind),
            (Value::None, _)
                | (Value::Id(_), Kind::Id)
                | (Value::Code(_), Kind::Code)
                | (Value::Text(_), Kind::Text)
                | (Value::Day(_), Kind::Day)
                | (Value::Number(_), Kind::Number)
                | (Value::Decimal(_), Kind::Decimal)
                | (Value::Flag(_), Kind::Flag)
        )
    }
}

impl<T: Into<Value>> From<Option<T>> for Value {
    fn from(value: Option<T>) -> Value {
        value.map_or(Value::None, Into::into)
    }
}

macro_rules! values {
    ($($type:ty: $value:ident => $made:expr;)*) => {
        $(impl From<$type> for Value {
            fn from($value: $type) -> Value {
                $made
            }
        })*
    };
}
values! {
    AmppId: id => Value::Id(id.number());
    ConceptId: id => Value::Id(id.number());
    RecordedGtin: gtin => Value::Code(gtin.to_string());
    &str: text => Value::Text(text.to_owned());
    &String: text => Value::Text(text.clone());
    Date: day => Value::Day(day);
    u32: number => Value::Number(number);
    Decimal: number => Value::Decimal(number);
    bool: flag => Value::Flag(flag);
}

/// Columns, with the function that returns their values. The macro `columns!` declares both together, so a
/// row has a value for each column.
pub struct Columns<T> {
    pub columns: &'static [Column],
    pub values: fn(&T) -> Vec<Value>,
}

/// Declares the columns of a table, each with its kind, meaning, source and value.
macro_rules! columns {
    ($row:ident: $type:ty => $($name:literal $kind:ident $meaning:literal $source:literal = $value:expr;)*) => {
        Columns::<$type> {
            columns: &[$(Column { name: $name, kind: Kind::$kind, meaning: $meaning, source: $source }),*],
            values: |$row: &$type| vec![$($value.into()),*],
        }
    };
}
pub(super) use columns;
