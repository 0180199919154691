//! The dataset: all packs in one file, read in place.
//!
//! [`Dataset::open`] checks the header and the bounds of every structure once. It takes constant time for any
//! number of packs, and allocates nothing. Datasets are untrusted. Damage inside a structure results in wrong
//! or missing packs, never in a panic, an endless loop or a read out of bounds. [`verify`] detects it: call
//! it for bytes from outside.

pub(crate) mod bitmap;
mod byte_sliced_column;
pub(crate) mod column;
mod components;
pub(crate) mod concepts;
pub(crate) mod digest;
mod error;
mod flag_columns;
pub(crate) mod format;
mod front_coded_names;
mod gaps;
pub(crate) mod gtins;
mod header;
pub(crate) mod ids;
pub(crate) mod input;
#[cfg(feature = "write")]
pub(crate) mod limits;
mod medicine_names;
mod name;
mod names;
mod pack_set;
mod postings;
mod price_column;
mod runs;
mod supplier_columns;
#[cfg(feature = "write")]
pub(crate) mod table;
pub(crate) mod texts;
mod words;
#[cfg(feature = "write")]
pub mod writer;

use std::ops::Range;

use column::Column;
use components::Components;
use flag_columns::FlagColumns;
use format::{DIGEST_LEN, MAX_TEXT_LEN};
use gtins::Gtins;
use header::Header;
use ids::Ids;
pub(crate) use names::NameReader;
use names::Names;
use price_column::PriceColumn;
use supplier_columns::SupplierColumns;

pub use concepts::{Concepts, Place};
pub use error::OpenError;
pub use format::VERSION as FORMAT;
pub use gaps::{Gap, Gaps};
pub use header::Release;
#[cfg(feature = "write")]
pub(crate) use header::are_known;
pub use medicine_names::MedicineNames;
pub(crate) use name::{NameParts, components, is_mixture};
pub use pack_set::{PackRange, PackSet};
pub use postings::List;
pub use words::{Cursor, Occurrences, Words};

use crate::date::Date;
use crate::gtin::Gtin;
use crate::pack::{Component, Discontinued, GtinEntry, Pack, Status};
use crate::snomed::AmppId;
use crate::text::fold;

/// Spare bytes that usually suffice for supplier, size and sub-pack.
const TAIL_CAPACITY: usize = 80;

/// The index of a pack in name order, from 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct PackNumber(pub u32);

impl PackNumber {
    fn index(self) -> usize {
        self.0 as usize
    }
}

/// The indexes of the parts of a pack's name.
///
/// A generic product and a supplier have one index each. A product has one for each run of neighbours, and
/// most products have one run.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Places {
    pub product: u32,
    pub generic_product: u32,
    pub supplier: Option<u32>,
}

/// An open dataset: views into its bytes, in groups that each check their own bounds.
///
/// # Examples
///
/// ```
/// # let bytes = include!(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/common/doctest_dataset.rs"));
/// use pack_lookup::dataset::{Dataset, PackNumber};
///
/// let dataset = Dataset::open(&bytes)?;
/// assert!(dataset.is_demo());
/// assert_eq!(dataset.packs(), 200);
/// for number in (0..dataset.packs()).map(PackNumber) {
///     assert!(dataset.name(number).starts_with(&dataset.product_name(number)));
/// }
/// # Ok::<(), pack_lookup::dataset::OpenError>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Dataset<'a> {
    header: Header<'a>,
    names: Names<'a>,
    supply: SupplierColumns<'a>,
    facts: FlagColumns<'a>,
    pence: PriceColumn<'a>,
    ids: Ids<'a>,
    components: Components<'a>,
    gtins: Gtins<'a>,
    words: Words<'a>,
    generic_words: Words<'a>,
    medicine_names: MedicineNames<'a>,
    concepts: Option<concepts::Group<'a>>,
}

