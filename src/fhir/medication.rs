//! A pack as a `Medication`, with the codes of UCUM for its units.

use super::found::pack_with;
use super::{Asked, DMD, FhirError, GTIN, SNOMED, push_meta, unknown_code, untagged};
use crate::concept::{Amount, Amp, Coded, Ingredient, Kind, PackConcepts, UnitDose, Vmp, Vmpp};
use crate::dataset::{Dataset, PackNumber, Place};
use crate::gtin::{Gtin, RecordedGtin};
use crate::json::writer::Json;
use crate::pack::Pack;
use crate::snomed::ConceptId;

/// The system of UCUM.
pub const UCUM: &str = "http://unitsofmeasure.org";
/// The names of units in dm+d with their case-sensitive codes in UCUM (<https://ucum.org/ucum>), sorted by
/// name. tests/contract/fhir.test.mjs checks each code with UCUM's list of units, as the NLM publishes it.
const UCUM_CODES: [(&str, &str); 24] = [
    ("%", "%"),
    ("Bq", "Bq"),
    ("GBq", "GBq"),
    ("MBq", "MBq"),
    ("cm", "cm"),
    ("g", "g"),
    ("gram", "g"),
    ("hour", "h"),
    ("kBq", "kBq"),
    ("kg", "kg"),
    ("litre", "L"),
    ("m", "m"),
    ("mg", "mg"),
    ("microgram", "ug"),
    ("microlitre", "uL"),
    ("micromol", "umol"),
    ("ml", "mL"),
    ("mm", "mm"),
    ("mmol", "mmol"),
    ("mol", "mol"),
    ("nanogram", "ng"),
    ("nanolitre", "nL"),
    ("ppm", "[ppm]"),
    ("square cm", "cm2"),
];

/// Answers `/fhir/Medication/<AMPP code>`.
pub fn read(dataset: &Dataset<'_>, asked: &Asked<'_>, id: &str) -> Result<Vec<u8>, FhirError> {
    asked.ignored(&["_format"])?;
    let Some(medication) = Medication::of_id(dataset, id, asked.old_days) else {
        return Err(not_a_pack(dataset, asked, id));
    };
    Ok(untagged("Medication", &|json| medication.push_fields(json, &[])))
}

/// Explains why no pack has this code. It may be the code of a concept that has packs.
fn not_a_pack(dataset: &Dataset<'_>, asked: &Asked<'_>, id: &str) -> FhirError {
    let Some(place) = place_of(dataset, id) else { return unknown_code(dataset, id) };
    let kind = match place.kind() {
        Kind::Amp => "product (AMP)",
        Kind::Vmpp => "virtual pack (VMPP)",
        Kind::Vmp => "virtual product (VMP)",
        _ => "therapeutic moiety (VTM)",
    };
    let packs = format!("{}/Medication?code=https%3A%2F%2Fdmd.nhs.uk%7C{id}", asked.base().0);
    let text = format!("{id} is the code of a {kind}, not of a pack (AMPP); its packs are at {packs}");
    FhirError::new(404, "not-found", &text)
}

/// Finds the concept that has a code, or had it before.
fn place_of(dataset: &Dataset<'_>, id: &str) -> Option<Place> {
    let (concepts, id) = (dataset.concepts()?, ConceptId::parse(id).ok()?);
    match concepts.find_above(id) {
        None => concepts.successor(id).map(|(_, place)| place),
        found => found,
    }
}

/// A pack with its concepts, if the dataset has them.
pub struct Medication<'d> {
    dataset: &'d Dataset<'d>,
    old_days: Option<u32>,
    pack: Pack,
    concepts: PackConcepts,
}

impl<'d> Medication<'d> {
    /// Finds the pack with an AMPP code.
    fn of_id(dataset: &'d Dataset<'d>, id: &str, old_days: Option<u32>) -> Option<Medication<'d>> {
        Medication::of(dataset, pack_with(dataset, id)?, old_days)
    }

    pub fn of(dataset: &'d Dataset<'d>, number: PackNumber, old_days: Option<u32>) -> Option<Medication<'d>> {
        let pack = dataset.pack(number)?;
        let concepts = match dataset.concepts() {
            Some(concepts) => concepts.of_pack(number).unwrap_or_default(),
            None => PackConcepts::default(),
        };
        Some(Medication { dataset, old_days, pack, concepts })
    }

    pub fn id(&self) -> u64 {
        self.pack.pack_id.number()
    }

    pub fn push_fields(&self, json: &mut Json, asked: &[Gtin]) {
        let PackConcepts { amp, vmpp, vmp, .. } = &self.concepts;
        json.id("id", self.pack.pack_id.number());
        push_meta(json, self.dataset, self.old_days);
        json.object("code", &|json| {
            json.list("coding", &|json| self.push_codings(json, asked));
            json.text("text", &self.pack.name);
        });
        json.code("status", if self.pack.is_current() { "active" } else { "inactive" });
        if let Some(Amp { supplier: Some(supplier), .. }) = amp {
            json.object("manufacturer", &|json| push_supplier(json, supplier));
        }
        if let Some(Vmp { forms, .. }) = vmp {
            push_form(json, forms);
        }
        if let Some(Vmpp { quantity: Some(value), unit, .. }) = vmpp {
            let quantity = Amount { value: *value, unit: unit.clone() };
            json.object("amount", &|json| push_ratio(json, &quantity, None, "pack"));
        }
        if let Some(vmp) = vmp {
            json.list("ingredient", &|json| push_ingredients(json, vmp));
        }
    }

    /// Writes the codes: the pack, its product and virtual product, then its barcodes.
    fn push_codings(&self, json: &mut Json, asked: &[Gtin]) {
        push_coding(json, DMD, self.pack.pack_id.number(), &self.pack.name);
        if let Some(amp) = &self.concepts.amp {
            push_coding(json, DMD, amp.id.number(), &amp.name);
        }
        if let Some(vmp) = &self.concepts.vmp {
            push_coding(json, DMD, vmp.id.number(), &vmp.name);
        }
        for gtin in self.gtins(asked) {
            push_gtin(json, gtin);
        }
    }

    /// Lists the GTINs that the pack carries, and the requested GTINs with any period. Each occurs once, as
    /// last recorded.
    fn gtins(&self, asked: &[Gtin]) -> Vec<RecordedGtin> {
        let mut gtins: Vec<RecordedGtin> = Vec::new();
        for entry in self.pack.gtin_codes.iter().rev() {
            let is_listed = entry.end_date.is_none() || asked.contains(&entry.gtin.gtin());
            if is_listed && gtins.iter().all(|told| told.gtin() != entry.gtin.gtin()) {
                gtins.push(entry.gtin);
            }
        }
        gtins
    }
}

