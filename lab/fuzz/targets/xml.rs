//! A release whose files are changed tag by tag, or are any text: a sentence, or packs that a dataset gives back.
#![no_main]

#[path = "../../../tests/common/pieces.rs"]
mod pieces;

use libfuzzer_sys::fuzz_target;
use pieces::{Edit, Files};

// More edits than this only take time.
const MOST_EDITS: usize = 32;

// Some edits insert the text. It comes last, so that it is in the input as it is.
fuzz_target!(|input: (Vec<Edit>, &str)| {
    let (edits, text) = input;
    let mut files = Files::whole();
    edits.into_iter().take(MOST_EDITS).for_each(|edit| files.edit(edit, text));
    pieces::read(&files, ".");
});
