//! The data quality report: entries of a release about GTINs that a person should check.
//!
//! The report gives no verdict. A re-used GTIN, for example, can be correct. It lists what a dataset has. The
//! import drops some rows of a release, such as GTINs of 12 digits; only its own report counts them.
//!
//! # Examples
//!
//! ```
//! # let bytes = include!(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/common/doctest_dataset.rs"));
//! use pack_lookup::data_quality::{FindingKind, findings};
//! use pack_lookup::dataset::verify;
//!
//! let dataset = verify(&bytes)?;
//! let reused = findings(&dataset).into_iter().find(|finding| finding.kind == FindingKind::Reused);
//! assert_eq!(reused.ok_or("no GTIN is re-used")?.gtin.to_string(), "9521001000017");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod export;
mod page;
mod report;

use std::cmp::Reverse;

use crate::concept::Reuse;
use crate::dataset::{Dataset, PackNumber};
use crate::gtin::Gtin;
use crate::lookup::{self, Use, packs_of};
use crate::pack::{GtinEntry, Status};
use crate::snomed::AmppId;

pub use report::{KindCount, Report, Source};

/// What a person should check about a GTIN. A GTIN can have findings of two or more kinds, which the report
/// lists in this order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum FindingKind {
    /// Several packs have carried it.
    Reused,
    /// Several packs carry it on the same day.
    OverlappingPeriods,
    /// Its check digit is wrong.
    WrongCheckDigit,
    /// The release has it with 13 and with 14 digits.
    TwoForms,
    /// An invalid pack has it.
    InvalidPack,
}

impl FindingKind {
    /// All kinds, in the order of the report.
    pub const ALL: [FindingKind; 5] = [
        FindingKind::Reused,
        FindingKind::OverlappingPeriods,
        FindingKind::WrongCheckDigit,
        FindingKind::TwoForms,
        FindingKind::InvalidPack,
    ];

    /// A stable code for programs.
    pub fn as_str(self) -> &'static str {
        match self {
            FindingKind::Reused => "reused",
            FindingKind::OverlappingPeriods => "overlapping_periods",
            FindingKind::WrongCheckDigit => "wrong_check_digit",
            FindingKind::TwoForms => "two_forms",
            FindingKind::InvalidPack => "invalid_pack",
        }
    }

    /// A heading for people.
    pub fn title(self) -> &'static str {
        match self {
            FindingKind::Reused => "GTINs that several packs have carried",
            FindingKind::OverlappingPeriods => "GTINs that several packs carry at the same time",
            FindingKind::WrongCheckDigit => "GTINs with a wrong check digit",
            FindingKind::TwoForms => "GTINs recorded with 13 and with 14 digits",
            FindingKind::InvalidPack => "GTINs of invalid packs",
        }
    }

    /// Lists the uses of a GTIN to which this kind applies. Empty if it does not apply.
    fn select(self, dataset: &Dataset<'_>, gtin: Gtin, uses: &[Use]) -> Vec<Use> {
        match self {
            FindingKind::Reused => all_if(packs_of(uses).len() > 1, uses),
            FindingKind::OverlappingPeriods => overlapping(uses),
            FindingKind::WrongCheckDigit => all_if(!gtin.has_right_check_digit(), uses),
            FindingKind::TwoForms => all_if(has_two_forms(uses), uses),
            FindingKind::InvalidPack => of_invalid_packs(dataset, uses),
        }
    }
}

/// A GTIN that a person should check, with the uses concerned. If an earlier dataset is compared, it says
/// whether the finding is new or changed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Finding {
    /// What to check.
    pub kind: FindingKind,
    /// The GTIN.
    pub gtin: Gtin,
    /// How different the packs in `uses` are, or `None` if there is only one.
    pub reuse: Option<Reuse>,
    /// How it differs from an earlier dataset. `None` if it is the same, or nothing was compared.
    pub change: Option<Change>,
    /// The uses to which the finding applies, the latest first.
    pub uses: Vec<PackUse>,
}

/// How a finding differs from the findings of an earlier dataset.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Change {
    /// Only the later dataset has it.
    New,
    /// It has other packs, periods or another grade of re-use than before.
    Changed,
    /// Only the earlier dataset has it.
    Gone,
}

impl Change {
    /// A stable code for programs.
    pub fn as_str(self) -> &'static str {
        match self {
            Change::New => "new",
            Change::Changed => "changed",
            Change::Gone => "gone",
        }
    }
}

