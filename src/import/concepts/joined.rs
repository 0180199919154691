//! The concepts that result from the tables: joined with the rows of other tables, without references to
//! missing concepts, and with their strengths compared with the strengths in their names.

use std::collections::BTreeSet;

use super::ConceptTables;
use crate::concept::{Amount, Concepts, Ingredient, PackDetails};
use crate::import::keep::keep_known;
use crate::import::report::{ConceptReport, FindingKind as Kind, ReusedGtins};
use crate::medicine;
use crate::quantity::{Ratio, Unit, equal_quantities};
use crate::snomed::{AmppId, ConceptId};

impl ConceptTables {
    /// Collects all concepts, or `None` if the release has none. `packs` have the codes of their AMPs and
    /// VMPPs.
    pub fn concepts(
        mut self,
        packs: impl Iterator<Item = (AmppId, Option<u64>, Option<u64>)>,
    ) -> (Option<Concepts>, ConceptReport) {
        self.join();
        self.drop_unknown();
        let packs = self.details(packs);
        let concepts = Concepts {
            packs,
            amps: self.amps.into_values().collect(),
            vmpps: self.vmpps.into_values().collect(),
            vmps: self.vmps.into_values().collect(),
            vtms: self.vtms.into_values().collect(),
        };
        let report = ConceptReport {
            amps: concepts.amps.len() as u64,
            vmpps: concepts.vmpps.len() as u64,
            vmps: concepts.vmps.len() as u64,
            vtms: concepts.vtms.len() as u64,
            reused_gtins: ReusedGtins::default(),
            files_missing: self.files_missing,
            findings: self.findings,
        };
        match concepts.is_empty() {
            true => (None, report),
            false => (Some(concepts), report),
        }
    }

    /// Joins virtual products and packs with their rows of other tables.
    fn join(&mut self) {
        for vmp in self.vmps.values_mut() {
            vmp.ingredients = self.ingredients.remove(&vmp.id).unwrap_or_default();
            vmp.forms = self.forms.remove(&vmp.id).unwrap_or_default();
            vmp.routes = self.routes.remove(&vmp.id).unwrap_or_default();
            vmp.controlled_drug_category = self.controlled_drugs.remove(&vmp.id);
        }
        for vmpp in self.vmpps.values_mut() {
            vmpp.drug_tariff_category = self.tariffs.remove(&vmpp.id);
        }
        self.note_unused();
        self.note_strengths();
    }

    /// Notes ingredients whose recorded strengths differ from the names.
    fn note_strengths(&mut self) {
        for vmp in self.vmps.values() {
            for ingredient in contradicted(&vmp.name, &vmp.ingredients) {
                let example = format_args!("{} {}: {}", vmp.id, vmp.name, ingredient.substance.name);
                self.findings.note(Kind::StrengthNotInName, example);
            }
        }
    }

    /// Notes the rows of other tables that are of no concept of the release.
    fn note_unused(&mut self) {
        let mut unknown: BTreeSet<&ConceptId> = BTreeSet::new();
        unknown.extend(self.ingredients.keys());
        unknown.extend(self.forms.keys());
        unknown.extend(self.routes.keys());
        unknown.extend(self.controlled_drugs.keys());
        unknown.extend(self.tariffs.keys());
        for id in unknown {
            self.findings.note(Kind::FactOfUnknownConcept, id);
        }
    }

    /// Removes references to concepts that the release does not have.
    fn drop_unknown(&mut self) {
        let Self { vtms, vmps, vmpps, amps, findings, .. } = self;
        for vmp in vmps.values_mut() {
            keep_known(&mut vmp.vtm, vtms, vmp.id, Kind::UnknownVtm, findings);
        }
        for vmpp in vmpps.values_mut() {
            keep_known(&mut vmpp.vmp, vmps, vmpp.id, Kind::UnknownVmpOfConcept, findings);
        }
        for amp in amps.values_mut() {
            keep_known(&mut amp.vmp, vmps, amp.id, Kind::UnknownVmpOfConcept, findings);
        }
    }

