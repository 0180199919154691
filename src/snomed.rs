//! SNOMED CT identifiers: codes of dm+d concepts (6 to 18 digits) and of packs (16 to 18), exact in every
//! host.

use std::fmt;

use crate::text::has_only_digits;
use serde::Serialize;

/// The identifier of a pack: its dm+d AMPP code.
///
/// It is never a float, because a float cannot hold 18 digits exactly.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
pub struct AmppId(u64);

/// The error for a text that is not an AMPP code of 16 to 18 digits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AmppIdError;

impl fmt::Display for AmppIdError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an AMPP code has 16 to 18 digits")
    }
}

impl std::error::Error for AmppIdError {}

impl AmppId {
    /// Creates the identifier with this number. Returns `None` if it does not have 16 to 18 digits.
    ///
    /// # Examples
    ///
    /// ```
    /// use pack_lookup::snomed::AmppId;
    ///
    /// assert!(AmppId::new(1_328_711_000_001_105).is_some());
    /// assert!(AmppId::new(1105).is_none());
    /// ```
    pub fn new(number: u64) -> Option<AmppId> {
        (10u64.pow(15)..10u64.pow(18)).contains(&number).then_some(AmppId(number))
    }

    /// Parses 16 to 18 digits.
    ///
    /// The check digit may be wrong: see [`AmppId::has_right_check_digit`].
    ///
    /// # Errors
    ///
    /// Returns [`AmppIdError`] if the text has another length, or a character that is not an ASCII digit.
    ///
    /// # Examples
    ///
    /// ```
    /// use pack_lookup::snomed::{AmppId, AmppIdError};
    ///
    /// let id = AmppId::parse("38188111000001100")?;
    /// assert_eq!(id.number(), 38_188_111_000_001_100);
    /// assert!(id.has_right_check_digit());
    /// assert_eq!(AmppId::parse("amlodipine"), Err(AmppIdError));
    /// # Ok::<(), AmppIdError>(())
    /// ```
    pub fn parse(text: &str) -> Result<AmppId, AmppIdError> {
        parse_digits(text, 16).and_then(AmppId::new).ok_or(AmppIdError)
    }

    /// The code as an integer.
    pub fn number(self) -> u64 {
        self.0
    }

    /// Reports whether the last digit is the Verhoeff check digit of the other digits.
    pub fn has_right_check_digit(self) -> bool {
        ConceptId(self.0).has_right_check_digit()
    }
}

/// The same as [`AmppId::parse`], for `str::parse` and for libraries of arguments.
impl std::str::FromStr for AmppId {
    type Err = AmppIdError;

    fn from_str(text: &str) -> Result<AmppId, AmppIdError> {
        AmppId::parse(text)
    }
}

impl fmt::Display for AmppId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// The code of a concept. It is never a float, because a float cannot hold 18 digits exactly.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
pub struct ConceptId(u64);

/// The error for a text that is not a code: 6 to 18 digits that do not start with 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ConceptIdError;

impl fmt::Display for ConceptIdError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a dm+d code has 6 to 18 digits")
    }
}

impl std::error::Error for ConceptIdError {}

impl ConceptId {
    /// Creates the code with this number. Returns `None` if it does not have 6 to 18 digits.
    pub fn new(number: u64) -> Option<ConceptId> {
        (10u64.pow(5)..10u64.pow(18)).contains(&number).then_some(ConceptId(number))
    }

    /// Parses 6 to 18 digits. The check digit may be wrong.
    ///
    /// # Errors
    ///
    /// Returns [`ConceptIdError`] if the text has another length, starts with 0, or has a character that is
    /// not an ASCII digit.
    ///
    /// # Examples
    ///
    /// ```
    /// use pack_lookup::snomed::ConceptId;
    ///
    /// let id = ConceptId::parse("38188111000001100")?;
    /// assert_eq!(id.number(), 38_188_111_000_001_100);
    /// assert!(ConceptId::parse("0123456").is_err());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn parse(text: &str) -> Result<ConceptId, ConceptIdError> {
        // With leading zeros, two texts would mean one code.
        let number = if text.starts_with('0') { None } else { parse_digits(text, 6) };
        number.and_then(ConceptId::new).ok_or(ConceptIdError)
    }

    /// The code as an integer.
    pub fn number(self) -> u64 {
        self.0
    }

    /// Reports whether the last digit is the Verhoeff check digit of the other digits.
    pub fn has_right_check_digit(self) -> bool {
        verhoeff_check_digit(self.0 / 10) == (self.0 % 10) as u8
    }
}

impl From<AmppId> for ConceptId {
    fn from(id: AmppId) -> ConceptId {
        ConceptId(id.number())
    }
}

/// The same as [`ConceptId::parse`], for `str::parse` and for libraries of arguments.
impl std::str::FromStr for ConceptId {
    type Err = ConceptIdError;

    fn from_str(text: &str) -> Result<ConceptId, ConceptIdError> {
        ConceptId::parse(text)
    }
}

