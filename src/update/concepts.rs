//! The concepts of an update. Each table has the removed codes, and complete rows of the changed and added
//! concepts. These are few, and most of their texts are new.

use std::collections::BTreeMap;

use super::error::UpdateError;
use super::memory_budget::MemoryBudget;
use super::texts::InvalidText;
use crate::concept::{Amp, Concepts, Notes, PackDetails, Vmp, Vmpp, Vtm};
use crate::dataset::column::{Column, push_column};
use crate::dataset::concepts::facts::write::{
    push_amp_facts, push_coded, push_id_refs, push_vmp_facts, push_vmpp_facts, push_vtm_facts,
};
use crate::dataset::concepts::facts::{AmpFacts, CodedTable, IdRefs, VmpFacts, VmppFacts, VtmFacts};
use crate::dataset::ids::{Ids, push_ids};
use crate::dataset::input::Input;
use crate::dataset::limits::{amp_texts, vmp_texts, vmpp_texts};
use crate::dataset::texts::{Texts, push_texts};
use crate::dataset::{self, Dataset, PackNumber};
use crate::snomed::{AmppId, ConceptId};

/// Returns all concepts of a dataset. The tables are empty if it has none.
pub fn tables_of(dataset: &Dataset<'_>, budget: &mut MemoryBudget) -> Result<Concepts, UpdateError> {
    let Some(concepts) = dataset.concepts() else { return Ok(Concepts::default()) };
    let amps = concepts.amps().map(|mut amp| {
        amp.name.shrink_to_fit();
        amp
    });
    let mut tables = Concepts {
        packs: details_of(dataset, &concepts),
        amps: bounded(amps, budget)?,
        vmpps: bounded(concepts.vmpps(), budget)?,
        vmps: bounded(concepts.vmps(), budget)?,
        vtms: bounded(concepts.vtms(), budget)?,
    };
    tables.sort();
    Ok(tables)
}

fn details_of(dataset: &Dataset<'_>, concepts: &dataset::Concepts<'_>) -> Vec<(AmppId, PackDetails)> {
    let numbers = (0..dataset.packs()).map(PackNumber);
    numbers.filter_map(|number| Some((dataset.pack_id(number)?, concepts.details(number)))).collect()
}

fn bounded<T: Row>(
    concepts: impl Iterator<Item = T>,
    budget: &mut MemoryBudget,
) -> Result<Vec<T>, UpdateError> {
    let charge = |concept: T| budget.charge_bytes(concept.weight()).map(|()| concept);
    concepts.map(charge).collect()
}

/// Writes the differences between the concepts of two datasets.
pub fn push_concepts(out: &mut Vec<u8>, old: &Concepts, new: &Concepts) {
    let are_classified = new.are_classified();
    push_table(out, &old.vtms, &new.vtms, are_classified);
    push_table(out, &old.vmps, &new.vmps, are_classified);
    push_table(out, &old.vmpps, &new.vmpps, are_classified);
    push_table(out, &old.amps, &new.amps, are_classified);
    push_details(out, &old.packs, &new.packs);
}

/// Applies the differences to the concepts. The result may have details of removed packs.
pub fn read_concepts(
    input: &mut Input<'_>,
    old: Concepts,
    budget: &mut MemoryBudget,
    are_classified: bool,
) -> Result<Concepts, InvalidText> {
    Ok(Concepts {
        vtms: read_table(input, old.vtms, budget, are_classified)?,
        vmps: read_table(input, old.vmps, budget, are_classified)?,
        vmpps: read_table(input, old.vmpps, budget, are_classified)?,
        amps: read_table(input, old.amps, budget, are_classified)?,
        packs: read_details(input, old.packs)?,
    })
}

/// A concept as a row of an update.
trait Row: PartialEq + Sized {
    fn id(&self) -> ConceptId;
    /// Returns its approximate size in memory.
    fn weight(&self) -> usize;
    /// Writes all fields except the codes. BNF and ATC codes are included if any concept has one.
    fn push(out: &mut Vec<u8>, rows: &[&Self], are_classified: bool);
    /// Reads all fields except the codes, for as many rows as there are codes.
    fn read(
        input: &mut Input<'_>,
        ids: Ids<'_>,
        are_classified: bool,
        take: impl FnMut(Self) -> Result<(), InvalidText>,
    ) -> Result<(), InvalidText>;
}

