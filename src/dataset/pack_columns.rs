//! Columns of packs: flags and categories, prices, the components of combination packs, and the tail of a
//! name.

use super::bitmap::{Bitmap, RankSelectBitmap, Sparse};
use super::column::Column;
use super::error::OpenError;
use super::format::MAX_COMPONENTS;
use super::input::Input;
use super::names::NameParts;
use super::texts::{EachText, SomeTexts, Spans};
use crate::pack::Prices;

/// The legal categories, the status of packs, and which packs are mixtures. Each distinct text is stored
/// once, and only discontinued packs have a day.
#[derive(Clone, Copy, Debug)]
pub struct FlagColumns<'a> {
    pub legal_categories: EachText<'a>,
    /// The flag texts of discontinued packs.
    pub flags: EachText<'a>,
    /// The index of the day of each discontinued pack.
    pub discontinued: Sparse<'a>,
    pub invalid: Bitmap<'a>,
    pub mixtures: Bitmap<'a>,
}

impl<'a> FlagColumns<'a> {
    pub fn open(input: &mut Input<'a>, packs: usize) -> Result<FlagColumns<'a>, OpenError> {
        Ok(FlagColumns {
            legal_categories: EachText::open(input, packs)?,
            flags: EachText::open(input, packs)?,
            discontinued: Sparse::open(input, packs)?,
            invalid: Bitmap::open(input, packs)?,
            mixtures: Bitmap::open(input, packs)?,
        })
    }
}

/// The prices and previous prices, in pence. A pack without a price has no value here, which is not the same
/// as a price of 0.
#[derive(Clone, Copy, Debug)]
pub struct PriceColumn<'a> {
    price: Sparse<'a>,
    price_prev: Sparse<'a>,
}

impl<'a> PriceColumn<'a> {
    pub fn open(input: &mut Input<'a>, packs: usize) -> Result<PriceColumn<'a>, OpenError> {
        Ok(PriceColumn { price: Sparse::open(input, packs)?, price_prev: Sparse::open(input, packs)? })
    }

    /// Reads the prices of a pack.
    #[inline]
    pub fn get(&self, index: usize) -> Prices {
        Prices { price_pence: pence(&self.price, index), price_prev_pence: pence(&self.price_prev, index) }
    }
}

#[inline]
fn pence(prices: &Sparse<'_>, index: usize) -> Option<u32> {
    Some(prices.get(index)? as u32)
}

/// The combination packs, and the numbers of the packs in each. A damaged list is cut at the limit of the
/// format.
#[derive(Clone, Copy, Debug)]
pub struct Components<'a> {
    parents: RankSelectBitmap<'a>,
    of_parent: Spans<'a>,
    children: Column<'a>,
}

impl<'a> Components<'a> {
    pub fn open(input: &mut Input<'a>, packs: usize) -> Result<Components<'a>, OpenError> {
        let (parents, of_parent) = (RankSelectBitmap::open(input, packs)?, Spans::open(input)?);
        let children = Column::open(input)?;
        // Without bytes, all children are pack 0, which occurs at most once in each combination pack.
        if children.is_without_bytes() && children.len() > packs {
            return Err(input.damaged());
        }
        Ok(Components { parents, of_parent, children })
    }

    /// Lists the numbers of the packs in a combination pack.
    pub fn of_pack(&self, index: usize) -> impl Iterator<Item = u32> + use<'a> {
        let children = self.children;
        let places = match self.parents.rank_if_set(index) {
            Some(parent) => self.of_parent.get(parent),
            None => 0..0,
        };
        let places = (places.start..places.end.min(children.len())).take(MAX_COMPONENTS);
        places.map(move |place| children.get(place) as u32)
    }
}

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