impl<'a> Dataset<'a> {
    /// Opens a dataset in `bytes`.
    ///
    /// It takes a few microseconds for any number of packs. It does not compare the digest: open bytes from
    /// outside with [`verify`].
    ///
    /// # Errors
    ///
    /// Returns [`OpenError`] if the bytes are not a dataset, have another format version, are truncated, or
    /// have a structure out of bounds.
    ///
    /// # Examples
    ///
    /// ```
    /// # let bytes = include!(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/common/doctest_dataset.rs"));
    /// use pack_lookup::dataset::Dataset;
    ///
    /// let dataset = Dataset::open(&bytes)?;
    /// assert_eq!(dataset.release_date().to_string(), "2025-11-06");
    ///
    /// let truncated = &bytes[..bytes.len() - 1];
    /// assert_eq!(Dataset::open(truncated).unwrap_err().code(), "torn");
    /// # Ok::<(), pack_lookup::dataset::OpenError>(())
    /// ```
    pub fn open(bytes: &'a [u8]) -> Result<Dataset<'a>, OpenError> {
        let (header, mut input) = Header::open(bytes)?;
        let (input, packs) = (&mut input, header.packs as usize);
        // In the order of the file.
        let dataset = Dataset {
            header,
            names: Names::open(input, packs)?,
            supply: SupplierColumns::open(input, packs)?,
            facts: FlagColumns::open(input, packs)?,
            pence: PriceColumn::open(input, packs)?,
            ids: Ids::open(input, packs)?,
            components: Components::open(input, packs)?,
            gtins: Gtins::open(input, packs)?,
            words: Words::open(input)?,
            generic_words: Words::open(input)?,
            medicine_names: MedicineNames::new(input.blob()?),
            concepts: match header.has_concepts {
                true => Some(concepts::Group::open(input, packs, header.has_classes)?),
                false => None,
            },
        };
        if input.is_empty() { Ok(dataset) } else { Err(input.damaged()) }
    }

    /// Returns the name of the release.
    pub fn release(&self) -> &'a str {
        self.header.release
    }

    /// Returns the day of the release.
    pub fn release_date(&self) -> Date {
        self.header.release_date
    }

    /// Returns whether the packs are demonstration data.
    pub fn is_demo(&self) -> bool {
        self.header.is_demo
    }

    /// Returns what the release of this dataset lacked.
    pub fn gaps(&self) -> Gaps {
        self.header.gaps
    }

    /// Returns the SHA-256 of all other bytes of the file. It identifies the content.
    pub fn digest(&self) -> [u8; DIGEST_LEN] {
        self.header.digest
    }

    /// Returns the length of the file, in bytes.
    #[cfg(feature = "write")]
    pub(crate) fn file_len(&self) -> usize {
        self.header.file_len
    }

    /// Returns the number of packs.
    pub fn packs(&self) -> u32 {
        self.header.packs
    }

    /// Returns the number of GTIN rows: periods in which a pack carries a GTIN.
    pub fn gtin_rows(&self) -> u32 {
        self.gtins.len() as u32
    }

