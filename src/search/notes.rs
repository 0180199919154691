//! What an answer says about the words of its query: corrections, notices, and why it is empty.

/// A part of the query that no pack has as typed, and how it was read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Correction {
    /// The part as typed. Several words may have been read as one.
    pub written: String,
    /// The folded words that it was corrected to. Empty if the part was ignored.
    ///
    /// Of similar words, these are the ones that a result has in its own name, or else all of them. At most
    /// eight are listed.
    pub replacements: Vec<String>,
}

impl Correction {
    /// Describes the corrections, for people.
    pub fn in_words(&self) -> String {
        let Correction { written, replacements } = self;
        match replacements.as_slice() {
            [] => format!("ignored: \"{written}\""),
            words => format!("{written} read as {}", words.join(", ")),
        }
    }
}

/// A notice about an answer. It is not a doubt: the answer has what the query names.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Notice {
    /// What it is about.
    pub kind: NoticeKind,
    /// The part of the query as typed, or an empty text if it is about the whole answer.
    pub written: String,
    /// The current names of the part. Empty for the whole answer.
    pub names: Vec<String>,
}

/// The kinds of notices. `code` is stable for programs, and `Notice::in_words` is the sentence for people.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NoticeKind {
    /// The part is a name that a medicine had before: frusemide for furosemide.
    FormerName,
    /// The part is another name of a medicine: acetaminophen for paracetamol.
    OtherName,
    /// Some packs, which come last, have substances that the query does not name.
    SomeWithFurtherSubstances,
    /// All packs have substances that the query does not name.
    AllWithFurtherSubstances,
}

impl NoticeKind {
    /// A stable code for programs.
    pub fn code(self) -> &'static str {
        match self {
            NoticeKind::FormerName => "former-name",
            NoticeKind::OtherName => "other-name",
            NoticeKind::SomeWithFurtherSubstances => "some-with-further-substances",
            NoticeKind::AllWithFurtherSubstances => "all-with-further-substances",
        }
    }
}

impl Notice {
    /// Finds the notice about the substances of an answer, if `plain` of its `total` packs have no further
    /// ones.
    pub(super) fn of_substances(plain: usize, total: usize) -> Option<Notice> {
        let kind = match plain {
            0 if total > 0 => NoticeKind::AllWithFurtherSubstances,
            _ if plain < total => NoticeKind::SomeWithFurtherSubstances,
            _ => return None,
        };
        Some(Notice { kind, written: String::new(), names: Vec::new() })
    }

    /// Describes it as a sentence for people.
    pub fn in_words(&self) -> String {
        let Notice { kind, written, names } = self;
        let names = names.join(" or ");
        match kind {
            NoticeKind::FormerName => format!("{written} is the former name of {names}."),
            NoticeKind::OtherName => format!("{written} is another name of {names}."),
            NoticeKind::SomeWithFurtherSubstances => {
                "some packs, the last ones by relevance, have substances that the query does not name."
                    .to_owned()
            }
            NoticeKind::AllWithFurtherSubstances => {
                "each of these packs has substances that the query does not name.".to_owned()
            }
        }
    }
}

/// The reason for an empty result. In these cases the search neither ignores the part of the query nor
/// guesses what it means.
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
    /// A stable code for programs.
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
    /// Builds the reason with the part of the query.
    pub fn new(reason: Reason, text: &str) -> NoMatch {
        NoMatch { reason, text: text.to_owned() }
    }

    /// Describes it as a sentence for people.
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn describes_corrected_and_ignored_words() {
        let described = |written: &str, replacements: &[&str]| {
            let replacements = replacements.iter().map(|word| (*word).to_owned()).collect();
            Correction { written: written.to_owned(), replacements }.in_words()
        };
        assert_eq!(described("Amlodpine", &["amlodipine"]), "Amlodpine read as amlodipine");
        assert_eq!(described("zamlodip", &["samlodip", "tamlodip"]), "zamlodip read as samlodip, tamlodip");
        assert_eq!(described("hydrochloride", &[]), "ignored: \"hydrochloride\"");
    }
}
