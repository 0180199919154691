//! Workbooks (.xlsx) as lists. The sheet with the most codes is read.

use std::fmt::Display;
use std::io::{self, Cursor, Read};

use calamine::{Data, Range, Reader, Xlsx};
use csv::WriterBuilder;
use zip::ZipArchive;

use crate::code_list::is_code;

/// The maximum number of bytes to which a workbook may unpack: ten times what 100,000 rows have.
const MAX_WORKBOOK_BYTES: u64 = 256 * 1024 * 1024;
/// From here on, a number of a workbook has lost digits: its last ones are not those that were typed.
const FIRST_INEXACT: f64 = 1e15;

/// Writes the sheet with the most codes as CSV, with a first line that states the separator.
pub fn sheet_as_csv(bytes: &[u8]) -> Result<Vec<u8>, String> {
    check(bytes)?;
    let mut workbook: Xlsx<_> =
        Xlsx::new(Cursor::new(bytes)).map_err(|_| "this is no workbook (.xlsx); save the list as CSV")?;
    let mut best: Option<(usize, Range<Data>)> = None;
    for name in workbook.sheet_names() {
        let Ok(sheet) = workbook.worksheet_range(&name) else {
            return Err(format!("the sheet \"{name}\" cannot be read; save the list as CSV"));
        };
        let codes = sheet.used_cells().filter(|(_, _, cell)| is_code(&text_of(cell))).count();
        if best.as_ref().is_none_or(|(most, _)| codes > *most) {
            best = Some((codes, sheet));
        }
    }
    let Some((_, sheet)) = best else { return Err("the workbook has no sheet".to_owned()) };
    Ok(csv_of(&sheet))
}

/// Reads the zip to its end: the reader of workbooks stops before the checksums, and has no limit.
fn check(bytes: &[u8]) -> Result<(), String> {
    let mut archive = ZipArchive::new(Cursor::new(bytes)).map_err(damaged)?;
    let mut rest = MAX_WORKBOOK_BYTES + 1;
    for index in 0..archive.len() {
        let entry = archive.by_index(index).map_err(damaged)?;
        rest -= io::copy(&mut entry.take(rest), &mut io::sink()).map_err(damaged)?;
        if rest == 0 {
            return Err(format!(
                "the workbook unpacks to more than {MAX_WORKBOOK_BYTES} bytes; save the list as CSV"
            ));
        }
    }
    Ok(())
}

fn damaged(error: impl Display) -> String {
    format!("the workbook is damaged: {error}; download or save it again")
}

fn csv_of(sheet: &Range<Data>) -> Vec<u8> {
    let mut out = WriterBuilder::new().flexible(true).from_writer(b"sep=,\n".to_vec());
    for row in sheet.rows() {
        let cells: Vec<String> = row.iter().map(text_of).collect();
        // Memory takes everything.
        let _ = out.write_record(&cells);
    }
    out.into_inner().unwrap_or_default()
}

/// Writes the text of a cell. A number that has lost digits keeps an exponent, so that it is not a code.
fn text_of(cell: &Data) -> String {
    match cell {
        Data::Float(number) if number.abs() >= FIRST_INEXACT => format!("{number:E}"),
        Data::DateTime(time) => day_of(time),
        Data::Empty => String::new(),
        // A line break in a cell would be one in the list.
        other => other.to_string().replace(['\r', '\n'], " "),
    }
}

fn day_of(time: &calamine::ExcelDateTime) -> String {
    let (year, month, day, hour, minute, second, _) = time.to_ymd_hms_milli();
    match (hour, minute, second) {
        (0, 0, 0) => format!("{year:04}-{month:02}-{day:02}"),
        _ => format!("{year:04}-{month:02}-{day:02} {hour:02}:{minute:02}:{second:02}"),
    }
}
