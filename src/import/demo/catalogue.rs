//! The catalogue of a demonstration release: medicines and devices, their generic products and packs.

use std::collections::HashMap;

use super::tables;
use super::tables::{Device, Medicine, Story, Variants};

/// The minimum size of a release that is a small copy of dm+d: mostly devices, with every pack size. A
/// smaller release is the stock of a pharmacy.
const FULL: u32 = 20_000;
/// The percentage of devices.
const DEVICES_IN_FULL: u64 = 62;
const DEVICES_IN_SHELF: u64 = 28;
/// Additional pack sizes of tablets and capsules in a full release.
const MORE_SIZES: [&str; 16] =
    ["7", "10", "14", "20", "21", "32", "42", "50", "56", "60", "84", "90", "98", "112", "120", "168"];

/// A generic product of a demonstration release. Each name occurs once in the catalogue, and generic packs
/// have its index.
pub struct Vmp {
    pub name: String,
}

/// A generic pack, and the source of its packs. Each pair of a generic product and a size occurs once in the
/// catalogue.
pub struct Vmpp {
    pub vmp: usize,
    /// `28 tablet`.
    pub size: String,
    pub source: Source,
}

/// The source of the names of a generic pack's packs.
#[derive(Clone, Copy)]
pub enum Source {
    /// A medicine, by its row and strength.
    Medicine(usize, &'static str),
    /// A family of devices, by its row.
    Device(usize),
    /// Only hand-written packs.
    Story,
}

/// The tables, and how the packs of a release are divided among them.
pub struct Catalogue {
    pub medicines: Vec<Medicine>,
    pub devices: Vec<Device>,
    pub variants: Variants,
    pub suppliers: Vec<&'static str>,
    pub stories: Vec<Story>,
    pub vmps: Vec<Vmp>,
    pub vmpps: Vec<Vmpp>,
    /// The generic pack of each hand-written pack.
    pub story_vmpps: Vec<usize>,
    /// The number of each generated generic pack, and the number of its first pack.
    runs: Vec<(usize, u32)>,
    vmp_by_name: HashMap<String, usize>,
    vmpp_by_name: HashMap<(usize, String), usize>,
}

/// The origin of a pack of a demonstration release. The first packs are hand-written, and all others are
/// generated.
pub enum Origin<'a> {
    /// A hand-written pack.
    Story(usize, &'a Story),
    /// A generated pack, by its generic pack and its number among the packs of that.
    Run(usize, u32),
}

impl Catalogue {
    /// Builds the catalogue of a release of `packs` packs.
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
        let medicines = catalogue.add_medicines(packs >= FULL);
        let devices = catalogue.add_devices();
        catalogue.add_stories();
        catalogue.share(packs, &medicines, &devices);
        catalogue
    }

    /// Finds the generic product of a generic pack.
    pub fn vmp_of(&self, vmpp: usize) -> usize {
        match self.vmpps.get(vmpp) {
            Some(vmpp) => vmpp.vmp,
            None => 0,
        }
    }

    /// Finds the origin of the pack with this number.
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
                let source = Source::Medicine(line, strength);
                for (size, weight) in weighted_sizes(&medicine, is_whole) {
                    weights.push((self.vmpp(vmp, format!("{size} {}", medicine.unit), source), weight));
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

    /// Divides the packs among the generic packs.
    fn share(&mut self, packs: u32, medicines: &[(usize, u64)], devices: &[(usize, u64)]) {
        let first = self.stories.len() as u64;
        let rest = u64::from(packs).saturating_sub(first);
        let per_cent = if packs >= FULL { DEVICES_IN_FULL } else { DEVICES_IN_SHELF };
        let boundary = first + rest * per_cent / 100;
        self.share_out(devices, first, boundary);
        self.share_out(medicines, boundary, first + rest);
    }

    fn share_out(&mut self, weights: &[(usize, u64)], first: u64, end: u64) {
        let mut total = 0;
        for (_, weight) in weights {
            total += weight;
        }
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

    /// Chooses the product and the supplier of a pack, by its number among the packs of a generic pack.
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
            true => (medicine.branded(&tables::made_up_word(line as u32, number), strength), supplier),
            false => (medicine.name(strength), supplier),
        }
    }

    /// Chooses the supplier. Each generic product has its own order of suppliers. The most common ones come
    /// first in all.
    fn supplier(&self, vmp: usize, number: u32) -> &'static str {
        /// The steps are coprime to the lengths, so that each supplier occurs once.
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

/// Lists the sizes of a medicine with their weights. A whole release has more sizes.
fn weighted_sizes(medicine: &Medicine, is_whole: bool) -> Vec<(&'static str, u64)> {
    let mut sizes = Vec::new();
    for (place, size) in medicine.sizes.iter().enumerate() {
        let factor = if place == 0 { 12 } else { 4 };
        sizes.push((*size, medicine.weight * medicine.weight * factor));
    }
    if is_whole && medicine.is_counted() {
        for size in MORE_SIZES {
            if !medicine.sizes.contains(&size) {
                sizes.push((size, medicine.weight));
            }
        }
    }
    sizes
}

/// Reports whether a pack has an invented brand. The first packs of a generic pack have its own name, and
/// later ones increasingly have brands.
fn is_branded(number: u32, suppliers: usize) -> bool {
    number as usize >= suppliers || (number >= 12 && number.is_multiple_of(3))
}
