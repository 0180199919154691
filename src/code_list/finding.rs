//! What a person must know of a code of a list.

use super::Checked;
use crate::concept::{Kind, Reuse};
use crate::date::Date;
use crate::gtin::Gtin;
use crate::history::{History, What};
use crate::pack::discontinued_in_words;
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
            Finding::Discontinued { since } => discontinued_in_words(*since),
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

/// Adds what only the history knows: that a code was removed, and that a barcode was moved from a pack that
/// no longer has it.
pub fn add_changes(history: &History, since: Option<Date>, codes: &mut [Checked]) {
    let places = Order::of(codes, |code| code.id.map(ConceptId::number));
    let gtins = Order::of(codes, |code| code.gtin.map(Gtin::number));
    for step in history.steps.iter().rev() {
        let day = step.source.date;
        for change in &step.changes {
            match &change.what {
                What::Removed { name } => {
                    places.for_each(change.code.number(), codes, |code| code.remove(name, day))
                }
                What::GtinMoved { gtin, from: other } | What::GtinReused { gtin, other }
                    if since.is_none_or(|since| day >= since) =>
                {
                    gtins.for_each(gtin.gtin().number(), codes, |code| {
                        code.move_from(*other, change.code, day)
                    });
                }
                _ => {}
            }
        }
    }
}

/// The places of codes in a list, in the order of a key.
struct Order(Vec<(u64, usize)>);

impl Order {
    fn of(codes: &[Checked], key: fn(&Checked) -> Option<u64>) -> Order {
        let mut places = Vec::new();
        for (place, code) in codes.iter().enumerate() {
            places.extend(key(code).map(|key| (key, place)));
        }
        places.sort_unstable();
        Order(places)
    }

    /// Changes each code with a key.
    fn for_each(&self, key: u64, codes: &mut [Checked], change: impl Fn(&mut Checked)) {
        let first = self.0.partition_point(|(other, _)| *other < key);
        for (_, place) in self.0.iter().skip(first).take_while(|(other, _)| *other == key) {
            if let Some(code) = codes.get_mut(*place) {
                change(code);
            }
        }
    }
}

impl Checked {
    /// Says that the release no longer has the code, if nothing is known of it.
    fn remove(&mut self, name: &str, on: Date) {
        if self.kind.is_none() && self.findings.first() == Some(&Finding::UnknownCode) {
            self.findings = vec![Finding::Removed { on }];
            name.clone_into(&mut self.name);
        }
    }

    /// Says that the barcode belonged to another pack, if this pack still has it and the release does not say
    /// so.
    fn move_from(&mut self, from: ConceptId, to: ConceptId, on: Date) {
        let is_told = |one: &Finding| matches!(one, Finding::Reused { .. } | Finding::Moved { .. });
        if self.pack.map(ConceptId::from) == Some(to) && !self.findings.iter().any(is_told) {
            self.findings.insert(0, Finding::Moved { from, on });
        }
    }
}