fn push_table<T: Row>(out: &mut Vec<u8>, old: &[T], new: &[T], are_classified: bool) {
    let place = |table: &[T], id: ConceptId| table.binary_search_by_key(&id, Row::id).ok();
    let gone = old.iter().zip(0..).filter(|(row, _)| place(new, row.id()).is_none()).map(|(_, place)| place);
    let gaps = gone.scan(0u64, |next, place| {
        let gap = place - *next;
        *next = place + 1;
        Some(gap)
    });
    push_column(out, gaps);
    let is_other = |row: &&T| place(old, row.id()).and_then(|place| old.get(place)) != Some(row);
    let rows: Vec<&T> = new.iter().filter(is_other).collect();
    push_ids(out, &rows.iter().map(|row| row.id().number()).collect::<Vec<_>>());
    T::push(out, &rows, are_classified);
}

fn read_table<T: Row>(
    input: &mut Input<'_>,
    old: Vec<T>,
    budget: &mut MemoryBudget,
    are_classified: bool,
) -> Result<Vec<T>, InvalidText> {
    let gone = read_gone(input, old.len())?;
    let kept = old.into_iter().zip(0..).filter(|(_, place)| gone.binary_search(place).is_err());
    let mut table: BTreeMap<ConceptId, T> = kept.map(|(row, _)| (row.id(), row)).collect();
    let ids = Ids::open_any(input)?;
    T::read(input, ids, are_classified, |row| {
        budget.charge_bytes(row.weight())?;
        table.insert(row.id(), row);
        Ok(())
    })?;
    Ok(table.into_values().collect())
}

fn read_gone(input: &mut Input<'_>, count: usize) -> Result<Vec<usize>, InvalidText> {
    let gaps = Column::open(input)?;
    let mut gone = Vec::new();
    let mut next = 0usize;
    for place in 0..gaps.len() {
        let place = next.saturating_add(gaps.get(place) as usize);
        if place >= count {
            return Err(InvalidText);
        }
        gone.push(place);
        next = place + 1;
    }
    Ok(gone)
}

fn push_names<'c>(out: &mut Vec<u8>, names: impl Iterator<Item = &'c String>) {
    push_texts(out, &names.map(String::as_str).collect::<Vec<_>>());
}

fn text_len<'t>(texts: impl Iterator<Item = Option<&'t String>>) -> usize {
    texts.flatten().map(String::len).sum()
}

impl Row for Vtm {
    fn id(&self) -> ConceptId {
        self.id
    }

    fn weight(&self) -> usize {
        size_of::<Vtm>() + self.name.len()
    }

    fn push(out: &mut Vec<u8>, rows: &[&Vtm], _are_classified: bool) {
        push_names(out, rows.iter().map(|vtm| &vtm.name));
        push_vtm_facts(out, rows);
    }

    fn read(
        input: &mut Input<'_>,
        ids: Ids<'_>,
        _are_classified: bool,
        mut take: impl FnMut(Vtm) -> Result<(), InvalidText>,
    ) -> Result<(), InvalidText> {
        let names = Texts::open(input)?;
        let facts = VtmFacts::open(input, ids.len())?;
        for row in 0..ids.len() {
            let id = ids.concept(row).ok_or(InvalidText)?;
            take(facts.vtm(row, id, names.get(row).to_owned()))?;
        }
        Ok(())
    }
}

impl Row for Vmp {
    fn id(&self) -> ConceptId {
        self.id
    }

    fn weight(&self) -> usize {
        let facts = self.forms.len() + self.routes.len() + 5 * self.ingredients.len();
        size_of::<Vmp>() + facts * size_of::<Vtm>() + text_len(vmp_texts(self))
    }

    fn push(out: &mut Vec<u8>, rows: &[&Vmp], are_classified: bool) {
        push_names(out, rows.iter().map(|vmp| &vmp.name));
        push_id_refs(out, &rows.iter().map(|vmp| vmp.vtm).collect::<Vec<_>>());
        push_vmp_facts(out, rows, are_classified);
    }

    fn read(
        input: &mut Input<'_>,
        ids: Ids<'_>,
        are_classified: bool,
        mut take: impl FnMut(Vmp) -> Result<(), InvalidText>,
    ) -> Result<(), InvalidText> {
        let (names, vtms) = (Texts::open(input)?, IdRefs::open(input, ids.len())?);
        let facts = VmpFacts::open(input, ids.len(), are_classified)?;
        (0..ids.len()).try_for_each(|row| {
            let id = ids.concept(row).ok_or(InvalidText)?;
            take(facts.vmp(row, id, names.get(row).to_owned(), vtms.get(row)))
        })
    }
}

impl Row for Vmpp {
    fn id(&self) -> ConceptId {
        self.id
    }

