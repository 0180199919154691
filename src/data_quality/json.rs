//! The report as JSON. Codes are texts: JavaScript would round a number to the code of another pack.

use super::{Change, Finding, KindCount, PackUse, Report, Source};
use crate::concept::Reuse;
use crate::dataset::Gap;
use crate::json::{
    IdFormat, push, push_array, push_field, push_id, push_number, push_optional_text, push_or_null,
    push_plain, push_text,
};

use crate::pack::Status;

/// Returns the report as JSON.
pub(super) fn write(report: &Report) -> Vec<u8> {
    let mut json = Vec::with_capacity(400 * report.findings.len());
    push_source(&mut json, b"{", &report.source);
    push_text(&mut json, br#","statement":"#, report.statement);
    push(&mut json, br#","kinds":"#);
    push_array(&mut json, &report.kinds, push_kind);
    if let Some(since) = &report.since {
        push_source(&mut json, br#","since":{"#, since);
        push(&mut json, b"}");
        push_changes(&mut json, report);
    }
    push(&mut json, br#","findings":"#);
    push_array(&mut json, &report.findings, push_finding);
    json.push(b'}');
    json
}

fn push_source(json: &mut Vec<u8>, start: &[u8], source: &Source) {
    push(json, start);
    push_text(json, br#""release":"#, &source.release);
    push_plain(json, br#","date":"#, &source.date.iso());
    push_plain(json, br#","digest":"#, source.digest.as_bytes());
    push_flag(json, br#","demo":"#, source.demo);
    push(json, br#","gaps":"#);
    push_array(json, &source.gaps.iter().collect::<Vec<Gap>>(), |gap, json| {
        push_plain(json, b"", gap.as_str().as_bytes())
    });
    push_optional_text(json, br#","warning":"#, source.warning.as_deref());
}

fn push_kind(count: &KindCount, json: &mut Vec<u8>) {
    push_plain(json, br#"{"kind":"#, count.kind.as_str().as_bytes());
    push_text(json, br#","title":"#, count.kind.title());
    push(json, br#","findings":"#);
    push_number(json, count.findings as u64);
    push(json, br#","reuse":{}"#);
    for (grade, number) in &count.reuse {
        push_count(json, grade.as_str(), *number);
    }
    json.push(b'}');
}

/// Appends a number to the object that was written last.
fn push_count(json: &mut Vec<u8>, key: &str, number: usize) {
    push_field(json, key.as_bytes(), |json| push_number(json, number as u64));
}

fn push_changes(json: &mut Vec<u8>, report: &Report) {
    push(json, br#","changes":{}"#);
    for change in [Change::New, Change::Changed, Change::Gone] {
        push_count(json, change.as_str(), report.with_change(change).len());
    }
    push(json, br#","gone":"#);
    push_array(json, &report.gone, push_finding);
}

fn push_finding(finding: &Finding, json: &mut Vec<u8>) {
    push_plain(json, br#"{"kind":"#, finding.kind.as_str().as_bytes());
    push_plain(json, br#","gtin":"#, finding.gtin.to_string().as_bytes());
    push_optional_text(json, br#","reuse":"#, finding.reuse.map(Reuse::as_str));
    push_optional_text(json, br#","change":"#, finding.change.map(Change::as_str));
    push(json, br#","uses":"#);
    push_array(json, &finding.uses, push_use);
    json.push(b'}');
}

fn push_use(PackUse { pack_id, name, entry, status }: &PackUse, json: &mut Vec<u8>) {
    push_id(json, br#"{"pack_id":"#, pack_id.number(), IdFormat::String);
    push_text(json, br#","name":"#, name);
    entry.gtin.with_text(|gtin| push_plain(json, br#","gtin":"#, gtin.as_bytes()));
    push_plain(json, br#","start_date":"#, &entry.start_date.iso());
    push(json, br#","end_date":"#);
    push_or_null(json, entry.end_date, |json, end| push_plain(json, b"", &end.iso()));
    push_status(json, *status);
    json.push(b'}');
}

fn push_status(json: &mut Vec<u8>, status: Status) {
    push_flag(json, br#","current":"#, status.is_current());
    push_flag(json, br#","discontinued":"#, status.is_discontinued);
    push_flag(json, br#","invalid":"#, status.is_invalid);
}

fn push_flag(json: &mut Vec<u8>, key: &[u8], flag: bool) {
    push(json, key);
    push(json, if flag { b"true" } else { b"false" });
}
