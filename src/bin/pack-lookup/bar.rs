//! A progress bar.

use std::cell::RefCell;

use indicatif::{ProgressBar, ProgressStyle};
use pack_lookup::import::Progress;

/// A progress bar on standard error. Each task has a new one, because tasks run one after the other.
#[derive(Default)]
pub struct Bar {
    bar: RefCell<Option<ProgressBar>>,
}

impl Progress for Bar {
    fn begin(&self, task: &str, length: u64) {
        let style = ProgressStyle::with_template("{bar:30} {percent:>3} %  {msg}");
        let bar = ProgressBar::new(length).with_message(task.to_owned());
        bar.set_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()));
        self.bar.replace(Some(bar));
    }

    fn advance(&self, units: u64) {
        if let Some(bar) = self.bar.borrow().as_ref() {
            bar.inc(units);
        }
    }

    fn finish(&self) {
        if let Some(bar) = self.bar.take() {
            bar.finish();
        }
    }
}
