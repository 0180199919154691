//! All tables in a folder, with a description of each column, and a script that loads them into a database.

use std::error::Error;
use std::io::Write;
use std::path::Path;

use sha2::{Digest, Sha256};

use super::table::{Column, Kind, Source, Table, Written};
use super::{descriptor, table_of, write_table};
use crate::command_line::atomic_write::write_atomically;
use crate::command_line::dataset_args::{Format, TableName};
use crate::command_line::system::in_file;
use crate::command_line::{System, report};
use crate::dataset::hex;
use crate::import::storage::reason;
use crate::json::IdFormat;

const SQLITE_SCRIPT: &str = "load.sql";
const SQLITE_HEAD: &str = "-- Loads the tables into a new database: sqlite3 dmd.db < load.sql
-- Codes of dm+d are integers, days are texts YYYY-MM-DD, flags are 1 or 0. Empty cells are null.
.bail on
begin;
";

/// Writes every table that the source has. The description is last, so a folder with one is complete.
pub fn write(
    format: Format,
    source: &Source<'_>,
    folder: &Path,
    ids: IdFormat,
    system: &dyn System,
) -> Result<(), Box<dyn Error>> {
    system.create_folder(folder).map_err(|error| in_file(folder, reason(&error)))?;
    let mut written = Vec::new();
    for table in made(source, system) {
        written.push(write_one(format, table, source, folder, ids, system)?);
    }
    if format == Format::Csv {
        let script = sqlite_script(&written);
        write_atomically(system, &folder.join(SQLITE_SCRIPT), |out| out.write_all(script.as_bytes()))?;
    }
    let description = descriptor::of(format, ids, source, &written);
    write_atomically(system, &folder.join(descriptor::FILE), |out| out.write_all(description.as_bytes()))?;
    let rows: usize = written.iter().map(|one| one.rows).sum();
    report(system, format!("{}: {} tables, {rows} rows", folder.display(), written.len()));
    Ok(())
}

/// Lists the tables that can be made, and says which cannot.
fn made(source: &Source<'_>, system: &dyn System) -> Vec<&'static Table> {
    let (mut made, mut lacking) = (Vec::new(), Vec::<(&str, Vec<&str>)>::new());
    for name in TableName::ALL {
        let table = table_of(*name);
        match (table.lack(source), lacking.last_mut()) {
            (None, _) => made.push(table),
            (Some(lack), Some((last, names))) if *last == lack => names.push(name.as_str()),
            (Some(lack), _) => lacking.push((lack, vec![name.as_str()])),
        }
    }
    for (lack, names) in lacking {
        report(system, format!("without {}: {lack}", names.join(", ")));
    }
    made
}

fn write_one(
    format: Format,
    table: &'static Table,
    source: &Source<'_>,
    folder: &Path,
    ids: IdFormat,
    system: &dyn System,
) -> Result<Written, Box<dyn Error>> {
    let file = format!("{}.{}", table.name.as_str(), format.ending());
    // In memory, for its length and its digest: the largest table has 100 megabytes.
    let mut bytes = Vec::new();
    let rows = write_table(format, table, source, ids, &mut bytes)?;
    write_atomically(system, &folder.join(&file), |out| out.write_all(&bytes))?;
    let digest = hex(&Sha256::digest(&bytes));
    Ok(Written { table, file, bytes: bytes.len(), digest, rows })
}

/// Writes a script that loads the CSV files into an SQLite database, with types, keys and indexes.
fn sqlite_script(written: &[Written]) -> String {
    let mut script = SQLITE_HEAD.to_owned();
    for one in written {
        push_table(&mut script, one.table, &one.file);
    }
    script.push_str("commit;\nanalyze;\n");
    script
}

/// Appends what loads a table. SQLite imports texts, so they are imported into a temporary table first.
fn push_table(script: &mut String, table: &Table, file: &str) {
    let name = table.name.as_str();
    let columns: Vec<String> = table.columns.iter().map(declared).collect();
    let values: Vec<String> = table.columns.iter().map(value).collect();
    let key = if table.key.is_empty() {
        String::new()
    } else {
        format!(", primary key ({})", table.key.join(", "))
    };
    script.push_str(&format!(
        "\ncreate table {name} ({}{key});\n.import --csv --schema temp {file} {name}_csv\n\
         insert into {name} select {} from temp.{name}_csv;\ndrop table temp.{name}_csv;\n",
        columns.join(", "),
        values.join(", ")
    ));
    for column in indexed(table) {
        script.push_str(&format!("create index {name}_{column} on {name} ({column});\n"));
    }
    if table.name == TableName::Gtins {
        script.push_str("create unique index gtins_latest on gtins (gtin14) where is_latest;\n");
    }
}

fn declared(column: &Column) -> String {
    let kind = match column.kind {
        Kind::Id | Kind::Number | Kind::Flag => "integer",
        Kind::Decimal => "real",
        Kind::Code | Kind::Text | Kind::Day => "text",
    };
    format!("{} {kind}", column.name)
}

fn value(column: &Column) -> String {
    let name = column.name;
    match column.kind {
        Kind::Flag => format!("case {name} when 'true' then 1 when 'false' then 0 end"),
        _ => format!("nullif({name}, '')"),
    }
}

/// Lists the columns by which tables are joined, unless the key begins with one.
fn indexed(table: &Table) -> Vec<&'static str> {
    let links = table.links.iter().map(|(column, _)| *column);
    let codes = table.columns.iter().map(|column| column.name).filter(|name| *name == "gtin14");
    links.chain(codes).filter(|column| table.key.first() != Some(column)).collect()
}
