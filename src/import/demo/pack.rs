//! A pack of a demonstration release: a function of the release's size and seed, and of the pack's number.

use chacha20::ChaCha8Rng;
use chacha20::rand_core::{Rng, SeedableRng};

use super::catalogue::{Catalogue, Origin, Source, Vmpp};
use super::tables::{Medicine, Story};
use super::{first_day, release_day};
use crate::date::Date;
use crate::import::dmd::code;
use crate::snomed::verhoeff_check_digit;

/// A release to generate. The same number of packs and seed give the same release on each machine.
pub struct Release {
    pub packs: u32,
    pub seed: u64,
    pub catalogue: Catalogue,
}

/// A pack of a demonstration release, without its GTINs. The size and seed of the release and the number of
/// the pack decide all of it.
pub struct DemoPack<'r> {
    pub number: u32,
    pub vmpp: usize,
    pub has_vmpp: bool,
    pub product: String,
    pub supplier: &'static str,
    pub size: &'r str,
    pub subpack: Option<String>,
    pub legal_category: u64,
    /// The code of the flag, and the date.
    pub discontinued: Option<(u64, Date)>,
    pub is_invalid: bool,
    pub price: Option<DemoPrice>,
    /// The numbers of the packs in a combination pack.
    pub holds: Vec<u32>,
}

/// A price record of a demonstration release, in pence. Some have a price of 0 or none, because real releases
/// have such records.
#[derive(Clone, Copy, Default)]
pub struct DemoPrice {
    pub price: Option<u64>,
    pub price_prev: Option<u64>,
    pub basis: u64,
}

impl DemoPack<'_> {
    /// Writes the name: product, supplier, size, sub-pack.
    pub fn name(&self) -> String {
        let mut name = format!("{} ({}) {}", self.product, self.supplier, self.size);
        if let Some(subpack) = &self.subpack {
            name.push(' ');
            name.push_str(subpack);
        }
        name
    }

    /// Shortens a long name, with the usual abbreviations.
    pub fn short_name(&self) -> Option<String> {
        const LONG: usize = 60;
        const SHORT_FORMS: [(&str, &str); 8] = [
            ("micrograms", "mcg"),
            ("microgram", "mcg"),
            ("modified-release", "m/r"),
            ("gastro-resistant", "g/r"),
            ("tablets", "tabs"),
            ("capsules", "caps"),
            ("solution for injection", "inj"),
            ("suspension", "susp"),
        ];
        let is_long_medicine = self.legal_category != code::NOT_APPLICABLE && self.product.len() > LONG;
        if !is_long_medicine {
            return None;
        }
        let mut name = self.product.clone();
        for (long, short) in SHORT_FORMS {
            name = name.replace(long, short);
        }
        Some(name)
    }
}

/// A random generator with the same results on each machine.
pub struct Dice(ChaCha8Rng);

impl Dice {
    /// Draws an integer in `0..end`.
    pub fn below(&mut self, end: u64) -> u64 {
        self.0.next_u64() % end.max(1)
    }

    /// True with a probability of `in_100_000` per 100,000.
    pub fn chance(&mut self, in_100_000: u64) -> bool {
        self.below(100_000) < in_100_000
    }

    /// Draws a day from `first` to `last`, inclusive.
    pub fn day(&mut self, first: Date, last: Date) -> Date {
        let days = (last.days() - first.days()).max(0) as u64;
        Date::from_days(first.days() + self.below(days + 1) as i32).unwrap_or(first)
    }
}

/// The purpose of a random generator. Each purpose has its own, so that they are independent.
#[derive(Clone, Copy)]
pub enum Purpose {
    Pack,
    Gtins,
    Layout,
    Concepts,
}

impl Release {
    pub fn new(packs: u32, seed: u64) -> Release {
        Release { packs, seed, catalogue: Catalogue::new(packs) }
    }

    /// Creates the random generator of a pack.
    pub fn dice(&self, number: u32, purpose: Purpose) -> Dice {
        let mut dice = ChaCha8Rng::seed_from_u64(self.seed);
        dice.set_stream(u64::from(number) * 4 + purpose as u64);
        Dice(dice)
    }

    /// Finds the number of the pack at an index of the files. Their order is unspecified.
    pub fn number_at(&self, place: u32) -> u32 {
        /// A prime larger than any release, so that each pack occurs once.
        const STEP: u64 = 7_368_787;
        (u64::from(place) * STEP % u64::from(self.packs)) as u32
    }

