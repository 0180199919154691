//! The pack of a code that a client gives, or the reason why there is none; and the concepts above a code
//! of dm+d.

use std::fmt;

use super::{Use, distinct_packs, reuse_of, uses};
use crate::concept::{PackConcepts, Reuse};
use crate::dataset::{Dataset, PackNumber};
use crate::date::Date;
use crate::gtin::{Gtin, GtinError};
use crate::pack::{GtinEntry, Pack};
use crate::snomed::{AmppId, ConceptId};
use crate::text::is_whole_number;

/// The pack of a GTIN's latest use, with what a person must know before they rely on it: re-use, and the end
/// of the period.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Found {
    /// The number of the pack in the dataset.
    pub number: PackNumber,
    /// The record of the pack.
    pub pack: Pack,
    /// The latest period in which a pack has carried the GTIN.
    pub entry: GtinEntry,
    /// The number of packs that have carried the GTIN. If it exceeds 1, the code does not identify the pack.
    pub packs: usize,
    /// How different these packs are, or `None` if there is only one.
    pub reuse: Option<Reuse>,
    /// The last day of the latest use, if it was before the release: no pack carries the GTIN any more.
    pub ended: Option<Date>,
}

/// Why a code leads to no pack. The message tells people what to correct, and `reason` is a stable code for
/// programs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NotFound<'t> {
    /// The code as given, without surrounding white space.
    pub code: &'t str,
    /// What is wrong with it.
    pub cause: Cause,
}

/// What is wrong with a code: it is not a GTIN, or no pack of the release has carried it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cause {
    /// It is not a GTIN.
    NotGtin(GtinError),
    /// It is a GTIN that no pack has carried.
    Unknown(Gtin),
}

impl NotFound<'_> {
    /// A stable code for programs: `not_digits`, `bad_length`, `unknown_gtin` or `wrong_check_digit`.
    pub fn reason(&self) -> &'static str {
        match self.cause {
            Cause::NotGtin(error) => error.reason(),
            Cause::Unknown(gtin) if gtin.has_right_check_digit() => "unknown_gtin",
            Cause::Unknown(_) => "wrong_check_digit",
        }
    }
}

impl fmt::Display for NotFound<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.cause {
            Cause::NotGtin(error) => write!(f, "{error}{}", advice(self.code, error)),
            Cause::Unknown(gtin) => {
                write!(f, "no pack of this release has carried {}; {}", self.code, verdict(gtin))
            }
        }
    }
}

/// Writes advice for people. The digits of an EAN-8 or UPC-A are a GTIN too, after leading zeros are added.
fn advice(code: &str, error: GtinError) -> String {
    match (error, code.len()) {
        (GtinError::BadLength, 8 | 12) => {
            format!("; this one has {}: add leading zeros, {code:0>14}", code.len())
        }
        (GtinError::BadLength, digits) => format!("; this one has {digits}"),
        (GtinError::NotDigits, _) if is_rounded(code) => {
            "; a spreadsheet rounded this number: format the column as text, and enter the codes again"
                .to_owned()
        }
        (GtinError::NotDigits, _) => String::new(),
    }
}

/// Reports whether a text is a number such as `5.01E+12`, which spreadsheets write for a code of many digits.
pub(crate) fn is_rounded(code: &str) -> bool {
    let Some((number, power)) = code.split_once(['e', 'E']) else { return false };
    let power = power.trim_start();
    is_whole_number(&number.trim_end().replace(['.', ','], ""))
        && is_whole_number(power.strip_prefix('+').unwrap_or(power))
}

fn verdict(gtin: Gtin) -> String {
    if gtin.has_right_check_digit() {
        return "its check digit is correct".to_owned();
    }
    format!("its check digit is {}, but should be {}", gtin.check_digit(), gtin.right_check_digit())
}

