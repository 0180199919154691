//! The JSON of concepts: the object `dmd` of a pack, and the object of each concept. Facts that the release
//! does not have are absent. Flags are always present.

use super::{
    Amount, Amp, Coded, Decimal, Ingredient, NoteKind, PackConcepts, PackDetails, UnitDose, Vmp, Vmpp, Vtm,
};
use crate::json::{IdFormat, Object, push, push_text};
use crate::snomed::ConceptId;

impl PackConcepts {
    /// Writes the object `dmd`.
    ///
    /// # Examples
    ///
    /// ```
    /// # let bytes = include!(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/common/doctest_dataset.rs"));
    /// use pack_lookup::dataset::{PackNumber, verify};
    /// use pack_lookup::json::IdFormat;
    ///
    /// let dataset = verify(&bytes)?;
    /// let concepts = dataset.concepts().ok_or("the dataset has no concepts")?;
    /// let of_pack = concepts.of_pack(PackNumber(0)).ok_or("the dataset is empty")?;
    /// let json: serde_json::Value = serde_json::from_slice(&of_pack.to_json(IdFormat::Number))?;
    /// assert!(json["vmp"]["name"].is_string());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn to_json(&self, ids: IdFormat) -> Vec<u8> {
        written(self, PackConcepts::push_json, ids)
    }

    /// Appends the object `dmd`.
    pub fn push_json(&self, json: &mut Vec<u8>, ids: IdFormat) {
        let mut object = Object::new(json);
        if let Some(amp) = &self.amp {
            amp.push_json(object.value("amp"), ids);
        }
        if let Some(vmpp) = &self.vmpp {
            vmpp.push_json(object.value("vmpp"), ids);
        }
        if let Some(vmp) = &self.vmp {
            vmp.push_json(object.value("vmp"), ids);
        }
        if let Some(vtm) = &self.vtm {
            vtm.push_json(object.value("vtm"), ids);
        }
        if let Some(PackDetails { notes, .. }) = self.details {
            push_texts(&mut object, "schedules", &notes.texts(NoteKind::Schedule));
            push_texts(&mut object, "prescribing_notes", &notes.texts(NoteKind::Prescribing));
            push_texts(&mut object, "reimbursement_notes", &notes.texts(NoteKind::Reimbursement));
        }
        object.close();
    }
}

impl Amp {
    /// Writes the JSON object of the concept.
    pub fn to_json(&self, ids: IdFormat) -> Vec<u8> {
        written(self, Amp::push_json, ids)
    }

    fn push_json(&self, json: &mut Vec<u8>, ids: IdFormat) {
        let mut object = Object::new(json);
        object.id("id", self.id.number(), ids);
        object.text_if_any("name", Some(&self.name));
        object.flag("invalid", self.is_invalid);
        push_coded(&mut object, "supplier", self.supplier.as_ref(), ids);
        object.text_if_any("licensing_authority", self.licensing_authority.as_ref());
        object.text_if_any("availability_restriction", self.availability_restriction.as_ref());
        object.text_if_any("flavour", self.flavour.as_ref());
        object.flag("parallel_import", self.is_parallel_import);
        object.flag("additional_monitoring", self.has_additional_monitoring);
        object.text_if_any("bnf", self.bnf.as_ref());
        object.close();
    }
}

impl Vmpp {
    /// Writes the JSON object of the concept.
    pub fn to_json(&self, ids: IdFormat) -> Vec<u8> {
        written(self, Vmpp::push_json, ids)
    }

    fn push_json(&self, json: &mut Vec<u8>, ids: IdFormat) {
        let mut object = Object::new(json);
        object.id("id", self.id.number(), ids);
        object.text_if_any("name", Some(&self.name));
        object.flag("invalid", self.is_invalid);
        push_decimal(&mut object, "quantity", self.quantity);
        object.text_if_any("unit", self.unit.as_ref());
        object.text_if_any("drug_tariff_category", self.drug_tariff_category.as_ref());
        object.close();
    }
}

impl Vmp {
    /// Writes the JSON object of the concept.
    pub fn to_json(&self, ids: IdFormat) -> Vec<u8> {
        written(self, Vmp::push_json, ids)
    }

