//! The dataset: all packs in one file that is read where it lies.
//!
//! [`Dataset::open`] checks the header and the bounds of every structure once, in time that doesn't
//! grow with the number of packs, and allocates nothing. Datasets are untrusted: damage inside a
//! structure gives wrong or missing packs, never a panic, a loop without end or a read outside.
//! [`verify`] finds it: whoever opens bytes that came from outside calls that.

pub(crate) mod bitmap;
pub(crate) mod column;
pub(crate) mod digest;
mod error;
pub(crate) mod format;
mod gaps;
pub(crate) mod gtins;
pub(crate) mod ids;
pub(crate) mod input;
#[cfg(feature = "write")]
mod limits;
mod name;
mod pack_set;
mod phrases;
mod postings;
mod texts;
mod words;
#[cfg(feature = "write")]
pub mod writer;

use std::ops::Range;

use bitmap::{Bitmap, Ranked, Sparse};
use column::Column;
use format::{DIGEST_LEN, FLAG_DEMO, HEADER_LEN, LONGEST_TEXT, MAGIC, MOST_COMPONENTS, VERSION, uint};
use gtins::Gtins;
use ids::Ids;
use input::Input;
use phrases::Phrases;
use texts::{Spans, Texts};

pub use error::OpenError;
pub use format::VERSION as FORMAT;
pub use gaps::{Gap, Gaps};
pub(crate) use name::NameParts;
#[cfg(any(feature = "cli", test))]
pub(crate) use name::is_mixture;
pub use pack_set::{PackSet, Window};
pub use postings::List;
pub use words::{Cursor, Occurrences, Words};

use crate::ampp_id::AmppId;
use crate::date::Date;
use crate::gtin::Gtin;
use crate::pack::{Component, Discontinued, GtinEntry, Pack, Prices, Status};
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

/// Which release a dataset holds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Release {
    /// The name under which it was published, like `8.2.0`.
    pub name: String,
    /// The day of the release.
    pub date: Date,
    /// Whether the packs are invented.
    pub is_demo: bool,
    /// What it lacked.
    pub gaps: Gaps,
}

impl Release {
    /// As flags of a file.
    #[cfg(feature = "write")]
    pub(crate) fn flags(&self) -> u16 {
        self.gaps.flags() | if self.is_demo { FLAG_DEMO } else { 0 }
    }
}

