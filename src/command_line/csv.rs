//! Lines of CSV, as RFC 4180 has it.

use crate::plain::plain;

/// A line of cells that are ready.
pub fn line(cells: impl Iterator<Item = String>) -> Vec<u8> {
    let cells: Vec<String> = cells.collect();
    format!("{}\n", cells.join(",")).into_bytes()
}

/// A text with nothing that would command a terminal, and with no formula for spreadsheets: texts come from strangers.
pub fn cell(text: &str) -> String {
    let text = plain(text);
    let text = if text.starts_with(['=', '+', '-', '@']) { format!("'{text}") } else { text };
    if text.contains(['"', ',', ';']) { format!("\"{}\"", text.replace('"', "\"\"")) } else { text }
}
