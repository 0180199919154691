//! The names of products, and the generic names; and the parts of a pack's name: product, supplier in
//! parentheses, size, sub-pack.
//!
//! Packs of one product are neighbours, so a name is stored once for each run.

use super::bitmap::RankSelectBitmap;
use super::column::Column;
use super::error::OpenError;
use super::front_coded_names::{FrontCodedNames, FrontCodedReader};
use super::input::Input;
use super::texts::{SomeTexts, Texts};
use crate::text::fold;

/// The names of products, of generic products and of generic packs.
#[derive(Clone, Copy, Debug)]
pub struct Names<'a> {
    pieces: Texts<'a>,
    products: FrontCodedNames<'a>,
    product_starts: RankSelectBitmap<'a>,
    generic_products: FrontCodedNames<'a>,
    generic_starts: RankSelectBitmap<'a>,
    generic_of_run: Column<'a>,
    generic_packs: SomeTexts<'a>,
}

/// The indexes of the names of a pack: title, generic name and generic pack name. They are read once for a
/// record, and `Names` decodes each name from them.
#[derive(Clone, Copy, Debug)]
pub struct NamePlaces {
    product: usize,
    generic_product: u64,
    generic_pack: Option<u64>,
}

impl<'a> Names<'a> {
    pub fn open(input: &mut Input<'a>, packs: usize) -> Result<Names<'a>, OpenError> {
        Ok(Names {
            pieces: Texts::open(input)?,
            products: FrontCodedNames::open(input)?,
            product_starts: RankSelectBitmap::open(input, packs)?,
            generic_products: FrontCodedNames::open(input)?,
            generic_starts: RankSelectBitmap::open(input, packs)?,
            generic_of_run: Column::open(input)?,
            generic_packs: SomeTexts::open(input, packs)?,
        })
    }

    /// Reads the indexes of the names of a pack.
    pub fn places(&self, index: usize) -> NamePlaces {
        NamePlaces {
            product: self.product_starts.run_at(index),
            generic_product: self.generic_product_place(index),
            generic_pack: self.generic_packs.place(index),
        }
    }

    /// Finds the index of the title. Each run of neighbours with one title has one index.
    pub fn product_place(&self, index: usize) -> u32 {
        self.product_starts.run_at(index) as u32
    }

    /// Finds the index of the generic name.
    pub fn generic_product_place(&self, index: usize) -> u64 {
        self.generic_of_run.get(self.generic_starts.run_at(index))
    }

    /// Reads the title of a pack, with a spare capacity of `spare` bytes.
    pub fn product(&self, index: usize, spare: usize) -> String {
        self.product_text(self.product_starts.run_at(index), spare)
    }

    /// Reads the title at these indexes, with a spare capacity of `spare` bytes.
    pub fn product_at(&self, places: NamePlaces, spare: usize) -> String {
        self.product_text(places.product, spare)
    }

    /// The number of generic names, unless the file is damaged.
    pub fn generic_products(&self) -> usize {
        self.generic_products.len()
    }

    /// Reads the generic name at an index.
    pub fn generic_product_at(&self, place: usize) -> String {
        self.generic_products.text(place, &self.pieces, 0)
    }

    /// Finds the index of the generic product with a folded name.
    pub fn generic_product_named(&self, folded: &str) -> Option<u32> {
        let place = self.generic_products.partition_point(&self.pieces, |name| fold(name).as_str() < folded);
        let is_named = place < self.generic_products.len() && fold(&self.generic_product_at(place)) == folded;
        is_named.then_some(place as u32)
    }

    fn product_text(&self, run: usize, spare: usize) -> String {
        self.products.text(run, &self.pieces, spare)
    }

    /// Creates a reader for two or more names.
    pub fn reader(&self) -> NameReader<'a> {
        let (products, generic_products) = (self.products.reader(), self.generic_products.reader());
        NameReader { pieces: self.pieces, products, generic_products }
    }

    /// Reads the generic name.
    pub fn generic_product(&self, places: NamePlaces) -> String {
        self.generic_products.text(places.generic_product as usize, &self.pieces, 0)
    }

    /// Reads the name of the generic pack, if it is not the usual one.
    pub fn generic_pack(&self, places: NamePlaces) -> Option<&'a str> {
        Some(self.generic_packs.text(places.generic_pack?))
    }
}

/// A reader of names by their indexes. Ascending indexes are fastest: names are front-coded, so it continues
/// in a block instead of decoding it again.
pub struct NameReader<'a> {
    pieces: Texts<'a>,
    products: FrontCodedReader<'a>,
    generic_products: FrontCodedReader<'a>,
}

