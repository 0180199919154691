//! The command line in Node. `npm/cli.js` hands over the machine: functions over `node:fs`, each of which does one thing at once.

use std::cell::{Cell, RefCell};
use std::ffi::OsString;
use std::io::{self, BufReader, ErrorKind, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use js_sys::{JsString, Reflect};
use wasm_bindgen::prelude::wasm_bindgen;
use wasm_bindgen::{JsCast, JsValue};

use crate::command_line::{self, End, NewFile, Serve, Stream, System};
use crate::date::Date;
use crate::import::Progress;
use crate::import::storage::{ReadSeek, Storage};

/// So much of a file is read in one call of JavaScript.
const BUFFER: usize = 1 << 16;

#[wasm_bindgen]
extern "C" {
    /// What `npm/cli/machine.js` exports.
    pub type Machine;

    #[wasm_bindgen(method, js_name = isFolder)]
    fn is_folder(this: &Machine, path: &str) -> bool;
    #[wasm_bindgen(method, catch)]
    fn list(this: &Machine, folder: &str) -> Result<Vec<String>, JsValue>;
    #[wasm_bindgen(method, catch)]
    fn open(this: &Machine, path: &str) -> Result<i32, JsValue>;
    #[wasm_bindgen(method, catch)]
    fn create(this: &Machine, path: &str) -> Result<i32, JsValue>;
    #[wasm_bindgen(method, catch)]
    fn size(this: &Machine, file: i32) -> Result<f64, JsValue>;
    #[wasm_bindgen(method, catch)]
    fn read(this: &Machine, file: i32, into: &mut [u8], at: f64) -> Result<usize, JsValue>;
    #[wasm_bindgen(method, catch)]
    fn write(this: &Machine, file: i32, bytes: &[u8], at: f64) -> Result<usize, JsValue>;
    #[wasm_bindgen(method, catch)]
    fn sync(this: &Machine, file: i32) -> Result<(), JsValue>;
    #[wasm_bindgen(method)]
    fn close(this: &Machine, file: i32);
    #[wasm_bindgen(method, catch)]
    fn rename(this: &Machine, from: &str, to: &str) -> Result<(), JsValue>;
    #[wasm_bindgen(method, catch)]
    fn remove(this: &Machine, path: &str) -> Result<(), JsValue>;
    #[wasm_bindgen(method, catch)]
    fn print(this: &Machine, stream: u8, bytes: &[u8]) -> Result<(), JsValue>;
    #[wasm_bindgen(method, js_name = isTerminal)]
    fn is_terminal(this: &Machine, stream: u8) -> bool;
    #[wasm_bindgen(method)]
    fn variable(this: &Machine, name: &str) -> Option<String>;
    #[wasm_bindgen(method)]
    fn today(this: &Machine) -> String;
    #[wasm_bindgen(method, getter, js_name = processId)]
    fn process_id(this: &Machine) -> u32;
    #[wasm_bindgen(method, getter, js_name = bundledDataset)]
    fn bundled_dataset(this: &Machine) -> String;
}

/// How a command ended, or what is left to do for JavaScript.
#[wasm_bindgen]
pub struct Ended(End);

#[wasm_bindgen]
impl Ended {
    /// What the process ends with.
    #[wasm_bindgen(getter)]
    pub fn code(&self) -> Option<u8> {
        match &self.0 {
            End::Exit(exit) => Some(exit.code()),
            End::Serve(_) => None,
        }
    }

    /// The options of `serve`, as JSON.
    #[wasm_bindgen(getter)]
    pub fn serve(&self) -> Option<String> {
        match &self.0 {
            End::Exit(_) => None,
            End::Serve(serve) => serde_json::to_string::<Serve>(serve).ok(),
        }
    }
}

/// Carries out what the words behind the program's name ask for.
#[wasm_bindgen]
pub fn run(args: Vec<String>, machine: Machine) -> Ended {
    let args = args.into_iter().map(OsString::from);
    Ended(command_line::run(args, &Node { files: Files(machine) }))
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

    fn create(&self, path: &Path) -> io::Result<Box<dyn NewFile + '_>> {
        let number = self.machine().create(&text(path)).map_err(failed)?;
        Ok(Box::new(OpenFile { machine: self.machine(), number, at: 0 }))
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
        Box::new(Bar { system: self, task: RefCell::default(), length: Cell::new(0), done: Cell::new(0) })
    }

    fn variable(&self, name: &str) -> Option<OsString> {
        self.machine().variable(name).map(OsString::from)
    }

    fn today(&self) -> Date {
        Date::parse(&self.machine().today()).unwrap_or(Date::MIN)
    }

    fn bundled_dataset(&self) -> Option<PathBuf> {
        Some(self.machine().bundled_dataset().into())
    }
}

