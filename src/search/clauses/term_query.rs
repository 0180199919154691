//! Term queries: what one word of a name must be.

use crate::attributes::Attribute;
use crate::quantity::Unit;

/// Where in a pack's name something must be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Within {
    /// Anywhere.
    Name,
    /// In the name of the product, where strengths are.
    Title,
    /// In supplier, size or sub-pack.
    Tail,
}

/// One word that must be there.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TermQuery {
    /// A word that begins like this.
    Prefix(String),
    /// A word that is this.
    Whole(String),
    /// A word of the product's name that is this.
    Title(String),
    /// This number, with any unit or none.
    Number(String, Within),
    /// Any number with this unit.
    AnyNumberOf(Unit),
    /// A word that is this, but not as a whole: what was typed is only the start of it, or means the same.
    Unfinished(String),
    /// A word of the generic name that begins like this, and that no pack has in its own name.
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
}

/// Whether a word of a name is one that the atom stands for, and whether as a whole.
pub fn matches_word(atom: &TermQuery, word: &str) -> Option<bool> {
    match atom {
        TermQuery::Whole(text) | TermQuery::Title(text) => (word == text).then_some(true),
        TermQuery::Unfinished(text) => (word == text).then_some(false),
        TermQuery::Prefix(prefix) => word.strip_prefix(prefix.as_str()).map(str::is_empty),
        TermQuery::AnyNumberOf(unit) => {
            let number =
                word.strip_suffix(unit.name()).filter(|_| word.starts_with(|c: char| c.is_ascii_digit()))?;
            number.chars().all(|c| c.is_ascii_digit() || c == '.').then_some(true)
        }
        TermQuery::Number(number, within) => {
            if *within == Within::Title && is_volume(word) {
                return None;
            }
            let rest = word.strip_prefix(number.as_str())?;
            let agrees = !rest.starts_with(|c: char| c.is_ascii_digit() || c == '.');
            (agrees || (may_be_code(number) && code_goes_on(rest))).then_some(agrees)
        }
        TermQuery::Generic(_) | TermQuery::Attribute(_) => None,
    }
}

/// How many digits at least a number has that may be the start of a device's code.
const CODE_DIGITS: usize = 5;

/// How many digits before its zeros a round number has at most.
const ROUND_DIGITS: usize = 3;

/// Whether digits may be the start of a code that goes on. A strength of as many digits is a round number.
pub fn may_be_code(number: &str) -> bool {
    let significant = number.trim_end_matches('0').len();
    number.len() >= CODE_DIGITS && significant > ROUND_DIGITS && !number.contains('.')
}

/// Whether what follows the digits of a code belongs to the same code. A quantity is no code, however many digits it has.
pub fn code_goes_on(rest: &str) -> bool {
    let unit = rest.trim_start_matches(|c: char| c.is_ascii_digit() || c == '.');
    !rest.starts_with('.') && Unit::named(unit).is_none()
}

/// Returns whether an index term is a quantity of volume. In a title that is a container or a denominator, and no strength.
pub fn is_volume(term: &str) -> bool {
    let letters = term.trim_start_matches(|c: char| c.is_ascii_digit() || c == '.');
    letters.len() < term.len() && VOLUMES.contains(&letters)
}

const VOLUMES: [&str; 3] = ["microlitre", "ml", "litre"];

/// Returns whether an index term is a ratio.
pub fn is_ratio(term: &str) -> bool {
    term.starts_with('=')
}

/// Whether a compound is one such as `sugarfree`.
pub fn is_free_of(compound: &str) -> bool {
    compound.len() > FREE.len() && compound.ends_with(FREE)
}

pub const FREE: &str = "free";
