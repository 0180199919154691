//! What the table of Application Identifiers is made of.

/// One line of GS1's Syntax Dictionary: an AI, or a range of AIs that differ in nothing else.
#[derive(PartialEq, Eq)]
pub(super) struct Entry {
    pub first: &'static str,
    pub last: &'static str,
    /// The length is known from the AI alone, so that no separator needs to follow.
    pub predefined: bool,
    pub parts: &'static [Part],
    /// Each of these must be satisfied. `,` parts alternatives, `+` those that are needed together.
    pub requires: &'static [&'static str],
    /// AIs, parted by `,`, that must not occur beside this one.
    pub excludes: &'static str,
    /// May begin the path of a Digital Link.
    pub is_key: bool,
    pub title: &'static str,
}

/// A stretch of a value with one character set.
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

/// What a part must satisfy beyond length and characters.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Check {
    Anything,
    /// The last digit is the check digit.
    Modulo10,
    /// The last two characters are a check character pair.
    Modulo1021,
    /// YYMMDD.
    Date,
    /// YYMMDD, where the day 00 means that only the month is told.
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
    /// The number of characters of the longest value.
    pub fn max_len(&self) -> usize {
        self.parts.iter().map(|part| usize::from(part.max)).sum()
    }
}