struct Files(Machine);

impl Storage for Files {
    fn is_folder(&self, path: &Path) -> bool {
        self.0.is_folder(&text(path))
    }

    fn list(&self, folder: &Path) -> io::Result<Vec<PathBuf>> {
        let names = self.0.list(&text(folder)).map_err(failed)?;
        Ok(names.into_iter().map(|name| folder.join(name)).collect())
    }

    fn open(&self, file: &Path) -> io::Result<Box<dyn ReadSeek + '_>> {
        let number = self.0.open(&text(file)).map_err(failed)?;
        Ok(Box::new(BufReader::with_capacity(BUFFER, OpenFile { machine: &self.0, number, at: 0 })))
    }
}

/// A file with a place in it, which is closed when it is dropped.
struct OpenFile<'m> {
    machine: &'m Machine,
    number: i32,
    at: u64,
}

impl OpenFile<'_> {
    fn size(&self) -> io::Result<u64> {
        self.machine.size(self.number).map(|size| size as u64).map_err(failed)
    }
}

impl Read for OpenFile<'_> {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        let read = self.machine.read(self.number, into, self.at as f64).map_err(failed)?;
        self.at += read as u64;
        Ok(read)
    }
}

impl Write for OpenFile<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let written = self.machine.write(self.number, bytes, self.at as f64).map_err(failed)?;
        self.at += written as u64;
        Ok(written)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl Seek for OpenFile<'_> {
    fn seek(&mut self, to: SeekFrom) -> io::Result<u64> {
        let (from, by) = match to {
            SeekFrom::Start(at) => (at, 0),
            SeekFrom::Current(by) => (self.at, by),
            SeekFrom::End(by) => (self.size()?, by),
        };
        self.at = from.checked_add_signed(by).ok_or(ErrorKind::InvalidInput)?;
        Ok(self.at)
    }
}

impl NewFile for OpenFile<'_> {
    fn sync(&mut self) -> io::Result<()> {
        self.machine.sync(self.number).map_err(failed)
    }
}

impl Drop for OpenFile<'_> {
    fn drop(&mut self) {
        self.machine.close(self.number);
    }
}

fn text(path: &Path) -> String {
    path.to_string_lossy().into_owned()
}

/// The number that each platform gives its streams.
fn number(stream: Stream) -> u8 {
    match stream {
        Stream::Answers => 1,
        Stream::Errors => 2,
    }
}

/// An error of Node, by its code.
fn failed(error: JsValue) -> io::Error {
    let property = |name: &str| {
        let value = Reflect::get(error.unchecked_ref(), &JsString::from(name).unchecked_into());
        value.ok().and_then(|value| value.as_string()).unwrap_or_default()
    };
    let kind = match property("code").as_str() {
        "ENOENT" => ErrorKind::NotFound,
        "EACCES" | "EPERM" => ErrorKind::PermissionDenied,
        "EISDIR" => ErrorKind::IsADirectory,
        "ENOTDIR" => ErrorKind::NotADirectory,
        "ENOSPC" => ErrorKind::StorageFull,
        "EROFS" => ErrorKind::ReadOnlyFilesystem,
        // Windows says it otherwise.
        "EPIPE" | "EOF" => ErrorKind::BrokenPipe,
        _ => ErrorKind::Other,
    };
    io::Error::new(kind, property("message"))
}

/// How far a task has come, in one line that is written over and over.
struct Bar<'s> {
    system: &'s Node,
    task: RefCell<String>,
    length: Cell<u64>,
    done: Cell<u64>,
}

/// How many characters are as long as a task.
const WIDTH: u64 = 30;

impl Bar<'_> {
    fn percent(&self) -> u64 {
        (self.done.get() * 100).checked_div(self.length.get()).unwrap_or(100).min(100)
    }

    fn show(&self, end: &str) {
        let percent = self.percent();
        let filled = (percent * WIDTH / 100) as usize;
        let bar = "█".repeat(filled) + &"░".repeat(WIDTH as usize - filled);
        let line = format!("\r{bar} {percent:>3} %  {}{end}", self.task.borrow());
        // Whether anybody sees it changes nothing.
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
