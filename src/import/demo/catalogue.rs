//! What a demonstration release is made of: medicines and devices, their generic products and packs.

use std::collections::HashMap;

use super::tables::{Device, Medicine, Story, Variants};
use super::words;

/// From this size on, a demonstration is the whole of dm+d in the small: mostly devices, every pack size.
/// A smaller one is the shelf of a pharmacy.
const WHOLE: u32 = 20_000;
/// The share of devices, in per cent.
const DEVICES_OF_WHOLE: u64 = 62;
const DEVICES_OF_SHELF: u64 = 28;
/// Pack sizes of tablets and capsules that a whole release has besides the usual ones.
const MORE_SIZES: [&str; 16] =
    ["7", "10", "14", "20", "21", "32", "42", "50", "56", "60", "84", "90", "98", "112", "120", "168"];

/// A generic product.
pub struct Vmp {
    pub name: String,
}

/// A generic pack, and where its packs come from.
pub struct Vmpp {
    pub vmp: usize,
    /// `28 tablet`.
    pub size: String,
    pub source: Source,
}

/// What the names of a generic pack's packs are made from.
#[derive(Clone, Copy)]
pub enum Source {
    /// A medicine, by its line, and the strength.
    Medicine(usize, &'static str),
    /// A family of devices, by its line.
    Device(usize),
    /// Only packs that are told one by one.
    Story,
}

/// The tables, and how the packs of a release share them.
pub struct Catalogue {
    pub medicines: Vec<Medicine>,
    pub devices: Vec<Device>,
    pub variants: Variants,
    pub suppliers: Vec<&'static str>,
    pub stories: Vec<Story>,
    pub vmps: Vec<Vmp>,
    pub vmpps: Vec<Vmpp>,
    /// The generic pack of each story.
    pub story_vmpps: Vec<usize>,
    /// For each generic pack that comes from a table: its number, and the first of its packs.
    runs: Vec<(usize, u32)>,
    vmp_by_name: HashMap<String, usize>,
    vmpp_by_name: HashMap<(usize, String), usize>,
}

/// Where a pack comes from.
pub enum Origin<'a> {
    /// A pack that is told.
    Story(usize, &'a Story),
    /// The pack of this number among those of a generic pack.
    Run(usize, u32),
}

impl Catalogue {
    /// The catalogue of a release of so many packs.
    pub fn new(packs: u32) -> Catalogue {
        let mut catalogue = Catalogue {
            medicines: Medicine::table(),
            devices: Device::table(),
            variants: Variants::table(),
            suppliers: super::tables::suppliers(),
            stories: Story::table(),
            vmps: Vec::new(),
            vmpps: Vec::new(),
            story_vmpps: Vec::new(),
            runs: Vec::new(),
            vmp_by_name: HashMap::new(),
            vmpp_by_name: HashMap::new(),
        };
        let medicines = catalogue.add_medicines(packs >= WHOLE);
        let devices = catalogue.add_devices();
        catalogue.add_stories();
        catalogue.share(packs, &medicines, &devices);
        catalogue
    }

    /// Where the pack of this number comes from.
    pub fn origin(&self, number: u32) -> Option<Origin<'_>> {
        if let Some(story) = self.stories.get(number as usize) {
            return Some(Origin::Story(number as usize, story));
        }
        let run = self.runs.partition_point(|(_, first)| *first <= number).checked_sub(1)?;
        let (vmpp, first) = self.runs.get(run)?;
        Some(Origin::Run(*vmpp, number - first))
    }

    fn add_medicines(&mut self, is_whole: bool) -> Vec<(usize, u64)> {
        let mut weights = Vec::new();
        for line in 0..self.medicines.len() {
            let Some(medicine) = self.medicines.get(line).cloned() else { continue };
            for strength in &medicine.strengths {
                let vmp = self.vmp(&medicine.name(strength));
                for (place, size) in medicine.sizes.iter().enumerate() {
                    let weight = medicine.weight * medicine.weight * if place == 0 { 12 } else { 4 };
                    let source = Source::Medicine(line, strength);
                    weights.push((self.vmpp(vmp, format!("{size} {}", medicine.unit), source), weight));
                }
                let more = if is_whole && medicine.is_counted() { &MORE_SIZES[..] } else { &[] };
                for size in more.iter().filter(|size| !medicine.sizes.contains(size)) {
                    let source = Source::Medicine(line, strength);
                    weights
                        .push((self.vmpp(vmp, format!("{size} {}", medicine.unit), source), medicine.weight));
                }
            }
        }
        weights
    }

