//! Notices: what a reader of an answer should know, although every word was read as it stands.

/// A notice about an answer. It is no doubt: the answer has what the query names.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Notice {
    /// What it is about.
    pub kind: NoticeKind,
    /// The part of the query as typed, or an empty text if it is about the whole answer.
    pub written: String,
    /// The current names of the part. Empty for the whole answer.
    pub names: Vec<String>,
}

/// The kinds of notices.
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
    /// Returns a stable code for programs.
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
    /// Returns the notice about the substances of an answer, if `plain` of its `total` packs have no further ones.
    pub(super) fn of_substances(plain: usize, total: usize) -> Option<Notice> {
        let kind = match plain {
            0 if total > 0 => NoticeKind::AllWithFurtherSubstances,
            _ if plain < total => NoticeKind::SomeWithFurtherSubstances,
            _ => return None,
        };
        Some(Notice { kind, written: String::new(), names: Vec::new() })
    }

    /// Returns a sentence for people.
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
