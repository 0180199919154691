//! Which changes are asked for.

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
    /// Only these codes of dm+d, also as the previous code, or as the other pack of a GTIN. With `gtins`, either is enough.
    pub codes: Vec<ConceptId>,
    /// Only these GTINs.
    pub gtins: Vec<Gtin>,
}

impl Asked {
    fn asks_for(&self, change: &Change<'_>) -> bool {
        let has_kind = self.kinds.is_empty() || self.kinds.contains(&change.what.kind());
        let has_concept = self.concepts.is_empty() || self.concepts.contains(&change.concept);
        has_kind && has_concept && self.names(change)
    }

    /// Returns whether a change is of a code or GTIN that is asked for.
    fn names(&self, change: &Change<'_>) -> bool {
        let has_code = |code: ConceptId| self.codes.contains(&code);
        let is_any = self.codes.is_empty() && self.gtins.is_empty();
        let has_gtin = change.what.gtin().is_some_and(|gtin| self.gtins.contains(&gtin.gtin()));
        is_any || has_code(change.code) || change.what.other().is_some_and(has_code) || has_gtin
    }
}

impl<'h> History<'h> {
    /// Returns the changes that are asked for, each with its release, in the order of releases.
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
    pub fn changes(&self, asked: &Asked) -> Vec<(&Step<'h>, &Change<'h>)> {
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

    /// Returns whether changes since a day may be missing, because the history begins later.
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
