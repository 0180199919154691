//! A crafted update: it is rejected, or results in the dataset that its header announces.
#![no_main]

#[path = "../../../tests/common/sections.rs"]
mod sections;

use libfuzzer_sys::fuzz_target;
use pack_lookup::dataset::verify;
use pack_lookup::update::apply;
use sections::{Edit, Sections, sealed};

const BEFORE: &[u8] = include_bytes!("../../../tests/cases/api.bin");
const WEEK: &[u8] = include_bytes!("../../../tests/cases/week.update");
const HEADER: usize = 48;
/// The offset after the dataset's format and the two digests.
const ANNOUNCED: usize = HEADER + 2 + 2 * 32;

// The input has edits of sections, replacements of single bytes by offset, and appended bytes. The digest is corrected afterwards.
fuzz_target!(|edits: (Vec<Edit>, Vec<(u16, u8)>, Vec<u8>)| {
    let (of_sections, of_bytes, more) = edits;
    let mut sections = Sections::of_update(WEEK);
    of_sections.into_iter().for_each(|edit| sections.edit(edit));
    let mut bytes = sections.to_bytes();
    for (place, byte) in of_bytes {
        let place = ANNOUNCED + usize::from(place) % (bytes.len() - ANNOUNCED);
        bytes[place] = byte;
    }
    bytes.extend(more);
    // Restores the announced digests, which the edits may have changed.
    bytes[..ANNOUNCED].copy_from_slice(&WEEK[..ANNOUNCED]);
    if let Ok(updated) = apply(BEFORE, &sealed(bytes)) {
        let dataset = verify(&updated).expect("a dataset");
        assert_eq!(dataset.digest(), WEEK[HEADER + 2 + 32..ANNOUNCED]);
    }
});
