//! A pack: its record, as the specification defines it, and its JSON.

mod json;
mod origin;

pub use origin::Origin;

use serde::ser::{Serialize, SerializeStruct, Serializer};

use crate::date::Date;
use crate::gtin::RecordedGtin;
use crate::snomed::AmppId;
use crate::text::without_accents;

/// A pack of a medicine or device (a dm+d AMPP).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pack {
    /// Its AMPP code.
    pub pack_id: AmppId,
    /// Its name: product, supplier in parentheses, size, and the sub-pack if there is one.
    pub name: String,
    /// The name of the virtual pack (VMPP).
    pub generic_pack_name: String,
    /// The name of the virtual product (VMP).
    pub generic_product_name: String,
    /// Its short name.
    pub short_name: Option<String>,
    /// A description like `2 x 14 tablets`.
    pub subpack: Option<String>,
    /// Its legal category: `POM`, `P`, `GSL`, or another text of the release.
    pub legal_category: String,
    /// The flag text and the date, if the pack is discontinued.
    pub discontinued: Option<Discontinued>,
    /// Every GTIN that the pack has carried, with its period.
    pub gtin_codes: Vec<GtinEntry>,
    /// Prices in pence.
    pub prices: Prices,
    /// Whether the release marks the pack as invalid.
    pub is_invalid: bool,
    /// The packs in this combination pack.
    pub comb_content: Vec<Component>,
}

/// That a pack is discontinued, and since when.
///
/// The JSON of a pack omits both fields without a date, as the specification requires. [`Status`] has no such
/// gap.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Discontinued {
    /// The flag text of the release.
    pub flag: String,
    /// The day, or `None` if it is not recorded.
    pub date: Option<Date>,
}

/// The status of a pack. The flags are independent of each other.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Status {
    /// Whether the pack is discontinued.
    pub is_discontinued: bool,
    /// The day since which it is discontinued. `None` if it is not discontinued or the day is not recorded.
    pub discontinued_date: Option<Date>,
    /// Whether the release marks the pack as invalid.
    pub is_invalid: bool,
}

impl Status {
    /// Reports whether the pack is neither discontinued nor invalid.
    pub fn is_current(&self) -> bool {
        !self.is_discontinued && !self.is_invalid
    }
}

/// Says since when a pack is discontinued, for people.
pub(crate) fn discontinued_in_words(since: Option<Date>) -> String {
    match since {
        Some(day) => format!("Discontinued since {}", day.in_words()),
        None => "Discontinued, date not recorded".to_owned(),
    }
}

/// Serialises the flags, and `current`, which programs need most.
impl Serialize for Status {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut status = serializer.serialize_struct("Status", 4)?;
        status.serialize_field("current", &self.is_current())?;
        status.serialize_field("discontinued", &self.is_discontinued)?;
        status.serialize_field("discontinued_date", &self.discontinued_date)?;
        status.serialize_field("invalid", &self.is_invalid)?;
        status.end()
    }
}

/// A GTIN of a pack, and the period in which the pack carries it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, serde::Serialize)]
pub struct GtinEntry {
    /// The GTIN as recorded.
    pub gtin: RecordedGtin,
    /// The first day.
    pub start_date: Date,
    /// The last day, inclusive. `None` while the period is open.
    pub end_date: Option<Date>,
}

impl GtinEntry {
    /// Reports whether the period includes `day`. Both ends are inclusive.
    pub fn includes(&self, day: Date) -> bool {
        self.start_date <= day && self.end_date.is_none_or(|end| day <= end)
    }

