//! The facts of products in demonstration releases, besides their names. They are real terms, derived from
//! the names or random.

use std::collections::{BTreeMap, HashMap};

use sha2::{Digest, Sha256};

use super::catalogue::{Catalogue, Source};
use super::pack::{DemoPack, Dice, Purpose, Release};
use super::tables::Medicine as Line;

/// Words of a form, the form of the lookup file, and the route. The first row whose words occur in a form
/// applies.
const FORMS: [(&str, &str, &str); 30] = [
    ("orodispersible tablet", "Orodispersible tablet", "Oral"),
    ("effervescent tablet", "Effervescent tablet", "Oral"),
    ("chewable tablet", "Chewable tablet", "Oral"),
    ("buccal tablet", "Buccal tablet", "Buccal"),
    ("modified-release tablet", "Modified-release tablet", "Oral"),
    ("gastro-resistant tablet", "Gastro-resistant tablet", "Oral"),
    ("tablet", "Tablet", "Oral"),
    ("inhalation powder capsule", "Inhalation powder capsule", "Inhalation"),
    ("modified-release capsule", "Modified-release capsule", "Oral"),
    ("gastro-resistant capsule", "Gastro-resistant capsule", "Oral"),
    ("capsule", "Capsule", "Oral"),
    ("infusion", "Solution for infusion", "Intravenous"),
    ("suspension for injection", "Suspension for injection", "Intramuscular"),
    ("injection", "Solution for injection", "Subcutaneous"),
    ("oral suspension", "Oral suspension", "Oral"),
    ("oral solution", "Oral solution", "Oral"),
    ("linctus", "Oral solution", "Oral"),
    ("sachet", "Oral powder", "Oral"),
    ("oromucosal", "Oromucosal spray", "Oromucosal"),
    ("sublingual", "Sublingual spray", "Sublingual"),
    ("inhaler", "Pressurised inhalation", "Inhalation"),
    ("nebuliser", "Nebuliser liquid", "Inhalation"),
    ("nasal", "Nasal spray", "Nasal"),
    ("eye", "Eye drops", "Ocular"),
    ("ear", "Ear drops", "Auricular"),
    ("patch", "Transdermal patch", "Transdermal"),
    ("suppositor", "Suppository", "Rectal"),
    ("pessar", "Pessary", "Vaginal"),
    ("ointment", "Ointment", "Cutaneous"),
    ("cream", "Cream", "Cutaneous"),
];
/// The form and route of all other forms.
const OTHER_FORM: (&str, &str) = ("Cutaneous liquid", "Cutaneous");

/// Controlled drugs by the code of their category. Other medicines are not controlled.
const CONTROLLED: [(u64, &[&str]); 5] = [
    (
        2,
        &[
            "Fentanyl",
            "Ketamine",
            "Lisdexamfetamine",
            "Methadone",
            "Methylphenidate",
            "Morphine",
            "Oxycodone",
        ],
    ),
    (
        4,
        &["Buprenorphine", "Gabapentin", "Midazolam", "Phenobarbital", "Pregabalin", "Temazepam", "Tramadol"],
    ),
    (
        9,
        &[
            "Clobazam",
            "Clonazepam",
            "Diazepam",
            "Lorazepam",
            "Lormetazepam",
            "Nitrazepam",
            "Zolpidem",
            "Zopiclone",
        ],
    ),
    (8, &["Testosterone"]),
    (10, &["Co-codamol", "Co-dydramol", "Codeine", "Dihydrocodeine", "Pholcodine"]),
];

/// Units of strengths in names, and in the lookup file.
const UNITS: [(&str, &str); 10] = [
    ("mg", "mg"),
    ("micrograms", "microgram"),
    ("microgram", "microgram"),
    ("g", "gram"),
    ("ml", "ml"),
    ("units", "unit"),
    ("unit", "unit"),
    ("dose", "dose"),
    ("hours", "hour"),
    ("hour", "hour"),
];

/// The flavours of the lookup file.
pub const FLAVOURS: [&str; 6] = ["Apple", "Banana", "Cherry", "Lemon", "Orange", "Strawberry"];

pub fn forms() -> impl Iterator<Item = &'static str> {
    FORMS.iter().map(|(_, form, _)| *form).chain([OTHER_FORM.0])
}

