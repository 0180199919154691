//! Sanitises untrusted text for a terminal, and writes it as CSV by RFC 4180.

use std::fmt::Display;

/// Replaces characters that control the terminal, break lines, change the direction of the surrounding text,
/// or are invisible.
pub(crate) fn strip_control_chars(text: &str) -> String {
    text.chars().map(|c| if is_unsafe(c) { char::REPLACEMENT_CHARACTER } else { c }).collect()
}

/// The general categories Cc, Cf, Zl and Zp of Unicode 17, as `printable` has them in JavaScript.
fn is_unsafe(c: char) -> bool {
    c.is_control()
        || matches!(
            c,
            '\u{ad}'
                | '\u{600}'..='\u{605}'
                | '\u{61c}'
                | '\u{6dd}'
                | '\u{70f}'
                | '\u{890}'..='\u{891}'
                | '\u{8e2}'
                | '\u{180e}'
                | '\u{200b}'..='\u{200f}'
                | '\u{2028}'..='\u{202e}'
                | '\u{2060}'..='\u{206f}'
                | '\u{feff}'
                | '\u{fff9}'..='\u{fffb}'
                | '\u{110bd}'
                | '\u{110cd}'
                | '\u{13430}'..='\u{1343f}'
                | '\u{1bca0}'..='\u{1bca3}'
                | '\u{1d173}'..='\u{1d17a}'
                | '\u{e0001}'
                | '\u{e0020}'..='\u{e007f}'
        )
}

/// Sanitises each line of a text.
#[cfg(feature = "cli")]
pub(crate) fn strip_control_chars_per_line(text: &str) -> String {
    text.split('\n').map(strip_control_chars).collect::<Vec<_>>().join("\n")
}

/// Builds a line of CSV from cells, which are already escaped.
///
/// The crate `csv` would not quote semicolons, at which some spreadsheets split.
pub fn csv_line(cells: impl Iterator<Item = String>) -> Vec<u8> {
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

/// Writes a text as a cell of CSV. Texts are untrusted, so it removes control characters and neutralises
/// spreadsheet formulas.
pub fn csv_cell(text: &str) -> String {
    let text = strip_control_chars(text);
    let text = if text.starts_with(['=', '+', '-', '@']) { format!("'{text}") } else { text };
    if text.contains(['"', ',', ';']) { format!("\"{}\"", text.replace('"', "\"\"")) } else { text }
}

/// Writes a code of digits as a quoted cell, because programs round numbers.
pub fn csv_code(digits: impl Display) -> String {
    format!("\"{digits}\"")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn replaces_control_and_bidirectional_characters() {
        assert_eq!(
            strip_control_chars("a\u{1b}[2Jb\u{7}\r\n\u{9b}c"),
            "a\u{fffd}[2Jb\u{fffd}\u{fffd}\u{fffd}\u{fffd}c"
        );
        assert_eq!(strip_control_chars("\u{202e}\u{2066}\u{2028}"), "\u{fffd}\u{fffd}\u{fffd}");
        assert_eq!(
            strip_control_chars("am\u{200b}lo\u{ad}d\u{e0061}\u{feff}"),
            "am\u{fffd}lo\u{fffd}d\u{fffd}\u{fffd}"
        );
        assert_eq!(strip_control_chars("R\u{f6}sti \u{a3}5 \u{5d0}"), "R\u{f6}sti \u{a3}5 \u{5d0}");
    }
}
