//! Errors of an import.

use std::fmt;

use crate::sanitize::strip_control_chars;

/// Why a release was rejected, for programs that decide what to do next. The message of the error has the
/// details for people.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ImportReason {
    /// It cannot be read.
    Unreadable,
    /// It is not a zip, or the zip is truncated.
    NoZip,
    /// It is a zip or a folder with other content.
    NoRelease,
    /// It lacks a file, or its files do not belong together.
    Incomplete,
    /// A file in it is damaged.
    Damaged,
}

impl ImportReason {
    /// A stable code for programs.
    pub fn as_str(self) -> &'static str {
        match self {
            ImportReason::Unreadable => "unreadable",
            ImportReason::NoZip => "not_a_zip",
            ImportReason::NoRelease => "not_a_release",
            ImportReason::Incomplete => "incomplete",
            ImportReason::Damaged => "damaged",
        }
    }
}

/// The error of an import: a sentence with the file, and the offset if there is one. It is sanitised for
/// terminals.
#[derive(Debug)]
pub struct ImportError {
    reason: ImportReason,
    file: String,
    offset: Option<u64>,
    problem: String,
}

impl ImportError {
    /// Returns an error about a whole file.
    pub(crate) fn in_file(
        reason: ImportReason,
        file: impl fmt::Display,
        problem: impl fmt::Display,
    ) -> ImportError {
        ImportError { reason, file: shown(file), offset: None, problem: shown(problem) }
    }

    /// Returns an error at an offset in a file, in bytes.
    pub(crate) fn at(file: impl fmt::Display, offset: u64, problem: impl fmt::Display) -> ImportError {
        ImportError { offset: Some(offset), ..ImportError::in_file(ImportReason::Damaged, file, problem) }
    }

    /// Why the release was rejected.
    pub fn reason(&self) -> ImportReason {
        self.reason
    }
}

/// The maximum length of a text in a message, in characters. A name in a zip has up to 65,535 bytes.
const LONGEST: usize = 2_000;

/// Prepares a text of a release for a message.
fn shown(text: impl fmt::Display) -> String {
    shortened(strip_control_chars(&text.to_string()))
}

/// Truncates a text of a release for a message.
pub(crate) fn shortened(mut text: String) -> String {
    if let Some((end, _)) = text.char_indices().nth(LONGEST) {
        text.truncate(end);
        text.push('…');
    }
    text
}

impl fmt::Display for ImportError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.offset {
            Some(offset) => write!(f, "{}, byte {offset}: {}", self.file, self.problem),
            None => write!(f, "{}: {}", self.file, self.problem),
        }
    }
}

impl std::error::Error for ImportError {}
