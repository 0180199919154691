//! The report of a dataset, as JSON and as text for a terminal.

use std::collections::BTreeMap;
use std::fmt;

use serde::Serialize;

use super::{Changes, Finding, FindingKind, PackUse, csv, findings, page};
use crate::api;
use crate::concept::Reuse;
use crate::dataset::{Dataset, Gaps};
use crate::date::Date;

/// What the report claims.
pub(super) const STATEMENT: &str = "No verdict: these are the register's own entries. An entry in this list can be correct. \
     Report errors to NHSBSA, which publishes dm+d.";

/// The data quality report of a dataset.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Report {
    /// The dataset.
    #[serde(flatten)]
    pub source: Source,
    /// What the report claims, for people.
    pub statement: &'static str,
    /// The number of findings of each kind.
    pub kinds: Vec<KindCount>,
    /// The changes since an earlier dataset, if one was given.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub changes: Option<Changes>,
    /// The findings: by kind, the most serious re-use first, then by GTIN.
    pub findings: Vec<Finding>,
}

/// The dataset of a report.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Source {
    /// The name of the release.
    pub release: String,
    /// The day of the release.
    pub date: Date,
    /// The digest, in hexadecimal.
    pub digest: String,
    /// Whether the packs are demonstration data.
    pub demo: bool,
    /// What the release lacked.
    pub gaps: Gaps,
    /// The notice about demonstration or incomplete data, for people.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub warning: Option<String>,
}

/// The number of findings of a kind.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct KindCount {
    /// The code of the kind.
    pub kind: &'static str,
    /// The kind for people.
    pub title: &'static str,
    /// The number of findings.
    pub findings: usize,
    /// The number of findings of each grade of re-use. Findings with one pack have no grade.
    pub reuse: BTreeMap<&'static str, usize>,
}

impl Source {
    pub(super) fn of(dataset: &Dataset<'_>) -> Source {
        Source {
            release: dataset.release().to_owned(),
            date: dataset.release_date(),
            digest: dataset.digest().iter().map(|byte| format!("{byte:02x}")).collect(),
            demo: dataset.is_demo(),
            gaps: dataset.gaps(),
            warning: api::notice(dataset),
        }
    }
}

impl KindCount {
    fn of(kind: FindingKind, findings: &[Finding]) -> KindCount {
        let (mut count, mut reuse) = (0, BTreeMap::new());
        for finding in findings.iter().filter(|finding| finding.kind == kind) {
            count += 1;
            if let Some(grade) = finding.reuse {
                *reuse.entry(grade.as_str()).or_default() += 1;
            }
        }
        KindCount { kind: kind.as_str(), title: kind.title(), findings: count, reuse }
    }
}

impl Report {
    /// Returns the report of a dataset, with the changes since an earlier one if it is given.
    ///
    /// # Examples
    ///
    /// ```
    /// # let bytes = include!(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/common/doctest_dataset.rs"));
    /// use pack_lookup::data_quality::Report;
    /// use pack_lookup::dataset::verify;
    ///
    /// let dataset = verify(&bytes)?;
    /// let report = Report::of(&dataset, Some(&dataset));
    /// assert!(report.source.demo);
    /// assert_eq!(report.changes.ok_or("no changes")?.new, []);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn of(dataset: &Dataset<'_>, earlier: Option<&Dataset<'_>>) -> Report {
        let findings = findings(dataset);
        Report {
            source: Source::of(dataset),
            statement: STATEMENT,
            kinds: FindingKind::ALL.map(|kind| KindCount::of(kind, &findings)).to_vec(),
            changes: earlier.map(|earlier| Changes::since(earlier, &findings)),
            findings,
        }
    }

    /// Returns the report as JSON.
    pub fn to_json(&self) -> String {
        serde_json::to_string(self).unwrap_or_default()
    }

    /// Returns the report as CSV: a row for each use of each finding.
    pub fn to_csv(&self) -> Vec<u8> {
        csv::write(self)
    }

    /// Returns the report as an HTML page. `dataset` is the dataset of the report.
    pub fn to_html(&self, dataset: &Dataset<'_>) -> String {
        page::render(self, dataset)
    }

    /// Returns the findings of a kind.
    pub(super) fn of_kind(&self, kind: FindingKind) -> impl Iterator<Item = &Finding> {
        self.findings.iter().filter(move |finding| finding.kind == kind)
    }
}

/// The number of findings of each list that people see in a terminal. The other formats have all.
const SHOWN: usize = 10;

/// Writes the counts and the first findings of each kind.
impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Source { release, date, warning, .. } = &self.source;
        writeln!(f, "{release} of {date}")?;
        if let Some(warning) = warning {
            writeln!(f, "Warning: {warning}")?;
        }
        writeln!(f, "{}", self.statement)?;
        for (kind, count) in FindingKind::ALL.into_iter().zip(&self.kinds) {
            writeln!(f, "\n{}: {}{}", count.title, count.findings, grades(&count.reuse))?;
            show(f, &self.of_kind(kind).collect::<Vec<_>>())?;
        }
        match &self.changes {
            Some(changes) => show_changes(f, changes),
            None => Ok(()),
        }
    }
}

fn grades(counts: &BTreeMap<&'static str, usize>) -> String {
    let mut words = Vec::new();
    for grade in Reuse::ALL.into_iter().rev() {
        if let Some(count) = counts.get(grade.as_str()) {
            words.push(format!("{} {count}", grade.as_str()));
        }
    }
    if words.is_empty() { String::new() } else { format!(" ({})", words.join(", ")) }
}

fn show_changes(f: &mut fmt::Formatter<'_>, changes: &Changes) -> fmt::Result {
    let Source { release, date, warning, .. } = &changes.since;
    writeln!(f, "\nSince {release} of {date}")?;
    if let Some(warning) = warning {
        writeln!(f, "Warning: {warning}")?;
    }
    for (title, findings) in changes.lists() {
        writeln!(f, "\n{title}: {}", findings.len())?;
        show(f, &findings.iter().collect::<Vec<_>>())?;
    }
    Ok(())
}

fn show(f: &mut fmt::Formatter<'_>, findings: &[&Finding]) -> fmt::Result {
    for finding in findings.iter().take(SHOWN) {
        let grade = finding.reuse.map_or(String::new(), |grade| format!(", {}", grade.as_str()));
        writeln!(f, "  {}: {}{grade}", finding.gtin, finding.kind.as_str())?;
        for PackUse { pack_id, name, entry, .. } in &finding.uses {
            let end = entry.end_date.map_or("(open)".to_owned(), |end| end.to_string());
            writeln!(
                f,
                "    {:<14} {} to {end:<10}  {pack_id}  {name}",
                entry.gtin.to_string(),
                entry.start_date
            )?;
        }
    }
    match findings.len().saturating_sub(SHOWN) {
        0 => Ok(()),
        more => writeln!(f, "  and {more} more; --format csv lists all"),
    }
}
