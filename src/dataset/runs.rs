//! Runs of packs: from the number of a run to its packs.

use std::ops::Range;

use crate::dataset::bitmap::Ranked;

/// The packs of a run, where set bits are the first packs of runs.
pub fn run_range(starts: &Ranked<'_>, run: usize, packs: usize) -> Range<u32> {
    let first = starts.select(run).unwrap_or(packs).min(packs);
    first as u32..starts.run_end(first + 1, packs) as u32
}

/// The packs of all runs, in their order. Costs a step for each.
pub fn run_ranges<'a>(
    starts: Ranked<'a>,
    packs: usize,
) -> impl Iterator<Item = (usize, Range<u32>)> + use<'a> {
    // Whatever the bytes, the first run begins with the first pack.
    let ends = starts.set_bits(packs).skip_while(|place| *place == 0).chain([packs]);
    let mut first = 0;
    ends.enumerate().map(move |(run, end)| (run, std::mem::replace(&mut first, end) as u32..end as u32))
}
