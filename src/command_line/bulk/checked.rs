//! A check of CSV while it is read. The crate `csv` reads a quotation mark that nothing closes to the end of
//! the input, so that rows would be lost in silence.

use std::io::{self, ErrorKind, Read};

use super::encoding::Text;

/// The number of bytes after which a record is too long. Tables of codes have shorter records, and the limit
/// bounds the memory for any input.
const LONGEST_RECORD: usize = 1 << 16;

/// The kind of errors whose text says what is wrong with the input.
pub const FAULT: ErrorKind = ErrorKind::InvalidData;
const OPEN: &str = "a quotation mark is not closed; close it or remove it";
const TOO_LONG: &str = "too long for a table of codes; check its quotation marks";

/// A text of CSV whose records are short, and whose quotation marks are closed.
pub struct Checked<'i> {
    input: Text<'i>,
    name: &'i str,
    separator: u8,
    place: Place,
    line: u64,
    /// The line where the record starts, or where the last quotation mark of it opens.
    start: u64,
    len: usize,
    is_after_return: bool,
}

/// A place in a record, by the rules of the crate `csv`.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Place {
    StartOfField,
    Unquoted,
    Quoted,
    AfterQuote,
}

impl<'i> Checked<'i> {
    /// Wraps an input with this separator of fields. Faults have its name.
    pub fn new(input: Text<'i>, name: &'i str, separator: u8) -> Checked<'i> {
        Checked {
            input,
            name,
            separator,
            place: Place::StartOfField,
            line: 1,
            start: 1,
            len: 0,
            is_after_return: false,
        }
    }

    fn fault(&self, problem: &str) -> io::Error {
        io::Error::new(FAULT, format!("{}, line {}: {problem}", self.name, self.start))
    }

    fn pass(&mut self, byte: u8) -> io::Result<()> {
        let before = self.place;
        self.place = self.place_after(byte);
        self.len += 1;
        if before == Place::StartOfField && self.place == Place::Quoted {
            self.start = self.line;
        }
        self.check(before)?;
        self.count_line(byte);
        Ok(())
    }

    fn check(&self, before: Place) -> io::Result<()> {
        let continues = before == Place::AfterQuote && self.place == Place::Unquoted;
        // A mark that closes a field of two or more lines and does not end it is the opening mark of another
        // row.
        if continues && self.start < self.line {
            return Err(self.fault(OPEN));
        }
        if self.len > LONGEST_RECORD {
            return Err(self.fault(TOO_LONG));
        }
        Ok(())
    }

    fn place_after(&self, byte: u8) -> Place {
        match (self.place, byte) {
            (Place::Quoted, b'"') => Place::AfterQuote,
            (Place::Quoted, _) | (Place::StartOfField | Place::AfterQuote, b'"') => Place::Quoted,
            (_, b'\r' | b'\n') => Place::StartOfField,
            _ if byte == self.separator => Place::StartOfField,
            _ => Place::Unquoted,
        }
    }

    fn count_line(&mut self, byte: u8) {
        let is_second = byte == b'\n' && self.is_after_return;
        self.is_after_return = byte == b'\r';
        if !matches!(byte, b'\r' | b'\n') {
            return;
        }
        self.line += u64::from(!is_second);
        if self.place != Place::Quoted {
            (self.start, self.len) = (self.line, 0);
        }
    }
}

impl Read for Checked<'_> {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        let read = self.input.read(into)?;
        if read == 0 && self.place == Place::Quoted {
            return Err(self.fault(OPEN));
        }
        for byte in into.iter().take(read) {
            self.pass(*byte)?;
        }
        Ok(read)
    }
}
