//! Errors of updates.

use std::fmt;

use super::VERSION;
use crate::dataset::writer::WriteError;
use crate::dataset::{FORMAT, OpenError};

/// Why an update cannot be used. The message includes what to do.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UpdateError(Problem);

#[derive(Clone, Debug, PartialEq, Eq)]
enum Problem {
    NotAnUpdate,
    OtherVersion(u16),
    OtherFormat(u16),
    Damaged,
    OtherDataset,
    OtherOutcome,
    Dataset(OpenError),
    TooLarge,
}

impl UpdateError {
    pub(super) fn not_an_update() -> UpdateError {
        UpdateError(Problem::NotAnUpdate)
    }

    pub(super) fn other_version(version: u16) -> UpdateError {
        UpdateError(Problem::OtherVersion(version))
    }

    pub(super) fn other_format(format: u16) -> UpdateError {
        UpdateError(Problem::OtherFormat(format))
    }

    pub(super) fn damaged() -> UpdateError {
        UpdateError(Problem::Damaged)
    }

    pub(super) fn other_dataset() -> UpdateError {
        UpdateError(Problem::OtherDataset)
    }

    pub(super) fn other_outcome() -> UpdateError {
        UpdateError(Problem::OtherOutcome)
    }

    pub(super) fn too_large() -> UpdateError {
        UpdateError(Problem::TooLarge)
    }

    /// A stable code for programs.
    pub fn reason(&self) -> &'static str {
        match self.0 {
            Problem::NotAnUpdate => "not_an_update",
            Problem::OtherVersion(_) | Problem::OtherFormat(_) => "other_version",
            Problem::Damaged => "damaged",
            Problem::OtherDataset => "other_dataset",
            Problem::OtherOutcome => "other_outcome",
            Problem::Dataset(_) => "no_dataset",
            Problem::TooLarge => "too_large",
        }
    }
}

impl fmt::Display for UpdateError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.0 {
            Problem::NotAnUpdate => {
                f.write_str("not an update; make one with `pack-lookup diff OLD NEW --output UPDATE`")
            }
            Problem::OtherVersion(version) => write!(
                f,
                "update version {version} is not version {VERSION} of this program; download the whole dataset"
            ),
            Problem::OtherFormat(format) => write!(
                f,
                "the update builds dataset format {format}, not format {FORMAT} of this program; download the whole dataset"
            ),
            Problem::Damaged => {
                f.write_str("the update is damaged; download it again, or download the whole dataset")
            }
            Problem::OtherDataset => {
                f.write_str("the update is not for this dataset; download the whole dataset")
            }
            Problem::OtherOutcome => {
                f.write_str("digest mismatch after applying the update; download the whole dataset")
            }
            Problem::Dataset(error) => error.fmt(f),
            Problem::TooLarge => {
                f.write_str("the changes are too large for an update; download the whole dataset")
            }
        }
    }
}

impl std::error::Error for UpdateError {}

impl From<OpenError> for UpdateError {
    fn from(error: OpenError) -> UpdateError {
        UpdateError(Problem::Dataset(error))
    }
}

/// Two packs have the same code, or a pack exceeds a limit. The writer of updates never causes this, so the
/// update is damaged.
impl From<WriteError> for UpdateError {
    fn from(error: WriteError) -> UpdateError {
        match error {
            WriteError::DuplicateId(_) | WriteError::LimitExceeded(_) => UpdateError::damaged(),
            WriteError::TooLarge => UpdateError::too_large(),
        }
    }
}
