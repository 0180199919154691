//! The codes of a medicine, a substance or a class, as a list.

use crate::concept::{Amp, Kind, PackConcepts, Scheme, Vmp};
use crate::dataset::{Concepts, Dataset, PackNumber, Place};
use crate::snomed::ConceptId;

/// What the codes of a list have in common. A list can have the virtual products with it, and the products
/// and packs below them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Common {
    /// The therapeutic moiety.
    Vtm(ConceptId),
    /// The virtual product.
    Vmp(ConceptId),
    /// A substance in the product.
    Ingredient(ConceptId),
    /// The start of a code of a classification.
    Class(Scheme, String),
}

/// A code of a list that was made from a release. It has what a person needs to check the list: name, BNF
/// code, and previous code.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Member {
    /// The kind of the concept.
    pub kind: Kind,
    /// Its code.
    pub id: ConceptId,
    /// Its name.
    pub name: String,
    /// Its BNF code, or the BNF code of its virtual product, from a supplement.
    pub bnf: Option<String>,
    /// The code that it had before.
    pub previous_id: Option<ConceptId>,
    /// Whether the release marks it as invalid.
    pub is_invalid: bool,
}

/// Lists the codes of some kinds: virtual products, then products, virtual packs and packs, each in the order
/// of the dataset. It reads every virtual product.
pub fn members(dataset: &Dataset<'_>, common: &Common, kinds: &[Kind]) -> Vec<Member> {
    let Some(concepts) = dataset.concepts() else { return Vec::new() };
    let mut vmps: Vec<(ConceptId, Vmp)> = Vec::new();
    for (id, place) in concepts.all_above() {
        if let (Place::Vmp(_), Some(vmp)) = (place, concepts.ancestors(place).vmp)
            && common.is_of(&vmp)
        {
            vmps.push((id, vmp));
        }
    }
    vmps.sort_by_key(|(id, _)| *id);
    let list = List { concepts, common, vmps };
    let mut members = Vec::new();
    for kind in [Kind::Vmp, Kind::Amp, Kind::Vmpp, Kind::Ampp] {
        if kinds.contains(&kind) {
            list.add(kind, &mut members);
        }
    }
    members
}

impl Common {
    fn is_of(&self, vmp: &Vmp) -> bool {
        match self {
            Common::Vtm(id) => vmp.vtm == Some(*id),
            Common::Vmp(id) => vmp.id == *id || vmp.previous_id == Some(*id),
            Common::Ingredient(id) => vmp.ingredients.iter().any(|one| one.substance.code == *id),
            Common::Class(Scheme::Bnf, start) => starts(vmp.bnf.as_deref(), start),
            Common::Class(Scheme::Atc, start) => starts(vmp.atc.as_deref(), start),
        }
    }

    /// Reports whether a product has its own code of a class.
    fn is_of_amp(&self, amp: &Amp) -> bool {
        matches!(self, Common::Class(Scheme::Bnf, start) if starts(amp.bnf.as_deref(), start))
    }
}

fn starts(code: Option<&str>, start: &str) -> bool {
    code.is_some_and(|code| code.starts_with(start))
}

/// The virtual products of a list, in the order of codes.
struct List<'l> {
    concepts: Concepts<'l>,
    common: &'l Common,
    vmps: Vec<(ConceptId, Vmp)>,
}

impl List<'_> {
    fn add(&self, kind: Kind, members: &mut Vec<Member>) {
        if kind == Kind::Ampp {
            return self.add_packs(members);
        }
        for (id, place) in self.concepts.all_above() {
            if place.kind() == kind {
                members.extend(self.member(id, &self.concepts.ancestors(place), kind));
            }
        }
    }

    fn add_packs(&self, members: &mut Vec<Member>) {
        let dataset = self.concepts.dataset();
        let of_class = match self.common {
            Common::Class(scheme, start) => {
                Some(self.concepts.classified(*scheme, start, dataset.pack_range()))
            }
            _ => None,
        };
        for pack in (0..dataset.packs()).map(PackNumber) {
            let [vmp, _] = self.concepts.generic_ids(Place::Ampp(pack));
            let vmp = self.vmp(vmp);
            // A product may have its own code of a class.
            let is_of = vmp.is_some() || of_class.as_ref().is_some_and(|packs| packs.contains(pack));
            if let Some(id) = dataset.pack_id(pack).filter(|_| is_of) {
                members.push(self.pack(pack, id.into(), vmp));
            }
        }
    }

    fn pack(&self, pack: PackNumber, id: ConceptId, vmp: Option<&Vmp>) -> Member {
        let dataset = self.concepts.dataset();
        Member {
            kind: Kind::Ampp,
            id,
            name: dataset.name(pack),
            bnf: vmp.and_then(|vmp| vmp.bnf.clone()),
            previous_id: None,
            is_invalid: dataset.is_invalid(pack),
        }
    }

    /// Finds a concept, if it or its virtual product is of the list.
    fn member(&self, id: ConceptId, concepts: &PackConcepts, kind: Kind) -> Option<Member> {
        let amp = concepts.amp.as_ref().filter(|_| kind == Kind::Amp);
        let own = concepts.vmp.as_ref();
        let is_of =
            self.vmp(own.map(|vmp| vmp.id)).is_some() || amp.is_some_and(|amp| self.common.is_of_amp(amp));
        if !is_of {
            return None;
        }
        let (name, is_invalid) = super::named(concepts, kind);
        let bnf = amp.and_then(|amp| amp.bnf.clone()).or_else(|| own.and_then(|vmp| vmp.bnf.clone()));
        let previous_id = own.filter(|_| kind == Kind::Vmp).and_then(|vmp| vmp.previous_id);
        Some(Member { kind, id, name, bnf, previous_id, is_invalid })
    }

    fn vmp(&self, id: Option<ConceptId>) -> Option<&Vmp> {
        let place = self.vmps.binary_search_by_key(&id?, |(id, _)| *id).ok()?;
        self.vmps.get(place).map(|(_, vmp)| vmp)
    }
}
