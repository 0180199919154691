//! How far a long task has come.

use std::cell::RefCell;
use std::io::{self, IsTerminal, Read};

use indicatif::{ProgressBar, ProgressStyle};

/// Hears how far a task has come. Tasks come one after the other.
pub trait Progress {
    /// A task begins that is so many units long.
    fn begin(&self, task: &str, length: u64);
    /// So many more units are done.
    fn advance(&self, units: u64);
    /// The task is done.
    fn finish(&self);
}

/// Says nothing.
pub struct Silent;

impl Progress for Silent {
    fn begin(&self, _task: &str, _length: u64) {}
    fn advance(&self, _units: u64) {}
    fn finish(&self) {}
}

/// On standard error: a bar on a terminal, a line for each task elsewhere.
pub fn on_stderr() -> Box<dyn Progress> {
    match io::stderr().is_terminal() {
        true => Box::new(Bar::default()),
        false => Box::new(Lines),
    }
}

struct Lines;

impl Progress for Lines {
    fn begin(&self, task: &str, _length: u64) {
        eprintln!("{task}");
    }
    fn advance(&self, _units: u64) {}
    fn finish(&self) {}
}

#[derive(Default)]
struct Bar {
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

/// Reads from another reader and tells how much came.
pub(crate) struct Watched<'p, R> {
    pub inner: R,
    pub progress: &'p dyn Progress,
}

impl<R: Read> Read for Watched<'_, R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let read = self.inner.read(buffer)?;
        self.progress.advance(read as u64);
        Ok(read)
    }
}
