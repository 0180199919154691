//! Made-up concepts for made-up packs: few of each, so that they are shared, with gaps and with names that stand elsewhere.

use pack_lookup::concept::{
    Amount, Amp, Coded, Concepts, Decimal, Ingredient, Notes, PackDetails, UnitDose, Vmp, Vmpp, Vtm,
};
use pack_lookup::pack::Pack;
use pack_lookup::snomed::ConceptId;
use proptest::prelude::*;

use super::{fixtures, home_id};

/// splitmix64.
pub struct Random(pub u64);

impl Random {
    pub fn below(&mut self, limit: u64) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        (mixed ^ (mixed >> 31)) % limit
    }

    fn text(&mut self, texts: &[&str]) -> Option<String> {
        texts.get(self.below(texts.len() as u64 + 2) as usize).map(|text| (*text).to_owned())
    }

    /// Mostly in the UK's namespace.
    fn id(&mut self, item: u64) -> ConceptId {
        match self.below(4) {
            0 => ConceptId::new(100_000 + item).unwrap(),
            _ => home_id(2_000_000 + item).into(),
        }
    }

    fn coded(&mut self) -> Coded {
        let place = self.below(4);
        let code = ConceptId::new(300_000 + place).unwrap();
        Coded { code, name: ["Tablet", "Oral", "", "ä"][place as usize].to_owned() }
    }

    fn list(&mut self) -> Vec<Coded> {
        (0..self.below(3)).map(|_| self.coded()).collect()
    }

    fn amount(&mut self) -> Option<Amount> {
        let value = Decimal::parse(["0.1", "5", "250", "1000000"][self.below(4) as usize]);
        let unit = self.text(&["mg", "ml"]);
        value.filter(|_| self.below(3) > 0).map(|value| Amount { value, unit })
    }

    /// The former code of some concepts. No concept has it now.
    fn previous_id(&mut self, n: u64) -> Option<ConceptId> {
        let id = self.id(100 + n);
        Some(id).filter(|_| self.below(3) == 0)
    }

    fn one_of(&mut self, ids: &[ConceptId]) -> Option<ConceptId> {
        ids.get(self.below(ids.len() as u64 + 1) as usize).copied()
    }
}

/// Up to so many packs, and concepts for them.
pub fn fixtures_with_concepts(max: usize) -> impl Strategy<Value = (Vec<Pack>, Concepts)> {
    (fixtures(max), any::<u64>()).prop_map(|(packs, seed)| {
        let concepts = concepts(&packs, seed);
        (packs, concepts)
    })
}

/// Concepts for these packs, the same for each seed.
pub fn concepts(packs: &[Pack], seed: u64) -> Concepts {
    let random = &mut Random(seed);
    let vtms: Vec<Vtm> = (0..random.below(3))
        .map(|n| Vtm {
            id: random.id(n),
            name: ["A", "A", "B"][random.below(3) as usize].to_owned(),
            previous_id: random.previous_id(n),
            is_invalid: random.below(2) > 0,
        })
        .collect();
    let vtm_ids: Vec<ConceptId> = vtms.iter().map(|vtm| vtm.id).collect();
    let vmps: Vec<Vmp> = (10..10 + random.below(5)).map(|n| vmp(random, n, packs, &vtm_ids)).collect();
    let vmp_ids: Vec<ConceptId> = vmps.iter().map(|vmp| vmp.id).collect();
    let vmpps: Vec<Vmpp> =
        (20..20 + random.below(6)).map(|n| vmpp(random, n, packs, &vmps, &vmp_ids)).collect();
    let vmpp_ids: Vec<ConceptId> = vmpps.iter().map(|vmpp| vmpp.id).collect();
    let amps: Vec<Amp> = (30..30 + random.below(8)).map(|n| amp(random, n, packs, &vmp_ids)).collect();
    let amp_ids: Vec<ConceptId> = amps.iter().map(|amp| amp.id).collect();
    let details = |pack: &Pack| {
        let (amp, vmpp) = (random.one_of(&amp_ids), random.one_of(&vmpp_ids));
        let notes = Notes::of_bits(random.below(1 << 12) as u16 & random.below(1 << 12) as u16);
        (pack.pack_id, PackDetails { amp, vmpp, notes })
    };
    let packs = packs.iter().map(details).collect();
    let mut concepts = Concepts { packs, amps, vmpps, vmps, vtms };
    if random.below(2) > 0 {
        classify(&mut concepts, random);
    }
    concepts
}

/// What a supplement tells: of some products, few codes.
pub fn classify(concepts: &mut Concepts, random: &mut Random) {
    for vmp in &mut concepts.vmps {
        vmp.bnf = random.text(&["05010103", "0501", "21"]);
        vmp.atc = random.text(&["J01CA04", "J01CA", "J", "N05BA06"]);
    }
    concepts.amps.iter_mut().for_each(|amp| amp.bnf = random.text(&["05010103", "0401"]));
}

