//! Errors and warnings about a scanned text.

use std::fmt;

use super::{ApplicationIdentifier, MAX_SCAN_LEN, Symbology};
use crate::date::Date;

/// Why a text is not the code of a trade item.
///
/// Positions count characters from 1. They start after the symbology identifier or the scheme of a web
/// address. A separator is one character.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ScanError {
    /// The text is empty.
    Empty,
    /// The text is longer than [`MAX_SCAN_LEN`](super::MAX_SCAN_LEN).
    InputTooLong,
    /// The text has neither the digits of a GTIN nor GS1 data in any form.
    NotACode,
    /// The text has digits, but not 8, 12, 13 or 14, and is not GS1 data.
    BadLength,
    /// The symbology does not announce GS1 data, and the text is not GS1 data.
    NotGs1(Symbology),
    /// The text is a code of another kind, which does not identify a trade item.
    NotAGtin(OtherCode),
    /// The web address has no GS1 key in its path.
    NotADigitalLink,
    /// In the web address, two hexadecimal digits do not follow a `%`, or the decoded bytes are not UTF-8.
    BadPercentEncoding,
    /// No known AI starts here.
    UnknownAi {
        /// The position.
        position: usize,
    },
    /// An element is invalid.
    Element {
        /// Its AI.
        ai: ApplicationIdentifier,
        /// The position of the element.
        position: usize,
        /// What is wrong with its value.
        fault: Fault,
    },
    /// An AI lacks another AI that it requires.
    MissingAi {
        /// The AI.
        ai: ApplicationIdentifier,
        /// The required AIs: `,` separates alternatives, `+` joins AIs that are needed together, `n` is any
        /// digit.
        needs: &'static str,
    },
    /// Two AIs exclude each other.
    ExcludedAi {
        /// The AI that excludes the other.
        ai: ApplicationIdentifier,
        /// The other.
        other: ApplicationIdentifier,
    },
    /// An AI occurs twice with different values.
    ConflictingValues {
        /// The AI.
        ai: ApplicationIdentifier,
    },
}

/// Why the value of an element is invalid. The rules for each Application Identifier are from GS1's Syntax
/// Dictionary.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fault {
    /// The value is empty.
    Empty,
    /// The value is too short.
    TooShort,
    /// The value is too long.
    TooLong,
    /// The value has a character outside its character set.
    BadCharacter(char),
    /// The check digit, or the check character pair, is wrong.
    BadCheckDigit,
    /// The month does not exist.
    BadMonth,
    /// The month does not have the day.
    BadDay,
    /// The time of day does not exist.
    BadTime,
}

/// Kinds of codes that are not a GTIN. The error names the kind, so that people know which barcode they
/// scanned.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OtherCode {
    /// A Pharmacy Product Number (DI 9N), as on packs from Germany.
    Ppn,
    /// A code of the Health Industry Bar Code standard.
    Hibc,
    /// An ISO/IEC 15434 envelope with other content.
    Iso15434,
    /// The number of a logistic unit, such as a pallet (AI 00).
    Sscc,
    /// A coupon (AIs 255, 8110 and 8112).
    Coupon,
    /// Other GS1 data without a GTIN, by its first AI.
    Gs1(ApplicationIdentifier),
}

/// A doubt about a scan that was parsed. The scan has a GTIN all the same, and hosts show the doubt with the
/// answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Warning {
    /// The value of an AI seems to contain the next element: the separator between them may be lost.
    SeparatorLost {
        /// The AI whose value is too long.
        ai: ApplicationIdentifier,
        /// The AI that seems to start in it.
        contained: ApplicationIdentifier,
    },
    /// The check digit of a plain number is wrong.
    WrongCheckDigit {
        /// The correct check digit.
        right: u8,
    },
    /// The symbology does not announce GS1 data, but the text is GS1 data.
    NotMarkedAsGs1,
    /// The expiry date has passed.
    Expired {
        /// The last day on which the pack could be used.
        expiry: Date,
    },
}

impl ScanError {
    /// A stable code for programs.
    ///
    /// # Examples
    ///
    /// ```
    /// use pack_lookup::gs1::parse_scan;
    ///
    /// let error = parse_scan("(01)09521234567890").unwrap_err();
    /// assert_eq!(error.reason(), "bad_check_digit");
    /// ```
    pub fn reason(&self) -> &'static str {
        match self {
            ScanError::Empty => "empty",
            ScanError::InputTooLong => "input_too_long",
            ScanError::NotACode => "not_a_code",
            ScanError::BadLength => "bad_length",
            ScanError::NotGs1(_) => "not_gs1",
            ScanError::NotAGtin(other) => other.reason(),
            ScanError::NotADigitalLink => "not_a_digital_link",
            ScanError::BadPercentEncoding => "bad_percent_encoding",
            ScanError::UnknownAi { .. } => "unknown_ai",
            ScanError::Element { fault, .. } => fault.reason(),
            ScanError::MissingAi { .. } => "missing_ai",
            ScanError::ExcludedAi { .. } => "excluded_ai",
            ScanError::ConflictingValues { .. } => "conflicting_values",
        }
    }
}

