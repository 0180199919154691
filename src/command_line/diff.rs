//! Commands that compare two datasets, and that apply an update.

use std::io::Write;

use super::args::{Apply, Diff};
use super::atomic_write::write_atomically;
use super::dataset::{open, read};
use super::system::in_file;
use super::{Exit, Outcome, System};
use crate::sanitize::{strip_control_chars, strip_control_chars_per_line};
use crate::update;

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
