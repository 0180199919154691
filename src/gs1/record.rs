//! The content of a barcode as JSON.

use serde::Serialize;

use super::{ElementString, Scan, Warning};
use crate::date::Date;
use crate::gtin::Gtin;

/// A parsed scan for programs. Fields that the barcode does not have are absent.
#[derive(Debug, Serialize)]
pub struct ScanRecord<'s> {
    gtin: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    batch: Option<&'s str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    serial: Option<&'s str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    expiry: Option<Date>,
    #[serde(skip_serializing_if = "Option::is_none")]
    symbology: Option<&'static str>,
    elements: Vec<ElementRecord<'s>>,
    warnings: Vec<WarningRecord>,
}

#[derive(Debug, Serialize)]
struct ElementRecord<'s> {
    ai: String,
    title: &'static str,
    value: &'s str,
}

#[derive(Debug, Serialize)]
struct WarningRecord {
    reason: &'static str,
    message: String,
    /// The code with the correct check digit.
    #[serde(skip_serializing_if = "Option::is_none")]
    corrected: Option<String>,
}

impl ScanRecord<'_> {
    /// Makes the record of a scan. The century of the expiry date depends on `today`, and whether the
    /// pack has expired.
    ///
    /// # Examples
    ///
    /// ```
    /// use pack_lookup::date::Date;
    /// use pack_lookup::gs1::{ScanRecord, parse_scan};
    ///
    /// let scan = parse_scan("(01)09521234567899(17)290630")?;
    /// let record = serde_json::to_value(ScanRecord::of(&scan, Date::parse("2025-08-14")?))?;
    /// assert_eq!(record["expiry"], "2029-06-30");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn of(scan: &Scan, today: Date) -> ScanRecord<'_> {
        ScanRecord {
            gtin: scan.gtin().to_string(),
            batch: scan.batch(),
            serial: scan.serial(),
            expiry: scan.expiry(today),
            symbology: scan.symbology().map(|symbology| symbology.name()),
            elements: scan.elements().iter().map(element).collect(),
            warnings: warnings(scan, today),
        }
    }
}

fn element(element: &ElementString) -> ElementRecord<'_> {
    ElementRecord { ai: element.ai().to_string(), title: element.ai().title(), value: element.value() }
}

/// Lists the warnings, the most urgent first.
fn warnings(scan: &Scan, today: Date) -> Vec<WarningRecord> {
    let expired = scan.expired(today);
    expired.iter().chain(scan.warnings()).map(|one| warning(one, scan.gtin())).collect()
}

fn warning(warning: &Warning, gtin: Gtin) -> WarningRecord {
    let corrected = match warning {
        Warning::WrongCheckDigit { .. } => Some(gtin.with_right_check_digit().to_string()),
        _ => None,
    };
    WarningRecord { reason: warning.reason(), message: warning.to_string(), corrected }
}
