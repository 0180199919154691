//! The changes of the findings between two datasets.

use std::collections::BTreeMap;

use serde::Serialize;

use super::{Finding, FindingKind, Source, findings};
use crate::dataset::Dataset;
use crate::gtin::Gtin;
use crate::pack::GtinEntry;
use crate::snomed::AmppId;

/// How the findings differ from those of an earlier dataset.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Changes {
    /// The earlier dataset.
    pub since: Source,
    /// The findings that the earlier dataset does not have.
    pub new: Vec<Finding>,
    /// The findings with other packs, periods or another grade of re-use than before.
    pub changed: Vec<Finding>,
    /// The findings that only the earlier dataset has.
    pub gone: Vec<Finding>,
}

impl Changes {
    /// Compares findings with those of an earlier dataset.
    pub fn since(earlier: &Dataset<'_>, now: &[Finding]) -> Changes {
        let (mut new, mut changed) = (Vec::new(), Vec::new());
        let mut before: BTreeMap<(FindingKind, Gtin), Finding> = BTreeMap::new();
        let order = findings(earlier);
        for finding in &order {
            before.insert(key(finding), finding.clone());
        }
        for finding in now {
            match before.remove(&key(finding)) {
                None => new.push(finding.clone()),
                Some(earlier) if is_same(&earlier, finding) => {}
                Some(_) => changed.push(finding.clone()),
            }
        }
        let gone = order.into_iter().filter(|finding| before.contains_key(&key(finding))).collect();
        Changes { since: Source::of(earlier), new, changed, gone }
    }

    /// Returns the lists with their titles.
    pub(super) fn lists(&self) -> [(&'static str, &[Finding]); 3] {
        [
            ("New findings", &self.new),
            ("Changed findings", &self.changed),
            ("Findings that are gone", &self.gone),
        ]
    }
}

fn key(finding: &Finding) -> (FindingKind, Gtin) {
    (finding.kind, finding.gtin)
}

/// Returns whether packs, periods and grade are the same. A new name or status of a pack is no change.
fn is_same(before: &Finding, after: &Finding) -> bool {
    before.reuse == after.reuse && periods(before) == periods(after)
}

fn periods(finding: &Finding) -> Vec<(AmppId, GtinEntry)> {
    let mut periods: Vec<_> = finding.uses.iter().map(|one| (one.pack_id, one.entry)).collect();
    periods.sort_unstable();
    periods
}