    fn weight(&self) -> usize {
        size_of::<Vmpp>() + text_len(vmpp_texts(self))
    }

    fn push(out: &mut Vec<u8>, rows: &[&Vmpp], _are_classified: bool) {
        push_names(out, rows.iter().map(|vmpp| &vmpp.name));
        push_id_refs(out, &rows.iter().map(|vmpp| vmpp.vmp).collect::<Vec<_>>());
        push_vmpp_facts(out, rows);
    }

    fn read(
        input: &mut Input<'_>,
        ids: Ids<'_>,
        _are_classified: bool,
        mut take: impl FnMut(Vmpp) -> Result<(), InvalidText>,
    ) -> Result<(), InvalidText> {
        let (names, vmps) = (Texts::open(input)?, IdRefs::open(input, ids.len())?);
        let facts = VmppFacts::open(input, ids.len())?;
        (0..ids.len()).try_for_each(|row| {
            let id = ids.concept(row).ok_or(InvalidText)?;
            take(facts.vmpp(row, id, names.get(row).to_owned(), vmps.get(row)))
        })
    }
}

impl Row for Amp {
    fn id(&self) -> ConceptId {
        self.id
    }

    fn weight(&self) -> usize {
        size_of::<Amp>() + text_len(amp_texts(self))
    }

    fn push(out: &mut Vec<u8>, rows: &[&Amp], are_classified: bool) {
        push_names(out, rows.iter().map(|amp| &amp.name));
        push_id_refs(out, &rows.iter().map(|amp| amp.vmp).collect::<Vec<_>>());
        let suppliers = push_coded(out, rows.iter().filter_map(|amp| amp.supplier.as_ref()));
        let place = |amp: &&Amp| amp.supplier.as_ref().map_or(0, |supplier| suppliers.place(&supplier) + 1);
        push_column(out, rows.iter().map(place));
        push_amp_facts(out, rows, are_classified);
    }

    fn read(
        input: &mut Input<'_>,
        ids: Ids<'_>,
        are_classified: bool,
        mut take: impl FnMut(Amp) -> Result<(), InvalidText>,
    ) -> Result<(), InvalidText> {
        let (names, vmps) = (Texts::open(input)?, IdRefs::open(input, ids.len())?);
        let (suppliers, of_rows) = (CodedTable::open(input)?, Column::open_exact(input, ids.len())?);
        let facts = AmpFacts::open(input, ids.len(), are_classified)?;
        (0..ids.len()).try_for_each(|row| {
            let id = ids.concept(row).ok_or(InvalidText)?;
            let supplier = of_rows.get(row).checked_sub(1).and_then(|place| suppliers.get(place));
            take(facts.amp(row, id, names.get(row).to_owned(), vmps.get(row), supplier))
        })
    }
}

/// Writes the details that changed. A new pack had none before.
fn push_details(out: &mut Vec<u8>, old: &[(AmppId, PackDetails)], new: &[(AmppId, PackDetails)]) {
    let before = |id: &AmppId| {
        let place = old.binary_search_by_key(id, |(id, _)| *id).ok();
        place.and_then(|place| old.get(place)).map(|(_, details)| *details).unwrap_or_default()
    };
    let rows: Vec<&(AmppId, PackDetails)> =
        new.iter().filter(|(id, details)| before(id) != *details).collect();
    push_ids(out, &rows.iter().map(|(id, _)| id.number()).collect::<Vec<_>>());
    push_id_refs(out, &rows.iter().map(|(_, details)| details.amp).collect::<Vec<_>>());
    push_id_refs(out, &rows.iter().map(|(_, details)| details.vmpp).collect::<Vec<_>>());
    push_column(out, rows.iter().map(|(_, details)| details.notes.bits().into()));
}

fn read_details(
    input: &mut Input<'_>,
    old: Vec<(AmppId, PackDetails)>,
) -> Result<Vec<(AmppId, PackDetails)>, InvalidText> {
    let ids = Ids::open_any(input)?;
    let (amps, vmpps) = (IdRefs::open(input, ids.len())?, IdRefs::open(input, ids.len())?);
    let notes = Column::open_exact(input, ids.len())?;
    let mut details: BTreeMap<AmppId, PackDetails> = old.into_iter().collect();
    for row in 0..ids.len() {
        let notes = Notes::of_bits(notes.get(row) as u16);
        details.insert(
            ids.get(row).ok_or(InvalidText)?,
            PackDetails { amp: amps.get(row), vmpp: vmpps.get(row), notes },
        );
    }
    Ok(details.into_iter().collect())
}
