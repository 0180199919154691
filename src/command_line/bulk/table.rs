//! A table: CSV by RFC 4180 as spreadsheets write it, a workbook (.xlsx), or one code per line.

use std::io::{self, Cursor, Read};

use csv::{ByteRecord, Reader, ReaderBuilder};

use super::checked::{Checked, FAULT};
use super::encoding::{Text, text_of};
use super::workbook;
use crate::gtin::Gtin;
use crate::import::storage::reason;
use crate::lookup::is_rounded;

/// The maximum number of bytes of one read.
const BUFFER: usize = 1 << 16;
/// The separators of columns that are accepted without a line that states another one. The comma is the last
/// one, because it is also part of titles and numbers.
const SEPARATORS: [u8; 3] = *b";\t,";
/// The number of rows in which the head is looked for, as on the page (`www/src/stock-take/columns.ts`).
pub(in crate::command_line) const MAX_HEAD_ROWS: usize = 30;

/// The start of a zip, which a spreadsheet is.
const ZIP: &[u8] = b"PK\x03\x04";
/// The name of the input without a file.
pub const STANDARD_INPUT: &str = "standard input";

/// The rows of a table with codes, which `next` reads one by one. CSV, a workbook and a list of codes are
/// read alike.
pub struct Table<'i> {
    name: &'i str,
    reader: Reader<Box<dyn Read + 'i>>,
    record: ByteRecord,
    separator: u8,
}

impl<'i> Table<'i> {
    /// Reads the table of an input with a name. The name of its column of codes, if there is one, helps to
    /// find the separator.
    pub fn of(input: Box<dyn Read + 'i>, name: &'i str, column: Option<&str>) -> Result<Table<'i>, String> {
        let mut input = Text::of(input).map_err(|error| unreadable(name, error))?;
        if input.start().starts_with(ZIP) {
            let mut workbook = Vec::new();
            input.read_to_end(&mut workbook).map_err(|error| unreadable(name, error))?;
            let sheet = workbook::sheet_as_csv(&workbook).map_err(|error| format!("{name}: {error}"))?;
            input = Text::of(Box::new(Cursor::new(sheet))).map_err(|error| unreadable(name, error))?;
        }
        let stated = stated_separator(input.start());
        let separator = stated.unwrap_or_else(|| likely_separator(input.start(), column));
        let reader = reader(Box::new(Checked::new(input, name, separator)), separator);
        let mut table = Table { name, reader, record: ByteRecord::new(), separator };
        if stated.is_some() {
            table.next()?;
        }
        Ok(table)
    }

    /// Finds the index of a column by its name in the head, which is read. Rows above the head are titles; a
    /// row with a code is none.
    pub fn column(&mut self, name: &str) -> Result<usize, String> {
        let mut widest = Vec::new();
        for _ in 0..MAX_HEAD_ROWS {
            let Some(row) = self.next()? else { break };
            let has_code = row.iter().any(|cell| is_code(cell));
            let place = row.iter().position(|cell| cell == name);
            if let (Some(place), false) = (place, has_code) {
                return Ok(place);
            }
            if filled(&row) > filled(&widest) {
                widest = row;
            }
            if has_code {
                break;
            }
        }
        Err(format!("column \"{name}\" not found; columns are: {}", widest.join(", ")))
    }

    /// Reads the cells of the next row that is not blank.
    pub fn next(&mut self) -> Result<Option<Vec<String>>, String> {
        while self.reader.read_byte_record(&mut self.record).map_err(|error| problem(self.name, error))? {
            let row = row_of(&self.record);
            if let Some(cell) = row.iter().find(|cell| has_rows(cell, self.separator, row.len())) {
                return Err(rows_inside(self.name, cell));
            }
            if filled(&row) > 0 {
                return Ok(Some(row));
            }
        }
        Ok(None)
    }
}

fn problem(name: &str, error: csv::Error) -> String {
    match error.into_kind() {
        csv::ErrorKind::Io(error) if error.kind() == FAULT => error.to_string(),
        csv::ErrorKind::Io(error) => unreadable(name, error),
        _ => format!("cannot read {name}: it is not CSV"),
    }
}

fn unreadable(name: &str, error: io::Error) -> String {
    format!("cannot read {name}: {}", reason(&error))
}

