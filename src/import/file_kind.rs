//! How a file of a release is identified, and the depth of its records.

/// A kind of file of a release.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct FileKind {
    /// The prefix of the file's name. The schema version and the date follow.
    pub stem: &'static str,
    /// The name of the root element.
    pub root: &'static str,
    /// Its name in messages.
    pub title: &'static str,
    /// The depth of its records: in a section of the root, or in the root itself.
    pub record_depth: usize,
}
