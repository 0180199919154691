//! The description of exported tables: a Data Package, which many programs read.

use serde::Serialize;

use super::table::{Column, Kind, Source, Table, Written};
use crate::api::{ATTRIBUTION, Host, LICENCE_NAME, LICENCE_URL, notice};
use crate::command_line::dataset_args::{Format, TableName};
use crate::json::IdFormat;

/// The name that the standard gives the file.
pub const FILE: &str = "datapackage.json";

#[derive(Serialize)]
struct Package {
    #[serde(rename = "$schema")]
    schema: &'static str,
    name: &'static str,
    title: String,
    description: String,
    version: String,
    licenses: [Licence; 1],
    resources: Vec<Resource>,
}

#[derive(Serialize)]
struct Licence {
    title: &'static str,
    path: &'static str,
}

#[derive(Serialize)]
struct Resource {
    name: &'static str,
    path: String,
    #[serde(rename = "type")]
    kind: &'static str,
    description: String,
    format: &'static str,
    mediatype: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    encoding: Option<&'static str>,
    bytes: usize,
    hash: String,
    /// Not of the standard: the number of rows.
    rows: usize,
    schema: Schema,
}

#[derive(Serialize)]
struct Schema {
    fields: Vec<Field>,
    #[serde(rename = "primaryKey", skip_serializing_if = "<[_]>::is_empty")]
    key: &'static [&'static str],
    #[serde(rename = "foreignKeys", skip_serializing_if = "Vec::is_empty")]
    links: Vec<Link>,
}

#[derive(Serialize)]
struct Field {
    name: &'static str,
    #[serde(rename = "type")]
    kind: &'static str,
    description: &'static str,
    /// Not of the standard: the field of a release.
    source: &'static str,
}

#[derive(Serialize)]
struct Link {
    fields: [&'static str; 1],
    reference: Reference,
}

#[derive(Serialize)]
struct Reference {
    resource: &'static str,
    fields: [&'static str; 1],
}

/// Writes the description of tables as JSON.
pub fn of(format: Format, ids: IdFormat, source: &Source<'_>, written: &[Written]) -> String {
    let dataset = source.dataset;
    let mut description = format!("The release {} of {}.", dataset.release(), dataset.release_date());
    for text in notice(dataset, Host::default()).iter().map(String::as_str).chain([ATTRIBUTION]) {
        description.push(' ');
        description.push_str(text);
    }
    let package = Package {
        schema: "https://datapackage.org/profiles/2.0/datapackage.json",
        name: "dmd-packs",
        title: "Medicine and device packs of the NHS dictionary of medicines and devices (dm+d)".to_owned(),
        description,
        version: dataset.release().to_owned(),
        licenses: [Licence { title: LICENCE_NAME, path: LICENCE_URL }],
        resources: written.iter().map(|one| resource(format, ids, one, written)).collect(),
    };
    // It has only texts and numbers, so it is always JSON.
    serde_json::to_string_pretty(&package).unwrap_or_default() + "\n"
}

fn resource(format: Format, ids: IdFormat, one: &Written, written: &[Written]) -> Resource {
    let (mediatype, encoding) = match format {
        Format::Csv => ("text/csv", Some("utf-8")),
        Format::Jsonl => ("application/x-ndjson", Some("utf-8")),
        Format::Parquet => ("application/vnd.apache.parquet", None),
    };
    Resource {
        name: one.table.name.as_str(),
        path: one.file.clone(),
        kind: "table",
        description: format!("A row for {}", one.table.about),
        format: format.ending(),
        mediatype,
        encoding,
        bytes: one.bytes,
        hash: format!("sha256:{}", one.digest),
        rows: one.rows,
        schema: Schema {
            fields: one.table.columns.iter().map(|column| field(column, ids)).collect(),
            key: one.table.key,
            links: links(one.table, written),
        },
    }
}

fn field(column: &Column, ids: IdFormat) -> Field {
    let kind = match column.kind {
        Kind::Id if ids == IdFormat::String => "string",
        Kind::Id | Kind::Number => "integer",
        Kind::Code | Kind::Text => "string",
        Kind::Day => "date",
        Kind::Decimal => "number",
        Kind::Flag => "boolean",
    };
    Field { name: column.name, kind, description: column.meaning, source: column.source }
}

/// Lists the links to tables that were written, too.
fn links(table: &Table, written: &[Written]) -> Vec<Link> {
    let mut links = Vec::new();
    for (column, other) in table.links {
        if let Some(key) = key_of(*other, written) {
            links.push(Link {
                fields: [column],
                reference: Reference { resource: other.as_str(), fields: [key] },
            });
        }
    }
    links
}

fn key_of(name: TableName, written: &[Written]) -> Option<&'static str> {
    let other = written.iter().find(|one| one.table.name == name)?;
    other.table.key.first().copied()
}