/// An open dataset: views into its bytes.
#[derive(Clone, Copy, Debug)]
pub struct Dataset<'a> {
    is_demo: bool,
    gaps: Gaps,
    digest: [u8; DIGEST_LEN],
    #[cfg(feature = "write")]
    file_len: usize,
    release: &'a str,
    release_date: Date,
    packs: u32,
    pieces: Texts<'a>,
    products: Phrases<'a>,
    product_starts: Ranked<'a>,
    generic_products: Phrases<'a>,
    generic_starts: Ranked<'a>,
    generic_of_run: Column<'a>,
    generic_pack_names: Texts<'a>,
    generic_pack_name: Sparse<'a>,
    suppliers: Texts<'a>,
    supplier: Column<'a>,
    sizes: Texts<'a>,
    size: Column<'a>,
    subpacks: Texts<'a>,
    subpack: Sparse<'a>,
    short_names: Texts<'a>,
    short_name: Sparse<'a>,
    legal_categories: Texts<'a>,
    legal_category: Column<'a>,
    flags: Texts<'a>,
    flag: Column<'a>,
    discontinued: Sparse<'a>,
    invalid: Bitmap<'a>,
    mixtures: Bitmap<'a>,
    price: Sparse<'a>,
    price_prev: Sparse<'a>,
    ids: Ids<'a>,
    parents: Ranked<'a>,
    children_of_parent: Spans<'a>,
    children: Column<'a>,
    days: Column<'a>,
    gtins: Gtins<'a>,
    words: Words<'a>,
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
        let header = Header::read(bytes)?;
        let input = &mut Input::new(bytes.get(HEADER_LEN..).unwrap_or(&[]), HEADER_LEN);
        let release = std::str::from_utf8(input.blob()?).map_err(|_| input.damaged())?;
        let release_date = Date::from_days(input.u32()? as i32).ok_or_else(|| input.damaged())?;
        let packs = input.u32()?;
        let count = packs as usize;
        let pieces = Texts::open(input)?;
        let products = Phrases::open(input)?;
        let product_starts = Ranked::open(input, count)?;
        let generic_products = Phrases::open(input)?;
        let generic_starts = Ranked::open(input, count)?;
        let generic_of_run = Column::open(input)?;
        let generic_pack_names = Texts::open(input)?;
        let generic_pack_name = Sparse::open(input, count)?;
        let (suppliers, supplier) = (Texts::open(input)?, Column::open_exact(input, count)?);
        let (sizes, size) = (Texts::open(input)?, Column::open_exact(input, count)?);
        let (subpacks, subpack) = (Texts::open(input)?, Sparse::open(input, count)?);
        let (short_names, short_name) = (Texts::open(input)?, Sparse::open(input, count)?);
        let (legal_categories, legal_category) = (Texts::open(input)?, Column::open_exact(input, count)?);
        let (flags, flag) = (Texts::open(input)?, Column::open_exact(input, count)?);
        let (discontinued, invalid) = (Sparse::open(input, count)?, Bitmap::open(input, count)?);
        let mixtures = Bitmap::open(input, count)?;
        let (price, price_prev) = (Sparse::open(input, count)?, Sparse::open(input, count)?);
        let ids = Ids::open(input, count)?;
        let (parents, children_of_parent) = (Ranked::open(input, count)?, Spans::open(input)?);
        let children = Column::open(input)?;
        // Whoever is a component of all combination packs is it once in each.
        if children.is_without_bytes() && children.len() > count {
            return Err(input.damaged());
        }
        let days = Column::open(input)?;
        let gtins = Gtins::open(input, count, days)?;
        let words = Words::open(input)?;
        if !input.is_empty() {
            return Err(input.damaged());
        }
        let (is_demo, gaps, digest) =
            (header.flags & FLAG_DEMO != 0, Gaps::of_flags(header.flags), header.digest);
        #[rustfmt::skip]
        let dataset = Dataset {
            is_demo, gaps, digest, #[cfg(feature = "write")] file_len: bytes.len(), release, release_date, packs, pieces, products, product_starts, generic_products,
            generic_starts, generic_of_run, generic_pack_names, generic_pack_name, suppliers, supplier, sizes, size,
            subpacks, subpack, short_names, short_name, legal_categories, legal_category, flags, flag, discontinued,
            invalid, mixtures, price, price_prev, ids, parents, children_of_parent, children, days, gtins, words,
        };
        Ok(dataset)
    }

    /// The name of the release.
    pub fn release(&self) -> &'a str {
        self.release
    }

    /// The day of the release.
    pub fn release_date(&self) -> Date {
        self.release_date
    }

    /// Whether the packs are invented, for demonstration.
    pub fn is_demo(&self) -> bool {
        self.is_demo
    }

    /// What the release lacked of which the dataset was made.
    pub fn gaps(&self) -> Gaps {
        self.gaps
    }

    /// SHA-256 of the whole file but these bytes themselves: names the content.
    pub fn digest(&self) -> [u8; DIGEST_LEN] {
        self.digest
    }

    /// How many bytes the whole file has.
    #[cfg(feature = "write")]
    pub(crate) fn file_len(&self) -> usize {
        self.file_len
    }

    /// How many packs there are.
    pub fn packs(&self) -> u32 {
        self.packs
    }

    /// How many periods of GTINs on packs there are.
    pub fn gtin_rows(&self) -> u32 {
        self.gtins.len() as u32
    }

    /// The dictionary of all words in names.
    pub fn words(&self) -> Words<'a> {
        self.words
    }

    /// The whole record of a pack; none behind the last.
    pub fn pack(&self, number: PackNumber) -> Option<Pack> {
        let index = number.index();
        let pack_id = self.pack_id(number)?;
        // All numbers first: reads that don't wait for each other take the time of one.
        let (run, generic_run) = (run_at(&self.product_starts, index), run_at(&self.generic_starts, index));
        let (supplier, size, legal_category) =
            (self.supplier.get(index), self.size.get(index), self.legal_category.get(index));
        let (short_name, subpack) = (self.short_name.get(index), self.subpack.get(index));
        let (discontinued, is_invalid) = (self.discontinued.get(index), self.invalid.get(index));
        let (prices, generic_pack_name) = (self.prices(index), self.generic_pack_name.get(index));
        let parts = self.parts_of(supplier, size, subpack);
        let legal_category = self.legal_categories.get(legal_category as usize);
        let short_name = short_name.map(|text| self.short_names.get(text as usize));
        let generic = self.generic_of_run.get(generic_run) as usize;
        let name = Self::name_of(self.products.text(run, &self.pieces, TAIL_ROOM), parts);
        let generic_product_name = self.generic_products.text(generic, &self.pieces, 0);
        Some(Pack {
            pack_id,
            name,
            generic_pack_name: generic_pack_name
                .map(|text| self.generic_pack_names.get(text as usize).to_owned())
                .unwrap_or_else(|| usual_generic_pack_name(&generic_product_name, parts.size)),
            generic_product_name,
            short_name: short_name.map(str::to_owned),
            subpack: subpack.map(|subpack| self.subpacks.get((subpack / 2) as usize).to_owned()),
            legal_category: legal_category.to_owned(),
            discontinued: discontinued.map(|day| self.discontinued(index, day)),
            gtin_codes: self.gtin_entries(number).collect(),
            prices,
            is_invalid,
            comb_content: self.components(index),
        })
    }

    /// The AMPP code of a pack; none behind the last.
    pub fn pack_id(&self, number: PackNumber) -> Option<AmppId> {
        if number.0 >= self.packs {
            return None;
        }
        self.ids.get(number.index())
    }

    /// The full name of a pack.
    pub fn name(&self, number: PackNumber) -> String {
        Self::name_of(self.product_text(number.index(), TAIL_ROOM), self.parts(number))
    }

    /// The name up to the supplier.
    pub fn product_name(&self, number: PackNumber) -> String {
        self.product_text(number.index(), 0)
    }

    /// Every period in which the pack carried a GTIN, the oldest first.
    pub fn gtin_entries(&self, number: PackNumber) -> impl Iterator<Item = GtinEntry> + use<'a> {
        self.gtins.of_pack(number.index())
    }

    /// Every period of a GTIN on every pack, in no order that means anything.
    pub fn gtin_uses(&self, gtin: Gtin) -> impl Iterator<Item = (PackNumber, GtinEntry)> + use<'a> {
        self.gtins.of_gtin(gtin).map(|(pack, entry)| (PackNumber(pack as u32), entry))
    }

    /// The pack with this AMPP code. Looks at each pack's number, about half a nanosecond for one.
    pub fn find(&self, id: AmppId) -> Option<PackNumber> {
        self.ids.position(id).map(|index| PackNumber(index as u32))
    }

    /// What the pack's state is.
    pub fn status(&self, number: PackNumber) -> Status {
        let day = self.discontinued.get(number.index());
        Status {
            is_discontinued: day.is_some(),
            discontinued_date: day.and_then(|day| gtins::day(self.days, day)),
            is_invalid: self.is_invalid(number),
        }
    }

    /// Whether the pack is neither discontinued nor invalid.
    pub fn is_current(&self, number: PackNumber) -> bool {
        !self.is_invalid(number) && !self.is_discontinued(number)
    }

    /// All packs.
    pub fn window(&self) -> Window {
        Window::of(self.packs)
    }

    /// The packs of a window that are discontinued, whether or not a date is recorded.
    pub fn discontinued_packs(&self, window: Window) -> PackSet {
        PackSet::of_bitmap(window, self.discontinued.present())
    }

    /// The packs of a window that are invalid.
    pub fn invalid_packs(&self, window: Window) -> PackSet {
        PackSet::of_bitmap(window, self.invalid)
    }

    /// The packs of a window whose product's name joins several substances.
    pub fn mixtures(&self, window: Window) -> PackSet {
        PackSet::of_bitmap(window, self.mixtures)
    }

    /// Whether the pack is discontinued, whether or not a date is recorded.
    pub fn is_discontinued(&self, number: PackNumber) -> bool {
        self.discontinued.present().get(number.index())
    }

    /// Whether the pack is invalid.
    pub fn is_invalid(&self, number: PackNumber) -> bool {
        self.invalid.get(number.index())
    }

    /// Whether the name of the pack's product joins several substances.
    pub fn is_mixture(&self, number: PackNumber) -> bool {
        self.mixtures.get(number.index())
    }

    /// The packs whose folded name is `text`, and those whose folded name begins with it: they
    /// stand together, and the former are the first of the latter.
    pub fn named(&self, text: &str) -> [Range<u32>; 2] {
        let folded = |index: u32| fold(&self.name(PackNumber(index)));
        let first =
            Column::partition_point(self.packs as usize, |index| folded(index as u32).as_str() < text) as u32;
        // Names that are the text are the first ones that begin with it.
        let exact_end = self.stretch_end(first, |index| folded(index) == text);
        let end = self.stretch_end(first, |index| folded(index).starts_with(text));
        [first..exact_end, first..end]
    }

    /// Where a stretch of packs ends that begins at `first`, if there is one.
    fn stretch_end(&self, first: u32, is_in: impl Fn(u32) -> bool) -> u32 {
        let is_behind = |index: &u32| *index >= self.packs || !is_in(*index);
        // Mostly it is short: steps that double find the end sooner than halving all.
        let steps = (0..u32::BITS).map(|power| first.saturating_add(1 << power).saturating_sub(1));
        let far = steps.into_iter().find(is_behind).unwrap_or(self.packs).min(self.packs);
        let length = |far: u32| {
            Column::partition_point((far - first) as usize, |step| !is_behind(&(first + step as u32)))
        };
        first + length(far) as u32
    }

    /// The name of a product, and behind it all other parts of a pack's name. Damage can make of short parts a longer name
    /// than was ever written: it is cut.
    fn name_of(mut product: String, parts: NameParts<'_>) -> String {
        parts.push_tail(&mut product);
        product.truncate(product.floor_char_boundary(LONGEST_TEXT));
        product
    }

    fn product_text(&self, index: usize, room: usize) -> String {
        self.products.text(run_at(&self.product_starts, index), &self.pieces, room)
    }

    /// The parts of the name, but for the product.
    fn parts(&self, number: PackNumber) -> NameParts<'a> {
        let index = number.index();
        self.parts_of(self.supplier.get(index), self.size.get(index), self.subpack.get(index))
    }

    fn parts_of(&self, supplier: u64, size: u64, subpack: Option<u64>) -> NameParts<'a> {
        // Odd where the name ends with it.
        let shown = subpack.filter(|subpack| subpack % 2 == 1);
        NameParts {
            product: "",
            supplier: supplier.checked_sub(1).map(|supplier| self.suppliers.get(supplier as usize)),
            size: self.sizes.get(size as usize),
            subpack: shown.map(|subpack| self.subpacks.get((subpack / 2) as usize)),
        }
    }

    fn prices(&self, index: usize) -> Prices {
        let pence = |prices: &Sparse<'_>| prices.get(index).map(|pence| pence as u32);
        Prices { price_pence: pence(&self.price), price_prev_pence: pence(&self.price_prev) }
    }

    fn discontinued(&self, index: usize, day: u64) -> Discontinued {
        let flag = self.flags.get(self.flag.get(index) as usize).to_owned();
        Discontinued { flag, date: gtins::day(self.days, day) }
    }

    fn components(&self, index: usize) -> Vec<Component> {
        let Some(parent) = self.parents.rank_if_set(index) else { return Vec::new() };
        let places = self.children_of_parent.get(parent);
        (places.start..places.end.min(self.children.len()))
            .take(MOST_COMPONENTS)
            .map(|place| PackNumber(self.children.get(place) as u32))
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
    if digest::of_file(bytes) == dataset.digest { Ok(dataset) } else { Err(OpenError::digest()) }
}