    /// Returns the dictionary of all words in names.
    pub fn words(&self) -> Words<'a> {
        self.words
    }

    /// Returns the dictionary of words that occur only in generic names, with the packs of those products.
    ///
    /// It finds medicines that are sold only under a brand.
    pub fn generic_words(&self) -> Words<'a> {
        self.generic_words
    }

    /// Returns the filter of medicine names worldwide. It recognises a word that is correct although no pack
    /// has it.
    pub fn medicine_names(&self) -> MedicineNames<'a> {
        self.medicine_names
    }

    /// Returns the record of a pack, or `None` if the number is out of range.
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
        let prices = self.pence.get(index);
        let parts = self.supply.parts(supply);
        let generic_product_name = self.names.generic_product(names);
        Some(Pack {
            pack_id,
            name: name_of(self.names.product_at(names, TAIL_CAPACITY), parts),
            generic_pack_name: self
                .names
                .generic_pack(names)
                .map(str::to_owned)
                .unwrap_or_else(|| usual_generic_pack_name(&generic_product_name, parts.size)),
            generic_product_name,
            short_name: self.supply.short_name(supply).map(str::to_owned),
            subpack: self.supply.subpack(supply).map(str::to_owned),
            legal_category: self.facts.legal_categories.text(legal_category).to_owned(),
            discontinued: discontinued.map(|day| self.discontinued(index, day)),
            gtin_codes: self.gtin_entries(number).collect(),
            prices,
            is_invalid,
            comb_content: self.components(index),
        })
    }

    /// Returns the AMPP code of a pack, or `None` if the number is out of range.
    pub fn pack_id(&self, number: PackNumber) -> Option<AmppId> {
        if number.0 >= self.header.packs {
            return None;
        }
        self.ids.get(number.index())
    }

    /// Returns the full name of a pack.
    pub fn name(&self, number: PackNumber) -> String {
        let index = number.index();
        name_of(self.names.product(index, TAIL_CAPACITY), self.supply.parts(self.supply.places(index)))
    }

    /// Returns the title of a pack: its name before the supplier.
    pub fn product_name(&self, number: PackNumber) -> String {
        self.names.product(number.index(), 0)
    }

    /// Returns the indexes of the names of a pack, and of its supplier.
    pub(crate) fn places(&self, number: PackNumber) -> Places {
        let index = number.index();
        Places {
            product: self.names.product_place(index),
            generic_product: self.names.generic_product_place(index) as u32,
            supplier: self.supply.supplier_place(index),
        }
    }

    /// Returns the index of the title of a pack. Neighbours with one title have one index.
    pub(crate) fn product_place(&self, number: PackNumber) -> u32 {
        self.names.product_place(number.index())
    }

    /// Returns a reader of names by their indexes.
    pub(crate) fn name_reader(&self) -> NameReader<'a> {
        self.names.reader()
    }

    /// Returns the supplier at an index.
    pub(crate) fn supplier(&self, place: u32) -> &'a str {
        self.supply.supplier(place)
    }

    /// Returns the size of a pack, as in its name. Empty if the name has another structure.
    pub(crate) fn size(&self, number: PackNumber) -> &'a str {
        self.supply.size(number.index())
    }

    /// Returns every period in which the pack carried a GTIN, the oldest first.
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

    /// Returns all (pack, period) pairs of a GTIN, in unspecified order.
    pub fn gtin_uses(&self, gtin: Gtin) -> impl Iterator<Item = (PackNumber, GtinEntry)> + use<'a> {
        self.gtins.of_gtin(gtin).map(|(pack, entry)| (PackNumber(pack as u32), entry))
    }

    /// Returns the pack with this AMPP code, or `None` if there is none.
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

    /// Returns the status of a pack.
    pub fn status(&self, number: PackNumber) -> Status {
        let day = self.facts.discontinued.get(number.index());
        Status {
            is_discontinued: day.is_some(),
            discontinued_date: day.and_then(|day| self.gtins.day(day)),
            is_invalid: self.is_invalid(number),
        }
    }

    /// Returns whether the pack is neither discontinued nor invalid.
    pub fn is_current(&self, number: PackNumber) -> bool {
        !self.is_invalid(number) && !self.is_discontinued(number)
    }

    /// Returns the concepts above the packs, or `None` if the dataset has none.
    pub fn concepts(&self) -> Option<Concepts<'_>> {
        Concepts::of(self)
    }

    /// Returns the range of all packs.
    pub fn pack_range(&self) -> PackRange {
        PackRange::of(self.header.packs)
    }

    /// Returns the packs in `pack_range` that are discontinued, with or without a recorded date.
    pub fn discontinued_packs(&self, pack_range: PackRange) -> PackSet {
        PackSet::of_bitmap(pack_range, self.facts.discontinued.present())
    }

    /// Returns the packs in `pack_range` that are invalid.
    pub fn invalid_packs(&self, pack_range: PackRange) -> PackSet {
        PackSet::of_bitmap(pack_range, self.facts.invalid)
    }

    /// Returns the packs in `pack_range` that are of mixtures: products that join several substances.
    pub fn mixtures(&self, pack_range: PackRange) -> PackSet {
        PackSet::of_bitmap(pack_range, self.facts.mixtures)
    }

    /// Returns whether the pack is discontinued, with or without a recorded date.
    pub fn is_discontinued(&self, number: PackNumber) -> bool {
        self.facts.discontinued.present().get(number.index())
    }

    /// Returns whether the pack is invalid.
    pub fn is_invalid(&self, number: PackNumber) -> bool {
        self.facts.invalid.get(number.index())
    }

    /// Returns whether the pack is of a mixture: a product that joins several substances.
    pub fn is_mixture(&self, number: PackNumber) -> bool {
        self.facts.mixtures.get(number.index())
    }

    /// Returns the range of packs whose folded name is `text`, and the range of packs whose folded name
    /// starts with it.
    ///
    /// The second range starts with the first.
    pub fn named(&self, text: &str) -> [Range<u32>; 2] {
        let folded = |index: u32| fold(&self.name(PackNumber(index)));
        let first =
            Column::partition_point(self.header.packs as usize, |index| folded(index as u32).as_str() < text)
                as u32;
        // Names equal to the text sort before the other names that start with it.
        let exact_end = self.gallop_end(first, |index| folded(index) == text);
        let end = self.gallop_end(first, |index| folded(index).starts_with(text));
        [first..exact_end, first..end]
    }

    /// Returns whether the folded name of any pack starts with `start`.
    pub fn has_name_starting_with(&self, start: &str) -> bool {
        let folded = |index: usize| fold(&self.name(PackNumber(index as u32)));
        let packs = self.header.packs as usize;
        let first = Column::partition_point(packs, |index| folded(index).as_str() < start);
        first < packs && folded(first).starts_with(start)
    }

    /// Returns the index of the pack's generic product among all generic names. Packs of one generic product
    /// have one index.
    pub fn generic_product_place(&self, number: PackNumber) -> u64 {
        self.names.generic_product_place(number.index())
    }

    /// Returns whether any generic name starts with `start` (case-sensitive).
    pub fn has_generic_product(&self, start: &str) -> bool {
        self.names.has_generic_product(start)
    }

    /// Returns the ranges of packs whose generic name starts with `start` (case-sensitive), or `None` if
    /// there are more than `most` ranges.
    pub fn with_generic_product(&self, start: &str, most: usize) -> Option<Vec<Range<u32>>> {
        let mut runs = self.names.with_generic_product(start, self.header.packs as usize);
        let few = runs.by_ref().take(most).collect();
        runs.next().is_none().then_some(few)
    }

    /// Returns the end of the range of packs that starts at `first` and for which `is_in` is true.
    fn gallop_end(&self, first: u32, is_in: impl Fn(u32) -> bool) -> u32 {
        let is_behind = |index: &u32| *index >= self.header.packs || !is_in(*index);
        // Most ranges are short, so a galloping search finds the end faster than bisecting all packs.
        let steps = (0..u32::BITS).map(|power| first.saturating_add(1 << power).saturating_sub(1));
        let far = steps.into_iter().find(is_behind).unwrap_or(self.header.packs).min(self.header.packs);
        let length = |far: u32| {
            Column::partition_point((far - first) as usize, |step| !is_behind(&(first + step as u32)))
        };
        first + length(far) as u32
    }

    fn discontinued(&self, index: usize, day: u64) -> Discontinued {
        let flag = self.facts.flags.text(self.facts.flags.place(index)).to_owned();
        Discontinued { flag, date: self.gtins.day(day) }
    }

    fn components(&self, index: usize) -> Vec<Component> {
        let children = self.components.of_pack(index).map(PackNumber);
        children
            .filter_map(|child| Some(Component { pack_id: self.pack_id(child)?, name: self.name(child) }))
            .collect()
    }
}