pub fn routes() -> impl Iterator<Item = &'static str> {
    FORMS.iter().map(|(.., route)| *route).chain([OTHER_FORM.1])
}

pub fn units() -> impl Iterator<Item = &'static str> {
    UNITS.iter().map(|(_, unit)| *unit)
}

/// A number with a unit, parsed from the strength in a name. The number stays a text, because the files of a
/// release have it as one.
pub struct Amount {
    pub value: &'static str,
    pub unit: &'static str,
}

/// A substance in a generic product, with its strength. It has no amounts if the strength is in another
/// notation, or not stated for each substance.
pub struct Ingredient {
    pub substance: &'static str,
    pub numerator: Option<Amount>,
    pub denominator: Option<Amount>,
}

/// A generic product that is a medicine: its form, route, ingredients and unit. They are derived from its row
/// of the table, and devices have none.
pub struct Medicine {
    pub form: &'static str,
    pub route: &'static str,
    pub category: u64,
    pub ingredients: Vec<Ingredient>,
    /// Whether a dose is a count of units, such as tablets.
    pub is_discrete: bool,
    pub unit: &'static str,
}

/// Collects the medicines among the generic products, by their numbers.
pub fn medicines(catalogue: &Catalogue) -> BTreeMap<usize, Medicine> {
    let mut medicines = BTreeMap::new();
    for vmpp in &catalogue.vmpps {
        if let Source::Medicine(line, strength) = vmpp.source
            && let Some(medicine) = catalogue.medicines.get(line)
        {
            medicines.entry(vmpp.vmp).or_insert_with(|| Medicine::of(medicine, strength));
        }
    }
    medicines
}

impl Medicine {
    fn of(line: &Line, strength: &'static str) -> Medicine {
        let (form, route) = form_and_route(line.form);
        Medicine {
            form,
            route,
            category: category(line.generic),
            ingredients: ingredients(line.generic, strength),
            is_discrete: !matches!(line.unit, "ml" | "gram"),
            unit: line.unit,
        }
    }

    /// Reports whether it may have a flavour.
    fn is_drunk(&self) -> bool {
        matches!(self.form, "Oral suspension" | "Oral solution")
    }
}

fn form_and_route(text: &str) -> (&'static str, &'static str) {
    for (words, form, route) in FORMS {
        if text.contains(words) {
            return (form, route);
        }
    }
    OTHER_FORM
}

fn category(generic: &str) -> u64 {
    for (category, names) in CONTROLLED {
        if names.iter().any(|name| generic.starts_with(name)) {
            return category;
        }
    }
    0
}

/// Lists the substances, each with its own strength if the name has as many strengths.
fn ingredients(generic: &'static str, strength: &'static str) -> Vec<Ingredient> {
    let strengths: Vec<&str> = strength.split(" / ").collect();
    let substances: Vec<&str> = generic.split(" / ").collect();
    let are_told = strengths.len() == substances.len();
    let mut ingredients = Vec::new();
    for (place, substance) in substances.into_iter().enumerate() {
        let strength = if are_told { strengths.get(place) } else { None };
        ingredients.push(ingredient(substance, strength.copied()));
    }
    ingredients
}

fn ingredient(substance: &'static str, strength: Option<&'static str>) -> Ingredient {
    if let Some(strength) = strength
        && let Some((numerator, denominator)) = amounts(strength)
    {
        return Ingredient { substance, numerator: Some(numerator), denominator };
    }
    Ingredient { substance, numerator: None, denominator: None }
}

/// Parses a strength: `120mg/5ml` is 120 mg in 5 ml. Returns `None` for other notations.
fn amounts(strength: &'static str) -> Option<(Amount, Option<Amount>)> {
    match strength.split_once('/') {
        None => Some((amount(strength)?, None)),
        Some((one, other)) => {
            let other = amount(other)?;
            match other.unit {
                "ml" | "dose" | "hour" | "gram" => Some((amount(one)?, Some(other))),
                _ => None,
            }
        }
    }
}

fn amount(text: &'static str) -> Option<Amount> {
    let end = text.find(|c: char| !c.is_ascii_digit() && c != '.').unwrap_or(text.len());
    let (value, unit) = text.split_at_checked(end)?;
    for (written, meant) in UNITS {
        if written == unit {
            return Some(Amount { value: if value.is_empty() { "1" } else { value }, unit: meant });
        }
    }
    None
}

