//! Exact decimal numbers, as a release writes them. A float would change `0.1`.

use crate::text::is_whole_number;
use std::fmt;

/// The maximum number of digits.
const MAX_DECIMAL_DIGITS: usize = 18;

/// A non-negative decimal number without redundant zeros: `28.0` is `28`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Decimal {
    digits: u64,
    /// The number of decimal places.
    behind: u8,
}

impl Decimal {
    /// Parses what the schemas of dm+d call a float: `28`, `28.0`, `.5`, `2.5E-4`.
    ///
    /// Returns `None` if the text is not a number, is negative, or has more than 18 digits.
    ///
    /// # Examples
    ///
    /// ```
    /// use pack_lookup::concept::Decimal;
    ///
    /// assert_eq!(Decimal::parse("28.0").map(|number| number.to_string()), Some("28".to_owned()));
    /// assert_eq!(Decimal::parse("2.5E-4").map(|number| number.to_string()), Some("0.00025".to_owned()));
    /// assert!(Decimal::parse("-1").is_none());
    /// ```
    pub fn parse(text: &str) -> Option<Decimal> {
        let (number, power) = match text.split_once(['e', 'E']) {
            Some((number, power)) => (number, power.parse::<i32>().ok()?),
            None => (text, 0),
        };
        let (whole, fraction) = number.split_once('.').unwrap_or((number, ""));
        let digits = [whole.strip_prefix('+').unwrap_or(whole), fraction].concat();
        if !is_whole_number(&digits) {
            return None;
        }
        Decimal::of(&digits, i32::try_from(fraction.len()).ok()?.checked_sub(power)?)
    }

    /// Creates the number with these digits and decimal places. A negative number of places appends zeros.
    fn of(digits: &str, behind: i32) -> Option<Decimal> {
        let all = digits.trim_start_matches('0');
        let needed = all.trim_end_matches('0');
        let behind = behind.checked_sub((all.len() - needed.len()) as i32)?;
        if needed.is_empty() {
            return Some(Decimal { digits: 0, behind: 0 });
        }
        let zeros = behind.min(0).unsigned_abs() as usize;
        let behind = behind.max(0) as usize;
        if needed.len().saturating_add(zeros) > MAX_DECIMAL_DIGITS || behind > MAX_DECIMAL_DIGITS {
            return None;
        }
        let number = needed.parse::<u64>().unwrap_or(0) * 10u64.pow(zeros as u32);
        Some(Decimal { digits: number, behind: behind as u8 })
    }
}

/// Writes the number as JSON has it.
impl fmt::Display for Decimal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let behind = usize::from(self.behind);
        let digits = format!("{:0>width$}", self.digits, width = behind + 1);
        match digits.split_at_checked(digits.len() - behind) {
            Some((whole, fraction)) if behind > 0 => write!(f, "{whole}.{fraction}"),
            _ => f.write_str(&digits),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Decimal;

    #[test]
    fn keeps_numbers_exact_and_trims_zeros() {
        for (text, shown) in [
            ("28", "28"),
            ("28.0", "28"),
            ("0028.50", "28.5"),
            (".5", "0.5"),
            ("5.", "5"),
            ("0.1", "0.1"),
            ("0.000", "0"),
            ("0", "0"),
            ("0E99", "0"),
            ("1000000.0", "1000000"),
            ("2.5E-4", "0.00025"),
            ("2.5e3", "2500"),
            ("+7", "7"),
            ("123456789012345678", "123456789012345678"),
            ("0.123456789012345678", "0.123456789012345678"),
        ] {
            assert_eq!(
                Decimal::parse(text).map(|number| number.to_string()).as_deref(),
                Some(shown),
                "{text}"
            );
        }
    }

    #[test]
    fn parses_its_own_output() {
        for text in ["28", "0.00025", "100", "123.456", "0"] {
            let number = Decimal::parse(text);
            assert_eq!(number.and_then(|number| Decimal::parse(&number.to_string())), number);
        }
    }

    #[test]
    fn rejects_invalid_numbers() {
        for text in [
            "",
            ".",
            "-1",
            "INF",
            "NaN",
            "1,5",
            "1.2.3",
            "1e",
            "e5",
            "1e99999999999",
            "1e-2147483648",
            "1e2147483647",
        ] {
            assert_eq!(Decimal::parse(text), None, "{text}");
        }
        assert_eq!(Decimal::parse("1234567890123456789"), None);
        assert_eq!(Decimal::parse("1e18"), None);
        assert_eq!(Decimal::parse("1e-19"), None);
    }
}