/// All readers have one type, so that the code of the crate is compiled once.
fn reader(input: Box<dyn Read + '_>, separator: u8) -> Reader<Box<dyn Read + '_>> {
    ReaderBuilder::new()
        .has_headers(false)
        .flexible(true)
        .delimiter(separator)
        .buffer_capacity(BUFFER)
        .from_reader(input)
}

/// Finds the separator of a first line `sep=;`, which some spreadsheets write and all read.
fn stated_separator(start: &[u8]) -> Option<u8> {
    let line = start.split(|byte| matches!(byte, b'\r' | b'\n')).next()?;
    let line = line.strip_prefix(b"\"").and_then(|line| line.strip_suffix(b"\"")).unwrap_or(line);
    let (name, separator) = line.split_at_checked(4)?;
    let [separator] = separator else { return None };
    let is_usable = separator.is_ascii() && *separator != b'"';
    (is_usable && name.eq_ignore_ascii_case(b"sep=")).then_some(*separator)
}

/// Guesses the separator with which a row of the start has the column, or else a code. Titles may have
/// others.
fn likely_separator(start: &[u8], column: Option<&str>) -> u8 {
    let of_column = column.and_then(|name| separator_of(start, &|cell| cell == name));
    let likely = of_column.or_else(|| separator_of(start, &is_code));
    likely.unwrap_or_else(|| first_separator(start))
}

fn separator_of(start: &[u8], is_wanted: &dyn Fn(&str) -> bool) -> Option<u8> {
    SEPARATORS.into_iter().find(|separator| separates(*separator, start, is_wanted))
}

/// Reports whether one of the first rows has two or more cells, and one of these is wanted.
fn separates(separator: u8, start: &[u8], is_wanted: &dyn Fn(&str) -> bool) -> bool {
    let mut reader = reader(Box::new(start), separator);
    let mut record = ByteRecord::new();
    for _ in 0..MAX_HEAD_ROWS {
        let Ok(true) = reader.read_byte_record(&mut record) else { return false };
        let row = row_of(&record);
        if row.len() > 1 && row.iter().any(|cell| is_wanted(cell)) {
            return true;
        }
    }
    false
}

/// Finds the first separator outside quotation marks, or a comma.
fn first_separator(start: &[u8]) -> u8 {
    let mut is_quoted = false;
    for byte in start {
        match byte {
            b'"' => is_quoted = !is_quoted,
            byte if SEPARATORS.contains(byte) && !is_quoted => return *byte,
            _ => {}
        }
    }
    b','
}

fn row_of(record: &ByteRecord) -> Vec<String> {
    let mut row = Vec::with_capacity(record.len());
    for field in record {
        row.push(cell_of(&text_of(field)));
    }
    row
}

/// Removes white space and quotation marks around a text, and the formula `="0123"` that keeps leading zeros
/// in spreadsheets.
fn cell_of(text: &str) -> String {
    let text = text.trim();
    let quoted = text.strip_prefix('=').filter(|text| text.starts_with('"') && text.ends_with('"'));
    quoted.unwrap_or(text).trim_matches('"').trim().to_owned()
}

/// Counts the cells with text.
fn filled(row: &[String]) -> usize {
    row.iter().filter(|cell| !cell.is_empty()).count()
}

/// Reports whether a cell of a list is a code, even if a spreadsheet rounded it.
fn is_code(cell: &str) -> bool {
    Gtin::parse(cell).is_ok() || is_rounded(cell)
}

/// Reports whether the lines of a cell are rows with codes: the quotation mark of another row closed it.
fn has_rows(cell: &str, separator: u8, width: usize) -> bool {
    cell.lines().skip(1).any(|line| {
        let cells: Vec<&str> = line.split(char::from(separator)).collect();
        cells.len() >= width.max(2) && cells.iter().any(|cell| is_code(&cell_of(cell)))
    })
}

fn rows_inside(name: &str, cell: &str) -> String {
    let line: String = cell.lines().next().unwrap_or_default().chars().take(40).collect();
    format!("{name}: a cell contains rows with codes: it starts with \"{line}\"; check its quotation marks")
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a panic fails the test")]
    use proptest::prelude::*;

    use super::*;

    fn table(input: &str) -> Table<'_> {
        Table::of(Box::new(input.as_bytes()), STANDARD_INPUT, None).unwrap()
    }

    fn records(input: &str) -> Result<Vec<Vec<String>>, String> {
        records_of(input.as_bytes())
    }

    fn records_of(input: &[u8]) -> Result<Vec<Vec<String>>, String> {
        let mut table = Table::of(Box::new(input), STANDARD_INPUT, None)?;
        let mut records = Vec::new();
        while let Some(fields) = table.next()? {
            records.push(fields);
        }
        Ok(records)
    }

    #[test]
    fn reads_quoted_line_breaks_and_doubled_quotes() {
        assert_eq!(records("\"a\r\nb\",1\nc,2\n").unwrap(), [["a\r\nb", "1"], ["c", "2"]]);
        assert_eq!(records("\"5\"\" tube\",1\n").unwrap(), [["5\" tube", "1"]]);
        assert_eq!(records("\"a, \"\"b\"\", c\",1").unwrap(), [["a, \"b\", c", "1"]]);
    }

    #[test]
    fn finds_a_column_of_a_header_with_a_line_break() {
        assert_eq!(table("\u{feff}\"Pack\nname\";\"EAN\"\r\nA;1\r\n").column("EAN"), Ok(1));
        assert_eq!(table("\u{feff}EAN,n\n").column("EAN"), Ok(0));
        assert_eq!(table("a,b\n").column("EAN").unwrap_err(), "column \"EAN\" not found; columns are: a, b");
    }

    #[test]
    fn uses_the_separator_of_the_first_record() {
        assert_eq!(records("a;b,c\nd;e").unwrap(), [["a", "b,c"], ["d", "e"]]);
        assert_eq!(records("a\tb").unwrap(), [["a", "b"]]);
        assert_eq!(records("\"a;b\",c\n").unwrap(), [["a;b", "c"]]);
    }

    #[test]
    fn accepts_ragged_and_blank_records() {
        let expected: [&[&str]; 3] = [&["a", "b", "c"], &["d"], &["", "e"]];
        assert_eq!(records("\n \r\na,b,c\r\n\r\nd\r\n,e\r\n").unwrap(), expected);
    }

    #[test]
    fn rejects_a_quotation_mark_that_is_not_closed() {
        let error = "standard input, line 2: a quotation mark is not closed; close it or remove it";
        assert_eq!(records("a,1\n\"b,2\nc,3\n").unwrap_err(), error);
        assert_eq!(records("a\"b,1\nc,2").unwrap(), [["a\"b", "1"], ["c", "2"]]);
    }

    #[test]
    fn bounds_the_length_of_a_record() {
        let codes = "9520000000011\n".repeat(100_000);
        assert_eq!(records(&codes).unwrap().len(), 100_000);
        let error = records(&format!("1\n\"{codes}")).unwrap_err();
        assert!(error.starts_with("standard input, line 2: too long"), "{error}");
    }

    /// A table in which marks are around names, some of them with line breaks.
    const QUOTED: &str = "9520000000011,\"A, 1\",5\n\"9520000000028\",\"\",6\n9520000000035,\"B\n2\",7\n9520000000042,,\"8\"\n9520000000059,C,9\n";

    #[test]
    fn one_quotation_mark_too_many_or_too_few_loses_no_row() {
        assert_eq!(records(QUOTED).unwrap().len(), 5);
        for place in 0..QUOTED.len() {
            let (before, after) = QUOTED.split_at(place);
            check_rows(&format!("{before}\"{after}"));
            if let Some(after) = after.strip_prefix('"') {
                check_rows(&format!("{before}{after}"));
            }
        }
    }

    /// Checks that a code is in each line that has one, unless the table is rejected.
    fn check_rows(input: &str) {
        let Ok(records) = records(input) else { return };
        let with_code =
            |record: &&Vec<String>| record.iter().any(|cell| cell.replace('"', "").contains("95200000"));
        assert!(records.iter().filter(with_code).count() >= 5, "{input:?} {records:?}");
    }

    fn written(rows: &[Vec<String>], separator: u8) -> String {
        let mut writer =
            csv::WriterBuilder::new().flexible(true).delimiter(separator).from_writer(Vec::new());
        for row in rows {
            writer.write_record(row).unwrap();
        }
        let csv = String::from_utf8(writer.into_inner().unwrap()).unwrap();
        format!("sep={}\n{csv}", char::from(separator))
    }

    fn read_back(rows: &[Vec<String>]) -> Vec<Vec<String>> {
        let cells = |row: &Vec<String>| row.iter().map(|cell| cell_of(cell)).collect();
        let rows = rows.iter().map(cells);
        rows.filter(|row: &Vec<String>| filled(row) > 0).collect()
    }

    proptest! {
        #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

        #[test]
        fn reads_what_is_written(
            rows in proptest::collection::vec(proptest::collection::vec("[a-d0-9,;\t\n\"\r é€💊]{0,6}", 1..4), 0..30),
            separator in proptest::sample::select(SEPARATORS.as_slice()),
        ) {
            let (text, expected) = (written(&rows, separator), Ok(read_back(&rows)));
            prop_assert_eq!(&records(&text), &expected);
            let units = text.encode_utf16();
            prop_assert_eq!(&records_of(&units.clone().flat_map(u16::to_le_bytes).collect::<Vec<_>>()), &expected);
            let marked = std::iter::once(0xfeff).chain(units);
            prop_assert_eq!(&records_of(&marked.flat_map(u16::to_be_bytes).collect::<Vec<_>>()), &expected);
        }

        #[test]
        fn any_bytes_are_read_or_rejected(
            bytes in proptest::collection::vec(
                prop_oneof![any::<u8>(), proptest::sample::select(b"\",;\t\r\n\0\xff\xfe\xd8=9eE+".as_slice())],
                0..600,
            ),
        ) {
            for start in ["", "sep=;\n", "\u{feff}"] {
                let bytes = [start.as_bytes(), &bytes].concat();
                let _ = records_of(&bytes);
                let _ = Table::of(Box::new(bytes.as_slice()), STANDARD_INPUT, Some("9")).and_then(|mut table| table.column("9"));
            }
        }
    }
}
