//! Problem documents (RFC 9457), for programs (`type`, `reason`) and for people (`detail`).

use serde::Serialize;
use serde_json::{Map, Value};

use crate::gtin::GtinError;
use crate::lookup::{Cause, NotFound};

/// The methods of a path without a body.
pub(super) const METHODS: &str = "GET, HEAD, OPTIONS";

/// A problem document. `type` and `reason` are stable. Titles and details may change.
#[derive(Debug, Serialize)]
pub(super) struct Problem {
    #[serde(flatten)]
    kind: Kind,
    detail: String,
    reason: &'static str,
    /// The path of the requested code under its correct kind.
    #[serde(rename = "path", skip_serializing_if = "Option::is_none")]
    elsewhere: Option<Box<str>>,
    #[serde(flatten)]
    extensions: Map<String, Value>,
}

/// A type of problem.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub(super) struct Kind {
    #[serde(rename = "type")]
    uri: &'static str,
    title: &'static str,
    status: u16,
}

macro_rules! kinds {
    ($($name:ident $status:literal $uri:literal $title:literal)*) => {
        $(pub(super) const $name: Kind =
            Kind { uri: concat!("urn:pack-lookup:problem:", $uri), title: $title, status: $status };)*
        /// All types. A test compares them with the OpenAPI document.
        #[cfg(test)]
        pub(super) const KINDS: &[Kind] = &[$($name),*];
    };
}

kinds! {
    BAD_GTIN 400 "bad-gtin" "Not a GTIN of 13 or 14 digits"
    BAD_CODE 400 "bad-code" "Not a code of dm+d"
    BAD_PARAMETER 400 "bad-parameter" "A parameter is missing or invalid"
    BAD_ENCODING 400 "bad-encoding" "The request is not UTF-8"
    BAD_DIGITAL_LINK 400 "bad-digital-link" "Not a valid GS1 Digital Link"
    UNKNOWN_GTIN 404 "unknown-gtin" "No pack has carried this GTIN"
    UNKNOWN_CODE 404 "unknown-code" "No concept of this kind has this code"
    UNKNOWN_LINK_TYPE 404 "unknown-link-type" "No link of this type"
    UNKNOWN_VALUE 404 "unknown-value" "No pack has this value of a property"
    NO_HISTORY 404 "no-history" "This host has no history of changes"
    NO_CONCEPTS 404 "no-concepts" "This dataset has no concepts"
    UNKNOWN_PATH 404 "unknown-path" "Unknown path"
    BAD_LIST 400 "bad-list" "Not a list of codes"
    METHOD_NOT_ALLOWED 405 "method-not-allowed" "The path does not support this method"
    LIST_TOO_LONG 413 "list-too-long" "The list is too long"
}

impl Problem {
    pub(super) fn new(kind: Kind, reason: Reason, detail: impl Into<String>) -> Problem {
        let (detail, extensions) = (detail.into(), Map::new());
        Problem { kind, reason: reason.as_str(), detail, elsewhere: None, extensions }
    }

    /// Adds the path at which the client finds the requested code.
    pub(super) fn at(self, path: String) -> Problem {
        Problem { elsewhere: Some(path.into()), ..self }
    }

    /// The path of [`Problem::at`], if there is one.
    pub(super) fn elsewhere(&self) -> Option<&str> {
        self.elsewhere.as_deref()
    }

    /// Adds a member for programs.
    pub(super) fn with(mut self, name: &str, value: impl Into<Value>) -> Problem {
        self.extensions.insert(name.to_owned(), value.into());
        self
    }

    /// The methods that the path supports, if the problem is another method.
    pub(super) fn allowed(&self) -> Option<&str> {
        self.extensions.get("allow")?.as_str()
    }

    /// Reports whether the problem is of this type.
    pub(super) fn is(&self, kind: Kind) -> bool {
        self.kind == kind
    }

    /// The title, for people.
    pub(super) fn title(&self) -> &'static str {
        self.kind.title
    }

    /// The detail, for people.
    pub(super) fn detail(&self) -> &str {
        &self.detail
    }

    pub(super) fn status(&self) -> u16 {
        self.kind.status
    }
}

/// Describes a method that a path does not support. `allowed` are those that it does.
pub(super) fn method_not_allowed(method: &str, allowed: &'static str) -> Problem {
    // HEAD has the headers of GET, and with them the length of its text.
    let method = if method == "HEAD" { "GET" } else { method };
    let usable = allowed.trim_end_matches(", OPTIONS").replace(", ", " or ");
    let detail = format!("{method} is not supported; use {usable}");
    Problem::new(METHOD_NOT_ALLOWED, Reason::METHOD_NOT_ALLOWED, detail).with("allow", allowed)
}

pub(super) fn unknown_path() -> Problem {
    let detail = "unknown path; the paths are /api/gtin/<gtin>, /api/gtin?codes=<gtin>,<gtin>, /api/ampp/<id>, /api/amp/<id>, \
                  /api/vmpp/<id>, /api/vmp/<id>, /api/vtm/<id>, /api/search?q=<query>, /api/filters?q=<query>, /api/suggest?q=<query>, /api/changes?since=<date>, /api/changes.atom, /api/check-list and /api/about, each also under /med, /med/ampp/ampp/<slug>-<pack_id>, /med/gtin/<gtin>, /01/<gtin>, and /fhir/metadata";
    Problem::new(UNKNOWN_PATH, Reason::UNKNOWN_PATH, detail)
}

pub(super) fn no_history() -> Problem {
    let detail = "this host has no history, so it does not know what changed; start it with one, or compare two datasets with `pack-lookup changes`";
    Problem::new(NO_HISTORY, Reason::NO_HISTORY, detail)
}

pub(super) fn no_concepts() -> Problem {
    let detail = "the dataset was built without dm+d concepts; it has only packs and GTINs";
    Problem::new(NO_CONCEPTS, Reason::NO_CONCEPTS, detail)
}

pub(super) fn bad_utf8(part: &str) -> Problem {
    Problem::new(BAD_ENCODING, Reason::BAD_UTF8, format!("the percent-decoded {part} is not UTF-8"))
}

pub(super) fn bad_parameter(name: &str, reason: Reason, detail: impl Into<String>) -> Problem {
    Problem::new(BAD_PARAMETER, reason, detail).with("parameter", name)
}

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
