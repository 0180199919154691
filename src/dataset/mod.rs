//! The dataset: all packs in one file, read in place.
//!
//! [`Dataset::open`] checks the header and the bounds of every structure once. It takes constant time for any
//! number of packs, and allocates nothing. Datasets are untrusted. Damage inside a structure results in wrong
//! or missing packs, never in a panic, an endless loop or a read out of bounds. [`verify`] detects it: call
//! it for bytes from outside.

pub(crate) mod bitmap;
pub(crate) mod byte_sliced_column;
mod caveats;
pub(crate) mod column;
pub(crate) mod concepts;
mod error;
pub(crate) mod format;
mod front_coded_names;
pub(crate) mod gtins;
pub(crate) mod header;
pub(crate) mod ids;
pub(crate) mod input;
#[cfg(feature = "write")]
pub(crate) mod limits;
mod medicine_names;
mod name_index;
#[cfg(feature = "write")]
mod name_index_writer;
mod names;
mod pack_columns;
mod pack_set;
mod packs;
mod postings;
mod properties;
#[cfg(feature = "write")]
mod recorded;
#[cfg(feature = "write")]
pub(crate) mod table;
pub(crate) mod texts;
mod words;
#[cfg(feature = "write")]
pub mod writer;

use format::DIGEST_LEN;
use gtins::Gtins;
use header::Header;
use ids::Ids;
use names::Names;
pub(crate) use names::{NameParts, NameReader};
use pack_columns::{Components, FlagColumns, PriceColumn, SupplierColumns};
use packs::usual_generic_pack_name;

pub use caveats::{Gap, Gaps, OLD_AFTER_DAYS};
pub use concepts::{Concepts, Place};
pub use error::OpenError;
pub use format::VERSION as FORMAT;
pub use header::Release;
#[cfg(feature = "write")]
pub(crate) use header::are_known;
pub(crate) use header::hex;
pub use medicine_names::MedicineNames;
pub(crate) use name_index::begins_supplier;
pub use name_index::{NameIndex, role};
pub use pack_set::{PackRange, PackSet};
pub use postings::List;
pub use properties::{ABSENT, Properties, PropertyValue};
pub use words::{Cursor, Occurrences, Words};

use std::sync::OnceLock;

use crate::date::Date;

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
#[derive(Clone, Debug)]
pub struct Dataset<'a> {
    header: Header<'a>,
    names: Names<'a>,
    supply: SupplierColumns<'a>,
    facts: FlagColumns<'a>,
    pence: PriceColumn<'a>,
    ids: Ids<'a>,
    components: Components<'a>,
    gtins: Gtins<'a>,
    name_index: NameIndex<'a>,
    medicine_names: MedicineNames<'a>,
    concepts: Option<concepts::Group<'a>>,
    /// Made when they are first asked for.
    properties: OnceLock<Properties>,
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
    /// assert_eq!(Dataset::open(truncated).unwrap_err().reason(), "torn");
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
            name_index: NameIndex::open(input)?,
            medicine_names: MedicineNames::new(input.blob()?),
            concepts: match header.has_concepts {
                true => Some(concepts::Group::open(input, packs, header.has_classes)?),
                false => None,
            },
            properties: OnceLock::new(),
        };
        if input.is_empty() { Ok(dataset) } else { Err(input.damaged()) }
    }

    /// The name of the release.
    pub fn release(&self) -> &'a str {
        self.header.release
    }

    /// The day of the release.
    pub fn release_date(&self) -> Date {
        self.header.release_date
    }

    /// Reports whether the packs are demonstration data.
    pub fn is_demo(&self) -> bool {
        self.header.is_demo
    }

    /// What the release of this dataset lacked.
    pub fn gaps(&self) -> Gaps {
        self.header.gaps
    }

    /// The SHA-256 of all other bytes of the file. It identifies the content.
    pub fn digest(&self) -> [u8; DIGEST_LEN] {
        self.header.digest
    }

    /// The length of the file, in bytes.
    #[cfg(feature = "write")]
    pub(crate) fn file_len(&self) -> usize {
        self.header.file_len
    }

    /// The number of packs.
    pub fn packs(&self) -> u32 {
        self.header.packs
    }

    /// The number of GTIN rows: periods in which a pack carries a GTIN.
    pub fn gtin_rows(&self) -> u32 {
        self.gtins.len() as u32
    }

    /// The index of the words of names.
    pub fn name_index(&self) -> NameIndex<'a> {
        self.name_index
    }

    /// The filter of medicine names worldwide. It recognises a word that is correct although no pack
    /// has it.
    pub fn medicine_names(&self) -> MedicineNames<'a> {
        self.medicine_names
    }

    /// The concepts above the packs, or `None` if the dataset has none.
    pub fn concepts(&self) -> Option<Concepts<'_>> {
        Concepts::of(self)
    }

    /// Reads the properties of all packs.
    ///
    /// The first call reads all packs, which takes some milliseconds for a full release.
    pub fn properties(&self) -> &Properties {
        self.properties.get_or_init(|| Properties::of(self))
    }

    /// The range of all packs.
    pub fn pack_range(&self) -> PackRange {
        PackRange::of(self.header.packs)
    }

    /// Finds the packs in `pack_range` that are discontinued, with or without a recorded date.
    pub fn discontinued_packs(&self, pack_range: PackRange) -> PackSet {
        PackSet::of_bitmap(pack_range, self.facts.discontinued.present())
    }

    /// Finds the packs in `pack_range` that are invalid.
    pub fn invalid_packs(&self, pack_range: PackRange) -> PackSet {
        PackSet::of_bitmap(pack_range, self.facts.invalid)
    }

    /// Finds the packs in `pack_range` that are of mixtures: products that join two or more substances.
    pub fn mixtures(&self, pack_range: PackRange) -> PackSet {
        PackSet::of_bitmap(pack_range, self.facts.mixtures)
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
/// assert_eq!(verify(&bytes).unwrap_err().reason(), "damaged");
/// ```
pub fn verify(bytes: &[u8]) -> Result<Dataset<'_>, OpenError> {
    let dataset = Dataset::open(bytes)?;
    if header::digest_of(bytes) == dataset.header.digest { Ok(dataset) } else { Err(OpenError::digest()) }
}
