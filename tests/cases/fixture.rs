//! The packs of the cases: a few, one for each behaviour of the interface.
//! All are invented. Their GTINs have 952, GS1's prefix for demonstrations.

#[cfg(feature = "write")]
use pack_lookup::concept::{
    Amount, Amp, Coded, Concepts, Decimal, Ingredient, Note, PackDetails, UnitDose, Vmp, Vmpp, Vtm,
};
use pack_lookup::date::Date;
use pack_lookup::gtin::RecordedGtin;
use pack_lookup::pack::{Component, Discontinued, GtinEntry, Pack, Prices};
#[cfg(feature = "write")]
use pack_lookup::snomed::ConceptId;
use pack_lookup::snomed::{AmppId, verhoeff_check_digit};

use crate::blank_pack::blank_pack;

/// The number of packs that differ in their size only, for paging.
const STOCKINGS: u64 = 45;
/// The number of stockings that are current. The others, last by name, are discontinued.
const CURRENT_STOCKINGS: u64 = 40;

pub fn packs() -> Vec<Pack> {
    let mut packs = vec![
        paracetamol(),
        ibuprofen(),
        lorazepam(),
        lormetazepam(),
        withdrawn_dressing(),
        awkward_name(),
        unsluggable_name(),
        wrong_check_digit(),
        outer_case(),
        aspirin(1),
        aspirin(2),
        kit(),
        kit_part(1),
        kit_part(2),
        accented(),
        bandage(1),
        bandage(2),
        bandage(3),
        undated(),
        undated_and_invalid(),
    ];
    packs.extend((1..=STOCKINGS).map(stocking));
    packs
}

/// Has one GTIN with 13, then with 14 digits. The price fell.
fn paracetamol() -> Pack {
    Pack {
        legal_category: "GSL".to_owned(),
        short_name: Some("Paracetamol 500mg tabs".to_owned()),
        gtin_codes: vec![
            entry("9520000000011", "2013-01-24", Some("2019-03-06")),
            entry("09520000000011", "2019-03-07", None),
        ],
        prices: Prices { price_pence: Some(189), price_prev_pence: Some(1205) },
        ..pack(1, "Paracetamol 500mg tablets (Demo Pharma Ltd) 32 tablet", "Paracetamol 500mg tablets")
    }
}

fn ibuprofen() -> Pack {
    Pack {
        legal_category: "P".to_owned(),
        subpack: Some("2 x 12 tablets".to_owned()),
        discontinued: discontinued(Some("2021-05-01")),
        gtin_codes: vec![entry("9520000000028", "2011-02-03", Some("2021-04-30"))],
        ..pack(
            2,
            "Ibuprofen 200mg tablets (Demo Pharma Ltd) 24 tablet 2 x 12 tablets",
            "Ibuprofen 200mg tablets",
        )
    }
}

/// Carried the GTIN first.
fn lorazepam() -> Pack {
    Pack {
        gtin_codes: vec![entry("9520000000035", "2010-06-01", Some("2016-12-31"))],
        ..pack(3, "Lorazepam 1mg tablets (Demo Pharma Ltd) 28 tablet", "Lorazepam 1mg tablets")
    }
}

/// Carries another pack's GTIN now.
fn lormetazepam() -> Pack {
    Pack {
        gtin_codes: vec![entry("9520000000035", "2017-01-01", None)],
        ..pack(4, "Lormetazepam 1mg tablets (Demo Pharma Ltd) 30 tablet", "Lormetazepam 1mg tablets")
    }
}

fn withdrawn_dressing() -> Pack {
    Pack {
        legal_category: "Not Applicable".to_owned(),
        is_invalid: true,
        ..pack(5, "Gauze swab 5cm x 5cm (Demo Devices) 100 dressing", "Gauze swab type 13 light")
    }
}

fn awkward_name() -> Pack {
    pack(
        6,
        "#Huxley's <b>D3 & \"Calcium\"</b> 0.1% 5mg/5ml [sugar free] (A = B: C) 1 x 1",
        "Calcium & <i>vitamin</i>",
    )
}

