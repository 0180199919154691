//! The writer of the same columns.

use crate::concept::{Amount, Amp, Coded, Decimal, Ingredient, Vmp, Vmpp, Vtm};
use crate::dataset::column::push_column;
use crate::dataset::ids::push_ids;
use crate::dataset::table::Table;
use crate::dataset::texts::{push_some_texts, push_spans, push_texts};
use crate::snomed::ConceptId;

pub fn push_labels<T: AsRef<str>>(out: &mut Vec<u8>, labels: &[Option<T>]) {
    let table = Table::new(labels.iter().flatten().map(T::as_ref));
    push_texts(out, table.values());
    let mut places = Vec::with_capacity(labels.len());
    for label in labels {
        places.push(table.optional_place(label.as_ref().map(T::as_ref)));
    }
    push_column(out, places);
}

fn push_decimals(out: &mut Vec<u8>, numbers: impl Iterator<Item = Option<Decimal>>) {
    let mut labels = Vec::new();
    for number in numbers {
        labels.push(number.as_ref().map(Decimal::to_string));
    }
    push_labels(out, &labels);
}

/// Writes the distinct codes with their names. Returns the table of their indexes.
pub fn push_coded<'c>(out: &mut Vec<u8>, coded: impl Iterator<Item = &'c Coded>) -> Table<&'c Coded> {
    let table = Table::new(coded);
    let (mut ids, mut names) = (Vec::new(), Vec::new());
    for coded in table.values() {
        ids.push(coded.code.number());
        names.push(coded.name.as_str());
    }
    push_ids(out, &ids);
    push_texts(out, &names);
    table
}

/// Writes codes that some rows have, as [`IdRefs`](super::IdRefs) reads them.
pub fn push_id_refs(out: &mut Vec<u8>, rows: &[Option<ConceptId>]) {
    let table = Table::new(rows.iter().copied().flatten());
    let mut ids = Vec::new();
    for id in table.values() {
        ids.push(id.number());
    }
    push_ids(out, &ids);
    push_column(out, rows.iter().map(|id| table.optional_place(*id)));
}

fn push_coded_refs(out: &mut Vec<u8>, rows: &[Option<&Coded>]) {
    let table = push_coded(out, rows.iter().copied().flatten());
    push_column(out, rows.iter().map(|coded| table.optional_place(*coded)));
}

pub fn push_vtm_facts(out: &mut Vec<u8>, vtms: &[&Vtm]) {
    let (mut previous_ids, mut flags) = (Vec::new(), Vec::new());
    for vtm in vtms {
        previous_ids.push(vtm.previous_id);
        flags.push(u64::from(vtm.is_invalid));
    }
    push_id_refs(out, &previous_ids);
    push_column(out, flags);
}

fn push_lists(out: &mut Vec<u8>, lists: &[Vec<&Coded>]) {
    let table = push_coded(out, lists.iter().flatten().copied());
    let (mut lengths, mut places) = (Vec::new(), Vec::new());
    for list in lists {
        lengths.push(list.len() as u64);
        places.extend(table.places(list));
    }
    push_spans(out, &lengths);
    push_column(out, places);
}

/// The forms, routes and ingredients of virtual products.
#[derive(Default)]
struct VmpLists<'c> {
    forms: Vec<Vec<&'c Coded>>,
    routes: Vec<Vec<&'c Coded>>,
    substances: Vec<Vec<&'c Coded>>,
    numerators: Vec<Option<&'c Amount>>,
    denominators: Vec<Option<&'c Amount>>,
    bases: Vec<Option<&'c String>>,
    base_substances: Vec<Option<&'c Coded>>,
}

