//! Commands that list what changed, between two releases or since a day.

use std::io::{self, Write};
use std::path::Path;

use super::args::{AskedChanges, Changes, ChangesFormat, History};
use super::atomic_write::write_atomically;
use super::dataset::{dataset_path, in_file, open, read, read_or_import};
use super::{Exit, Outcome, System, report};
use crate::dataset::Dataset;
use crate::date::Date;
use crate::history::{self, Asked, ChangeKind, Row, What};
use crate::import::storage::reason;
use crate::json::{IdFormat, push, push_array, push_plain, push_text};
use crate::sanitize::strip_control_chars;
use crate::update::pounds;

/// Lists the changes between two releases, and appends them to a history if one is named.
pub fn changes(args: &Changes, system: &dyn System, out: &mut dyn Write) -> Outcome {
    let before = read_or_import(&args.old, args.partial, system)?;
    let after = read_or_import(&args.new, args.partial, system)?;
    open(&before, &args.old)?;
    let dataset = open(&after, &args.new)?;
    let changes = history::between(&before, &after)?;
    if let Some(file) = &args.append {
        append(file, changes.clone(), system)?;
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
    if let Some(since) = args.since.filter(|since| history.begins_after(*since)) {
        let first = &history.first;
        report(
            system,
            format!(
                "the history begins with {} of {}: changes from {since} until then are not in it",
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
    changes: history::History<'_>,
    system: &dyn System,
) -> Result<(), Box<dyn std::error::Error>> {
    let history = match system.files().open(file) {
        Ok(_) => Some(read(file, system)?),
        Err(error) if error.kind() == io::ErrorKind::NotFound => None,
        Err(error) => return Err(in_file(file, reason(&error)).into()),
    };
    let bytes = history::appended(history.as_deref(), changes).map_err(|error| in_file(file, error))?;
    write_atomically(system, file, |out| out.write_all(&bytes))?;
    let first = history::History::open(&bytes)?.first.date;
    report(system, format!("{} has the changes since {first}, in {} bytes", file.display(), bytes.len()));
    Ok(())
}

fn asked(args: &AskedChanges, since: Option<Date>) -> Asked {
    Asked {
        since,
        kinds: args.kind.clone(),
        concepts: Vec::new(),
        codes: args.code.iter().filter_map(|code| code.concept).collect(),
        gtins: args.code.iter().filter_map(|code| code.gtin).collect(),
    }
}

fn list(
    history: &history::History<'_>,
    dataset: &Dataset<'_>,
    asked: &Asked,
    format: ChangesFormat,
    out: &mut dyn Write,
) -> io::Result<()> {
    let mut rows = Vec::new();
    for (step, change) in history.changes(asked) {
        rows.push(history.row(dataset, step, change));
    }
    match format {
        ChangesFormat::Text => write_text(history, &rows, out),
        ChangesFormat::Csv => out.write_all(&history::table(&rows)),
        ChangesFormat::Json => out.write_all(&json(history, &rows)),
    }
}

fn json(history: &history::History<'_>, rows: &[Row<'_>]) -> Vec<u8> {
    let mut json = Vec::new();
    for (key, source) in [(&br#"{"before":"#[..], &history.first), (br#","after":"#, history.last())] {
        push(&mut json, key);
        push_text(&mut json, br#"{"release":"#, &source.release);
        push_plain(&mut json, br#","date":"#, &source.date.iso());
        json.push(b'}');
    }
    push(&mut json, br#","changes":"#);
    push_array(&mut json, rows, |row, json| row.push_json(json, IdFormat::String));
    push(&mut json, b"}\n");
    json
}

/// The number of changes of each kind that people see. The other formats have all.
const SHOWN: usize = 20;

fn write_text(history: &history::History<'_>, rows: &[Row<'_>], out: &mut dyn Write) -> io::Result<()> {
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
    for row in rows.iter().take(SHOWN) {
        writeln!(out, "  {}", strip_control_chars(&line(row)))?;
    }
    match rows.len().saturating_sub(SHOWN) {
        0 => Ok(()),
        more => writeln!(out, "  and {more} more; --format csv lists all"),
    }
}

fn line(row: &Row<'_>) -> String {
    let change = row.change;
    let named = format!("{} {} {}  {}", row.step.source.date, change.concept.as_str(), change.code, row.name);
    match &change.what {
        What::Discontinued { on: Some(day) } => format!("{named}, {day}"),
        What::Discontinued { on: None } => format!("{named}, on an unrecorded day"),
        What::Renamed { before, after } => {
            format!(
                "{} {} {}  {before}  ->  {after}",
                row.step.source.date,
                change.concept.as_str(),
                change.code
            )
        }
        What::Replaces { previous } => format!("{named}, in place of {previous}"),
        What::Price { before, after } => format!("{named}, {} -> {}", pounds(*before), pounds(*after)),
        What::GtinEnded { gtin, on } => format!("{gtin}  until {on}  {named}"),
        What::GtinMoved { gtin, from: other } | What::GtinReused { gtin, other } => {
            format!("{gtin}  {named}  <-  {other}  {}", row.other_name)
        }
        what => match what.gtin() {
            Some(gtin) => format!("{gtin}  {named}"),
            None => named,
        },
    }
}
