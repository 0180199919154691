//! What changed from release to release.
//!
//! A [`History`] has the changes of each release since a first one: new, discontinued, invalid, renamed and replaced codes,
//! prices, and GTINs that packs received or lost. It answers what a list of codes must know: that its codes have aged. One
//! release adds some hundred changes, and every fourth some thousand prices: two years take less than a megabyte.
//!
//! The names of codes are in the dataset of the last release, and not in the history, except of codes that releases no
//! longer have.

mod asked;
mod error;
mod file;
mod format;
mod kind;
#[cfg(feature = "write")]
mod made;
mod rows;
#[cfg(feature = "write")]
mod write;

use std::borrow::Cow;

pub use asked::Asked;
pub use error::HistoryError;
pub use format::VERSION;
pub use kind::ChangeKind;
#[cfg(feature = "cli")]
pub(crate) use made::appended;
#[cfg(feature = "write")]
pub use made::{append, between};
pub use rows::Row;
#[cfg(feature = "cli")]
pub(crate) use rows::table;

use crate::concept::Kind;
use crate::date::Date;
use crate::gtin::RecordedGtin;
use crate::snomed::ConceptId;

/// The changes of each release since a first one, in the order of releases.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct History<'h> {
    /// Whether the releases are demonstration data.
    pub is_demo: bool,
    /// The release before the first changes.
    pub first: Source<'h>,
    /// The later releases, each with its changes.
    pub steps: Vec<Step<'h>>,
}

/// A release, by its dataset.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Source<'h> {
    /// The name of the release.
    pub release: Cow<'h, str>,
    /// Its day.
    pub date: Date,
    /// The digest of its dataset.
    pub digest: [u8; 32],
}

/// A release, and how it differs from the one before.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Step<'h> {
    /// The release.
    pub source: Source<'h>,
    /// Its changes, in the order of kinds, concepts and codes.
    pub changes: Vec<Change<'h>>,
}

/// A change of a code.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Change<'h> {
    /// The kind of the concept.
    pub concept: Kind,
    /// Its code.
    pub code: ConceptId,
    /// What changed.
    pub what: What<'h>,
}

/// What changed of a code.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum What<'h> {
    /// The release has it, and the one before had not.
    New,
    /// The release no longer has it.
    Removed {
        /// Its last name.
        name: Cow<'h, str>,
    },
    /// The pack became discontinued.
    Discontinued {
        /// The day, if it is recorded.
        on: Option<Date>,
    },
    /// The pack is no longer discontinued.
    Reinstated,
    /// It became invalid: no longer to be used.
    Invalid,
    /// It is no longer invalid.
    Valid,
    /// It has another name.
    Renamed {
        /// The earlier name.
        before: Cow<'h, str>,
        /// The later name.
        after: Cow<'h, str>,
    },
    /// It replaces another code.
    Replaces {
        /// The code that it had before.
        previous: ConceptId,
    },
    /// The pack has another price, in pence.
    Price {
        /// The earlier price.
        before: Option<u32>,
        /// The later price.
        after: Option<u32>,
    },
    /// The pack has a GTIN that no pack had.
    GtinAdded {
        /// The GTIN.
        gtin: RecordedGtin,
    },
    /// The open period of a GTIN on the pack ended.
    GtinEnded {
        /// The GTIN.
        gtin: RecordedGtin,
        /// The last day.
        on: Date,
    },
    /// A GTIN whose period on the pack had ended is open again.
    GtinResumed {
        /// The GTIN.
        gtin: RecordedGtin,
    },
    /// The release no longer has a GTIN on the pack.
    GtinRemoved {
        /// The GTIN.
        gtin: RecordedGtin,
    },
    /// The pack has a GTIN that another pack lost in this release.
    GtinMoved {
        /// The GTIN.
        gtin: RecordedGtin,
        /// The other pack.
        from: ConceptId,
    },
    /// The pack has a GTIN that another pack has, too, or had earlier: it means two packs.
    GtinReused {
        /// The GTIN.
        gtin: RecordedGtin,
        /// The other pack.
        other: ConceptId,
    },
}

impl History<'_> {
    /// Returns the last release. Its dataset has the names of all codes but those that were removed.
    ///
    /// # Examples
    ///
    /// ```
    /// # let before = include!(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/common/doctest_dataset.rs"));
    /// # let history = pack_lookup::history::between(&before, &before)?;
    /// assert_eq!(history.last().date, history.first.date);
    /// # Ok::<(), pack_lookup::history::HistoryError>(())
    /// ```
    pub fn last(&self) -> &Source<'_> {
        self.steps.last().map_or(&self.first, |step| &step.source)
    }
}

impl What<'_> {
    /// Returns the kind of the change.
    pub fn kind(&self) -> ChangeKind {
        match self {
            What::New => ChangeKind::New,
            What::Removed { .. } => ChangeKind::Removed,
            What::Discontinued { .. } => ChangeKind::Discontinued,
            What::Reinstated => ChangeKind::Reinstated,
            What::Invalid => ChangeKind::Invalid,
            What::Valid => ChangeKind::Valid,
            What::Renamed { .. } => ChangeKind::Renamed,
            What::Replaces { .. } => ChangeKind::Replaces,
            What::Price { .. } => ChangeKind::Price,
            What::GtinAdded { .. } => ChangeKind::GtinAdded,
            What::GtinEnded { .. } => ChangeKind::GtinEnded,
            What::GtinResumed { .. } => ChangeKind::GtinResumed,
            What::GtinRemoved { .. } => ChangeKind::GtinRemoved,
            What::GtinMoved { .. } => ChangeKind::GtinMoved,
            What::GtinReused { .. } => ChangeKind::GtinReused,
        }
    }

    /// Returns the GTIN, if it is a change of one.
    pub fn gtin(&self) -> Option<RecordedGtin> {
        match self {
            What::GtinAdded { gtin }
            | What::GtinEnded { gtin, .. }
            | What::GtinResumed { gtin }
            | What::GtinRemoved { gtin }
            | What::GtinMoved { gtin, .. }
            | What::GtinReused { gtin, .. } => Some(*gtin),
            _ => None,
        }
    }

    /// Returns the other code: the previous one, or the other pack with a GTIN.
    pub fn other(&self) -> Option<ConceptId> {
        match self {
            What::Replaces { previous: other }
            | What::GtinMoved { from: other, .. }
            | What::GtinReused { other, .. } => Some(*other),
            _ => None,
        }
    }
}
