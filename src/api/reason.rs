//! All values of `reason`. A problem accepts no other.

use crate::gtin::GtinError;
use crate::lookup::{Cause, NotFound};

/// A stable code for programs. Only the table below creates one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Reason(&'static str);

macro_rules! reasons {
    ($($name:ident $word:literal)*) => {
        impl Reason {
            $(pub(super) const $name: Reason = Reason($word);)*
            /// All reasons. A test compares them with the OpenAPI document.
            #[cfg(test)]
            pub(super) const ALL: &[Reason] = &[$(Reason::$name),*];
        }
    };
}

reasons! {
    NOT_DIGITS "not_digits"
    BAD_LENGTH "bad_length"
    UNKNOWN_GTIN "unknown_gtin"
    WRONG_CHECK_DIGIT "wrong_check_digit"
    CODE_NOT_DIGITS "code_not_digits"
    BAD_CODE_LENGTH "bad_code_length"
    BAD_DIGITAL_LINK "bad_digital_link"
    UNKNOWN_LINK_TYPE "unknown_link_type"
    UNKNOWN_CODE "unknown_code"
    WRONG_CODE_CHECK_DIGIT "wrong_code_check_digit"
    OTHER_KIND "other_kind"
    NO_CONCEPTS "no_concepts"
    NO_HISTORY "no_history"
    BAD_SINCE "bad_since"
    BAD_KIND "bad_kind"
    BAD_CHANGED_CODE "bad_changed_code"
    CODES_MISSING "codes_missing"
    CODES_BLANK "codes_blank"
    TOO_MANY_CODES "too_many_codes"
    Q_MISSING "q_missing"
    Q_BLANK "q_blank"
    Q_TOO_LONG "q_too_long"
    BAD_LIMIT "bad_limit"
    BAD_OFFSET "bad_offset"
    BAD_CURRENT "bad_current"
    BAD_SORT "bad_sort"
    UNKNOWN_VALUE "unknown_value"
    TOO_MANY_VALUES "too_many_values"
    BAD_FORMAT "bad_format"
    BAD_IDS "bad_ids"
    BAD_INCLUDE "bad_include"
    REPEATED "repeated"
    BAD_UTF8 "bad_utf8"
    UNKNOWN_PATH "unknown_path"
    BAD_LIST "bad_list"
    LIST_TOO_LONG "list_too_long"
    METHOD_NOT_ALLOWED "method_not_allowed"
}

impl Reason {
    /// The code.
    pub(super) fn as_str(self) -> &'static str {
        self.0
    }
}

impl From<&NotFound<'_>> for Reason {
    fn from(not_found: &NotFound<'_>) -> Reason {
        match not_found.cause {
            Cause::NotGtin(GtinError::NotDigits) => Reason::NOT_DIGITS,
            Cause::NotGtin(GtinError::BadLength) => Reason::BAD_LENGTH,
            Cause::Unknown(gtin) if gtin.has_right_check_digit() => Reason::UNKNOWN_GTIN,
            Cause::Unknown(_) => Reason::WRONG_CHECK_DIGIT,
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;
    use crate::gtin::Gtin;

    #[test]
    fn reasons_match_those_of_the_module() {
        let unknown =
            [9_520_000_009_991, 9_520_000_009_990].map(|number| Gtin::new(number).map(Cause::Unknown));
        let invalid = [GtinError::NotDigits, GtinError::BadLength].map(|error| Some(Cause::NotGtin(error)));
        let pairs: Vec<_> = unknown.into_iter().chain(invalid).flatten().map(reasons_of).collect();
        assert_eq!(pairs.len(), 4);
        assert!(pairs.iter().all(|(core, module)| core == module), "{pairs:?}");
    }

    fn reasons_of(cause: Cause) -> (&'static str, &'static str) {
        let not_found = NotFound { code: "", cause };
        (Reason::from(&not_found).as_str(), not_found.reason())
    }

    #[test]
    fn reason_codes_are_unique() {
        let words: BTreeSet<_> = Reason::ALL.iter().map(|reason| reason.as_str()).collect();
        assert_eq!(words.len(), Reason::ALL.len());
    }
}