impl<'c> VmpLists<'c> {
    fn of(vmps: &[&'c Vmp]) -> VmpLists<'c> {
        let mut lists = VmpLists::default();
        for vmp in vmps {
            lists.forms.push(vmp.forms.iter().collect());
            lists.routes.push(vmp.routes.iter().collect());
            lists.add_ingredients(&vmp.ingredients);
        }
        lists
    }

    fn add_ingredients(&mut self, ingredients: &'c [Ingredient]) {
        let mut substances = Vec::with_capacity(ingredients.len());
        for ingredient in ingredients {
            substances.push(&ingredient.substance);
            self.numerators.push(ingredient.numerator.as_ref());
            self.denominators.push(ingredient.denominator.as_ref());
            self.bases.push(ingredient.basis.as_ref());
            self.base_substances.push(ingredient.base.as_ref());
        }
        self.substances.push(substances);
    }

    fn push(&self, out: &mut Vec<u8>) {
        push_lists(out, &self.forms);
        push_lists(out, &self.routes);
        push_lists(out, &self.substances);
        push_amounts(out, &self.numerators);
        push_amounts(out, &self.denominators);
        push_labels(out, &self.bases);
        push_coded_refs(out, &self.base_substances);
    }
}

pub fn push_vmp_facts(out: &mut Vec<u8>, vmps: &[&Vmp], are_classified: bool) {
    push_id_refs(out, &vmps.iter().map(|vmp| vmp.previous_id).collect::<Vec<_>>());
    push_texts_of(out, vmps, |vmp| vmp.previous_name.as_deref());
    VmpLists::of(vmps).push(out);
    push_texts_of(out, vmps, |vmp| vmp.controlled_drug_category.as_deref());
    push_texts_of(out, vmps, |vmp| vmp.prescribing_status.as_deref());
    push_texts_of(out, vmps, |vmp| vmp.non_availability.as_deref());
    push_texts_of(out, vmps, |vmp| vmp.unit_dose.as_ref()?.form.as_deref());
    push_decimals(out, vmps.iter().map(|vmp| vmp.unit_dose.as_ref()?.size));
    push_texts_of(out, vmps, |vmp| vmp.unit_dose.as_ref()?.unit.as_deref());
    push_texts_of(out, vmps, |vmp| vmp.unit_dose.as_ref()?.unit_of_dose.as_deref());
    push_column(out, vmps.iter().copied().map(vmp_flags));
    if are_classified {
        push_texts_of(out, vmps, |vmp| vmp.bnf.as_deref());
        push_texts_of(out, vmps, |vmp| vmp.atc.as_deref());
    }
}

fn vmp_flags(vmp: &Vmp) -> u64 {
    u64::from(vmp.is_sugar_free)
        | u64::from(vmp.is_gluten_free) << 1
        | u64::from(vmp.is_preservative_free) << 2
        | u64::from(vmp.is_cfc_free) << 3
        | u64::from(vmp.is_invalid) << 4
}

fn push_amounts(out: &mut Vec<u8>, amounts: &[Option<&Amount>]) {
    let mut units = Vec::with_capacity(amounts.len());
    for amount in amounts {
        units.push(amount.and_then(|amount| amount.unit.as_ref()));
    }
    push_decimals(out, amounts.iter().map(|amount| Some((*amount)?.value)));
    push_labels(out, &units);
}

fn push_texts_of<'c, T>(out: &mut Vec<u8>, concepts: &[&'c T], text: impl Fn(&'c T) -> Option<&'c str>) {
    push_labels(out, &concepts.iter().copied().map(text).collect::<Vec<_>>());
}

pub fn push_vmpp_facts(out: &mut Vec<u8>, vmpps: &[&Vmpp]) {
    push_decimals(out, vmpps.iter().map(|vmpp| vmpp.quantity));
    push_texts_of(out, vmpps, |vmpp| vmpp.unit.as_deref());
    push_texts_of(out, vmpps, |vmpp| vmpp.drug_tariff_category.as_deref());
    push_column(out, vmpps.iter().map(|vmpp| u64::from(vmpp.is_invalid)));
}

type AmpKind<'c> = (Option<&'c str>, Option<&'c str>, Option<&'c str>, u64);

fn amp_kind(amp: &Amp) -> AmpKind<'_> {
    let flags = u64::from(amp.is_parallel_import)
        | u64::from(amp.has_additional_monitoring) << 1
        | u64::from(amp.is_invalid) << 2;
    let (licence, restriction) = (&amp.licensing_authority, &amp.availability_restriction);
    (licence.as_deref(), restriction.as_deref(), amp.flavour.as_deref(), flags)
}

pub fn push_amp_facts(out: &mut Vec<u8>, amps: &[&Amp], are_classified: bool) {
    let kinds = Table::new(amps.iter().copied().map(amp_kind));
    push_column(out, amps.iter().map(|amp| kinds.place(&amp_kind(amp))));
    push_amp_kinds(out, kinds.values());
    if are_classified {
        push_some_texts(out, &amps.iter().map(|amp| amp.bnf.as_deref()).collect::<Vec<_>>());
    }
}

fn push_amp_kinds(out: &mut Vec<u8>, kinds: &[AmpKind<'_>]) {
    let (mut licences, mut restrictions) = (Vec::new(), Vec::new());
    let (mut flavours, mut all_flags) = (Vec::new(), Vec::new());
    for (licence, restriction, flavour, flags) in kinds {
        licences.push(*licence);
        restrictions.push(*restriction);
        flavours.push(*flavour);
        all_flags.push(*flags);
    }
    push_column(out, all_flags);
    push_labels(out, &licences);
    push_labels(out, &restrictions);
    push_labels(out, &flavours);
}
