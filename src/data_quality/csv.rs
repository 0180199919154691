//! The report as CSV. Every row has the release and the warning, because rows are copied into other tables.

use super::{Change, Finding, PackUse, Report};
use crate::concept::Reuse;
use crate::csv_output;

const COLUMNS: &str = "release,release_date,warning,kind,reuse,change,gtin,recorded_gtin,pack_id,name,start_date,end_date,current,discontinued,invalid\n";

/// Writes a row for each use of each finding. Findings that are gone come last.
pub(super) fn write(report: &Report) -> Vec<u8> {
    let mut out = COLUMNS.as_bytes().to_vec();
    for finding in report.findings.iter().chain(&report.gone) {
        for one in &finding.uses {
            out.extend(row(report, finding, one));
        }
    }
    out
}

fn row(report: &Report, finding: &Finding, one: &PackUse) -> Vec<u8> {
    let PackUse { pack_id, name, entry, status } = one;
    let cells = [
        csv_output::cell(&report.source.release),
        report.source.date.to_string(),
        csv_output::cell(report.source.warning.as_deref().unwrap_or_default()),
        finding.kind.as_str().to_owned(),
        finding.reuse.map_or("", Reuse::as_str).to_owned(),
        finding.change.map_or("", Change::as_str).to_owned(),
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
