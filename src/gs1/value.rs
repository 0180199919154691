//! Values: what GS1's dictionary says of each, and checks of lengths, character sets, check digits and dates.

use super::error::Fault;
use crate::date::{Date, days_in_month};

/// One line of GS1's Syntax Dictionary: an AI, or a range of AIs with the same properties.
#[derive(PartialEq, Eq)]
pub(super) struct Entry {
    pub first: &'static str,
    pub last: &'static str,
    /// Whether the AI determines the length, so that no separator needs to follow.
    pub predefined: bool,
    pub parts: &'static [Part],
    /// AIs that must also occur. Each item is required. In an item, `,` separates alternatives, and `+` joins
    /// AIs that are needed together.
    pub requires: &'static [&'static str],
    /// AIs, separated by `,`, that must not occur together with this one.
    pub excludes: &'static str,
    /// Whether it is a key, which may start the path of a Digital Link.
    pub is_key: bool,
    pub title: &'static str,
}

/// A part of a value with one character set.
#[derive(PartialEq, Eq)]
pub(super) struct Part {
    pub set: Set,
    pub min: u8,
    pub max: u8,
    pub check: Check,
    pub is_optional: bool,
}

#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Set {
    Numeric,
    Cset82,
    Cset39,
    Cset64,
}

/// The validation of a part, besides its length and characters.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Check {
    Anything,
    /// The last digit is the check digit.
    Modulo10,
    /// The last two characters are a check character pair.
    Modulo1021,
    /// YYMMDD.
    Date,
    /// YYMMDD, where the day 00 means the whole month.
    DateOrMonth,
    /// YYYYMMDD.
    LongDate,
    /// HHMM.
    Time,
}

pub(super) const fn part(set: Set, min: u8, max: u8, check: Check) -> Part {
    Part { set, min, max, check, is_optional: false }
}

pub(super) const fn optional(set: Set, min: u8, max: u8, check: Check) -> Part {
    Part { set, min, max, check, is_optional: true }
}

impl Entry {
    /// Finds the maximum number of characters of a value.
    pub fn max_len(&self) -> usize {
        self.parts.iter().map(|part| usize::from(part.max)).sum()
    }
}

/// Checks a value of an AI: each part consumes its share, and no characters remain.
pub(super) fn check(entry: &Entry, value: &str) -> Result<(), Fault> {
    if value.is_empty() {
        return Err(Fault::Empty);
    }
    let mut rest = value;
    for part in entry.parts {
        rest = check_part(rest, part)?;
    }
    if rest.is_empty() { Ok(()) } else { Err(Fault::TooLong) }
}

fn check_part<'v>(value: &'v str, part: &Part) -> Result<&'v str, Fault> {
    if value.is_empty() && part.is_optional {
        return Ok(value);
    }
    let max = usize::from(part.max);
    if let Some(found) = value.chars().take(max).find(|&c| !part.set.has(c)) {
        return Err(Fault::BadCharacter(found));
    }
    // All of these characters are ASCII, so the number of characters is a char boundary.
    let (consumed, rest) = value.split_at_checked(max).unwrap_or((value, ""));
    if consumed.len() < usize::from(part.min) {
        return Err(Fault::TooShort);
    }
    part.check.check(consumed)?;
    Ok(rest)
}

impl Set {
    fn has(self, c: char) -> bool {
        match self {
            Set::Numeric => c.is_ascii_digit(),
            Set::Cset82 => cset82_value(c).is_some(),
            Set::Cset39 => c.is_ascii_digit() || c.is_ascii_uppercase() || "#-/".contains(c),
            Set::Cset64 => c.is_ascii_alphanumeric() || "-_=".contains(c),
        }
    }
}

/// Character set 82 in ASCII order. The index of a character is its value.
const CSET82: &str = "!\"%&'()*+,-./0123456789:;<=>?ABCDEFGHIJKLMNOPQRSTUVWXYZ_abcdefghijklmnopqrstuvwxyz";

fn cset82_value(c: char) -> Option<usize> {
    CSET82.find(c)
}

