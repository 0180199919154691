//! GS1 data: the content of barcodes on packs, as scanners send it and as people type it.
//!
//! [`parse_scan`] accepts
//!
//! * element strings, `0109521234567899` `10ABC` `<GS>` `17290630`, with or without a symbology identifier
//!   such as `]d2`. The separator is FNC1 (GS, 0x1D), or a common placeholder for it;
//! * element strings in brackets, `(01)09521234567899(10)ABC`;
//! * Digital Link URIs, `https://example.org/01/09521234567899?17=290630`;
//! * the plain digits of EAN-8, UPC-A, EAN-13 and ITF-14.
//!
//! GS1's Syntax Dictionary defines the Application Identifiers: lengths, characters, check digits, dates, and
//! which AIs need or exclude each other. Checks against lists of countries, currencies and the like are
//! omitted, because they do not identify a pack. The parser is more tolerant than GS1 where the meaning is
//! clear. It ignores superfluous separators, and spaces between bracketed elements.

mod ai;
mod digital_link;
mod element;
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
use crate::text::{has_only_digits, is_digit};

pub use ai::ApplicationIdentifier;
pub use element::ElementString;
pub use error::{Fault, OtherCode, ScanError, Warning};
pub use record::ScanRecord;
pub use symbology::Symbology;

use element::GS;
use symbology::Promise;

/// The maximum length of a text, in bytes. The largest GS1 symbols have less than half of it.
pub const MAX_SCAN_LEN: usize = 8192;

/// The parsed code of a trade item: its GTIN, and elements such as batch, serial number and expiry date.
/// `parse_scan` makes it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Scan {
    symbology: Option<Symbology>,
    gtin: Gtin,
    elements: Vec<ElementString>,
    warnings: Vec<Warning>,
}

impl Scan {
    /// The GTIN. Its check digit is correct unless there is a [`Warning::WrongCheckDigit`].
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

    /// Finds the expiry date (AI 17, or AI 7003 without its time).
    ///
    /// The century depends on `today`: the year is from 49 years before the current year to 50 years after
    /// it.
    ///
    /// # Examples
    ///
    /// ```
    /// use pack_lookup::date::Date;
    /// use pack_lookup::gs1::parse_scan;
    ///
    /// // The day 00 means the last day of the month.
    /// let scan = parse_scan("(01)09521234567899(17)290200")?;
    /// let today = Date::parse("2025-08-14")?;
    /// assert_eq!(scan.expiry(today), Some(Date::parse("2029-02-28")?));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn expiry(&self, today: Date) -> Option<Date> {
        let yymmdd = self.value("17").or_else(|| self.value("7003")?.get(..6))?;
        value::date_of(yymmdd, today)
    }

    /// Warns if the expiry date is before `today`.
    ///
    /// # Examples
    ///
    /// ```
    /// use pack_lookup::date::Date;
    /// use pack_lookup::gs1::parse_scan;
    ///
    /// let scan = parse_scan("(01)09521234567899(17)290630")?;
    /// assert_eq!(scan.expired(Date::parse("2029-06-30")?), None);
    /// let warning = scan.expired(Date::parse("2029-07-01")?).unwrap();
    /// assert_eq!(warning.to_string(), "the pack expired on 2029-06-30");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn expired(&self, today: Date) -> Option<Warning> {
        let expiry = self.expiry(today)?;
        (expiry < today).then_some(Warning::Expired { expiry })
    }

    /// The kind of barcode, if the text has a symbology identifier.
    pub fn symbology(&self) -> Option<Symbology> {
        self.symbology
    }

    /// All elements in their order. Empty for a plain number.
    pub fn elements(&self) -> &[ElementString] {
        &self.elements
    }

    /// The warnings about the text of this scan, which do not depend on the day:
    /// [`Scan::expired`] does.
    ///
    /// # Examples
    ///
    /// ```
    /// use pack_lookup::gs1::{Warning, parse_scan};
    ///
    /// // A plain number may have a wrong check digit: 9 would be correct.
    /// let scan = parse_scan("9521234567890")?;
    /// assert_eq!(scan.warnings(), [Warning::WrongCheckDigit { right: 9 }]);
    /// # Ok::<(), pack_lookup::gs1::ScanError>(())
    /// ```
    pub fn warnings(&self) -> &[Warning] {
        &self.warnings
    }

    /// Finds the value of the first element with this AI.
    pub fn value(&self, ai: &str) -> Option<&str> {
        value_of(&self.elements, ai)
    }
}