/// A period in which a pack carries a GTIN, with the name and status of the pack.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PackUse {
    /// The code of the pack.
    pub pack_id: AmppId,
    /// The name of the pack.
    pub name: String,
    /// The period, and the GTIN as recorded.
    pub entry: GtinEntry,
    /// The status of the pack.
    pub status: Status,
}

/// Lists the findings of a dataset: by kind, the most serious re-use first, then by GTIN.
pub fn findings(dataset: &Dataset<'_>) -> Vec<Finding> {
    let mut findings = Vec::new();
    for gtin in gtins(dataset) {
        let uses = lookup::uses(dataset, gtin);
        for kind in FindingKind::ALL {
            let selected = kind.select(dataset, gtin, &uses);
            if !selected.is_empty() {
                findings.push(finding(dataset, kind, gtin, &selected));
            }
        }
    }
    sort(&mut findings);
    findings
}

fn sort(findings: &mut [Finding]) {
    findings.sort_by_key(|finding| (finding.kind, Reverse(finding.reuse), finding.gtin));
}

fn gtins(dataset: &Dataset<'_>) -> Vec<Gtin> {
    let mut gtins = Vec::with_capacity(dataset.gtin_rows() as usize);
    for number in (0..dataset.packs()).map(PackNumber) {
        gtins.extend(dataset.gtin_entries(number).map(|entry| entry.gtin.gtin()));
    }
    gtins.sort_unstable();
    gtins.dedup();
    gtins
}

fn finding(dataset: &Dataset<'_>, kind: FindingKind, gtin: Gtin, uses: &[Use]) -> Finding {
    Finding {
        kind,
        gtin,
        reuse: lookup::reuse_of(dataset, &packs_of(uses)),
        change: None,
        uses: uses.iter().filter_map(|one| pack_use(dataset, one)).collect(),
    }
}

fn pack_use(dataset: &Dataset<'_>, Use { pack, entry }: &Use) -> Option<PackUse> {
    let pack_id = dataset.pack_id(*pack)?;
    Some(PackUse { pack_id, name: dataset.name(*pack), entry: *entry, status: dataset.status(*pack) })
}

fn all_if(applies: bool, uses: &[Use]) -> Vec<Use> {
    if applies { uses.to_vec() } else { Vec::new() }
}

/// Lists the uses that include a day on which another pack has the GTIN too.
fn overlapping(uses: &[Use]) -> Vec<Use> {
    let mut overlapping = Vec::new();
    for one in uses {
        if uses.iter().any(|other| one.pack != other.pack && one.entry.overlaps(&other.entry)) {
            overlapping.push(*one);
        }
    }
    overlapping
}

fn has_two_forms(uses: &[Use]) -> bool {
    let is_long = |one: &Use| one.entry.gtin.has_14_digits();
    uses.iter().any(is_long) && !uses.iter().all(is_long)
}

fn of_invalid_packs(dataset: &Dataset<'_>, uses: &[Use]) -> Vec<Use> {
    uses.iter().copied().filter(|one| dataset.is_invalid(one.pack)).collect()
}

/// Sets the change of each finding since an earlier dataset. Returns the findings that are gone.
fn mark_changes(findings_now: &mut [Finding], earlier: &Dataset<'_>) -> Vec<Finding> {
    let mut before = findings(earlier);
    before.sort_by_key(key);
    for finding in &mut before {
        finding.change = Some(Change::Gone);
    }
    for finding in findings_now {
        finding.change = match before.binary_search_by_key(&key(finding), key) {
            Ok(place) => before.get_mut(place).and_then(|earlier| kept(earlier, finding)),
            Err(_) => Some(Change::New),
        };
    }
    before.retain(|finding| finding.change.is_some());
    sort(&mut before);
    before
}

/// Marks a finding of the earlier dataset as one that the later dataset has. Returns how it differs there.
fn kept(earlier: &mut Finding, now: &Finding) -> Option<Change> {
    earlier.change = None;
    if is_same(earlier, now) { None } else { Some(Change::Changed) }
}

fn key(finding: &Finding) -> (FindingKind, Gtin) {
    (finding.kind, finding.gtin)
}

/// Reports whether packs, periods and grade are the same. A new name or status of a pack is not a change.
fn is_same(before: &Finding, after: &Finding) -> bool {
    before.reuse == after.reuse && periods(before) == periods(after)
}

fn periods(finding: &Finding) -> Vec<(AmppId, GtinEntry)> {
    let mut periods: Vec<_> = finding.uses.iter().map(|one| (one.pack_id, one.entry)).collect();
    periods.sort_unstable();
    periods
}
