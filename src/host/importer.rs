//! The module that makes datasets in browsers and Node, from releases and updates. It takes seconds, so it
//! runs in a worker.
//!
//! `npm/import-worker.js` calls it. `npm/import.js` is the public interface.

#![expect(
    missing_docs,
    clippy::missing_errors_doc,
    reason = "npm/types/import.d.ts documents the JavaScript interface"
)]

use std::cell::{Cell, RefCell};
use std::path::Path;

use js_sys::{Function, Uint8Array};
use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::wasm_bindgen;

use super::thrown;
use crate::data_quality::Report;
use crate::dataset::OpenError;
use crate::dataset::verify;
use crate::dataset::writer::{self, WriteError};
use crate::history;
use crate::import::storage::Memory;
use crate::import::{self, ImportError, ImportReason, Progress};
use crate::update::{self, UpdateError, Updated};

/// The number of bytes between two progress calls to JavaScript.
const STRIDE: u64 = 1 << 20;

/// A dataset, and the report of its import.
#[wasm_bindgen]
pub struct Imported {
    dataset: Vec<u8>,
    report: String,
}

#[wasm_bindgen]
impl Imported {
    #[wasm_bindgen(getter)]
    pub fn dataset(&self) -> Uint8Array {
        Uint8Array::from(self.dataset.as_slice())
    }

    /// The report as JSON.
    #[wasm_bindgen(getter)]
    pub fn report(&self) -> String {
        self.report.clone()
    }
}

#[wasm_bindgen(js_name = importRelease)]
pub fn import_release(
    bytes: Vec<u8>,
    name: &str,
    is_partial: bool,
    progress: Function,
) -> Result<Imported, JsValue> {
    let progress = ProgressReporter::to(progress);
    let read = import::read_from(&Memory(&bytes), Path::new(name), is_partial, &progress);
    let import = read.map_err(|error| refused(&error))?;
    // The packs have all of the content, so this memory is freed.
    drop(bytes);
    progress.begin("", 0);
    let report = serde_json::to_string(&import.report).unwrap_or_default();
    let dataset = writer::write_with(import.packs, import.concepts, &import.release)
        .map_err(|error| unwritable(&error))?;
    Ok(Imported { dataset, report })
}

fn refused(error: &ImportError) -> JsValue {
    let hint = match error.reason() {
        ImportReason::Incomplete => "; use partial: true to import it anyway, marked as incomplete",
        _ => "",
    };
    thrown("ImportError", error.reason().as_str(), &format!("{error}{hint}"))
}

/// Makes a demonstration release of `packs` made-up packs, as a zip.
#[cfg(feature = "demo")]
#[wasm_bindgen(js_name = makeDemonstration)]
pub fn make_demonstration(packs: u32, seed: u64) -> Result<Uint8Array, JsValue> {
    let mut zip = std::io::Cursor::new(Vec::new());
    let written = import::demo::write_release(&mut zip, packs, seed, &import::progress::Silent);
    written.map_err(|error| thrown("ImportError", "unwritable", &error))?;
    Ok(Uint8Array::from(zip.get_ref().as_slice()))
}

/// Applies an update to the bytes of a dataset.
#[wasm_bindgen(js_name = applyUpdate)]
pub fn apply_update(dataset: Vec<u8>, update: Vec<u8>, progress: Function) -> Result<Uint8Array, JsValue> {
    let progress = ProgressReporter::to(progress);
    progress.begin("dataset", 0);
    let updated = Updated::of(&dataset, &update).map_err(|error| not_updated(&error))?;
    // The packs have all of the content, so this memory is freed.
    drop((dataset, update));
    progress.begin("", 0);
    let written = updated.write().map_err(|error| not_updated(&error))?;
    Ok(Uint8Array::from(written.as_slice()))
}

/// Makes the update from one dataset to another.
#[wasm_bindgen(js_name = makeUpdate)]
pub fn make_update(before: &[u8], after: &[u8]) -> Result<Uint8Array, JsValue> {
    let made = update::make(before, after).map_err(|error| not_updated(&error))?;
    Ok(Uint8Array::from(made.as_slice()))
}

/// Makes the history of a service that serves `after` from now on, and served `before` until now.
#[wasm_bindgen(js_name = followHistory)]
pub fn follow_history(
    history: Option<Vec<u8>>,
    before: Option<Vec<u8>>,
    after: &[u8],
) -> Result<Uint8Array, JsValue> {
    let made = history::follow(history.as_deref(), before.as_deref(), after);
    let made = made.map_err(|error| thrown("PackLookupError", error.reason(), &error))?;
    Ok(Uint8Array::from(made.as_slice()))
}

/// A data quality report in each format.
#[wasm_bindgen]
pub struct QualityReport {
    csv: Vec<u8>,
    html: String,
    json: Vec<u8>,
}

#[wasm_bindgen]
impl QualityReport {
    #[wasm_bindgen(getter)]
    pub fn csv(&self) -> Uint8Array {
        Uint8Array::from(self.csv.as_slice())
    }

    #[wasm_bindgen(getter)]
    pub fn html(&self) -> Uint8Array {
        Uint8Array::from(self.html.as_bytes())
    }

    #[wasm_bindgen(getter)]
    pub fn json(&self) -> Uint8Array {
        Uint8Array::from(self.json.as_slice())
    }
}

/// Makes the data quality report of a dataset, with the changes since an earlier one if it is given.
#[wasm_bindgen(js_name = qualityReport)]
pub fn quality_report(dataset: &[u8], earlier: Option<Vec<u8>>) -> Result<QualityReport, JsValue> {
    let dataset = verify(dataset).map_err(|error| unreadable(&error))?;
    let earlier = match &earlier {
        Some(bytes) => Some(verify(bytes).map_err(|error| unreadable(&error))?),
        None => None,
    };
    let report = Report::of(&dataset, earlier.as_ref());
    Ok(QualityReport { csv: report.to_csv(), html: report.to_html(&dataset), json: report.to_json() })
}

fn unreadable(error: &OpenError) -> JsValue {
    thrown("DatasetError", error.reason(), error)
}

fn not_updated(error: &UpdateError) -> JsValue {
    thrown("UpdateError", error.reason(), error)
}

fn unwritable(error: &WriteError) -> JsValue {
    thrown("ImportError", "unwritable", error)
}

/// Calls a JavaScript function with `(file, bytes read of it, its size)`. A file without a name is the
/// dataset.
struct ProgressReporter {
    listener: Function,
    file: RefCell<String>,
    size: Cell<u64>,
    read: Cell<u64>,
    told: Cell<u64>,
}

impl ProgressReporter {
    fn to(listener: Function) -> ProgressReporter {
        let (size, read, told) = Default::default();
        ProgressReporter { listener, file: RefCell::default(), size, read, told }
    }

    fn report(&self) {
        self.told.set(self.read.get());
        let (read, size) = (self.read.get() as f64, self.size.get() as f64);
        // An exception of the listener does not fail the task.
        let _ = self.listener.call3(
            &JsValue::NULL,
            &self.file.borrow().as_str().into(),
            &read.into(),
            &size.into(),
        );
    }
}

impl Progress for ProgressReporter {
    fn begin(&self, task: &str, length: u64) {
        self.file.replace(task.to_owned());
        self.size.set(length);
        self.read.set(0);
        self.report();
    }

    fn advance(&self, units: u64) {
        self.read.set(self.read.get() + units);
        if self.read.get() - self.told.get() >= STRIDE {
            self.report();
        }
    }

    fn finish(&self) {
        self.report();
    }
}