    fn push_json(&self, json: &mut Vec<u8>, ids: IdFormat) {
        let mut object = Object::new(json);
        object.id("id", self.id.number(), ids);
        object.text_if_any("name", Some(&self.name));
        push_id_if_any(&mut object, "previous_id", self.previous_id, ids);
        object.text_if_any("previous_name", self.previous_name.as_ref());
        object.flag("invalid", self.is_invalid);
        push_list(&mut object, "forms", &self.forms, ids, Coded::push_json);
        push_list(&mut object, "routes", &self.routes, ids, Coded::push_json);
        push_list(&mut object, "ingredients", &self.ingredients, ids, Ingredient::push_json);
        object.text_if_any("controlled_drug_category", self.controlled_drug_category.as_ref());
        object.text_if_any("prescribing_status", self.prescribing_status.as_ref());
        object.flag("sugar_free", self.is_sugar_free);
        object.flag("gluten_free", self.is_gluten_free);
        object.flag("preservative_free", self.is_preservative_free);
        object.flag("cfc_free", self.is_cfc_free);
        if let Some(dose) = &self.unit_dose {
            dose.push_json(object.value("unit_dose"));
        }
        object.text_if_any("non_availability", self.non_availability.as_ref());
        object.text_if_any("bnf", self.bnf.as_ref());
        object.text_if_any("atc", self.atc.as_ref());
        object.close();
    }
}

impl Vtm {
    /// Writes the JSON object of the concept.
    pub fn to_json(&self, ids: IdFormat) -> Vec<u8> {
        written(self, Vtm::push_json, ids)
    }

    fn push_json(&self, json: &mut Vec<u8>, ids: IdFormat) {
        let mut object = Object::new(json);
        object.id("id", self.id.number(), ids);
        object.text_if_any("name", Some(&self.name));
        push_id_if_any(&mut object, "previous_id", self.previous_id, ids);
        object.flag("invalid", self.is_invalid);
        object.close();
    }
}

impl Coded {
    fn push_json(&self, json: &mut Vec<u8>, ids: IdFormat) {
        let mut object = Object::new(json);
        object.id("id", self.code.number(), ids);
        object.text_if_any("name", Some(&self.name));
        object.close();
    }
}

impl Ingredient {
    fn push_json(&self, json: &mut Vec<u8>, ids: IdFormat) {
        let mut object = Object::new(json);
        object.id("id", self.substance.code.number(), ids);
        object.text_if_any("name", Some(&self.substance.name));
        if self.numerator.is_some() || self.denominator.is_some() {
            self.push_strength(object.value("strength"));
        }
        object.text_if_any("basis", self.basis.as_ref());
        push_coded(&mut object, "base", self.base.as_ref(), ids);
        object.close();
    }

    fn push_strength(&self, json: &mut Vec<u8>) {
        let mut object = Object::new(json);
        push_amount(&mut object, "value", "unit", self.numerator.as_ref());
        push_amount(&mut object, "denominator_value", "denominator_unit", self.denominator.as_ref());
        object.close();
    }
}

impl UnitDose {
    fn push_json(&self, json: &mut Vec<u8>) {
        let mut object = Object::new(json);
        object.text_if_any("form", self.form.as_ref());
        push_decimal(&mut object, "size", self.size);
        object.text_if_any("unit", self.unit.as_ref());
        object.text_if_any("unit_of_dose", self.unit_of_dose.as_ref());
        object.close();
    }
}

fn written<T>(concept: &T, push_json: fn(&T, &mut Vec<u8>, IdFormat), ids: IdFormat) -> Vec<u8> {
    let mut json = Vec::with_capacity(512);
    push_json(concept, &mut json, ids);
    json
}

fn push_decimal(object: &mut Object<'_>, key: &str, number: Option<Decimal>) {
    if let Some(number) = number {
        push(object.value(key), number.to_string().as_bytes());
    }
}

fn push_amount(object: &mut Object<'_>, value: &str, unit: &str, amount: Option<&Amount>) {
    if let Some(amount) = amount {
        push_decimal(object, value, Some(amount.value));
        object.text_if_any(unit, amount.unit.as_ref());
    }
}

