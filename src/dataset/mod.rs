//! The dataset: all packs in one file that is read where it lies.
//!
//! [`Dataset::open`] checks the header and the bounds of every structure once, in time that doesn't
//! grow with the number of packs, and allocates nothing. Datasets are untrusted: damage inside a
//! structure gives wrong or missing packs, never a panic, a loop without end or a read outside.
//! [`verify`] finds it: whoever opens bytes that came from outside calls that.

pub(crate) mod bitmap;
pub(crate) mod column;
mod components;
pub(crate) mod concepts;
pub(crate) mod digest;
mod error;
mod facts;
pub(crate) mod format;
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
mod pence;
mod phrases;
mod planes;
mod postings;
mod runs;
mod supply;
#[cfg(feature = "write")]
pub(crate) mod table;
pub(crate) mod texts;
mod words;
#[cfg(feature = "write")]
pub mod writer;

use std::ops::Range;

use column::Column;
use components::Components;
use facts::Facts;
use format::{DIGEST_LEN, LONGEST_TEXT};
use gtins::Gtins;
use header::Header;
use ids::Ids;
pub(crate) use names::NameReader;
use names::Names;
use pence::Pence;
use supply::Supply;

pub use concepts::{Concepts, Place};
pub use error::OpenError;
pub use format::VERSION as FORMAT;
pub use gaps::{Gap, Gaps};
pub use header::Release;
#[cfg(feature = "write")]
pub(crate) use header::are_known;
pub use medicine_names::MedicineNames;
pub(crate) use name::{NameParts, components, is_mixture};
pub use pack_set::{PackSet, Window};
pub use postings::List;
pub use words::{Cursor, Occurrences, Words};

use crate::ampp_id::AmppId;
use crate::date::Date;
use crate::gtin::Gtin;
use crate::pack::{Component, Discontinued, GtinEntry, Pack, Status};
use crate::text::fold;

/// What mostly suffices for supplier, size and sub-pack.
const TAIL_ROOM: usize = 80;

/// A pack by its place in name order, from 0 on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct PackNumber(pub u32);

impl PackNumber {
    fn index(self) -> usize {
        self.0 as usize
    }
}

/// Where the parts of a pack's name stand. A generic product and a supplier have one place each; a product has one for each run of
/// neighbours: mostly one.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Places {
    pub product: u32,
    pub generic_product: u32,
    pub supplier: Option<u32>,
}

/// An open dataset: views into its bytes, in groups that each open and bound themselves.
#[derive(Clone, Copy, Debug)]
pub struct Dataset<'a> {
    header: Header<'a>,
    names: Names<'a>,
    supply: Supply<'a>,
    facts: Facts<'a>,
    pence: Pence<'a>,
    ids: Ids<'a>,
    components: Components<'a>,
    gtins: Gtins<'a>,
    words: Words<'a>,
    generic_words: Words<'a>,
    medicine_names: MedicineNames<'a>,
    concepts: Option<concepts::Group<'a>>,
}

impl<'a> Dataset<'a> {
    /// Opens a dataset that lies in `bytes`.
    ///
    /// Costs a few microseconds, whatever the number of packs. The digest is not compared: bytes that
    /// came from outside are opened by [`verify`].
    ///
    /// # Errors
    ///
    /// When the bytes are not a dataset, are of another version, or are torn.
    pub fn open(bytes: &'a [u8]) -> Result<Dataset<'a>, OpenError> {
        let (header, mut input) = Header::open(bytes)?;
        let (input, packs) = (&mut input, header.packs as usize);
        // In the order of the file.
        let dataset = Dataset {
            header,
            names: Names::open(input, packs)?,
            supply: Supply::open(input, packs)?,
            facts: Facts::open(input, packs)?,
            pence: Pence::open(input, packs)?,
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

    /// The name of the release.
    pub fn release(&self) -> &'a str {
        self.header.release
    }

    /// The day of the release.
    pub fn release_date(&self) -> Date {
        self.header.release_date
    }

    /// Whether the packs are invented, for demonstration.
    pub fn is_demo(&self) -> bool {
        self.header.is_demo
    }

    /// What the release lacked of which the dataset was made.
    pub fn gaps(&self) -> Gaps {
        self.header.gaps
    }

    /// SHA-256 of the whole file but these bytes themselves: names the content.
    pub fn digest(&self) -> [u8; DIGEST_LEN] {
        self.header.digest
    }

    /// How many bytes the whole file has.
    #[cfg(feature = "write")]
    pub(crate) fn file_len(&self) -> usize {
        self.header.file_len
    }

    /// How many packs there are.
    pub fn packs(&self) -> u32 {
        self.header.packs
    }

    /// How many periods of GTINs on packs there are.
    pub fn gtin_rows(&self) -> u32 {
        self.gtins.len() as u32
    }

    /// The dictionary of all words in names.
    pub fn words(&self) -> Words<'a> {
        self.words
    }

    /// The words of generic products' names that no pack has in its own, with the packs of those products: medicines that are only to be
    /// had by a brand's name.
    pub fn generic_words(&self) -> Words<'a> {
        self.generic_words
    }

