//! The module that reads barcodes without a dataset, for browsers and Node: answers as JSON, which needs the least code.
//!
//! `npm/gs1.js` is the other half: it parses the JSON, and turns the errors thrown here into classes.

#![expect(missing_docs, reason = "npm/gs1.d.ts documents what JavaScript sees")]

use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::wasm_bindgen;

use super::thrown::thrown;
use crate::date::Date;
use crate::gs1::{self, ScanRecord};
use crate::gtin::Gtin;

#[wasm_bindgen]
pub fn scan(text: &str, today: &str) -> Result<String, JsValue> {
    let today = Date::parse(today).map_err(|error| js_sys::RangeError::new(&error.to_string()))?;
    record_of(text, today)
}

/// A GTIN as a scan has it, with what is doubtful about it.
#[wasm_bindgen]
pub fn gtin(code: &str) -> Result<String, JsValue> {
    let code = code.trim();
    Gtin::parse(code).map_err(|error| thrown("GtinError", error.reason(), &error))?;
    // A plain number has no date that a day could tell.
    record_of(code, Date::MIN)
}

fn record_of(text: &str, today: Date) -> Result<String, JsValue> {
    let scan = gs1::parse_scan(text).map_err(|error| thrown("ScanError", error.reason(), &error))?;
    Ok(json(&ScanRecord::of(&scan, today)))
}

/// A record of texts always has a JSON.
fn json(record: &ScanRecord) -> String {
    serde_json::to_string(record).unwrap_or_default()
}
