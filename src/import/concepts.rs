//! The tables of a release that only concepts need.
//!
//! Codes are resolved when a row is read, because the lookup file comes first. A code that cannot be resolved
//! is absent, and counted.

mod joined;

use std::collections::{BTreeMap, HashMap};

use super::dmd::{
    self, Amp, Codes, ControlledDrug, DrugTariff, Form, Info, Prescribing, Reimbursement, Route, Substance,
    VirtualIngredient, Vmp, Vmpp, Vtm, code, element, number,
};
use super::keep::{add_category, insert_new, push_bounded, push_new};
use super::report::{FindingKind as Kind, Findings};
use super::xml::Element;
use crate::concept::{self, Amount, Coded, Decimal, Ingredient, Note, Notes, UnitDose};
use crate::snomed::{AmppId, ConceptId};

/// The maximum text of all concepts, in bytes. Every product may have a name of the lookup file. The release
/// of August 2025 has about 20 MB.
const MAX_CONCEPT_TEXT: usize = 64 << 20;
/// The message for a release that exceeds it.
const TOO_MUCH: &str = "its concepts have more than 64 MiB of text, more than those of any release";

/// The tables of a release besides its packs.
#[derive(Default)]
pub(crate) struct ConceptTables {
    codes: HashMap<&'static str, Codes>,
    substances: HashMap<ConceptId, String>,
    vtms: BTreeMap<ConceptId, concept::Vtm>,
    vmps: BTreeMap<ConceptId, concept::Vmp>,
    vmpps: BTreeMap<ConceptId, concept::Vmpp>,
    amps: BTreeMap<ConceptId, concept::Amp>,
    /// Rows of virtual products, whose records may follow these rows.
    ingredients: BTreeMap<ConceptId, Vec<Ingredient>>,
    forms: BTreeMap<ConceptId, Vec<Coded>>,
    routes: BTreeMap<ConceptId, Vec<Coded>>,
    controlled_drugs: BTreeMap<ConceptId, String>,
    tariffs: BTreeMap<ConceptId, String>,
    notes: HashMap<AmppId, Notes>,
    reimbursements: HashMap<AmppId, Notes>,
    files_missing: Vec<&'static str>,
    findings: Findings,
    text: usize,
}

impl ConceptTables {
    /// Notes that a file is missing.
    pub fn lacks(&mut self, file: &'static str) {
        self.files_missing.push(file);
    }

