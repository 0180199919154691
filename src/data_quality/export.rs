//! The report for programs.
//!
//! As JSON, codes are texts: JavaScript would round a number to the code of another pack. As CSV, every row
//! has the release and the warning, because rows are copied into other tables.

use super::{Change, Finding, KindCount, PackUse, Report, Source};
use crate::concept::Reuse;
use crate::dataset::Gap;
use crate::json::{IdFormat, Object, push_optional_text, push_plain};
use crate::sanitize::{csv_cell, csv_code, csv_line};

const COLUMNS: &str = "release,release_date,warning,kind,reuse,change,gtin,recorded_gtin,pack_id,name,start_date,end_date,current,discontinued,invalid\n";

/// Writes the report as JSON.
pub(super) fn to_json(report: &Report) -> Vec<u8> {
    let mut json = Vec::with_capacity(400 * report.findings.len());
    let mut object = Object::new(&mut json);
    push_source(&mut object, &report.source);
    object.text("statement", report.statement);
    object.array("kinds", &report.kinds, push_kind);
    if let Some(since) = &report.since {
        let mut earlier = Object::new(object.value("since"));
        push_source(&mut earlier, since);
        earlier.close();
        push_changes(&mut object, report);
    }
    object.array("findings", &report.findings, push_finding);
    object.close();
    json
}

fn push_source(object: &mut Object<'_>, source: &Source) {
    object.text("release", &source.release);
    object.day("date", source.date);
    object.word("digest", &source.digest);
    object.flag("demo", source.demo);
    let gaps: Vec<Gap> = source.gaps.iter().collect();
    object.array("gaps", &gaps, |gap, json| push_plain(json, b"", gap.as_str().as_bytes()));
    push_optional_text(object.value("warning"), b"", source.warning.as_deref());
}

fn push_kind(count: &KindCount, json: &mut Vec<u8>) {
    let mut object = Object::new(json);
    object.word("kind", count.kind.as_str());
    object.text("title", count.kind.title());
    object.number("findings", count.findings as u64);
    let mut reuse = Object::new(object.value("reuse"));
    for (grade, number) in &count.reuse {
        reuse.number(grade.as_str(), *number as u64);
    }
    reuse.close();
    object.close();
}

fn push_changes(object: &mut Object<'_>, report: &Report) {
    let mut changes = Object::new(object.value("changes"));
    for change in [Change::New, Change::Changed, Change::Gone] {
        changes.number(change.as_str(), report.with_change(change).len() as u64);
    }
    changes.close();
    object.array("gone", &report.gone, push_finding);
}

fn push_finding(finding: &Finding, json: &mut Vec<u8>) {
    let mut object = Object::new(json);
    object.word("kind", finding.kind.as_str());
    object.word("gtin", &finding.gtin.to_string());
    object.word_or_null("reuse", finding.reuse.map(Reuse::as_str));
    object.word_or_null("change", finding.change.map(Change::as_str));
    object.array("uses", &finding.uses, push_use);
    object.close();
}

fn push_use(PackUse { pack_id, name, entry, status }: &PackUse, json: &mut Vec<u8>) {
    let mut object = Object::new(json);
    object.id("pack_id", pack_id.number(), IdFormat::String);
    object.text("name", name);
    object.gtin("gtin", entry.gtin);
    object.day("start_date", entry.start_date);
    object.day_or_null("end_date", entry.end_date);
    object.flag("current", status.is_current());
    object.flag("discontinued", status.is_discontinued);
    object.flag("invalid", status.is_invalid);
    object.close();
}

/// Writes a row for each use of each finding. Findings that are gone come last.
pub(super) fn to_csv(report: &Report) -> Vec<u8> {
    let mut out = COLUMNS.as_bytes().to_vec();
    for finding in report.findings.iter().chain(&report.gone) {
        for one in &finding.uses {
            out.extend(csv_row(report, finding, one));
        }
    }
    out
}

fn csv_row(report: &Report, finding: &Finding, one: &PackUse) -> Vec<u8> {
    let PackUse { pack_id, name, entry, status } = one;
    let cells = [
        csv_cell(&report.source.release),
        report.source.date.to_string(),
        csv_cell(report.source.warning.as_deref().unwrap_or_default()),
        finding.kind.as_str().to_owned(),
        finding.reuse.map_or("", Reuse::as_str).to_owned(),
        finding.change.map_or("", Change::as_str).to_owned(),
        csv_code(finding.gtin),
        csv_code(entry.gtin),
        csv_code(pack_id),
        csv_cell(name),
        entry.start_date.to_string(),
        entry.end_date.map_or(String::new(), |end| end.to_string()),
        status.is_current().to_string(),
        status.is_discontinued.to_string(),
        status.is_invalid.to_string(),
    ];
    csv_line(cells.into_iter())
}
