//! The encodings in which spreadsheets write CSV: UTF-8, UTF-16 and Windows-1252.
//!
//! The page reads lists by the same rules, in `www/src/stock-take/files.ts`.

use std::borrow::Cow;
use std::io::{self, Cursor, Read};
use std::str;

/// The maximum number of bytes that are decoded at a time.
const CHUNK: usize = 1 << 16;
/// The number of bytes at the start that tell UTF-16 without a byte order mark.
const START: usize = 400;
const BYTE_ORDER_MARK: &str = "\u{feff}";

/// Reads a unit of UTF-16 from two bytes.
type UnitOf = fn([u8; 2]) -> u16;

/// An input as UTF-8, if it is UTF-16. The fields of others are decoded by [`text_of`].
pub struct Text<'i> {
    /// `None` after its end, because a terminal would wait for more.
    input: Option<Box<dyn Read + 'i>>,
    unit_of: Option<UnitOf>,
    /// The start of a character of UTF-16 whose rest is in the next chunk.
    half: Vec<u8>,
    chunk: Cursor<Vec<u8>>,
}

impl<'i> Text<'i> {
    /// Decodes the text of an input without its byte order mark.
    ///
    /// # Errors
    ///
    /// Returns an error if the input cannot be read.
    pub fn of(input: Box<dyn Read + 'i>) -> io::Result<Text<'i>> {
        let mut text = Text { input: Some(input), unit_of: None, half: Vec::new(), chunk: Cursor::default() };
        let bytes = text.first_bytes()?;
        text.unit_of = unit_of(bytes.get(..START).unwrap_or(&bytes));
        let mut chunk = text.decode(bytes);
        if chunk.starts_with(BYTE_ORDER_MARK.as_bytes()) {
            chunk.drain(..BYTE_ORDER_MARK.len());
        }
        text.chunk = Cursor::new(chunk);
        Ok(text)
    }

    /// The start of the text, before it is read.
    pub fn start(&self) -> &[u8] {
        self.chunk.get_ref()
    }

    /// Reads until the first line is there. A person who types gets an answer to each line.
    fn first_bytes(&mut self) -> io::Result<Vec<u8>> {
        let mut bytes = self.next_bytes()?;
        while self.input.is_some() && bytes.len() < CHUNK && !bytes.contains(&b'\n') {
            bytes.extend(self.next_bytes()?);
        }
        Ok(bytes)
    }

    /// Reads what is there.
    fn next_bytes(&mut self) -> io::Result<Vec<u8>> {
        let mut bytes = vec![0; CHUNK];
        let len = match &mut self.input {
            Some(input) => read_once(input, &mut bytes)?,
            None => 0,
        };
        if len == 0 {
            self.input = None;
        }
        bytes.truncate(len);
        Ok(bytes)
    }

    fn decode(&mut self, bytes: Vec<u8>) -> Vec<u8> {
        let Some(unit_of) = self.unit_of else { return bytes };
        let mut bytes = [std::mem::take(&mut self.half), bytes].concat();
        if self.input.is_some() {
            self.half = bytes.split_off(whole_len(&bytes, unit_of));
        }
        decode(&bytes, unit_of)
    }
}

fn read_once(input: &mut dyn Read, bytes: &mut [u8]) -> io::Result<usize> {
    loop {
        match input.read(bytes) {
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            read => return read,
        }
    }
}

impl Read for Text<'_> {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        while self.input.is_some() && self.chunk.position() == self.chunk.get_ref().len() as u64 {
            let bytes = self.next_bytes()?;
            self.chunk = Cursor::new(self.decode(bytes));
        }
        self.chunk.read(into)
    }
}

/// Finds the byte order of UTF-16. Returns `None` if the text has another encoding.
fn unit_of(start: &[u8]) -> Option<UnitOf> {
    let zeros = start.iter().filter(|byte| **byte == 0).count();
    match start {
        [0xff, 0xfe, ..] => Some(u16::from_le_bytes),
        [0xfe, 0xff, ..] => Some(u16::from_be_bytes),
        // Without a byte order mark, every second byte of English text is zero.
        [0, ..] if zeros > start.len() / 4 => Some(u16::from_be_bytes),
        _ if zeros > start.len() / 4 => Some(u16::from_le_bytes),
        _ => None,
    }
}

/// Counts the bytes of whole characters.
fn whole_len(bytes: &[u8], unit_of: UnitOf) -> usize {
    let (pairs, rest) = bytes.as_chunks();
    let is_half = pairs.last().is_some_and(|pair| matches!(unit_of(*pair), 0xd800..=0xdbff));
    bytes.len() - rest.len() - if is_half { 2 } else { 0 }
}

