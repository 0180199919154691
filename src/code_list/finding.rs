//! What a person must know of a code of a list.

use crate::concept::{Kind, Reuse};
use crate::date::Date;
use crate::snomed::ConceptId;

/// What has a code: a pack with a barcode, or a concept of dm+d. One list can have codes of both.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CodeKind {
    /// A barcode of a pack.
    Gtin,
    /// A concept of dm+d.
    Concept(Kind),
}

impl CodeKind {
    /// A stable code for programs.
    pub fn as_str(self) -> &'static str {
        match self {
            CodeKind::Gtin => "gtin",
            CodeKind::Concept(kind) => kind.as_str(),
        }
    }
}

/// What a person must know of a code before they use it again. `as_str` is a stable code for programs, and
/// `in_words` is for people.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Finding {
    /// It is not a code.
    NotACode,
    /// A spreadsheet rounded it. Which code it was is not known.
    RoundedNumber,
    /// No pack has carried the GTIN. Its check digit is correct.
    UnknownGtin,
    /// The release does not have the code. Its check digit is correct.
    UnknownCode,
    /// Its check digit is wrong.
    WrongCheckDigit,
    /// The dataset has only packs.
    NoConcepts,
    /// The release no longer has it.
    Removed {
        /// The day of the first release without it.
        on: Date,
    },
    /// Another code replaced it.
    Replaced {
        /// The current code.
        by: ConceptId,
        /// Its name.
        name: String,
    },
    /// Several packs have carried the GTIN.
    Reused {
        /// How different they are.
        grade: Reuse,
        /// How many they are.
        packs: usize,
    },
    /// The GTIN belonged to another pack.
    Moved {
        /// The other pack.
        from: ConceptId,
        /// The day of the first release with it on this pack.
        on: Date,
    },
    /// It is invalid: no longer to be used.
    Invalid,
    /// The pack is discontinued.
    Discontinued {
        /// The day, if it is recorded.
        since: Option<Date>,
    },
    /// Every period of the GTIN ended.
    Ended {
        /// The last day.
        on: Date,
    },
    /// Every pack of it is discontinued or invalid.
    NoCurrentPack,
    /// Its leading zeros were lost.
    ZerosLost,
}

impl Finding {
    /// A stable code for programs.
    pub fn as_str(&self) -> &'static str {
        match self {
            Finding::NotACode => "not_a_code",
            Finding::RoundedNumber => "rounded_number",
            Finding::UnknownGtin => "unknown_gtin",
            Finding::UnknownCode => "unknown_code",
            Finding::WrongCheckDigit => "wrong_check_digit",
            Finding::NoConcepts => "no_concepts",
            Finding::Removed { .. } => "removed",
            Finding::Replaced { .. } => "replaced",
            Finding::Reused { .. } => "reused",
            Finding::Moved { .. } => "moved",
            Finding::Invalid => "invalid",
            Finding::Discontinued { .. } => "discontinued",
            Finding::Ended { .. } => "ended",
            Finding::NoCurrentPack => "no_current_pack",
            Finding::ZerosLost => "zeros_lost",
        }
    }

    /// A sentence for people, without its full stop.
    pub fn in_words(&self) -> String {
        match self {
            Finding::NotACode => "This is neither a GTIN nor a dm+d code".to_owned(),
            Finding::RoundedNumber => {
                "A spreadsheet rounded this number: format the column as text, and enter the codes again"
                    .to_owned()
            }
            Finding::UnknownGtin => "No pack of this release has carried this GTIN".to_owned(),
            Finding::UnknownCode => "This release does not have this code".to_owned(),
            Finding::WrongCheckDigit => "The check digit is wrong: a digit was mistyped or lost".to_owned(),
            Finding::NoConcepts => "The dataset has packs alone, so this code cannot be checked".to_owned(),
            Finding::Removed { on } => format!("Not in the releases since {}", on.in_words()),
            Finding::Replaced { by, name } => format!("Replaced by {by} ({name})"),
            Finding::Reused { grade, packs } => {
                format!("{packs} packs have carried this GTIN: {}", differing(*grade))
            }
            Finding::Moved { from, on } => {
                format!("Before the release of {}, the GTIN was that of the pack {from}", on.in_words())
            }
            Finding::Invalid => "Invalid: no longer to be used".to_owned(),
            Finding::Discontinued { since: Some(day) } => format!("Discontinued since {}", day.in_words()),
            Finding::Discontinued { since: None } => "Discontinued, date not recorded".to_owned(),
            Finding::Ended { on } => format!("No pack has carried this GTIN since {}", on.in_words()),
            Finding::NoCurrentPack => "Every pack of it is discontinued or invalid".to_owned(),
            Finding::ZerosLost => "Its leading zeros were lost".to_owned(),
        }
    }

    /// The day on which it happened.
    pub fn date(&self) -> Option<Date> {
        match self {
            Finding::Removed { on } | Finding::Moved { on, .. } | Finding::Ended { on } => Some(*on),
            Finding::Discontinued { since } => *since,
            _ => None,
        }
    }

    /// The code that replaces it, or the other pack of the GTIN.
    pub fn other(&self) -> Option<ConceptId> {
        match self {
            Finding::Replaced { by: other, .. } | Finding::Moved { from: other, .. } => Some(*other),
            _ => None,
        }
    }
}

fn differing(grade: Reuse) -> &'static str {
    match grade {
        Reuse::SameProduct => "packs of one product",
        Reuse::DifferentStrengthOrForm => "different strengths or forms of one medicine",
        Reuse::Unknown => "perhaps different medicines",
        Reuse::DifferentMedicines => "different medicines",
    }
}
