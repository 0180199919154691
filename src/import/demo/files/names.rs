//! Names that two or more records share, with their numbers; and the item numbers of records, by kind.

use std::collections::{BTreeMap, BTreeSet};

use crate::import::demo::catalogue::Catalogue;
use crate::import::demo::concepts::{self, Amps, Medicine};
use crate::import::demo::pack::{DemoPack, Release, sctid};

/// The first item number. Real items have seven digits. These have eight, and each kind of record has its own
/// range.
pub const VTM_ITEMS: u64 = 60_000_000;
pub const INGREDIENT_ITEMS: u64 = 61_000_000;
pub const VMP_ITEMS: u64 = 62_000_000;
pub const VMPP_ITEMS: u64 = 63_000_000;
pub const SUPPLIER_ITEMS: u64 = 64_000_000;
pub const UNIT_ITEMS: u64 = 65_000_000;
pub const FORM_ITEMS: u64 = 66_000_000;
pub const ROUTE_ITEMS: u64 = 67_000_000;
pub const SALT_ITEMS: u64 = 68_000_000;
/// Former item numbers of moieties and virtual products.
pub const FORMER_VTM_ITEMS: u64 = 50_000_000;
pub const FORMER_VMP_ITEMS: u64 = 52_000_000;
pub const AMP_ITEMS: u64 = 70_000_000;
/// The item numbers of packs and generic packs that no file has.
pub const UNKNOWN_ITEMS: u64 = 80_000_000;

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