    fn add_devices(&mut self) -> Vec<(usize, u64)> {
        let mut weights = Vec::new();
        for line in 0..self.devices.len() {
            let Some(device) = self.devices.get(line).cloned() else { continue };
            let vmp = self.vmp(device.generic);
            for size in &device.sizes {
                let vmpp = self.vmpp(vmp, format!("{size} {}", device.unit), Source::Device(line));
                weights.push((vmpp, device.weight));
            }
        }
        weights
    }

    fn add_stories(&mut self) {
        for story in self.stories.clone() {
            let vmp = self.vmp(story.generic);
            let vmpp = self.vmpp(vmp, story.size.to_owned(), Source::Story);
            self.story_vmpps.push(vmpp);
        }
    }

    fn vmp(&mut self, name: &str) -> usize {
        let number = self.vmps.len();
        let vmp = *self.vmp_by_name.entry(name.to_owned()).or_insert(number);
        if vmp == number {
            self.vmps.push(Vmp { name: name.to_owned() });
        }
        vmp
    }

    fn vmpp(&mut self, vmp: usize, size: String, source: Source) -> usize {
        let number = self.vmpps.len();
        let vmpp = *self.vmpp_by_name.entry((vmp, size.clone())).or_insert(number);
        if vmpp == number {
            self.vmpps.push(Vmpp { vmp, size, source });
        }
        vmpp
    }

    /// Gives each generic pack its share of the packs.
    fn share(&mut self, packs: u32, medicines: &[(usize, u64)], devices: &[(usize, u64)]) {
        let first = self.stories.len() as u64;
        let rest = u64::from(packs).saturating_sub(first);
        let per_cent = if packs >= WHOLE { DEVICES_OF_WHOLE } else { DEVICES_OF_SHELF };
        let boundary = first + rest * per_cent / 100;
        self.share_out(devices, first, boundary);
        self.share_out(medicines, boundary, first + rest);
    }

    fn share_out(&mut self, weights: &[(usize, u64)], first: u64, end: u64) {
        let total: u64 = weights.iter().map(|(_, weight)| weight).sum();
        let mut before = 0;
        for (vmpp, weight) in weights {
            let start = first + (end - first) * before / total.max(1);
            before += weight;
            let next = first + (end - first) * before / total.max(1);
            if next > start {
                self.runs.push((*vmpp, start as u32));
            }
        }
    }

    /// The product and the supplier of the pack of this number among those of a generic pack.
    pub fn product(&self, vmpp: &Vmpp, number: u32) -> (String, &'static str) {
        match vmpp.source {
            Source::Medicine(line, strength) => self.medicine_product(line, strength, vmpp.vmp, number),
            Source::Device(line) => self.device_product(line, number),
            Source::Story => (String::new(), ""),
        }
    }

    fn medicine_product(
        &self,
        line: usize,
        strength: &'static str,
        vmp: usize,
        number: u32,
    ) -> (String, &'static str) {
        let Some(medicine) = self.medicines.get(line) else { return (String::new(), "") };
        match medicine.brand {
            Some((brand, owner)) if number == 1 => return (medicine.branded(brand, strength), owner),
            _ => {}
        }
        let supplier = self.supplier(vmp, number);
        match is_branded(number, self.suppliers.len()) {
            true => (medicine.branded(&words::invented(line as u32, number), strength), supplier),
            false => (medicine.name(strength), supplier),
        }
    }

    /// Each generic product has its own order of suppliers; the commonest ones come first in all.
    fn supplier(&self, vmp: usize, number: u32) -> &'static str {
        /// Steps have no divisor in common with what they step through: each supplier comes once.
        const COMMON: usize = 24;
        const STEP: usize = 5;
        let (all, number) = (self.suppliers.len(), number as usize % self.suppliers.len().max(1));
        let place = match number.checked_sub(COMMON) {
            None => (vmp + STEP * number) % COMMON,
            Some(late) => COMMON + (vmp + STEP * late) % (all - COMMON),
        };
        self.suppliers.get(place).copied().unwrap_or("")
    }

    fn device_product(&self, line: usize, number: u32) -> (String, &'static str) {
        let Some(device) = self.devices.get(line) else { return (String::new(), "") };
        (self.variants.fill(device.product, line as u32, number), device.supplier)
    }
}

/// The first packs of a generic pack are sold under its own name; later ones, more and more, under invented brands.
fn is_branded(number: u32, suppliers: usize) -> bool {
    number as usize >= suppliers || (number >= 12 && number.is_multiple_of(3))
}