    /// Returns a message if the tables exceed the limit.
    pub fn problem(&self) -> Option<&'static str> {
        (self.text > MAX_CONCEPT_TEXT).then_some(TOO_MUCH)
    }

    /// Keeps a code of the lookup file.
    pub fn add_code(&mut self, section: &str, row: Info<'_>) -> bool {
        let Some(code) = number(row.code()) else { return false };
        for known in dmd::CONCEPT_SECTIONS {
            if known == section {
                let codes = self.codes.entry(known).or_default();
                codes.entry(code).or_insert_with(|| owned(row.description()));
                return true;
            }
        }
        false
    }

    pub fn add_substance(&mut self, row: Substance<'_>) -> bool {
        let Some(id) = self.id(row.id(), row.0) else { return false };
        self.substances.entry(id).or_insert_with(|| owned(row.name()));
        true
    }

    pub fn add_vtm(&mut self, row: Vtm<'_>) -> bool {
        let Some(id) = self.id(row.id(), row.0) else { return false };
        let vtm = concept::Vtm {
            id,
            name: owned(row.name()),
            previous_id: self.previous_id(row.previous_id(), id, row.0),
            is_invalid: is_invalid(row.invalid()),
        };
        insert_new(&mut self.vtms, &mut self.findings, id, row.0, vtm)
    }

    pub fn add_vmp(&mut self, row: Vmp<'_>) {
        use element::*;
        let Some(id) = self.id(row.id(), row.0) else { return };
        let vmp = concept::Vmp {
            id,
            name: self.kept(row.name()),
            previous_id: self.previous_id(row.previous_id(), id, row.0),
            previous_name: self.kept_if_any(row.previous_name()),
            is_invalid: is_invalid(row.invalid()),
            vtm: self.reference(row.vtm(), row.0),
            forms: Vec::new(),
            routes: Vec::new(),
            ingredients: Vec::new(),
            controlled_drug_category: None,
            prescribing_status: self.meaning(VIRTUAL_PRODUCT_PRES_STATUS, row.prescribing_status()),
            is_sugar_free: is_set(row.sugar_free()),
            is_gluten_free: is_set(row.gluten_free()),
            is_preservative_free: is_set(row.preservative_free()),
            is_cfc_free: is_set(row.cfc_free()),
            unit_dose: self.unit_dose(row),
            non_availability: self.meaning(VIRTUAL_PRODUCT_NON_AVAIL, row.non_availability()),
            bnf: None,
            atc: None,
        };
        insert_new(&mut self.vmps, &mut self.findings, id, row.0, vmp);
    }

    fn unit_dose(&mut self, row: Vmp<'_>) -> Option<UnitDose> {
        use element::*;
        let (size, unit) = value_and_unit(self.amount(row.dose_size(), row.dose_unit(), row.0));
        let dose = UnitDose {
            form: self.meaning(DF_INDICATOR, row.dose_form()),
            size,
            unit,
            unit_of_dose: self.meaning(UNIT_OF_MEASURE, row.unit_of_dose()),
        };
        (dose != UnitDose::default()).then_some(dose)
    }

    pub fn add_ingredient(&mut self, row: VirtualIngredient<'_>) -> bool {
        let ids = (self.id(row.vmp(), row.0), self.id(row.substance(), row.0));
        let (Some(vmp), Some(code)) = ids else { return false };
        let base = self.reference(row.base(), row.0);
        let numerator = self.amount(row.numerator(), row.numerator_unit(), row.0);
        let denominator = self.amount(row.denominator(), row.denominator_unit(), row.0);
        let ingredient = Ingredient {
            substance: self.substance(code, row.0),
            // Without a numerator, only a denominator would mislead.
            denominator: if numerator.is_some() { denominator } else { None },
            numerator,
            basis: self.meaning(element::BASIS_OF_STRNTH, row.basis()),
            base: base.map(|code| self.substance(code, row.0)),
        };
        push_bounded(self.ingredients.entry(vmp).or_default(), ingredient, &mut self.findings, row.0)
    }

    /// Names a substance.
    fn substance(&mut self, code: ConceptId, record: &Element) -> Coded {
        let name = self.substances.get(&code).cloned();
        if name.is_none() && !self.substances.is_empty() {
            self.findings.note(Kind::UnknownSubstance, record);
        }
        Coded { code, name: self.kept(name.as_deref()) }
    }

    /// Joins a number with its unit. One without the other is ignored, because a bare number misleads.
    fn amount(&mut self, value: Option<&str>, unit: Option<&str>, record: &Element) -> Option<Amount> {
        let number = self.decimal(value, record);
        let name = self.meaning(element::UNIT_OF_MEASURE, unit);
        let incomplete = match (value, unit) {
            (Some(_), _) if name.is_none() => Kind::NumberWithoutUnit,
            (None, Some(_)) => Kind::UnitWithoutNumber,
            _ => return Some(Amount { value: number?, unit: name }),
        };
        self.findings.note(incomplete, record);
        None
    }

    pub fn add_form(&mut self, row: Form<'_>) -> bool {
        let Some(vmp) = self.id(row.vmp(), row.0) else { return false };
        let Some(form) = self.coded(element::FORM, row.form(), row.0) else { return false };
        push_new(self.forms.entry(vmp).or_default(), form, &mut self.findings, row.0)
    }

    pub fn add_route(&mut self, row: Route<'_>) -> bool {
        let Some(vmp) = self.id(row.vmp(), row.0) else { return false };
        let Some(route) = self.coded(element::ROUTE, row.route(), row.0) else { return false };
        push_new(self.routes.entry(vmp).or_default(), route, &mut self.findings, row.0)
    }

    pub fn add_controlled_drug(&mut self, row: ControlledDrug<'_>) -> bool {
        let Some(vmp) = self.id(row.vmp(), row.0) else { return false };
        let Some(category) = self.meaning(element::CONTROL_DRUG_CATEGORY, row.category()) else {
            return false;
        };
        add_category(&mut self.controlled_drugs, &mut self.findings, vmp, row.0, &category)
    }

    pub fn add_vmpp(&mut self, row: Vmpp<'_>) {
        let Some(id) = self.id(row.id(), row.0) else { return };
        let (quantity, unit) = value_and_unit(self.amount(row.quantity(), row.unit(), row.0));
        let vmpp = concept::Vmpp {
            id,
            name: self.kept(row.name()),
            is_invalid: is_invalid(row.invalid()),
            vmp: self.reference(row.vmp(), row.0),
            quantity,
            unit,
            drug_tariff_category: None,
        };
        insert_new(&mut self.vmpps, &mut self.findings, id, row.0, vmpp);
    }

    pub fn add_tariff(&mut self, row: DrugTariff<'_>) -> bool {
        let Some(vmpp) = self.id(row.vmpp(), row.0) else { return false };
        let Some(category) = self.meaning(element::DT_PAYMENT_CATEGORY, row.category()) else { return false };
        add_category(&mut self.tariffs, &mut self.findings, vmpp, row.0, &category)
    }

    pub fn add_amp(&mut self, row: Amp<'_>) -> bool {
        use element::*;
        let Some(id) = self.id(row.id(), row.0) else { return false };
        let amp = concept::Amp {
            id,
            name: self.kept(row.name()),
            is_invalid: is_invalid(row.invalid()),
            vmp: self.reference(row.vmp(), row.0),
            supplier: self.coded(SUPPLIER, row.supplier(), row.0),
            licensing_authority: self.meaning(LICENSING_AUTHORITY, row.licensing_authority()),
            availability_restriction: self.meaning(AVAILABILITY_RESTRICTION, row.availability_restriction()),
            flavour: self.meaning(FLAVOUR, row.flavour()),
            is_parallel_import: is_set(row.parallel_import()),
            has_additional_monitoring: is_set(row.additional_monitoring()),
            bnf: None,
        };
        insert_new(&mut self.amps, &mut self.findings, id, row.0, amp)
    }

    pub fn add_prescribing(&mut self, row: Prescribing<'_>) -> bool {
        let Some(id) = row.ampp() else { return false };
        let Ok(id) = AmppId::parse(id) else { return false };
        self.notes.entry(id).or_insert_with(|| notes(row));
        true
    }

    pub fn add_reimbursement(&mut self, row: Reimbursement<'_>) -> bool {
        use element::*;
        let Some(id) = row.ampp() else { return false };
        let Ok(id) = AmppId::parse(id) else { return false };
        let broken_bulk = is_set(row.broken_bulk()).then_some(Note::BrokenBulk);
        let container = self.note(SPEC_CONT, &dmd::SPECIAL_CONTAINERS, row.special_container());
        let discount = self.note(DND, &dmd::DISCOUNTS, row.discount());
        let notes = [broken_bulk, container, discount].into_iter().flatten().collect();
        self.reimbursements.entry(id).or_insert(notes);
        true
    }

    /// Finds the note of a code. The codes of `notes` start from 1, and 0 is not a note.
    fn note(&mut self, section: &str, notes: &[Note], text: Option<&str>) -> Option<Note> {
        let text = text?;
        let code = number(Some(text));
        if code == Some(0) {
            return None;
        }
        let note = code.and_then(|code| notes.get(usize::try_from(code).ok()?.checked_sub(1)?));
        if note.is_none() {
            self.findings.note(Kind::UnknownConceptCode, format_args!("{section} {text}"));
        }
        note.copied()
    }

    /// Parses the id of a record, or an id to which it refers. An invalid id is counted.
    fn id(&mut self, text: Option<&str>, record: &Element) -> Option<ConceptId> {
        if let Some(text) = text
            && let Ok(id) = ConceptId::parse(text)
        {
            return Some(id);
        }
        self.findings.note(Kind::BadConceptId, record);
        None
    }

    /// Parses the code that a concept had before.
    fn previous_id(&mut self, text: Option<&str>, current: ConceptId, record: &Element) -> Option<ConceptId> {
        let previous = self.reference(text, record)?;
        if previous == current { None } else { Some(previous) }
    }

    /// Parses the id of a concept above, or returns `None` if the record has none.
    fn reference(&mut self, text: Option<&str>, record: &Element) -> Option<ConceptId> {
        self.id(Some(text?), record)
    }

    /// Finds the meaning of a code of the lookup file.
    fn meaning(&mut self, section: &'static str, text: Option<&str>) -> Option<String> {
        let text = text?;
        match self.known_meaning(section, text).cloned() {
            Some(known) => Some(self.kept(Some(&known))),
            None => {
                self.findings.note(Kind::UnknownConceptCode, format_args!("{section} {text}"));
                None
            }
        }
    }

    fn known_meaning(&self, section: &str, code: &str) -> Option<&String> {
        let known = self.codes.get(section)?.get(&number(Some(code))?)?;
        if known.is_empty() { None } else { Some(known) }
    }

    /// Finds a code of the lookup file that is the id of a concept, with its name.
    fn coded(&mut self, section: &'static str, text: Option<&str>, record: &Element) -> Option<Coded> {
        let code = self.reference(text, record)?;
        let name = self.meaning(section, text).unwrap_or_default();
        Some(Coded { code, name })
    }

    fn decimal(&mut self, text: Option<&str>, record: &Element) -> Option<Decimal> {
        let text = text?;
        let number = Decimal::parse(text);
        if number.is_none() {
            self.findings.note(Kind::BadDecimal, record);
        }
        number
    }

    /// Keeps a text within the limit. It is empty when the limit is exceeded.
    fn kept(&mut self, text: Option<&str>) -> String {
        let text = text.unwrap_or_default();
        self.text += text.len();
        if self.text > MAX_CONCEPT_TEXT { String::new() } else { text.to_owned() }
    }

    /// Keeps a text within the limit. Returns `None` if the record has none.
    fn kept_if_any(&mut self, text: Option<&str>) -> Option<String> {
        Some(self.kept(Some(text?)))
    }
}

fn owned(text: Option<&str>) -> String {
    text.unwrap_or_default().to_owned()
}

/// Reads the notes about prescribing a pack.
fn notes(row: Prescribing<'_>) -> Notes {
    let said = dmd::NOTES.iter().filter(|(column, _)| is_set(row.0.text(column)));
    said.map(|(_, note)| *note).collect()
}

fn value_and_unit(amount: Option<Amount>) -> (Option<Decimal>, Option<String>) {
    match amount {
        Some(Amount { value, unit }) => (Some(value), unit),
        None => (None, None),
    }
}

fn is_set(text: Option<&str>) -> bool {
    number(text) == Some(code::SET)
}

fn is_invalid(text: Option<&str>) -> bool {
    number(text) == Some(code::INVALID)
}