    /// Reports whether both periods include the same day. A period that ends before it starts includes no
    /// day.
    ///
    /// # Examples
    ///
    /// ```
    /// use pack_lookup::date::Date;
    /// use pack_lookup::gtin::RecordedGtin;
    /// use pack_lookup::pack::GtinEntry;
    ///
    /// let gtin = RecordedGtin::parse("09521234567899")?;
    /// let [first, second] = [Date::parse("2020-01-01")?, Date::parse("2020-12-31")?];
    /// let closed = GtinEntry { gtin, start_date: first, end_date: Some(second) };
    /// let open = GtinEntry { gtin, start_date: second, end_date: None };
    /// assert!(closed.overlaps(&open));
    /// assert!(!closed.overlaps(&GtinEntry { start_date: Date::parse("2021-01-01")?, ..open }));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn overlaps(&self, other: &GtinEntry) -> bool {
        let first_common_day = self.start_date.max(other.start_date);
        self.includes(first_common_day) && other.includes(first_common_day)
    }

    /// Finds the last day, if the period ended before `day`.
    ///
    /// # Examples
    ///
    /// ```
    /// use pack_lookup::date::Date;
    /// use pack_lookup::gtin::RecordedGtin;
    /// use pack_lookup::pack::GtinEntry;
    ///
    /// let gtin = RecordedGtin::parse("09521234567899")?;
    /// let (start_date, end) = (Date::parse("2020-01-01")?, Date::parse("2024-12-31")?);
    /// let entry = GtinEntry { gtin, start_date, end_date: Some(end) };
    /// assert_eq!(entry.ended_before(Date::parse("2025-01-01")?), Some(end));
    /// assert_eq!(entry.ended_before(end), None);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn ended_before(&self, day: Date) -> Option<Date> {
        let end = self.end_date?;
        if end < day { Some(end) } else { None }
    }
}

/// The prices of a pack, in pence. `None` means that the release has no price, which is not the same as a
/// price of 0.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Prices {
    /// The NHS indicative price, in pence.
    pub price_pence: Option<u32>,
    /// The previous price, in pence.
    pub price_prev_pence: Option<u32>,
}

/// Writes a price in pounds, for people.
pub(crate) fn pounds(pence: u32) -> String {
    format!("£{}.{:02}", pence / 100, pence % 100)
}

/// A pack inside a combination pack. It is a pack of the same release with its own record, which its code
/// finds.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize)]
pub struct Component {
    /// Its AMPP code.
    pub pack_id: AmppId,
    /// Its name.
    pub name: String,
}

/// Reports whether a legal category belongs to a medicine. Devices have `Not Applicable`.
pub(crate) fn is_medicine(legal_category: &str) -> bool {
    legal_category != "Not Applicable"
}

impl Pack {
    /// The status of the pack.
    pub fn status(&self) -> Status {
        Status {
            is_discontinued: self.discontinued.is_some(),
            discontinued_date: self.discontinued.as_ref().and_then(|discontinued| discontinued.date),
            is_invalid: self.is_invalid,
        }
    }

    /// Reports whether the pack is neither discontinued nor invalid.
    pub fn is_current(&self) -> bool {
        self.status().is_current()
    }

    /// Reads the flag text and the date. A record has both or neither.
    fn dated(&self) -> Option<(&str, Date)> {
        let Discontinued { flag, date } = self.discontinued.as_ref()?;
        Some((flag.as_str(), (*date)?))
    }

    /// The path of the pack's page: a slug for people, then the AMPP code, the only part that identifies the
    /// pack.
    pub fn url(&self) -> String {
        pack_url(&self.name, self.pack_id)
    }
}

/// Writes the path of a pack's page.
///
/// # Examples
///
/// ```
/// use pack_lookup::snomed::AmppId;
/// use pack_lookup::pack::pack_url;
///
/// let id = AmppId::parse("38188111000001100")?;
/// let url = pack_url("Amlodipine 5mg tablets (A Ltd) 28 tablet", id);
/// assert_eq!(url, "/med/ampp/ampp/amlodipine-5mg-tablets-a-ltd-28-tablet-38188111000001100");
/// # Ok::<(), pack_lookup::snomed::AmppIdError>(())
/// ```
pub fn pack_url(name: &str, pack_id: AmppId) -> String {
    let mut url = Vec::with_capacity(name.len() + 40);
    push_pack_url(&mut url, name, pack_id);
    String::from_utf8(url).unwrap_or_default()
}

