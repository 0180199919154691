//! What tells a file of a release from others, and where its records lie.

/// A file of a release.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct FileKind {
    /// How the file's name begins; the schema version and the date follow.
    pub stem: &'static str,
    /// The name of the root element.
    pub root: &'static str,
    /// What a reader of messages calls it.
    pub title: &'static str,
    /// How deep its records lie: below a section of the root, or below the root itself.
    pub record_depth: usize,
}