/// The slug of this name is empty.
fn unsluggable_name() -> Pack {
    pack(7, "##", "##")
}

fn wrong_check_digit() -> Pack {
    Pack {
        gtin_codes: vec![entry("9520000000040", "2015-01-01", None)],
        ..pack(8, "Cetirizine 10mg tablets (Demo Pharma Ltd) 30 tablet", "Cetirizine 10mg tablets")
    }
}

/// Has a GTIN-8 padded with zeros, and a GTIN with an indicator digit.
fn outer_case() -> Pack {
    Pack {
        gtin_codes: vec![
            entry("00000095200002", "2018-01-01", Some("2030-12-31")),
            entry("19520000000018", "2018-01-01", None),
        ],
        ..pack(9, "Omeprazole 20mg capsules (Demo Pharma Ltd) 280 capsule", "Omeprazole 20mg capsules")
    }
}

/// Two packs have one name.
fn aspirin(number: u64) -> Pack {
    pack(9 + number, "Aspirin 75mg dispersible tablets (Demo Pharma Ltd) 28 tablet", "Aspirin 75mg tablets")
}

fn kit() -> Pack {
    let mut kit = pack(12, "Thrush Combi Kit (Demo Pharma Ltd) 1 kit", "Generic Thrush Combi Kit");
    for part in [kit_part(1), kit_part(2)] {
        kit.comb_content.push(Component { pack_id: part.pack_id, name: part.name });
    }
    kit
}

fn kit_part(number: u64) -> Pack {
    let name = if number == 1 { "cream" } else { "capsule" };
    pack(12 + number, &format!("Thrush {name} (Demo Pharma Ltd) 1 {name}"), &format!("Thrush {name}"))
}

fn accented() -> Pack {
    pack(15, "Crème hydratante Élan 2.5mg (Demo Santé) 50 g", "Crème hydratante")
}

/// Three packs of different suppliers. The first by name is discontinued, the second is also invalid, and the third
/// carries the GTIN of the first.
fn bandage(number: u64) -> Pack {
    let (supplier, start, end) = match number {
        1 => ("Alpha", "2012-03-01", Some("2018-06-30")),
        2 => ("Beta", "2018-07-01", Some("2018-12-31")),
        _ => ("Gamma", "2019-01-01", None),
    };
    Pack {
        legal_category: "Not Applicable".to_owned(),
        discontinued: if number < 3 { discontinued(Some("2018-06-30")) } else { None },
        is_invalid: number == 2,
        gtin_codes: vec![entry("9520000000059", start, end)],
        ..pack(15 + number, &format!("Zinc paste bandage ({supplier} Demo) 1 bandage"), "Zinc paste bandage")
    }
}

/// Discontinued on an unknown day.
fn undated() -> Pack {
    Pack {
        discontinued: discontinued(None),
        gtin_codes: vec![entry("9520000000066", "2014-05-01", None)],
        ..pack(19, "Yeast vitamin tablets (Demo Pharma Ltd) 50 tablet", "Yeast vitamin tablets")
    }
}

fn undated_and_invalid() -> Pack {
    Pack {
        is_invalid: true,
        discontinued: undated().discontinued,
        ..pack(20, "Yeast vitamin tablets (Demo Pharma Ltd) 100 tablet", "Yeast vitamin tablets")
    }
}

fn stocking(number: u64) -> Pack {
    let name = format!("Support stocking size {number:02} (Demo Devices) 1 device");
    let is_current = number <= CURRENT_STOCKINGS;
    Pack {
        legal_category: "Not Applicable".to_owned(),
        discontinued: if is_current { None } else { discontinued(Some("2020-02-29")) },
        ..pack(100 + number, &name, "Support stocking")
    }
}

fn pack(number: u64, name: &str, product: &str) -> Pack {
    Pack {
        generic_pack_name: format!("{product} generic pack"),
        generic_product_name: product.to_owned(),
        ..blank_pack(id(number), name)
    }
}

