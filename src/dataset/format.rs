//! The file format. FORMAT.md specifies it, and this module has all of its constants.
//!
//! A file is a header of [`HEADER_LEN`] bytes, then the structures of [`super::Dataset`] in the order in
//! which `Dataset::open` reads them. All numbers are little-endian.

/// The first eight bytes. The byte over 127 and the line ends detect damage by text-mode transfers.
pub const MAGIC: [u8; 8] = *b"\x8EPACKS\r\n";
/// The version of the format that this code reads and writes.
pub const VERSION: u16 = 9;
/// Bytes of magic, version, flags, file length and digest, before the first structure.
pub const HEADER_LEN: usize = 48;
/// The offset of the digest: SHA-256 of all other bytes. It ends with the header.
pub const DIGEST_AT: usize = 16;
/// The length of the digest, in bytes.
pub const DIGEST_LEN: usize = 32;
/// Flag: the data are a demonstration.
pub const FLAG_DEMO: u16 = 1;
/// Flag: the first of [`super::Gap`]. The other gaps follow in their order.
pub const FIRST_GAP: u16 = 2;
/// Flag: the file has concepts, after the index. It is the highest bit, because gaps use the lowest.
pub const FLAG_CONCEPTS: u16 = 1 << 15;
/// Flag: a supplement classifies products among the concepts.
pub const FLAG_CLASSES: u16 = 1 << 14;

/// The minimum number of packs of a dataset that includes the filter of medicine names. Smaller datasets are
/// for tests.
#[cfg(any(test, feature = "write"))]
pub const PACKS_WITH_NAMES: usize = 1000;

/// The number of strings or words in a block. Only blocks have offsets.
pub const BLOCK: usize = 16;
/// The number of bits between two checkpoints of a bitmap with rank.
pub const RANK_BITS: usize = 512;

/// The maximum length of a text of a record, in bytes. The longest field of dm+d, the name of a pack, has 774
/// characters.
pub const MAX_TEXT_LEN: usize = 2048;
/// The maximum length of a word in the index, in bytes. A longer word is truncated.
pub const MAX_WORD_LEN: usize = 255;
/// The maximum number of GTIN rows of a pack.
pub const MAX_GTIN_ROWS: usize = 256;
/// The maximum number of rows of a GTIN, with any check digit.
pub const MAX_USES: usize = 256;
/// The maximum number of components of a combination pack.
pub const MAX_COMPONENTS: usize = 64;
/// The maximum number of forms, of routes and of ingredients of a virtual product.
pub const MAX_FACTS: usize = 256;

/// The digits after the item number of nearly all packs, without the check digit: the seven digits of the
/// UK's namespace, and the partition `10`. The check digit is recomputed.
pub const HOME_EXTENSION: u64 = 100_000_110;
/// The factor of the item number: ten digits follow it for namespace, partition and check digit.
pub const HOME_SCALE: u64 = 10_000_000_000;

/// Reads the value of up to eight little-endian bytes.
pub fn uint(bytes: &[u8]) -> u64 {
    let mut number = 0;
    for byte in bytes.iter().rev() {
        number = number << 8 | u64::from(*byte);
    }
    number
}

/// Reads a varint (seven bits per byte, lowest first) and advances `bytes`. Damage reads as zeros.
#[inline]
pub fn varint(bytes: &mut &[u8]) -> u32 {
    // Most varints have one or two bytes. The rest is returned, not updated in place, so that callers in a
    // loop keep it in registers.
    let (number, rest) = match *bytes {
        [byte @ 0..128, rest @ ..] => (u32::from(*byte), rest),
        [low, high @ 0..128, rest @ ..] => (u32::from(*low & 127) | u32::from(*high) << 7, rest),
        _ => long_varint(bytes),
    };
    *bytes = rest;
    number
}

#[cold]
fn long_varint(mut bytes: &[u8]) -> (u32, &[u8]) {
    let mut number = 0;
    let mut shift = 0;
    while let Some((byte, rest)) = bytes.split_first() {
        bytes = rest;
        number |= u32::from(byte & 127).wrapping_shl(shift);
        if *byte < 128 || shift >= 28 {
            break;
        }
        shift += 7;
    }
    (number, bytes)
}

/// Writes a varint.
#[cfg(feature = "write")]
pub fn push_varint(out: &mut Vec<u8>, mut number: u32) {
    while number >= 128 {
        out.push(number as u8 | 128);
        number >>= 7;
    }
    out.push(number as u8);
}

/// Writes a length and the bytes.
#[cfg(feature = "write")]
pub fn push_blob(out: &mut Vec<u8>, bytes: &[u8]) {
    out.extend_from_slice(&(bytes.len() as u32).to_le_bytes());
    out.extend_from_slice(bytes);
}