/// Writes the elements in brackets, or the plain number.
impl fmt::Display for Scan {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.elements.is_empty() {
            return self.gtin.fmt(f);
        }
        for element in &self.elements {
            element.fmt(f)?;
        }
        Ok(())
    }
}

/// Parses any text that a scanner sends, or a person types, for a barcode.
///
/// # Errors
///
/// Returns a [`ScanError`], whose variants name each case:
///
/// * the text is empty, too long, or not a code;
/// * it is a code of another kind, which does not identify a trade item;
/// * it violates a rule of GS1, such as an unknown AI or a wrong check digit.
///
/// # Examples
///
/// ```
/// use pack_lookup::gs1::{ScanError, Symbology, parse_scan};
///
/// let scan = parse_scan("]d2010952123456789917290630\u{1d}10ABC")?;
/// assert_eq!(scan.gtin().to_string(), "9521234567899");
/// assert_eq!(scan.batch(), Some("ABC"));
/// assert_eq!(scan.symbology(), Some(Symbology::Gs1DataMatrix));
///
/// let link = parse_scan("https://example.org/01/09521234567899/10/ABC")?;
/// assert_eq!(link.to_string(), "(01)09521234567899(10)ABC");
///
/// assert_eq!(parse_scan("amlodipine"), Err(ScanError::NotACode));
/// # Ok::<(), ScanError>(())
/// ```
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

/// Parses the path and the query of a request to a resolver: a Digital Link of a GTIN, by the rules of the
/// URI syntax. Unlike [`parse_scan`], it tolerates nothing except a GTIN of fewer than 14 digits, which
/// earlier versions allowed.
pub(crate) fn parse_resolver_request(path: &str, query: &str) -> Result<Scan, ScanError> {
    if path.len() + query.len() > MAX_SCAN_LEN {
        return Err(ScanError::InputTooLong);
    }
    scan_of(None, digital_link::read_request(path, query)?)
}

/// Reports whether the text starts with a bracketed AI. `(Accord)` is a name.
fn is_bracketed(data: &str) -> bool {
    data.strip_prefix('(').is_some_and(|rest| rest.starts_with(is_digit))
}

/// Finds the GTIN of a text that is GS1 data in any form. Returns `None` for a plain number or another
/// text.
///
/// Distinguishes barcodes from names. The data after a valid GTIN may be invalid.
///
/// # Examples
///
/// ```
/// use pack_lookup::gs1::find_gtin;
///
/// assert!(find_gtin("(01)09521234567899(17)290630").is_some());
/// assert!(find_gtin("amlodipine 5mg").is_none());
/// assert!(find_gtin("9521234567899").is_none());
/// ```
pub fn find_gtin(text: &str) -> Option<Gtin> {
    let text = normalise(text).ok()?;
    if Gtin::parse_scanned(&text).is_ok() {
        return None;
    }
    match parse_scan(&text) {
        Ok(scan) => Some(scan.gtin),
        Err(_) => leading_gtin(&text),
    }
}

fn leading_gtin(text: &str) -> Option<Gtin> {
    let data = split_symbology(text).1.trim_start_matches(GS);
    let value = data.strip_prefix("(01)").or_else(|| data.strip_prefix("01"))?;
    let (digits, _) = value.trim_start().split_at_checked(14)?;
    Gtin::parse(digits).ok().filter(|gtin| gtin.has_right_check_digit())
}

/// Placeholders for GS that scanners send and people type. They cannot occur in a value.
const FNC1_SUBSTITUTES: [&str; 11] =
    ["␝", "{GS}", "{FNC1}", "[GS]", "[FNC1]", "^FNC1", "^]", "\\x1d", "\\x1D", "\\u001d", "\\u001D"];

/// Placeholders that can occur in a value. They count only if the text has no other separator.
const AMBIGUOUS_SUBSTITUTES: [&str; 2] = ["<GS>", "<FNC1>"];

/// Removes surrounding white space, and replaces placeholders by GS.
fn normalise(text: &str) -> Result<Cow<'_, str>, ScanError> {
    let text = text.trim();
    if text.is_empty() {
        return Err(ScanError::Empty);
    }
    if text.len() > MAX_SCAN_LEN {
        return Err(ScanError::InputTooLong);
    }
    if digital_link::strip_scheme(text).is_some() {
        return Ok(text.into());
    }
    let text = replace_all(text.into(), &FNC1_SUBSTITUTES);
    Ok(if text.contains(GS) { text } else { replace_all(text, &AMBIGUOUS_SUBSTITUTES) })
}

