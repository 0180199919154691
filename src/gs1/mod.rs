//! GS1 data: what barcodes on packs hold, and what people and scanners make of it.
//!
//! [`parse_scan`] reads
//!
//! * element strings as barcodes hold them, `0109521234567895` `10ABC` `<GS>` `17290630`, with or without a
//!   symbology identifier such as `]d2`, separated by FNC1 (GS, 0x1D) or by what is shown in its place;
//! * the same in brackets, `(01)09521234567895(10)ABC`;
//! * Digital Link URIs, `https://example.org/01/09521234567895?17=290630`;
//! * the plain digits of EAN-8, UPC-A, EAN-13 and ITF-14.
//!
//! Application Identifiers, lengths, characters, check digits, dates, and which AIs need or rule out
//! each other, are those of GS1's Syntax Dictionary. Its checks that need lists of countries, currencies and the like
//! are left out, as they say nothing about which pack it is. Where GS1 is stricter than meaning requires,
//! this isn't: a separator too many, or spaces between bracketed elements, are passed over.

mod ai;
mod digital_link;
mod element;
mod entry;
mod error;
mod record;
mod symbology;
#[rustfmt::skip]
mod table;
mod value;

use std::borrow::Cow;
use std::fmt;

use crate::date::Date;
use crate::gtin::{Gtin, GtinError};

pub use ai::ApplicationIdentifier;
pub use element::ElementString;
pub use error::{Fault, OtherCode, ScanError, Warning};
pub use record::ScanRecord;
pub use symbology::Symbology;

use element::GS;
use symbology::Promise;

/// The longest text that is read, in bytes. The largest GS1 symbols hold less than half of it.
pub const MAX_LEN: usize = 8192;

/// The code of a trade item, as it was scanned or typed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Scan {
    symbology: Option<Symbology>,
    gtin: Gtin,
    elements: Vec<ElementString>,
    warnings: Vec<Warning>,
}

impl Scan {
    /// The GTIN. Its check digit is right unless there is a [`Warning::WrongCheckDigit`].
    pub fn gtin(&self) -> Gtin {
        self.gtin
    }

    /// The batch or lot number (AI 10).
    pub fn batch(&self) -> Option<&str> {
        self.value("10")
    }

    /// The serial number (AI 21).
    pub fn serial(&self) -> Option<&str> {
        self.value("21")
    }

    /// The day until which the pack may be used (AI 17, or 7003 without its time of day).
    ///
    /// The century depends on `today`: the year is from 49 years before this year to 50 years after it.
    pub fn expiry(&self, today: Date) -> Option<Date> {
        let yymmdd = self.value("17").or_else(|| self.value("7003")?.get(..6))?;
        value::date_of(yymmdd, today)
    }

    /// The kind of barcode, where a symbology identifier told it.
    pub fn symbology(&self) -> Option<Symbology> {
        self.symbology
    }

    /// All elements in their order; none where the code is a plain number.
    pub fn elements(&self) -> &[ElementString] {
        &self.elements
    }

    /// What is doubtful.
    pub fn warnings(&self) -> &[Warning] {
        &self.warnings
    }

    /// The value of the first element with this AI.
    pub fn value(&self, ai: &str) -> Option<&str> {
        value_of(&self.elements, ai)
    }
}

/// The elements in brackets, or the plain number.
impl fmt::Display for Scan {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.elements.is_empty() {
            return self.gtin.fmt(f);
        }
        self.elements.iter().try_for_each(|element| element.fmt(f))
    }
}

/// Reads anything that a scanner or a person may give for a barcode.
pub fn parse_scan(text: &str) -> Result<Scan, ScanError> {
    let text = normalise(text)?;
    let (symbology, data) = split_symbology(&text);
    if let Some(address) = digital_link::strip_scheme(data) {
        return scan_of(symbology, digital_link::read(address)?);
    }
    if is_bracketed(data) {
        return scan_of(symbology, element::read_bracketed(data)?);
    }
    match symbology.map_or(Promise::Nothing, Symbology::promise) {
        Promise::ElementStrings => scan_of(symbology, element::read_raw(data)?),
        Promise::Digits => parse_digits(symbology, data),
        Promise::Nothing => parse_unmarked(symbology, data),
    }
}

/// `(Accord)` is a name, not an AI.
fn is_bracketed(data: &str) -> bool {
    data.strip_prefix('(').is_some_and(|rest| rest.starts_with(|c: char| c.is_ascii_digit()))
}

/// The GTIN that a text tells as GS1 data in any form, rather than as a plain number or not at all.
///
/// For telling such texts from names. What follows a right GTIN may be wrong.
pub fn find_gtin(text: &str) -> Option<Gtin> {
    let text = normalise(text).ok()?;
    if Gtin::parse_scanned(&text).is_ok() {
        return None;
    }
    parse_scan(&text).map(|scan| scan.gtin).ok().or_else(|| leading_gtin(&text))
}

fn leading_gtin(text: &str) -> Option<Gtin> {
    let data = split_symbology(text).1.trim_start_matches(GS);
    let value = data.strip_prefix("(01)").or_else(|| data.strip_prefix("01"))?;
    let (digits, _) = value.trim_start().split_at_checked(14)?;
    Gtin::parse(digits).ok().filter(|gtin| gtin.has_right_check_digit())
}

