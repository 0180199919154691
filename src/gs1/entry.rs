//! The types of the table of Application Identifiers.

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
