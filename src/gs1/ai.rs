//! Application Identifiers: the digits that announce a value.

use std::fmt;

use super::table::TABLE;
use super::value::Entry;
use crate::text::has_only_digits;

/// A GS1 Application Identifier (AI), such as `01` for the GTIN or `17` for the expiry date.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct ApplicationIdentifier {
    number: u16,
    entry: &'static Entry,
}

impl ApplicationIdentifier {
    /// Parses the AI with exactly these digits, or returns `None` if GS1 does not define it.
    ///
    /// # Examples
    ///
    /// ```
    /// use pack_lookup::gs1::ApplicationIdentifier;
    ///
    /// let batch = ApplicationIdentifier::parse("10").ok_or("unknown AI")?;
    /// assert_eq!(batch.title(), "BATCH/LOT");
    /// assert!(ApplicationIdentifier::parse("1").is_none());
    /// # Ok::<(), &str>(())
    /// ```
    pub fn parse(digits: &str) -> Option<ApplicationIdentifier> {
        if !has_only_digits(digits) {
            return None;
        }
        let number = digits.parse().ok()?;
        // No AI is a prefix of another one, so the table is in lexicographic order.
        let entry = TABLE.get(TABLE.partition_point(|entry| entry.last < digits))?;
        if entry.first > digits || entry.first.len() != digits.len() {
            return None;
        }
        Some(ApplicationIdentifier { number, entry })
    }

    /// Splits off the AI at the start of the data.
    pub(super) fn strip(data: &str) -> Option<(ApplicationIdentifier, &str)> {
        for len in 2..=4 {
            let Some((digits, rest)) = data.split_at_checked(len) else { continue };
            if let Some(ai) = ApplicationIdentifier::parse(digits) {
                return Some((ai, rest));
            }
        }
        None
    }

    /// GS1's title of the data, such as `BATCH/LOT`.
    pub fn title(self) -> &'static str {
        self.entry.title
    }

    pub(super) fn entry(self) -> &'static Entry {
        self.entry
    }

    /// Reports whether the AI matches a pattern, in which `n` is any digit.
    pub(super) fn matches(self, pattern: &str) -> bool {
        let mut number = self.number;
        for expected in pattern.bytes().rev() {
            if expected != b'n' && expected != b'0' + (number % 10) as u8 {
                return false;
            }
            number /= 10;
        }
        pattern.len() == self.entry.first.len()
    }
}

/// Compares AIs by number.
impl Ord for ApplicationIdentifier {
    fn cmp(&self, other: &Self) -> std::cmp::Ordering {
        self.number.cmp(&other.number)
    }
}

impl PartialOrd for ApplicationIdentifier {
    fn partial_cmp(&self, other: &Self) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}

impl fmt::Display for ApplicationIdentifier {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:0width$}", self.number, width = self.entry.first.len())
    }
}

impl fmt::Debug for ApplicationIdentifier {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "AI({self})")
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;

    #[test]
    fn the_table_is_sorted() {
        assert!(TABLE.iter().all(|entry| entry.first <= entry.last && entry.first.len() == entry.last.len()));
        assert!(TABLE.windows(2).all(|pair| matches!(pair, [a, b] if a.last < b.first)));
    }

    #[test]
    fn finds_exactly_the_identifiers_of_the_table() {
        let found: Vec<_> = (0..10_000u32)
            .flat_map(|n| [2, 3, 4].map(|width| format!("{n:0width$}")))
            .filter(|digits| digits.len() <= 4 && ApplicationIdentifier::parse(digits).is_some())
            .collect::<std::collections::BTreeSet<_>>()
            .into_iter()
            .collect();
        assert_eq!(found.len(), 541);
        for digits in &found {
            assert_eq!(ApplicationIdentifier::parse(digits).unwrap().to_string(), *digits);
            let longer = format!("{digits}1");
            assert_eq!(ApplicationIdentifier::parse(&longer), None, "{longer}");
        }
    }
}
