//! Made-up concepts for made-up packs: few of each, so that they are shared, with gaps and with names that are stored elsewhere.

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

    /// True or false, equally often.
    fn flip(&mut self) -> bool {
        self.below(2) > 0
    }

    fn text(&mut self, texts: &[&str]) -> Option<String> {
        texts.get(self.below(texts.len() as u64 + 2) as usize).copied().map(str::to_owned)
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
        let mut list = Vec::new();
        for _ in 0..self.below(3) {
            list.push(self.coded());
        }
        list
    }

    fn amount(&mut self) -> Option<Amount> {
        let value = Decimal::parse(["0.1", "5", "250", "1000000"][self.below(4) as usize])?;
        let unit = self.text(&["mg", "ml"]);
        if self.below(3) > 0 { Some(Amount { value, unit }) } else { None }
    }

    fn ingredients(&mut self) -> Vec<Ingredient> {
        let mut ingredients = Vec::new();
        for _ in 0..self.below(3) {
            ingredients.push(Ingredient {
                substance: self.coded(),
                numerator: self.amount(),
                denominator: self.amount(),
                basis: self.text(&["base"]),
                base: if self.flip() { Some(self.coded()) } else { None },
            });
        }
        ingredients
    }

    fn unit_dose(&mut self) -> Option<UnitDose> {
        let dose = UnitDose {
            form: self.text(&["Discrete"]),
            size: if self.flip() { Decimal::parse("2.5") } else { None },
            unit: self.text(&["ml"]),
            unit_of_dose: self.text(&["tablet"]),
        };
        if dose == UnitDose::default() { None } else { Some(dose) }
    }

    fn details(&mut self, amps: &[ConceptId], vmpps: &[ConceptId]) -> PackDetails {
        let (amp, vmpp) = (self.one_of(amps), self.one_of(vmpps));
        let notes = Notes::of_bits(self.below(1 << 15) as u16 & self.below(1 << 15) as u16);
        PackDetails { amp, vmpp, notes }
    }

    /// The former code of some concepts. No concept has it now.
    fn previous_id(&mut self, n: u64) -> Option<ConceptId> {
        let id = self.id(100 + n);
        if self.below(3) == 0 { Some(id) } else { None }
    }

    fn one_of(&mut self, ids: &[ConceptId]) -> Option<ConceptId> {
        ids.get(self.below(ids.len() as u64 + 1) as usize).copied()
    }
}

/// Up to `max` packs, and concepts for them.
pub fn fixtures_with_concepts(max: usize) -> impl Strategy<Value = (Vec<Pack>, Concepts)> {
    (fixtures(max), any::<u64>()).prop_map(|(packs, seed)| {
        let concepts = concepts(&packs, seed);
        (packs, concepts)
    })
}

/// Concepts for these packs, the same for each seed.
pub fn concepts(packs: &[Pack], seed: u64) -> Concepts {
    let random = &mut Random(seed);
    let mut concepts = Concepts::default();
    let (mut vtms, mut vmps, mut vmpps, mut amps) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
    for n in 0..random.below(3) {
        vtms.push(random.id(n));
        let name = ["A", "A", "B"][random.below(3) as usize].to_owned();
        let (previous_id, is_invalid) = (random.previous_id(n), random.flip());
        concepts.vtms.push(Vtm { id: vtms[n as usize], name, previous_id, is_invalid });
    }
    for n in 10..10 + random.below(5) {
        let vmp = vmp(random, n, packs, &vtms);
        vmps.push(vmp.id);
        concepts.vmps.push(vmp);
    }
    for n in 20..20 + random.below(6) {
        let vmpp = vmpp(random, n, packs, &concepts.vmps, &vmps);
        vmpps.push(vmpp.id);
        concepts.vmpps.push(vmpp);
    }
    for n in 30..30 + random.below(8) {
        let amp = amp(random, n, packs, &vmps);
        amps.push(amp.id);
        concepts.amps.push(amp);
    }
    for pack in packs {
        concepts.packs.push((pack.pack_id, random.details(&amps, &vmpps)));
    }
    if random.flip() {
        classify(&mut concepts, random);
    }
    concepts
}

/// Adds the codes of a supplement to some products.
pub fn classify(concepts: &mut Concepts, random: &mut Random) {
    for vmp in &mut concepts.vmps {
        vmp.bnf = random.text(&["05010103", "0501", "21"]);
        vmp.atc = random.text(&["J01CA04", "J01CA", "J", "N05BA06"]);
    }
    for amp in &mut concepts.amps {
        amp.bnf = random.text(&["05010103", "0401"]);
    }
}

