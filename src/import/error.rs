//! Why a release could not be read.

use std::fmt;

/// A release could not be read: one sentence that names the file, and the place in it where there is one.
#[derive(Debug)]
pub struct ImportError {
    file: String,
    offset: Option<u64>,
    problem: String,
}

impl ImportError {
    /// Something is wrong with a file as a whole.
    pub(crate) fn in_file(file: impl fmt::Display, problem: impl fmt::Display) -> ImportError {
        ImportError { file: file.to_string(), offset: None, problem: problem.to_string() }
    }

    /// Something is wrong at a place of a file, in bytes from its start.
    pub(crate) fn at(file: impl fmt::Display, offset: u64, problem: impl fmt::Display) -> ImportError {
        ImportError { offset: Some(offset), ..ImportError::in_file(file, problem) }
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
