//! GTINs: the numbers of barcodes.
//!
//! A GTIN is a number, so leading zeros do not matter: `5060064792018` and `05060064792018` are the same
//! [`Gtin`]. [`RecordedGtin`] also has the number of digits with which a release records it.

use std::fmt;

use crate::text::has_only_digits;
use serde::{Serialize, Serializer};

/// A Global Trade Item Number. Its check digit may be wrong.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Gtin(u64);

/// Why a text is not a GTIN of 13 or 14 digits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GtinError {
    /// The text has a character that is not one of the digits 0 to 9.
    NotDigits,
    /// The text does not have 13 or 14 digits.
    BadLength,
}

impl GtinError {
    /// A stable code for programs: `not_digits` or `bad_length`.
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
            GtinError::NotDigits => "a GTIN has only the digits 0 to 9",
            GtinError::BadLength => "a GTIN has 13 or 14 digits",
        })
    }
}

impl std::error::Error for GtinError {}

impl Gtin {
    /// One more than the largest GTIN.
    pub const END: u64 = 100_000_000_000_000;

    /// Creates the GTIN with this number. Returns `None` if it has more than 14 digits.
    pub fn new(number: u64) -> Option<Gtin> {
        (number < Gtin::END).then_some(Gtin(number))
    }

    /// Parses 13 or 14 digits.
    ///
    /// The check digit may be wrong: see [`Gtin::has_right_check_digit`].
    ///
    /// # Errors
    ///
    /// * [`GtinError::NotDigits`] if the text has a character that is not an ASCII digit.
    /// * [`GtinError::BadLength`] if it does not have 13 or 14 digits.
    ///
    /// # Examples
    ///
    /// ```
    /// use pack_lookup::gtin::{Gtin, GtinError};
    ///
    /// let gtin = Gtin::parse("5060064792018")?;
    /// assert_eq!(gtin, Gtin::parse("05060064792018")?);
    /// assert!(gtin.has_right_check_digit());
    /// assert_eq!(Gtin::parse("506006479201"), Err(GtinError::BadLength));
    /// # Ok::<(), GtinError>(())
    /// ```
    pub fn parse(text: &str) -> Result<Gtin, GtinError> {
        Ok(RecordedGtin::parse(text)?.gtin)
    }

    /// Parses the digits of any retail barcode: GTIN-8, GTIN-12, GTIN-13 or GTIN-14.
    ///
    /// # Errors
    ///
    /// * [`GtinError::NotDigits`] if the text has a character that is not an ASCII digit.
    /// * [`GtinError::BadLength`] if it does not have 8, 12, 13 or 14 digits.
    ///
    /// # Examples
    ///
    /// ```
    /// use pack_lookup::gtin::{Gtin, GtinError};
    ///
    /// // A UPC-A barcode has 12 digits.
    /// let gtin = Gtin::parse_scanned("036000291452")?;
    /// assert_eq!(gtin.to_string(), "0036000291452");
    /// # Ok::<(), GtinError>(())
    /// ```
    pub fn parse_scanned(digits: &str) -> Result<Gtin, GtinError> {
        let number = parse_digits(digits)?;
        match digits.len() {
            8 | 12 | 13 | 14 => Ok(Gtin(number)),
            _ => Err(GtinError::BadLength),
        }
    }

    /// The GTIN as an integer.
    pub fn number(self) -> u64 {
        self.0
    }

    /// Writes the GTIN with 14 digits, as Digital Links and tables that join by it need.
    ///
    /// # Examples
    ///
    /// ```
    /// use pack_lookup::gtin::{Gtin, GtinError};
    ///
    /// assert_eq!(Gtin::parse("5060064792018")?.to_gtin14(), "05060064792018");
    /// # Ok::<(), GtinError>(())
    /// ```
    pub fn to_gtin14(self) -> String {
        format!("{:014}", self.0)
    }

    /// Computes the correct check digit for the other digits.
    ///
    /// # Examples
    ///
    /// ```
    /// use pack_lookup::gtin::{Gtin, GtinError};
    ///
    /// let mistyped = Gtin::parse("5060064792017")?;
    /// assert_eq!(mistyped.right_check_digit(), 8);
    /// assert_eq!(mistyped.with_right_check_digit(), Gtin::parse("5060064792018")?);
    /// # Ok::<(), GtinError>(())
    /// ```
    pub fn right_check_digit(self) -> u8 {
        let (mut rest, mut sum, mut weight) = (self.0 / 10, 0, 3);
        while rest > 0 {
            sum += rest % 10 * weight;
            rest /= 10;
            weight = 4 - weight;
        }
        ((10 - sum % 10) % 10) as u8
    }

    /// The last digit, which may be wrong.
    pub fn check_digit(self) -> u8 {
        (self.0 % 10) as u8
    }

    /// Reports whether the last digit is the correct check digit.
    pub fn has_right_check_digit(self) -> bool {
        self.check_digit() == self.right_check_digit()
    }

    /// The same GTIN with the correct check digit.
    #[must_use]
    pub fn with_right_check_digit(self) -> Gtin {
        Gtin(self.0 - self.0 % 10 + u64::from(self.right_check_digit()))
    }
}

/// Writes 13 digits, or 14 if the number needs them.
/// The same as [`Gtin::parse`], for `str::parse` and for libraries of arguments.
impl std::str::FromStr for Gtin {
    type Err = GtinError;

    fn from_str(text: &str) -> Result<Gtin, GtinError> {
        Gtin::parse(text)
    }
}

impl fmt::Display for Gtin {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:013}", self.0)
    }
}

fn parse_digits(text: &str) -> Result<u64, GtinError> {
    if !has_only_digits(text) {
        return Err(GtinError::NotDigits);
    }
    text.parse().map_err(|_| GtinError::BadLength)
}

/// A GTIN with the number of digits with which a release records it: 13 or 14.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct RecordedGtin {
    gtin: Gtin,
    has_14_digits: bool,
}

impl RecordedGtin {
    /// Creates a GTIN with 14 digits, or with 13 if `has_14_digits` is false and they suffice.
    pub fn new(gtin: Gtin, has_14_digits: bool) -> RecordedGtin {
        let has_14_digits = has_14_digits || gtin.0 >= Gtin::END / 10;
        RecordedGtin { gtin, has_14_digits }
    }

    /// Parses 13 or 14 digits.
    ///
    /// # Errors
    ///
    /// * [`GtinError::NotDigits`] if the text has a character that is not an ASCII digit.
    /// * [`GtinError::BadLength`] if it does not have 13 or 14 digits.
    ///
    /// # Examples
    ///
    /// ```
    /// use pack_lookup::gtin::{GtinError, RecordedGtin};
    ///
    /// let (short, long) = (RecordedGtin::parse("5060064792018")?, RecordedGtin::parse("05060064792018")?);
    /// assert_eq!(short.gtin(), long.gtin());
    /// assert_eq!(long.to_string(), "05060064792018");
    /// # Ok::<(), GtinError>(())
    /// ```
    pub fn parse(text: &str) -> Result<RecordedGtin, GtinError> {
        let number = parse_digits(text)?;
        match text.len() {
            13 | 14 => Ok(RecordedGtin::new(Gtin(number), text.len() == 14)),
            _ => Err(GtinError::BadLength),
        }
    }

    /// The number without its recorded form.
    pub fn gtin(self) -> Gtin {
        self.gtin
    }

    /// Reports whether the release records it with 14 digits.
    pub fn has_14_digits(self) -> bool {
        self.has_14_digits
    }
}

impl RecordedGtin {
    /// Writes 14 digits. The first one is not part of a GTIN of 13 digits.
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
