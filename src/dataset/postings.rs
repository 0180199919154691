//! Posting lists: the packs that have a term. Each list has the shortest of three encodings.

use super::format::varint;
use super::pack_set::PackSet;

/// Delta encoding: the distance of each pack from the previous one.
const GAPS: u32 = 0;
/// Run-length encoding: the distance and the length of each run of neighbouring packs.
const RUNS: u32 = 1;
/// A bitmap.
const BITS: u32 = 2;

/// A posting list in ascending order. Without bytes it is empty.
#[derive(Clone, Copy, Debug)]
pub struct List<'a> {
    bytes: &'a [u8],
}

impl<'a> List<'a> {
    pub(super) fn new(bytes: &'a [u8]) -> List<'a> {
        List { bytes }
    }

    /// Reports whether the list is empty.
    pub fn is_empty(&self) -> bool {
        self.bytes.is_empty()
    }

    /// The number of packs in the list.
    pub fn count(&self) -> u32 {
        varint(&mut { self.bytes }) >> 2
    }

    /// Inserts the packs of the list into `set`.
    pub fn add_to(&self, set: &mut PackSet) {
        let mut bytes = self.bytes;
        if bytes.is_empty() {
            return;
        }
        set.reserve();
        match varint(&mut bytes) & 3 {
            GAPS => add_gaps(bytes, set),
            RUNS => add_runs(bytes, set),
            BITS => set.insert_bytes(bytes),
            _ => {}
        }
    }
}

fn add_gaps(mut bytes: &[u8], set: &mut PackSet) {
    // A sum of 32-bit numbers. The list has too few bytes for a 64-bit overflow.
    let mut next = 0u64;
    let end = u64::from(set.pack_range().end());
    while !bytes.is_empty() {
        next += u64::from(varint(&mut bytes));
        if next >= end {
            break;
        }
        set.insert(next as u32);
        next += 1;
    }
}

fn add_runs(mut bytes: &[u8], set: &mut PackSet) {
    let mut next = 0u32;
    let end = set.pack_range().end();
    while !bytes.is_empty() && next < end {
        let start = next.saturating_add(varint(&mut bytes));
        // A run has at least one pack, and at least one pack separates two runs.
        let len = varint(&mut bytes).saturating_add(1);
        set.insert_run(start, len);
        next = start.saturating_add(len).saturating_add(1);
    }
}

/// Writes ascending packs in the shortest encoding.
#[cfg(feature = "write")]
pub fn push_list(out: &mut Vec<u8>, packs: &[u32]) {
    if packs.is_empty() {
        return;
    }
    let candidates = [(GAPS, gaps(packs)), (RUNS, runs(packs)), (BITS, bits(packs))];
    if let Some((notation, bytes)) = candidates.into_iter().min_by_key(|(_, bytes)| bytes.len()) {
        super::format::push_varint(out, (packs.len() as u32) << 2 | notation);
        out.extend_from_slice(&bytes);
    }
}

#[cfg(feature = "write")]
fn gaps(packs: &[u32]) -> Vec<u8> {
    let mut out = Vec::new();
    let mut next = 0;
    for pack in packs {
        super::format::push_varint(&mut out, pack - next);
        next = pack + 1;
    }
    out
}

#[cfg(feature = "write")]
fn runs(packs: &[u32]) -> Vec<u8> {
    let mut out = Vec::new();
    let mut next = 0;
    for run in packs.chunk_by(|a, b| a + 1 == *b) {
        let start = run.first().copied().unwrap_or(0);
        super::format::push_varint(&mut out, start - next);
        super::format::push_varint(&mut out, run.len() as u32 - 1);
        next = start + run.len() as u32 + 1;
    }
    out
}

#[cfg(feature = "write")]
fn bits(packs: &[u32]) -> Vec<u8> {
    let mut out = vec![0; packs.last().map_or(0, |last| *last as usize / 8 + 1)];
    for pack in packs {
        if let Some(byte) = out.get_mut(*pack as usize / 8) {
            *byte |= 1 << (pack % 8);
        }
    }
    out
}
