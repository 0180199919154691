//! Virtual products, virtual packs and moieties. Each table is grouped by the concept above, so that the
//! concepts below another one are a range.

use std::ops::Range;

use super::facts::{VmpFacts, VmppFacts, VtmFacts};
use crate::concept::{Vmp, Vmpp, Vtm};
use crate::dataset::byte_sliced_column::ByteSlicedColumn;
use crate::dataset::column::Column;
use crate::dataset::error::OpenError;
use crate::dataset::ids::Ids;
use crate::dataset::input::Input;
use crate::dataset::names::Names;
use crate::dataset::texts::Texts;
use crate::dataset::{Dataset, usual_generic_pack_name};
use crate::snomed::ConceptId;

/// Names that are mostly stored elsewhere in the file. A number below the count of those names is an index
/// among them. A larger number is an index among the own texts.
#[derive(Clone, Copy, Debug)]
struct NameRef<'a> {
    places: ByteSlicedColumn<'a>,
    own: Texts<'a>,
}

impl<'a> NameRef<'a> {
    fn open(input: &mut Input<'a>, count: usize) -> Result<NameRef<'a>, OpenError> {
        Ok(NameRef { places: ByteSlicedColumn::open_exact(input, count)?, own: Texts::open(input)? })
    }

    /// Reads the index among the `elsewhere` names that are stored elsewhere, or the own text.
    fn get(&self, index: usize, elsewhere: usize) -> Result<usize, &'a str> {
        let place = self.places.get(index) as usize;
        match place.checked_sub(elsewhere) {
            Some(own) => Err(self.own.get(own)),
            None => Ok(place),
        }
    }
}

/// The concept above each concept, in ascending order: 0, or one more than its index.
#[derive(Clone, Copy, Debug)]
struct ParentIndex<'a>(ByteSlicedColumn<'a>);

impl ParentIndex<'_> {
    fn of(&self, index: usize) -> Option<usize> {
        (self.0.get(index) as usize).checked_sub(1)
    }

    /// Finds the concepts below these concepts.
    fn below(&self, above: &Range<usize>) -> Range<usize> {
        self.first_below(above.start)..self.first_below(above.end)
    }

    fn first_below(&self, above: usize) -> usize {
        Column::partition_point(self.0.len(), |index| self.0.get(index) <= above as u64)
    }

    /// The number of concepts without one above. They come first.
    fn without(&self) -> usize {
        self.below(&(0..0)).start
    }
}

/// The therapeutic moieties, in the order of their names. Virtual products have the index of their moiety,
/// and packs have a moiety only through them.
#[derive(Clone, Copy, Debug)]
pub struct Vtms<'a> {
    pub ids: Ids<'a>,
    names: Texts<'a>,
    pub facts: VtmFacts<'a>,
}

impl<'a> Vtms<'a> {
    pub fn open(input: &mut Input<'a>) -> Result<Vtms<'a>, OpenError> {
        let (ids, names) = (Ids::open_any(input)?, Texts::open(input)?);
        Ok(Vtms { ids, names, facts: VtmFacts::open(input, ids.len())? })
    }

    /// Finds the moiety that had this code before.
    pub fn successor(&self, id: ConceptId) -> Option<usize> {
        self.facts.previous_ids.row_of(id)
    }

    pub fn get(&self, index: usize) -> Option<Vtm> {
        Some(self.facts.vtm(index, self.ids.concept(index)?, self.name(index)))
    }

    pub fn name(&self, index: usize) -> String {
        self.names.get(index).to_owned()
    }
}

/// The virtual products, grouped by moiety, so that the products of a moiety are a range. A name that is also
/// a generic name of packs is stored as its index there.
#[derive(Clone, Copy, Debug)]
pub struct Vmps<'a> {
    pub ids: Ids<'a>,
    vtms: ParentIndex<'a>,
    names: NameRef<'a>,
    pub facts: VmpFacts<'a>,
}

