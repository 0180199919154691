//! From one week's dataset to the next: what changed, in words for people and as the few bytes of an update.
//!
//! The writer of datasets is deterministic, so an update only has rows: whoever has the dataset before decodes its packs, changes
//! those rows and writes. The result is compared with the digest that the update announces, so that nothing but the bytes that
//! were meant ever comes of it.

mod changes;
mod concepts;
mod error;
mod file;
mod format;
mod kinds;
mod report;
mod room;
mod rows;
mod texts;

pub use changes::{Change, Changes};
pub use error::UpdateError;
pub use format::VERSION;
pub use kinds::{Barcode, Ending, Named, PriceChange, Renaming, Reuse};
pub use report::{Counts, Kinds, Report, Side};

use std::collections::HashMap;

use crate::concept::Concepts;
use crate::dataset::{Dataset, PackNumber, Release, verify, writer};
use crate::pack::Pack;
use file::Update;
use room::Room;

/// What changed from one dataset to another: [`Report::to_json`] for programs, its `Display` for people.
///
/// # Errors
///
/// When one of them is no dataset, or is damaged.
pub fn compare(before: &[u8], after: &[u8]) -> Result<Report, UpdateError> {
    let (old, new) = (verify(before)?, verify(after)?);
    Ok(Report::new(&old, &new, &Changes::between(&old, &new)?))
}

/// The update that leads from one dataset to another. It is tried out: an update that did not lead there would be of no use.
///
/// # Errors
///
/// When one of them is no dataset, or is damaged.
pub fn make(before: &[u8], after: &[u8]) -> Result<Vec<u8>, UpdateError> {
    let (old, new) = (verify(before)?, verify(after)?);
    let update = file::write(&old, &new, &Changes::between(&old, &new)?)?;
    match apply(before, &update)? == after {
        true => Ok(update),
        false => Err(UpdateError::other_outcome()),
    }
}

/// The dataset that comes of a dataset and an update for it, byte for byte what was announced.
///
/// # Errors
///
/// When the bytes are no update, are damaged, or are for another dataset; and when what comes of them is not what was announced.
pub fn apply(before: &[u8], update: &[u8]) -> Result<Vec<u8>, UpdateError> {
    Updated::of(before, update)?.write()
}

/// The packs that come of a dataset and an update, before they are written: neither of the two is needed any more.
#[derive(Debug)]
pub struct Updated {
    packs: Vec<Pack>,
    concepts: Option<Concepts>,
    release: Release,
    digest: [u8; 32],
}

impl Updated {
    /// Reads all packs of a dataset, but for those that the update has.
    ///
    /// # Errors
    ///
    /// When the bytes are no update, are damaged, or are for another dataset.
    pub fn of(before: &[u8], update: &[u8]) -> Result<Updated, UpdateError> {
        let mut room = Room::of(before.len() + update.len());
        let update = Update::open(update)?;
        let old = Dataset::open(before)?;
        if old.digest() != update.before {
            return Err(UpdateError::other_dataset());
        }
        let (packs, concepts) = packs_after(&old, &update, &mut room)?;
        Ok(Updated { packs, concepts, release: update.release, digest: update.after })
    }

    /// Writes the dataset.
    ///
    /// # Errors
    ///
    /// When it is not the one that the update announces.
    pub fn write(self) -> Result<Vec<u8>, UpdateError> {
        let written = writer::write_with(self.packs, self.concepts, &self.release)?;
        match Dataset::open(&written)?.digest() == self.digest {
            true => Ok(written),
            false => Err(UpdateError::other_outcome()),
        }
    }
}

fn packs_after(
    old: &Dataset<'_>,
    update: &Update<'_>,
    room: &mut Room,
) -> Result<(Vec<Pack>, Option<Concepts>), UpdateError> {
    let removed = update.removed(old.packs())?;
    let (rows, concepts) = update.rows(old, room)?;
    let mut changed: HashMap<PackNumber, Pack> = rows.changed.into_iter().collect();
    let mut packs = Vec::with_capacity(old.packs() as usize + rows.added.len());
    for number in (0..old.packs()).map(PackNumber).filter(|number| removed.binary_search(number).is_err()) {
        if let Some(pack) = changed.remove(&number) {
            packs.push(pack);
        } else if let Some(pack) = old.pack(number) {
            room.take(&pack)?;
            packs.push(without_spare_room(pack));
        }
    }
    packs.extend(rows.added);
    Ok((packs, concepts))
}

/// Names are read into more room than most of them need: of all packs, that is a sixth of what an update takes.
fn without_spare_room(mut pack: Pack) -> Pack {
    for text in [&mut pack.name, &mut pack.generic_pack_name, &mut pack.generic_product_name] {
        text.shrink_to_fit();
    }
    pack
}
