//! The concepts of an update. Each table has the removed codes, and complete rows of the changed and added
//! concepts. These are few, and most of their texts are new.

use std::collections::BTreeMap;

use super::MemoryBudget;
use super::error::UpdateError;
use super::texts::RowError;
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

/// Reads all concepts of a dataset. The tables are empty if it has none.
pub fn tables_of(dataset: &Dataset<'_>, budget: &mut MemoryBudget) -> Result<Concepts, UpdateError> {
    let Some(concepts) = dataset.concepts() else { return Ok(Concepts::default()) };
    let mut tables = Concepts {
        packs: details_of(dataset, &concepts),
        amps: bounded(concepts.amps().map(without_spare_capacity), budget)?,
        vmpps: bounded(concepts.vmpps(), budget)?,
        vmps: bounded(concepts.vmps(), budget)?,
        vtms: bounded(concepts.vtms(), budget)?,
    };
    tables.sort();
    Ok(tables)
}

fn details_of(dataset: &Dataset<'_>, concepts: &dataset::Concepts<'_>) -> Vec<(AmppId, PackDetails)> {
    let mut details = Vec::new();
    for number in (0..dataset.packs()).map(PackNumber) {
        if let Some(id) = dataset.pack_id(number) {
            details.push((id, concepts.details(number)));
        }
    }
    details
}

fn without_spare_capacity(mut amp: Amp) -> Amp {
    amp.name.shrink_to_fit();
    amp
}

fn bounded<T: Row>(
    concepts: impl Iterator<Item = T>,
    budget: &mut MemoryBudget,
) -> Result<Vec<T>, UpdateError> {
    let mut table = Vec::new();
    for concept in concepts {
        budget.charge_bytes(concept.weight())?;
        table.push(concept);
    }
    Ok(table)
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
) -> Result<Concepts, RowError> {
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
    /// Computes its approximate size in memory.
    fn weight(&self) -> usize;
    /// Writes all fields except the codes. BNF and ATC codes are included if any concept has one.
    fn push(out: &mut Vec<u8>, rows: &[&Self], are_classified: bool);
    /// Reads all fields except the codes into `table`, for as many rows as there are codes.
    fn read(
        input: &mut Input<'_>,
        ids: Ids<'_>,
        are_classified: bool,
        table: &mut NewTable<'_, Self>,
    ) -> Result<(), RowError>;
}

fn push_table<T: Row>(out: &mut Vec<u8>, old: &[T], new: &[T], are_classified: bool) {
    let (mut gaps, mut next) = (Vec::new(), 0);
    for (place, row) in (0..).zip(old) {
        if find(new, row.id()).is_none() {
            gaps.push(place - next);
            next = place + 1;
        }
    }
    push_column(out, gaps);
    let (mut ids, mut rows) = (Vec::new(), Vec::new());
    for row in new {
        if find(old, row.id()) != Some(row) {
            ids.push(row.id().number());
            rows.push(row);
        }
    }
    push_ids(out, &ids);
    T::push(out, &rows, are_classified);
}

fn find<T: Row>(table: &[T], id: ConceptId) -> Option<&T> {
    table.get(table.binary_search_by_key(&id, Row::id).ok()?)
}

/// The rows of a table after an update, and the memory budget of its new rows.
struct NewTable<'b, T> {
    rows: BTreeMap<ConceptId, T>,
    budget: &'b mut MemoryBudget,
}

impl<T: Row> NewTable<'_, T> {
    /// Inserts the row of each code. `read` makes it by its index and its code.
    fn insert_all(&mut self, ids: Ids<'_>, read: impl Fn(usize, ConceptId) -> T) -> Result<(), RowError> {
        for index in 0..ids.len() {
            let id = ids.concept(index).ok_or(RowError::Damaged)?;
            let row = read(index, id);
            self.budget.charge_bytes(row.weight())?;
            self.rows.insert(id, row);
        }
        Ok(())
    }
}

fn read_table<T: Row>(
    input: &mut Input<'_>,
    old: Vec<T>,
    budget: &mut MemoryBudget,
    are_classified: bool,
) -> Result<Vec<T>, RowError> {
    let removed = read_removed(input, old.len())?;
    let mut table = NewTable { rows: BTreeMap::new(), budget };
    for (place, row) in (0..).zip(old) {
        if removed.binary_search(&place).is_err() {
            table.rows.insert(row.id(), row);
        }
    }
    let ids = Ids::open_any(input)?;
    T::read(input, ids, are_classified, &mut table)?;
    Ok(table.rows.into_values().collect())
}

