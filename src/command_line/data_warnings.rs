//! What a person must know about the data of every answer: they are made up, incomplete or old.

use std::io::{self, Write};

use super::{System, report as report_on};
use crate::dataset::{Dataset, OLD_AFTER_DAYS};

/// The environment variable with the age in days from which on data are old.
const OLD_AFTER: &str = "PACK_LOOKUP_OLD_AFTER_DAYS";
const DEMONSTRATION: &str = "demonstration data: the packs are made up, and no real box has their codes";

/// A warning about the data: they are made up, incomplete or old. Commands print it with their answers.
pub struct DataWarning {
    /// A stable code for programs.
    pub kind: &'static str,
    pub text: String,
}

/// Lists the warnings about a dataset on the current day.
///
/// # Errors
///
/// Returns a message if the environment has an age that is not a number.
pub fn of(dataset: &Dataset<'_>, system: &dyn System) -> Result<Vec<DataWarning>, String> {
    let mut warnings = Vec::new();
    if dataset.is_demo() {
        warnings.push(DataWarning { kind: "demonstration", text: DEMONSTRATION.to_owned() });
    }
    let gaps = dataset.gaps();
    if !gaps.is_empty() {
        let text = format!("incomplete data: the release had {gaps}");
        warnings.push(DataWarning { kind: "partial", text });
    }
    if let Some(days) = dataset.old_days(system.today(), old_after(system)?) {
        let text = format!("old data: the release of {} is {days} days old", dataset.release_date());
        warnings.push(DataWarning { kind: "old", text });
    }
    Ok(warnings)
}

fn old_after(system: &dyn System) -> Result<u32, String> {
    let Some(value) = system.variable(OLD_AFTER) else { return Ok(OLD_AFTER_DAYS) };
    let value = value.to_string_lossy();
    value.parse().map_err(|_| format!("{OLD_AFTER} is {value}; it must be a whole number of days"))
}

/// Prints the warnings above an answer for a person.
///
/// # Errors
///
/// Returns an error if the output cannot be written.
pub fn print(warnings: &[DataWarning], out: &mut dyn Write) -> io::Result<()> {
    for DataWarning { text, .. } in warnings {
        writeln!(out, "Warning: {text}\n")?;
    }
    Ok(())
}

/// Prints the warnings on standard error, because programs read the answer.
pub fn report(warnings: &[DataWarning], system: &dyn System) {
    for DataWarning { text, .. } in warnings {
        report_on(system, format!("warning: {text}"));
    }
}
