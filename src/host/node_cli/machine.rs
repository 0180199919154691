//! Bindings to the machine in `npm/node/machine.js`.

use std::io::{self, ErrorKind};

use js_sys::{JsString, Reflect};
use wasm_bindgen::prelude::wasm_bindgen;
use wasm_bindgen::{JsCast, JsValue};

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
