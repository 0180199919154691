//! The part of a pack's page about its medicine: substances, form and route, warnings, and the codes of its
//! concepts.

use maud::{Markup, html};

use crate::concept::{Amount, Amp, Ingredient, Kind, NoteKind, PackConcepts, PackDetails, Vmp};

/// The category of medicines that are in no schedule of controlled drugs.
const NOT_CONTROLLED: &str = "No Controlled Drug Status";

/// Renders the medicine in the pack. It comes before all other facts.
pub(super) fn section(concepts: &PackConcepts) -> Markup {
    let marks = marks(concepts);
    let form_and_routes = concepts.vmp.as_ref().map(form_and_routes).unwrap_or_default();
    let substances = substances(concepts);
    html! {
        @if !(substances.is_empty() && form_and_routes.is_empty() && marks.is_empty()) {
            section.medicine aria-label="What is in it" {
                @if !substances.is_empty() { ul { @for (name, strength) in &substances { li { (name) " " strong { (strength) } } } } }
                @if !form_and_routes.is_empty() { p { (form_and_routes) } }
                @for mark in &marks { p.mark { (mark) } }
            }
        }
    }
}

/// Lists the codes of the pack's concepts, each with its title, and the codes from a supplement.
pub(super) fn codes(concepts: &PackConcepts) -> Vec<(&'static str, String)> {
    let PackConcepts { amp, vmpp, vmp, vtm, .. } = concepts;
    let mut codes = Vec::new();
    if let Some(amp) = amp {
        codes.push(("Product (AMP code)", amp.id.to_string()));
    }
    if let Some(vmpp) = vmpp {
        codes.push(("Generic pack (VMPP code)", vmpp.id.to_string()));
    }
    if let Some(vmp) = vmp {
        codes.push(("Generic product (VMP code)", vmp.id.to_string()));
    }
    if let Some(vtm) = vtm {
        codes.push(("Moiety (VTM code)", vtm.id.to_string()));
    }
    if let Some(Vmp { bnf: Some(bnf), .. }) = vmp {
        codes.push(("BNF code *", bnf.clone()));
    }
    if let Some(Amp { bnf: Some(bnf), .. }) = amp {
        codes.push(("BNF code of the product *", bnf.clone()));
    }
    if let Some(Vmp { atc: Some(atc), .. }) = vmp {
        codes.push(("ATC code *", atc.clone()));
    }
    codes
}

/// Writes the caveat that codes from a supplement require.
pub(super) fn caveat(PackConcepts { amp, vmp, .. }: &PackConcepts) -> Option<&'static str> {
    let is_classified =
        amp.as_ref().is_some_and(Amp::is_classified) || vmp.as_ref().is_some_and(Vmp::is_classified);
    is_classified.then_some("* From the supplementary release, not an officially endorsed dm+d product.")
}

/// Lists each substance with its strength, or the moiety without substances.
fn substances(concepts: &PackConcepts) -> Vec<(String, String)> {
    let mut substances = Vec::new();
    if let Some(vmp) = &concepts.vmp {
        for ingredient in &vmp.ingredients {
            substances.push((ingredient.substance.name.clone(), strength(ingredient)));
        }
    }
    if substances.is_empty()
        && let Some(vtm) = &concepts.vtm
    {
        substances.push((vtm.name.clone(), String::new()));
    }
    substances
}

/// Writes `250 mg / 5 ml`, or `40 mg / ml as Tobramycin` if the strength refers to a base. A denominator of
/// 1 has the unit only.
fn strength(ingredient: &Ingredient) -> String {
    let Some(numerator) = &ingredient.numerator else { return String::new() };
    let mut text = amount(numerator);
    if let Some(denominator) = &ingredient.denominator {
        let per = amount(denominator);
        text = [&text, " / ", per.strip_prefix("1 ").unwrap_or(&per)].concat();
    }
    if let Some(base) = base(ingredient) {
        text = [&text, " as ", base].concat();
    }
    text
}

/// Finds the name of the base to which a strength refers, if it is not the substance itself.
fn base(ingredient: &Ingredient) -> Option<&str> {
    match (&ingredient.base, ingredient.basis.as_deref()) {
        (Some(base), _) if !base.name.is_empty() => Some(&base.name),
        (Some(_), _) => Some(UNNAMED_BASE),
        (None, Some(basis)) if basis.eq_ignore_ascii_case(OF_BASE) => Some(UNNAMED_BASE),
        (None, _) => None,
    }
}

/// The basis of a strength that refers to the base.
const OF_BASE: &str = "Based on Base Substance";
const UNNAMED_BASE: &str = "the base";