    /// Names of medicines anywhere in the world, by which a word is known to be right though no pack has it.
    pub fn medicine_names(&self) -> MedicineNames<'a> {
        self.medicine_names
    }

    /// The whole record of a pack; none behind the last.
    pub fn pack(&self, number: PackNumber) -> Option<Pack> {
        let index = number.index();
        let pack_id = self.pack_id(number)?;
        // All numbers first: reads that don't wait for each other take the time of one.
        let (names, supply) = (self.names.places(index), self.supply.places(index));
        let legal_category = self.facts.legal_categories.place(index);
        let (discontinued, is_invalid) = (self.facts.discontinued.get(index), self.facts.invalid.get(index));
        let prices = self.pence.get(index);
        let parts = self.supply.parts(supply);
        let generic_product_name = self.names.generic_product(names);
        Some(Pack {
            pack_id,
            name: name_of(self.names.product_at(names, TAIL_ROOM), parts),
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

    /// The AMPP code of a pack; none behind the last.
    pub fn pack_id(&self, number: PackNumber) -> Option<AmppId> {
        if number.0 >= self.header.packs {
            return None;
        }
        self.ids.get(number.index())
    }

    /// The full name of a pack.
    pub fn name(&self, number: PackNumber) -> String {
        let index = number.index();
        name_of(self.names.product(index, TAIL_ROOM), self.supply.parts(self.supply.places(index)))
    }

    /// The name up to the supplier.
    pub fn product_name(&self, number: PackNumber) -> String {
        self.names.product(number.index(), 0)
    }

    /// Where the names of a pack stand, and its supplier.
    pub(crate) fn places(&self, number: PackNumber) -> Places {
        let index = number.index();
        Places {
            product: self.names.product_place(index),
            generic_product: self.names.generic_product_place(index) as u32,
            supplier: self.supply.supplier_place(index),
        }
    }

    /// Where the name up to the supplier stands: neighbours of one product have one place.
    pub(crate) fn product_place(&self, number: PackNumber) -> u32 {
        self.names.product_place(number.index())
    }

    /// Reads names by their places.
    pub(crate) fn name_reader(&self) -> NameReader<'a> {
        self.names.reader()
    }

    /// The supplier at a place.
    pub(crate) fn supplier(&self, place: u32) -> &'a str {
        self.supply.supplier(place)
    }

    /// The size of a pack, as its name says it; empty where the name is built otherwise.
    pub(crate) fn size(&self, number: PackNumber) -> &'a str {
        self.supply.size(number.index())
    }

    /// Every period in which the pack carried a GTIN, the oldest first.
    pub fn gtin_entries(&self, number: PackNumber) -> impl Iterator<Item = GtinEntry> + use<'a> {
        self.gtins.of_pack(number.index())
    }

    /// Every period of a GTIN on every pack, in no order that means anything.
    pub fn gtin_uses(&self, gtin: Gtin) -> impl Iterator<Item = (PackNumber, GtinEntry)> + use<'a> {
        self.gtins.of_gtin(gtin).map(|(pack, entry)| (PackNumber(pack as u32), entry))
    }

    /// The pack with this AMPP code. Looks at a byte of each pack's number, sixteen and more at once.
    pub fn find(&self, id: AmppId) -> Option<PackNumber> {
        self.ids.position(id.number()).map(|index| PackNumber(index as u32))
    }

    /// What the pack's state is.
    pub fn status(&self, number: PackNumber) -> Status {
        let day = self.facts.discontinued.get(number.index());
        Status {
            is_discontinued: day.is_some(),
            discontinued_date: day.and_then(|day| self.gtins.day(day)),
            is_invalid: self.is_invalid(number),
        }
    }

    /// Whether the pack is neither discontinued nor invalid.
    pub fn is_current(&self, number: PackNumber) -> bool {
        !self.is_invalid(number) && !self.is_discontinued(number)
    }

    /// The concepts above the packs; none where the dataset was written without them.
    pub fn concepts(&self) -> Option<Concepts<'_>> {
        Concepts::of(self)
    }

    /// All packs.
    pub fn window(&self) -> Window {
        Window::of(self.header.packs)
    }

    /// The packs of a window that are discontinued, whether or not a date is recorded.
    pub fn discontinued_packs(&self, window: Window) -> PackSet {
        PackSet::of_bitmap(window, self.facts.discontinued.present())
    }

    /// The packs of a window that are invalid.
    pub fn invalid_packs(&self, window: Window) -> PackSet {
        PackSet::of_bitmap(window, self.facts.invalid)
    }

    /// The packs of a window whose product's name joins several substances.
    pub fn mixtures(&self, window: Window) -> PackSet {
        PackSet::of_bitmap(window, self.facts.mixtures)
    }

    /// Whether the pack is discontinued, whether or not a date is recorded.
    pub fn is_discontinued(&self, number: PackNumber) -> bool {
        self.facts.discontinued.present().get(number.index())
    }

    /// Whether the pack is invalid.
    pub fn is_invalid(&self, number: PackNumber) -> bool {
        self.facts.invalid.get(number.index())
    }

    /// Whether the name of the pack's product joins several substances.
    pub fn is_mixture(&self, number: PackNumber) -> bool {
        self.facts.mixtures.get(number.index())
    }

    /// The packs whose folded name is `text`, and those whose folded name begins with it: they
    /// stand together, and the former are the first of the latter.
    pub fn named(&self, text: &str) -> [Range<u32>; 2] {
        let folded = |index: u32| fold(&self.name(PackNumber(index)));
        let first =
            Column::partition_point(self.header.packs as usize, |index| folded(index as u32).as_str() < text)
                as u32;
        // Names that are the text are the first ones that begin with it.
        let exact_end = self.stretch_end(first, |index| folded(index) == text);
        let end = self.stretch_end(first, |index| folded(index).starts_with(text));
        [first..exact_end, first..end]
    }

    /// Whether some pack's folded name begins with `start`.
    pub fn has_name_beginning(&self, start: &str) -> bool {
        let folded = |index: usize| fold(&self.name(PackNumber(index as u32)));
        let packs = self.header.packs as usize;
        let first = Column::partition_point(packs, |index| folded(index).as_str() < start);
        first < packs && folded(first).starts_with(start)
    }

    /// The place of a pack's generic product among all of their names: packs of one have one place.
    pub fn generic_product_place(&self, number: PackNumber) -> u64 {
        self.names.generic_product_place(number.index())
    }

    /// Whether some generic product's name begins like this, as it is written.
    pub fn has_generic_product(&self, start: &str) -> bool {
        self.names.has_generic_product(start)
    }

    /// The packs whose generic product's name begins like this, as it is written; none where they are more runs of neighbours than `most`.
    pub fn with_generic_product(&self, start: &str, most: usize) -> Option<Vec<Range<u32>>> {
        let mut runs = self.names.with_generic_product(start, self.header.packs as usize);
        let few = runs.by_ref().take(most).collect();
        runs.next().is_none().then_some(few)
    }

    /// Where a stretch of packs ends that begins at `first`, if there is one.
    fn stretch_end(&self, first: u32, is_in: impl Fn(u32) -> bool) -> u32 {
        let is_behind = |index: &u32| *index >= self.header.packs || !is_in(*index);
        // Mostly it is short: steps that double find the end sooner than halving all.
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

/// Opens a dataset and compares its digest. Reads all of it.
///
/// # Errors
///
/// As [`Dataset::open`], and when the content is not what was written.
pub fn verify(bytes: &[u8]) -> Result<Dataset<'_>, OpenError> {
    let dataset = Dataset::open(bytes)?;
    if digest::of_file(bytes) == dataset.header.digest { Ok(dataset) } else { Err(OpenError::digest()) }
}

/// The name of a product, and behind it all other parts of a pack's name. Damage can make of short parts a longer name than
/// was ever written: it is cut.
fn name_of(mut product: String, parts: NameParts<'_>) -> String {
    parts.push_tail(&mut product);
    product.truncate(product.floor_char_boundary(LONGEST_TEXT));
    product
}

fn usual_generic_pack_name(product: &str, size: &str) -> String {
    if size.is_empty() { product.to_owned() } else { [product, " ", size].concat() }
}
