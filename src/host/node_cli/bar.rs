//! A progress bar.

use std::cell::{Cell, RefCell};

use crate::command_line::{Stream, System};
use crate::import::Progress;

/// The width of the bar, in characters.
const WIDTH: u64 = 30;

/// The progress of a task, in one line that is overwritten.
struct Bar<'s> {
    system: &'s dyn System,
    task: RefCell<String>,
    length: Cell<u64>,
    done: Cell<u64>,
}

impl<'s> Bar<'s> {
    fn on(system: &'s dyn System) -> Bar<'s> {
        Bar { system, task: RefCell::default(), length: Cell::new(0), done: Cell::new(0) }
    }

    fn percent(&self) -> u64 {
        (self.done.get() * 100).checked_div(self.length.get()).unwrap_or(100).min(100)
    }

    fn show(&self, end: &str) {
        let percent = self.percent();
        let filled = (percent * WIDTH / 100) as usize;
        let bar = "█".repeat(filled) + &"░".repeat(WIDTH as usize - filled);
        let line = format!("\r{bar} {percent:>3} %  {}{end}", self.task.borrow());
        // A failed write of progress does not fail the task.
        let _ = self.system.print(Stream::Errors, line.as_bytes());
    }
}

impl Progress for Bar<'_> {
    fn begin(&self, task: &str, length: u64) {
        self.task.replace(task.to_owned());
        self.length.set(length);
        self.done.set(0);
        self.show("");
    }

    fn advance(&self, units: u64) {
        let before = self.percent();
        self.done.set(self.done.get() + units);
        if self.percent() != before {
            self.show("");
        }
    }

    fn finish(&self) {
        self.done.set(self.length.get());
        self.show("\n");
    }
}
