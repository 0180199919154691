//! Bindings to the machine in `npm/node/machine.js`, and its files. Rust keeps the position in each file.

use std::io::{self, BufReader, ErrorKind, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use js_sys::{JsString, Reflect};
use wasm_bindgen::prelude::wasm_bindgen;
use wasm_bindgen::{JsCast, JsValue};

use crate::command_line::NewFile;
use crate::import::storage::{ReadSeek, Storage};

/// The maximum number of bytes of one read in JavaScript.
const BUFFER: usize = 1 << 16;

#[wasm_bindgen]
extern "C" {
    /// The exports of `npm/node/machine.js`. Each function is synchronous, and throws the errors of Node.
    pub type Machine;

    #[wasm_bindgen(method, js_name = isFolder)]
    pub(super) fn is_folder(this: &Machine, path: &str) -> bool;
    #[wasm_bindgen(method, catch)]
    pub(super) fn list(this: &Machine, folder: &str) -> Result<Vec<String>, JsValue>;
    #[wasm_bindgen(method, catch)]
    pub(super) fn open(this: &Machine, path: &str) -> Result<i32, JsValue>;
    #[wasm_bindgen(method, catch, js_name = outputPath)]
    pub(super) fn output_path(this: &Machine, path: &str) -> Result<String, JsValue>;
    #[wasm_bindgen(method, catch)]
    pub(super) fn create(this: &Machine, path: &str) -> Result<i32, JsValue>;
    #[wasm_bindgen(method, catch)]
    pub(super) fn size(this: &Machine, file: i32) -> Result<f64, JsValue>;
    #[wasm_bindgen(method, catch)]
    pub(super) fn read(this: &Machine, file: i32, into: &mut [u8], at: f64) -> Result<usize, JsValue>;
    #[wasm_bindgen(method, catch)]
    pub(super) fn input(this: &Machine, into: &mut [u8]) -> Result<usize, JsValue>;
    #[wasm_bindgen(method, catch)]
    pub(super) fn write(this: &Machine, file: i32, bytes: &[u8], at: f64) -> Result<usize, JsValue>;
    #[wasm_bindgen(method, catch)]
    pub(super) fn sync(this: &Machine, file: i32) -> Result<(), JsValue>;
    #[wasm_bindgen(method)]
    pub(super) fn close(this: &Machine, file: i32);
    #[wasm_bindgen(method, catch, js_name = createFolder)]
    pub(super) fn create_folder(this: &Machine, path: &str) -> Result<(), JsValue>;
    #[wasm_bindgen(method, catch)]
    pub(super) fn rename(this: &Machine, from: &str, to: &str) -> Result<(), JsValue>;
    #[wasm_bindgen(method, catch)]
    pub(super) fn remove(this: &Machine, path: &str) -> Result<(), JsValue>;
    #[wasm_bindgen(method, catch)]
    pub(super) fn print(this: &Machine, stream: u8, bytes: &[u8]) -> Result<(), JsValue>;
    #[wasm_bindgen(method, js_name = isTerminal)]
    pub(super) fn is_terminal(this: &Machine, stream: u8) -> bool;
    #[wasm_bindgen(method)]
    pub(super) fn variable(this: &Machine, name: &str) -> Option<String>;
    #[wasm_bindgen(method)]
    pub(super) fn today(this: &Machine) -> String;
    #[wasm_bindgen(method, catch, js_name = verifySignature)]
    pub(super) fn verify_signature(
        this: &Machine,
        key: &[u8],
        statement: &[u8],
        signature: &[u8],
    ) -> Result<bool, JsValue>;
    #[wasm_bindgen(method, getter, js_name = processId)]
    pub(super) fn process_id(this: &Machine) -> u32;
    #[wasm_bindgen(method, getter, js_name = bundledDataset)]
    pub(super) fn bundled_dataset(this: &Machine) -> String;
}

/// Converts an error of Node by its code.
pub(super) fn failed(error: JsValue) -> io::Error {
    let kind = match property(&error, "code").as_str() {
        "ENOENT" => ErrorKind::NotFound,
        "EACCES" | "EPERM" => ErrorKind::PermissionDenied,
        "EISDIR" => ErrorKind::IsADirectory,
        "EEXIST" => ErrorKind::AlreadyExists,
        "ENOTDIR" => ErrorKind::NotADirectory,
        "ENOSPC" => ErrorKind::StorageFull,
        "EROFS" => ErrorKind::ReadOnlyFilesystem,
        "ECONNRESET" => ErrorKind::ConnectionReset,
        // Windows has another code for a closed pipe.
        "EPIPE" | "EOF" => ErrorKind::BrokenPipe,
        _ => ErrorKind::Other,
    };
    io::Error::new(kind, property(&error, "message"))
}

/// Reads a property that is a text, or an empty text.
fn property(error: &JsValue, name: &str) -> String {
    match Reflect::get(error.unchecked_ref(), &JsString::from(name).unchecked_into()) {
        Ok(value) => value.as_string().unwrap_or_default(),
        Err(_) => String::new(),
    }
}

/// All files of the machine.
pub(super) struct Files(pub Machine);

impl Files {
    /// Creates a file, or truncates an existing one.
    pub fn create(&self, path: &Path) -> io::Result<Box<dyn NewFile + '_>> {
        let number = self.0.create(&text(path)).map_err(failed)?;
        Ok(Box::new(OpenFile { machine: &self.0, number, at: 0 }))
    }
}

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

/// The standard input, which has no positions.
pub(super) struct Input<'m>(pub &'m Machine);

impl Read for Input<'_> {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        self.0.input(into).map_err(failed)
    }
}

/// An open file with a position. It is closed when it is dropped.
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

pub(super) fn text(path: &Path) -> String {
    path.to_string_lossy().into_owned()
}
