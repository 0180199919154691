//! Which changes are asked for.

use std::fmt;

use super::{Change, ChangeKind, History, Step};
use crate::concept::Kind;
use crate::date::Date;
use crate::gtin::Gtin;
use crate::snomed::ConceptId;

/// The changes that are asked for. An empty list asks for all.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Asked {
    /// Only changes of releases of this day or later.
    pub since: Option<Date>,
    /// Only these kinds of changes.
    pub kinds: Vec<ChangeKind>,
    /// Only these kinds of concepts.
    pub concepts: Vec<Kind>,
    /// Only these codes and GTINs, also as the previous code, or as the other pack of a GTIN.
    pub codes: Vec<Code>,
}

/// A code of dm+d or a GTIN. Some numbers may be either.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Code {
    concept: Option<ConceptId>,
    gtin: Option<Gtin>,
}

/// The error for a text that is neither a code of dm+d nor a GTIN.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CodeError;

impl Code {
    /// Parses a code of dm+d or a GTIN.
    ///
    /// # Errors
    ///
    /// Returns [`CodeError`] if the text is neither.
    ///
    /// # Examples
    ///
    /// ```
    /// use pack_lookup::history::{Code, CodeError};
    ///
    /// assert!(Code::parse("9521234567899").is_ok());
    /// assert_eq!(Code::parse("amlodipine"), Err(CodeError));
    /// ```
    pub fn parse(text: &str) -> Result<Code, CodeError> {
        let code = Code { concept: ConceptId::parse(text).ok(), gtin: Gtin::parse(text).ok() };
        if code.concept.is_none() && code.gtin.is_none() { Err(CodeError) } else { Ok(code) }
    }

    fn is_of(self, change: &Change) -> bool {
        let has_code =
            self.concept.is_some_and(|code| change.code == code || change.what.other() == Some(code));
        let has_gtin =
            self.gtin.is_some_and(|gtin| change.what.gtin().is_some_and(|other| other.gtin() == gtin));
        has_code || has_gtin
    }
}

impl From<ConceptId> for Code {
    fn from(code: ConceptId) -> Code {
        Code { concept: Some(code), gtin: None }
    }
}

impl From<Gtin> for Code {
    fn from(gtin: Gtin) -> Code {
        Code { concept: None, gtin: Some(gtin) }
    }
}

impl fmt::Display for CodeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("expected a code of dm+d, or a GTIN of 13 or 14 digits")
    }
}

impl std::error::Error for CodeError {}

impl Asked {
    fn asks_for(&self, change: &Change) -> bool {
        let has_kind = self.kinds.is_empty() || self.kinds.contains(&change.what.kind());
        let has_concept = self.concepts.is_empty() || self.concepts.contains(&change.concept);
        let is_any_code = self.codes.is_empty();
        has_kind && has_concept && (is_any_code || self.codes.iter().any(|code| code.is_of(change)))
    }
}

impl History {
    /// Lists the requested changes, each with its release, in the order of releases.
    ///
    /// # Examples
    ///
    /// ```
    /// # let before = include!(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/common/doctest_dataset.rs"));
    /// # let history = pack_lookup::history::between(&before, &before)?;
    /// use pack_lookup::history::{Asked, ChangeKind};
    ///
    /// let asked = Asked { kinds: vec![ChangeKind::Price], ..Asked::default() };
    /// for (step, change) in history.changes(&asked) {
    ///     println!("{} {}", step.source.date, change.code);
    /// }
    /// # Ok::<(), pack_lookup::history::HistoryError>(())
    /// ```
    pub fn changes(&self, asked: &Asked) -> Vec<(&Step, &Change)> {
        let mut found = Vec::new();
        for step in &self.steps {
            if asked.since.is_some_and(|since| step.source.date < since) {
                continue;
            }
            for change in step.changes.iter().filter(|change| asked.asks_for(change)) {
                found.push((step, change));
            }
        }
        found
    }

    /// Reports whether changes since a day may be missing, because the history begins later.
    ///
    /// # Examples
    ///
    /// ```
    /// # let before = include!(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/common/doctest_dataset.rs"));
    /// # let history = pack_lookup::history::between(&before, &before)?;
    /// use pack_lookup::date::Date;
    ///
    /// assert!(history.begins_after(Date::parse("2020-01-01")?));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn begins_after(&self, since: Date) -> bool {
        self.first.date >= since
    }
}
