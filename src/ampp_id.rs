//! Pack identifiers: SNOMED CT codes of 16 to 18 digits, exact in every host.

use std::fmt;

use serde::{Serialize, Serializer};

/// The identifier of a pack: its dm+d AMPP code. Never a float: it does not fit into one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct AmppId(u64);

/// A text is not an AMPP code: those have 16 to 18 digits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AmppIdError;

impl fmt::Display for AmppIdError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an AMPP code has 16 to 18 digits")
    }
}

impl std::error::Error for AmppIdError {}

impl AmppId {
    /// The identifier with this number, if it has 16 to 18 digits.
    pub fn new(number: u64) -> Option<AmppId> {
        (10u64.pow(15)..10u64.pow(18)).contains(&number).then_some(AmppId(number))
    }

    /// Parses 16 to 18 digits. The check digit may be wrong: see [`AmppId::has_right_check_digit`].
    pub fn parse(text: &str) -> Result<AmppId, AmppIdError> {
        let digits = (16..=18).contains(&text.len()) && text.bytes().all(|b| b.is_ascii_digit());
        let number = if digits { text.parse().ok() } else { None };
        number.and_then(AmppId::new).ok_or(AmppIdError)
    }

    /// The number.
    pub fn number(self) -> u64 {
        self.0
    }

    /// Whether the last digit is the Verhoeff check digit of the others.
    pub fn has_right_check_digit(self) -> bool {
        verhoeff_check_digit(self.0 / 10) == (self.0 % 10) as u8
    }
}

impl fmt::Display for AmppId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl Serialize for AmppId {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_u64(self.0)
    }
}

/// The Verhoeff check digit that belongs behind the digits of `body`.
pub fn verhoeff_check_digit(body: u64) -> u8 {
    let (mut rest, mut position, mut check) = (body, 1, 0);
    while rest > 0 {
        check = dihedral_product(check, permuted((rest % 10) as u8, position));
        rest /= 10;
        position += 1;
    }
    // The inverse in the dihedral group: reflections (5 to 9) are their own.
    if check < 5 { (5 - check) % 5 } else { check }
}

/// The product in the symmetry group of the pentagon, rotations 0 to 4 and reflections 5 to 9.
fn dihedral_product(a: u8, b: u8) -> u8 {
    match (a < 5, b < 5) {
        (true, true) => (a + b) % 5,
        (true, false) => (a + b - 5) % 5 + 5,
        (false, true) => (a + 5 - b) % 5 + 5,
        (false, false) => (a + 5 - b) % 5,
    }
}

/// Verhoeff's permutation, applied `times` times; it returns to the start after eight.
fn permuted(digit: u8, times: u32) -> u8 {
    const PERMUTATION: [u8; 10] = [1, 5, 7, 6, 2, 8, 3, 0, 9, 4];
    (0..times % 8).fold(digit, |d, _| PERMUTATION.get(usize::from(d)).copied().unwrap_or(0))
}
