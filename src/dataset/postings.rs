//! Which packs a word occurs in: for each list the shortest of three notations.

use super::format::varint;
use super::pack_set::PackSet;

/// Each pack as its distance from the one before.
const GAPS: u32 = 0;
/// Each run of neighbouring packs as its distance and its length.
const RUNS: u32 = 1;
/// A bit for each pack.
const BITS: u32 = 2;

/// A list of packs, ascending. No bytes: no packs.
#[derive(Clone, Copy, Debug)]
pub struct List<'a> {
    bytes: &'a [u8],
}

impl<'a> List<'a> {
    pub(super) fn new(bytes: &'a [u8]) -> List<'a> {
        List { bytes }
    }

    /// Whether no pack is in it.
    pub fn is_empty(&self) -> bool {
        self.bytes.is_empty()
    }

    /// How many packs are in the list.
    pub fn count(&self) -> u32 {
        varint(&mut { self.bytes }) >> 2
    }

    /// Puts the packs of the list into `set`.
    pub fn add_to(&self, set: &mut PackSet) {
        let mut bytes = self.bytes;
        if bytes.is_empty() {
            return;
        }
        set.make_room();
        match varint(&mut bytes) & 3 {
            GAPS => add_gaps(bytes, set),
            RUNS => add_runs(bytes, set),
            BITS => set.insert_bytes(bytes),
            _ => {}
        }
    }
}

fn add_gaps(mut bytes: &[u8], set: &mut PackSet) {
    // Sums of numbers of 32 bits: there are too few bytes for one of 64 that is too large.
    let mut next = 0u64;
    let end = u64::from(set.window().end());
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
    let end = set.window().end();
    while !bytes.is_empty() && next < end {
        let start = next.saturating_add(varint(&mut bytes));
        // A run has a pack at least, and two runs have a pack between them at least.
        let len = varint(&mut bytes).saturating_add(1);
        set.insert_run(start, len);
        next = start.saturating_add(len).saturating_add(1);
    }
}

/// Writes ascending packs in the shortest notation.
#[cfg(feature = "write")]
pub fn push_list(out: &mut Vec<u8>, packs: &[u32]) {
    let candidates = [(GAPS, gaps(packs)), (RUNS, runs(packs)), (BITS, bits(packs))];
    let shortest = candidates.into_iter().min_by_key(|(_, bytes)| bytes.len());
    if let Some((notation, bytes)) = shortest.filter(|_| !packs.is_empty()) {
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
