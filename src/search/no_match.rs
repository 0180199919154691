//! The reason for an empty result, if it is a part of the query.

/// The reason for an empty result.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reason {
    /// The part is the name of a medicine that the release does not have.
    MedicineNotInRelease,
    /// The part is an abbreviation with more than one meaning.
    AmbiguousAbbreviation,
    /// The part excludes something that is not recognised, so no pack is known to be without it.
    UnreadableExclusion,
    /// The query consists of exclusions only.
    OnlyExclusions,
    /// The part joins numbers to a quantity that cannot be read.
    UnreadableQuantity,
    /// The part states a route that is not recognised.
    UnreadableRoute,
    /// The part is a misspelt name that is equally near to several medicines, which the corrections list.
    SimilarMedicines,
    /// The parts are medicines that no pack has together. They are separated by commas.
    SeveralMedicines,
}

impl Reason {
    /// Returns a stable code for programs.
    pub fn code(self) -> &'static str {
        match self {
            Reason::MedicineNotInRelease => "medicine-not-in-release",
            Reason::AmbiguousAbbreviation => "ambiguous-abbreviation",
            Reason::UnreadableExclusion => "unreadable-exclusion",
            Reason::OnlyExclusions => "only-exclusions",
            Reason::UnreadableQuantity => "unreadable-quantity",
            Reason::UnreadableRoute => "unreadable-route",
            Reason::SimilarMedicines => "similar-medicines",
            Reason::SeveralMedicines => "several-medicines",
        }
    }
}

/// The part of a query that is the reason for an empty result.
///
/// # Examples
///
/// ```
/// # let bytes = include!(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/common/doctest_dataset.rs"));
/// use pack_lookup::dataset::verify;
/// use pack_lookup::search::{NoMatch, Query, Reason, search};
///
/// let dataset = verify(&bytes)?;
/// let found = search(&dataset, &Query::new("not oral"));
/// assert_eq!(found.no_match, Some(NoMatch::new(Reason::OnlyExclusions, "not oral")));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NoMatch {
    /// The reason.
    pub reason: Reason,
    /// The part as typed.
    pub text: String,
}

impl NoMatch {
    /// Returns the reason with the part of the query.
    pub fn new(reason: Reason, text: &str) -> NoMatch {
        NoMatch { reason, text: text.to_owned() }
    }

    /// Returns a sentence for people.
    pub fn in_words(&self) -> String {
        let NoMatch { reason, text } = self;
        match reason {
            Reason::MedicineNotInRelease => format!("This release has no medicine \"{text}\"."),
            Reason::AmbiguousAbbreviation => {
                format!("\"{text}\" can mean more than one medicine or route. Use the full name.")
            }
            Reason::UnreadableExclusion => {
                format!("\"{text}\" cannot be excluded: no pack name has it. Check the spelling.")
            }
            Reason::OnlyExclusions => "The query only excludes. Add the name of a medicine.".to_owned(),
            Reason::UnreadableQuantity => format!("\"{text}\" is not a quantity. Write it like 2.5mg."),
            Reason::UnreadableRoute => format!("\"{text}\" is no route. Write it like oral or intravenous."),
            Reason::SimilarMedicines => {
                format!("\"{text}\" is misspelt, and may be more than one medicine. Write the whole name.")
            }
            Reason::SeveralMedicines => format!("No pack has all of these medicines: {text}."),
        }
    }
}
