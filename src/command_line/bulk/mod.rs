//! Lookups of many codes on the standard input. Each has a line of CSV or JSON.

mod checked;
mod encoding;
mod table;
mod workbook;

use std::io::Write;

use super::dataset_args::Gtin;
use super::{Exit, Outcome, System, data_warnings};
use crate::api;
use crate::concept::Reuse;
use crate::dataset::Dataset;
use crate::json::IdFormat;
use crate::lookup::{self, Found, NotFound};
use crate::sanitize::{csv_cell, csv_line};
pub(super) use table::MAX_HEAD_ROWS;
pub use table::{STANDARD_INPUT, Table};

/// The number of columns.
const COUNT: usize = 12;
const COLUMNS: &str = "code,reason,packs,pack_id,name,generic_product_name,legal_category,current,discontinued_date,price_pence,reuse,ended\n";

/// Looks up each code and prints a line for it. A code without a pack is not a failure: its line has the
/// reason.
pub fn gtins(args: &Gtin, dataset: &Dataset<'_>, system: &dyn System, out: &mut dyn Write) -> Outcome {
    data_warnings::report(&data_warnings::of(dataset, system)?, system);
    let mut table = Table::of(system.input(), STANDARD_INPUT, args.column.as_deref())?;
    let column = match &args.column {
        Some(name) => table.column(name)?,
        None => 0,
    };
    if !args.json.json {
        out.write_all(COLUMNS.as_bytes())?;
    }
    while let Some(fields) = table.next()? {
        let code = fields.get(column).map_or("", String::as_str);
        let line = match args.json.json {
            true => json_line(dataset, code, args.json.ids.into()),
            false => line_of(dataset, code),
        };
        out.write_all(&line)?;
    }
    Ok(Exit::Done)
}

fn json_line(dataset: &Dataset<'_>, code: &str, ids: IdFormat) -> Vec<u8> {
    let mut json = Vec::with_capacity(1024);
    api::push_entry(&mut json, dataset, code, ids);
    json.push(b'\n');
    json
}

fn line_of(dataset: &Dataset<'_>, code: &str) -> Vec<u8> {
    let cells = match lookup::find(dataset, code) {
        Ok(found) => cells_of(dataset, code, &found),
        Err(not_found) => without_pack(&not_found),
    };
    csv_line(cells.iter().map(String::as_str).map(csv_cell))
}

fn cells_of(
    dataset: &Dataset<'_>,
    code: &str,
    Found { number, pack, packs, reuse, ended, .. }: &Found,
) -> [String; COUNT] {
    let date = pack.status().discontinued_date;
    [
        code.to_owned(),
        String::new(),
        packs.to_string(),
        pack.pack_id.to_string(),
        pack.name.clone(),
        pack.generic_product_name.clone(),
        pack.legal_category.clone(),
        dataset.is_current(*number).to_string(),
        text_or_blank(date),
        text_or_blank(pack.prices.price_pence),
        text_or_blank(reuse.map(Reuse::as_str)),
        text_or_blank(*ended),
    ]
}

fn text_or_blank(value: Option<impl ToString>) -> String {
    match value {
        Some(value) => value.to_string(),
        None => String::new(),
    }
}

fn without_pack(not_found: &NotFound<'_>) -> [String; COUNT] {
    let mut cells = <[String; COUNT]>::default();
    let [code, reason, ..] = &mut cells;
    *code = not_found.code.to_owned();
    *reason = reason_of(not_found).to_owned();
    cells
}

/// Names the reason of a line. That a spreadsheet rounded a code is told apart, because the list must be made
/// again.
fn reason_of(not_found: &NotFound<'_>) -> &'static str {
    match lookup::is_rounded(not_found.code) {
        true => "rounded_number",
        false => not_found.reason(),
    }
}