struct Header {
    flags: u16,
    digest: [u8; DIGEST_LEN],
}

impl Header {
    fn read(bytes: &[u8]) -> Result<Header, OpenError> {
        let mut input = Input::new(bytes, 0);
        if input.bytes(MAGIC.len()).ok() != Some(&MAGIC) {
            return Err(OpenError::not_a_dataset());
        }
        let version = uint(input.bytes(2)?) as u16;
        if version != VERSION {
            return Err(OpenError::other_version(version));
        }
        let flags = uint(input.bytes(2)?) as u16;
        // A flag with a new meaning comes with a new version.
        if flags & !known_flags() != 0 {
            return Err(input.damaged());
        }
        let len = input.u32()?;
        if u64::from(len) != bytes.len() as u64 {
            return Err(OpenError::length(len.into(), bytes.len() as u64));
        }
        let digest = *input.bytes(DIGEST_LEN)?.first_chunk().ok_or_else(|| input.damaged())?;
        Ok(Header { flags, digest })
    }
}

/// Every flag that has a meaning.
pub(crate) fn known_flags() -> u16 {
    FLAG_DEMO | Gaps::all().flags()
}

/// The run of equal names that a pack stands in.
fn run_at(starts: &Ranked<'_>, index: usize) -> usize {
    starts.rank(index.saturating_add(1)).saturating_sub(1)
}

fn usual_generic_pack_name(product: &str, size: &str) -> String {
    if size.is_empty() { product.to_owned() } else { [product, " ", size].concat() }
}
