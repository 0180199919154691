//! The writer of concepts, and their conversion back to tables.

use super::Concepts;
use super::amps::write::{First, push_amps};
use super::products::write::{SortedConcepts, above};
use crate::concept::{self, PackDetails};
use crate::dataset::PackNumber;
use crate::dataset::bitmap::{push_rank_select_bitmap, push_sparse};
use crate::dataset::column::push_column;
use crate::dataset::names::NameParts;
use crate::dataset::table::{ByFoldedName, Table, chosen, run_starts};
use crate::pack::Pack;
use crate::snomed::AmppId;

/// The tables elsewhere in the file that concepts refer to.
pub struct NameRef<'t, 'p> {
    pub parts: &'t [NameParts<'p>],
    pub generic_products: &'t Table<ByFoldedName<'p>>,
    pub sizes: &'t Table<&'p str>,
    pub suppliers: &'t Table<&'p str>,
}

/// Writes the concepts. The packs are in name order, and the concepts come from [`concept::Concepts::whole`].
pub fn push_concepts<'p>(
    out: &mut Vec<u8>,
    packs: &'p [Pack],
    name_refs: &NameRef<'_, 'p>,
    concepts: &'p concept::Concepts,
) {
    let ordered = SortedConcepts::of(concepts);
    ordered.push(out, name_refs.generic_products, name_refs.sizes);
    let (mut vmpps, mut amps) = (Vec::with_capacity(packs.len()), Vec::with_capacity(packs.len()));
    let (mut firsts, mut notes) = (Vec::with_capacity(packs.len()), Vec::with_capacity(packs.len()));
    for (pack, parts) in packs.iter().zip(name_refs.parts) {
        let details = details_of(pack.pack_id, concepts).unwrap_or_default();
        vmpps.push(above(details.vmpp, &ordered.vmpp_places));
        amps.push(details.amp);
        firsts.push(First {
            product: Some(parts.product),
            supplier: name_refs.suppliers.optional_place(parts.supplier),
            vmp: ordered.vmp_of(details.vmpp),
        });
        let bits = u64::from(details.notes.bits());
        notes.push(if bits == 0 { None } else { Some(bits) });
    }
    let starts = run_starts(&vmpps);
    push_rank_select_bitmap(out, &starts);
    push_column(out, chosen(&vmpps, &starts).into_iter().copied());
    push_amps(out, &amps, &firsts, &concepts.amps, &ordered, name_refs.suppliers.values().len());
    push_sparse(out, &notes);
}

/// Finds the details of a pack by binary search: [`concept::Concepts::whole`] sorts them.
fn details_of(id: AmppId, concepts: &concept::Concepts) -> Option<PackDetails> {
    let place = concepts.packs.binary_search_by_key(&id, |(other, _)| *other).ok()?;
    let (_, details) = concepts.packs.get(place)?;
    Some(*details)
}

impl Concepts<'_> {
    /// Builds the facts of a pack that are not in its record.
    pub(crate) fn details(&self, number: PackNumber) -> PackDetails {
        let group = self.group;
        let amp = group.amps.of_pack(number.index()).and_then(|amp| group.amps.ids.concept(amp));
        let vmpp = self.vmpp_place(number.index()).and_then(|vmpp| group.vmpps.ids.concept(vmpp));
        PackDetails { amp, vmpp, notes: self.notes(number) }
    }

    /// Lists all products, in unspecified order.
    pub(crate) fn amps(&self) -> impl Iterator<Item = concept::Amp> {
        (0..self.group.amps.ids.len()).map_while(|amp| self.amp_at(amp))
    }

    /// Lists all virtual packs.
    pub(crate) fn vmpps(&self) -> impl Iterator<Item = concept::Vmpp> {
        (0..self.group.vmpps.ids.len()).map_while(|vmpp| self.vmpp_at(vmpp))
    }

    /// Lists all virtual products.
    pub(crate) fn vmps(&self) -> impl Iterator<Item = concept::Vmp> {
        (0..self.group.vmps.ids.len()).map_while(|vmp| self.vmp_at(vmp))
    }

    /// Lists all therapeutic moieties.
    pub(crate) fn vtms(&self) -> impl Iterator<Item = concept::Vtm> {
        (0..self.group.vtms.ids.len()).map_while(|vtm| self.group.vtms.get(vtm))
    }

    /// The suppliers of all products.
    #[cfg(feature = "cli")]
    pub(crate) fn suppliers(&self) -> impl Iterator<Item = concept::Coded> {
        self.group.amps.suppliers()
    }

    /// Builds all concepts as tables.
    pub fn to_tables(&self) -> concept::Concepts {
        let mut packs = Vec::new();
        for number in (0..self.dataset.packs()).map(PackNumber) {
            if let Some(id) = self.dataset.pack_id(number) {
                packs.push((id, self.details(number)));
            }
        }
        let mut concepts = concept::Concepts {
            packs,
            amps: self.amps().collect(),
            vmpps: self.vmpps().collect(),
            vmps: self.vmps().collect(),
            vtms: self.vtms().collect(),
        };
        concepts.sort();
        concepts
    }
}
