//! Runs of packs, by their number.

use std::ops::Range;

use crate::dataset::bitmap::RankSelectBitmap;

/// Returns the packs of a run. Set bits of `starts` mark the first pack of each run.
pub fn run_range(starts: &RankSelectBitmap<'_>, run: usize, packs: usize) -> Range<u32> {
    let first = starts.select(run).unwrap_or(packs).min(packs);
    first as u32..starts.run_end(first + 1, packs) as u32
}

/// Returns the packs of all runs, in order. It takes one step for each run.
pub fn run_ranges<'a>(
    starts: RankSelectBitmap<'a>,
    packs: usize,
) -> impl Iterator<Item = (usize, Range<u32>)> + use<'a> {
    // In any bytes, even damaged ones, the first run starts with the first pack.
    let ends = starts.set_bits(packs).skip_while(|place| *place == 0).chain([packs]);
    let mut first = 0;
    ends.enumerate().map(move |(run, end)| (run, std::mem::replace(&mut first, end) as u32..end as u32))
}
