//! Errors of opening a dataset.

use std::fmt;

use super::format::{MAGIC, VERSION};

/// Why bytes are not a dataset that this version can read. The message includes what to do.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OpenError(Problem);

#[derive(Clone, Debug, PartialEq, Eq)]
enum Problem {
    NotADataset,
    OtherVersion(u16),
    Length { expected: u64, actual: u64 },
    Damaged { position: usize },
    Digest,
}

impl OpenError {
    pub(super) fn not_a_dataset() -> OpenError {
        OpenError(Problem::NotADataset)
    }

    pub(super) fn other_version(version: u16) -> OpenError {
        OpenError(Problem::OtherVersion(version))
    }

    pub(super) fn length(expected: u64, actual: u64) -> OpenError {
        OpenError(Problem::Length { expected, actual })
    }

    pub(super) fn damaged(position: usize) -> OpenError {
        OpenError(Problem::Damaged { position })
    }

    pub(super) fn digest() -> OpenError {
        OpenError(Problem::Digest)
    }

    /// A stable code for programs.
    ///
    /// # Examples
    ///
    /// ```
    /// use pack_lookup::dataset::Dataset;
    ///
    /// let error = Dataset::open(b"a spreadsheet").unwrap_err();
    /// assert_eq!(error.reason(), "not_a_dataset");
    /// ```
    pub fn reason(&self) -> &'static str {
        match self.0 {
            Problem::NotADataset => "not_a_dataset",
            Problem::OtherVersion(version) if version > VERSION => "newer_format",
            Problem::OtherVersion(_) => "older_format",
            Problem::Length { .. } => "torn",
            Problem::Damaged { .. } | Problem::Digest => "damaged",
        }
    }
}

impl fmt::Display for OpenError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            Problem::NotADataset => {
                write!(
                    f,
                    "not a dataset: the file does not start with {}; build one with `pack-lookup build`",
                    super::hex(&MAGIC)
                )
            }
            Problem::OtherVersion(version) if version > VERSION => write!(
                f,
                "dataset format {version} is newer than format {VERSION} of this program; update the program"
            ),
            Problem::OtherVersion(version) => write!(
                f,
                "dataset format {version} is older than format {VERSION} of this program; rebuild the dataset"
            ),
            Problem::Length { expected, actual } if actual < expected => write!(
                f,
                "the dataset is truncated: it has {actual} of {expected} bytes; download or build it again"
            ),
            Problem::Length { expected, actual } => write!(
                f,
                "the dataset is too long: it has {actual} bytes instead of {expected}; download or build it again"
            ),
            Problem::Damaged { position } => {
                write!(f, "the dataset is damaged at byte {position}; download or build it again")
            }
            Problem::Digest => f.write_str(
                "the digest does not match the content of the dataset; download or build it again",
            ),
        }
    }
}

impl std::error::Error for OpenError {}