fn some_pack<'p>(random: &mut Random, packs: &'p [Pack]) -> Option<&'p Pack> {
    packs.get(random.below(packs.len() as u64 + 2) as usize)
}

fn vmp(random: &mut Random, n: u64, packs: &[Pack], vtms: &[ConceptId]) -> Vmp {
    let name = match some_pack(random, packs) {
        Some(pack) => pack.generic_product_name.clone(),
        None => format!("Product {n}"),
    };
    let unit_dose = random.unit_dose();
    Vmp {
        id: random.id(n),
        name,
        previous_id: random.previous_id(n),
        previous_name: random.text(&["Former name"]),
        is_invalid: random.below(2) > 0,
        vtm: random.one_of(vtms),
        forms: random.list(),
        routes: random.list(),
        ingredients: random.ingredients(),
        controlled_drug_category: random.text(&["Schedule 2 (CD)"]),
        prescribing_status: random.text(&["Valid", "Invalid"]),
        is_sugar_free: random.flip(),
        is_gluten_free: random.flip(),
        is_preservative_free: random.flip(),
        is_cfc_free: random.flip(),
        unit_dose,
        non_availability: random.text(&["not available"]),
        bnf: None,
        atc: None,
    }
}

fn vmpp(random: &mut Random, n: u64, packs: &[Pack], vmps: &[Vmp], ids: &[ConceptId]) -> Vmpp {
    let vmp = random.one_of(ids);
    let product = match vmps.iter().find(|one| Some(one.id) == vmp) {
        Some(vmp) => vmp.name.as_str(),
        None => "",
    };
    let name = match random.below(3) {
        0 => format!("{product} 28 tablet"),
        1 => format!("Pack {n}"),
        _ => match some_pack(random, packs) {
            Some(pack) => pack.generic_pack_name.clone(),
            None => String::new(),
        },
    };
    Vmpp {
        id: random.id(n),
        name,
        is_invalid: random.below(2) > 0,
        vmp,
        quantity: if random.flip() { Decimal::parse("28") } else { None },
        unit: random.text(&["tablet", "ml"]),
        drug_tariff_category: random.text(&["Part VIIIA Category A", "Part VIIIA Category A; Part VIIIB"]),
    }
}

fn amp(random: &mut Random, n: u64, packs: &[Pack], vmps: &[ConceptId]) -> Amp {
    let id = random.id(n);
    let name = match some_pack(random, packs) {
        Some(pack) => pack.name.split(" (").next().unwrap_or_default().to_owned(),
        None => format!("Brand {n}"),
    };
    let (vmp, supplier) = (random.one_of(vmps), random.coded());
    Amp {
        id,
        name,
        is_invalid: random.flip(),
        vmp,
        supplier: if random.below(3) > 0 { Some(supplier) } else { None },
        licensing_authority: random.text(&["MHRA"]),
        availability_restriction: random.text(&["None", "Imported"]),
        flavour: random.text(&["Lemon"]),
        is_parallel_import: random.flip(),
        has_additional_monitoring: random.flip(),
        bnf: None,
    }
}

/// One concept of each kind, with all that they can have.
pub fn one() -> Concepts {
    let [vtm, vmp_id, vmpp_id, amp_id, form] =
        [310_000_001, 210_000_001, 110_000_001, 510_000_001, 385_055_001]
            .map(|number| ConceptId::new(number).unwrap());
    let mut concepts = concepts(&[], 7);
    let (vmp, vmpp, amp) = (
        vmp(&mut Random(1), 1, &[], &[]),
        vmpp(&mut Random(1), 1, &[], &[], &[]),
        amp(&mut Random(1), 1, &[], &[]),
    );
    let forms = vec![Coded { code: form, name: "Tablet".to_owned() }];
    concepts.vtms = vec![Vtm {
        id: vtm,
        name: "Generic".to_owned(),
        previous_id: ConceptId::new(320_000_001),
        is_invalid: true,
    }];
    concepts.vmps = vec![Vmp { id: vmp_id, vtm: Some(vtm), forms, ..vmp }];
    concepts.vmpps = vec![Vmpp { id: vmpp_id, vmp: Some(vmp_id), ..vmpp }];
    concepts.amps = vec![Amp { id: amp_id, vmp: Some(vmp_id), ..amp }];
    concepts
}
