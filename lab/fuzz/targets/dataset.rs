//! A dataset with arbitrary sections: no function of it panics.
#![no_main]

#[path = "../../../tests/common/queries.rs"]
mod queries;
#[path = "../../../tests/common/release_edits.rs"]
mod release_edits;
#[path = "../../../tests/common/sections.rs"]
mod sections;

use std::sync::LazyLock;

use libfuzzer_sys::fuzz_target;
use pack_lookup::dataset::Dataset;
use sections::{Edit, Sections};

/// Few packs with all fields, so that most calls are made per second.
static SMALL: LazyLock<Vec<u8>> = LazyLock::new(|| release_edits::dataset(&release_edits::Files::complete()));
const API_CASES: &[u8] = include_bytes!("../../../tests/cases/api.bin");
const HEADER: usize = 48;

// The input has the file, edits of its sections (most of them pass `open`), and replacements of single bytes by offset.
fuzz_target!(|edits: (bool, Vec<Edit>, Vec<(u16, u8)>)| {
    let (is_api_cases, of_sections, of_bytes) = edits;
    let mut sections = Sections::of_dataset(if is_api_cases { API_CASES } else { &SMALL });
    of_sections.into_iter().for_each(|edit| sections.edit(edit));
    let mut bytes = sections.to_bytes();
    for (place, byte) in of_bytes {
        let place = HEADER + usize::from(place) % (bytes.len() - HEADER);
        bytes[place] = byte;
    }
    Dataset::open(&bytes).iter().for_each(queries::run_all);
});