/// Reads the indexes of removed rows, in ascending order.
fn read_removed(input: &mut Input<'_>, count: usize) -> Result<Vec<usize>, RowError> {
    let gaps = Column::open(input)?;
    let mut removed = Vec::new();
    let mut next = 0usize;
    for place in 0..gaps.len() {
        let place = next.saturating_add(gaps.get(place) as usize);
        if place >= count {
            return Err(RowError::Damaged);
        }
        removed.push(place);
        next = place + 1;
    }
    Ok(removed)
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
        table: &mut NewTable<'_, Vtm>,
    ) -> Result<(), RowError> {
        let names = Texts::open(input)?;
        let facts = VtmFacts::open(input, ids.len())?;
        table.insert_all(ids, |row, id| facts.vtm(row, id, names.get(row).to_owned()))
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
        table: &mut NewTable<'_, Vmp>,
    ) -> Result<(), RowError> {
        let (names, vtms) = (Texts::open(input)?, IdRefs::open(input, ids.len())?);
        let facts = VmpFacts::open(input, ids.len(), are_classified)?;
        table.insert_all(ids, |row, id| facts.vmp(row, id, names.get(row).to_owned(), vtms.get(row)))
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
        table: &mut NewTable<'_, Vmpp>,
    ) -> Result<(), RowError> {
        let (names, vmps) = (Texts::open(input)?, IdRefs::open(input, ids.len())?);
        let facts = VmppFacts::open(input, ids.len())?;
        table.insert_all(ids, |row, id| facts.vmpp(row, id, names.get(row).to_owned(), vmps.get(row)))
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
        push_column(out, rows.iter().map(|amp| suppliers.optional_place(amp.supplier.as_ref())));
        push_amp_facts(out, rows, are_classified);
    }

    fn read(
        input: &mut Input<'_>,
        ids: Ids<'_>,
        are_classified: bool,
        table: &mut NewTable<'_, Amp>,
    ) -> Result<(), RowError> {
        let (names, vmps) = (Texts::open(input)?, IdRefs::open(input, ids.len())?);
        let (suppliers, of_rows) = (CodedTable::open(input)?, Column::open_exact(input, ids.len())?);
        let facts = AmpFacts::open(input, ids.len(), are_classified)?;
        table.insert_all(ids, |row, id| {
            let supplier = of_rows.get(row).checked_sub(1).and_then(|place| suppliers.get(place));
            facts.amp(row, id, names.get(row).to_owned(), vmps.get(row), supplier)
        })
    }
}

/// Writes the details that changed. A new pack had none before.
fn push_details(out: &mut Vec<u8>, old: &[(AmppId, PackDetails)], new: &[(AmppId, PackDetails)]) {
    let (mut ids, mut amps) = (Vec::new(), Vec::new());
    let (mut vmpps, mut notes) = (Vec::new(), Vec::new());
    for (id, details) in new {
        if details_before(old, *id) == *details {
            continue;
        }
        ids.push(id.number());
        amps.push(details.amp);
        vmpps.push(details.vmpp);
        notes.push(details.notes.bits().into());
    }
    push_ids(out, &ids);
    push_id_refs(out, &amps);
    push_id_refs(out, &vmpps);
    push_column(out, notes);
}

fn details_before(old: &[(AmppId, PackDetails)], id: AmppId) -> PackDetails {
    let Ok(place) = old.binary_search_by_key(&id, |(id, _)| *id) else { return PackDetails::default() };
    match old.get(place) {
        Some((_, details)) => *details,
        None => PackDetails::default(),
    }
}

fn read_details(
    input: &mut Input<'_>,
    old: Vec<(AmppId, PackDetails)>,
) -> Result<Vec<(AmppId, PackDetails)>, RowError> {
    let ids = Ids::open_any(input)?;
    let (amps, vmpps) = (IdRefs::open(input, ids.len())?, IdRefs::open(input, ids.len())?);
    let notes = Column::open_exact(input, ids.len())?;
    let mut details: BTreeMap<AmppId, PackDetails> = old.into_iter().collect();
    for row in 0..ids.len() {
        let notes = Notes::of_bits(notes.get(row) as u16);
        details.insert(
            ids.get(row).ok_or(RowError::Damaged)?,
            PackDetails { amp: amps.get(row), vmpp: vmpps.get(row), notes },
        );
    }
    Ok(details.into_iter().collect())
}
