//! The concepts above packs: the product, virtual pack, virtual product and moiety of each pack, with their
//! facts.

mod amps;
pub mod facts;
mod products;
#[cfg(feature = "write")]
pub mod write;

use std::ops::Range;

use super::bitmap::{RankSelectBitmap, Sparse};
use super::bitmap::{run_range, run_ranges};
use super::column::Column;
use super::error::OpenError;
use super::input::Input;
use super::{Dataset, PackNumber, PackRange, PackSet};
use crate::concept::{
    Amp, Coded, Kind, Medicine, Notes, PackConcepts, PackDetails, Property, Scheme, Vmp, Vmpp, Vtm,
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
            Kind::Vmpp => vmpps.len(),
            Kind::Vmp => vmps.len(),
            Kind::Vtm => vtms.len(),
        }
    }

    /// Finds the places of all concepts of a kind: packs by name, and the others in the order of the file.
    pub fn places(&self, kind: Kind) -> impl Iterator<Item = Place> + use<> {
        (0..self.count(kind)).map(move |index| Place::at(kind, index))
    }

    /// Finds the places of the concepts of a kind without any pack. It takes one step for each run of packs.
    pub fn without_packs(&self, kind: Kind) -> Vec<Place> {
        let mut has_packs = vec![kind == Kind::Ampp; self.count(kind)];
        let mut mark = |index: Option<usize>| {
            if let Some(has) = index.and_then(|index| has_packs.get_mut(index)) {
                *has = true;
            }
        };
        match kind {
            Kind::Ampp => {}
            Kind::Amp => self.group.amps.runs(self.packs()).for_each(|(amp, _)| mark(Some(amp))),
            Kind::Vmpp => self.each_generic(|_, vmpp, _| mark(vmpp)),
            Kind::Vmp => self.each_generic(|_, _, vmp| mark(vmp)),
            Kind::Vtm => self.each_generic(|_, _, vmp| mark(vmp.and_then(|vmp| self.group.vmps.vtm(vmp)))),
        }
        self.places(kind).filter(|place| has_packs.get(place.index()) == Some(&false)).collect()
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
            Place::Vmpp(vmpp) => (vmpps.id(vmpp)?, vmpps.name(vmpp, self.dataset, vmps)),
            Place::Vmp(vmp) => (vmps.id(vmp)?, vmps.name(vmp, names)),
            Place::Vtm(vtm) => (vtms.id(vtm)?, vtms.name(vtm)),
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
        [vmp.and_then(|vmp| vmps.id(vmp)), vmpp.and_then(|vmpp| vmpps.id(vmpp))]
    }

    /// Reads the product with this code.
    pub fn amp(&self, id: ConceptId) -> Option<Amp> {
        self.amp_at(self.group.amps.ids.position(id.number())?)
    }

    /// Reads the virtual pack with this code.
    pub fn vmpp(&self, id: ConceptId) -> Option<Vmpp> {
        self.vmpp_at(self.group.vmpps.position(id)?)
    }

    /// Reads the virtual product with this code.
    pub fn vmp(&self, id: ConceptId) -> Option<Vmp> {
        self.vmp_at(self.group.vmps.position(id)?)
    }

    /// Reads the therapeutic moiety with this code.
    pub fn vtm(&self, id: ConceptId) -> Option<Vtm> {
        self.group.vtms.get(self.group.vtms.position(id)?)
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
            return Some((vtms.id(vtm)?, Place::Vtm(vtm)));
        }
        let vmp = vmps.successor(previous)?;
        Some((vmps.id(vmp)?, Place::Vmp(vmp)))
    }

    /// Resolves the code of a concept that is not a pack. The smallest table is searched first.
    pub fn find_above(&self, id: ConceptId) -> Option<Place> {
        let Group { vtms, vmps, vmpps, amps, .. } = self.group;
        if let Some(vtm) = vtms.position(id) {
            return Some(Place::Vtm(vtm));
        }
        if let Some(vmp) = vmps.position(id) {
            return Some(Place::Vmp(vmp));
        }
        if let Some(vmpp) = vmpps.position(id) {
            return Some(Place::Vmpp(vmpp));
        }
        amps.ids.position(id.number()).map(Place::Amp)
    }

    /// Lists the code and the place of every concept that is not a pack. To resolve many codes, it is faster
    /// than [`Concepts::find_above`], which reads a table for each.
    pub fn all_above(&self) -> impl Iterator<Item = (ConceptId, Place)> + use<'d> {
        let Group { vtms, vmps, vmpps, amps, .. } = self.group;
        let vtms = (0..vtms.len()).map(|vtm| (vtms.id(vtm), Place::Vtm(vtm)));
        let vmps = (0..vmps.len()).map(|vmp| (vmps.id(vmp), Place::Vmp(vmp)));
        let vmpps = (0..vmpps.len()).map(|vmpp| (vmpps.id(vmpp), Place::Vmpp(vmpp)));
        let amps = (0..amps.ids.len()).map(|amp| (amps.ids.concept(amp), Place::Amp(amp)));
        let all = vtms.chain(vmps).chain(vmpps).chain(amps);
        all.filter_map(|(id, place)| Some((id?, place)))
    }

    /// Finds the packs in `pack_range` that belong to the concept at `place`, or are that concept.
    pub fn packs_at(&self, place: Place, pack_range: PackRange) -> PackSet {
        let mut set = PackSet::empty(pack_range);
        set.reserve();
        self.add_packs(place, &mut set);
        set
    }

    /// Reports whether products have codes from a supplement.
    pub fn are_classified(&self) -> bool {
        self.dataset.header.has_classes
    }

    /// Finds the packs in `pack_range` whose virtual product (or product) has a code in `scheme` that starts
    /// with `start`.
    pub fn classified(&self, scheme: Scheme, start: &str, pack_range: PackRange) -> PackSet {
        let mut set = PackSet::empty(pack_range);
        set.reserve();
        if let Some((numbers, class)) = self.group.vmps.class(scheme, start) {
            self.add_packs_of_vmps_that(|vmp| class.contains(&numbers.get(vmp)), &mut set);
        }
        if scheme == Scheme::Bnf {
            self.add_packs_of_own_bnf(start, &mut set);
        }
        set
    }

    /// Adds the packs of products whose own BNF code starts with `start`.
    fn add_packs_of_own_bnf(&self, start: &str, set: &mut PackSet) {
        let Group { amps, .. } = self.group;
        let Some((codes, class)) = amps.facts.class_of_bnf(start) else { return };
        for (amp, packs) in amps.runs(self.packs()) {
            if codes.place(amp).is_some_and(|place| class.contains(&place)) {
                insert(set, packs);
            }
        }
    }

    /// Adds the packs of virtual products. It takes one step for each run of packs, for any number of virtual
    /// products.
    fn add_packs_of_vmps_that(&self, is_wanted: impl Fn(usize) -> bool, set: &mut PackSet) {
        let Group { vmpps, vmpp_starts, vmpp_of_run, .. } = self.group;
        for (run, packs) in run_ranges(*vmpp_starts, self.packs()) {
            let vmpp = (vmpp_of_run.get(run) as usize).checked_sub(1);
            match vmpp.and_then(|vmpp| vmpps.vmp(vmpp)) {
                Some(vmp) if is_wanted(vmp) => insert(set, packs),
                Some(_) => {}
                None => self.add_packs_with_vmp_that(&is_wanted, packs, set),
            }
        }
    }

    /// Adds some of `packs`, each by its own virtual product.
    fn add_packs_with_vmp_that(
        &self,
        is_wanted: impl Fn(usize) -> bool,
        packs: Range<u32>,
        set: &mut PackSet,
    ) {
        for pack in packs {
            if self.vmp_place(pack as usize).is_some_and(&is_wanted) {
                set.insert(pack);
            }
        }
    }

    fn add_packs(&self, place: Place, set: &mut PackSet) {
        let Group { vmps, amps, .. } = self.group;
        match place {
            Place::Ampp(number) => set.insert(number.0),
            Place::Amp(amp) => {
                for packs in amps.packs(amp, self.packs()) {
                    insert(set, packs);
                }
            }
            Place::Vmpp(vmpp) => {
                for (_, packs) in self.runs_of(&(vmpp..vmpp + 1), 0) {
                    insert(set, packs);
                }
            }
            Place::Vmp(vmp) => self.add_packs_of_vmps(vmp..vmp + 1, set),
            Place::Vtm(vtm) => self.add_packs_of_vmps(vmps.of_vtm(vtm), set),
        }
    }

    /// Adds the packs of virtual products. A pack has its virtual product by its virtual pack, or else by its
    /// product.
    fn add_packs_of_vmps(&self, vmps: Range<usize>, set: &mut PackSet) {
        let Group { vmpps, .. } = self.group;
        let of_vmps = vmpps.of_vmps(&vmps);
        for (vmpp, packs) in self.runs_of(&of_vmps, vmpps.without_vmp() + 1) {
            match vmpp {
                Some(vmpp) if of_vmps.contains(&vmpp) => insert(set, packs),
                _ => self.add_packs_with_vmp_that(|vmp| vmps.contains(&vmp), packs, set),
            }
        }
    }

    /// Lists the runs of packs of these virtual packs, and the runs whose stored virtual pack is less than
    /// `below`. Each run comes with its virtual pack.
    fn runs_of(
        &self,
        vmpps: &Range<usize>,
        below: usize,
    ) -> impl Iterator<Item = (Option<usize>, Range<u32>)> {
        let Group { vmpp_starts, vmpp_of_run, .. } = self.group;
        let packs = self.packs();
        let stored = vmpps.start as u64 + 1..vmpps.end as u64 + 1;
        let runs = vmpp_of_run.positions(stored, below as u64, packs);
        runs.map(move |run| {
            let vmpp = (vmpp_of_run.get(run) as usize).checked_sub(1);
            (vmpp, run_range(vmpp_starts, run, packs))
        })
    }

    fn packs(&self) -> usize {
        self.dataset.packs() as usize
    }

    fn amp_at(&self, amp: usize) -> Option<Amp> {
        let (Group { amps, vmps, .. }, Dataset { supply, .. }) = (self.group, self.dataset);
        let id = amps.ids.concept(amp)?;
        let (first, name) = (self.first_pack(amp), self.amp_name(amp));
        let vmp = self.vmp_of_amp(amp).and_then(|vmp| vmps.id(vmp));
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

    /// Passes each run of packs with one virtual pack and one virtual product to `take`.
    pub(super) fn each_generic(&self, mut take: impl FnMut(Range<u32>, Option<usize>, Option<usize>)) {
        let Group { vmpps, vmpp_starts, vmpp_of_run, .. } = self.group;
        for (run, packs) in run_ranges(*vmpp_starts, self.packs()) {
            let vmpp = (vmpp_of_run.get(run) as usize).checked_sub(1);
            match vmpp.and_then(|vmpp| vmpps.vmp(vmpp)) {
                Some(vmp) => take(packs, vmpp, Some(vmp)),
                None => packs.for_each(|pack| take(pack..pack + 1, vmpp, self.vmp_place(pack as usize))),
            }
        }
    }

    /// Passes the properties of a virtual pack, each with its text, to `take`.
    pub(super) fn vmpp_properties(&self, vmpp: usize, take: &mut dyn FnMut(Property, Option<&str>)) {
        self.group.vmpps.facts.properties(vmpp, take);
    }

    /// Passes the properties of a virtual product, each with its text, to `take`.
    pub(super) fn vmp_properties(&self, vmp: usize, take: &mut dyn FnMut(Property, Option<&str>)) {
        self.group.vmps.facts.properties(vmp, take);
    }

    /// Passes each run of packs with one product to `take`, with the number of the kind of the product.
    pub(super) fn each_product_kind(&self, mut take: impl FnMut(Range<u32>, usize)) {
        let Group { amps, .. } = self.group;
        for (amp, packs) in amps.runs(self.packs()) {
            if amp < amps.ids.len() {
                take(packs, amps.facts.kind(amp));
            }
        }
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
        let mut substances = self.group.vmps.substances(vmp);
        substances.sort_unstable();
        substances.dedup();
        Some(Medicine { vmp: vmp as u64, vtm, substances })
    }
}

fn insert(set: &mut PackSet, packs: Range<u32>) {
    set.insert_run(packs.start, packs.end.saturating_sub(packs.start));
}
