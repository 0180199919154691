//! The module that parses barcodes without a dataset, in browsers and Node. Its answers are JSON, which needs
//! the least code.
//!
//! `npm/gs1.js` is its counterpart: it parses the JSON, and converts the errors that are thrown here into
//! classes.

#![expect(
    missing_docs,
    clippy::missing_errors_doc,
    reason = "npm/types/gs1.d.ts documents the JavaScript interface"
)]

use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::wasm_bindgen;

use super::thrown;
use crate::date::Date;
use crate::gs1::{self, ScanRecord};
use crate::gtin::Gtin;

#[wasm_bindgen]
pub fn scan(text: &str, today: &str) -> Result<String, JsValue> {
    let today = Date::parse(today).map_err(|error| js_sys::RangeError::new(&error.to_string()))?;
    record_of(text, today)
}

/// Writes a GTIN as the record of a scan, with its warnings.
#[wasm_bindgen]
pub fn gtin(code: &str) -> Result<String, JsValue> {
    let code = code.trim();
    Gtin::parse(code).map_err(|error| thrown("GtinError", error.reason(), &error))?;
    // A plain number has no date, so the current day does not matter.
    record_of(code, Date::MIN)
}

fn record_of(text: &str, today: Date) -> Result<String, JsValue> {
    let scan = gs1::parse_scan(text).map_err(|error| thrown("ScanError", error.reason(), &error))?;
    Ok(json(&ScanRecord::of(&scan, today)))
}

/// Serialises a record. A record of texts never fails to serialise.
fn json(record: &ScanRecord) -> String {
    serde_json::to_string(record).unwrap_or_default()
}