/// Finds the pack of the latest use of a GTIN of 13 or 14 digits.
///
/// Surrounding white space is ignored.
///
/// # Errors
///
/// Returns [`NotFound`] if the text is not a GTIN ([`Cause::NotGtin`]), or if no pack has carried it
/// ([`Cause::Unknown`]).
///
/// # Examples
///
/// ```
/// # let bytes = include!(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/common/doctest_dataset.rs"));
/// use pack_lookup::dataset::verify;
/// use pack_lookup::lookup::find;
///
/// let dataset = verify(&bytes)?;
/// let found = find(&dataset, " 9521234567899 ").expect("a GTIN of the demonstration data");
/// assert_eq!(found.pack.name, "Amlodipine 5mg tablets (Teva UK Ltd) 28 tablet 2 x 14 tablets");
/// assert_eq!(found.packs, 1);
///
/// let error = find(&dataset, "9521234567890").unwrap_err();
/// assert_eq!(error.reason(), "wrong_check_digit");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn find<'t>(dataset: &Dataset<'_>, text: &'t str) -> Result<Found, NotFound<'t>> {
    let code = text.trim();
    let gtin = match Gtin::parse(code) {
        Ok(gtin) => gtin,
        Err(error) => return Err(NotFound { code, cause: Cause::NotGtin(error) }),
    };
    let unknown = NotFound { code, cause: Cause::Unknown(gtin) };
    let uses = uses(dataset, gtin);
    let Some(Use { pack: number, entry }) = uses.first().copied() else { return Err(unknown) };
    let Some(pack) = dataset.pack(number) else { return Err(unknown) };
    let packs = distinct_packs(&uses);
    let ended = entry.ended_before(dataset.release_date());
    Ok(Found { number, pack, entry, reuse: reuse_of(dataset, &packs), packs: packs.len(), ended })
}

/// Finds the pack with this code. Returns `None` if it is not the code of a pack.
///
/// # Examples
///
/// ```
/// # let bytes = include!(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/common/doctest_dataset.rs"));
/// use pack_lookup::snomed::ConceptId;
/// use pack_lookup::dataset::verify;
/// use pack_lookup::lookup::pack_of;
///
/// let dataset = verify(&bytes)?;
/// let pack = pack_of(&dataset, ConceptId::parse("900000011000001106")?).ok_or("no pack has this code")?;
/// assert_eq!(dataset.name(pack), "Amlodipine 5mg tablets (Teva UK Ltd) 28 tablet 2 x 14 tablets");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn pack_of(dataset: &Dataset<'_>, id: ConceptId) -> Option<PackNumber> {
    dataset.find(AmppId::new(id.number())?)
}

/// Finds the concepts of a pack, or another concept with the concepts above it.
///
/// A code that a moiety or virtual product had before leads to the concept that has it as `previous_id`.
///
/// Returns `None` if the dataset does not have the code, or has no concepts.
///
/// # Examples
///
/// ```
/// # let bytes = include!(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/common/doctest_dataset.rs"));
/// use pack_lookup::snomed::ConceptId;
/// use pack_lookup::dataset::verify;
/// use pack_lookup::lookup::concepts_of;
///
/// let dataset = verify(&bytes)?;
/// let concepts = concepts_of(&dataset, ConceptId::parse("900000011000001106")?).ok_or("unknown code")?;
/// assert_eq!(concepts.vmp.ok_or("no virtual product")?.name, "Amlodipine 5mg tablets");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn concepts_of(dataset: &Dataset<'_>, id: ConceptId) -> Option<PackConcepts> {
    let concepts = dataset.concepts()?;
    // Most codes are of packs, so the packs are searched first. The concept tables are then not read.
    if let Some(pack) = pack_of(dataset, id) {
        return concepts.of_pack(pack);
    }
    if let Some(place) = concepts.find_above(id) {
        return Some(concepts.ancestors(place));
    }
    let (_, place) = concepts.successor(id)?;
    Some(concepts.ancestors(place))
}