impl<'a> Vmps<'a> {
    pub fn open(input: &mut Input<'a>, are_classified: bool) -> Result<Vmps<'a>, OpenError> {
        let ids = Ids::open_any(input)?;
        let vtms = ParentIndex(ByteSlicedColumn::open_exact(input, ids.len())?);
        let names = NameRef::open(input, ids.len())?;
        Ok(Vmps { ids, vtms, names, facts: VmpFacts::open(input, ids.len(), are_classified)? })
    }

    /// Finds the product that had this code before.
    pub fn successor(&self, id: ConceptId) -> Option<usize> {
        self.facts.previous_ids.row_of(id)
    }

    pub fn vtm(&self, index: usize) -> Option<usize> {
        self.vtms.of(index)
    }

    pub fn of_vtm(&self, vtm: usize) -> Range<usize> {
        self.vtms.below(&(vtm..vtm + 1))
    }

    pub fn name(&self, index: usize, names: &Names<'_>) -> String {
        match self.names.get(index, names.generic_products()) {
            Ok(place) => names.generic_product_at(place),
            Err(own) => own.to_owned(),
        }
    }

    pub fn get(&self, index: usize, names: &Names<'_>, vtms: &Vtms<'_>) -> Option<Vmp> {
        let id = self.ids.concept(index)?;
        let vtm = self.vtm(index).and_then(|vtm| vtms.ids.concept(vtm));
        Some(self.facts.vmp(index, id, self.name(index, names), vtm))
    }
}

/// The virtual packs, grouped by virtual product, so that the virtual packs of a product are a range. A name
/// that consists of product and size is stored as the number of the size.
#[derive(Clone, Copy, Debug)]
pub struct Vmpps<'a> {
    pub ids: Ids<'a>,
    vmps: ParentIndex<'a>,
    names: NameRef<'a>,
    pub facts: VmppFacts<'a>,
}

impl<'a> Vmpps<'a> {
    pub fn open(input: &mut Input<'a>) -> Result<Vmpps<'a>, OpenError> {
        let ids = Ids::open_any(input)?;
        let vmps = ParentIndex(ByteSlicedColumn::open_exact(input, ids.len())?);
        let names = NameRef::open(input, ids.len())?;
        Ok(Vmpps { ids, vmps, names, facts: VmppFacts::open(input, ids.len())? })
    }

    pub fn vmp(&self, index: usize) -> Option<usize> {
        self.vmps.of(index)
    }

    pub fn of_vmps(&self, vmps: &Range<usize>) -> Range<usize> {
        self.vmps.below(vmps)
    }

    pub fn without_vmp(&self) -> usize {
        self.vmps.without()
    }

    pub fn name(&self, index: usize, dataset: &Dataset<'_>, vmps: &Vmps<'_>) -> String {
        let Dataset { names, supply, .. } = dataset;
        match self.names.get(index, supply.sizes()) {
            Ok(size) => {
                let product = self.vmp(index).map(|vmp| vmps.name(vmp, names)).unwrap_or_default();
                usual_generic_pack_name(&product, supply.size_at(size))
            }
            Err(own) => own.to_owned(),
        }
    }

    pub fn get(&self, index: usize, dataset: &Dataset<'_>, vmps: &Vmps<'_>) -> Option<Vmpp> {
        let vmp = self.vmp(index).and_then(|vmp| vmps.ids.concept(vmp));
        Some(self.facts.vmpp(index, self.ids.concept(index)?, self.name(index, dataset, vmps), vmp))
    }
}

#[cfg(feature = "write")]
pub mod write {
    //! The writer of these tables.

    use std::collections::HashMap;

    use super::super::facts::write::{push_vmp_facts, push_vmpp_facts, push_vtm_facts};
    use crate::concept::{Concepts, Vmp, Vmpp, Vtm};
    use crate::dataset::byte_sliced_column::push_byte_sliced_column;
    use crate::dataset::ids::push_ids;
    use crate::dataset::table::{ByFoldedName, Table};
    use crate::dataset::texts::push_texts;
    use crate::dataset::usual_generic_pack_name;
    use crate::snomed::ConceptId;

    /// The tables in the order of the file. Each is sorted by the concept above, then by name and code, so
    /// that the same release gives the same bytes.
    pub struct SortedConcepts<'c> {
        pub vtms: Vec<&'c Vtm>,
        pub vmps: Vec<&'c Vmp>,
        pub vmpps: Vec<&'c Vmpp>,
        pub vmp_places: HashMap<ConceptId, usize>,
        pub vmpp_places: HashMap<ConceptId, usize>,
        vtm_places: HashMap<ConceptId, usize>,
        pub are_classified: bool,
    }

    impl<'c> SortedConcepts<'c> {
        pub fn of(concepts: &'c Concepts) -> SortedConcepts<'c> {
            let mut vtms: Vec<&Vtm> = concepts.vtms.iter().collect();
            vtms.sort_by_key(|vtm| (&vtm.name, vtm.id));
            let vtm_places = places(vtms.iter().map(|vtm| vtm.id));
            let mut vmps: Vec<&Vmp> = concepts.vmps.iter().collect();
            vmps.sort_by_key(|vmp| (above(vmp.vtm, &vtm_places), &vmp.name, vmp.id));
            let vmp_places = places(vmps.iter().map(|vmp| vmp.id));
            let mut vmpps: Vec<&Vmpp> = concepts.vmpps.iter().collect();
            vmpps.sort_by_key(|vmpp| (above(vmpp.vmp, &vmp_places), &vmpp.name, vmpp.id));
            let vmpp_places = places(vmpps.iter().map(|vmpp| vmpp.id));
            let are_classified = concepts.are_classified();
            SortedConcepts { vtms, vmps, vmpps, vmp_places, vmpp_places, vtm_places, are_classified }
        }

        fn vmp(&self, id: ConceptId) -> Option<&'c Vmp> {
            self.vmps.get(*self.vmp_places.get(&id)?).copied()
        }