/// The facts of a product, such as its licence and its flavour. They are random, but the same seed gives the
/// same facts.
pub struct AmpFacts {
    pub licence: u64,
    pub restriction: u64,
    /// The index of its flavour.
    pub flavour: Option<usize>,
    pub is_parallel_import: bool,
    pub has_additional_monitoring: bool,
}

/// Makes up random facts that are consistent with the name.
pub fn amp_facts(release: &Release, pack: &DemoPack<'_>, medicine: Option<&Medicine>) -> AmpFacts {
    let dice = &mut release.dice(pack.number, Purpose::Concepts);
    let (is_import, is_restricted, is_monitored) =
        (dice.chance(3_000), dice.chance(2_000), dice.chance(2_000));
    let flavour = dice.below(FLAVOURS.len() as u64) as usize;
    let is_drunk = medicine.is_some_and(Medicine::is_drunk);
    AmpFacts {
        licence: if medicine.is_some() { 1 } else { 2 },
        restriction: match (is_import, is_restricted) {
            (true, _) => 4,
            (_, true) => 2,
            _ => 1,
        },
        flavour: if is_drunk { Some(flavour) } else { None },
        is_parallel_import: is_import,
        has_additional_monitoring: is_monitored && medicine.is_some(),
    }
}

/// Lists the columns of the notes about prescribing a pack. Most packs have none.
pub fn prescribing(release: &Release, pack: &DemoPack<'_>, medicine: Option<&Medicine>) -> Vec<&'static str> {
    use crate::import::dmd::element::*;
    let mut dice: Dice = release.dice(pack.number, Purpose::Concepts);
    // Skips the random numbers that the product used.
    for _ in 0..4 {
        dice.below(1);
    }
    let chances = [
        (SCHED_1, 500),
        (SCHED_2, 500),
        (ACBS, 1_000),
        (PADM, 1_500),
        (HOSP, 800),
        (NURSE_F, 4_000),
        (DENT_F, 2_500),
    ];
    let mut said = Vec::new();
    for (column, chance) in chances {
        if dice.chance(chance) {
            said.push(column);
        }
    }
    if let Some(Medicine { category: 2, .. }) = medicine {
        said.push(FP10_MDA);
    }
    said
}

/// Lists the columns about the reimbursement of a pack, each with its code. Most packs have none.
pub fn reimbursement(pack: &DemoPack<'_>) -> Vec<(&'static str, u64)> {
    use crate::import::dmd::element::*;
    let mut columns = Vec::new();
    if pack.number % 11 == 3 {
        columns.push((BB, 1));
    }
    match pack.number % 19 {
        4 | 5 => columns.push((SPEC_CONTCD, 1)),
        6 => columns.push((SPEC_CONTCD, 2)),
        _ => {}
    }
    match pack.number % 23 {
        7 | 8 => columns.push((DND, 1)),
        9 => columns.push((DND, 2)),
        _ => {}
    }
    columns
}

/// The product of each pack. Packs with the same name, supplier and generic product are of one product.
pub struct Amps(HashMap<u128, u32>);

impl Amps {
    pub fn of<'r>(packs: impl Iterator<Item = DemoPack<'r>>, catalogue: &Catalogue) -> Amps {
        let mut first = HashMap::new();
        for pack in packs {
            first.entry(key(&pack, catalogue)).or_insert(pack.number);
        }
        Amps(first)
    }

    /// Finds the number of the first pack of the product.
    pub fn first(&self, pack: &DemoPack<'_>, catalogue: &Catalogue) -> u32 {
        self.0.get(&key(pack, catalogue)).copied().unwrap_or(pack.number)
    }
}

/// Computes a hash of generic product, product and supplier. A million names would take too much memory.
fn key(pack: &DemoPack<'_>, catalogue: &Catalogue) -> u128 {
    let vmp = catalogue.vmp_of(pack.vmpp);
    let text = format!("{vmp}\n{}\n{}", pack.product, pack.supplier);
    Sha256::digest(text.as_bytes()).first_chunk().map_or(0, |bytes| u128::from_le_bytes(*bytes))
}
