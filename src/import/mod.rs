//! From a dm+d release to packs.
//!
//! A pack is never lost for a side table: what can't be resolved stays out of the field, the pack stays in, and
//! the [`Report`] says so. Fields that the specification calls non-null then hold a fallback, which the report names.

mod assemble;
mod bounded;
mod concepts;
pub mod demo;
#[cfg(feature = "import")]
pub mod disk;
pub(crate) mod dmd;
mod error;
mod file_kind;
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
pub use error::{ImportError, Refusal};
pub use progress::Progress;
pub use report::{
    ConceptReport, Count, Finding, FindingKind, Findings, Report, ReusedGtins, SupplementReport,
};
pub use supplement::Supplement;

use crate::concept::Concepts;
use crate::dataset::{Gap, Release};
use crate::pack::Pack;
use release::{Lack, ReleaseFiles};
use storage::Storage;

/// What a release holds.
#[derive(Clone, Debug)]
pub struct Import {
    /// The packs, in the order of the release.
    pub packs: Vec<Pack>,
    /// The concepts above the packs; none where the release has none at all.
    pub concepts: Option<Concepts>,
    /// What the release calls itself.
    pub release: Release,
    /// What was read, kept, dropped or odd.
    pub report: Report,
}

/// The processing instruction in the AMPP file of a demonstration release. No real release has it.
pub(crate) const DEMO_INSTRUCTION: &str = "pack-lookup-demonstration";

/// Reads a dm+d release, the zip as it is published or a folder that it was unpacked into, from wherever it lies.
///
/// Files are streamed: the memory that it takes is about that of the packs. A partial release is read as it is: what it
/// lacks is told by the release that comes out, and by the report.
///
/// # Errors
///
/// The path is not a release; one of its files is broken or cut short; or the release is not to be partial, and lacks a
/// file that the record needs, or has files of different weeks or two of one kind.
pub fn read_from(
    storage: &dyn Storage,
    path: &Path,
    is_partial: bool,
    progress: &dyn Progress,
) -> Result<Import, ImportError> {
    let files = ReleaseFiles::find(storage, path, &dmd::FILES)?;
    files.ampp_file()?;
    if !is_partial {
        files.require_whole()?;
    }
    read(&files, progress)
}

fn read(files: &ReleaseFiles<'_>, progress: &dyn Progress) -> Result<Import, ImportError> {
    let (name, date) = files.name_and_date()?;
    let lacking = files.lacking();
    let gaps = lacking.iter().map(|lack| lack.gap).collect();
    let mut tables = tables::read(files, progress)?;
    lacking.into_iter().for_each(|lack| note(lack, &mut tables.findings));
    let release = Release { name, date, is_demo: false, gaps };
    let too_much = || ImportError::in_file(Refusal::Damaged, files.path().display(), assemble::TOO_MUCH);
    assemble::import(tables, files.not_needed(), release).ok_or_else(too_much)
}

/// A file that is not there was noted where it should have been read.
fn note(lack: Lack, findings: &mut Findings) {
    let kind = match lack.gap {
        Gap::MixedWeeks => FindingKind::MixedWeeks,
        Gap::TwoFilesOfAKind => FindingKind::TwoFilesOfAKind,
        _ => return,
    };
    findings.note(kind, || lack.what);
}