impl fmt::Display for ConceptId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// Parses a text of `min_len` to 18 ASCII digits.
fn parse_digits(text: &str, min_len: usize) -> Option<u64> {
    let is_code = (min_len..=18).contains(&text.len()) && has_only_digits(text);
    if is_code { text.parse().ok() } else { None }
}

/// Computes the Verhoeff check digit of the digits of `body`.
///
/// # Examples
///
/// ```
/// use pack_lookup::snomed::verhoeff_check_digit;
///
/// // The Verhoeff check digit of 236 is 3, so 2363 is valid.
/// assert_eq!(verhoeff_check_digit(236), 3);
/// ```
pub fn verhoeff_check_digit(body: u64) -> u8 {
    let (mut rest, mut position, mut check) = (body, 1, 0);
    while rest > 0 {
        check = entry(&PRODUCTS, check, entry(&PERMUTATIONS, position % 8, (rest % 10) as u8));
        rest /= 10;
        position += 1;
    }
    // The inverse in the dihedral group. Reflections (5 to 9) are their own inverses.
    if check < 5 { (5 - check) % 5 } else { check }
}

fn entry<const ROWS: usize>(table: &[[u8; 10]; ROWS], row: u8, column: u8) -> u8 {
    table.get(usize::from(row)).and_then(|row| row.get(usize::from(column))).copied().unwrap_or(0)
}

/// The multiplication table of the symmetry group of the pentagon: rotations are 0 to 4, reflections 5 to 9.
const PRODUCTS: [[u8; 10]; 10] = [
    [0, 1, 2, 3, 4, 5, 6, 7, 8, 9],
    [1, 2, 3, 4, 0, 6, 7, 8, 9, 5],
    [2, 3, 4, 0, 1, 7, 8, 9, 5, 6],
    [3, 4, 0, 1, 2, 8, 9, 5, 6, 7],
    [4, 0, 1, 2, 3, 9, 5, 6, 7, 8],
    [5, 9, 8, 7, 6, 0, 4, 3, 2, 1],
    [6, 5, 9, 8, 7, 1, 0, 4, 3, 2],
    [7, 6, 5, 9, 8, 2, 1, 0, 4, 3],
    [8, 7, 6, 5, 9, 3, 2, 1, 0, 4],
    [9, 8, 7, 6, 5, 4, 3, 2, 1, 0],
];

/// Powers of Verhoeff's permutation: row `n` applies it `n` times. The eighth power is the identity.
const PERMUTATIONS: [[u8; 10]; 8] = [
    [0, 1, 2, 3, 4, 5, 6, 7, 8, 9],
    [1, 5, 7, 6, 2, 8, 3, 0, 9, 4],
    [5, 8, 0, 3, 7, 9, 6, 1, 4, 2],
    [8, 9, 1, 6, 0, 4, 3, 5, 2, 7],
    [9, 4, 5, 3, 1, 2, 6, 8, 7, 0],
    [4, 2, 8, 6, 5, 7, 3, 9, 0, 1],
    [2, 7, 9, 3, 8, 0, 6, 4, 1, 5],
    [7, 0, 4, 6, 9, 1, 3, 2, 5, 8],
];

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a panic fails the test")]
mod tests {
    use super::*;

    /// Multiplies in the group without the table: a rotation adds, a reflection subtracts.
    fn product(a: u8, b: u8) -> u8 {
        let turned = (if a < 5 { a + b } else { a + 10 - b }) % 5;
        if (a < 5) == (b < 5) { turned } else { turned + 5 }
    }

    #[test]
    fn the_tables_match_the_group_and_the_permutation() {
        for (a, row) in (0..).zip(PRODUCTS) {
            assert_eq!(row.to_vec(), (0..10).map(|b| product(a, b)).collect::<Vec<_>>());
        }
        for (row, next) in PERMUTATIONS.iter().zip(PERMUTATIONS.iter().cycle().skip(1)) {
            let again: Vec<u8> = row.iter().map(|digit| entry(&PERMUTATIONS, 1, *digit)).collect();
            assert_eq!(again, next);
        }
    }

    #[test]
    fn calculates_verhoeff_check_digits() {
        assert_eq!(verhoeff_check_digit(236), 3);
        assert_eq!(AmppId::new(38_188_111_000_001_100).map(AmppId::has_right_check_digit), Some(true));
        assert_eq!(AmppId::new(38_188_111_000_001_101).map(AmppId::has_right_check_digit), Some(false));
    }

    #[test]
    fn accepts_codes_of_6_to_18_digits() {
        for text in ["100000", "89695009", "45406011000001107", "999999999999999999"] {
            assert_eq!(ConceptId::parse(text).map(|id| id.to_string()), Ok(text.to_owned()));
        }
        for text in ["", "99999", "1000000000000000000", "012345678", " 89695009", "8969500a", "+89695009"] {
            assert_eq!(ConceptId::parse(text), Err(ConceptIdError), "{text}");
        }
    }

    #[test]
    fn converts_a_pack_id() {
        let id = AmppId::new(38_188_111_000_001_100).unwrap();
        assert_eq!(ConceptId::from(id).number(), id.number());
    }
}
