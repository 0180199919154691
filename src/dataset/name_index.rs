//! The index of medicines: for each word, the generic products that have it, and the packs whose own names
//! add it.
//!
//! A pack has the words of its generic product, so only the words that its own name adds are stored for it:
//! brands, codes, and sizes of devices. Suppliers have a separate dictionary, so that a supplier never counts
//! as a medicine.

use super::column::Column;
use super::error::OpenError;
use super::input::Input;
use super::postings::List;
use super::texts::Texts;
use super::words::{Cursor, Words};
use super::{PackRange, PackSet};
use crate::text::fold;

/// The words of names by role: which generic products, packs and suppliers have a word. The search finds its
/// candidates here.
#[derive(Clone, Copy, Debug)]
pub struct NameIndex<'a> {
    words: Words<'a>,
    word_roles: Column<'a>,
    suppliers: Words<'a>,
    packs_of_generic: Texts<'a>,
    commonness: Column<'a>,
}

/// What a word of names is, as bits.
pub mod role {
    /// It is in the name of a substance.
    pub const SUBSTANCE: u64 = 1;
    /// The name of a medicine begins with it.
    pub const MEDICINE: u64 = 2;
    /// It is a word of a device's name.
    pub const DEVICE: u64 = 4;
}

/// Reports whether the name of a supplier begins with a folded word: `boots` for The Boots Company Plc.
pub(crate) fn begins_supplier(supplier: &str, word: &str) -> bool {
    let folded = fold(supplier);
    let name = folded.strip_prefix("the ").unwrap_or(&folded);
    name.strip_prefix(word).is_some_and(|rest| !rest.starts_with(char::is_alphanumeric))
}

impl<'a> NameIndex<'a> {
    pub(super) fn open(input: &mut Input<'a>) -> Result<NameIndex<'a>, OpenError> {
        Ok(NameIndex {
            words: Words::open(input)?,
            word_roles: Column::open(input)?,
            suppliers: Words::open(input)?,
            packs_of_generic: Texts::open(input)?,
            commonness: Column::open(input)?,
        })
    }

    /// The dictionary. Its first lists are generic products, its second ones packs.
    pub fn words(&self) -> Words<'a> {
        self.words
    }

    /// The words of suppliers. Its first lists are suppliers.
    pub fn suppliers(&self) -> Words<'a> {
        self.suppliers
    }

    /// Reads the roles of the word at a cursor.
    pub fn roles(&self, cursor: &Cursor<'_>) -> u64 {
        self.word_roles.get(cursor.place())
    }

    /// Reads the packs of a generic product.
    pub fn packs_of(&self, generic: u32) -> List<'a> {
        List::new(self.packs_of_generic.bytes(generic as usize))
    }

    /// The number of generic products.
    pub fn generics(&self) -> u32 {
        self.packs_of_generic.len() as u32
    }

    /// The range of all generic products.
    pub fn generic_range(&self) -> PackRange {
        PackRange::of(self.generics())
    }

    /// Measures how common a generic product is: larger numbers are more common.
    pub fn commonness(&self, generic: u32) -> u64 {
        self.commonness.get(generic as usize)
    }

    /// Adds the packs of some generic products to a set.
    pub fn add_packs_of(&self, generics: &PackSet, packs: &mut PackSet) {
        for generic in generics.iter() {
            self.packs_of(generic.0).add_to(packs);
        }
    }
}
