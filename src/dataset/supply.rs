//! What stands behind the product in a pack's name: who supplies it, in which size, and what is in the box; and its short name.

use super::error::OpenError;
use super::input::Input;
use super::name::NameParts;
use super::texts::{EachText, SomeTexts};

/// Suppliers, sizes, sub-packs and short names.
#[derive(Clone, Copy, Debug)]
pub struct Supply<'a> {
    suppliers: EachText<'a>,
    sizes: EachText<'a>,
    subpacks: SomeTexts<'a>,
    short_names: SomeTexts<'a>,
}

/// Where a pack's texts are.
#[derive(Clone, Copy, Debug)]
pub struct SupplyPlaces {
    supplier: u64,
    size: u64,
    subpack: Option<u64>,
    short_name: Option<u64>,
}

impl<'a> Supply<'a> {
    pub fn open(input: &mut Input<'a>, packs: usize) -> Result<Supply<'a>, OpenError> {
        Ok(Supply {
            suppliers: EachText::open(input, packs)?,
            sizes: EachText::open(input, packs)?,
            subpacks: SomeTexts::open(input, packs)?,
            short_names: SomeTexts::open(input, packs)?,
        })
    }

    /// Where the texts of the pack are.
    #[inline]
    pub fn places(&self, index: usize) -> SupplyPlaces {
        SupplyPlaces {
            supplier: self.suppliers.place(index),
            size: self.sizes.place(index),
            subpack: self.subpacks.place(index),
            short_name: self.short_names.place(index),
        }
    }

    /// Where the supplier of the pack is; none where the name has none. Each supplier has one place.
    pub fn supplier_place(&self, index: usize) -> Option<u32> {
        self.suppliers.place(index).checked_sub(1).map(|place| place as u32)
    }

    /// The supplier at a place.
    pub fn supplier(&self, place: u32) -> &'a str {
        self.suppliers.text(u64::from(place))
    }

    /// How many sizes there are.
    pub fn sizes(&self) -> usize {
        self.sizes.texts()
    }

    /// The size at a place.
    pub fn size_at(&self, place: usize) -> &'a str {
        self.sizes.text(place as u64)
    }

    /// The size of the pack.
    pub fn size(&self, index: usize) -> &'a str {
        self.sizes.text(self.sizes.place(index))
    }

    /// The parts of the name, but for the product.
    pub fn parts(&self, places: SupplyPlaces) -> NameParts<'a> {
        // Odd where the name ends with it.
        let shown = places.subpack.filter(|subpack| subpack % 2 == 1);
        NameParts {
            product: "",
            supplier: places.supplier.checked_sub(1).map(|supplier| self.suppliers.text(supplier)),
            size: self.sizes.text(places.size),
            subpack: shown.map(|subpack| self.subpacks.text(subpack / 2)),
        }
    }

    /// The sub-pack, whether or not the name ends with it.
    pub fn subpack(&self, places: SupplyPlaces) -> Option<&'a str> {
        places.subpack.map(|subpack| self.subpacks.text(subpack / 2))
    }

    /// The short name.
    pub fn short_name(&self, places: SupplyPlaces) -> Option<&'a str> {
        places.short_name.map(|place| self.short_names.text(place))
    }
}
