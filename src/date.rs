//! Calendar days, as `YYYY-MM-DD`.

use std::fmt;

use serde::{Serialize, Serializer};

/// A day of the Gregorian calendar, from 0001-01-01 to 9999-12-31.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Date {
    days: i32,
}

/// The error for a text or number that is not a calendar day.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DateError;

impl fmt::Display for DateError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("not a date; use the form YYYY-MM-DD")
    }
}

impl std::error::Error for DateError {}

/// Days from 0000-03-01 to 1970-01-01. Years start in March, so that the leap day is the last day.
const MARCH_OF_YEAR_0: i32 = 719_468;
const DAYS_IN_400_YEARS: i32 = 146_097;

impl Date {
    /// The first day that a `Date` can represent.
    pub const MIN: Date = Date { days: -719_162 };
    /// The last day that a `Date` can represent.
    pub const MAX: Date = Date { days: 2_932_896 };

    /// Creates the day with this year, month and day of the month. Returns `None` if it does not exist.
    ///
    /// # Examples
    ///
    /// ```
    /// use pack_lookup::date::Date;
    ///
    /// assert!(Date::new(2028, 2, 29).is_some());
    /// assert!(Date::new(2029, 2, 29).is_none());
    /// ```
    pub fn new(year: u16, month: u8, day: u8) -> Option<Date> {
        let in_range = (1..=9999).contains(&year) && (1..=days_in_month(year, month)).contains(&day);
        if !in_range {
            return None;
        }
        Some(Date { days: days_from_civil(year, month, day) })
    }

    /// Creates the day that is `days` days after 1970-01-01. Returns `None` if it is out of range.
    pub fn from_days(days: i32) -> Option<Date> {
        let date = Date { days };
        (Date::MIN..=Date::MAX).contains(&date).then_some(date)
    }

    /// The number of days since 1970-01-01.
    pub fn days(self) -> i32 {
        self.days
    }

    /// Parses `YYYY-MM-DD`.
    ///
    /// # Errors
    ///
    /// Returns [`DateError`] if the text has another form, or the calendar does not have the day.
    ///
    /// # Examples
    ///
    /// ```
    /// use pack_lookup::date::{Date, DateError};
    ///
    /// let date = Date::parse("2025-08-14")?;
    /// assert_eq!(date.civil(), (2025, 8, 14));
    /// assert_eq!(date.to_string(), "2025-08-14");
    /// assert_eq!(Date::parse("14/08/2025"), Err(DateError));
    /// # Ok::<(), DateError>(())
    /// ```
    pub fn parse(text: &str) -> Result<Date, DateError> {
        let [year, month, day] = split_iso(text).ok_or(DateError)?;
        Date::new(year, month as u8, day as u8).ok_or(DateError)
    }

    /// Computes the year, the month and the day of the month.
    pub fn civil(self) -> (u16, u8, u8) {
        // Howard Hinnant's algorithm `civil_from_days`: eras of 400 years that start on a 1 March.
        let shifted = self.days + MARCH_OF_YEAR_0;
        let era = shifted.div_euclid(DAYS_IN_400_YEARS);
        let day_of_era = shifted.rem_euclid(DAYS_IN_400_YEARS);
        let year_of_era = (day_of_era - day_of_era / 1460 + day_of_era / 36_524 - day_of_era / 146_096) / 365;
        let day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
        let march_month = (5 * day_of_year + 2) / 153;
        let day = day_of_year - (153 * march_month + 2) / 5 + 1;
        let month = if march_month < 10 { march_month + 3 } else { march_month - 9 };
        let year = era * 400 + year_of_era + i32::from(month <= 2);
        (year as u16, month as u8, day as u8)
    }
}

/// Counts the days of a month, or 0 if the month does not exist.
pub fn days_in_month(year: u16, month: u8) -> u8 {
    let leap = year.is_multiple_of(4) && (!year.is_multiple_of(100) || year.is_multiple_of(400));
    match month {
        1 | 3 | 5 | 7 | 8 | 10 | 12 => 31,
        4 | 6 | 9 | 11 => 30,
        2 if leap => 29,
        2 => 28,
        _ => 0,
    }
}

fn days_from_civil(year: u16, month: u8, day: u8) -> i32 {
    let (month, day) = (i32::from(month), i32::from(day));
    let year = i32::from(year) - i32::from(month <= 2);
    let (era, year_of_era) = (year.div_euclid(400), year.rem_euclid(400));
    let march_month = (month + 9) % 12;
    let day_of_year = (153 * march_month + 2) / 5 + day - 1;
    let day_of_era = year_of_era * 365 + year_of_era / 4 - year_of_era / 100 + day_of_year;
    era * DAYS_IN_400_YEARS + day_of_era - MARCH_OF_YEAR_0
}

fn split_iso(text: &str) -> Option<[u16; 3]> {
    let bytes: &[u8; 10] = text.as_bytes().try_into().ok()?;
    let [y1, y2, y3, y4, b'-', m1, m2, b'-', d1, d2] = bytes else { return None };
    Some([number(&[*y1, *y2, *y3, *y4])?, number(&[*m1, *m2])?, number(&[*d1, *d2])?])
}

fn number(digits: &[u8]) -> Option<u16> {
    let mut number = 0;
    for digit in digits {
        if !digit.is_ascii_digit() {
            return None;
        }
        number = number * 10 + u16::from(digit - b'0');
    }
    Some(number)
}

const MONTHS: [&str; 12] = [
    "January",
    "February",
    "March",
    "April",
    "May",
    "June",
    "July",
    "August",
    "September",
    "October",
    "November",
    "December",
];

impl Date {
    /// Writes the day as people do.
    ///
    /// # Examples
    ///
    /// ```
    /// use pack_lookup::date::Date;
    ///
    /// assert_eq!(Date::parse("2025-08-03")?.in_words(), "3 August 2025");
    /// # Ok::<(), pack_lookup::date::DateError>(())
    /// ```
    pub fn in_words(self) -> String {
        let (year, month, day) = self.civil();
        let name = MONTHS.get(usize::from(month).saturating_sub(1)).copied().unwrap_or_default();
        format!("{day} {name} {year}")
    }

    /// Writes the bytes of `YYYY-MM-DD`. `format!` would take longer than the rest of a record.
    pub(crate) fn iso(self) -> [u8; 10] {
        let (year, month, day) = self.civil();
        let [[y1, y2], [y3, y4]] = [two_digits(year / 100), two_digits(year % 100)];
        let [[m1, m2], [d1, d2]] = [two_digits(month.into()), two_digits(day.into())];
        [y1, y2, y3, y4, b'-', m1, m2, b'-', d1, d2]
    }
}

fn two_digits(number: u16) -> [u8; 2] {
    [b'0' + (number / 10) as u8, b'0' + (number % 10) as u8]
}

/// The same as [`Date::parse`], for `str::parse` and for libraries of arguments.
impl std::str::FromStr for Date {
    type Err = DateError;

    fn from_str(text: &str) -> Result<Date, DateError> {
        Date::parse(text)
    }
}

impl fmt::Display for Date {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(std::str::from_utf8(&self.iso()).unwrap_or(""))
    }
}

impl Serialize for Date {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(std::str::from_utf8(&self.iso()).unwrap_or(""))
    }
}
