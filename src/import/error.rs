//! Why a release could not be read.

use std::fmt;

use crate::plain::plain;

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

/// A release could not be read: one sentence that names the file, and the place in it where there is one. Whatever the file
/// says, a terminal can show it.
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
        let shown = |text: String| shortened(plain(&text));
        ImportError {
            refusal,
            file: shown(file.to_string()),
            offset: None,
            problem: shown(problem.to_string()),
        }
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

/// A name in a zip has up to 65,535 bytes.
const LONGEST: usize = 2_000;

/// So much of a text of a release as a message needs.
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