/// Opens a dataset and verifies its digest. Reads all of it.
///
/// # Errors
///
/// Returns [`OpenError`] in the cases of [`Dataset::open`], and if the digest does not match the content.
///
/// # Examples
///
/// ```
/// # let mut bytes = include!(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/common/doctest_dataset.rs"));
/// use pack_lookup::dataset::verify;
///
/// assert!(verify(&bytes).is_ok());
///
/// // One flipped bit can mean another pack.
/// let last = bytes.len() - 1;
/// bytes[last] ^= 1;
/// assert_eq!(verify(&bytes).unwrap_err().code(), "damaged");
/// ```
pub fn verify(bytes: &[u8]) -> Result<Dataset<'_>, OpenError> {
    let dataset = Dataset::open(bytes)?;
    if digest::of_file(bytes) == dataset.header.digest { Ok(dataset) } else { Err(OpenError::digest()) }
}

/// Appends the other parts of a pack's name to the product. Damage can result in a longer name than any that
/// was written, so it is truncated.
fn name_of(mut product: String, parts: NameParts<'_>) -> String {
    parts.push_tail(&mut product);
    product.truncate(product.floor_char_boundary(MAX_TEXT_LEN));
    product
}

fn usual_generic_pack_name(product: &str, size: &str) -> String {
    if size.is_empty() { product.to_owned() } else { [product, " ", size].concat() }
}