    /// Finds the pack with this number.
    pub fn pack(&self, number: u32) -> Option<DemoPack<'_>> {
        Some(match self.catalogue.origin(number)? {
            Origin::Story(place, story) => self.scripted_pack(number, place, story),
            Origin::Run(vmpp, place) => {
                self.generated_pack(number, vmpp, self.catalogue.vmpps.get(vmpp)?, place)
            }
        })
    }

    fn scripted_pack<'r>(&'r self, number: u32, place: usize, story: &'r Story) -> DemoPack<'r> {
        let mut words = story.status.split_whitespace();
        let (status, date) = (words.next().unwrap_or(""), Date::parse(words.next().unwrap_or("")).ok());
        let disc_code = if status == "reinstated" { code::REINSTATED } else { code::DISCONTINUED };
        DemoPack {
            number,
            vmpp: self.catalogue.story_vmpps.get(place).copied().unwrap_or(0),
            has_vmpp: status != "no-vmpp",
            product: story.product.to_owned(),
            supplier: story.supplier,
            size: story.size,
            subpack: story.subpack.map(str::to_owned),
            legal_category: story.legal_category,
            discontinued: date.map(|date| (disc_code, date)),
            is_invalid: status == "invalid",
            price: scripted_price(story.price),
            holds: scripted_components(story.status),
        }
    }

    fn generated_pack<'r>(
        &self,
        number: u32,
        vmpp_number: usize,
        vmpp: &'r Vmpp,
        place: u32,
    ) -> DemoPack<'r> {
        let dice = &mut self.dice(number, Purpose::Pack);
        let medicine = self.medicine(vmpp);
        let (product, supplier) = self.product(dice, vmpp, medicine, place);
        let discontinued = discontinued(dice);
        let is_stopped = matches!(discontinued, Some((code::DISCONTINUED, _)));
        let is_counted = medicine.is_some_and(Medicine::is_counted);
        DemoPack {
            number,
            vmpp: vmpp_number,
            has_vmpp: !dice.chance(10),
            product,
            supplier,
            size: &vmpp.size,
            subpack: if is_counted && dice.chance(18_000) { subpack(&vmpp.size) } else { None },
            legal_category: medicine.map_or(code::NOT_APPLICABLE, |medicine| medicine.legal_category),
            discontinued,
            is_invalid: dice.chance(5_000),
            price: price(dice, medicine.is_some(), supplier, is_stopped),
            holds: if medicine.is_some() && dice.chance(500) { self.some_packs(dice) } else { Vec::new() },
        }
    }

    /// Finds the medicine of a generic pack. Returns `None` if it is not of one.
    fn medicine(&self, vmpp: &Vmpp) -> Option<&Medicine> {
        match vmpp.source {
            Source::Medicine(line, _) => self.catalogue.medicines.get(line),
            _ => None,
        }
    }

    /// Chooses the product and the supplier of a generated pack.
    fn product(
        &self,
        dice: &mut Dice,
        vmpp: &Vmpp,
        medicine: Option<&Medicine>,
        place: u32,
    ) -> (String, &'static str) {
        // A few packs have the same name as another one.
        let place = if dice.chance(20) { place.saturating_sub(1) } else { place };
        let (mut product, supplier) = self.catalogue.product(vmpp, place);
        if medicine.is_none() && dice.chance(70) {
            product.insert(0, '#');
        }
        (product, supplier)
    }

    /// Lists the packs in a combination pack.
    fn some_packs(&self, dice: &mut Dice) -> Vec<u32> {
        let first = dice.below(u64::from(self.packs)) as u32;
        vec![first, (first + 1) % self.packs]
    }

    /// Computes the AMPP code of a pack.
    pub fn ampp_id(&self, number: u32) -> u64 {
        /// The first item number. Real items have seven digits, and these have eight.
        const FIRST: u64 = 90_000_000;
        /// Primes, so that each pack has its own item number, far from the next one.
        const ITEMS: u64 = 9_999_991;
        const STEP: u64 = 7_654_321;
        sctid(FIRST + (u64::from(number) * STEP + self.seed % ITEMS) % ITEMS)
    }
}

