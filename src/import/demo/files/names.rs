//! Names that several records share, with their numbers.

use std::collections::BTreeMap;

use super::items::UNIT_ITEMS;
use crate::import::demo::concepts::{self, Amps, Medicine};
use crate::import::demo::pack::{DemoPack, Release, sctid};

/// Numbered names that packs share.
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
        let medicines = || catalogue.medicines.iter();
        let sizes = catalogue.stories.iter().filter_map(|story| Some(story.size.split_once(' ')?.1));
        let units = medicines().map(|medicine| medicine.unit);
        let owners = medicines().filter_map(|medicine| Some(medicine.brand?.1));
        let suppliers = catalogue.suppliers.iter().copied().chain(owners);
        let suppliers = suppliers.chain(catalogue.devices.iter().map(|device| device.supplier));
        Names {
            generics: numbered(medicines().flat_map(|medicine| medicine.generic.split(" / "))),
            suppliers: numbered(suppliers.chain(catalogue.stories.iter().map(|story| story.supplier))),
            units: numbered(
                units
                    .chain(catalogue.devices.iter().map(|device| device.unit))
                    .chain(sizes)
                    .chain(concepts::units()),
            ),
            forms: numbered(concepts::forms()),
            routes: numbered(concepts::routes()),
            medicines: concepts::medicines(catalogue),
            amps: Amps::of(packs(release), catalogue),
        }
    }

    /// Returns the medicine of a pack, or `None` if it is a device.
    pub fn medicine(&self, release: &Release, pack: &DemoPack<'_>) -> Option<&Medicine> {
        self.medicines.get(&release.catalogue.vmpps.get(pack.vmpp)?.vmp)
    }

    pub fn unit(&self, unit: &str) -> u64 {
        sctid(UNIT_ITEMS + self.units.get(unit).copied().unwrap_or(0))
    }

    /// Returns the therapeutic moiety with which the name of a product starts.
    pub fn generic(&self, product: &str) -> Option<u64> {
        let (_, number) = self.generics.iter().rev().find(|(generic, _)| product.starts_with(**generic))?;
        Some(*number)
    }
}

fn numbered(names: impl Iterator<Item = &'static str>) -> BTreeMap<&'static str, u64> {
    let mut numbers: BTreeMap<&str, u64> = names.map(|name| (name, 0)).collect();
    numbers.values_mut().zip(0..).for_each(|(number, place)| *number = place);
    numbers
}

/// Returns the packs in the order of the files.
pub fn packs(release: &Release) -> impl Iterator<Item = DemoPack<'_>> {
    (0..release.packs).filter_map(|place| release.pack(release.number_at(place)))
}
