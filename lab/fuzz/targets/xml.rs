//! A release with changed XML tags, or with any text as a file: an error, or packs that a dataset returns unchanged.
#![no_main]

#[path = "../../../tests/common/release_edits.rs"]
mod release_edits;

use libfuzzer_sys::fuzz_target;
use release_edits::{Edit, Files};

// More edits take time and find nothing new.
const MAX_EDITS: usize = 32;

// Some edits insert the text. It comes last, so that the input has it unchanged.
fuzz_target!(|input: (Vec<Edit>, &str)| {
    let (edits, text) = input;
    let mut files = Files::complete();
    edits.into_iter().take(MAX_EDITS).for_each(|edit| files.edit(edit, text));
    release_edits::read(&files, ".");
});