    fn details(
        &mut self,
        packs: impl Iterator<Item = (AmppId, Option<u64>, Option<u64>)>,
    ) -> Vec<(AmppId, PackDetails)> {
        let mut details = Vec::new();
        for (id, amp, vmpp) in packs {
            let (mut amp, mut vmpp) = (amp.and_then(ConceptId::new), vmpp.and_then(ConceptId::new));
            let findings = &mut self.findings;
            keep_known(&mut amp, &self.amps, id.into(), Kind::UnknownAmp, findings);
            keep_known(&mut vmpp, &self.vmpps, id.into(), Kind::UnknownVmppOfPack, findings);
            let notes = self.notes.remove(&id).unwrap_or_default();
            let notes = notes.with(self.reimbursements.remove(&id).unwrap_or_default());
            details.push((id, PackDetails { amp, vmpp, notes }));
        }
        details.sort_unstable_by_key(|(id, _)| *id);
        details
    }
}

/// Lists the ingredients whose recorded strengths differ from the strengths in the name.
///
/// Amounts are compared in any unit, and concentrations in any volume. A strength in a unit that names do not
/// have is not compared.
fn contradicted<'v>(name: &str, ingredients: &'v [Ingredient]) -> Vec<&'v Ingredient> {
    let stated = stated(name);
    let has_ratio = stated.iter().any(|term| term.starts_with('='));
    let mut contradicted = Vec::new();
    for ingredient in ingredients {
        let recorded = recorded(ingredient, has_ratio);
        let is_stated = recorded.iter().any(|term| stated.contains(term));
        if !stated.is_empty() && !recorded.is_empty() && !is_stated {
            contradicted.push(ingredient);
        }
    }
    contradicted
}

/// Lists the index terms of all strengths of a name.
fn stated(name: &str) -> Vec<String> {
    let name = medicine::parse(name);
    let mut terms = Vec::new();
    for component in name.products.iter().flat_map(|product| &product.components) {
        let equivalents = component.equivalents.iter().map(|(_, strength)| strength);
        for strength in component.strengths.iter().chain(equivalents) {
            terms.extend(strength.terms());
        }
    }
    terms
}

/// Lists the index terms of a recorded strength: its concentration if the name has one, or else its amount in
/// any unit.
fn recorded(ingredient: &Ingredient, has_ratio: bool) -> Vec<String> {
    let Some((number, unit)) = ingredient.numerator.as_ref().and_then(number_and_unit) else {
        return Vec::new();
    };
    let per = ingredient.denominator.as_ref().filter(|_| has_ratio).and_then(number_and_unit);
    if let Some(ratio) = per.and_then(|(per, per_unit)| Ratio::of(&number, unit, &per, per_unit)) {
        return vec![ratio.term()];
    }
    let equal = equal_quantities(&number, unit);
    equal.into_iter().map(|(number, unit)| format!("{number}{}", unit.name())).collect()
}

fn number_and_unit(amount: &Amount) -> Option<(String, Unit)> {
    Some((amount.value.to_string(), Unit::parse(amount.unit.as_deref()?)?))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::concept::{Coded, Decimal};
    use crate::snomed::ConceptId;

    fn amount(text: &str) -> Option<Amount> {
        let (number, unit) = text.split_once(' ')?;
        Some(Amount { value: Decimal::parse(number)?, unit: Some(unit.to_owned()) })
    }

    fn is_contradicted(name: &str, numerator: &str, denominator: &str) -> Option<bool> {
        let substance = Coded { code: ConceptId::parse("22298006").ok()?, name: String::new() };
        let (numerator, denominator) = (amount(numerator), amount(denominator));
        let ingredient = Ingredient { substance, numerator, denominator, basis: None, base: None };
        Some(!contradicted(name, &[ingredient]).is_empty())
    }

    #[test]
    fn finds_recorded_strengths_that_the_name_does_not_state() {
        for (name, numerator, denominator, expected) in [
            ("Amlodipine 5mg tablets", "5 mg", "", false),
            ("Amlodipine 5mg tablets", "10 mg", "", true),
            ("Levothyroxine sodium 100microgram tablets", "0.1 mg", "", false),
            ("Amoxicillin 250mg/5ml oral suspension", "50 mg", "1 ml", false),
            ("Amoxicillin 250mg/5ml oral suspension", "250 mg", "1 ml", true),
            ("Clotrimazole 1% cream", "10 mg", "1 gram", false),
            ("Clotrimazole 1% cream", "20 mg", "1 gram", true),
            ("Amlodipine 5mg / Valsartan 80mg tablets", "80 mg", "", false),
            ("Aqueous cream", "10 mg", "1 gram", false),
            ("Amlodipine 5mg tablets", "1 tablet", "", false),
        ] {
            assert_eq!(is_contradicted(name, numerator, denominator), Some(expected), "{name} {numerator}");
        }
    }
}