impl NameReader<'_> {
    /// Reads the title at an index.
    pub fn product(&mut self, place: u32) -> String {
        self.products.text(place as usize, &self.pieces, 0)
    }

    /// Reads the generic name at an index.
    pub fn generic_product(&mut self, place: u32) -> String {
        self.generic_products.text(place as usize, &self.pieces, 0)
    }
}

/// The parts of a name. [`NameParts::join`] always restores the name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct NameParts<'n> {
    pub product: &'n str,
    pub supplier: Option<&'n str>,
    /// The size, such as `28 tablet`. Empty if the name has none.
    pub size: &'n str,
    /// The sub-pack, if the name ends with it.
    pub subpack: Option<&'n str>,
}

impl<'n> NameParts<'n> {
    /// Splits a name. If it has another structure, all of it is the product.
    #[cfg(any(feature = "write", test))]
    pub fn split(name: &'n str, subpack: Option<&'n str>) -> NameParts<'n> {
        let without_subpack = subpack.and_then(|subpack| name.strip_suffix(subpack)?.strip_suffix(' '));
        let (rest, subpack) = match without_subpack {
            Some(rest) => (rest, subpack),
            None => (name, None),
        };
        match split_supplier(rest) {
            Some((product, supplier, size)) => NameParts { product, supplier: Some(supplier), size, subpack },
            None => NameParts { product: rest, subpack, ..NameParts::default() },
        }
    }

    /// Joins the parts to the name.
    #[cfg(test)]
    pub fn join(&self) -> String {
        let mut name = String::from(self.product);
        self.push_tail(&mut name);
        name
    }

    /// Appends all parts after the product.
    pub fn push_tail(&self, name: &mut String) {
        if let Some(supplier) = self.supplier {
            name.push_str(" (");
            name.push_str(supplier);
            name.push(')');
        }
        for part in [self.size, self.subpack.unwrap_or("")] {
            if !part.is_empty() {
                name.push(' ');
                name.push_str(part);
            }
        }
    }
}

/// Splits a name into product, supplier and size. The supplier is the last group in parentheses that starts
/// with a letter. Groups like `(8 x 7)` belong to the size.
#[cfg(any(feature = "write", test))]
fn split_supplier(name: &str) -> Option<(&str, &str, &str)> {
    let mut end = name.len();
    loop {
        let close = name.get(..end)?.rfind(')')?;
        let open = matching_parenthesis(name.get(..close)?)?;
        let product = name.get(..open)?.strip_suffix(' ');
        let supplier = name.get(open + 1..close)?;
        let following = name.get(close + 1..)?;
        let size = match following {
            "" => Some(""),
            " " => None,
            _ => following.strip_prefix(' '),
        };
        if let (Some(product), Some(size), true) = (product, size, supplier.starts_with(char::is_alphabetic))
        {
            return Some((product, supplier, size));
        }
        end = open;
    }
}

/// Finds the position of the parenthesis that is still open at the end of `text`.
#[cfg(any(feature = "write", test))]
fn matching_parenthesis(text: &str) -> Option<usize> {
    let mut depth = 0;
    for (index, byte) in text.bytes().enumerate().rev() {
        match byte {
            b')' => depth += 1,
            b'(' if depth == 0 => return Some(index),
            b'(' => depth -= 1,
            _ => {}
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::NameParts;

    fn split(name: &str) -> (&str, &str, &str) {
        let parts = NameParts::split(name, None);
        assert_eq!(parts.join(), name);
        (parts.product, parts.supplier.unwrap_or(""), parts.size)
    }

    #[test]
    fn splits_names_at_the_supplier() {
        assert_eq!(split("A 5mg tablets (B (C) Ltd) 28 tablet"), ("A 5mg tablets", "B (C) Ltd", "28 tablet"));
        assert_eq!(
            split("A (x) B (S Ltd) 56 ampoule (8 x 7) x 5ml"),
            ("A (x) B", "S Ltd", "56 ampoule (8 x 7) x 5ml")
        );
        assert_eq!(split("A (S Ltd)"), ("A", "S Ltd", ""));
        assert_eq!(split("A"), ("A", "", ""));
        assert_eq!(split("A (S Ltd) "), ("A (S Ltd) ", "", ""));
        assert_eq!(split("(S Ltd) A)"), ("(S Ltd) A)", "", ""));
    }

    #[test]
    fn recognises_a_subpack_only_at_the_end() {
        let parts = NameParts::split("A (S) 28 tablet 2 x 14 tablets", Some("2 x 14 tablets"));
        assert_eq!((parts.size, parts.subpack), ("28 tablet", Some("2 x 14 tablets")));
        assert_eq!(NameParts::split("A (S) 28 tablet", Some("2 x 14 tablets")).subpack, None);
    }
}
