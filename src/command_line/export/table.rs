//! A table: its columns, and the function that passes its rows.

use std::io;

use super::value::{Column, Value};
use crate::command_line::dataset_args::TableName;
use crate::dataset::Dataset;
use crate::dataset::concepts::Concepts;
use crate::history::History;

/// What tables are made from: a dataset, and a history if one was given. Only the table of changes needs the
/// history.
pub struct Source<'s> {
    pub dataset: &'s Dataset<'s>,
    pub history: Option<&'s History>,
}

impl Source<'_> {
    /// Returns the concepts.
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
