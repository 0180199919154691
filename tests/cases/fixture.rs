//! The packs of the cases: a few, one for each behaviour of the interface.
//! All are invented. Their GTINs have 952, GS1's prefix for demonstrations.

use pack_lookup::date::Date;
use pack_lookup::gtin::RecordedGtin;
use pack_lookup::pack::{Component, Discontinued, GtinEntry, Pack, Prices};
use pack_lookup::snomed::{AmppId, verhoeff_check_digit};

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
        discontinued: Some(Discontinued {
            flag: "Discontinued Flag".to_owned(),
            date: Some(date("2021-05-01")),
        }),
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
    let parts = [kit_part(1), kit_part(2)];
    let component = |part: Pack| Component { pack_id: part.pack_id, name: part.name };
    Pack {
        comb_content: parts.map(component).into(),
        ..pack(12, "Thrush Combi Kit (Demo Pharma Ltd) 1 kit", "Generic Thrush Combi Kit")
    }
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
    let stop = Discontinued { flag: "Discontinued Flag".to_owned(), date: Some(date("2018-06-30")) };
    Pack {
        legal_category: "Not Applicable".to_owned(),
        discontinued: (number < 3).then_some(stop),
        is_invalid: number == 2,
        gtin_codes: vec![entry("9520000000059", start, end)],
        ..pack(15 + number, &format!("Zinc paste bandage ({supplier} Demo) 1 bandage"), "Zinc paste bandage")
    }
}

