//! The concepts above packs: which product, virtual pack, virtual product and moiety each pack is of, and what the release tells of them.

mod amps;
pub mod facts;
mod products;
#[cfg(feature = "write")]
pub mod write;

use std::ops::Range;

use super::bitmap::{Ranked, Sparse};
use super::column::Column;
use super::error::OpenError;
use super::input::Input;
use super::runs::{run_range, run_ranges};
use super::{Dataset, PackNumber, PackSet, Window};
use crate::ampp_id::AmppId;
use crate::concept::{Amp, ConceptId, Kind, Notes, PackConcepts, PackDetails, Scheme, Vmp, Vmpp, Vtm};
use crate::lookup::Medicine;
use amps::Amps;
use products::{Vmpps, Vmps, Vtms};

/// The structures of the file.
#[derive(Clone, Copy, Debug)]
pub struct Group<'a> {
    vtms: Vtms<'a>,
    vmps: Vmps<'a>,
    vmpps: Vmpps<'a>,
    /// Where another virtual pack begins than that of the pack before.
    vmpp_starts: Ranked<'a>,
    /// For each such run 0 for none, else one more than the place of the virtual pack.
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
            vmpp_starts: Ranked::open(input, packs)?,
            vmpp_of_run: Column::open(input)?,
            amps: Amps::open(input, packs, are_classified)?,
            notes: Sparse::open(input, packs)?,
        })
    }
}

/// The concepts of a dataset that has them.
#[derive(Clone, Copy, Debug)]
pub struct Concepts<'d> {
    dataset: &'d Dataset<'d>,
    group: &'d Group<'d>,
}

/// A concept by its place in its table: found once, and then asked for whatever is wanted of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Place {
    /// A pack.
    Ampp(PackNumber),
    /// A product as it is sold.
    Amp(usize),
    /// A virtual pack.
    Vmpp(usize),
    /// A virtual product.
    Vmp(usize),
    /// A therapeutic moiety.
    Vtm(usize),
}

impl Place {
    /// What it is.
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

    /// Where the packs are.
    pub fn dataset(&self) -> &'d Dataset<'d> {
        self.dataset
    }

    /// The concepts of a pack; none behind the last pack.
    pub fn of_pack(&self, number: PackNumber) -> Option<PackConcepts> {
        self.dataset.pack_id(number)?;
        let index = number.index();
        let (amp, vmpp) = (self.group.amps.of_pack(index), self.vmpp_place(index));
        let (amp, vmpp) = (amp.and_then(|amp| self.amp_at(amp)), vmpp.and_then(|vmpp| self.vmpp_at(vmpp)));
        let details = PackDetails {
            amp: amp.as_ref().map(|amp| amp.id),
            vmpp: vmpp.as_ref().map(|vmpp| vmpp.id),
            notes: self.notes(number),
        };
        let with_vmp = self.with_vmp(self.vmp_place(index));
        Some(PackConcepts { details: Some(details), amp, vmpp, ..with_vmp })
    }

    /// What is at a place, and the concepts above it.
    pub fn upwards(&self, place: Place) -> PackConcepts {
        let Group { vtms, vmpps, .. } = self.group;
        match place {
            Place::Ampp(number) => self.of_pack(number).unwrap_or_default(),
            Place::Amp(amp) => PackConcepts { amp: self.amp_at(amp), ..self.with_vmp(self.vmp_of_amp(amp)) },
            Place::Vmpp(vmpp) => PackConcepts { vmpp: self.vmpp_at(vmpp), ..self.with_vmp(vmpps.vmp(vmpp)) },
            Place::Vmp(vmp) => self.with_vmp(Some(vmp)),
            Place::Vtm(vtm) => PackConcepts { vtm: vtms.get(vtm), ..PackConcepts::default() },
        }
    }

    /// The product with this code.
    pub fn amp(&self, id: ConceptId) -> Option<Amp> {
        self.amp_at(self.group.amps.ids.position(id.number())?)
    }