/// Returns an id above 2^53, which a host that reads ids as floats would round.
fn id(number: u64) -> AmppId {
    let body = 99_520_000_000_000_000 + number;
    AmppId::new(body * 10 + u64::from(verhoeff_check_digit(body))).unwrap()
}

fn entry(gtin: &str, start: &str, end: Option<&str>) -> GtinEntry {
    let gtin = RecordedGtin::parse(gtin).unwrap();
    GtinEntry { gtin, start_date: date(start), end_date: end.map(date) }
}

fn discontinued(day: Option<&str>) -> Option<Discontinued> {
    Some(Discontinued { flag: "Discontinued Flag".to_owned(), date: day.map(date) })
}

fn date(text: &str) -> Date {
    Date::parse(text).unwrap()
}

/// Returns the concepts above these packs. Each generic product is a virtual product, and the first word of its name is a moiety and a
/// substance. Packs that differ only in their size are of one product.
#[cfg(feature = "write")]
pub fn concepts(packs: &[Pack]) -> Concepts {
    let mut concepts = Concepts::default();
    for (number, pack) in (0..).zip(packs) {
        let names = FixturePack { number, pack };
        let vmp = add_vmp(&mut concepts, names);
        let vmpp = add_vmpp(&mut concepts, names, vmp);
        let amp = add_amp(&mut concepts, names, vmp);
        let notes: &[Note] = match number {
            0 => &[Note::NurseFormulary, Note::DentalFormulary],
            4 => &[Note::Schedule1, Note::Hospital],
            _ => &[],
        };
        let notes = notes.iter().copied().collect();
        concepts.packs.push((pack.pack_id, PackDetails { amp: Some(amp), vmpp: Some(vmpp), notes }));
    }
    concepts.whole()
}

/// A pack, and its position among all.
#[cfg(feature = "write")]
#[derive(Clone, Copy)]
struct FixturePack<'p> {
    number: u64,
    pack: &'p Pack,
}

#[cfg(feature = "write")]
impl<'p> FixturePack<'p> {
    fn is_medicine(self) -> bool {
        self.pack.generic_product_name.ends_with("tablets")
    }

    fn first_word(self) -> &'p str {
        self.pack.generic_product_name.split(' ').next().unwrap_or_default()
    }

    fn if_medicine(self, text: &str) -> Option<String> {
        if self.is_medicine() { some(text) } else { None }
    }

    /// Returns whether the strength of its substance refers to the base. It also had another code and name.
    fn is_salt(self) -> bool {
        self.first_word() == "Cetirizine"
    }

    fn strength(self) -> Option<Amount> {
        for word in self.pack.generic_product_name.split(' ') {
            if let Some(number) = word.strip_suffix("mg") {
                return Some(Amount { value: Decimal::parse(number)?, unit: some("mg") });
            }
        }
        None
    }

    fn ingredients(self) -> Vec<Ingredient> {
        if !self.is_medicine() {
            return Vec::new();
        }
        let word = self.first_word();
        let (name, basis, base) = match self.is_salt() {
            true => (format!("{word} hydrochloride"), "Based on Base Substance", Some(coded(3500, word))),
            false => (word.to_owned(), "Based on Ingredient Substance", None),
        };
        let substance = coded(3000 + self.number, &name);
        vec![Ingredient {
            substance,
            numerator: self.strength(),
            denominator: None,
            basis: some(basis),
            base,
        }]
    }

    fn unit_dose(self) -> Option<UnitDose> {
        if !self.is_medicine() {
            return None;
        }
        let (size, unit) = (Decimal::parse("1"), some("tablet"));
        Some(UnitDose { form: some("Discrete"), size, unit_of_dose: unit.clone(), unit })
    }
}

#[cfg(feature = "write")]
fn some(text: &str) -> Option<String> {
    Some(text.to_owned())
}

#[cfg(feature = "write")]
fn coded(item: u64, name: &str) -> Coded {
    Coded { code: concept_id(item), name: name.to_owned() }
}

