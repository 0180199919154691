//! Why a query has no results, where a part of it is the reason.

/// Why a query has no results.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reason {
    /// The part is the name of a medicine that the release does not have.
    MedicineNotInRelease,
    /// The part is an abbreviation that is read as more than one medicine or route.
    AmbiguousAbbreviation,
    /// The part excludes something that cannot be recognised, so no pack is known to be without it.
    UnreadableExclusion,
    /// The query only excludes and names nothing to find.
    OnlyExclusions,
    /// The part joins numbers to a quantity that cannot be read.
    UnreadableQuantity,
}

impl Reason {
    /// Returns the stable code of the reason.
    pub fn code(self) -> &'static str {
        match self {
            Reason::MedicineNotInRelease => "medicine-not-in-release",
            Reason::AmbiguousAbbreviation => "ambiguous-abbreviation",
            Reason::UnreadableExclusion => "unreadable-exclusion",
            Reason::OnlyExclusions => "only-exclusions",
            Reason::UnreadableQuantity => "unreadable-quantity",
        }
    }
}

/// A part of a query that is the reason for an empty result.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NoMatch {
    /// The reason.
    pub reason: Reason,
    /// The part as it was typed.
    pub text: String,
}

impl NoMatch {
    /// Returns the reason with the part of the query.
    pub fn new(reason: Reason, text: &str) -> NoMatch {
        NoMatch { reason, text: text.to_owned() }
    }
}
