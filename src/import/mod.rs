//! The import of a dm+d release.
//!
//! A pack is never lost because of another table. If a reference cannot be resolved, the field is empty, and
//! the [`Report`] has a finding. A field that the specification requires then has a fallback, which the
//! report names.
//!
//! # Examples
//!
//! ```
//! use pack_lookup::import::{demo, progress::Silent, read_from, storage::Memory};
//!
//! let mut zip = std::io::Cursor::new(Vec::new());
//! demo::write_release(&mut zip, 100, demo::DEFAULT_SEED, &Silent)?;
//! let import = read_from(&Memory(zip.get_ref()), "demo.zip".as_ref(), false, &Silent)?;
//! assert_eq!(import.packs.len(), 100);
//! println!("{}", import.report);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod assemble;
mod concepts;
pub mod demo;
#[cfg(feature = "import")]
pub mod disk;
pub(crate) mod dmd;
mod error;
mod file_name;
mod keep;
pub mod progress;
mod release;
mod report;
pub mod storage;
mod supplement;
mod tables;
mod xml;

use std::path::Path;

#[cfg(feature = "import")]
pub use disk::{read_partial_release, read_release};
pub use error::{ImportError, ImportReason};
pub use progress::Progress;
pub use report::{
    ConceptReport, Count, Finding, FindingKind, Findings, Report, ReusedGtins, SupplementReport,
};
pub use supplement::Supplement;

use crate::concept::Concepts;
use crate::dataset::{Gap, Release};
use crate::pack::Pack;
use release::{MissingFile, ReleaseFiles};
use storage::Storage;

/// The result of an import: what the writer of datasets needs, and a report for people. It holds all packs
/// and concepts in memory.
#[derive(Clone, Debug)]
pub struct Import {
    /// The packs, in the order of the release.
    pub packs: Vec<Pack>,
    /// The concepts above the packs, or `None` if the release has none.
    pub concepts: Option<Concepts>,
    /// The name, date and gaps of the release.
    pub release: Release,
    /// The report of what was read, kept, dropped and found odd.
    pub report: Report,
}

/// The processing instruction in the AMPP file of a demonstration release. No real release has it.
pub(crate) const DEMO_INSTRUCTION: &str = "pack-lookup-demonstration";

/// Reads a dm+d release from any storage: the published zip, or a folder with its content.
///
/// Files are streamed, so the memory is about the memory of the packs. If `is_partial` is true, the release
/// may be incomplete. The release of the result and the report list what it lacks.
///
/// # Errors
///
/// Returns [`ImportError`] with one of these refusals:
///
/// * [`ImportReason::Unreadable`] if the path cannot be read;
/// * [`ImportReason::NoZip`] if it is not a zip, or the zip is truncated;
/// * [`ImportReason::NoRelease`] if it has no AMPP file, or no date in its file names;
/// * [`ImportReason::Damaged`] if a file is damaged, truncated or too large;
/// * [`ImportReason::Incomplete`] if `is_partial` is false and the release lacks a file, mixes weeks, or has
///   two
///   files of one kind.
///
/// # Examples
///
/// ```
/// use pack_lookup::import::{ImportReason, progress::Silent, read_from, storage::Memory};
///
/// let error = read_from(&Memory(b"a spreadsheet"), "dmd.zip".as_ref(), false, &Silent).unwrap_err();
/// assert_eq!(error.reason(), ImportReason::NoZip);
/// ```
pub fn read_from(
    storage: &dyn Storage,
    path: &Path,
    is_partial: bool,
    progress: &dyn Progress,
) -> Result<Import, ImportError> {
    let files = ReleaseFiles::find(storage, path, &dmd::FILES)?;
    files.ampp_file()?;
    if !is_partial {
        files.require_complete()?;
    }
    read(&files, progress)
}

fn read(files: &ReleaseFiles<'_>, progress: &dyn Progress) -> Result<Import, ImportError> {
    let (name, date) = files.name_and_date()?;
    let lacking = files.lacking();
    let gaps = files.gaps();
    let mut tables = tables::read(files, progress)?;
    for lack in lacking {
        note(lack, &mut tables.findings);
    }
    let release = Release { name, date, is_demo: false, gaps };
    match assemble::import(tables, files.not_needed(), release) {
        Some(import) => Ok(import),
        None => Err(ImportError::in_file(ImportReason::Damaged, files.path().display(), assemble::TOO_MUCH)),
    }
}

/// Notes a gap. Missing files were already noted when they should have been read.
fn note(lack: MissingFile, findings: &mut Findings) {
    let kind = match lack.gap {
        Gap::MixedWeeks => FindingKind::MixedWeeks,
        Gap::TwoFilesOfAKind => FindingKind::TwoFilesOfAKind,
        _ => return,
    };
    findings.note(kind, lack.what);
}
