//! The changes of the findings between two datasets.

use super::{Change, Finding, FindingKind, findings, sort};
use crate::dataset::Dataset;
use crate::gtin::Gtin;
use crate::pack::GtinEntry;
use crate::snomed::AmppId;

/// Sets the change of each finding since an earlier dataset. Returns the findings that are gone.
pub(super) fn mark(findings_now: &mut [Finding], earlier: &Dataset<'_>) -> Vec<Finding> {
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