impl Fault {
    /// A stable code for programs.
    pub fn reason(self) -> &'static str {
        match self {
            Fault::Empty => "empty_value",
            Fault::TooShort => "value_too_short",
            Fault::TooLong => "value_too_long",
            Fault::BadCharacter(_) => "bad_character",
            Fault::BadCheckDigit => "bad_check_digit",
            Fault::BadMonth => "bad_month",
            Fault::BadDay => "bad_day",
            Fault::BadTime => "bad_time",
        }
    }
}

impl OtherCode {
    /// A stable code for programs.
    pub fn reason(self) -> &'static str {
        match self {
            OtherCode::Ppn => "ppn",
            OtherCode::Hibc => "hibc",
            OtherCode::Iso15434 => "iso_15434",
            OtherCode::Sscc => "sscc",
            OtherCode::Coupon => "coupon",
            OtherCode::Gs1(_) => "no_gtin",
        }
    }
}

impl Warning {
    /// A stable code for programs.
    pub fn reason(self) -> &'static str {
        match self {
            Warning::SeparatorLost { .. } => "separator_lost",
            Warning::WrongCheckDigit { .. } => "wrong_check_digit",
            Warning::NotMarkedAsGs1 => "not_marked_as_gs1",
            Warning::Expired { .. } => "expired",
        }
    }
}

impl fmt::Display for ScanError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ScanError::Empty => f.write_str("the text is empty"),
            ScanError::InputTooLong => write!(f, "a code has at most {MAX_SCAN_LEN} bytes"),
            ScanError::NotACode => f.write_str("this is neither a barcode number nor GS1 data"),
            ScanError::BadLength => f.write_str("a barcode's number has 8, 12, 13 or 14 digits"),
            ScanError::NotGs1(symbology) => write!(f, "this {} has no GS1 data", symbology.name()),
            ScanError::NotAGtin(other) => other.fmt(f),
            ScanError::NotADigitalLink => f.write_str("this web address is not a GS1 Digital Link"),
            ScanError::BadPercentEncoding => {
                f.write_str("the percent-encoding of this web address is invalid")
            }
            ScanError::UnknownAi { position } => write!(f, "no known AI at position {position}"),
            ScanError::Element { ai, position, fault } => {
                write!(f, "AI ({ai}) at position {position}: {fault}")
            }
            ScanError::MissingAi { ai, needs } => {
                write!(f, "AI ({ai}) requires one of these: {needs}")
            }
            ScanError::ExcludedAi { ai, other } => {
                write!(f, "AI ({ai}) cannot be combined with AI ({other})")
            }
            ScanError::ConflictingValues { ai } => write!(f, "AI ({ai}) occurs twice, with different values"),
        }
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Fault::Empty => f.write_str("the value is empty"),
            Fault::TooShort => f.write_str("the value is too short"),
            Fault::TooLong => f.write_str("the value is too long, perhaps because a separator is missing"),
            Fault::BadCharacter(found) => write!(f, "the character {found:?} is not allowed here"),
            Fault::BadCheckDigit => f.write_str("the check digit is wrong"),
            Fault::BadMonth => f.write_str("there is no such month"),
            Fault::BadDay => f.write_str("the month has no such day"),
            Fault::BadTime => f.write_str("there is no such time of day"),
        }
    }
}

impl fmt::Display for OtherCode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            OtherCode::Ppn => f.write_str("this is a PPN (Pharmacy Product Number), not a GTIN"),
            OtherCode::Hibc => f.write_str("this is an HIBC (Health Industry Bar Code), not a GTIN"),
            OtherCode::Iso15434 => f.write_str("this is an ISO/IEC 15434 message, not GS1 data with a GTIN"),
            OtherCode::Sscc => f.write_str("this is the SSCC of a logistic unit, not the GTIN of a pack"),
            OtherCode::Coupon => f.write_str("this is a coupon, not the GTIN of a pack"),
            OtherCode::Gs1(ai) => write!(f, "this is GS1 data without a GTIN: AI ({ai}) {}", ai.title()),
        }
    }
}

impl fmt::Display for Warning {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Warning::SeparatorLost { ai, contained } => {
                write!(
                    f,
                    "AI ({ai}) may also contain AI ({contained}): the separator between them seems to be missing"
                )
            }
            Warning::WrongCheckDigit { right } => write!(f, "the check digit should be {right}"),
            Warning::NotMarkedAsGs1 => f.write_str("the symbol is not marked as GS1 data"),
            Warning::Expired { expiry } => write!(f, "the pack expired on {expiry}"),
        }
    }
}

impl std::error::Error for ScanError {}
