//! The tables of a dataset: their columns, and the functions that pass their rows.

use std::io;

use super::value::{Column, Value};
use super::{changes, concepts, packs};
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

/// Finds a table.
pub fn table_of(name: TableName) -> &'static Table {
    match name {
        TableName::Packs => &packs::PACKS,
        TableName::Gtins => &packs::GTINS,
        TableName::Prices => &packs::PRICES,
        TableName::Components => &packs::COMPONENTS,
        TableName::Amps => &concepts::AMPS,
        TableName::Vmpps => &concepts::VMPPS,
        TableName::Vmps => &concepts::VMPS,
        TableName::Vtms => &concepts::VTMS,
        TableName::Ingredients => &concepts::INGREDIENTS,
        TableName::Strengths => &concepts::STRENGTHS,
        TableName::Forms => &concepts::FORMS,
        TableName::Routes => &concepts::ROUTES,
        TableName::Suppliers => &concepts::SUPPLIERS,
        TableName::Tariff => &concepts::TARIFF,
        TableName::Changes => &changes::CHANGES,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dataset::verify;
    use crate::history::History;

    const DATASET: &[u8] = include_bytes!("../../../tests/cases/api.bin");
    const HISTORY: &[u8] = include_bytes!("../../../tests/cases/history.bin");

    /// A value of another kind would be missing in Parquet.
    #[test]
    fn each_value_has_the_kind_of_its_column() -> Result<(), Box<dyn std::error::Error>> {
        let dataset = verify(DATASET)?;
        let history = History::of_dataset(HISTORY, &dataset)?;
        let source = Source { dataset: &dataset, history: Some(&history) };
        for name in TableName::ALL {
            let table = table_of(*name);
            let rows = table.each_row(&source, &mut |row| {
                assert_eq!(row.len(), table.columns.len());
                for (value, column) in row.iter().zip(table.columns) {
                    assert!(value.is_of(column.kind), "{} {}: {value:?}", name.as_str(), column.name);
                }
                Ok(())
            })?;
            assert!(rows > 0, "{}", name.as_str());
        }
        Ok(())
    }

    #[test]
    fn keys_and_links_are_columns() {
        for name in TableName::ALL {
            let table = table_of(*name);
            let links = table.links.iter().map(|(column, _)| column);
            for column in table.key.iter().chain(links) {
                assert!(table.columns.iter().any(|one| one.name == *column), "{} {column}", name.as_str());
            }
        }
    }
}
