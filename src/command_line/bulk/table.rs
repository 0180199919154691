//! The records of the standard input.

use std::io::{self, BufRead, BufReader, ErrorKind, Read};

use csv::ByteRecord;

use super::encoding::{self, Text};
use crate::import::storage::reason;

/// The maximum number of bytes of one read.
const BUFFER: usize = 1 << 16;
/// The number of bytes after which a record is too long. Tables of codes have shorter records, and the limit
/// bounds the memory for any input.
const LONGEST_RECORD: usize = 1 << 16;
/// The separators of columns that are accepted.
const SEPARATORS: [u8; 3] = *b",;\t";

/// The records of a table, which is CSV by RFC 4180 or one code per line.
pub struct Table<'i> {
    reader: csv::Reader<Bounded<Box<dyn Read + 'i>>>,
    record: ByteRecord,
}

/// The text after the input. A quotation mark that is not closed makes it part of the last field: without it, the
/// codes after the mark would disappear without an error.
const END: &str = "\nend of the input of pack-lookup\n";

impl<'i> Table<'i> {
    pub fn of(input: Box<dyn Read + 'i>) -> Result<Table<'i>, String> {
        let input = Text::of(input).map_err(unreadable)?;
        let mut input = BufReader::with_capacity(BUFFER, input);
        let head = first_record(&mut input).map_err(unreadable)?;
        let separator = separator(&head);
        let whole: Box<dyn Read + 'i> = Box::new(io::Cursor::new(head).chain(input).chain(END.as_bytes()));
        let reader = csv::ReaderBuilder::new()
            .has_headers(false)
            .flexible(true)
            .delimiter(separator)
            .buffer_capacity(BUFFER)
            .from_reader(Bounded { input: whole, left: 0 });
        Ok(Table { reader, record: ByteRecord::new() })
    }

    /// Returns the index of a column by its name in the first record.
    pub fn column(&mut self, name: &str) -> Result<usize, String> {
        let header = self.next()?.unwrap_or_default();
        match header.iter().position(|field| field == name) {
            Some(place) => Ok(place),
            None => Err(format!("column \"{name}\" not found; columns are: {}", header.join(", "))),
        }
    }

    /// Returns the fields of the next record that is not blank.
    pub fn next(&mut self) -> Result<Option<Vec<String>>, String> {
        loop {
            let line = self.reader.position().line();
            self.reader.get_mut().left = LONGEST_RECORD;
            if !self.reader.read_byte_record(&mut self.record).map_err(|error| problem(error, line))? {
                return Ok(None);
            }
            let fields: Vec<String> = self.record.iter().map(text_of).collect();
            match fields.as_slice() {
                [end] if end == END.trim() => return Ok(None),
                [blank] if blank.is_empty() => {}
                [.., last] if last.ends_with(END.trim()) => {
                    return Err(format!("standard input, line {line}: a quotation mark is not closed"));
                }
                _ => return Ok(Some(fields)),
            }
        }
    }
}

/// Returns a field without white space and quotation marks around it.
fn text_of(field: &[u8]) -> String {
    encoding::text_of(field).trim().trim_matches('"').trim().to_owned()
}

/// Reads the first record that is not blank, and the blank lines before it.
fn first_record(input: &mut dyn BufRead) -> io::Result<Vec<u8>> {
    let mut head = Vec::new();
    let mut input = input.take(LONGEST_RECORD as u64);
    while input.read_until(b'\n', &mut head)? > 0 {
        let is_open = head.iter().filter(|byte| **byte == b'"').count() % 2 == 1;
        if !is_open && !head.trim_ascii().is_empty() {
            break;
        }
    }
    Ok(head)
}

/// Returns the first separator outside quotation marks, or a comma.
fn separator(record: &[u8]) -> u8 {
    let mut is_quoted = false;
    for byte in record {
        match byte {
            b'"' => is_quoted = !is_quoted,
            byte if SEPARATORS.contains(byte) && !is_quoted => return *byte,
            _ => {}
        }
    }
    b','
}

/// An input with a limit of bytes, which bounds the memory of a record.
struct Bounded<R> {
    input: R,
    left: usize,
}

impl<R: Read> Read for Bounded<R> {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        if self.left == 0 {
            return Err(ErrorKind::FileTooLarge.into());
        }
        let read = self.input.read(into)?;
        self.left = self.left.saturating_sub(read);
        Ok(read)
    }
}

fn problem(error: csv::Error, line: u64) -> String {
    match error.into_kind() {
        csv::ErrorKind::Io(error) if error.kind() == ErrorKind::FileTooLarge => {
            format!("standard input, line {line}: too long for a table of codes; check its quotation marks")
        }
        csv::ErrorKind::Io(error) => unreadable(error),
        _ => format!("standard input, line {line}: not CSV"),
    }
}

fn unreadable(error: io::Error) -> String {
    format!("cannot read standard input: {}", reason(&error))
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a panic fails the test")]
    use super::*;

    fn table(input: &str) -> Table<'_> {
        Table::of(Box::new(input.as_bytes())).unwrap()
    }

    fn records(input: &str) -> Result<Vec<Vec<String>>, String> {
        let mut table = table(input);
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
        let error = "standard input, line 2: a quotation mark is not closed";
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
}
