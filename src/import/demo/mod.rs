//! Demonstration releases: dm+d files of any size whose packs nobody can buy.
//!
//! Medicines, forms and suppliers have real names, everything else is invented: which packs there are, ids, prices,
//! dates and GTINs. Each kind of irregularity that real releases have is in it, as often as there. The GTINs are none
//! that a real box may carry. The same size and seed give the same bytes on each machine.

mod catalogue;
mod concepts;
mod files;
mod gtins;
mod pack;
mod tables;
mod words;

use std::io::{Seek, Write};

use crate::date::Date;
use crate::import::Progress;

/// The largest release that can be made.
pub const MAX_PACKS: u32 = 1_000_000;
/// How many packs the default release has.
pub const DEFAULT_PACKS: u32 = 2_000;
/// The seed of the default release.
pub const DEFAULT_SEED: u64 = 1;

/// The day of every demonstration release.
fn release_day() -> Date {
    Date::new(2025, 11, 6).unwrap_or(Date::MIN)
}

/// Nothing in it is older.
fn first_day() -> Date {
    Date::new(2010, 1, 1).unwrap_or(Date::MIN)
}

/// Writes a release of so many packs as a zip file in the layout in which dm+d is published.
///
/// # Errors
///
/// The zip can't be written.
pub fn write_release<W: Write + Seek>(
    out: W,
    packs: u32,
    seed: u64,
    progress: &dyn Progress,
) -> zip::result::ZipResult<()> {
    let release = pack::Release::new(packs.clamp(1, MAX_PACKS), seed);
    files::write(out, &release, progress)
}