fn some_pack<'p>(random: &mut Random, packs: &'p [Pack]) -> Option<&'p Pack> {
    packs.get(random.below(packs.len() as u64 + 2) as usize)
}

fn vmp(random: &mut Random, n: u64, packs: &[Pack], vtms: &[ConceptId]) -> Vmp {
    let name = some_pack(random, packs)
        .map_or_else(|| format!("Product {n}"), |pack| pack.generic_product_name.clone());
    let ingredient = |random: &mut Random| Ingredient {
        substance: random.coded(),
        numerator: random.amount(),
        denominator: random.amount(),
        basis: random.text(&["base"]),
        base: Some(random.coded()).filter(|_| random.below(2) > 0),
    };
    let dose = UnitDose {
        form: random.text(&["Discrete"]),
        size: Decimal::parse("2.5").filter(|_| random.below(2) > 0),
        unit: random.text(&["ml"]),
        unit_of_dose: random.text(&["tablet"]),
    };
    Vmp {
        id: random.id(n),
        name,
        previous_id: random.previous_id(n),
        previous_name: random.text(&["Former name"]),
        is_invalid: random.below(2) > 0,
        vtm: random.one_of(vtms),
        forms: random.list(),
        routes: random.list(),
        ingredients: (0..random.below(3)).map(|_| ingredient(random)).collect(),
        controlled_drug_category: random.text(&["Schedule 2 (CD)"]),
        prescribing_status: random.text(&["Valid", "Invalid"]),
        is_sugar_free: random.below(2) > 0,
        is_gluten_free: random.below(2) > 0,
        is_preservative_free: random.below(2) > 0,
        is_cfc_free: random.below(2) > 0,
        unit_dose: Some(dose).filter(|dose| *dose != UnitDose::default()),
        non_availability: random.text(&["not available"]),
        bnf: None,
        atc: None,
    }
}

fn vmpp(random: &mut Random, n: u64, packs: &[Pack], vmps: &[Vmp], ids: &[ConceptId]) -> Vmpp {
    let vmp = random.one_of(ids);
    let product = vmps.iter().find(|one| Some(one.id) == vmp).map_or("", |vmp| vmp.name.as_str());
    let name = match random.below(3) {
        0 => format!("{product} 28 tablet"),
        1 => format!("Pack {n}"),
        _ => some_pack(random, packs).map_or_else(String::new, |pack| pack.generic_pack_name.clone()),
    };
    Vmpp {
        id: random.id(n),
        name,
        is_invalid: random.below(2) > 0,
        vmp,
        quantity: Decimal::parse("28").filter(|_| random.below(2) > 0),
        unit: random.text(&["tablet", "ml"]),
        drug_tariff_category: random.text(&["Part VIIIA Category A"]),
    }
}

fn amp(random: &mut Random, n: u64, packs: &[Pack], vmps: &[ConceptId]) -> Amp {
    let product = |pack: &Pack| pack.name.split(" (").next().unwrap_or_default().to_owned();
    Amp {
        id: random.id(n),
        name: some_pack(random, packs).map_or_else(|| format!("Brand {n}"), product),
        is_invalid: random.below(2) > 0,
        vmp: random.one_of(vmps),
        supplier: Some(random.coded()).filter(|_| random.below(3) > 0),
        licensing_authority: random.text(&["MHRA"]),
        availability_restriction: random.text(&["None", "Imported"]),
        flavour: random.text(&["Lemon"]),
        is_parallel_import: random.below(2) > 0,
        has_additional_monitoring: random.below(2) > 0,
        bnf: None,
    }
}

/// One concept of each kind, with all that they can have.
pub fn one() -> Concepts {
    let id = |number| ConceptId::new(number).unwrap();
    let coded = |number, name: &str| Coded { code: id(number), name: name.to_owned() };
    let mut concepts = concepts(&[], 7);
    let (vmp, vmpp, amp) = (
        vmp(&mut Random(1), 1, &[], &[]),
        vmpp(&mut Random(1), 1, &[], &[], &[]),
        amp(&mut Random(1), 1, &[], &[]),
    );
    concepts.vtms = vec![Vtm {
        id: id(310_000_001),
        name: "Generic".to_owned(),
        previous_id: Some(id(320_000_001)),
        is_invalid: true,
    }];
    concepts.vmps = vec![Vmp {
        id: id(210_000_001),
        vtm: Some(id(310_000_001)),
        forms: vec![coded(385_055_001, "Tablet")],
        ..vmp
    }];
    concepts.vmpps = vec![Vmpp { id: id(110_000_001), vmp: Some(id(210_000_001)), ..vmpp }];
    concepts.amps = vec![Amp { id: id(510_000_001), vmp: Some(id(210_000_001)), ..amp }];
    concepts
}
