//! Exports of a dataset, for programs that read tables.

mod parquet;
mod tables;

use std::io::{self, Write};

use super::atomic_write::write_atomically;
use super::dataset::{dataset_path, open, read};
use super::dataset_args::{Export, Format, IdType, TableName};
use super::{Exit, Outcome, System};
use crate::csv_output;
use crate::dataset::{Dataset, PackNumber};
use crate::json::IdFormat;
use tables::Table;

/// Writes a table in name order.
pub fn export(args: &Export, system: &dyn System, out: &mut dyn Write) -> Outcome {
    if args.ids == IdType::String && args.format != Format::Jsonl {
        return Err("--ids applies only to --format jsonl".into());
    }
    let path = dataset_path(&args.dataset, system)?;
    let bytes = read(&path, system)?;
    let dataset = open(&bytes, &path)?;
    match &args.output {
        Some(file) => write_atomically(system, file, |out| write(args, &dataset, out))?,
        None if args.format == Format::Parquet => {
            return Err("Parquet needs a file: add --output FILE".into());
        }
        None => write(args, &dataset, out)?,
    }
    Ok(Exit::Done)
}

fn write(args: &Export, dataset: &Dataset<'_>, out: &mut dyn Write) -> io::Result<()> {
    let table = tables::named(args.table);
    match args.format {
        Format::Jsonl if args.table == TableName::Packs => records(dataset, args.ids.into(), out),
        Format::Jsonl => json_lines(&table, dataset, args.ids.into(), out),
        Format::Csv => csv_lines(&table, dataset, out),
        Format::Parquet => parquet::write(&table, dataset, out),
    }
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

fn json_lines(table: &Table, dataset: &Dataset<'_>, ids: IdFormat, out: &mut dyn Write) -> io::Result<()> {
    table.each_row(dataset, |row| {
        let mut line = Vec::with_capacity(row.len());
        for (column, value) in table.columns.iter().zip(row) {
            line.push(format!("\"{}\":{}", column.name, value.json(ids)));
        }
        writeln!(out, "{{{}}}", line.join(","))
    })
}

fn csv_lines(table: &Table, dataset: &Dataset<'_>, out: &mut dyn Write) -> io::Result<()> {
    let names: Vec<&str> = table.columns.iter().map(|column| column.name).collect();
    writeln!(out, "{}", names.join(","))?;
    table.each_row(dataset, |row| out.write_all(&csv_output::line(row.iter().map(tables::Value::csv))))
}