impl Check {
    fn check(self, text: &str) -> Result<(), Fault> {
        match self {
            Check::Anything => Ok(()),
            Check::Modulo10 => ok_if(has_right_check_digit(text), Fault::BadCheckDigit),
            Check::Modulo1021 => ok_if(has_right_check_pair(text), Fault::BadCheckDigit),
            Check::Date => check_date(text, 1),
            Check::DateOrMonth => check_date(text, 0),
            Check::LongDate => check_long_date(text),
            Check::Time => check_time(text),
        }
    }
}

fn ok_if(is_right: bool, fault: Fault) -> Result<(), Fault> {
    if is_right { Ok(()) } else { Err(fault) }
}

/// Reports whether the modulo 10 check digit is correct. The weights are 1 and 3 from the right, as in all
/// GS1 numbers.
pub(super) fn has_right_check_digit(digits: &str) -> bool {
    let mut sum = 0;
    for (digit, weight) in digits.bytes().rev().zip([1, 3].into_iter().cycle()) {
        sum += u32::from(digit - b'0') * weight;
    }
    sum.is_multiple_of(10)
}

/// The weights of the check character pair, from the right.
const PRIMES: [usize; 23] =
    [2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37, 41, 43, 47, 53, 59, 61, 67, 71, 73, 79, 83];

/// Reports whether the check character pair is correct: modulo 1021 of the character values, written with two
/// of these 32 characters.
fn has_right_check_pair(text: &str) -> bool {
    const CSET32: &str = "23456789ABCDEFGHJKLMNPQRSTUVWXYZ";
    let Some((data, pair)) = text.len().checked_sub(2).and_then(|at| text.split_at_checked(at)) else {
        return false;
    };
    let mut sum = 0;
    for (value, prime) in data.chars().rev().filter_map(cset82_value).zip(PRIMES) {
        sum += value * prime;
    }
    let sum = sum % 1021;
    CSET32.chars().nth(sum >> 5).into_iter().chain(CSET32.chars().nth(sum & 31)).eq(pair.chars())
}

fn check_date(yymmdd: &str, first_day: u8) -> Result<(), Fault> {
    let (year, month, day) = split_yymmdd(yymmdd).ok_or(Fault::TooShort)?;
    // Until 2050 the year 00 means 2000, a leap year. For leap years the century of other years does not
    // matter.
    check_day(2000 + u16::from(year), month, day, first_day)
}

fn check_long_date(yyyymmdd: &str) -> Result<(), Fault> {
    let (century, yymmdd) = yyyymmdd.split_at_checked(2).ok_or(Fault::TooShort)?;
    let century: u16 = century.parse().map_err(|_| Fault::TooShort)?;
    let (year, month, day) = split_yymmdd(yymmdd).ok_or(Fault::TooShort)?;
    check_day(century * 100 + u16::from(year), month, day, 1)
}

fn check_day(year: u16, month: u8, day: u8, first_day: u8) -> Result<(), Fault> {
    ok_if((1..=12).contains(&month), Fault::BadMonth)?;
    ok_if((first_day..=days_in_month(year, month)).contains(&day), Fault::BadDay)
}

fn check_time(hhmm: &str) -> Result<(), Fault> {
    let (hours, minutes) = hhmm.split_at_checked(2).ok_or(Fault::TooShort)?;
    ok_if(hours < "24" && minutes < "60", Fault::BadTime)
}

fn split_yymmdd(yymmdd: &str) -> Option<(u8, u8, u8)> {
    let (year, mmdd) = yymmdd.split_at_checked(2)?;
    let (month, day) = mmdd.split_at_checked(2)?;
    Some((year.parse().ok()?, month.parse().ok()?, day.parse().ok()?))
}

/// Finds the day that YYMMDD means on the day `today`.
///
/// The year is from 49 years before the current year to 50 years after it. The day 00 means the last day of
/// the month.
pub(super) fn date_of(yymmdd: &str, today: Date) -> Option<Date> {
    let (year, month, day) = split_yymmdd(yymmdd)?;
    let year = full_year(year, today)?;
    let day = if day == 0 { days_in_month(year, month) } else { day };
    Date::new(year, month, day)
}

fn full_year(two_digits: u8, today: Date) -> Option<u16> {
    let (this_year, _, _) = today.civil();
    let ahead = i32::from(two_digits) - i32::from(this_year % 100);
    let century = i32::from(this_year / 100) + i32::from(ahead <= -50) - i32::from(ahead >= 51);
    u16::try_from(century * 100 + i32::from(two_digits)).ok()
}
