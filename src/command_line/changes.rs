//! Commands that compare two datasets, apply an update, and list what changed between two releases or since a
//! day.

use std::io::{self, Write};
use std::path::Path;

use super::args::{Apply, AskedChanges, Changes, ChangesFormat, Diff, History};
use super::atomic_write::write_atomically;
use super::dataset::{dataset_path, open, read, read_or_import};
use super::system::in_file;
use super::table::write_first_lines;
use super::{Exit, Outcome, System, export, report};
use crate::dataset::Dataset;
use crate::date::Date;
use crate::history::{self, Asked, ChangeKind, Row};
use crate::import::storage::reason;
use crate::json::IdFormat;
use crate::sanitize::{strip_control_chars, strip_control_chars_per_line};
use crate::update;

/// Lists the changes between two releases, and appends them to a history if one is named.
pub fn changes(args: &Changes, system: &dyn System, out: &mut dyn Write) -> Outcome {
    let before = read_or_import(&args.old, args.partial, system)?;
    let after = read_or_import(&args.new, args.partial, system)?;
    open(&before, &args.old)?;
    let dataset = open(&after, &args.new)?;
    let changes = history::between(&before, &after)?;
    if let Some(file) = &args.append {
        append(file, changes.clone(), args.rewind, system)?;
    }
    list(&changes, &dataset, &asked(&args.asked, None), args.asked.format, out)?;
    Ok(Exit::Done)
}

/// Lists the changes of a history.
pub fn history(args: &History, system: &dyn System, out: &mut dyn Write) -> Outcome {
    let bytes = read(&args.history, system)?;
    let history = history::History::open(&bytes).map_err(|error| in_file(&args.history, error))?;
    let path = dataset_path(&args.dataset, system)?;
    let dataset_bytes = read(&path, system)?;
    let dataset = open(&dataset_bytes, &path)?;
    if history.last().digest != dataset.digest() {
        let last = &history.last().release;
        report(
            system,
            format!("the history ends with {last}, and the names are those of {}", dataset.release()),
        );
    }
    if args.since.is_some_and(|since| history.begins_after(since)) {
        let first = &history.first;
        report(
            system,
            format!(
                "the history begins with {} of {}: the changes of that release and earlier ones are not in it",
                first.release, first.date
            ),
        );
    }
    list(&history, &dataset, &asked(&args.asked, args.since), args.asked.format, out)?;
    Ok(Exit::Done)
}

/// Appends the changes to a history file, or creates it.
fn append(
    file: &Path,
    changes: history::History,
    is_rewound: bool,
    system: &dyn System,
) -> Result<(), Box<dyn std::error::Error>> {
    // A FIFO would wait for somebody who writes to it, and cannot be replaced.
    system.output_path(file).map_err(|error| in_file(file, reason(&error)))?;
    let history = match system.files().open(file) {
        Ok(_) => Some(read(file, system)?),
        Err(error) if error.kind() == io::ErrorKind::NotFound => None,
        Err(error) => return Err(in_file(file, reason(&error)).into()),
    };
    let bytes =
        history::appended(history.as_deref(), changes, is_rewound).map_err(|error| in_file(file, error))?;
    write_atomically(system, file, |out| out.write_all(&bytes))?;
    let first = history::History::open(&bytes)?.first.date;
    report(system, format!("{} has the changes since {first}, in {} bytes", file.display(), bytes.len()));
    Ok(())
}

fn asked(args: &AskedChanges, since: Option<Date>) -> Asked {
    Asked { since, kinds: args.kind.clone(), concepts: Vec::new(), codes: args.code.clone() }
}

fn list(
    history: &history::History,
    dataset: &Dataset<'_>,
    asked: &Asked,
    format: ChangesFormat,
    out: &mut dyn Write,
) -> io::Result<()> {
    let rows = history.rows(dataset, &history.changes(asked));
    match format {
        ChangesFormat::Text => write_text(history, &rows, out),
        ChangesFormat::Csv => export::write_changes(&rows, out),
        ChangesFormat::Json => {
            out.write_all(&history.to_json(asked.since, rows.len(), &rows, IdFormat::String))?;
            writeln!(out)
        }
    }
}

fn write_text(history: &history::History, rows: &[Row<'_>], out: &mut dyn Write) -> io::Result<()> {
    let (first, last) = (&history.first, history.last());
    writeln!(
        out,
        "{} of {} -> {} of {}",
        strip_control_chars(&first.release),
        first.date,
        strip_control_chars(&last.release),
        last.date
    )?;
    if rows.is_empty() {
        return writeln!(out, "\nno change");
    }
    for kind in ChangeKind::ALL {
        let rows: Vec<&Row<'_>> = rows.iter().filter(|row| row.change.what.kind() == kind).collect();
        if !rows.is_empty() {
            write_kind(kind, &rows, out)?;
        }
    }
    Ok(())
}

fn write_kind(kind: ChangeKind, rows: &[&Row<'_>], out: &mut dyn Write) -> io::Result<()> {
    writeln!(out, "\n{}: {}", kind.title(), rows.len())?;
    write_first_lines(rows.iter().copied().map(line), rows.len(), out)
}

fn line(row: &Row<'_>) -> String {
    let Row { step, change, name, .. } = row;
    format!("{} {} {}  {name}: {}", step.source.date, change.concept.as_str(), change.code, row.in_words())
}

/// Reports the changes, and writes the update if an output is given.
pub fn diff(args: &Diff, system: &dyn System, out: &mut dyn Write) -> Outcome {
    let (before, after) = (read(&args.old, system)?, read(&args.new, system)?);
    open(&before, &args.old)?;
    open(&after, &args.new)?;
    let report = update::compare(&before, &after)?;
    match args.json {
        true => writeln!(out, "{}", report.to_json())?,
        false => writeln!(out, "{}", strip_control_chars_per_line(&report.to_string()).trim_end())?,
    }
    let Some(output) = &args.output else { return Ok(Exit::Done) };
    let update = update::make(&before, &after)?;
    write_atomically(system, output, |file| file.write_all(&update))?;
    if !args.json {
        writeln!(out, "{}: {} bytes", strip_control_chars(&output.to_string_lossy()), update.len())?;
    }
    Ok(Exit::Done)
}

/// Applies an update to a dataset.
pub fn apply(args: &Apply, system: &dyn System, out: &mut dyn Write) -> Outcome {
    let (before, update) = (read(&args.dataset, system)?, read(&args.update, system)?);
    open(&before, &args.dataset)?;
    let after = update::apply(&before, &update).map_err(|error| in_file(&args.update, error))?;
    write_atomically(system, &args.output, |file| file.write_all(&after))?;
    writeln!(out, "{}: {} bytes", strip_control_chars(&args.output.to_string_lossy()), after.len())?;
    Ok(Exit::Done)
}
