//! The command line in Node. `npm/cli.js` passes the machine: functions over `node:fs`.
//!
//! `node:wasi` would make them unnecessary, but it crashes with a segmentation fault on a full release in
//! Node 20 and 22.

mod machine;

use std::cell::{Cell, RefCell};
use std::ffi::OsString;
use std::io::{self, Read};
use std::path::{Path, PathBuf};

use wasm_bindgen::prelude::wasm_bindgen;

use crate::command_line::{self, End, NewFile, Stream, System};
use crate::date::Date;
use crate::import::Progress;
use crate::import::storage::Storage;
use machine::{Files, Input, Machine, failed, text};

/// The width of the progress bar, in characters.
const BAR_WIDTH: u64 = 30;

/// The result of a command, or the command that JavaScript must run.
#[wasm_bindgen]
pub struct ExitResult(End);

#[wasm_bindgen]
impl ExitResult {
    /// Finds the exit code of the process.
    #[wasm_bindgen(getter)]
    pub fn code(&self) -> Option<u8> {
        match &self.0 {
            End::Exit(exit) => Some(exit.code()),
            End::Delegated(_) => None,
        }
    }

    /// Writes a command and its options as JSON: `{"serve":{"port":8080,…}}`.
    #[wasm_bindgen(getter, js_name = left)]
    pub fn delegated(&self) -> Option<String> {
        match &self.0 {
            End::Exit(_) => None,
            End::Delegated(command) => serde_json::to_string(command).ok(),
        }
    }
}

/// Runs the command given by `args`, which do not include the name of the program.
#[wasm_bindgen]
pub fn run(args: Vec<String>, machine: Machine) -> ExitResult {
    let args = args.into_iter().map(OsString::from);
    ExitResult(command_line::run(args, &Node { files: Files(machine) }))
}

struct Node {
    files: Files,
}

impl Node {
    fn machine(&self) -> &Machine {
        &self.files.0
    }
}

impl System for Node {
    fn files(&self) -> &dyn Storage {
        &self.files
    }

    fn input(&self) -> Box<dyn Read + '_> {
        Box::new(Input(self.machine()))
    }

    fn output_path(&self, path: &Path) -> io::Result<PathBuf> {
        self.machine().output_path(&text(path)).map(PathBuf::from).map_err(failed)
    }

    fn create(&self, path: &Path) -> io::Result<Box<dyn NewFile + '_>> {
        self.files.create(path)
    }

    fn create_folder(&self, path: &Path) -> io::Result<()> {
        self.machine().create_folder(&text(path)).map_err(failed)
    }

    fn rename(&self, from: &Path, to: &Path) -> io::Result<()> {
        self.machine().rename(&text(from), &text(to)).map_err(failed)
    }

    fn remove(&self, path: &Path) -> io::Result<()> {
        self.machine().remove(&text(path)).map_err(failed)
    }

    fn process_id(&self) -> u32 {
        self.machine().process_id()
    }

    fn print(&self, stream: Stream, bytes: &[u8]) -> io::Result<()> {
        self.machine().print(number(stream), bytes).map_err(failed)
    }

    fn is_terminal(&self, stream: Stream) -> bool {
        self.machine().is_terminal(number(stream))
    }

    fn bar(&self) -> Box<dyn Progress + '_> {
        Box::new(Bar::on(self))
    }

    fn variable(&self, name: &str) -> Option<OsString> {
        self.machine().variable(name).map(OsString::from)
    }

    fn today(&self) -> Date {
        Date::parse(&self.machine().today()).unwrap_or(Date::MIN)
    }

    fn verify_signature(&self, key: &[u8], statement: &[u8], signature: &[u8]) -> bool {
        self.machine().verify_signature(key, statement, signature).unwrap_or(false)
    }

    fn bundled_dataset(&self) -> Option<PathBuf> {
        Some(self.machine().bundled_dataset().into())
    }
}

/// Finds the file descriptor of a stream.
fn number(stream: Stream) -> u8 {
    match stream {
        Stream::Answers => 1,
        Stream::Errors => 2,
    }
}

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
        let filled = (percent * BAR_WIDTH / 100) as usize;
        let bar = "█".repeat(filled) + &"░".repeat(BAR_WIDTH as usize - filled);
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
