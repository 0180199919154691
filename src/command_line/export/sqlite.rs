//! A script that loads the CSV files into an SQLite database, with types, keys and indexes.

use super::table::{Table, Written};
use super::value::{Column, Kind};
use crate::command_line::dataset_args::TableName;

pub const FILE: &str = "load.sql";

const HEAD: &str = "-- Loads the tables into a new database: sqlite3 dmd.db < load.sql
-- Codes of dm+d are integers, days are texts YYYY-MM-DD, flags are 1 or 0. Empty cells are null.
.bail on
begin;
";

/// Writes the script.
pub fn script(written: &[Written]) -> String {
    let mut script = HEAD.to_owned();
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