fn amount(Amount { value, unit }: &Amount) -> String {
    match unit {
        Some(unit) => format!("{value} {unit}"),
        None => value.to_string(),
    }
}

fn form_and_routes(vmp: &Vmp) -> String {
    let mut names = Vec::new();
    for form in &vmp.forms {
        names.push(form.name.clone());
    }
    for route in &vmp.routes {
        names.push(route.name.to_lowercase());
    }
    names.join(", ")
}

/// Lists what readers must not overlook.
fn marks(concepts: &PackConcepts) -> Vec<String> {
    let mut marks = Vec::new();
    if let Some(Vmp { controlled_drug_category: Some(category), .. }) = &concepts.vmp
        && !category.eq_ignore_ascii_case(NOT_CONTROLLED)
    {
        marks.push(format!("Controlled drug: {category}"));
    }
    if let Some(Amp { has_additional_monitoring: true, .. }) = concepts.amp {
        marks.push("▼ Under additional monitoring".to_owned());
    }
    if let Some(Amp { is_parallel_import: true, .. }) = concepts.amp {
        marks.push("Parallel import".to_owned());
    }
    if let Some(PackDetails { notes, .. }) = concepts.details {
        marks.extend(notes.texts(NoteKind::Schedule).into_iter().map(str::to_owned));
    }
    for (kind, _) in concepts.invalid() {
        marks.push(format!("dm+d marks the {} as invalid", title(kind)));
    }
    marks
}

/// Names a kind of concept.
fn title(kind: Kind) -> &'static str {
    match kind {
        Kind::Ampp => "pack (AMPP)",
        Kind::Amp => "product (AMP)",
        Kind::Vmpp => "generic pack (VMPP)",
        Kind::Vmp => "generic product (VMP)",
        Kind::Vtm => "moiety (VTM)",
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;
    use crate::concept::{Coded, Decimal, Vtm};
    use crate::snomed::ConceptId;

    fn id() -> ConceptId {
        ConceptId::parse("322236009").unwrap()
    }

    fn amount_of(value: &str, unit: &str) -> Option<Amount> {
        Some(Amount { value: Decimal::parse(value).unwrap(), unit: Some(unit.to_owned()) })
    }

    fn ingredient(numerator: Option<Amount>, denominator: Option<Amount>) -> Ingredient {
        Ingredient {
            substance: Coded { code: id(), name: "Amoxicillin".to_owned() },
            numerator,
            denominator,
            basis: None,
            base: None,
        }
    }

    #[test]
    fn formats_strengths_as_in_the_release() {
        let formatted = |numerator, denominator| strength(&ingredient(numerator, denominator));
        assert_eq!(formatted(amount_of("250.0", "mg"), amount_of("5", "ml")), "250 mg / 5 ml");
        assert_eq!(formatted(amount_of("0.5", "mg"), amount_of("1", "tablet")), "0.5 mg / tablet");
        assert_eq!(formatted(amount_of("10", "mg"), amount_of("15", "ml")), "10 mg / 15 ml");
        assert_eq!(formatted(None, None), "");
        let mut ingredient = ingredient(amount_of("40", "mg"), amount_of("1", "ml"));
        ingredient.basis = Some(OF_BASE.to_owned());
        assert_eq!(strength(&ingredient), "40 mg / ml as the base");
        ingredient.base = Some(Coded { code: id(), name: "Tobramycin".to_owned() });
        assert_eq!(strength(&ingredient), "40 mg / ml as Tobramycin");
    }

    #[test]
    fn shows_the_moiety_if_no_substances_are_recorded() {
        let vtm = Vtm { id: id(), name: "Amoxicillin".to_owned(), previous_id: None, is_invalid: false };
        let concepts = PackConcepts { vtm: Some(vtm), ..PackConcepts::default() };
        assert_eq!(substances(&concepts), [("Amoxicillin".to_owned(), String::new())]);
        assert!(section(&PackConcepts::default()).into_string().is_empty());
    }

    #[test]
    fn marks_additional_monitoring_and_parallel_import() {
        let amp = Amp {
            id: id(),
            name: String::new(),
            is_invalid: true,
            vmp: None,
            supplier: None,
            licensing_authority: None,
            availability_restriction: None,
            flavour: None,
            is_parallel_import: true,
            has_additional_monitoring: true,
            bnf: None,
        };
        let concepts = PackConcepts { amp: Some(amp), ..PackConcepts::default() };
        let expected =
            ["▼ Under additional monitoring", "Parallel import", "dm+d marks the product (AMP) as invalid"];
        assert_eq!(marks(&concepts), expected);
    }
}
