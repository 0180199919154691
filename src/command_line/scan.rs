//! The command that parses a barcode and looks up its pack.

use std::io::{self, Write};

use serde::Serialize;
use serde_json::value::RawValue;

use super::data_warnings::{self, DataWarning};
use super::dataset::{dataset_path, open, read};
use super::dataset_args;
use super::{Exit, Outcome, System, answer, table};
use crate::dataset::Dataset;
use crate::date::Date;
use crate::gs1::{self, Scan, ScanError, ScanRecord};
use crate::json::IdFormat;
use crate::lookup::{self, Use, UseRecord};
use crate::pack::{GtinEntry, Status};
use crate::sanitize::strip_control_chars;

/// Parses a barcode and looks up its GTIN.
pub fn scan(args: &dataset_args::Scan, system: &dyn System, out: &mut dyn Write) -> Outcome {
    let path = dataset_path(&args.dataset, system)?;
    let bytes = read(&path, system)?;
    let dataset = open(&bytes, &path)?;
    let today = args.today.unwrap_or_else(|| system.today());
    let data = data_warnings::of(&dataset, system)?;
    match (gs1::parse_scan(&args.text), args.json) {
        (Ok(scan), true) => {
            print_json_answer(&Scanned::of(&dataset, scan, today, &data), args.ids.into(), out)
        }
        (Ok(scan), false) => print_text(&Scanned::of(&dataset, scan, today, &data), system, out),
        (Err(error), true) => print_json_error(&error, out),
        (Err(error), false) => Err(error.into()),
    }
}

/// A barcode with every use of its GTIN.
struct Scanned<'d> {
    dataset: &'d Dataset<'d>,
    scan: Scan,
    today: Date,
    uses: Vec<Use>,
    data: &'d [DataWarning],
}

impl Scanned<'_> {
    fn of<'d>(dataset: &'d Dataset<'d>, scan: Scan, today: Date, data: &'d [DataWarning]) -> Scanned<'d> {
        let uses = lookup::uses(dataset, scan.gtin());
        Scanned { dataset, scan, today, uses, data }
    }

    fn exit(&self) -> Exit {
        if self.uses.is_empty() { Exit::NotFound } else { Exit::Done }
    }
}

#[derive(Serialize)]
struct Answer<'s> {
    scan: ScanRecord<'s>,
    uses: Vec<ScannedUse>,
    #[serde(rename = "doubts")]
    warnings: Vec<Warning>,
}

/// A use of the GTIN. The JSON of its pack has the requested representation of codes.
#[derive(Serialize)]
struct ScannedUse {
    #[serde(flatten)]
    entry: GtinEntry,
    pack: Box<RawValue>,
    status: Status,
}

impl ScannedUse {
    fn of(dataset: &Dataset<'_>, one: &Use, ids: IdFormat) -> serde_json::Result<Option<ScannedUse>> {
        let Some(UseRecord { entry, pack, status }) = UseRecord::of(dataset, one) else { return Ok(None) };
        let json = serde_json::from_slice(&pack.to_json(ids))?;
        Ok(Some(ScannedUse { entry, pack: json, status }))
    }
}

/// A reason for doubt about the answer.
#[derive(Serialize)]
struct Warning {
    /// A stable code for programs.
    kind: &'static str,
    /// A sentence for people.
    text: String,
}

impl Warning {
    fn new(kind: &'static str, text: impl Into<String>) -> Warning {
        Warning { kind, text: text.into() }
    }
}

/// Lists the warnings, the most urgent first.
fn warnings(scanned: &Scanned<'_>) -> Vec<Warning> {
    let Scanned { dataset, scan, today, uses, data } = scanned;
    let mut warnings = Vec::new();
    warnings.extend(scan.expired(*today).as_ref().map(of_scan));
    warnings.extend(reused(dataset, uses));
    warnings.extend(scan.warnings().iter().map(of_scan));
    warnings.extend(outside_period(uses, *today));
    for DataWarning { kind, text } in *data {
        warnings.push(Warning::new(kind, text));
    }
    warnings
}

fn of_scan(warning: &gs1::Warning) -> Warning {
    Warning::new(warning.reason(), warning.to_string())
}

fn reused(dataset: &Dataset<'_>, uses: &[Use]) -> Option<Warning> {
    let text = table::reused(dataset, uses)?;
    Some(Warning::new("reused", format!("{text}: check the name on the box")))
}

/// Warns if the latest pack no longer carries the GTIN, or does not carry it yet.
fn outside_period(uses: &[Use], today: Date) -> Option<Warning> {
    let entry = uses.first()?.entry;
    if let Some(end) = entry.ended_before(today) {
        return Some(Warning::new("ended", format!("the pack used this GTIN until {end}")));
    }
    if entry.start_date <= today {
        return None;
    }
    let text = format!("the pack does not use this GTIN until {}", entry.start_date);
    Some(Warning::new("not_begun", text))
}

fn print_json_answer(scanned: &Scanned<'_>, ids: IdFormat, out: &mut dyn Write) -> Outcome {
    let Scanned { dataset, scan, today, uses, .. } = scanned;
    let mut records = Vec::with_capacity(uses.len());
    for one in uses {
        records.extend(ScannedUse::of(dataset, one, ids)?);
    }
    let answer = Answer { scan: ScanRecord::of(scan, *today), uses: records, warnings: warnings(scanned) };
    print_json(&answer, out)?;
    Ok(scanned.exit())
}

fn print_json_error(error: &ScanError, out: &mut dyn Write) -> Outcome {
    print_json(&serde_json::json!({ "reason": error.reason(), "message": error.to_string() }), out)?;
    Ok(Exit::Failed)
}

fn print_json(value: &impl Serialize, out: &mut dyn Write) -> io::Result<()> {
    serde_json::to_writer(&mut *out, value)?;
    out.write_all(b"\n")
}

fn print_text(scanned: &Scanned<'_>, system: &dyn System, out: &mut dyn Write) -> Outcome {
    let Scanned { dataset, scan, today, uses, .. } = scanned;
    barcode(scan, *today, out)?;
    for warning in warnings(scanned) {
        writeln!(out, "Warning: {}", strip_control_chars(&warning.text))?;
    }
    match uses.first().and_then(|latest| dataset.pack(latest.pack)) {
        Some(pack) => {
            writeln!(out)?;
            table::record(out, &pack)?;
            table::all_uses(out, dataset, uses, "All uses of the GTIN:")?;
            Ok(Exit::Done)
        }
        None => answer::report_unknown(dataset, scan.gtin(), system),
    }
}

/// Prints the content of the barcode: first what people need most, then all other elements.
fn barcode(scan: &Scan, today: Date, out: &mut dyn Write) -> io::Result<()> {
    let rows = [
        ("GTIN", Some(scan.gtin().to_string())),
        ("expiry", scan.expiry(today).as_ref().map(Date::to_string)),
        ("batch", scan.batch().map(str::to_owned)),
        ("serial", scan.serial().map(str::to_owned)),
        ("barcode", scan.symbology().map(|symbology| symbology.name().to_owned())),
    ];
    for (title, text) in rows {
        if let Some(text) = text {
            writeln!(out, "{title:<9}{}", strip_control_chars(&text))?;
        }
    }
    for element in scan.elements() {
        let (ai, title) = (element.ai(), element.ai().title());
        writeln!(out, "  ({ai}) {title}: {}", strip_control_chars(element.value()))?;
    }
    Ok(())
}
