//! The report as an HTML page, in the frame of the pages of packs. The templates escape every value.

use maud::{Markup, html};

use super::{Finding, FindingKind, KindCount, PackUse, Report, Source};
use crate::api::{Host, document, period, status, time};
use crate::concept::Reuse;
use crate::dataset::Dataset;
use crate::pack::pack_url;

/// The maximum number of findings in a table, so that phones can show the page. CSV and JSON have all.
const MAX_SHOWN: usize = 500;

/// Renders the page.
pub(super) fn render(report: &Report, dataset: &Dataset<'_>) -> String {
    let source = &report.source;
    let main = html! {
        h1 { "Data quality of dm+d release " (source.release) }
        p.warning.mild role="note" { (report.statement) }
        p { "Entries about barcodes (GTINs) in the release of " (time(source.date)) " that a person should check." }
        p {
            "The complete list: " a href="data-quality.csv" { "CSV" } ", " a href="data-quality.json" { "JSON" } "."
        }
        (summary(report))
        @if let Some(since) = &report.since { (changes_section(report, since)) }
        @for kind in FindingKind::ALL { (kind_section(report, kind)) }
        (limits())
    };
    document(
        dataset,
        Host { base_path: ".", ..Host::default() },
        &format!("Data quality of {}", source.release),
        &main,
    )
}

fn summary(report: &Report) -> Markup {
    html! {
        section aria-labelledby="summary" {
            h2 #summary { "Summary" }
            table {
                caption { "Findings by kind" }
                thead { tr { th scope="col" { "Finding" } th scope="col" { "Number" } } }
                tbody { @for count in &report.kinds { (count_rows(count)) } }
            }
        }
    }
}

fn count_rows(count: &KindCount) -> Markup {
    html! {
        tr {
            th scope="row" { a href={ "#" (count.kind.as_str()) } { (count.kind.title()) } }
            td { (count.findings) }
        }
        @for (grade, number) in &count.reuse {
            tr { th scope="row" { "of these: " (difference(*grade)) } td { (number) } }
        }
    }
}

/// Says how the packs of a finding differ, for people.
fn difference(grade: Reuse) -> &'static str {
    match grade {
        Reuse::SameProduct => "packs of one product",
        Reuse::DifferentStrengthOrForm => "packs of different strengths or forms",
        Reuse::Unknown => "packs that may be of different medicines",
        Reuse::DifferentMedicines => "packs of different medicines",
    }
}

fn changes_section(report: &Report, since: &Source) -> Markup {
    html! {
        section aria-labelledby="changes" {
            h2 #changes { "Changes since " (since.release) " of " (since.date.in_words()) }
            @if let Some(warning) = &since.warning { p.warning.mild role="note" { "The earlier data: " (warning) } }
            @for (title, findings) in report.changes() {
                @if findings.is_empty() {
                    p { (title) ": none." }
                } @else {
                    (table(&format!("{title}: {}", findings.len()), &findings, true))
                }
            }
        }
    }
}

fn kind_section(report: &Report, kind: FindingKind) -> Markup {
    let findings = report.of_kind(kind);
    html! {
        section aria-labelledby=(kind.as_str()) {
            h2 id=(kind.as_str()) { (kind.title()) }
            p { (explanation(kind)) }
            @if findings.is_empty() { p.none { "No findings." } }
            @for findings in findings.chunk_by(|one, next| one.reuse == next.reuse) { (grade_table(findings)) }
        }
    }
}

fn explanation(kind: FindingKind) -> &'static str {
    match kind {
        FindingKind::Reused => {
            "The barcode alone does not show which of these packs you have. Suppliers may move a barcode to a new pack."
        }
        FindingKind::OverlappingPeriods => {
            "The periods have at least one day in common. Both ends of a period are inclusive."
        }
        FindingKind::WrongCheckDigit => "The last digit is not the one that the other digits give.",
        FindingKind::TwoForms => {
            "Both are one number. Programs that compare texts treat them as two barcodes."
        }
        FindingKind::InvalidPack => {
            "dm+d marks these packs as invalid. Their barcodes remain, so that they are known."
        }
    }
}

/// Renders findings of one grade.
fn grade_table(findings: &[&Finding]) -> Markup {
    let grade = findings.first().and_then(|finding| finding.reuse);
    let caption = format!("GTINs of {}: {}", grade.map_or("one pack", difference), findings.len());
    table(&caption, findings, false)
}

/// Renders some findings. A table with findings of two or more kinds shows the kind of each.
fn table(caption: &str, findings: &[&Finding], has_kinds: bool) -> Markup {
    let more = findings.len().saturating_sub(MAX_SHOWN);
    html! {
        table {
            caption { (caption) }
            thead {
                tr {
                    th scope="col" { "GTIN" }
                    @if has_kinds { th scope="col" { "Finding" } }
                    th scope="col" { "Packs and periods" }
                }
            }
            @for finding in findings.iter().take(MAX_SHOWN) { (rows(finding, has_kinds)) }
        }
        @if more > 0 { p { "The CSV and the JSON file have " (more) " more." } }
    }
}

fn rows(finding: &Finding, has_kind: bool) -> Markup {
    html! {
        tbody {
            @for (row, one) in finding.uses.iter().enumerate() {
                tr {
                    @if row == 0 {
                        th scope="rowgroup" rowspan=(finding.uses.len()) { (finding.gtin) }
                        @if has_kind { (kind_cell(finding)) }
                    }
                    (cell(one))
                }
            }
        }
    }
}

fn kind_cell(finding: &Finding) -> Markup {
    html! {
        td rowspan=(finding.uses.len()) {
            (finding.kind.title())
            @if let Some(grade) = finding.reuse { ": " (difference(grade)) }
        }
    }
}

fn cell(PackUse { pack_id, name, entry, status: pack_status }: &PackUse) -> Markup {
    html! {
        td {
            a href={ "." (pack_url(name, *pack_id)) } { (name) }
            br;
            (pack_id) " · " (status(*pack_status))
            br;
            "Recorded as " (entry.gtin) ", " (period(entry))
        }
    }
}

fn limits() -> Markup {
    html! {
        section aria-labelledby="limits" {
            h2 #limits { "What this list cannot show" }
            p {
                "The list has what the import keeps. The import drops GTINs that do not have 13 or 14 digits, repeated rows, "
                "and GTINs of packs that the release lacks. A period with an unreadable first day starts on 1 January 1. "
                "The report of the import counts these rows."
            }
        }
    }
}
