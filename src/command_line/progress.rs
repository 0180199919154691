//! The progress of a long task, on standard error.

use super::system::{Stream, System};
use crate::import::Progress;
use crate::sanitize::strip_control_chars;

/// Builds a progress bar on a terminal, or one line per task elsewhere.
pub fn on_stderr(system: &dyn System) -> Box<dyn Progress + '_> {
    match system.is_terminal(Stream::Errors) {
        true => system.bar(),
        false => Box::new(Lines(system)),
    }
}

struct Lines<'s>(&'s dyn System);

impl Progress for Lines<'_> {
    fn begin(&self, task: &str, _length: u64) {
        // A failed write of progress does not fail the task.
        let _ = self.0.print(Stream::Errors, format!("{}\n", strip_control_chars(task)).as_bytes());
    }
    fn advance(&self, _units: u64) {}
    fn finish(&self) {}
}
