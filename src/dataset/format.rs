//! The file: what stands where. FORMAT.md tells it in words; this module owns every number in it.
//!
//! A file is a [`HEADER_LEN`]-byte header, then the structures of [`super::Dataset`] one behind
//! the other, in the order in which `Dataset::open` reads them. All numbers are little-endian.

/// The first eight bytes. The byte over 127 and the line ends show damage by text-mode transfers.
pub const MAGIC: [u8; 8] = *b"\x8EPACKS\r\n";
/// The version of the format that this code reads and writes.
pub const VERSION: u16 = 5;
/// Bytes of magic, version, flags, file length and digest, before the first structure.
pub const HEADER_LEN: usize = 48;
/// Where the digest stands, up to the end of the header: SHA-256 of all that is before and behind it.
pub const DIGEST_AT: usize = 16;
/// How many bytes the digest has.
pub const DIGEST_LEN: usize = 32;
/// Flag: the data are a demonstration.
pub const FLAG_DEMO: u16 = 1;
/// Flag: the first of [`super::Gap`]; the others follow in their order.
pub const FIRST_GAP: u16 = 2;
/// Flag: the concepts above the packs stand behind the index. The highest, since gaps come from below.
pub const FLAG_CONCEPTS: u16 = 1 << 15;
/// Flag: products among the concepts are classified, by a supplement to the release.
pub const FLAG_CLASSES: u16 = 1 << 14;

/// A dataset of so many packs has the names of medicines anywhere: smaller ones are for tests.
#[cfg(any(test, feature = "write"))]
pub const PACKS_WITH_NAMES: usize = 1000;

/// Strings and words stand in blocks of so many; only blocks have offsets.
pub const BLOCK: usize = 16;
/// A bitmap that counts has a checkpoint every so many bits.
pub const RANK_BITS: usize = 512;

/// A text of a record has so many bytes at most: the longest field of dm+d, the name of a pack, has 774 characters.
pub const LONGEST_TEXT: usize = 2048;
/// A word has so many bytes in the index at most; of a longer one its start stands for it.
pub const LONGEST_WORD: usize = 255;
/// A pack has so many rows of GTINs at most.
pub const MOST_GTIN_ROWS: usize = 256;
/// A GTIN, with whatever check digit, has so many rows at most.
pub const MOST_USES: usize = 256;
/// A combination pack has so many components at most.
pub const MOST_COMPONENTS: usize = 64;
/// A virtual product has so many forms, routes and ingredients at most, each.
pub const MOST_FACTS: usize = 256;

/// The namespace and partition under which nearly all packs are numbered: the seven digits of the
/// UK's namespace, `10`, and a check digit, which is recomputed.
pub const HOME_EXTENSION: u64 = 100_000_110;
/// Digits behind the item number: namespace, partition and check digit.
pub const HOME_SCALE: u64 = 10_000_000_000;

/// A number of up to eight little-endian bytes.
pub fn uint(bytes: &[u8]) -> u64 {
    bytes.iter().rev().fold(0, |number, byte| number << 8 | u64::from(*byte))
}

/// Reads a varint (seven bits a byte, low ones first) and moves behind it. Damage reads as zeros.
#[inline]
pub fn varint(bytes: &mut &[u8]) -> u32 {
    // Most have one byte or two. What is left is given back, not changed in its place: so whoever reads many keeps it in registers.
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

/// Writes a length, and the bytes.
#[cfg(feature = "write")]
pub fn push_blob(out: &mut Vec<u8>, bytes: &[u8]) {
    out.extend_from_slice(&(bytes.len() as u32).to_le_bytes());
    out.extend_from_slice(bytes);
}
