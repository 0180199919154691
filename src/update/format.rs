//! How an update begins.

/// The version of updates that this code reads and writes.
pub const VERSION: u16 = 2;
/// The first eight bytes: a dataset's, but for one letter.
pub const MAGIC: [u8; 8] = *b"\x8EPACKU\r\n";
