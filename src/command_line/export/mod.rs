//! Exports of a dataset, for programs that read tables.

mod changes;
mod concepts;
mod descriptor;
mod packs;
mod parquet;
mod table;
mod whole;

use std::io::{self, Write};

use super::atomic_write::write_atomically;
use super::dataset::{dataset_path, history_of, open, read_or_import};
use super::dataset_args::{Export, Format, IdType, TableName};
use super::{Exit, Outcome, System};
use crate::dataset::{Dataset, PackNumber};
use crate::history::Row;
use crate::json::IdFormat;
use crate::sanitize::csv_line;
use table::{Column, Source, Table, Value};

/// Writes a table, or all of them.
pub fn export(args: &Export, system: &dyn System, out: &mut dyn Write) -> Outcome {
    if args.ids == IdType::String && args.format != Format::Jsonl {
        return Err("--ids applies only to --format jsonl".into());
    }
    let path = dataset_path(&args.dataset(), system)?;
    let bytes = read_or_import(&path, args.partial, system)?;
    let dataset = open(&bytes, &path)?;
    let history = history_of(args.history.as_deref(), &dataset, system)?;
    let source = Source { dataset: &dataset, history: history.as_ref() };
    if let Some(folder) = &args.all {
        whole::write(args.format, &source, folder, args.ids.into(), system)?;
        return Ok(Exit::Done);
    }
    let table = table_of(args.table);
    if let Some(lack) = table.lack(&source) {
        return Err(lack.into());
    }
    match &args.output {
        Some(file) => write_atomically(system, file, |out| write(args, table, &source, out))?,
        None if args.format == Format::Parquet => {
            return Err("Parquet needs a file: add --output FILE".into());
        }
        None => write(args, table, &source, out)?,
    }
    Ok(Exit::Done)
}

/// Finds a table.
fn table_of(name: TableName) -> &'static Table {
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

fn write(args: &Export, table: &Table, source: &Source<'_>, out: &mut dyn Write) -> io::Result<()> {
    let is_packs = args.format == Format::Jsonl && args.table == TableName::Packs;
    if is_packs {
        return records(source.dataset, args.ids.into(), out);
    }
    write_table(args.format, table, source, args.ids.into(), out)?;
    Ok(())
}

/// Writes the complete records as JSON lines.
fn records(dataset: &Dataset<'_>, ids: IdFormat, out: &mut dyn Write) -> io::Result<()> {
    for number in (0..dataset.packs()).map(PackNumber) {
        let Some(pack) = dataset.pack(number) else { continue };
        out.write_all(&pack.to_json(ids))?;
        out.write_all(b"\n")?;
    }
    Ok(())
}

/// Writes a table, and returns the number of its rows.
fn write_table(
    format: Format,
    table: &Table,
    source: &Source<'_>,
    ids: IdFormat,
    out: &mut dyn Write,
) -> io::Result<usize> {
    match format {
        Format::Csv => {
            write_head(table.columns, out)?;
            table.each_row(source, &mut |row| write_cells(&row, out))
        }
        Format::Jsonl => table.each_row(source, &mut |row| write_object(table.columns, &row, ids, out)),
        Format::Parquet => parquet::write(table, source, out),
    }
}

fn write_object(columns: &[Column], row: &[Value], ids: IdFormat, out: &mut dyn Write) -> io::Result<()> {
    let mut line = Vec::with_capacity(32 * row.len());
    for (column, value) in columns.iter().zip(row) {
        line.extend_from_slice(if line.is_empty() { b"{\"" } else { b",\"" });
        line.extend_from_slice(column.name.as_bytes());
        line.extend_from_slice(b"\":");
        value.push_json(&mut line, ids);
    }
    line.extend_from_slice(b"}\n");
    out.write_all(&line)
}

fn write_head(columns: &[Column], out: &mut dyn Write) -> io::Result<()> {
    out.write_all(&csv_line(columns.iter().map(|column| column.name.to_owned())))
}

fn write_cells(row: &[Value], out: &mut dyn Write) -> io::Result<()> {
    out.write_all(&csv_line(row.iter().map(Value::csv)))
}

/// Writes changes as CSV: the table of changes.
pub fn write_changes(rows: &[Row<'_>], out: &mut dyn Write) -> io::Result<()> {
    let columns = changes::columns();
    write_head(columns.columns, out)?;
    rows.iter().try_for_each(|row| write_cells(&(columns.values)(row), out))
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
