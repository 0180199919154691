//! A code as somebody gives it: its pack, or why there is none.

use std::fmt;

use super::{latest, packs};
use crate::dataset::{Dataset, PackNumber};
use crate::gtin::{Gtin, GtinError};
use crate::pack::Pack;

/// The pack of a GTIN's latest use.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Found {
    /// Where the pack stands in the dataset.
    pub number: PackNumber,
    /// The whole record.
    pub pack: Pack,
    /// How many packs have carried the GTIN: with more than one, the code alone does not tell which is in the hand.
    pub packs: usize,
}

/// Why a code leads to no pack.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NotFound<'t> {
    /// The code as it was given, without the spaces around it.
    pub code: &'t str,
    /// What is the matter with it.
    pub why: Why,
}

/// What is the matter with a code.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Why {
    /// It is no GTIN.
    NotGtin(GtinError),
    /// It is one that no pack has carried.
    Unknown(Gtin),
}

impl NotFound<'_> {
    /// A stable word for programs: `not_digits`, `bad_length`, `unknown_gtin` or `wrong_check_digit`.
    pub fn reason(&self) -> &'static str {
        match self.why {
            Why::NotGtin(error) => error.reason(),
            Why::Unknown(gtin) if gtin.has_right_check_digit() => "unknown_gtin",
            Why::Unknown(_) => "wrong_check_digit",
        }
    }
}

impl fmt::Display for NotFound<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.why {
            Why::NotGtin(error) => write!(f, "{error}{}", advice(self.code, error)),
            Why::Unknown(gtin) => {
                write!(f, "no pack of this release has carried {}; {}", self.code, verdict(gtin))
            }
        }
    }
}

/// The digits under a small box or an American one are a GTIN as well, with zeros in front.
fn advice(code: &str, error: GtinError) -> String {
    match (error, code.len()) {
        (GtinError::BadLength, 8 | 12) => {
            format!("; this one has {}, so put zeros in front: {code:0>14}", code.len())
        }
        (GtinError::BadLength, digits) => format!("; this has {digits}"),
        (GtinError::NotDigits, _) => String::new(),
    }
}

fn verdict(gtin: Gtin) -> String {
    if gtin.has_right_check_digit() {
        return "its check digit is right".to_owned();
    }
    format!("its check digit is {}, and should be {}", gtin.check_digit(), gtin.right_check_digit())
}

/// The pack of the latest use of a GTIN of 13 or 14 digits; spaces around them don't count.
///
/// # Errors
///
/// The text is no such GTIN, or no pack has carried it.
pub fn find<'t>(dataset: &Dataset<'_>, text: &'t str) -> Result<Found, NotFound<'t>> {
    let code = text.trim();
    let refused = |why| NotFound { code, why };
    let gtin = Gtin::parse(code).map_err(|error| refused(Why::NotGtin(error)))?;
    let unknown = || refused(Why::Unknown(gtin));
    let number = latest(dataset, gtin).ok_or_else(unknown)?.pack;
    let pack = dataset.pack(number).ok_or_else(unknown)?;
    Ok(Found { number, pack, packs: packs(dataset, gtin).len() })
}
