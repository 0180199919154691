//! The tail of a pack's name: supplier, size and sub-pack. Also its short name.

use super::error::OpenError;
use super::input::Input;
use super::name::NameParts;
use super::texts::{EachText, SomeTexts};

/// Suppliers, sizes, sub-packs and short names, each distinct text once. With the title, the first three make
/// the name of a pack.
#[derive(Clone, Copy, Debug)]
pub struct SupplierColumns<'a> {
    suppliers: EachText<'a>,
    sizes: EachText<'a>,
    subpacks: SomeTexts<'a>,
    short_names: SomeTexts<'a>,
}

/// The stored numbers of a pack's supplier, size, sub-pack and short name. They are read once for a record,
/// and `SupplierColumns` reads each text from them.
#[derive(Clone, Copy, Debug)]
pub struct SupplierPlaces {
    supplier: u64,
    size: u64,
    subpack: Option<u64>,
    short_name: Option<u64>,
}

impl<'a> SupplierColumns<'a> {
    pub fn open(input: &mut Input<'a>, packs: usize) -> Result<SupplierColumns<'a>, OpenError> {
        Ok(SupplierColumns {
            suppliers: EachText::open(input, packs)?,
            sizes: EachText::open(input, packs)?,
            subpacks: SomeTexts::open(input, packs)?,
            short_names: SomeTexts::open(input, packs)?,
        })
    }

    /// Reads the indexes of the texts of a pack.
    #[inline]
    pub fn places(&self, index: usize) -> SupplierPlaces {
        SupplierPlaces {
            supplier: self.suppliers.place(index),
            size: self.sizes.place(index),
            subpack: self.subpacks.place(index),
            short_name: self.short_names.place(index),
        }
    }

    /// Finds the index of the pack's supplier. Returns `None` if its name has none. Each supplier has one
    /// index.
    pub fn supplier_place(&self, index: usize) -> Option<u32> {
        let place = self.suppliers.place(index).checked_sub(1)?;
        Some(place as u32)
    }

    /// Reads the supplier at an index.
    pub fn supplier(&self, place: u32) -> &'a str {
        self.suppliers.text(u64::from(place))
    }

    /// The number of distinct sizes.
    pub fn sizes(&self) -> usize {
        self.sizes.texts()
    }

    /// Finds the index of a pack's size.
    pub fn size_place(&self, index: usize) -> u32 {
        self.sizes.place(index) as u32
    }

    /// Reads the size at an index.
    pub fn size_at(&self, place: usize) -> &'a str {
        self.sizes.text(place as u64)
    }

    /// Reads the size of a pack.
    pub fn size(&self, index: usize) -> &'a str {
        self.sizes.text(self.sizes.place(index))
    }

    /// Reads the parts of the name, except the product.
    pub fn parts(&self, places: SupplierPlaces) -> NameParts<'a> {
        let supplier = match places.supplier {
            0 => None,
            number => Some(self.suppliers.text(number - 1)),
        };
        // An odd number means that the name ends with the sub-pack.
        let subpack = match places.subpack {
            Some(number) if number % 2 == 1 => Some(self.subpacks.text(number / 2)),
            _ => None,
        };
        NameParts { product: "", supplier, size: self.sizes.text(places.size), subpack }
    }

    /// Reads the sub-pack, even if the name does not end with it.
    pub fn subpack(&self, places: SupplierPlaces) -> Option<&'a str> {
        Some(self.subpacks.text(places.subpack? / 2))
    }

    /// Reads the short name.
    pub fn short_name(&self, places: SupplierPlaces) -> Option<&'a str> {
        Some(self.short_names.text(places.short_name?))
    }
}
