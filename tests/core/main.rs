//! The core, the importer and the command line, natively. One program for all of them: what they share is compiled and linked once.
//! What needs a separate process has one: `hostile_releases.rs`, which counts all memory that it takes.
#![cfg(not(target_arch = "wasm32"))]
#![allow(
    clippy::expect_used,
    clippy::indexing_slicing,
    clippy::panic,
    clippy::string_slice,
    clippy::unwrap_used,
    reason = "a test that panics has failed"
)]

#[path = "../cases/blank_pack.rs"]
mod blank_pack;
#[path = "../cases/mod.rs"]
mod cases;
#[cfg(feature = "write")]
#[path = "../common/mod.rs"]
mod common;
#[path = "../cases/defaults.rs"]
mod defaults;
#[cfg(feature = "import")]
#[path = "../reference/mod.rs"]
mod reference;

mod api;
mod base_path;
mod gs1;

#[cfg(feature = "write")]
mod concepts;
#[cfg(feature = "write")]
mod dataset;
#[cfg(feature = "import")]
mod fhir;
#[cfg(feature = "write")]
mod filters;
#[cfg(feature = "write")]
mod history;
mod hostile;
#[cfg(feature = "write")]
mod lookup;
#[cfg(feature = "write")]
mod update;
#[cfg(feature = "write")]
mod words;

#[cfg(feature = "import")]
mod code_list;
mod command_line;
#[cfg(feature = "import")]
mod data_quality;
#[cfg(feature = "import")]
mod demo;
#[cfg(feature = "import")]
mod groups;
#[cfg(feature = "import")]
mod import;
#[cfg(feature = "import")]
mod medicines;
#[cfg(feature = "import")]
mod search;
