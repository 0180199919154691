//! The difference between two datasets, pack by pack.

use std::collections::HashMap;

use super::MemoryBudget;
use super::error::UpdateError;
use crate::dataset::{Dataset, PackNumber};
use crate::pack::Pack;
use crate::snomed::AmppId;

/// The difference between two datasets, in name order. Packs are compared by their codes. It holds each
/// record that differs, within a memory budget.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Changes {
    /// The packs whose codes only the later dataset has.
    pub added: Vec<Pack>,
    /// The packs whose codes only the earlier dataset has, with their numbers in it.
    pub removed: Vec<(PackNumber, Pack)>,
    /// The packs whose codes both datasets have, with different records.
    pub changed: Vec<Change>,
}

/// A pack before and after a change. Both datasets have its code, but its records differ: in a name, a price
/// or a GTIN, for example.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Change {
    /// Its number in the earlier dataset.
    pub number: PackNumber,
    /// Its record in the earlier dataset.
    pub before: Pack,
    /// Its record in the later dataset.
    pub after: Pack,
}

impl Changes {
    /// Compares two datasets by the codes of their packs.
    ///
    /// # Errors
    ///
    /// Returns [`UpdateError`] if the packs that differ exceed the memory budget. No release has as much
    /// text.
    pub fn between(old: &Dataset<'_>, new: &Dataset<'_>) -> Result<Changes, UpdateError> {
        let mut changes = Changes::default();
        let mut budget = MemoryBudget::of(old.file_len() + new.file_len());
        let mut numbers = numbers_by_id(new);
        for number in (0..old.packs()).map(PackNumber) {
            let Some(before) = old.pack(number) else { continue };
            match numbers.remove(&before.pack_id).and_then(|number| new.pack(number)) {
                None => {
                    budget.charge(&before)?;
                    changes.removed.push((number, before));
                }
                Some(after) if is_same(&before, &after) => {}
                Some(after) => {
                    budget.charge(&before)?;
                    budget.charge(&after)?;
                    changes.changed.push(Change { number, before, after });
                }
            }
        }
        let mut added: Vec<PackNumber> = numbers.into_values().collect();
        added.sort();
        for pack in added.into_iter().filter_map(|number| new.pack(number)) {
            budget.charge(&pack)?;
            changes.added.push(pack);
        }
        Ok(changes)
    }
}

fn numbers_by_id(dataset: &Dataset<'_>) -> HashMap<AmppId, PackNumber> {
    let mut numbers = HashMap::new();
    for number in (0..dataset.packs()).map(PackNumber) {
        if let Some(id) = dataset.pack_id(number) {
            numbers.insert(id, number);
        }
    }
    numbers
}

/// Reports whether two records are the same. The name of a component is ignored: it belongs to the
/// component's own record.
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
