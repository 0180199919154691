//! Any bytes as the zip of a release: an error, or packs that a dataset returns unchanged.
#![no_main]

#[path = "../../../tests/common/release_edits.rs"]
mod release_edits;

use libfuzzer_sys::fuzz_target;
use pack_lookup::import::storage::Memory;

fuzz_target!(|bytes: &[u8]| {
    release_edits::read(&Memory(bytes), "nhsbsa_dmd_11.1.0_20251106000001.zip");
});
