//! The command that lists entries about GTINs that a person should check.

use std::io::{self, Write};

use super::args::{Report, ReportFormat};
use super::atomic_write::write_atomically;
use super::dataset::{open, read_or_import};
use super::{Exit, Outcome, System};
use crate::data_quality;
use crate::dataset::Dataset;
use crate::sanitize::strip_control_chars_per_line;

/// Writes the data quality report of a dataset or a release, with the changes since an earlier one.
pub fn report(args: &Report, system: &dyn System, out: &mut dyn Write) -> Outcome {
    let bytes = read_or_import(&args.release, args.partial, system)?;
    let dataset = open(&bytes, &args.release)?;
    let earlier_bytes = match &args.since {
        Some(since) => Some((since, read_or_import(since, args.partial, system)?)),
        None => None,
    };
    let earlier = match &earlier_bytes {
        Some((since, bytes)) => Some(open(bytes, since)?),
        None => None,
    };
    let report = data_quality::Report::of(&dataset, earlier.as_ref());
    match &args.output {
        Some(file) => write_atomically(system, file, |out| write(args.format, &report, &dataset, out))?,
        None => write(args.format, &report, &dataset, out)?,
    }
    Ok(Exit::Done)
}

fn write(
    format: ReportFormat,
    report: &data_quality::Report,
    dataset: &Dataset<'_>,
    out: &mut dyn Write,
) -> io::Result<()> {
    match format {
        ReportFormat::Text => out.write_all(strip_control_chars_per_line(&report.to_string()).as_bytes()),
        ReportFormat::Csv => out.write_all(&report.to_csv()),
        ReportFormat::Json => out.write_all(&report.to_json()),
        ReportFormat::Html => out.write_all(report.to_html(dataset).as_bytes()),
    }
}