fn replace_all<'t>(mut text: Cow<'t, str>, substitutes: &[&str]) -> Cow<'t, str> {
    for substitute in substitutes {
        if text.contains(substitute) {
            text = text.replace(substitute, "\x1d").into();
        }
    }
    text
}

fn split_symbology(text: &str) -> (Option<Symbology>, &str) {
    match Symbology::strip(text) {
        Some((symbology, data)) => (Some(symbology), data),
        None => (None, text),
    }
}

fn parse_digits(symbology: Option<Symbology>, data: &str) -> Result<Scan, ScanError> {
    let gtin = match Gtin::parse_scanned(data) {
        Ok(gtin) => gtin,
        Err(GtinError::NotDigits) => return Err(ScanError::NotACode),
        Err(GtinError::BadLength) => return Err(ScanError::BadLength),
    };
    let mut warnings = Vec::new();
    if !gtin.has_right_check_digit() {
        warnings.push(Warning::WrongCheckDigit { right: gtin.right_check_digit() });
    }
    Ok(Scan { symbology, gtin, elements: Vec::new(), warnings })
}

/// Parses a text whose form nothing identifies.
fn parse_unmarked(symbology: Option<Symbology>, data: &str) -> Result<Scan, ScanError> {
    if let Some(other) = other_code(data) {
        return Err(ScanError::NotAGtin(other));
    }
    if Gtin::parse_scanned(data).is_ok() {
        return parse_digits(symbology, data);
    }
    let scan = element::read_raw(data).and_then(|elements| scan_of(symbology, elements));
    match (scan, symbology) {
        (Ok(mut scan), Some(_)) => {
            scan.warnings.push(Warning::NotMarkedAsGs1);
            Ok(scan)
        }
        (Ok(scan), None) => Ok(scan),
        (Err(_), Some(symbology)) => Err(ScanError::NotGs1(symbology)),
        (Err(error), None) => Err(clarified(error, data)),
    }
}

/// Replaces errors about AIs, which mean nothing to a person who typed a name or some digits.
fn clarified(error: ScanError, data: &str) -> ScanError {
    const MIN_LEN_WITH_GTIN: usize = 16;
    let is_digits = has_only_digits(data);
    match error {
        _ if is_digits && data.len() < MIN_LEN_WITH_GTIN => ScanError::BadLength,
        ScanError::UnknownAi { position: 1 } => ScanError::NotACode,
        error => error,
    }
}

fn other_code(data: &str) -> Option<OtherCode> {
    if data.split(GS).any(is_ppn) {
        return Some(OtherCode::Ppn);
    }
    if data.starts_with("[)>") {
        return Some(OtherCode::Iso15434);
    }
    match data.strip_prefix('+')?.chars().next()? {
        '$' | '0'..='9' | 'A'..='Z' | 'a'..='z' => Some(OtherCode::Hibc),
        _ => None,
    }
}

/// Reports whether a field is a Pharmacy Product Number.
fn is_ppn(field: &str) -> bool {
    match field.strip_prefix("9N") {
        Some(number) => number.starts_with(is_digit),
        None => false,
    }
}

fn scan_of(symbology: Option<Symbology>, elements: Vec<ElementString>) -> Result<Scan, ScanError> {
    let first = elements.first().ok_or(ScanError::Empty)?;
    element::check_together(&elements)?;
    let Some(gtin) = gtin_of(&elements) else {
        return Err(ScanError::NotAGtin(kind_of(first.ai(), &elements)));
    };
    let warnings = element::lost_separators(&elements);
    Ok(Scan { symbology, gtin, elements, warnings })
}

/// Finds the GTIN of a trade item (AI 01), of a made-to-order item (AI 03), or of the item with this piece
/// (AI 8006).
fn gtin_of(elements: &[ElementString]) -> Option<Gtin> {
    let value = ["01", "03", "8006"].iter().find_map(|ai| value_of(elements, ai))?;
    Gtin::parse(value.get(..14)?).ok()
}

fn kind_of(first: ApplicationIdentifier, elements: &[ElementString]) -> OtherCode {
    if element::find(elements, "00").is_some() {
        return OtherCode::Sscc;
    }
    for coupon in ["255", "8110", "8112"] {
        if element::find(elements, coupon).is_some() {
            return OtherCode::Coupon;
        }
    }
    OtherCode::Gs1(first)
}

fn value_of<'e>(elements: &'e [ElementString], ai: &str) -> Option<&'e str> {
    Some(element::find(elements, ai)?.value())
}
