//! The codes of a list: which codes a text may be, and where they are in the dataset.

use crate::dataset::{Dataset, PackNumber, Place};
use crate::gtin::Gtin;
use crate::lookup;
use crate::lookup::is_rounded;
use crate::snomed::ConceptId;
use crate::text::has_only_digits;

/// The number of codes from which one pass over all codes of the dataset takes less time than a search for
/// each.
const MANY_CODES: usize = 2500;

/// The number of digits that a number in a spreadsheet holds. The others are written as zeros.
const EXACT_DIGITS: usize = 15;

/// What a text may be the code of. Some numbers may be two or more of these.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Reading {
    pub concept: Option<ConceptId>,
    pub gtin: Option<Gtin>,
    /// The GTIN, if its leading zeros were lost: an EAN-8 or UPC-A, or a number of a spreadsheet.
    pub padded: Option<Gtin>,
    pub spoiled: Option<Spoiled>,
}

/// Why a text is not a code, or not a trustworthy one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Spoiled {
    /// A spreadsheet rounded it.
    Rounded,
    /// It is something else.
    NoCode,
}

impl Reading {
    /// Reads a text as a person, a spreadsheet or a program wrote it.
    pub fn of(text: &str) -> Reading {
        let digits = digits_of(text);
        if is_rounded(&digits) || has_lost_digits(&digits) {
            return Reading { spoiled: Some(Spoiled::Rounded), ..Reading::default() };
        }
        let digits = without_fraction(&digits);
        let concept = ConceptId::parse(digits).ok();
        let gtin = Gtin::parse(digits).ok();
        if !has_only_digits(digits) || (concept.is_none() && gtin.is_none()) {
            return Reading { spoiled: Some(Spoiled::NoCode), ..Reading::default() };
        }
        let is_right = concept.is_some_and(ConceptId::has_right_check_digit);
        let spoiled = if is_filled_up(digits) && !is_right { Some(Spoiled::Rounded) } else { None };
        Reading { concept, gtin, padded: padded(digits), spoiled }
    }
}

/// Reports whether a cell of a list is a code with a correct check digit, or a number that a spreadsheet
/// rounded. A quantity or a date is none.
#[cfg(feature = "cli")]
pub(crate) fn is_code(text: &str) -> bool {
    let Reading { concept, gtin, padded, spoiled } = Reading::of(text);
    let is_right = |gtin: Option<Gtin>| gtin.is_some_and(Gtin::has_right_check_digit);
    match spoiled {
        Some(spoiled) => spoiled == Spoiled::Rounded,
        None => is_right(gtin) || is_right(padded) || concept.is_some_and(ConceptId::has_right_check_digit),
    }
}

/// Reports whether a text has the digits of a code, also of a mistyped one. A title or a name of a column has
/// not.
#[cfg(feature = "cli")]
pub(crate) fn may_be_code(text: &str) -> bool {
    Reading::of(text).spoiled != Some(Spoiled::NoCode)
}

/// Removes what keeps the digits of a text as text in a spreadsheet, and spaces between digits.
fn digits_of(text: &str) -> String {
    let text = text.trim_matches(|character: char| character.is_whitespace() || character == '\u{feff}');
    let text = text.strip_prefix('=').filter(|text| text.starts_with('"')).unwrap_or(text);
    let text = text.strip_prefix('\'').unwrap_or(text).trim_matches('"').trim();
    let is_spaced = text.chars().all(|character| character.is_ascii_digit() || character == ' ');
    if is_spaced { text.replace(' ', "") } else { text.to_owned() }
}

/// Removes `.0`, which programs write for a column with an empty cell.
fn without_fraction(digits: &str) -> &str {
    digits.strip_suffix(".0").unwrap_or(digits)
}

/// Reports whether a number with a fraction has more digits than such numbers hold.
fn has_lost_digits(digits: &str) -> bool {
    digits.strip_suffix(".0").is_some_and(|digits| has_only_digits(digits) && digits.len() > EXACT_DIGITS)
}

/// Reports whether the digits after those that a spreadsheet holds are zeros. A code with a correct check
/// digit may end so.
fn is_filled_up(digits: &str) -> bool {
    digits.get(EXACT_DIGITS..).is_some_and(|rest| !rest.is_empty() && rest.bytes().all(|digit| digit == b'0'))
}

/// Completes the GTIN of fewer digits with zeros.
fn padded(digits: &str) -> Option<Gtin> {
    if (8..13).contains(&digits.len()) { Gtin::parse(&format!("{digits:0>13}")).ok() } else { None }
}

/// The codes of a list in ascending order, each with its place.
pub struct Places {
    codes: Vec<u64>,
    places: Vec<Option<Place>>,
}

impl Places {
    pub fn of(dataset: &Dataset<'_>, codes: impl Iterator<Item = ConceptId>) -> Places {
        let mut codes: Vec<u64> = codes.map(ConceptId::number).collect();
        codes.sort_unstable();
        codes.dedup();
        if codes.len() < MANY_CODES {
            let places = codes.iter().map(|code| place_of(dataset, ConceptId::new(*code)?)).collect();
            return Places { codes, places };
        }
        let mut places = Places { places: vec![None; codes.len()], codes };
        for pack in (0..dataset.packs()).map(PackNumber) {
            if let Some(id) = dataset.pack_id(pack) {
                places.add(id.into(), Place::Ampp(pack));
            }
        }
        if let Some(concepts) = dataset.concepts() {
            for (id, place) in concepts.all_above() {
                places.add(id, place);
            }
        }
        places
    }

    fn add(&mut self, code: ConceptId, place: Place) {
        if let Ok(found) = self.codes.binary_search(&code.number())
            && let Some(slot) = self.places.get_mut(found)
        {
            *slot = Some(place);
        }
    }

    /// Finds the place of a code of the list.
    pub fn of_code(&self, code: ConceptId) -> Option<Place> {
        *self.places.get(self.codes.binary_search(&code.number()).ok()?)?
    }
}

fn place_of(dataset: &Dataset<'_>, code: ConceptId) -> Option<Place> {
    match lookup::pack_of(dataset, code) {
        Some(pack) => Some(Place::Ampp(pack)),
        None => dataset.concepts()?.find_above(code),
    }
}