/// Computes a SNOMED CT id in dm+d's namespace.
pub fn sctid(item: u64) -> u64 {
    const NAMESPACE: u64 = 1_000_001;
    /// The partition of concepts in an extension.
    const PARTITION: u64 = 10;
    let body = (item * 10_000_000 + NAMESPACE) * 100 + PARTITION;
    body * 10 + u64::from(verhoeff_check_digit(body))
}

fn discontinued(dice: &mut Dice) -> Option<(u64, Date)> {
    /// Of a thousand packs, as in a release.
    const DISCONTINUED: u64 = 423;
    const REINSTATED: u64 = 3;
    const WITH_A_DATE: u64 = DISCONTINUED + REINSTATED;
    let date = dice.day(first_day(), release_day());
    match dice.below(1000) {
        0..DISCONTINUED => Some((code::DISCONTINUED, date)),
        DISCONTINUED..WITH_A_DATE => Some((code::REINSTATED, date)),
        _ => None,
    }
}

/// Finds the sub-pack of a size: `2 x 14 tablets` for `28 tablet`.
fn subpack(size: &str) -> Option<String> {
    let (count, unit) = size.split_once(' ')?;
    let count: u32 = count.parse().ok()?;
    for strip in [14, 10, 7] {
        if count.is_multiple_of(strip) && count > strip {
            return Some(format!("{} x {strip} {unit}s", count / strip));
        }
    }
    None
}

/// The basis on which a price of 0 means that there is none.
const NO_PRICE: u64 = 2;
const PRICED_WHEN_MADE: u64 = 4;

fn price(dice: &mut Dice, is_medicine: bool, supplier: &str, is_stopped: bool) -> Option<DemoPrice> {
    let (has_none, pence, has_prev) = (dice.below(100), pence(dice, is_medicine), dice.chance(55_000));
    match (is_stopped, supplier.contains("Special Order"), has_none) {
        (_, _, 0) => None,
        (true, ..) => Some(DemoPrice { basis: NO_PRICE, ..DemoPrice::default() }),
        (_, true, _) => Some(DemoPrice { price: Some(0), price_prev: None, basis: PRICED_WHEN_MADE }),
        (.., 1..=11) => Some(DemoPrice { price: Some(0), price_prev: None, basis: NO_PRICE }),
        _ => {
            let price_prev = if has_prev { Some(pence * (88 + dice.below(16)) / 100) } else { None };
            Some(DemoPrice { price: Some(pence), price_prev, basis: code::NHS_INDICATIVE_PRICE })
        }
    }
}

/// Draws a price in pence. Prices have six orders of magnitude, and are linear between these permilles.
fn pence(dice: &mut Dice, is_medicine: bool) -> u64 {
    const MEDICINES: [(u64, u64); 8] = [
        (0, 35),
        (100, 85),
        (250, 130),
        (500, 240),
        (750, 690),
        (900, 2_600),
        (990, 41_000),
        (1000, 320_000),
    ];
    const DEVICES: [(u64, u64); 8] = [
        (0, 60),
        (100, 543),
        (250, 2_388),
        (500, 3_329),
        (750, 5_558),
        (900, 8_500),
        (990, 24_000),
        (1000, 161_808),
    ];
    let (steps, at) = (if is_medicine { MEDICINES } else { DEVICES }, dice.below(1000));
    for [(from, low), (to, high)] in steps.array_windows() {
        if (*from..*to).contains(&at) {
            return low + (high - low) * (at - from) / (to - from);
        }
    }
    100
}

/// Parses the numbers of the packs in a hand-written combination pack. In the file, the first pack is 1.
fn scripted_components(status: &str) -> Vec<u32> {
    let mut numbers = Vec::new();
    for line in status.strip_prefix("holds").unwrap_or("").split_whitespace() {
        if let Ok(line) = line.parse::<u32>() {
            numbers.extend(line.checked_sub(1));
        }
    }
    numbers
}

fn scripted_price(text: &str) -> Option<DemoPrice> {
    let mut words = text.split_whitespace();
    let (first, second) = (words.next()?, words.next().unwrap_or("").parse().ok());
    match first.parse() {
        Ok(price) => {
            Some(DemoPrice { price: Some(price), price_prev: second, basis: code::NHS_INDICATIVE_PRICE })
        }
        Err(_) => Some(DemoPrice { price: Some(0), price_prev: None, basis: second.unwrap_or(NO_PRICE) }),
    }
}