/// Discontinued on an unknown day.
fn undated() -> Pack {
    Pack {
        discontinued: Some(Discontinued { flag: "Discontinued Flag".to_owned(), date: None }),
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
    let end = Discontinued { flag: "Discontinued Flag".to_owned(), date: Some(date("2020-02-29")) };
    Pack {
        legal_category: "Not Applicable".to_owned(),
        discontinued: (number > CURRENT_STOCKINGS).then_some(end),
        ..pack(100 + number, &name, "Support stocking")
    }
}

fn pack(number: u64, name: &str, product: &str) -> Pack {
    Pack {
        pack_id: id(number),
        name: name.to_owned(),
        generic_pack_name: format!("{product} generic pack"),
        generic_product_name: product.to_owned(),
        short_name: None,
        subpack: None,
        legal_category: "POM".to_owned(),
        discontinued: None,
        gtin_codes: Vec::new(),
        prices: Prices::default(),
        is_invalid: false,
        comb_content: Vec::new(),
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

fn date(text: &str) -> Date {
    Date::parse(text).unwrap()
}

/// What stands above these packs: each generic product is a virtual product, and each of its names' first words a moiety and a substance.
/// Packs that differ in their size only are of one product.
#[cfg(feature = "write")]
pub fn concepts(packs: &[Pack]) -> pack_lookup::concept::Concepts {
    use pack_lookup::concept::{
        Amount, Amp, Coded, Concepts, Decimal, Ingredient, Note, PackDetails, UnitDose, Vmp, Vmpp, Vtm,
    };
    let mut concepts = Concepts::default();
    let some = |text: &str| Some(text.to_owned());
    for (number, pack) in (0..).zip(packs) {
        let is_medicine = pack.generic_product_name.ends_with("tablets");
        let word = pack.generic_product_name.split(' ').next().unwrap_or_default().to_owned();
        let known_vtm = concepts.vtms.iter().find(|vtm| vtm.name == word).map(|vtm| vtm.id);
        let vtm = is_medicine.then(|| known_vtm.unwrap_or(concept_id(1000 + number)));
        if is_medicine && known_vtm.is_none() {
            let of_pack = |id| Vtm { id, name: word.clone(), previous_id: None, is_invalid: number == 3 };
            concepts.vtms.extend(vtm.map(of_pack));
        }
        let known_vmp =
            concepts.vmps.iter().find(|vmp| vmp.name == pack.generic_product_name).map(|vmp| vmp.id);
        let vmp = known_vmp.unwrap_or(concept_id(2000 + number));
        if known_vmp.is_none() {
            let strength = pack.generic_product_name.split(' ').find_map(|word| word.strip_suffix("mg"));
            let amount = strength.and_then(Decimal::parse).map(|value| Amount { value, unit: some("mg") });
            // One substance is a salt, whose strength refers to its base.
            let base = (word == "Cetirizine").then(|| Coded { code: concept_id(3500), name: word.clone() });
            let salt = if base.is_some() { format!("{word} hydrochloride") } else { word.clone() };
            let ingredient = || Ingredient {
                substance: Coded { code: concept_id(3000 + number), name: salt.clone() },
                numerator: amount.clone(),
                denominator: None,
                basis: some(if base.is_some() {
                    "Based on Base Substance"
                } else {
                    "Based on Ingredient Substance"
                }),
                base: base.clone(),
            };
            let coded = |code, name: &str| Coded { code: concept_id(code), name: name.to_owned() };
            let dose = || UnitDose {
                form: some("Discrete"),
                size: Decimal::parse("1"),
                unit: some("tablet"),
                unit_of_dose: some("tablet"),
            };
            let category =
                if word.starts_with("Lor") { "Schedule 4 (CD Benz)" } else { "No Controlled Drug Status" };
            concepts.vmps.push(Vmp {
                id: vmp,
                name: pack.generic_product_name.clone(),
                previous_id: (word == "Cetirizine").then(|| concept_id(2500)),
                previous_name: (word == "Cetirizine")
                    .then(|| "Cetirizine hydrochloride 10mg tablets".to_owned()),
                is_invalid: false,
                vtm,
                forms: is_medicine.then(|| coded(4001, "Tablet")).into_iter().collect(),
                routes: is_medicine.then(|| coded(4002, "Oral")).into_iter().collect(),
                ingredients: is_medicine.then(ingredient).into_iter().collect(),
                controlled_drug_category: is_medicine.then(|| category.to_owned()),
                prescribing_status: some("Valid as a prescribable product"),
                is_sugar_free: false,
                is_gluten_free: is_medicine,
                is_preservative_free: false,
                is_cfc_free: false,
                unit_dose: is_medicine.then(dose),
                non_availability: None,
                bnf: None,
                atc: None,
            });
        }
        let known_vmpp = concepts
            .vmpps
            .iter()
            .find(|vmpp| vmpp.name == pack.generic_pack_name && vmpp.vmp == Some(vmp))
            .map(|vmpp| vmpp.id);
        let vmpp = known_vmpp.unwrap_or(concept_id(5000 + number));
        if known_vmpp.is_none() {
            concepts.vmpps.push(Vmpp {
                id: vmpp,
                name: pack.generic_pack_name.clone(),
                is_invalid: false,
                vmp: Some(vmp),
                quantity: Decimal::parse("28.0"),
                unit: some(if is_medicine { "tablet" } else { "device" }),
                drug_tariff_category: some(if is_medicine { "Part VIIIA Category M" } else { "Part IXa" }),
            });
        }
        let product = pack.name.split(" (").next().unwrap_or_default();
        let known_amp =
            concepts.amps.iter().find(|amp| amp.name == product && amp.vmp == Some(vmp)).map(|amp| amp.id);
        let amp = known_amp.unwrap_or(concept_id(6000 + number));
        if known_amp.is_none() {
            concepts.amps.push(Amp {
                id: amp,
                name: product.to_owned(),
                is_invalid: false,
                vmp: Some(vmp),
                supplier: Some(Coded { code: concept_id(7001), name: "Demo Pharma Ltd".to_owned() }),
                licensing_authority: some(if is_medicine { "Medicines - MHRA/EMA" } else { "Devices" }),
                availability_restriction: some("None"),
                flavour: if number == 1 { some("Cherry") } else { None },
                is_parallel_import: number == 2,
                has_additional_monitoring: number == 3,
                bnf: None,
            });
        }
        let notes = if number == 0 { vec![Note::NurseFormulary, Note::DentalFormulary] } else { Vec::new() };
        let notes = if number == 4 { vec![Note::Schedule1, Note::Hospital] } else { notes };
        let details = PackDetails { amp: Some(amp), vmpp: Some(vmpp), notes: notes.into_iter().collect() };
        concepts.packs.push((pack.pack_id, details));
    }
    concepts.whole()
}

/// A code in the UK's namespace.
#[cfg(feature = "write")]
fn concept_id(item: u64) -> pack_lookup::snomed::ConceptId {
    let body = (9_520_000 + item) * 1_000_000_000 + 100_000_110;
    pack_lookup::snomed::ConceptId::new(body * 10 + u64::from(verhoeff_check_digit(body))).unwrap()
}
