//! The names of products, and the generic names: a product once for all its packs, which are neighbours.

use std::ops::Range;

use super::bitmap::Ranked;
use super::column::Column;
use super::error::OpenError;
use super::input::Input;
use super::phrases::{PhraseReader, Phrases};
use super::runs::run_range;
use super::texts::{SomeTexts, Texts};

/// Names of products, of generic products and of generic packs.
#[derive(Clone, Copy, Debug)]
pub struct Names<'a> {
    pieces: Texts<'a>,
    products: Phrases<'a>,
    product_starts: Ranked<'a>,
    generic_products: Phrases<'a>,
    generic_starts: Ranked<'a>,
    generic_of_run: Column<'a>,
    generic_packs: SomeTexts<'a>,
}

/// Where the names of a pack are.
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
            products: Phrases::open(input)?,
            product_starts: Ranked::open(input, packs)?,
            generic_products: Phrases::open(input)?,
            generic_starts: Ranked::open(input, packs)?,
            generic_of_run: Column::open(input)?,
            generic_packs: SomeTexts::open(input, packs)?,
        })
    }

    /// Where the names of the pack are.
    pub fn places(&self, index: usize) -> NamePlaces {
        NamePlaces {
            product: self.product_starts.run_at(index),
            generic_product: self.generic_product_place(index),
            generic_pack: self.generic_packs.place(index),
        }
    }

    /// Where the name up to the supplier stands: one place for each run of neighbours that share it.
    pub fn product_place(&self, index: usize) -> u32 {
        self.product_starts.run_at(index) as u32
    }

    /// Where the name of the generic product stands.
    pub fn generic_product_place(&self, index: usize) -> u64 {
        self.generic_of_run.get(self.generic_starts.run_at(index))
    }

    /// The name up to the supplier, with room for so many bytes more.
    pub fn product(&self, index: usize, room: usize) -> String {
        self.product_text(self.product_starts.run_at(index), room)
    }

    /// The name up to the supplier, of the pack with these names.
    pub fn product_at(&self, places: NamePlaces, room: usize) -> String {
        self.product_text(places.product, room)
    }

    /// How many generic products there may be.
    pub fn generic_products(&self) -> usize {
        self.generic_products.len()
    }

    /// The name of the generic product at a place.
    pub fn generic_product_at(&self, place: usize) -> String {
        self.generic_products.text(place, &self.pieces, 0)
    }

    /// Where the first of the names of generic products stands that is not before this one, as they are written: they are sorted so.
    fn generic_products_from(&self, start: &str) -> usize {
        self.generic_products.partition_point(&self.pieces, |name| name < start)
    }

    /// Where those end that begin like this.
    fn generic_products_behind(&self, start: &str) -> usize {
        let is_no_later = |name: &str| name < start || name.starts_with(start);
        self.generic_products.partition_point(&self.pieces, is_no_later)
    }

    /// Whether the name of some generic product begins like this, as it is written.
    pub fn has_generic_product(&self, start: &str) -> bool {
        self.begins_so(self.generic_products_from(start), start)
    }

    /// No name stands behind the last.
    fn begins_so(&self, place: usize, start: &str) -> bool {
        self.generic_product_at(place).starts_with(start)
    }

    /// The runs of packs whose generic product's name begins like this.
    pub fn with_generic_product(&self, start: &str, packs: usize) -> impl Iterator<Item = Range<u32>> {
        let Names { generic_of_run, generic_starts, .. } = *self;
        let first = self.generic_products_from(start);
        // Mostly there is none, and no end to be looked for.
        let end = if self.begins_so(first, start) { self.generic_products_behind(start) } else { first };
        let runs = generic_of_run.positions(first as u64..end.max(first) as u64, 0, generic_of_run.len());
        runs.map(move |run| run_range(&generic_starts, run, packs))
    }

    fn product_text(&self, run: usize, room: usize) -> String {
        self.products.text(run, &self.pieces, room)
    }

    /// For those who read many.
    pub fn reader(&self) -> NameReader<'a> {
        let (products, generic_products) = (self.products.reader(), self.generic_products.reader());
        NameReader { pieces: self.pieces, products, generic_products }
    }

    /// The name of the generic product.
    pub fn generic_product(&self, places: NamePlaces) -> String {
        self.generic_products.text(places.generic_product as usize, &self.pieces, 0)
    }

    /// The name of the generic pack, where it is not the usual one.
    pub fn generic_pack(&self, places: NamePlaces) -> Option<&'a str> {
        places.generic_pack.map(|place| self.generic_packs.text(place))
    }
}

/// Reads names by their places, quickly when those ascend.
pub struct NameReader<'a> {
    pieces: Texts<'a>,
    products: PhraseReader<'a>,
    generic_products: PhraseReader<'a>,
}

impl NameReader<'_> {
    /// The name up to the supplier.
    pub fn product(&mut self, place: u32) -> String {
        self.products.text(place as usize, &self.pieces, 0)
    }

    /// The name of a generic product.
    pub fn generic_product(&mut self, place: u32) -> String {
        self.generic_products.text(place as usize, &self.pieces, 0)
    }
}
