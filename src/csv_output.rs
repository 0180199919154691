//! Lines of CSV, by RFC 4180. The crate `csv` would not quote semicolons, at which some spreadsheets split.

use std::fmt::Display;

use crate::sanitize::strip_control_chars;

/// Builds a line of cells, which are already escaped.
pub fn line(cells: impl Iterator<Item = String>) -> Vec<u8> {
    let mut line = Vec::new();
    for (place, cell) in cells.enumerate() {
        if place > 0 {
            line.push(b',');
        }
        line.extend_from_slice(cell.as_bytes());
    }
    line.push(b'\n');
    line
}

/// Writes a text as a cell. Texts are untrusted, so it removes control characters and neutralises
/// spreadsheet formulas.
pub fn cell(text: &str) -> String {
    let text = strip_control_chars(text);
    let text = if text.starts_with(['=', '+', '-', '@']) { format!("'{text}") } else { text };
    if text.contains(['"', ',', ';']) { format!("\"{}\"", text.replace('"', "\"\"")) } else { text }
}

/// Writes a code of digits as a quoted cell, because programs round numbers.
pub fn code(digits: impl Display) -> String {
    format!("\"{digits}\"")
}
