//! The report of a dataset, as JSON and as text for a terminal.

use std::fmt;

use super::{Change, Finding, FindingKind, PackUse, export, findings, mark_changes, page};
use crate::api;
use crate::concept::Reuse;
use crate::dataset::{Dataset, Gaps, hex};
use crate::date::Date;

/// What the report claims.
pub(super) const STATEMENT: &str = "No verdict: these are the register's own entries. An entry in this list can be correct. \
     Report errors to NHSBSA, which publishes dm+d.";

/// The data quality report of a dataset, which can be compared with an earlier one. It gives no verdict,
/// because an entry can be correct.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Report {
    /// The dataset.
    pub source: Source,
    /// What the report claims, for people.
    pub statement: &'static str,
    /// The number of findings of each kind.
    pub kinds: Vec<KindCount>,
    /// The findings: by kind, the most serious re-use first, then by GTIN.
    pub findings: Vec<Finding>,
    /// The earlier dataset, if one was given.
    pub since: Option<Source>,
    /// The findings that only the earlier dataset has.
    pub gone: Vec<Finding>,
}

/// The dataset of a report. Its digest identifies the bytes that were checked, and its warning says if the
/// data are incomplete or made up.
#[derive(Clone, Debug, PartialEq, Eq)]
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
    pub warning: Option<String>,
}

/// The number of findings of a kind, also by grade of re-use. The report has one for each kind.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct KindCount {
    /// The kind.
    pub kind: FindingKind,
    /// The number of findings.
    pub findings: usize,
    /// The number of findings of each grade of re-use, the most serious first. Grades without findings are
    /// absent, and so are findings with one pack.
    pub reuse: Vec<(Reuse, usize)>,
}

impl Source {
    pub(super) fn of(dataset: &Dataset<'_>) -> Source {
        Source {
            release: dataset.release().to_owned(),
            date: dataset.release_date(),
            digest: hex(&dataset.digest()),
            demo: dataset.is_demo(),
            gaps: dataset.gaps(),
            warning: api::notice(dataset, api::Host::default()),
        }
    }
}

impl KindCount {
    fn of(kind: FindingKind, all: &[Finding]) -> KindCount {
        let with_grade =
            |grade| all.iter().filter(|one| one.kind == kind && one.reuse == Some(grade)).count();
        let mut reuse = Vec::new();
        for grade in Reuse::ALL.into_iter().rev() {
            if with_grade(grade) > 0 {
                reuse.push((grade, with_grade(grade)));
            }
        }
        KindCount { kind, findings: all.iter().filter(|one| one.kind == kind).count(), reuse }
    }
}

impl Report {
    /// Makes the report of a dataset, with the changes since an earlier one if it is given.
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
    /// assert!(report.findings.iter().all(|finding| finding.change.is_none()));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn of(dataset: &Dataset<'_>, earlier: Option<&Dataset<'_>>) -> Report {
        let mut findings = findings(dataset);
        let gone = match earlier {
            Some(earlier) => mark_changes(&mut findings, earlier),
            None => Vec::new(),
        };
        Report {
            source: Source::of(dataset),
            statement: STATEMENT,
            kinds: FindingKind::ALL.map(|kind| KindCount::of(kind, &findings)).to_vec(),
            findings,
            since: earlier.map(Source::of),
            gone,
        }
    }

    /// The report as JSON.
    pub fn to_json(&self) -> Vec<u8> {
        export::to_json(self)
    }

    /// The report as CSV: a row for each use of each finding.
    pub fn to_csv(&self) -> Vec<u8> {
        export::to_csv(self)
    }

    /// Writes the report as an HTML page. `dataset` is the dataset of the report.
    pub fn to_html(&self, dataset: &Dataset<'_>) -> String {
        page::render(self, dataset)
    }

    /// Lists the findings of a kind.
    pub(super) fn of_kind(&self, kind: FindingKind) -> Vec<&Finding> {
        self.findings.iter().filter(|finding| finding.kind == kind).collect()
    }

    /// Lists the findings with a change.
    pub(super) fn with_change(&self, change: Change) -> Vec<&Finding> {
        self.findings.iter().chain(&self.gone).filter(|finding| finding.change == Some(change)).collect()
    }

    /// Lists the findings of each change, with a title.
    pub(super) fn changes(&self) -> [(&'static str, Vec<&Finding>); 3] {
        [
            ("New findings", self.with_change(Change::New)),
            ("Changed findings", self.with_change(Change::Changed)),
            ("Findings that are gone", self.with_change(Change::Gone)),
        ]
    }
}

/// The number of findings of each list that people see in a terminal. The other formats have all.
const SHOWN: usize = 10;

/// Writes the counts and the first findings of each kind.
impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{}{}", title(&self.source), self.statement)?;
        for KindCount { kind, findings, reuse } in &self.kinds {
            writeln!(f, "\n{}: {findings}{}", kind.title(), grades(reuse))?;
            show(f, &self.of_kind(*kind))?;
        }
        let Some(since) = &self.since else { return Ok(()) };
        write!(f, "\nSince {}", title(since))?;
        for (title, findings) in self.changes() {
            writeln!(f, "\n{title}: {}", findings.len())?;
            show(f, &findings)?;
        }
        Ok(())
    }
}

fn title(Source { release, date, warning, .. }: &Source) -> String {
    match warning {
        Some(warning) => format!("{release} of {date}\nWarning: {warning}\n"),
        None => format!("{release} of {date}\n"),
    }
}

fn grades(counts: &[(Reuse, usize)]) -> String {
    let words: Vec<String> =
        counts.iter().map(|(grade, count)| format!("{} {count}", grade.as_str())).collect();
    if words.is_empty() { String::new() } else { format!(" ({})", words.join(", ")) }
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
