//! The kinds of changes.

use std::fmt;

/// What changes of a code, without the values that `What` has. Requests select changes by it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[expect(missing_docs, reason = "`What` has the same names and is documented")]
pub enum ChangeKind {
    New,
    Removed,
    Discontinued,
    Reinstated,
    Invalid,
    Valid,
    Renamed,
    Replaces,
    Price,
    GtinAdded,
    GtinEnded,
    GtinResumed,
    GtinRemoved,
    GtinMoved,
    GtinReused,
}

impl ChangeKind {
    /// All kinds, in the order of the file.
    pub const ALL: [ChangeKind; 15] = [
        ChangeKind::New,
        ChangeKind::Removed,
        ChangeKind::Discontinued,
        ChangeKind::Reinstated,
        ChangeKind::Invalid,
        ChangeKind::Valid,
        ChangeKind::Renamed,
        ChangeKind::Replaces,
        ChangeKind::Price,
        ChangeKind::GtinAdded,
        ChangeKind::GtinEnded,
        ChangeKind::GtinResumed,
        ChangeKind::GtinRemoved,
        ChangeKind::GtinMoved,
        ChangeKind::GtinReused,
    ];

    /// A stable code for programs.
    ///
    /// # Examples
    ///
    /// ```
    /// use pack_lookup::history::ChangeKind;
    ///
    /// assert_eq!(ChangeKind::GtinReused.as_str(), "gtin_reused");
    /// ```
    pub fn as_str(self) -> &'static str {
        match self {
            ChangeKind::New => "new",
            ChangeKind::Removed => "removed",
            ChangeKind::Discontinued => "discontinued",
            ChangeKind::Reinstated => "reinstated",
            ChangeKind::Invalid => "invalid",
            ChangeKind::Valid => "valid",
            ChangeKind::Renamed => "renamed",
            ChangeKind::Replaces => "replaces",
            ChangeKind::Price => "price",
            ChangeKind::GtinAdded => "gtin_added",
            ChangeKind::GtinEnded => "gtin_ended",
            ChangeKind::GtinResumed => "gtin_resumed",
            ChangeKind::GtinRemoved => "gtin_removed",
            ChangeKind::GtinMoved => "gtin_moved",
            ChangeKind::GtinReused => "gtin_reused",
        }
    }

    /// Parses the code of a kind for programs.
    ///
    /// # Errors
    ///
    /// Returns [`ChangeKindError`] if no kind has the code.
    ///
    /// # Examples
    ///
    /// ```
    /// use pack_lookup::history::ChangeKind;
    ///
    /// assert_eq!(ChangeKind::parse("price"), Ok(ChangeKind::Price));
    /// assert!(ChangeKind::parse("prices").is_err());
    /// ```
    pub fn parse(code: &str) -> Result<ChangeKind, ChangeKindError> {
        ChangeKind::ALL.into_iter().find(|kind| kind.as_str() == code).ok_or(ChangeKindError)
    }

    /// What people read above changes of this kind.
    pub fn title(self) -> &'static str {
        match self {
            ChangeKind::New => "new codes",
            ChangeKind::Removed => "codes that the release no longer has",
            ChangeKind::Discontinued => "packs discontinued",
            ChangeKind::Reinstated => "packs in trade again",
            ChangeKind::Invalid => "codes invalid now",
            ChangeKind::Valid => "codes valid again",
            ChangeKind::Renamed => "names changed",
            ChangeKind::Replaces => "codes that replace another one",
            ChangeKind::Price => "prices changed",
            ChangeKind::GtinAdded => "barcodes added",
            ChangeKind::GtinEnded => "barcodes ended",
            ChangeKind::GtinResumed => "barcodes in use again",
            ChangeKind::GtinRemoved => "barcodes removed",
            ChangeKind::GtinMoved => "barcodes moved from another pack",
            ChangeKind::GtinReused => "barcodes re-used: another pack has it, too, or had it",
        }
    }
}

/// The error for a text that is the code of no kind.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ChangeKindError;

/// The same as [`ChangeKind::parse`], for `str::parse` and for libraries of arguments.
impl std::str::FromStr for ChangeKind {
    type Err = ChangeKindError;

    fn from_str(code: &str) -> Result<ChangeKind, ChangeKindError> {
        ChangeKind::parse(code)
    }
}

impl fmt::Display for ChangeKindError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("expected one of ")?;
        for (place, kind) in ChangeKind::ALL.into_iter().enumerate() {
            write!(f, "{}{}", if place == 0 { "" } else { ", " }, kind.as_str())?;
        }
        Ok(())
    }
}

impl std::error::Error for ChangeKindError {}