pub fn push_coding(json: &mut Json, system: &str, code: u64, display: &str) {
    json.item(&|json| push_coded(json, system, code, display));
}

pub fn push_coded(json: &mut Json, system: &str, code: u64, display: &str) {
    json.code("system", system);
    json.id("code", code);
    json.text("display", display);
}

fn push_gtin(json: &mut Json, gtin: RecordedGtin) {
    json.item(&|json| push_gtin_coded(json, gtin));
}

pub fn push_gtin_coded(json: &mut Json, gtin: RecordedGtin) {
    json.code("system", GTIN);
    json.code("code", &gtin.to_string());
}

/// Writes a supplier, which dm+d identifies by a separate code.
fn push_supplier(json: &mut Json, supplier: &Coded) {
    json.object("identifier", &|json| {
        json.code("system", DMD);
        json.id("value", supplier.code.number());
    });
    json.text("display", &supplier.name);
}

/// Writes the form, unless there are two or more: a kit has two or more, and R4 allows one.
fn push_form(json: &mut Json, forms: &[Coded]) {
    if let [form] = forms {
        json.object("form", &|json| push_concept(json, form));
    }
}

/// Writes a form or substance of dm+d, which is a concept of SNOMED CT.
fn push_concept(json: &mut Json, coded: &Coded) {
    json.list("coding", &|json| push_coding(json, SNOMED, coded.code.number(), &coded.name));
}

fn push_ingredients(json: &mut Json, vmp: &Vmp) {
    let unit = match &vmp.unit_dose {
        Some(UnitDose { unit_of_dose: Some(unit), .. }) => unit,
        _ => "",
    };
    for ingredient in &vmp.ingredients {
        let Ingredient { numerator, denominator, .. } = ingredient;
        json.item(&|json| {
            json.object("itemCodeableConcept", &|json| push_substance(json, ingredient));
            if let Some(numerator) = numerator {
                let denominator = denominator.as_ref();
                json.object("strength", &|json| push_ratio(json, numerator, denominator, unit));
            }
        });
    }
}

/// Writes the substance to which the strength refers: the base, if it is not the substance itself. The text
/// then also names the substance.
fn push_substance(json: &mut Json, Ingredient { substance, base, .. }: &Ingredient) {
    let Some(base) = base else { return push_concept(json, substance) };
    push_concept(json, base);
    json.text("text", &[&base.name, " (as ", &substance.name, ")"].concat());
}

/// Writes a ratio. R4 requires a denominator, so without one in the release it is 1 unit.
fn push_ratio(json: &mut Json, numerator: &Amount, denominator: Option<&Amount>, unit: &str) {
    json.object("numerator", &|json| push_amount(json, numerator));
    json.object("denominator", &|json| match denominator {
        Some(denominator) => push_amount(json, denominator),
        None => {
            json.plain("value", "1");
            json.text("unit", unit);
        }
    });
}

fn push_amount(json: &mut Json, Amount { value, unit }: &Amount) {
    let unit = unit.as_deref().unwrap_or_default();
    json.plain("value", &value.to_string());
    json.text("unit", unit);
    if let Some(code) = ucum(unit) {
        json.code("system", UCUM);
        json.code("code", code);
    }
}

/// Finds the code of a unit. Returns `None` if UCUM has none.
pub fn ucum(unit: &str) -> Option<&'static str> {
    let place = UCUM_CODES.binary_search_by(|(name, _)| (*name).cmp(unit)).ok()?;
    UCUM_CODES.get(place).map(|(_, code)| *code)
}

#[cfg(test)]
mod tests {
    use super::{UCUM_CODES, ucum};

    #[test]
    fn the_units_are_sorted() {
        assert!(UCUM_CODES.is_sorted_by(|one, next| one.0 < next.0));
    }

    #[test]
    fn units_without_a_code_have_none() {
        for unit in ["", "tablet", "unit", "MG", "device"] {
            assert_eq!(ucum(unit), None, "{unit}");
        }
        assert_eq!(ucum("microgram"), Some("ug"));
    }
}
