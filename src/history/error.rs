//! Errors of histories.

use std::fmt;

use super::VERSION;
use crate::dataset::OpenError;
use crate::date::Date;
#[cfg(feature = "write")]
use crate::update::UpdateError;

/// Why a history cannot be used or continued. The message includes what to do.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HistoryError(pub(super) Problem);

#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(not(feature = "write"), expect(dead_code, reason = "most problems are of making a history"))]
pub(super) enum Problem {
    NotAHistory,
    OtherVersion(u16),
    Damaged,
    OtherDataset { last: String, dataset: String },
    OtherRelease { last: String, asked: String },
    OtherData,
    Earlier { before: Date, after: Date },
    OneHasNoConcepts,
    OtherGaps,
    TooLarge,
    Dataset(String),
}

impl HistoryError {
    /// A stable code for programs.
    pub fn reason(&self) -> &'static str {
        match self.0 {
            Problem::NotAHistory => "not_a_history",
            Problem::OtherVersion(_) => "other_version",
            Problem::Damaged => "damaged",
            Problem::OtherDataset { .. } => "other_dataset",
            Problem::OtherRelease { .. } => "other_release",
            Problem::OtherData => "other_data",
            Problem::Earlier { .. } => "earlier_release",
            Problem::OneHasNoConcepts => "no_concepts",
            Problem::OtherGaps => "incomplete_release",
            Problem::TooLarge => "too_large",
            Problem::Dataset(_) => "no_dataset",
        }
    }
}

impl fmt::Display for HistoryError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.0 {
            Problem::NotAHistory => {
                f.write_str("not a history; make one with `pack-lookup changes OLD NEW --append HISTORY`")
            }
            Problem::OtherVersion(version) => write!(
                f,
                "history version {version} is not version {VERSION} of this program; make the history again from the datasets"
            ),
            Problem::Damaged => f.write_str("the history is damaged; use a copy of it, or make it again from the datasets"),
            Problem::OtherDataset { last, dataset } => write!(
                f,
                "the history ends with {last} and does not have the release of this dataset, {dataset}; use the history of this dataset"
            ),
            Problem::OtherRelease { last, asked } => write!(
                f,
                "the history ends with {last}, and these changes begin with {asked}; append the changes between them first"
            ),
            Problem::OtherData => f.write_str(
                "one of them is demonstration data and the other is not; a history has releases of one kind only",
            ),
            Problem::Earlier { before, after } => write!(
                f,
                "the second release is of {after}, and the first of {before}; name the earlier one first"
            ),
            Problem::OneHasNoConcepts => f.write_str(
                "only one of the datasets has dm+d concepts; build both with them, or both with --without-concepts",
            ),
            Problem::OtherGaps => f.write_str(
                "one of the releases is incomplete, so what it lacks would seem to be removed; compare complete releases",
            ),
            Problem::TooLarge => f.write_str("the changes are too large for a history"),
            Problem::Dataset(problem) => f.write_str(problem),
        }
    }
}

impl std::error::Error for HistoryError {}

/// A history has the structures of a dataset.
impl From<OpenError> for HistoryError {
    fn from(_: OpenError) -> HistoryError {
        HistoryError(Problem::Damaged)
    }
}

#[cfg(feature = "write")]
impl From<UpdateError> for HistoryError {
    fn from(error: UpdateError) -> HistoryError {
        HistoryError(Problem::Dataset(error.to_string()))
    }
}