    /// The virtual pack with this code.
    pub fn vmpp(&self, id: ConceptId) -> Option<Vmpp> {
        self.vmpp_at(self.group.vmpps.position(id)?)
    }

    /// The virtual product with this code.
    pub fn vmp(&self, id: ConceptId) -> Option<Vmp> {
        self.vmp_at(self.group.vmps.position(id)?)
    }

    /// The therapeutic moiety with this code.
    pub fn vtm(&self, id: ConceptId) -> Option<Vtm> {
        self.group.vtms.get(self.group.vtms.position(id)?)
    }

    /// What has this code; none where no pack and no concept has it. Packs come last: they are the most, and who asks for one asks
    /// `Dataset::find`.
    pub fn find(&self, id: ConceptId) -> Option<Place> {
        let ampp = || AmppId::new(id.number()).and_then(|id| self.dataset.find(id)).map(Place::Ampp);
        self.find_above(id).or_else(ampp)
    }

    /// The same of a code that no pack has, the smallest table first.
    pub fn find_above(&self, id: ConceptId) -> Option<Place> {
        let Group { vtms, vmps, vmpps, amps, .. } = self.group;
        let vmp = || vmps.position(id).map(Place::Vmp);
        let vmpp = || vmpps.position(id).map(Place::Vmpp);
        let amp = || amps.ids.position(id.number()).map(Place::Amp);
        vtms.position(id).map(Place::Vtm).or_else(vmp).or_else(vmpp).or_else(amp)
    }

    /// The packs of a window that are of what is at a place, or are it.
    pub fn packs_at(&self, place: Place, window: Window) -> PackSet {
        let mut set = PackSet::empty(window);
        set.make_room();
        self.add_packs(place, &mut set);
        set
    }

    /// Whether products have codes that a supplement told.
    pub fn are_classified(&self) -> bool {
        self.dataset.header.has_classes
    }

    /// The packs of a window that are of virtual products whose code in a classification begins so, or of products whose own does.
    pub fn classified(&self, scheme: Scheme, start: &str, window: Window) -> PackSet {
        let Group { vmps, amps, .. } = self.group;
        let mut set = PackSet::empty(window);
        set.make_room();
        if let Some((numbers, class)) = vmps.class(scheme, start) {
            self.add_packs_of_vmps_that(|vmp| class.contains(&numbers.get(vmp)), &mut set);
        }
        let own = if scheme == Scheme::Bnf { amps.facts.class_of_bnf(start) } else { None };
        if let Some((codes, class)) = own {
            let is_in = |amp: usize| codes.place(amp).is_some_and(|place| class.contains(&place));
            let runs = amps.runs(self.packs()).filter(|(amp, _)| is_in(*amp));
            runs.for_each(|(_, packs)| insert(&mut set, packs));
        }
        set
    }

    /// Takes a step for each run of packs, however many virtual products are wanted.
    fn add_packs_of_vmps_that(&self, is_wanted: impl Fn(usize) -> bool, set: &mut PackSet) {
        let Group { vmpps, vmpp_starts, vmpp_of_run, .. } = self.group;
        for (run, packs) in run_ranges(*vmpp_starts, self.packs()) {
            let vmpp = (vmpp_of_run.get(run) as usize).checked_sub(1);
            match vmpp.and_then(|vmpp| vmpps.vmp(vmpp)) {
                Some(vmp) if is_wanted(vmp) => insert(set, packs),
                Some(_) => {}
                None => packs
                    .filter(|pack| self.vmp_place(*pack as usize).is_some_and(&is_wanted))
                    .for_each(|pack| set.insert(pack)),
            }
        }
    }

    fn add_packs(&self, place: Place, set: &mut PackSet) {
        let Group { vmps, amps, .. } = self.group;
        match place {
            Place::Ampp(number) => set.insert(number.0),
            Place::Amp(amp) => amps.packs(amp, self.packs()).for_each(|packs| insert(set, packs)),
            Place::Vmpp(vmpp) => self.runs_of(&(vmpp..vmpp + 1), 0).for_each(|(_, packs)| insert(set, packs)),
            Place::Vmp(vmp) => self.add_packs_of_vmps(vmp..vmp + 1, set),
            Place::Vtm(vtm) => self.add_packs_of_vmps(vmps.of_vtm(vtm), set),
        }
    }

