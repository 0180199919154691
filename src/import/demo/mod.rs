//! Demonstration releases: dm+d files of any size with made-up packs.
//!
//! Medicines, forms and suppliers have real names. The combinations, ids, prices, dates and GTINs are
//! invented. Each kind of irregularity occurs as often as in real releases. No GTIN can be on a real box. The
//! same size and seed result in the same bytes on each machine.

mod catalogue;
mod concepts;
mod files;
mod gtins;
mod pack;
mod tables;

use std::io::{Seek, Write};

use crate::date::Date;
use crate::import::Progress;

/// The maximum number of packs.
pub const MAX_DEMO_PACKS: u32 = 1_000_000;
/// The number of packs of the default release.
pub const DEFAULT_PACKS: u32 = 2_000;
/// The seed of the default release.
pub const DEFAULT_SEED: u64 = 1;

/// The day of every demonstration release.
fn release_day() -> Date {
    Date::new(2025, 11, 6).unwrap_or(Date::MIN)
}

/// The earliest day in a release.
fn first_day() -> Date {
    Date::new(2010, 1, 1).unwrap_or(Date::MIN)
}

/// Writes a release of `packs` packs as a zip file, in the layout of a published release.
///
/// # Errors
///
/// Returns an error if the zip cannot be written to `out`.
///
/// # Examples
///
/// ```
/// use pack_lookup::import::{demo, progress::Silent};
///
/// let (mut one, mut other) = (std::io::Cursor::new(Vec::new()), std::io::Cursor::new(Vec::new()));
/// demo::write_release(&mut one, 50, 7, &Silent)?;
/// demo::write_release(&mut other, 50, 7, &Silent)?;
/// assert_eq!(one, other);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn write_release<W: Write + Seek>(
    out: W,
    packs: u32,
    seed: u64,
    progress: &dyn Progress,
) -> zip::result::ZipResult<()> {
    let release = pack::Release::new(packs.clamp(1, MAX_DEMO_PACKS), seed);
    files::write(out, &release, progress)
}
