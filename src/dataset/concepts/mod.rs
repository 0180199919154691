//! The concepts above packs: the product, virtual pack, virtual product and moiety of each pack, with their
//! facts.

mod amps;
pub mod facts;
mod packs;
mod products;
#[cfg(feature = "write")]
pub mod write;

use super::bitmap::{RankSelectBitmap, Sparse};
use super::column::Column;
use super::error::OpenError;
use super::input::Input;
use super::{Dataset, PackNumber};
use crate::concept::{
    Amp, Coded, Kind, Medicine, Notes, PackConcepts, PackDetails, Property, Vmp, Vmpp, Vtm,
};
use crate::snomed::{AmppId, ConceptId};
use amps::Amps;
use products::{Vmpps, Vmps, Vtms};

/// The structures of the file with concepts: a table of each kind, the virtual pack of each run of packs, and
/// notes. A dataset of packs only does not have them.
#[derive(Clone, Copy, Debug)]
pub struct Group<'a> {
    vtms: Vtms<'a>,
    vmps: Vmps<'a>,
    vmpps: Vmpps<'a>,
    /// The packs whose virtual pack differs from the previous pack's.
    vmpp_starts: RankSelectBitmap<'a>,
    /// The virtual pack of each such run: 0, or one more than its index.
    vmpp_of_run: Column<'a>,
    amps: Amps<'a>,
    notes: Sparse<'a>,
}

impl<'a> Group<'a> {
    pub fn open(input: &mut Input<'a>, packs: usize, are_classified: bool) -> Result<Group<'a>, OpenError> {
        Ok(Group {
            vtms: Vtms::open(input)?,
            vmps: Vmps::open(input, are_classified)?,
            vmpps: Vmpps::open(input)?,
            vmpp_starts: RankSelectBitmap::open(input, packs)?,
            vmpp_of_run: Column::open(input)?,
            amps: Amps::open(input, packs, are_classified)?,
            notes: Sparse::open(input, packs)?,
        })
    }
}

/// A view of the concepts of a dataset. It resolves codes, and finds the concepts above a pack or the packs
/// below a concept. A copy is cheap, because it only refers to the dataset.
///
/// # Examples
///
/// ```
/// # let bytes = include!(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/common/doctest_dataset.rs"));
/// use pack_lookup::snomed::ConceptId;
/// use pack_lookup::concept::Kind;
/// use pack_lookup::dataset::verify;
///
/// let dataset = verify(&bytes)?;
/// let concepts = dataset.concepts().ok_or("the dataset has no concepts")?;
/// let place = concepts.find(ConceptId::parse("900000011000001106")?).ok_or("unknown code")?;
/// assert_eq!(place.kind(), Kind::Ampp);
///
/// let vtm = concepts.ancestors(place).vtm.ok_or("no moiety")?;
/// assert_eq!(vtm.name, "Amlodipine");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Concepts<'d> {
    dataset: &'d Dataset<'d>,
    group: &'d Group<'d>,
}

/// A resolved concept: its kind, and its index in the table of that kind.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Place {
    /// A pack.
    Ampp(PackNumber),
    /// A product of one supplier.
    Amp(usize),
    /// A virtual pack.
    Vmpp(usize),
    /// A virtual product.
    Vmp(usize),
    /// A therapeutic moiety.
    Vtm(usize),
}

impl Place {
    fn at(kind: Kind, index: usize) -> Place {
        match kind {
            Kind::Ampp => Place::Ampp(PackNumber(index as u32)),
            Kind::Amp => Place::Amp(index),
            Kind::Vmpp => Place::Vmpp(index),
            Kind::Vmp => Place::Vmp(index),
            Kind::Vtm => Place::Vtm(index),
        }
    }

    /// Its index among the concepts of its kind.
    pub fn index(self) -> usize {
        match self {
            Place::Ampp(pack) => pack.index(),
            Place::Amp(index) | Place::Vmpp(index) | Place::Vmp(index) | Place::Vtm(index) => index,
        }
    }

    /// The kind of the concept.
    pub fn kind(self) -> Kind {
        match self {
            Place::Ampp(_) => Kind::Ampp,
            Place::Amp(_) => Kind::Amp,
            Place::Vmpp(_) => Kind::Vmpp,
            Place::Vmp(_) => Kind::Vmp,
            Place::Vtm(_) => Kind::Vtm,
        }
    }
}

