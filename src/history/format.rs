//! The constants of the history file.

use crate::concept::Kind;

/// The format version that this code reads and writes.
pub const VERSION: u16 = 1;
/// The first eight bytes. They differ from a dataset's in one letter.
pub const MAGIC: [u8; 8] = *b"\x8EPACKH\r\n";
/// The concepts, in the order of the file.
pub const CONCEPTS: [Kind; 5] = [Kind::Ampp, Kind::Amp, Kind::Vmpp, Kind::Vmp, Kind::Vtm];
/// Finds the place of a concept in this order.
#[cfg(feature = "write")]
pub fn place_of(concept: Kind) -> usize {
    CONCEPTS.iter().position(|one| *one == concept).unwrap_or_default()
}

/// The most changes for each byte of a file. A change has at least one byte, unless it differs from others
/// only in its code.
pub const MAX_CHANGES_PER_BYTE: usize = 4;
