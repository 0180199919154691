//! What a dataset has that another one has not, pack by pack.

use std::collections::HashMap;

use super::error::UpdateError;
use super::room::Room;
use crate::ampp_id::AmppId;
use crate::dataset::{Dataset, PackNumber};
use crate::pack::Pack;

/// All in which two datasets differ, in name order.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Changes {
    /// The packs of codes that only the later one has.
    pub added: Vec<Pack>,
    /// The packs of codes that only the earlier one has, and where they stand in it.
    pub removed: Vec<(PackNumber, Pack)>,
    /// The packs of which both have the code, but not the same row.
    pub changed: Vec<Change>,
}

/// A pack before and after.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Change {
    /// Where it stands in the earlier dataset.
    pub number: PackNumber,
    /// As the earlier dataset has it.
    pub before: Pack,
    /// As the later dataset has it.
    pub after: Pack,
}

impl Changes {
    /// Compares two datasets by the codes of their packs.
    ///
    /// # Errors
    ///
    /// When the packs that differ are too much to be held: no release has so much text.
    pub fn between(old: &Dataset<'_>, new: &Dataset<'_>) -> Result<Changes, UpdateError> {
        let mut changes = Changes::default();
        let mut room = Room::of(old.file_len() + new.file_len());
        let mut numbers = numbers_by_id(new);
        for number in (0..old.packs()).map(PackNumber) {
            let Some(before) = old.pack(number) else { continue };
            match numbers.remove(&before.pack_id).and_then(|number| new.pack(number)) {
                None => {
                    room.take(&before)?;
                    changes.removed.push((number, before));
                }
                Some(after) if is_same(&before, &after) => {}
                Some(after) => {
                    [&before, &after].into_iter().try_for_each(|pack| room.take(pack))?;
                    changes.changed.push(Change { number, before, after });
                }
            }
        }
        let mut added: Vec<PackNumber> = numbers.into_values().collect();
        added.sort();
        for pack in added.into_iter().filter_map(|number| new.pack(number)) {
            room.take(&pack)?;
            changes.added.push(pack);
        }
        Ok(changes)
    }
}

fn numbers_by_id(dataset: &Dataset<'_>) -> HashMap<AmppId, PackNumber> {
    let numbers = (0..dataset.packs()).map(PackNumber);
    numbers.filter_map(|number| Some((dataset.pack_id(number)?, number))).collect()
}

/// The name of a component is its pack's: when that is renamed, only that pack changed.
fn is_same(a: &Pack, b: &Pack) -> bool {
    let Pack {
        pack_id,
        name,
        generic_pack_name,
        generic_product_name,
        short_name,
        subpack,
        legal_category,
        discontinued,
        gtin_codes,
        prices,
        is_invalid,
        comb_content: _,
    } = a;
    (pack_id, name, generic_pack_name, generic_product_name, short_name, subpack)
        == (&b.pack_id, &b.name, &b.generic_pack_name, &b.generic_product_name, &b.short_name, &b.subpack)
        && (legal_category, discontinued, gtin_codes, prices, is_invalid)
            == (&b.legal_category, &b.discontinued, &b.gtin_codes, &b.prices, &b.is_invalid)
        && component_ids(a).eq(component_ids(b))
}

pub(super) fn component_ids(pack: &Pack) -> impl Iterator<Item = AmppId> {
    pack.comb_content.iter().map(|component| component.pack_id)
}
