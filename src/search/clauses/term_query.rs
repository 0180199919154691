//! Term queries: conditions on one term of a name.

use crate::attributes::Attribute;
use crate::quantity::Unit;
use crate::text::{is_digit, is_digit_or_point};

/// The part of a pack's name in which a term must be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Within {
    /// Anywhere.
    Name,
    /// The name of the product, which has the strengths.
    Title,
    /// Supplier, size or sub-pack.
    Tail,
}

/// A condition on one term.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TermQuery {
    /// A word with this prefix.
    Prefix(String),
    /// This whole word.
    Whole(String),
    /// This whole word in the title.
    Title(String),
    /// This number, with any unit or none.
    Number(String, Within),
    /// Any number with this unit.
    AnyNumberOf(Unit),
    /// This whole term, but not as an exact match: the query has only a prefix or a synonym of it.
    Unfinished(String),
    /// A word with this prefix that occurs only in generic names.
    Generic(String),
    /// A route or a release characteristic.
    Attribute(Attribute),
}

impl TermQuery {
    pub fn text(&self) -> &str {
        match self {
            TermQuery::Prefix(text)
            | TermQuery::Whole(text)
            | TermQuery::Title(text)
            | TermQuery::Number(text, _)
            | TermQuery::Unfinished(text)
            | TermQuery::Generic(text) => text,
            TermQuery::AnyNumberOf(unit) => unit.name(),
            TermQuery::Attribute(attribute) => attribute.name(),
        }
    }

    /// Returns whether it requires a compound like `sugarfree`.
    pub fn is_free_of(&self) -> bool {
        matches!(self, TermQuery::Whole(word) if is_free_of(word))
    }

    /// Returns whether it requires a route or a release characteristic.
    pub fn is_attribute(&self) -> bool {
        matches!(self, TermQuery::Attribute(_))
    }

    /// Returns whether it requires a word that occurs only in generic names.
    pub fn is_generic(&self) -> bool {
        matches!(self, TermQuery::Generic(_))
    }

    /// Returns whether it matches words of which most packs have one.
    pub fn is_common(&self) -> bool {
        match self {
            TermQuery::Prefix(text) => text.len() <= COMMON_LETTERS,
            TermQuery::Number(..) | TermQuery::AnyNumberOf(_) | TermQuery::Attribute(_) => true,
            TermQuery::Whole(_) | TermQuery::Title(_) | TermQuery::Unfinished(_) | TermQuery::Generic(_) => {
                false
            }
        }
    }
}

/// The maximum length of a prefix that most packs match.
const COMMON_LETTERS: usize = 2;

/// Returns whether a word is an exact match of a term query, or `None` if it does not match.
pub fn matches_word(term_query: &TermQuery, word: &str) -> Option<bool> {
    match term_query {
        TermQuery::Whole(text) | TermQuery::Title(text) => (word == text).then_some(true),
        TermQuery::Unfinished(text) => (word == text).then_some(false),
        TermQuery::Prefix(prefix) => word.strip_prefix(prefix.as_str()).map(str::is_empty),
        TermQuery::AnyNumberOf(unit) => {
            let number = word.strip_suffix(unit.name())?;
            (word.starts_with(is_digit) && number.chars().all(is_digit_or_point)).then_some(true)
        }
        TermQuery::Number(number, within) => {
            if *within == Within::Title && is_volume(word) {
                return None;
            }
            let rest = word.strip_prefix(number.as_str())?;
            let agrees = !rest.starts_with(is_digit_or_point);
            (agrees || (may_be_code(number) && code_goes_on(rest))).then_some(agrees)
        }
        TermQuery::Generic(_) | TermQuery::Attribute(_) => None,
    }
}

/// The minimum number of digits of a number that may be the prefix of a device's code.
const CODE_DIGITS: usize = 5;

/// The maximum number of digits of a round number before its final zeros.
const ROUND_DIGITS: usize = 3;

/// Returns whether digits may be the prefix of a code. A strength with as many digits is a round number.
pub fn may_be_code(number: &str) -> bool {
    let significant = number.trim_end_matches('0').len();
    number.len() >= CODE_DIGITS && significant > ROUND_DIGITS && !number.contains('.')
}

/// Returns whether the rest after the digits of a code belongs to the same code. A quantity is never a code.
pub fn code_goes_on(rest: &str) -> bool {
    let unit = rest.trim_start_matches(is_digit_or_point);
    !rest.starts_with('.') && Unit::named(unit).is_none()
}

/// Returns whether an index term is a volume. In a title, that is a container or a denominator, not a
/// strength.
pub fn is_volume(term: &str) -> bool {
    let letters = term.trim_start_matches(is_digit_or_point);
    letters.len() < term.len() && VOLUMES.contains(&letters)
}

const VOLUMES: [&str; 3] = ["microlitre", "ml", "litre"];

pub fn is_ratio(term: &str) -> bool {
    term.starts_with('=')
}

/// Returns whether a compound is like `sugarfree`.
pub fn is_free_of(compound: &str) -> bool {
    compound.len() > FREE.len() && compound.ends_with(FREE)
}

pub const FREE: &str = "free";