        /// Reads the name of a virtual product, or an empty text if it is unknown.
        pub fn vmp_name(&self, id: Option<ConceptId>) -> &'c str {
            match id.and_then(|id| self.vmp(id)) {
                Some(vmp) => &vmp.name,
                None => "",
            }
        }

        /// Finds the virtual product of a virtual pack.
        pub fn vmp_of(&self, vmpp: Option<ConceptId>) -> Option<ConceptId> {
            let place = *self.vmpp_places.get(&vmpp?)?;
            self.vmpps.get(place)?.vmp
        }

        pub fn push(
            &self,
            out: &mut Vec<u8>,
            generic_products: &Table<ByFoldedName<'_>>,
            sizes: &Table<&str>,
        ) {
            let (mut ids, mut names) = (Vec::new(), Vec::new());
            for vtm in &self.vtms {
                ids.push(vtm.id.number());
                names.push(vtm.name.as_str());
            }
            push_ids(out, &ids);
            push_texts(out, &names);
            push_vtm_facts(out, &self.vtms);
            self.push_vmps(out, generic_products);
            self.push_vmpps(out, sizes);
        }

        fn push_vmps(&self, out: &mut Vec<u8>, generic_products: &Table<ByFoldedName<'_>>) {
            let mut columns = ConceptColumns::default();
            for vmp in &self.vmps {
                let elsewhere = generic_products.find(&ByFoldedName(&vmp.name));
                columns.add(vmp.id, above(vmp.vtm, &self.vtm_places), &vmp.name, elsewhere);
            }
            columns.push(out, generic_products.values().len());
            push_vmp_facts(out, &self.vmps, self.are_classified);
        }

        fn push_vmpps(&self, out: &mut Vec<u8>, sizes: &Table<&str>) {
            let mut columns = ConceptColumns::default();
            for vmpp in &self.vmpps {
                let elsewhere = self.size_of(vmpp, sizes);
                columns.add(vmpp.id, above(vmpp.vmp, &self.vmp_places), &vmpp.name, elsewhere);
            }
            columns.push(out, sizes.values().len());
            push_vmpp_facts(out, &self.vmpps);
        }

        /// Finds the index of the size with which the product's name makes the name of the virtual pack.
        fn size_of(&self, vmpp: &Vmpp, sizes: &Table<&str>) -> Option<u64> {
            let product = self.vmp_name(vmpp.vmp);
            let rest = vmpp.name.strip_prefix(product)?;
            let size = rest.strip_prefix(' ').unwrap_or(rest);
            if usual_generic_pack_name(product, size) == vmpp.name { sizes.find(&size) } else { None }
        }
    }

    fn places(ids: impl Iterator<Item = ConceptId>) -> HashMap<ConceptId, usize> {
        ids.zip(0..).collect()
    }

    /// Computes the stored number of the concept above: 0, or one more than its index.
    pub fn above(id: Option<ConceptId>, places: &HashMap<ConceptId, usize>) -> u64 {
        match id.and_then(|id| places.get(&id)) {
            Some(place) => *place as u64 + 1,
            None => 0,
        }
    }

    /// The codes of concepts, the concepts above them, and their names.
    #[derive(Default)]
    struct ConceptColumns<'c> {
        ids: Vec<u64>,
        above: Vec<u64>,
        /// The index of a name that is stored elsewhere, or the name.
        names: Vec<Result<u64, &'c str>>,
    }

    impl<'c> ConceptColumns<'c> {
        fn add(&mut self, id: ConceptId, above: u64, name: &'c str, elsewhere: Option<u64>) {
            self.ids.push(id.number());
            self.above.push(above);
            self.names.push(elsewhere.ok_or(name));
        }

        fn push(self, out: &mut Vec<u8>, elsewhere: usize) {
            push_ids(out, &self.ids);
            push_byte_sliced_column(out, self.above);
            push_name_refs(out, &self.names, elsewhere);
        }
    }

    /// Writes names as [`NameRef`](super::NameRef) reads them, with the number of names `elsewhere`.
    fn push_name_refs(out: &mut Vec<u8>, names: &[Result<u64, &str>], elsewhere: usize) {
        let own = Table::new(names.iter().filter_map(|name| name.err()));
        let mut places = Vec::with_capacity(names.len());
        for name in names {
            places.push(match name {
                Ok(place) => *place,
                Err(name) => elsewhere as u64 + own.place(name),
            });
        }
        push_byte_sliced_column(out, places);
        push_texts(out, own.values());
    }
}