fn push_id_if_any(object: &mut Object<'_>, key: &str, id: Option<ConceptId>, ids: IdFormat) {
    if let Some(id) = id {
        object.id(key, id.number(), ids);
    }
}

fn push_coded(object: &mut Object<'_>, key: &str, coded: Option<&Coded>, ids: IdFormat) {
    if let Some(coded) = coded {
        coded.push_json(object.value(key), ids);
    }
}

fn push_list<T>(
    object: &mut Object<'_>,
    key: &str,
    values: &[T],
    ids: IdFormat,
    push_value: fn(&T, &mut Vec<u8>, IdFormat),
) {
    if !values.is_empty() {
        object.array(key, values, |value, json| push_value(value, json, ids));
    }
}

fn push_texts(object: &mut Object<'_>, key: &str, texts: &[&str]) {
    if !texts.is_empty() {
        object.array(key, texts, |text, json| push_text(json, b"", text));
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a panic fails the test")]
mod tests {
    use super::*;
    use crate::concept::Note;

    fn id(number: u64) -> ConceptId {
        ConceptId::new(number).unwrap()
    }

    fn coded(number: u64, name: &str) -> Coded {
        Coded { code: id(number), name: name.to_owned() }
    }

    fn text(text: &str) -> Option<String> {
        Some(text.to_owned())
    }

    fn amount(value: &str, unit: &str) -> Option<Amount> {
        Some(Amount { value: Decimal::parse(value).unwrap(), unit: text(unit) })
    }

    fn bare_vmp() -> Vmp {
        Vmp {
            id: id(35_084_911_000_001_108),
            name: "Tobramycin 200mg/5ml oral solution".to_owned(),
            previous_id: None,
            previous_name: None,
            is_invalid: false,
            vtm: None,
            forms: Vec::new(),
            routes: Vec::new(),
            ingredients: Vec::new(),
            controlled_drug_category: None,
            prescribing_status: None,
            is_sugar_free: false,
            is_gluten_free: false,
            is_preservative_free: false,
            is_cfc_free: false,
            unit_dose: None,
            non_availability: None,
            bnf: None,
            atc: None,
        }
    }

    fn full() -> PackConcepts {
        let vmp = Vmp {
            previous_id: Some(id(329_651_002)),
            previous_name: text("Tobramycin 200mg/5ml syrup"),
            vtm: Some(id(89_695_009)),
            forms: vec![coded(385_023_001, "Oral solution")],
            routes: vec![coded(26_643_006, "Oral")],
            ingredients: vec![
                Ingredient {
                    substance: coded(13_188_003, "Tobramycin sulfate"),
                    numerator: amount("40.0", "mg"),
                    denominator: amount("1", "ml"),
                    basis: text("Based on Base Substance"),
                    base: Some(coded(373_548_001, "Tobramycin")),
                },
                Ingredient {
                    substance: coded(426_714_006, ""),
                    numerator: None,
                    denominator: None,
                    basis: None,
                    base: None,
                },
            ],
            controlled_drug_category: text("No Controlled Drug Status"),
            prescribing_status: text("Valid as a prescribable product"),
            is_sugar_free: true,
            unit_dose: Some(UnitDose {
                form: text("Discrete"),
                size: Decimal::parse("5"),
                unit: text("ml"),
                unit_of_dose: text("spoonful"),
            }),
            non_availability: text("Actual Products not Available"),
            bnf: text("05010400"),
            atc: text("J01GB01"),
            ..bare_vmp()
        };
        PackConcepts {
            details: Some(PackDetails {
                notes: [Note::DentalFormulary, Note::BrokenBulk, Note::Schedule1, Note::Acbs]
                    .into_iter()
                    .collect(),
                ..PackDetails::default()
            }),
            amp: Some(Amp {
                id: id(22_479_611_000_001_102),
                name: "A \"B\" oral solution".to_owned(),
                is_invalid: true,
                vmp: Some(vmp.id),
                supplier: Some(coded(4_012_401_000_001_102, "A & B Ltd")),
                licensing_authority: text("Medicines - MHRA/EMA"),
                availability_restriction: text("None"),
                flavour: text("Lemon"),
                is_parallel_import: false,
                has_additional_monitoring: true,
                bnf: text("0501"),
            }),
            vmpp: Some(Vmpp {
                id: id(45_401_211_000_001_105),
                name: "Tobramycin 200mg/5ml oral solution 100 ml".to_owned(),
                is_invalid: false,
                vmp: Some(vmp.id),
                quantity: Decimal::parse("100.0"),
                unit: text("ml"),
                drug_tariff_category: text("Part VIIIA Category C"),
            }),
            vtm: Some(Vtm {
                id: id(89_695_009),
                name: "Tobramycin".to_owned(),
                previous_id: Some(id(13_188_003)),
                is_invalid: true,
            }),
            vmp: Some(vmp),
        }
    }

    fn json(concepts: &PackConcepts, ids: IdFormat) -> String {
        String::from_utf8(concepts.to_json(ids)).unwrap()
    }

    #[test]
    fn writes_every_field() {
        let expected = concat!(
            r#"{"amp":{"id":22479611000001102,"name":"A \"B\" oral solution","invalid":true,"supplier":{"id":4012401000001102,"name":"A & B Ltd"},"#,
            r#""licensing_authority":"Medicines - MHRA/EMA","availability_restriction":"None","flavour":"Lemon","#,
            r#""parallel_import":false,"additional_monitoring":true,"bnf":"0501"},"#,
            r#""vmpp":{"id":45401211000001105,"name":"Tobramycin 200mg/5ml oral solution 100 ml","invalid":false,"quantity":100,"unit":"ml","#,
            r#""drug_tariff_category":"Part VIIIA Category C"},"#,
            r#""vmp":{"id":35084911000001108,"name":"Tobramycin 200mg/5ml oral solution","previous_id":329651002,"#,
            r#""previous_name":"Tobramycin 200mg/5ml syrup","invalid":false,"#,
            r#""forms":[{"id":385023001,"name":"Oral solution"}],"routes":[{"id":26643006,"name":"Oral"}],"#,
            r#""ingredients":[{"id":13188003,"name":"Tobramycin sulfate","strength":{"value":40,"unit":"mg","denominator_value":1,"#,
            r#""denominator_unit":"ml"},"basis":"Based on Base Substance","base":{"id":373548001,"name":"Tobramycin"}},{"id":426714006}],"#,
            r#""controlled_drug_category":"No Controlled Drug Status","prescribing_status":"Valid as a prescribable product","#,
            r#""sugar_free":true,"gluten_free":false,"preservative_free":false,"cfc_free":false,"#,
            r#""unit_dose":{"form":"Discrete","size":5,"unit":"ml","unit_of_dose":"spoonful"},"#,
            r#""non_availability":"Actual Products not Available","bnf":"05010400","atc":"J01GB01"},"#,
            r#""vtm":{"id":89695009,"name":"Tobramycin","previous_id":13188003,"invalid":true},"#,
            r#""schedules":["Schedule 1 of the NHS prescription regulations: not to be prescribed on the NHS"],"prescribing_notes":["ACBS","Dental formulary"],"reimbursement_notes":["Broken bulk"]}"#,
        );
        assert_eq!(json(&full(), IdFormat::Number), expected);
        assert!(serde_json::from_str::<serde_json::Value>(expected).is_ok());
    }

    #[test]
    fn omits_absent_fields() {
        assert_eq!(json(&PackConcepts::default(), IdFormat::Number), "{}");
        let vmp = PackConcepts { vmp: Some(bare_vmp()), ..PackConcepts::default() };
        let expected = concat!(
            r#"{"vmp":{"id":35084911000001108,"name":"Tobramycin 200mg/5ml oral solution","invalid":false,"sugar_free":false,"#,
            r#""gluten_free":false,"preservative_free":false,"cfc_free":false}}"#
        );
        assert_eq!(json(&vmp, IdFormat::Number), expected);
    }

    #[test]
    fn writes_ids_as_strings() {
        let json = json(&full(), IdFormat::String);
        for id in [
            "22479611000001102",
            "4012401000001102",
            "45401211000001105",
            "385023001",
            "426714006",
            "89695009",
        ] {
            assert!(json.contains(&format!(r#""id":"{id}""#)), "{id} in {json}");
        }
        assert!(json.contains(r#""quantity":100,"#));
    }
}