impl<'d> Concepts<'d> {
    pub(super) fn of(dataset: &'d Dataset<'d>) -> Option<Concepts<'d>> {
        Some(Concepts { dataset, group: dataset.concepts.as_ref()? })
    }

    /// The dataset with the packs.
    pub fn dataset(&self) -> &'d Dataset<'d> {
        self.dataset
    }

    /// Reads the concepts of a pack. Returns `None` if the number is out of range.
    pub fn of_pack(&self, number: PackNumber) -> Option<PackConcepts> {
        self.dataset.pack_id(number)?;
        let index = number.index();
        let mut details = PackDetails { amp: None, vmpp: None, notes: self.notes(number) };
        let mut concepts = self.with_vmp(self.vmp_place(index));
        if let Some(amp) = self.group.amps.of_pack(index).and_then(|amp| self.amp_at(amp)) {
            details.amp = Some(amp.id);
            concepts.amp = Some(amp);
        }
        if let Some(vmpp) = self.vmpp_place(index).and_then(|vmpp| self.vmpp_at(vmpp)) {
            details.vmpp = Some(vmpp.id);
            concepts.vmpp = Some(vmpp);
        }
        concepts.details = Some(details);
        Some(concepts)
    }

    /// Reads a concept with the concepts above it.
    pub fn ancestors(&self, place: Place) -> PackConcepts {
        let Group { vtms, vmpps, .. } = self.group;
        match place {
            Place::Ampp(number) => self.of_pack(number).unwrap_or_default(),
            Place::Amp(amp) => PackConcepts { amp: self.amp_at(amp), ..self.with_vmp(self.vmp_of_amp(amp)) },
            Place::Vmpp(vmpp) => PackConcepts { vmpp: self.vmpp_at(vmpp), ..self.with_vmp(vmpps.vmp(vmpp)) },
            Place::Vmp(vmp) => self.with_vmp(Some(vmp)),
            Place::Vtm(vtm) => PackConcepts { vtm: vtms.get(vtm), ..PackConcepts::default() },
        }
    }

    /// Counts the concepts of a kind.
    pub fn count(&self, kind: Kind) -> usize {
        let Group { vtms, vmps, vmpps, amps, .. } = self.group;
        match kind {
            Kind::Ampp => self.packs(),
            Kind::Amp => amps.ids.len(),
            Kind::Vmpp => vmpps.ids.len(),
            Kind::Vmp => vmps.ids.len(),
            Kind::Vtm => vtms.ids.len(),
        }
    }

    /// Finds the places of all concepts of a kind: packs by name, and the others in the order of the file.
    pub fn places(&self, kind: Kind) -> impl Iterator<Item = Place> + use<> {
        (0..self.count(kind)).map(move |index| Place::at(kind, index))
    }

    /// Finds the place of the concept of a kind to which a pack belongs, or of the pack itself. It does not
    /// read the record.
    pub fn place_above(&self, number: PackNumber, kind: Kind) -> Option<Place> {
        let pack = number.index();
        let index = match kind {
            Kind::Ampp => Some(pack),
            Kind::Amp => self.group.amps.of_pack(pack),
            Kind::Vmpp => self.vmpp_place(pack),
            Kind::Vmp => self.vmp_place(pack),
            Kind::Vtm => self.group.vmps.vtm(self.vmp_place(pack)?),
        };
        index.map(|index| Place::at(kind, index))
    }

    /// Reports whether the release marks the concept as invalid. It does not read the record.
    pub fn is_invalid(&self, place: Place) -> bool {
        let Group { vtms, vmps, vmpps, amps, .. } = self.group;
        match place {
            Place::Ampp(pack) => self.dataset.is_invalid(pack),
            Place::Amp(amp) => amps.facts.is_invalid(amp),
            Place::Vmpp(vmpp) => vmpps.facts.is_invalid(vmpp),
            Place::Vmp(vmp) => vmps.facts.is_invalid(vmp),
            Place::Vtm(vtm) => vtms.facts.is_invalid(vtm),
        }
    }

    /// Reads the code and the name of a concept.
    pub fn coded(&self, place: Place) -> Option<Coded> {
        let Group { vtms, vmps, vmpps, amps, .. } = self.group;
        let Dataset { names, .. } = self.dataset;
        let (code, name) = match place {
            Place::Ampp(pack) => (self.dataset.pack_id(pack)?.into(), self.dataset.name(pack)),
            Place::Amp(amp) => (amps.ids.concept(amp)?, self.amp_name(amp)),
            Place::Vmpp(vmpp) => (vmpps.ids.concept(vmpp)?, vmpps.name(vmpp, self.dataset, vmps)),
            Place::Vmp(vmp) => (vmps.ids.concept(vmp)?, vmps.name(vmp, names)),
            Place::Vtm(vtm) => (vtms.ids.concept(vtm)?, vtms.name(vtm)),
        };
        Some(Coded { code, name })
    }

    /// Lists the codes of the virtual product and the virtual pack to which a concept belongs, or which it
    /// is. It does not read the record.
    pub fn generic_ids(&self, place: Place) -> [Option<ConceptId>; 2] {
        let Group { vmps, vmpps, .. } = self.group;
        let (vmp, vmpp) = match place {
            Place::Ampp(pack) => (self.vmp_place(pack.index()), self.vmpp_place(pack.index())),
            Place::Amp(amp) => (self.vmp_of_amp(amp), None),
            Place::Vmpp(vmpp) => (vmpps.vmp(vmpp), Some(vmpp)),
            Place::Vmp(vmp) => (Some(vmp), None),
            Place::Vtm(_) => (None, None),
        };
        [vmp.and_then(|vmp| vmps.ids.concept(vmp)), vmpp.and_then(|vmpp| vmpps.ids.concept(vmpp))]
    }

    /// Reads the product with this code.
    pub fn amp(&self, id: ConceptId) -> Option<Amp> {
        self.amp_at(self.group.amps.ids.position(id.number())?)
    }

    /// Reads the virtual pack with this code.
    pub fn vmpp(&self, id: ConceptId) -> Option<Vmpp> {
        self.vmpp_at(self.group.vmpps.ids.position(id.number())?)
    }

    /// Reads the virtual product with this code.
    pub fn vmp(&self, id: ConceptId) -> Option<Vmp> {
        self.vmp_at(self.group.vmps.ids.position(id.number())?)
    }

    /// Reads the therapeutic moiety with this code.
    pub fn vtm(&self, id: ConceptId) -> Option<Vtm> {
        self.group.vtms.get(self.group.vtms.ids.position(id.number())?)
    }

    /// Resolves a code, or returns `None` if neither a pack nor a concept has it.
    ///
    /// Packs are searched last, because their table is the largest. For the code of a pack, `Dataset::find`
    /// is faster.
    pub fn find(&self, id: ConceptId) -> Option<Place> {
        if let Some(place) = self.find_above(id) {
            return Some(place);
        }
        self.dataset.find(AmppId::new(id.number())?).map(Place::Ampp)
    }

    /// Resolves a code that a moiety or a virtual product had before, to the concept that replaced it.
    ///
    /// Returns its current code, and its place.
    pub fn successor(&self, previous: ConceptId) -> Option<(ConceptId, Place)> {
        let Group { vtms, vmps, .. } = self.group;
        if let Some(vtm) = vtms.successor(previous) {
            return Some((vtms.ids.concept(vtm)?, Place::Vtm(vtm)));
        }
        let vmp = vmps.successor(previous)?;
        Some((vmps.ids.concept(vmp)?, Place::Vmp(vmp)))
    }

    /// Resolves the code of a concept that is not a pack. The smallest table is searched first.
    pub fn find_above(&self, id: ConceptId) -> Option<Place> {
        let Group { vtms, vmps, vmpps, amps, .. } = self.group;
        if let Some(vtm) = vtms.ids.position(id.number()) {
            return Some(Place::Vtm(vtm));
        }
        if let Some(vmp) = vmps.ids.position(id.number()) {
            return Some(Place::Vmp(vmp));
        }
        if let Some(vmpp) = vmpps.ids.position(id.number()) {
            return Some(Place::Vmpp(vmpp));
        }
        amps.ids.position(id.number()).map(Place::Amp)
    }

    /// Lists the code and the place of every concept that is not a pack. To resolve many codes, it is faster
    /// than [`Concepts::find_above`], which reads a table for each.
    pub fn all_above(&self) -> impl Iterator<Item = (ConceptId, Place)> + use<'d> {
        let Group { vtms, vmps, vmpps, amps, .. } = self.group;
        let vtms = (0..vtms.ids.len()).map(|vtm| (vtms.ids.concept(vtm), Place::Vtm(vtm)));
        let vmps = (0..vmps.ids.len()).map(|vmp| (vmps.ids.concept(vmp), Place::Vmp(vmp)));
        let vmpps = (0..vmpps.ids.len()).map(|vmpp| (vmpps.ids.concept(vmpp), Place::Vmpp(vmpp)));
        let amps = (0..amps.ids.len()).map(|amp| (amps.ids.concept(amp), Place::Amp(amp)));
        let all = vtms.chain(vmps).chain(vmpps).chain(amps);
        all.filter_map(|(id, place)| Some((id?, place)))
    }

    /// Reports whether products have codes from a supplement.
    pub fn are_classified(&self) -> bool {
        self.dataset.header.has_classes
    }

    fn packs(&self) -> usize {
        self.dataset.packs() as usize
    }

    fn amp_at(&self, amp: usize) -> Option<Amp> {
        let (Group { amps, vmps, .. }, Dataset { supply, .. }) = (self.group, self.dataset);
        let id = amps.ids.concept(amp)?;
        let (first, name) = (self.first_pack(amp), self.amp_name(amp));
        let vmp = self.vmp_of_amp(amp).and_then(|vmp| vmps.ids.concept(vmp));
        let supplier = amps.supplier(amp, first.and_then(|pack| supply.supplier_place(pack)));
        Some(amps.facts.amp(amp, id, name, vmp, supplier))
    }

    fn amp_name(&self, amp: usize) -> String {
        let names = &self.group.amps.names;
        match (names.place(amp), self.first_pack(amp)) {
            (Some(own), _) => names.text(own).to_owned(),
            (None, Some(pack)) => self.dataset.names.product(pack, 0),
            (None, None) => String::new(),
        }
    }

    fn first_pack(&self, amp: usize) -> Option<usize> {
        let packs = self.group.amps.first_packs(amp, self.packs())?;
        Some(packs.start as usize)
    }

    /// Finds the index of a product's virtual product: usually the virtual product of its first pack's
    /// virtual pack.
    fn vmp_of_amp(&self, amp: usize) -> Option<usize> {
        match self.group.amps.vmps.get(amp) {
            Some(stored) => (stored as usize).checked_sub(1),
            None => self.group.vmpps.vmp(self.vmpp_place(self.first_pack(amp)?)?),
        }
    }

    fn vmpp_at(&self, vmpp: usize) -> Option<Vmpp> {
        self.group.vmpps.get(vmpp, self.dataset, &self.group.vmps)
    }

    fn vmp_at(&self, vmp: usize) -> Option<Vmp> {
        self.group.vmps.get(vmp, &self.dataset.names, &self.group.vtms)
    }

    fn with_vmp(&self, vmp: Option<usize>) -> PackConcepts {
        let Some(vmp) = vmp else { return PackConcepts::default() };
        let Group { vmps, vtms, .. } = self.group;
        let vtm = vmps.vtm(vmp).and_then(|vtm| vtms.get(vtm));
        PackConcepts { vmp: self.vmp_at(vmp), vtm, ..PackConcepts::default() }
    }

    /// Passes the properties of a virtual pack, each with its text, to `take`.
    pub(super) fn vmpp_properties(&self, vmpp: usize, take: &mut dyn FnMut(Property, Option<&str>)) {
        self.group.vmpps.facts.properties(vmpp, take);
    }

    /// Passes the properties of a virtual product, each with its text, to `take`.
    pub(super) fn vmp_properties(&self, vmp: usize, take: &mut dyn FnMut(Property, Option<&str>)) {
        self.group.vmps.facts.properties(vmp, take);
    }

    /// Passes the properties of a kind of products, each with its text, to `take`.
    pub(super) fn product_properties(&self, kind: usize, take: &mut dyn FnMut(Property, Option<&str>)) {
        self.group.amps.facts.properties(kind, take);
    }

    pub(super) fn notes(&self, number: PackNumber) -> Notes {
        Notes::of_bits(self.group.notes.get(number.index()).unwrap_or(0) as u16)
    }

    fn vmpp_place(&self, pack: usize) -> Option<usize> {
        let stored = self.group.vmpp_of_run.get(self.group.vmpp_starts.run_at(pack));
        (stored as usize).checked_sub(1)
    }

    /// Finds the index of a pack's virtual product.
    fn vmp_place(&self, pack: usize) -> Option<usize> {
        if let Some(vmp) = self.vmpp_place(pack).and_then(|vmpp| self.group.vmpps.vmp(vmpp)) {
            return Some(vmp);
        }
        self.vmp_of_amp(self.group.amps.of_pack(pack)?)
    }

    /// Reads what distinguishes the medicine in a pack, by indexes in the file.
    pub(crate) fn medicine(&self, number: PackNumber) -> Option<Medicine> {
        let vmp = self.vmp_place(number.index())?;
        let vtm = self.group.vmps.vtm(vmp).map(|vtm| vtm as u64);
        let mut substances = self.group.vmps.facts.substances(vmp);
        substances.sort_unstable();
        substances.dedup();
        Some(Medicine { vmp: vmp as u64, vtm, substances })
    }
}