fn push_pack_url(out: &mut Vec<u8>, name: &str, pack_id: AmppId) {
    out.extend_from_slice(b"/med/ampp/ampp/");
    push_slug(out, name);
    out.push(b'-');
    out.extend_from_slice(itoa::Buffer::new().format(pack_id.number()).as_bytes());
}

/// Writes the slug of a name, as Django's `slugify` makes it.
///
/// Lower-case ASCII letters, digits and underscores stay. Spaces and hyphens become single hyphens between
/// them.
///
/// # Examples
///
/// ```
/// use pack_lookup::pack::slug;
///
/// assert_eq!(slug("Paracetamol 500mg / Codeine 8mg"), "paracetamol-500mg-codeine-8mg");
/// ```
pub fn slug(name: &str) -> String {
    let mut slug = Vec::with_capacity(name.len());
    push_slug(&mut slug, name);
    String::from_utf8(slug).unwrap_or_default()
}

fn push_slug(out: &mut Vec<u8>, name: &str) {
    let start = out.len();
    if name.is_ascii() {
        push_slug_bytes(out, name.bytes());
    } else {
        push_slug_bytes(out, without_accents(name).filter_map(|c| u8::try_from(c).ok()));
    }
    while out.len() > start && matches!(out.last(), Some(b'-' | b'_')) {
        out.pop();
    }
}

/// The byte of a slug for each byte of a name, or 0 if the slug omits it.
const SLUG_BYTES: [u8; 256] = slug_bytes();

#[expect(clippy::indexing_slicing, reason = "it runs at compile time")]
const fn slug_bytes() -> [u8; 256] {
    let mut slug_bytes = [0; 256];
    let mut byte = 0;
    while byte < 128 {
        slug_bytes[byte as usize] = match byte {
            b'-' | b' ' | b'\t'..=b'\r' => b'-',
            b'A'..=b'Z' | b'a'..=b'z' | b'0'..=b'9' | b'_' => byte.to_ascii_lowercase(),
            _ => 0,
        };
        byte += 1;
    }
    slug_bytes
}

fn push_slug_bytes(out: &mut Vec<u8>, name: impl Iterator<Item = u8>) {
    let start = out.len();
    let mut before = b'-';
    for byte in name {
        let byte = SLUG_BYTES.get(usize::from(byte)).copied().unwrap_or(0);
        // Hyphens and underscores at the start are removed, as at the end.
        if byte == 0 || (out.len() == start && matches!(byte, b'-' | b'_')) {
            continue;
        }
        if byte != b'-' || before != b'-' {
            out.push(byte);
        }
        before = byte;
    }
}

/// The specification defines the order of the fields, the nulls, and that `discontinued` may be absent.
impl Serialize for Pack {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let discontinued = self.dated();
        let fields = 13 + usize::from(discontinued.is_some());
        let mut record = serializer.serialize_struct("Pack", fields)?;
        record.serialize_field("pack_id", &self.pack_id)?;
        record.serialize_field("name", &self.name)?;
        record.serialize_field("generic_pack_name", &self.generic_pack_name)?;
        record.serialize_field("generic_product_name", &self.generic_product_name)?;
        record.serialize_field("url", &self.url())?;
        record.serialize_field("short_name", &self.short_name)?;
        record.serialize_field("subpack", &self.subpack)?;
        record.serialize_field("legal_category", &self.legal_category)?;
        match discontinued {
            Some((flag, _)) => record.serialize_field("discontinued", flag)?,
            None => record.skip_field("discontinued")?,
        }
        record.serialize_field("discontinued_date", &discontinued.map(|(_, date)| date))?;
        record.serialize_field("gtin_codes", &self.gtin_codes)?;
        record.serialize_field("prices", &self.prices)?;
        record.serialize_field("invalid", &self.is_invalid.then_some(1))?;
        record.serialize_field("comb_content", &self.comb_content)?;
        record.end()
    }
}

impl Serialize for Prices {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut prices = serializer.serialize_struct("Prices", 2)?;
        prices.serialize_field("price", &self.price_pence)?;
        prices.serialize_field("price_prev", &self.price_prev_pence)?;
        prices.end()
    }
}
