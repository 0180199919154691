//! What can be wrong with a scanned text, and what may be.

use std::fmt;

use super::{ApplicationIdentifier, MAX_LEN, Symbology};

/// Why a text can't be read as the code of a trade item.
///
/// Positions count characters from 1, after the symbology identifier or the scheme of a web address, a separator
/// as one character.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ScanError {
    /// There is nothing to read.
    Empty,
    /// The text is longer than any code.
    InputTooLong,
    /// Neither digits of a GTIN's length nor GS1 data in any form.
    NotACode,
    /// Digits, but neither 8, 12, 13 nor 14, nor GS1 data.
    BadLength,
    /// A symbol that doesn't claim to hold GS1 data, and doesn't.
    NotGs1(Symbology),
    /// A code of another kind, which identifies no trade item.
    NotAGtin(OtherCode),
    /// A web address without a GS1 key in its path.
    NotADigitalLink,
    /// A `%` in a web address that isn't followed by two hexadecimal digits, or bytes that are no text.
    BadPercentEncoding,
    /// No known AI begins here.
    UnknownAi {
        /// Where.
        position: usize,
    },
    /// One element is wrong in itself.
    Element {
        /// Its AI.
        ai: ApplicationIdentifier,
        /// Where the element begins.
        position: usize,
        /// What is wrong with its value.
        fault: Fault,
    },
    /// An AI occurs without those that it needs beside it.
    MissingAi {
        /// The AI.
        ai: ApplicationIdentifier,
        /// What it needs: `,` parts alternatives, `+` those that are needed together, `n` is any digit.
        needs: &'static str,
    },
    /// Two AIs occur that rule each other out.
    ExcludedAi {
        /// The one that rules out the other.
        ai: ApplicationIdentifier,
        /// The other.
        other: ApplicationIdentifier,
    },
    /// One AI occurs twice, with different values.
    ConflictingValues {
        /// The AI.
        ai: ApplicationIdentifier,
    },
}

/// What is wrong with the value of an element.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fault {
    /// There is no value.
    Empty,
    /// The value is shorter than it must be.
    TooShort,
    /// The value is longer than it may be.
    TooLong,
    /// A character that the value may not have.
    BadCharacter(char),
    /// The check digit, or the check character pair, is wrong.
    BadCheckDigit,
    /// A month that doesn't exist.
    BadMonth,
    /// A day that the month doesn't have.
    BadDay,
    /// A time of day that doesn't exist.
    BadTime,
}

/// Codes that are no GTIN.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OtherCode {
    /// A Pharmacy Product Number (DI 9N), as on packs from Germany.
    Ppn,
    /// A code of the Health Industry Bar Code standard.
    Hibc,
    /// An ISO/IEC 15434 envelope with something else in it.
    Iso15434,
    /// The number of a logistic unit, such as a pallet (AI 00).
    Sscc,
    /// A coupon (AIs 255, 8110 and 8112).
    Coupon,
    /// Other GS1 data without a GTIN; this is the first AI.
    Gs1(ApplicationIdentifier),
}

/// Something that is doubtful about a scan that was read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Warning {
    /// The value of one AI seems to hold the next element, as if the separator between them were lost.
    SeparatorLost {
        /// The AI whose value is too long.
        ai: ApplicationIdentifier,
        /// The AI that seems to begin in it.
        swallowed: ApplicationIdentifier,
    },
    /// The check digit of a plain number is not the one that the other digits ask for.
    WrongCheckDigit {
        /// The one that they ask for.
        right: u8,
    },
    /// The symbol doesn't claim to hold GS1 data, though it reads as such.
    NotMarkedAsGs1,
}

impl ScanError {
    /// A stable word for programs.
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
    /// A stable word for programs.
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
    /// A stable word for programs.
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
    /// A stable word for programs.
    pub fn reason(self) -> &'static str {
        match self {
            Warning::SeparatorLost { .. } => "separator_lost",
            Warning::WrongCheckDigit { .. } => "wrong_check_digit",
            Warning::NotMarkedAsGs1 => "not_marked_as_gs1",
        }
    }
}

impl fmt::Display for ScanError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ScanError::Empty => f.write_str("there is nothing to read"),
            ScanError::InputTooLong => write!(f, "a code has at most {MAX_LEN} bytes"),
            ScanError::NotACode => f.write_str("this is neither the number under a barcode nor GS1 data"),
            ScanError::BadLength => f.write_str("a barcode's number has 8, 12, 13 or 14 digits"),
            ScanError::NotGs1(symbology) => write!(f, "this {} holds no GS1 data", symbology.name()),
            ScanError::NotAGtin(other) => other.fmt(f),
            ScanError::NotADigitalLink => f.write_str("this web address is not a GS1 Digital Link"),
            ScanError::BadPercentEncoding => {
                f.write_str("the percent-encoding of this web address is broken")
            }
            ScanError::UnknownAi { position } => write!(f, "no known AI begins at position {position}"),
            ScanError::Element { ai, position, fault } => {
                write!(f, "AI ({ai}) at position {position}: {fault}")
            }
            ScanError::MissingAi { ai, needs } => {
                write!(f, "AI ({ai}) needs one of these beside it: {needs}")
            }
            ScanError::ExcludedAi { ai, other } => {
                write!(f, "AI ({ai}) can't occur together with AI ({other})")
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
            Warning::SeparatorLost { ai, swallowed } => {
                write!(
                    f,
                    "AI ({ai}) may hold AI ({swallowed}) too: the separator between them seems to be lost"
                )
            }
            Warning::WrongCheckDigit { right } => write!(f, "the check digit should be {right}"),
            Warning::NotMarkedAsGs1 => f.write_str("the symbol is not marked as GS1 data"),
        }
    }
}

impl std::error::Error for ScanError {}
