//! The report as CSV. Every row has the release and the warning, because rows are copied into other tables.

use std::collections::BTreeMap;

use super::{Finding, FindingKind, PackUse, Report};
use crate::concept::Reuse;
use crate::csv_output;
use crate::gtin::Gtin;

const COLUMNS: &str = "release,release_date,warning,kind,reuse,change,gtin,recorded_gtin,pack_id,name,start_date,end_date,current,discontinued,invalid\n";

/// The change of each finding that has one.
type ChangeOf = BTreeMap<(FindingKind, Gtin), &'static str>;

/// Writes a row for each use of each finding. Findings that are gone come last.
pub(super) fn write(report: &Report) -> Vec<u8> {
    let mut out = COLUMNS.as_bytes().to_vec();
    let changes = changes(report);
    for finding in &report.findings {
        let change = changes.get(&(finding.kind, finding.gtin)).copied().unwrap_or_default();
        push_rows(&mut out, report, finding, change);
    }
    for finding in report.changes.iter().flat_map(|changes| &changes.gone) {
        push_rows(&mut out, report, finding, "gone");
    }
    out
}

fn changes(report: &Report) -> ChangeOf {
    let mut found = ChangeOf::new();
    let Some(changes) = &report.changes else { return found };
    for (change, findings) in [("new", &changes.new), ("changed", &changes.changed)] {
        for finding in findings {
            found.insert((finding.kind, finding.gtin), change);
        }
    }
    found
}

fn push_rows(out: &mut Vec<u8>, report: &Report, finding: &Finding, change: &str) {
    for one in &finding.uses {
        out.extend(row(report, finding, change, one));
    }
}

fn row(report: &Report, finding: &Finding, change: &str, one: &PackUse) -> Vec<u8> {
    let PackUse { pack_id, name, entry, status } = one;
    let cells = [
        csv_output::cell(&report.source.release),
        report.source.date.to_string(),
        csv_output::cell(report.source.warning.as_deref().unwrap_or_default()),
        finding.kind.as_str().to_owned(),
        finding.reuse.map_or("", Reuse::as_str).to_owned(),
        change.to_owned(),
        csv_output::code(finding.gtin),
        csv_output::code(entry.gtin),
        csv_output::code(pack_id),
        csv_output::cell(name),
        entry.start_date.to_string(),
        entry.end_date.map_or(String::new(), |end| end.to_string()),
        status.is_current().to_string(),
        status.is_discontinued.to_string(),
        status.is_invalid.to_string(),
    ];
    csv_output::line(cells.into_iter())
}
