//! Codes of concepts: SNOMED CT ids of 6 to 18 digits, exact in every host.

use std::fmt;

use crate::ampp_id::AmppId;

/// The code of a concept. It is never a float, because a float cannot hold 18 digits exactly.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
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
    /// Returns the code with this number, or `None` if it does not have 6 to 18 digits.
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
    /// use pack_lookup::concept::ConceptId;
    ///
    /// let id = ConceptId::parse("38188111000001100")?;
    /// assert_eq!(id.number(), 38_188_111_000_001_100);
    /// assert!(ConceptId::parse("0123456").is_err());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn parse(text: &str) -> Result<ConceptId, ConceptIdError> {
        let digits = (6..=18).contains(&text.len()) && text.bytes().all(|b| b.is_ascii_digit());
        // With leading zeros, two texts would mean one code.
        let number = if digits && !text.starts_with('0') { text.parse().ok() } else { None };
        number.and_then(ConceptId::new).ok_or(ConceptIdError)
    }

    /// Returns the code as an integer.
    pub fn number(self) -> u64 {
        self.0
    }
}

impl From<AmppId> for ConceptId {
    fn from(id: AmppId) -> ConceptId {
        ConceptId(id.number())
    }
}

impl fmt::Display for ConceptId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a panic fails the test")]
mod tests {
    use super::*;

    #[test]
    fn a_code_has_6_to_18_digits() {
        for text in ["100000", "89695009", "45406011000001107", "999999999999999999"] {
            assert_eq!(ConceptId::parse(text).map(|id| id.to_string()), Ok(text.to_owned()));
        }
        for text in ["", "99999", "1000000000000000000", "012345678", " 89695009", "8969500a", "+89695009"] {
            assert_eq!(ConceptId::parse(text), Err(ConceptIdError), "{text}");
        }
    }

    #[test]
    fn the_code_of_a_pack_is_that_of_a_concept() {
        let id = AmppId::new(38_188_111_000_001_100).unwrap();
        assert_eq!(ConceptId::from(id).number(), id.number());
    }
}
