//! Names that two or more records share, with their numbers.

use std::collections::{BTreeMap, BTreeSet};

use super::items::UNIT_ITEMS;
use crate::import::demo::catalogue::Catalogue;
use crate::import::demo::concepts::{self, Amps, Medicine};
use crate::import::demo::pack::{DemoPack, Release, sctid};

/// Numbered names that packs share. The code of a name is computed from its number, so all files of a release
/// have the same code for it.
pub struct Names {
    pub generics: BTreeMap<&'static str, u64>,
    pub suppliers: BTreeMap<&'static str, u64>,
    pub units: BTreeMap<&'static str, u64>,
    pub forms: BTreeMap<&'static str, u64>,
    pub routes: BTreeMap<&'static str, u64>,
    pub medicines: BTreeMap<usize, Medicine>,
    pub amps: Amps,
}

impl Names {
    pub fn new(release: &Release) -> Names {
        let catalogue = &release.catalogue;
        Names {
            generics: numbered(generics(catalogue)),
            suppliers: numbered(suppliers(catalogue)),
            units: numbered(units(catalogue)),
            forms: numbered(concepts::forms().collect()),
            routes: numbered(concepts::routes().collect()),
            medicines: concepts::medicines(catalogue),
            amps: Amps::of(packs(release), catalogue),
        }
    }

    /// Finds the medicine of a pack. Returns `None` if it is a device.
    pub fn medicine(&self, release: &Release, pack: &DemoPack<'_>) -> Option<&Medicine> {
        self.medicines.get(&release.catalogue.vmpps.get(pack.vmpp)?.vmp)
    }

    pub fn unit(&self, unit: &str) -> u64 {
        sctid(UNIT_ITEMS + self.units.get(unit).copied().unwrap_or(0))
    }

    /// Finds the therapeutic moiety with which the name of a product starts.
    pub fn generic(&self, product: &str) -> Option<u64> {
        for (generic, number) in self.generics.iter().rev() {
            if product.starts_with(generic) {
                return Some(*number);
            }
        }
        None
    }
}

/// Collects the names of the substances of all medicines.
fn generics(catalogue: &Catalogue) -> BTreeSet<&'static str> {
    let mut names = BTreeSet::new();
    for medicine in &catalogue.medicines {
        names.extend(medicine.generic.split(" / "));
    }
    names
}

fn suppliers(catalogue: &Catalogue) -> BTreeSet<&'static str> {
    let mut names = BTreeSet::from_iter(catalogue.suppliers.iter().copied());
    for medicine in &catalogue.medicines {
        if let Some((_, owner)) = medicine.brand {
            names.insert(owner);
        }
    }
    for device in &catalogue.devices {
        names.insert(device.supplier);
    }
    for story in &catalogue.stories {
        names.insert(story.supplier);
    }
    names
}

fn units(catalogue: &Catalogue) -> BTreeSet<&'static str> {
    let mut names: BTreeSet<&str> = concepts::units().collect();
    for medicine in &catalogue.medicines {
        names.insert(medicine.unit);
    }
    for device in &catalogue.devices {
        names.insert(device.unit);
    }
    for story in &catalogue.stories {
        if let Some((_, unit)) = story.size.split_once(' ') {
            names.insert(unit);
        }
    }
    names
}

/// Numbers names in their alphabetical order.
fn numbered(names: BTreeSet<&'static str>) -> BTreeMap<&'static str, u64> {
    names.into_iter().zip(0..).collect()
}

/// Lists the packs in the order of the files.
pub fn packs(release: &Release) -> impl Iterator<Item = DemoPack<'_>> {
    (0..release.packs).filter_map(|place| release.pack(release.number_at(place)))
}