/// What stands for GS in texts of scanners and people, and can't occur in a value.
const STAND_INS: [&str; 11] =
    ["␝", "{GS}", "{FNC1}", "[GS]", "[FNC1]", "^FNC1", "^]", "\\x1d", "\\x1D", "\\u001d", "\\u001D"];

/// These could occur in a value, so that they count only where nothing else parts the elements.
const DOUBTFUL_STAND_INS: [&str; 2] = ["<GS>", "<FNC1>"];

/// The text without space around it, with GS for what stands for it.
fn normalise(text: &str) -> Result<Cow<'_, str>, ScanError> {
    let text = text.trim();
    if text.is_empty() {
        return Err(ScanError::Empty);
    }
    if text.len() > MAX_LEN {
        return Err(ScanError::InputTooLong);
    }
    if digital_link::strip_scheme(text).is_some() {
        return Ok(text.into());
    }
    let text = replace_all(text.into(), &STAND_INS);
    Ok(if text.contains(GS) { text } else { replace_all(text, &DOUBTFUL_STAND_INS) })
}

fn replace_all<'t>(text: Cow<'t, str>, stand_ins: &[&str]) -> Cow<'t, str> {
    stand_ins.iter().fold(text, |text, stand_in| {
        if text.contains(stand_in) { text.replace(stand_in, "\x1d").into() } else { text }
    })
}

fn split_symbology(text: &str) -> (Option<Symbology>, &str) {
    Symbology::strip(text).map_or((None, text), |(symbology, data)| (Some(symbology), data))
}

fn parse_digits(symbology: Option<Symbology>, data: &str) -> Result<Scan, ScanError> {
    let gtin = Gtin::parse_scanned(data).map_err(|error| match error {
        GtinError::NotDigits => ScanError::NotACode,
        GtinError::BadLength => ScanError::BadLength,
    })?;
    let wrong =
        (!gtin.has_right_check_digit()).then(|| Warning::WrongCheckDigit { right: gtin.right_check_digit() });
    Ok(Scan { symbology, gtin, elements: Vec::new(), warnings: wrong.into_iter().collect() })
}

/// Reads text of which nothing says what it is.
fn parse_unmarked(symbology: Option<Symbology>, data: &str) -> Result<Scan, ScanError> {
    if let Some(other) = other_code(data) {
        return Err(ScanError::NotAGtin(other));
    }
    if Gtin::parse_scanned(data).is_ok() {
        return parse_digits(symbology, data);
    }
    let scan = element::read_raw(data).and_then(|elements| scan_of(symbology, elements));
    match symbology {
        Some(symbology) => {
            let mut scan = scan.map_err(|_| ScanError::NotGs1(symbology))?;
            scan.warnings.push(Warning::NotMarkedAsGs1);
            Ok(scan)
        }
        None => scan.map_err(|error| plainer(error, data)),
    }
}

/// Nobody who types a name or some digits wants to hear of AIs.
fn plainer(error: ScanError, data: &str) -> ScanError {
    const SHORTEST_WITH_GTIN: usize = 16;
    let is_digits = data.bytes().all(|b| b.is_ascii_digit());
    match error {
        _ if is_digits && data.len() < SHORTEST_WITH_GTIN => ScanError::BadLength,
        ScanError::UnknownAi { position: 1 } => ScanError::NotACode,
        error => error,
    }
}

fn other_code(data: &str) -> Option<OtherCode> {
    let begins_with_digit = |text: &str| text.starts_with(|c: char| c.is_ascii_digit());
    let is_ppn = |field: &str| field.strip_prefix("9N").is_some_and(begins_with_digit);
    if data.split(GS).any(is_ppn) {
        Some(OtherCode::Ppn)
    } else if data.starts_with("[)>") {
        Some(OtherCode::Iso15434)
    } else {
        let rest = data.strip_prefix('+')?;
        rest.starts_with(|c: char| c.is_ascii_alphanumeric() || c == '$').then_some(OtherCode::Hibc)
    }
}

fn scan_of(symbology: Option<Symbology>, elements: Vec<ElementString>) -> Result<Scan, ScanError> {
    let first = elements.first().ok_or(ScanError::Empty)?;
    element::check_together(&elements)?;
    let gtin = gtin_of(&elements).ok_or_else(|| ScanError::NotAGtin(kind_of(first.ai(), &elements)))?;
    let warnings = element::lost_separators(&elements).collect();
    Ok(Scan { symbology, gtin, elements, warnings })
}

/// The GTIN of the trade item, of a made-to-order one, or of the one that this is a piece of.
fn gtin_of(elements: &[ElementString]) -> Option<Gtin> {
    let value = ["01", "03", "8006"].iter().find_map(|ai| value_of(elements, ai))?;
    Gtin::parse(value.get(..14)?).ok()
}

fn kind_of(first: ApplicationIdentifier, elements: &[ElementString]) -> OtherCode {
    let has = |ai: &str| value_of(elements, ai).is_some();
    if has("00") {
        OtherCode::Sscc
    } else if ["255", "8110", "8112"].into_iter().any(has) {
        OtherCode::Coupon
    } else {
        OtherCode::Gs1(first)
    }
}

fn value_of<'e>(elements: &'e [ElementString], ai: &str) -> Option<&'e str> {
    elements.iter().find(|element| element.ai().matches(ai)).map(ElementString::value)
}
