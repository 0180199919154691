//! Which UK medicine pack does this barcode belong to?
//!
//! A read-only core over packs of medicines and devices (dm+d AMPPs): a pack is looked up by its
//! barcode (GTIN) or found by a search. The core does no I/O and reads no clock; the hosts give it
//! bytes and requests. ARCHITECTURE.md draws the whole.
//!
//! # Features
//!
//! * *none*: the core: identifiers, dataset reader, lookup, search, api.
//! * `write`: the writer of dataset files, and updates from one to the next.
//! * `release`: reading dm+d releases, and making demonstration ones: without files, terminal or clock.
//! * `cli`: the commands of the command line, on whatever machine a host gives them.
//! * `import`: releases on the disk, and the command line on this machine. Native only.
//! * `worker`: the Cloudflare Worker. wasm32 only.
//! * `browser`: the module for browsers and Node. wasm32 only.
//! * `gs1`: the module that reads barcodes there without a dataset. wasm32 only.
//! * `importer`: the module that imports releases there. wasm32 only.
//! * `terminal`: the command line in Node. wasm32 only.

pub mod ampp_id;
pub mod api;
mod attributes;
#[cfg(feature = "cli")]
pub mod command_line;
pub mod concept;
pub mod dataset;
pub mod date;
pub mod fhir;
pub mod gs1;
pub mod gtin;
pub mod host;
#[cfg(feature = "release")]
pub mod import;
mod json;
pub mod lookup;
pub mod pack;
#[cfg(feature = "release")]
mod plain;
pub mod quantity;
pub mod search;
mod static_table;
pub mod text;
#[cfg(feature = "write")]
pub mod update;
