//! The packs below concepts, as sets and as runs of neighbours.

use std::ops::Range;

use super::{Concepts, Group, Place};
use crate::concept::{Kind, Scheme};
use crate::dataset::bitmap::{run_range, run_ranges};
use crate::dataset::{PackRange, PackSet};

impl<'d> Concepts<'d> {
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

    /// Finds the packs in `pack_range` that belong to the concept at `place`, or are that concept.
    pub fn packs_at(&self, place: Place, pack_range: PackRange) -> PackSet {
        let mut set = PackSet::empty(pack_range);
        set.reserve();
        self.add_packs(place, &mut set);
        set
    }

    /// Finds the packs in `pack_range` whose virtual product (or product) has a code in `scheme` that starts
    /// with `start`.
    pub fn classified(&self, scheme: Scheme, start: &str, pack_range: PackRange) -> PackSet {
        let mut set = PackSet::empty(pack_range);
        set.reserve();
        if let Some((numbers, class)) = self.group.vmps.facts.class(scheme, start) {
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
        self.each_generic(|packs, _, vmp| {
            if vmp.is_some_and(&is_wanted) {
                insert(set, packs);
            }
        });
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

    /// Passes each run of packs with one virtual pack and one virtual product to `take`.
    pub(in crate::dataset) fn each_generic(
        &self,
        mut take: impl FnMut(Range<u32>, Option<usize>, Option<usize>),
    ) {
        let Group { vmpps, vmpp_starts, vmpp_of_run, .. } = self.group;
        for (run, packs) in run_ranges(*vmpp_starts, self.packs()) {
            let vmpp = (vmpp_of_run.get(run) as usize).checked_sub(1);
            match vmpp.and_then(|vmpp| vmpps.vmp(vmpp)) {
                Some(vmp) => take(packs, vmpp, Some(vmp)),
                None => packs.for_each(|pack| take(pack..pack + 1, vmpp, self.vmp_place(pack as usize))),
            }
        }
    }

    /// Passes each run of packs with one product to `take`, with the number of the kind of the product.
    pub(in crate::dataset) fn each_product_kind(&self, mut take: impl FnMut(Range<u32>, usize)) {
        let Group { amps, .. } = self.group;
        for (amp, packs) in amps.runs(self.packs()) {
            if amp < amps.ids.len() {
                take(packs, amps.facts.kind(amp));
            }
        }
    }
}

fn insert(set: &mut PackSet, packs: Range<u32>) {
    set.insert_run(packs.start, packs.end.saturating_sub(packs.start));
}
