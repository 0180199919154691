//! GTINs: the numbers under barcodes.
//!
//! A GTIN is one number, however many leading zeros it was written with: `5060064792018` and
//! `05060064792018` are the same [`Gtin`]. [`RecordedGtin`] also remembers which form was recorded.

use std::fmt;

use serde::{Serialize, Serializer};

/// A Global Trade Item Number, as the number it is, whether or not its check digit is right.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Gtin(u64);

/// Why a text is not a GTIN of 13 or 14 digits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GtinError {
    /// Something else than the digits 0 to 9 occurs.
    NotDigits,
    /// There are neither 13 nor 14 digits.
    BadLength,
}

impl GtinError {
    /// A stable word for programs: `not_digits` or `bad_length`.
    pub fn reason(self) -> &'static str {
        match self {
            GtinError::NotDigits => "not_digits",
            GtinError::BadLength => "bad_length",
        }
    }
}

impl fmt::Display for GtinError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            GtinError::NotDigits => "a GTIN consists of the digits 0 to 9 only",
            GtinError::BadLength => "a GTIN has 13 or 14 digits",
        })
    }
}

impl std::error::Error for GtinError {}

impl Gtin {
    /// One more than the largest GTIN.
    pub const END: u64 = 100_000_000_000_000;

    /// The GTIN with this number, if it has at most 14 digits.
    pub fn new(number: u64) -> Option<Gtin> {
        (number < Gtin::END).then_some(Gtin(number))
    }

    /// Parses 13 or 14 digits. The check digit may be wrong: see [`Gtin::has_right_check_digit`].
    pub fn parse(text: &str) -> Result<Gtin, GtinError> {
        RecordedGtin::parse(text).map(|recorded| recorded.gtin)
    }

    /// Parses the digits under any retail barcode: GTIN-8, GTIN-12, GTIN-13 or GTIN-14.
    pub fn parse_scanned(digits: &str) -> Result<Gtin, GtinError> {
        let number = parse_digits(digits)?;
        match digits.len() {
            8 | 12 | 13 | 14 => Ok(Gtin(number)),
            _ => Err(GtinError::BadLength),
        }
    }

    /// The number.
    pub fn number(self) -> u64 {
        self.0
    }

    /// The check digit that the other digits ask for.
    pub fn right_check_digit(self) -> u8 {
        let (mut rest, mut sum, mut weight) = (self.0 / 10, 0, 3);
        while rest > 0 {
            sum += rest % 10 * weight;
            rest /= 10;
            weight = 4 - weight;
        }
        ((10 - sum % 10) % 10) as u8
    }

    /// The last digit, right or wrong.
    pub fn check_digit(self) -> u8 {
        (self.0 % 10) as u8
    }

    /// Whether the last digit is the one that the others ask for.
    pub fn has_right_check_digit(self) -> bool {
        self.check_digit() == self.right_check_digit()
    }

    /// The same number with the right check digit.
    pub fn with_right_check_digit(self) -> Gtin {
        Gtin(self.0 - self.0 % 10 + u64::from(self.right_check_digit()))
    }
}

/// The 13-digit form, or the 14-digit form where the number needs it.
impl fmt::Display for Gtin {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:013}", self.0)
    }
}

fn parse_digits(text: &str) -> Result<u64, GtinError> {
    if !text.bytes().all(|b| b.is_ascii_digit()) {
        return Err(GtinError::NotDigits);
    }
    text.parse().map_err(|_| GtinError::BadLength)
}

/// A GTIN in the form in which a release records it: 13 or 14 digits.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct RecordedGtin {
    gtin: Gtin,
    has_14_digits: bool,
}

impl RecordedGtin {
    /// The GTIN in its 14-digit form, or in the 13-digit form where it fits and is asked for.
    pub fn new(gtin: Gtin, has_14_digits: bool) -> RecordedGtin {
        let has_14_digits = has_14_digits || gtin.0 >= Gtin::END / 10;
        RecordedGtin { gtin, has_14_digits }
    }

    /// Parses 13 or 14 digits.
    pub fn parse(text: &str) -> Result<RecordedGtin, GtinError> {
        let number = parse_digits(text)?;
        match text.len() {
            13 | 14 => Ok(RecordedGtin::new(Gtin(number), text.len() == 14)),
            _ => Err(GtinError::BadLength),
        }
    }

    /// The number.
    pub fn gtin(self) -> Gtin {
        self.gtin
    }

    /// Whether it was recorded with 14 digits.
    pub fn has_14_digits(self) -> bool {
        self.has_14_digits
    }
}

impl RecordedGtin {
    /// The digits, of which the first one does not count when there are 13.
    fn digits(self) -> [u8; 14] {
        let mut rest = self.gtin.0;
        let mut digits = [b'0'; 14];
        for digit in digits.iter_mut().rev() {
            *digit += (rest % 10) as u8;
            rest /= 10;
        }
        digits
    }

    pub(crate) fn with_text<T>(self, then: impl FnOnce(&str) -> T) -> T {
        let digits = self.digits();
        let counting = digits.get(usize::from(!self.has_14_digits)..).unwrap_or(&[]);
        then(std::str::from_utf8(counting).unwrap_or(""))
    }
}

impl fmt::Display for RecordedGtin {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.with_text(|text| f.write_str(text))
    }
}

impl Serialize for RecordedGtin {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.with_text(|text| serializer.serialize_str(text))
    }
}
