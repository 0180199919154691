//! The packs: their records, and their search by name.

use std::ops::Range;

use super::column::Column;
use super::format::MAX_TEXT_LEN;
use super::{Dataset, NameParts, NameReader, PackNumber, Places};
use crate::gtin::Gtin;
use crate::pack::{Component, Discontinued, GtinEntry, Pack, Prices, Status, is_medicine};
use crate::snomed::AmppId;
use crate::text::fold;

/// Spare bytes that usually suffice for supplier, size and sub-pack.
const TAIL_CAPACITY: usize = 80;

impl<'a> Dataset<'a> {
    /// Reads the record of a pack. Returns `None` if the number is out of range.
    ///
    /// # Examples
    ///
    /// ```
    /// # let bytes = include!(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/common/doctest_dataset.rs"));
    /// use pack_lookup::dataset::{PackNumber, verify};
    ///
    /// let dataset = verify(&bytes)?;
    /// let pack = dataset.pack(PackNumber(0)).ok_or("the dataset is empty")?;
    /// assert_eq!(pack.generic_product_name, "Wound management dressings");
    /// assert!(dataset.pack(PackNumber(dataset.packs())).is_none());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn pack(&self, number: PackNumber) -> Option<Pack> {
        let index = number.index();
        let pack_id = self.pack_id(number)?;
        // All indexes first: independent reads run in parallel, so several take the time of one.
        let (names, supply) = (self.names.places(index), self.supply.places(index));
        let legal_category = self.facts.legal_categories.place(index);
        let (discontinued, is_invalid) = (self.facts.discontinued.get(index), self.facts.invalid.get(index));
        let prices = self.prices(number);
        let parts = self.supply.parts(supply);
        let generic_product_name = self.names.generic_product(names);
        let generic_pack_name = match self.names.generic_pack(names) {
            Some(name) => name.to_owned(),
            None => usual_generic_pack_name(&generic_product_name, parts.size),
        };
        Some(Pack {
            pack_id,
            name: name_of(self.names.product_at(names, TAIL_CAPACITY), parts),
            generic_pack_name,
            generic_product_name,
            short_name: self.supply.short_name(supply).map(str::to_owned),
            subpack: self.supply.subpack(supply).map(str::to_owned),
            legal_category: self.facts.legal_categories.text(legal_category).to_owned(),
            discontinued: discontinued.map(|day| self.discontinued(index, day)),
            gtin_codes: self.gtin_entries(number).collect(),
            prices,
            is_invalid,
            comb_content: self.components(number),
        })
    }

    /// Reads the AMPP code of a pack. Returns `None` if the number is out of range.
    pub fn pack_id(&self, number: PackNumber) -> Option<AmppId> {
        if number.0 >= self.header.packs {
            return None;
        }
        self.ids.get(number.index())
    }

    /// Reads the full name of a pack.
    pub fn name(&self, number: PackNumber) -> String {
        let index = number.index();
        name_of(self.names.product(index, TAIL_CAPACITY), self.supply.parts(self.supply.places(index)))
    }

    /// Reads the title of a pack: its name before the supplier.
    pub fn product_name(&self, number: PackNumber) -> String {
        self.names.product(number.index(), 0)
    }

    /// Reads the indexes of the names of a pack, and of its supplier.
    pub(crate) fn places(&self, number: PackNumber) -> Places {
        let index = number.index();
        Places {
            product: self.names.product_place(index),
            generic_product: self.names.generic_product_place(index) as u32,
            supplier: self.supply.supplier_place(index),
        }
    }

    /// Finds the index of the title of a pack. Neighbours with one title have one index.
    pub(crate) fn product_place(&self, number: PackNumber) -> u32 {
        self.names.product_place(number.index())
    }

    /// A reader of names by their indexes.
    pub(crate) fn name_reader(&self) -> NameReader<'a> {
        self.names.reader()
    }

    /// Reads the supplier at an index.
    pub(crate) fn supplier(&self, place: u32) -> &'a str {
        self.supply.supplier(place)
    }

    /// Finds the index of a pack's generic product.
    pub(crate) fn generic_place(&self, number: PackNumber) -> u32 {
        self.names.generic_product_place(number.index()) as u32
    }

    /// Finds the index of a pack's supplier.
    pub(crate) fn supplier_place(&self, number: PackNumber) -> Option<u32> {
        self.supply.supplier_place(number.index())
    }

    /// Finds the index of a pack's size.
    pub(crate) fn size_place(&self, number: PackNumber) -> u32 {
        self.supply.size_place(number.index())
    }

    /// Reads the sub-pack of a pack.
    pub(crate) fn subpack(&self, number: PackNumber) -> Option<&'a str> {
        self.supply.subpack(self.supply.places(number.index()))
    }

    /// Reports whether a pack is of a medicine.
    pub(crate) fn is_medicine(&self, number: PackNumber) -> bool {
        let categories = &self.facts.legal_categories;
        is_medicine(categories.text(categories.place(number.index())))
    }

    /// Reports whether the title of a pack is the name of its generic product.
    pub(crate) fn has_generic_title(&self, number: PackNumber) -> bool {
        self.product_name(number) == self.generic_product_at(self.generic_place(number) as usize)
    }

    /// Finds the generic product with a folded name.
    pub(crate) fn generic_named(&self, folded: &str) -> Option<u32> {
        self.names.generic_product_named(folded)
    }

    /// Reads the name of a generic product.
    pub(crate) fn generic_name(&self, generic: u32) -> String {
        self.generic_product_at(generic as usize)
    }

    /// Reads the name of the generic product at an index.
    pub(crate) fn generic_product_at(&self, place: usize) -> String {
        self.names.generic_product_at(place)
    }

    /// Reads the size of a pack, as in its name. Empty if the name has another structure.
    pub(crate) fn size(&self, number: PackNumber) -> &'a str {
        self.supply.size(number.index())
    }

    /// Lists every period in which the pack carried a GTIN, the oldest first.
    ///
    /// # Examples
    ///
    /// ```
    /// # let bytes = include!(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/common/doctest_dataset.rs"));
    /// use pack_lookup::snomed::AmppId;
    /// use pack_lookup::dataset::verify;
    ///
    /// let dataset = verify(&bytes)?;
    /// let number = dataset.find(AmppId::parse("900000011000001106")?).ok_or("no pack has this code")?;
    /// let gtins: Vec<String> = dataset.gtin_entries(number).map(|entry| entry.gtin.to_string()).collect();
    /// assert_eq!(gtins, ["9521234567899", "09521234567899"]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn gtin_entries(&self, number: PackNumber) -> impl Iterator<Item = GtinEntry> + use<'a> {
        self.gtins.of_pack(number.index())
    }

    /// Lists all (pack, period) pairs of a GTIN, in unspecified order.
    pub fn gtin_uses(&self, gtin: Gtin) -> impl Iterator<Item = (PackNumber, GtinEntry)> + use<'a> {
        self.gtins.of_gtin(gtin).map(|(pack, entry)| (PackNumber(pack as u32), entry))
    }

    /// Finds the pack with this AMPP code. Returns `None` if there is none.
    ///
    /// The scan compares the two lowest bytes of each code, many codes at a time.
    ///
    /// # Examples
    ///
    /// ```
    /// # let bytes = include!(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/common/doctest_dataset.rs"));
    /// use pack_lookup::snomed::AmppId;
    /// use pack_lookup::dataset::verify;
    ///
    /// let dataset = verify(&bytes)?;
    /// let number = dataset.find(AmppId::parse("900000011000001106")?).ok_or("no pack has this code")?;
    /// assert_eq!(dataset.product_name(number), "Amlodipine 5mg tablets");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn find(&self, id: AmppId) -> Option<PackNumber> {
        self.ids.position(id.number()).map(|index| PackNumber(index as u32))
    }

    /// Reads the status of a pack.
    pub fn status(&self, number: PackNumber) -> Status {
        let day = self.facts.discontinued.get(number.index());
        Status {
            is_discontinued: day.is_some(),
            discontinued_date: day.and_then(|day| self.gtins.day(day)),
            is_invalid: self.is_invalid(number),
        }
    }

    /// Reports whether the pack is neither discontinued nor invalid.
    pub fn is_current(&self, number: PackNumber) -> bool {
        !self.is_invalid(number) && !self.is_discontinued(number)
    }

    /// Reports whether the pack is discontinued, with or without a recorded date.
    pub fn is_discontinued(&self, number: PackNumber) -> bool {
        self.facts.discontinued.present().get(number.index())
    }

    /// Reports whether the pack is invalid.
    pub fn is_invalid(&self, number: PackNumber) -> bool {
        self.facts.invalid.get(number.index())
    }

    /// Reports whether the pack is of a mixture: a product that joins two or more substances.
    pub fn is_mixture(&self, number: PackNumber) -> bool {
        self.facts.mixtures.get(number.index())
    }

    fn discontinued(&self, index: usize, day: u64) -> Discontinued {
        let flag = self.facts.flags.text(self.facts.flags.place(index)).to_owned();
        Discontinued { flag, date: self.gtins.day(day) }
    }

    /// Reads the prices of a pack.
    pub fn prices(&self, number: PackNumber) -> Prices {
        self.pence.get(number.index())
    }

    /// Lists the packs inside a combination pack.
    pub fn components(&self, number: PackNumber) -> Vec<Component> {
        let mut components = Vec::new();
        for child in self.components.of_pack(number.index()).map(PackNumber) {
            if let Some(pack_id) = self.pack_id(child) {
                components.push(Component { pack_id, name: self.name(child) });
            }
        }
        components
    }

    /// Finds the range of packs whose folded name is `text`, and the range of packs whose folded name
    /// starts with it.
    ///
    /// The second range starts with the first.
    pub fn named(&self, text: &str) -> [Range<u32>; 2] {
        let first = self.first_named_from(text);
        // Names equal to the text sort before the other names that start with it.
        let exact_end = self.gallop_end(first, |name| name == text);
        let end = self.gallop_end(first, |name| name.starts_with(text));
        [first..exact_end, first..end]
    }

    /// Finds the first pack whose folded name is not less than `text`.
    fn first_named_from(&self, text: &str) -> u32 {
        let packs = self.header.packs as usize;
        Column::partition_point(packs, |index| self.folded_name(index as u32).as_str() < text) as u32
    }

    fn folded_name(&self, index: u32) -> String {
        fold(&self.name(PackNumber(index)))
    }

    /// Finds the end of the range of packs that starts at `first` and whose folded names are `is_in`.
    ///
    /// Most ranges are short, so a galloping search finds the end faster than bisecting all packs.
    fn gallop_end(&self, first: u32, is_in: impl Fn(&str) -> bool) -> u32 {
        let mut far = self.header.packs;
        for power in 0..u32::BITS {
            let index = first.saturating_add(1 << power).saturating_sub(1);
            if index >= far {
                break;
            }
            if !is_in(&self.folded_name(index)) {
                far = index;
            }
        }
        let length = Column::partition_point((far - first) as usize, |step| {
            is_in(&self.folded_name(first + step as u32))
        });
        first + length as u32
    }
}

/// Appends the other parts of a pack's name to the product. Damage can result in a longer name than any that
/// was written, so it is truncated.
fn name_of(mut product: String, parts: NameParts<'_>) -> String {
    parts.push_tail(&mut product);
    product.truncate(product.floor_char_boundary(MAX_TEXT_LEN));
    product
}

/// Builds the name of a generic pack that most packs have: the generic product and the size.
pub(super) fn usual_generic_pack_name(product: &str, size: &str) -> String {
    if size.is_empty() { product.to_owned() } else { [product, " ", size].concat() }
}