/// Returns the moiety of a medicine.
#[cfg(feature = "write")]
fn add_vtm(concepts: &mut Concepts, names: FixturePack<'_>) -> Option<ConceptId> {
    if !names.is_medicine() {
        return None;
    }
    let name = names.first_word();
    if let Some(known) = concepts.vtms.iter().find(|vtm| vtm.name == name) {
        return Some(known.id);
    }
    let id = concept_id(1000 + names.number);
    concepts.vtms.push(Vtm { id, name: name.to_owned(), previous_id: None, is_invalid: names.number == 3 });
    Some(id)
}

#[cfg(feature = "write")]
fn add_vmp(concepts: &mut Concepts, names: FixturePack<'_>) -> ConceptId {
    let vtm = add_vtm(concepts, names);
    let name = &names.pack.generic_product_name;
    if let Some(known) = concepts.vmps.iter().find(|vmp| vmp.name == *name) {
        return known.id;
    }
    let is_medicine = names.is_medicine();
    let is_controlled = names.first_word().starts_with("Lor");
    let category = if is_controlled { "Schedule 4 (CD Benz)" } else { "No Controlled Drug Status" };
    let id = concept_id(2000 + names.number);
    concepts.vmps.push(Vmp {
        id,
        name: name.clone(),
        previous_id: if names.is_salt() { Some(concept_id(2500)) } else { None },
        previous_name: if names.is_salt() { some("Cetirizine hydrochloride 10mg tablets") } else { None },
        is_invalid: false,
        vtm,
        forms: if is_medicine { vec![coded(4001, "Tablet")] } else { Vec::new() },
        routes: if is_medicine { vec![coded(4002, "Oral")] } else { Vec::new() },
        ingredients: names.ingredients(),
        controlled_drug_category: names.if_medicine(category),
        prescribing_status: some("Valid as a prescribable product"),
        is_sugar_free: false,
        is_gluten_free: is_medicine,
        is_preservative_free: false,
        is_cfc_free: false,
        unit_dose: names.unit_dose(),
        non_availability: None,
        bnf: None,
        atc: None,
    });
    id
}

#[cfg(feature = "write")]
fn add_vmpp(concepts: &mut Concepts, names: FixturePack<'_>, vmp: ConceptId) -> ConceptId {
    let (name, is_medicine) = (&names.pack.generic_pack_name, names.is_medicine());
    if let Some(known) = concepts.vmpps.iter().find(|vmpp| vmpp.name == *name && vmpp.vmp == Some(vmp)) {
        return known.id;
    }
    let id = concept_id(5000 + names.number);
    concepts.vmpps.push(Vmpp {
        id,
        name: name.clone(),
        is_invalid: false,
        vmp: Some(vmp),
        quantity: Decimal::parse("28.0"),
        unit: some(if is_medicine { "tablet" } else { "device" }),
        drug_tariff_category: some(if is_medicine { "Part VIIIA Category M" } else { "Part IXa" }),
    });
    id
}

#[cfg(feature = "write")]
fn add_amp(concepts: &mut Concepts, names: FixturePack<'_>, vmp: ConceptId) -> ConceptId {
    let name = names.pack.name.split(" (").next().unwrap_or_default();
    if let Some(known) = concepts.amps.iter().find(|amp| amp.name == name && amp.vmp == Some(vmp)) {
        return known.id;
    }
    let id = concept_id(6000 + names.number);
    concepts.amps.push(Amp {
        id,
        name: name.to_owned(),
        is_invalid: false,
        vmp: Some(vmp),
        supplier: Some(coded(7001, "Demo Pharma Ltd")),
        licensing_authority: some(if names.is_medicine() { "Medicines - MHRA/EMA" } else { "Devices" }),
        availability_restriction: some("None"),
        flavour: if names.number == 1 { some("Cherry") } else { None },
        is_parallel_import: names.number == 2,
        has_additional_monitoring: names.number == 3,
        bnf: None,
    });
    id
}

/// A code in the UK's namespace.
#[cfg(feature = "write")]
fn concept_id(item: u64) -> ConceptId {
    let body = (9_520_000 + item) * 1_000_000_000 + 100_000_110;
    ConceptId::new(body * 10 + u64::from(verhoeff_check_digit(body))).unwrap()
}
