//! Scans of any text: an error with a message, or a valid GTIN.
#![no_main]

use libfuzzer_sys::fuzz_target;
use pack_lookup::date::Date;
use pack_lookup::gs1::{find_gtin, parse_scan};

fuzz_target!(|text: &str| {
    let today = Date::parse("2026-11-21").expect("a day");
    match parse_scan(text) {
        Ok(scan) => {
            scan.expiry(today);
            scan.warnings().iter().for_each(|warning| assert!(!warning.to_string().is_empty()));
            assert!(scan.gtin().number() < 100_000_000_000_000);
        }
        Err(error) => assert!(!error.to_string().is_empty()),
    }
    find_gtin(text);
});
