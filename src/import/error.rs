//! Why a release could not be read.

use std::fmt;

/// In what way it is no release that can be imported.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Refusal {
    /// It can't be read at all.
    Unreadable,
    /// It is no zip, or one that was cut short.
    NoZip,
    /// It is a zip or a folder with something else in it.
    NoRelease,
    /// It lacks a file, or has some that don't belong together.
    Incomplete,
    /// A file in it is broken.
    Damaged,
}

impl Refusal {
    /// A stable word for programs.
    pub fn word(self) -> &'static str {
        match self {
            Refusal::Unreadable => "unreadable",
            Refusal::NoZip => "not_a_zip",
            Refusal::NoRelease => "not_a_release",
            Refusal::Incomplete => "incomplete",
            Refusal::Damaged => "damaged",
        }
    }
}

/// A release could not be read: one sentence that names the file, and the place in it where there is one.
#[derive(Debug)]
pub struct ImportError {
    refusal: Refusal,
    file: String,
    offset: Option<u64>,
    problem: String,
}

impl ImportError {
    /// Something is wrong with a file as a whole.
    pub(crate) fn in_file(
        refusal: Refusal,
        file: impl fmt::Display,
        problem: impl fmt::Display,
    ) -> ImportError {
        ImportError { refusal, file: file.to_string(), offset: None, problem: problem.to_string() }
    }

    /// A file is broken at a place, in bytes from its start.
    pub(crate) fn at(file: impl fmt::Display, offset: u64, problem: impl fmt::Display) -> ImportError {
        ImportError { offset: Some(offset), ..ImportError::in_file(Refusal::Damaged, file, problem) }
    }

    /// In what way it is no release that can be imported.
    pub fn refusal(&self) -> Refusal {
        self.refusal
    }
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
