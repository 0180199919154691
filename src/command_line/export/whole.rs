//! All tables in a folder, with a description of each column, and a script that loads them into a database.

use std::error::Error;
use std::io::Write;
use std::path::Path;

use sha2::{Digest, Sha256};

use super::table::{Source, Table, Written};
use super::tables;
use super::{descriptor, sqlite, write_table};
use crate::command_line::atomic_write::write_atomically;
use crate::command_line::dataset_args::{Format, TableName};
use crate::command_line::system::in_file;
use crate::command_line::{System, report};
use crate::dataset::hex;
use crate::import::storage::reason;
use crate::json::IdFormat;

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
        let script = sqlite::script(&written);
        write_atomically(system, &folder.join(sqlite::FILE), |out| out.write_all(script.as_bytes()))?;
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
        let table = tables::named(*name);
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
