//! What changed from release to release.
//!
//! A [`History`] has the changes of each release since a first one: new, discontinued, invalid, renamed and
//! replaced codes, prices, and GTINs that packs received or lost. It answers what a list of codes must know:
//! that its codes have aged. One release adds some hundred changes, and every fourth some thousand prices:
//! two years take less than a megabyte.
//!
//! The names of codes are in the dataset of the last release, and not in the history, except of codes that
//! releases no longer have.

mod asked;
mod error;
mod file;
mod kind;
#[cfg(feature = "write")]
mod made;
mod rows;
#[cfg(feature = "write")]
mod write;

pub use asked::{Asked, Code, CodeError};
pub use error::HistoryError;
pub use kind::{ChangeKind, ChangeKindError};
#[cfg(feature = "cli")]
pub(crate) use made::appended;
#[cfg(feature = "write")]
pub use made::{append, between, follow};
pub use rows::Row;

use error::Problem;

use crate::concept::Kind;
use crate::dataset::Dataset;
use crate::date::Date;
use crate::gtin::RecordedGtin;
use crate::snomed::ConceptId;

/// The format version that this code reads and writes.
pub const VERSION: u16 = 1;

/// The changes of each release since a first one, in the order of releases.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct History {
    /// Whether the releases are demonstration data.
    pub is_demo: bool,
    /// The release before the first changes.
    pub first: Source,
    /// The later releases, each with its changes.
    pub steps: Vec<Step>,
}

/// A release, by its dataset. The digest identifies the dataset, so that a history continues only from the
/// dataset with which it ends.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Source {
    /// The name of the release.
    pub release: String,
    /// Its day.
    pub date: Date,
    /// The digest of its dataset.
    pub digest: [u8; 32],
}

/// A release, and how it differs from the one before.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Step {
    /// The release.
    pub source: Source,
    /// Its changes, in the order of kinds, concepts and codes.
    pub changes: Vec<Change>,
}

/// A change of a code from one release to the next. The `Step` with the change has the release and its day.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Change {
    /// The kind of the concept.
    pub concept: Kind,
    /// Its code.
    pub code: ConceptId,
    /// What changed.
    pub what: What,
}

/// What changed of a code, with the values that the dataset of the last release may not have. `ChangeKind`
/// has the same names.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum What {
    /// The release has it, and the one before had not.
    New,
    /// The release no longer has it.
    Removed {
        /// Its last name.
        name: String,
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
        before: String,
        /// The later name.
        after: String,
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

impl History {
    /// Finds the last release. Its dataset has the names of all codes but those that were removed.
    ///
    /// # Examples
    ///
    /// ```
    /// # let before = include!(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/common/doctest_dataset.rs"));
    /// # let history = pack_lookup::history::between(&before, &before)?;
    /// assert_eq!(history.last().date, history.first.date);
    /// # Ok::<(), pack_lookup::history::HistoryError>(())
    /// ```
    pub fn last(&self) -> &Source {
        self.steps.last().map_or(&self.first, |step| &step.source)
    }

    /// Opens the history of a dataset. Later releases, which a service has taken back, are dropped.
    ///
    /// # Errors
    ///
    /// Returns [`HistoryError`] as [`History::open`] does, and if the history does not have the release of
    /// the dataset.
    ///
    /// # Examples
    ///
    /// ```
    /// # let bytes = include!(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/common/doctest_dataset.rs"));
    /// # let file = pack_lookup::history::append(None, &bytes, &bytes)?;
    /// use pack_lookup::dataset::verify;
    /// use pack_lookup::history::History;
    ///
    /// let dataset = verify(&bytes)?;
    /// assert_eq!(History::of_dataset(&file, &dataset)?.last().digest, dataset.digest());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn of_dataset(bytes: &[u8], dataset: &Dataset<'_>) -> Result<History, HistoryError> {
        let mut history = History::open(bytes)?;
        if history.rewind(dataset.digest()) {
            return Ok(history);
        }
        let last = history.last().release.clone();
        Err(HistoryError(Problem::OtherDataset { last, dataset: dataset.release().to_owned() }))
    }

    /// Drops the releases after the one with a digest. Without such a release, it returns false and changes
    /// nothing.
    fn rewind(&mut self, digest: [u8; 32]) -> bool {
        let kept = match self.steps.iter().rposition(|step| step.source.digest == digest) {
            Some(last) => last + 1,
            None if self.first.digest == digest => 0,
            None => return false,
        };
        self.steps.truncate(kept);
        true
    }
}

impl What {
    /// The kind of the change.
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

    /// The GTIN, if it is a change of one.
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

    /// The other code: the previous one, or the other pack with a GTIN.
    pub fn other(&self) -> Option<ConceptId> {
        match self {
            What::Replaces { previous: other }
            | What::GtinMoved { from: other, .. }
            | What::GtinReused { other, .. } => Some(*other),
            _ => None,
        }
    }
}