    /// Packs tell their virtual product by their virtual pack, and those that can't by their product.
    fn add_packs_of_vmps(&self, vmps: Range<usize>, set: &mut PackSet) {
        let Group { vmpps, .. } = self.group;
        let of_vmps = vmpps.of_vmps(&vmps);
        for (vmpp, packs) in self.runs_of(&of_vmps, vmpps.without_vmp() + 1) {
            let is_it = |pack: &u32| self.vmp_place(*pack as usize).is_some_and(|vmp| vmps.contains(&vmp));
            match vmpp.is_some_and(|vmpp| of_vmps.contains(&vmpp)) {
                true => insert(set, packs),
                false => packs.filter(is_it).for_each(|pack| set.insert(pack)),
            }
        }
    }

    /// The runs of packs that are of one of these virtual packs, and those whose stored virtual pack is below a number; of each its
    /// virtual pack, too.
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
        let (Group { amps, vmps, .. }, Dataset { names, supply, .. }) = (self.group, self.dataset);
        let id = amps.ids.concept(amp)?;
        let first = self.first_pack(amp);
        let usual = || first.map(|pack| names.product(pack, 0)).unwrap_or_default();
        let name = amps.names.place(amp).map(|place| amps.names.text(place).to_owned()).unwrap_or_else(usual);
        let vmp = self.vmp_of_amp(amp).and_then(|vmp| vmps.id(vmp));
        let supplier = amps.supplier(amp, first.and_then(|pack| supply.supplier_place(pack)));
        Some(amps.facts.amp(amp, id, name, vmp, supplier))
    }

    fn first_pack(&self, amp: usize) -> Option<usize> {
        self.group.amps.first_packs(amp, self.packs()).map(|packs| packs.start as usize)
    }

    /// The place of a product's virtual product: mostly that of its first pack's virtual pack.
    fn vmp_of_amp(&self, amp: usize) -> Option<usize> {
        match self.group.amps.vmps.get(amp) {
            Some(stored) => (stored as usize).checked_sub(1),
            None => self.group.vmpps.vmp(self.vmpp_place(self.first_pack(amp)?)?),
        }
    }

    fn vmpp_at(&self, vmpp: usize) -> Option<Vmpp> {
        let Dataset { names, supply, .. } = self.dataset;
        self.group.vmpps.get(vmpp, names, supply, &self.group.vmps)
    }

    fn vmp_at(&self, vmp: usize) -> Option<Vmp> {
        self.group.vmps.get(vmp, &self.dataset.names, &self.group.vtms)
    }

    fn with_vmp(&self, vmp: Option<usize>) -> PackConcepts {
        let vtm = vmp.and_then(|vmp| self.group.vmps.vtm(vmp));
        PackConcepts {
            vmp: vmp.and_then(|vmp| self.vmp_at(vmp)),
            vtm: vtm.and_then(|vtm| self.group.vtms.get(vtm)),
            ..PackConcepts::default()
        }
    }

    fn notes(&self, number: PackNumber) -> Notes {
        Notes::of_bits(self.group.notes.get(number.index()).unwrap_or(0) as u16)
    }

    fn vmpp_place(&self, pack: usize) -> Option<usize> {
        let stored = self.group.vmpp_of_run.get(self.group.vmpp_starts.run_at(pack));
        (stored as usize).checked_sub(1)
    }

    /// The place of a pack's virtual product.
    fn vmp_place(&self, pack: usize) -> Option<usize> {
        let by_vmpp = self.vmpp_place(pack).and_then(|vmpp| self.group.vmpps.vmp(vmpp));
        by_vmpp.or_else(|| self.vmp_of_amp(self.group.amps.of_pack(pack)?))
    }

    /// What tells the medicine in a pack from another one, by places in the file.
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