/// Decodes UTF-16. What is not UTF-16 becomes the replacement character.
fn decode(bytes: &[u8], unit_of: UnitOf) -> Vec<u8> {
    let (pairs, rest) = bytes.as_chunks();
    let mut text = String::with_capacity(bytes.len());
    for character in char::decode_utf16(pairs.iter().map(|pair| unit_of(*pair))) {
        text.push(character.unwrap_or(char::REPLACEMENT_CHARACTER));
    }
    if !rest.is_empty() {
        text.push(char::REPLACEMENT_CHARACTER);
    }
    text.into_bytes()
}

/// Decodes the text of a field in UTF-8, or else in Windows-1252. Each field is decoded for itself, because
/// the input is read only once.
pub fn text_of(field: &[u8]) -> Cow<'_, str> {
    match str::from_utf8(field) {
        Ok(text) => text.into(),
        Err(_) => field.iter().map(|byte| of_windows(*byte)).collect(),
    }
}

/// The characters of the bytes from 0x80 in Windows-1252, as browsers read it. Other bytes are as in Latin-1.
const FROM_0X80: [char; 32] = [
    '€', '\u{81}', '‚', 'ƒ', '„', '…', '†', '‡', 'ˆ', '‰', 'Š', '‹', 'Œ', '\u{8d}', 'Ž', '\u{8f}', '\u{90}',
    '‘', '’', '“', '”', '•', '–', '—', '˜', '™', 'š', '›', 'œ', '\u{9d}', 'ž', 'Ÿ',
];

fn of_windows(byte: u8) -> char {
    let place = usize::from(byte).checked_sub(0x80);
    let special = place.and_then(|place| FROM_0X80.get(place));
    special.copied().unwrap_or(char::from(byte))
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a panic fails the test")]
    use super::*;

    fn utf16(text: &str, bytes_of: fn(u16) -> [u8; 2]) -> Vec<u8> {
        text.encode_utf16().flat_map(bytes_of).collect()
    }

    fn read(input: &[u8]) -> String {
        let mut text = String::new();
        Text::of(Box::new(input)).unwrap().read_to_string(&mut text).unwrap();
        text
    }

    /// With each of these starts, pairs are at other places of the chunks.
    #[test]
    fn decodes_pairs_across_chunks() {
        for start in ["\u{feff}", "\u{feff}a", "a", "ab"] {
            let text = format!("{start}{}{}", "a".repeat(400), "\u{1f48a}".repeat(CHUNK));
            let expected = text.trim_start_matches(BYTE_ORDER_MARK);
            assert!(read(&utf16(&text, u16::to_le_bytes)) == expected, "{start:?}");
            assert!(read(&utf16(&text, u16::to_be_bytes)) == expected, "{start:?}");
        }
    }

    #[test]
    fn replaces_half_a_pair_at_the_end_of_a_chunk() {
        let text = "a".repeat(CHUNK / 2 - 1);
        let mut bytes = utf16(&text, u16::to_le_bytes);
        bytes.extend([0x3d, 0xd8]);
        assert_eq!(bytes.len(), CHUNK);
        assert!(read(&bytes) == format!("{text}\u{fffd}"));
        bytes.extend([b'a', 0]);
        assert!(read(&bytes) == format!("{text}\u{fffd}a"));
    }

    /// An input that has one byte at a time, like a slow pipe.
    struct Slow<'b>(&'b [u8]);
    impl Read for Slow<'_> {
        fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
            let one = into.len().min(1);
            self.0.read(into.get_mut(..one).unwrap_or_default())
        }
    }

    #[test]
    fn decodes_what_arrives_byte_by_byte() {
        let text = "EAN;\u{1f48a}\n1;é\n";
        for bytes in [utf16(text, u16::to_le_bytes), utf16(text, u16::to_be_bytes), text.as_bytes().to_vec()]
        {
            let mut read = String::new();
            Text::of(Box::new(Slow(&bytes))).unwrap().read_to_string(&mut read).unwrap();
            assert_eq!(read, text);
        }
    }

    #[test]
    fn has_the_first_line_before_the_second_arrives() {
        struct Typed(usize);
        impl Read for Typed {
            fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
                self.0 += 1;
                assert_eq!(self.0, 1, "waits for the second line");
                (&b"5012345678900\n"[..]).read(into)
            }
        }
        assert_eq!(Text::of(Box::new(Typed(0))).unwrap().start(), b"5012345678900\n");
    }

    #[test]
    fn does_not_read_again_after_the_end() {
        /// An input that has an end only once, like a terminal.
        struct Terminal(usize);
        impl Read for Terminal {
            fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
                self.0 += 1;
                assert!(self.0 <= 2, "read after the end");
                if self.0 == 1 { (&b"1"[..]).read(into) } else { Ok(0) }
            }
        }
        let mut text = String::new();
        Text::of(Box::new(Terminal(0))).unwrap().read_to_string(&mut text).unwrap();
        assert_eq!(text, "1");
    }
}
