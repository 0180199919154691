//! The constants of the update file.

/// The format version that this code reads and writes.
pub const VERSION: u16 = 4;
/// The first eight bytes. They differ from a dataset's in one letter.
pub const MAGIC: [u8; 8] = *b"\x8EPACKU\r\n";
