//! Which UK medicine pack does this barcode belong to?
//!
//! A read-only core over packs of medicines and devices: the AMPPs of dm+d, the NHS dictionary of medicines
//! and devices. It looks a pack up by its barcode (GTIN), or finds it by a search. The core does no I/O and
//! reads no clock: hosts give it bytes and requests. ARCHITECTURE.md has the whole picture.
//!
//! # Start here
//!
//! * [`gs1::parse_scan`] parses the text of a barcode, and [`gtin::Gtin::parse`] its digits.
//! * [`dataset::verify`] opens a dataset.
//! * [`lookup::find`] returns the pack of a GTIN, and [`lookup::uses`] every period of a GTIN.
//! * [`search::search`] finds packs by name.
//! * [`api::respond`] answers an HTTP request.
//!
//! # Examples
//!
//! Make a demonstration release, import it, and look up the barcode of a pack:
//!
//! ```
//! use pack_lookup::dataset::{verify, writer};
//! use pack_lookup::import::{demo, progress::Silent, read_from, storage::Memory};
//! use pack_lookup::{gs1, lookup};
//!
//! // A release of 200 made-up packs, as a zip file in memory.
//! let mut zip = std::io::Cursor::new(Vec::new());
//! demo::write_release(&mut zip, 200, demo::DEFAULT_SEED, &Silent)?;
//!
//! // The release becomes the bytes of a dataset.
//! let import = read_from(&Memory(zip.get_ref()), "demo.zip".as_ref(), false, &Silent)?;
//! let bytes = writer::write_with(import.packs, import.concepts, &import.release)?;
//!
//! // Every host reads these bytes in place.
//! let dataset = verify(&bytes)?;
//! let scan = gs1::parse_scan("(01)09521234567899(17)290630(10)ABC")?;
//! let latest = lookup::latest(&dataset, scan.gtin()).ok_or("no pack has carried this GTIN")?;
//! assert_eq!(dataset.name(latest.pack), "Amlodipine 5mg tablets (Teva UK Ltd) 28 tablet 2 x 14 tablets");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! Search by name:
//!
//! ```
//! # let bytes = include!(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/common/doctest_dataset.rs"));
//! # let dataset = pack_lookup::dataset::verify(&bytes)?;
//! use pack_lookup::search::{Query, search};
//!
//! let found = search(&dataset, &Query::new("amlodipine 5mg tabs"));
//! assert_eq!(found.total, 2);
//! assert!(dataset.name(found.packs[0]).starts_with("Amlodipine 5mg tablets"));
//! # Ok::<(), pack_lookup::dataset::OpenError>(())
//! ```
//!
//! Complete a name that a person types:
//!
//! ```
//! # let bytes = include!(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/common/doctest_dataset.rs"));
//! # let dataset = pack_lookup::dataset::verify(&bytes)?;
//! use pack_lookup::search::suggest;
//!
//! let suggestions = suggest(&dataset, "amlod", 8);
//! assert_eq!(suggestions[0].text, "amlodipine");
//! # Ok::<(), pack_lookup::dataset::OpenError>(())
//! ```
//!
//! Group the results by product, and count them by strength, form and supplier:
//!
//! ```
//! # let bytes = include!(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/common/doctest_dataset.rs"));
//! # let dataset = pack_lookup::dataset::verify(&bytes)?;
//! use pack_lookup::search::Query;
//! use pack_lookup::search::groups::{FacetSelection, group};
//!
//! let grouped = group(&dataset, &Query::new("amlodipine"), &FacetSelection::default());
//! for group in &grouped.groups {
//!     println!("{}: {} packs of {} suppliers", group.product, group.packs.len(), group.suppliers);
//! }
//! assert_eq!(grouped.groups.len(), grouped.products);
//! # Ok::<(), pack_lookup::dataset::OpenError>(())
//! ```
//!
//! # Features
//!
//! * *none*: the core: identifiers, dataset reader, lookup, search and API.
//! * `write`: the writer of dataset files, and updates between two datasets.
//! * `release`: the reader of dm+d releases, and demonstration releases. It uses no files, terminal or clock.
//! * `cli`: the commands of the command line, for any host that implements `System`.
//! * `import`: releases on the disk, and the command line on the local machine. Native only.
//! * `worker`: the Cloudflare Worker. wasm32 only.
//! * `browser`: the module for browsers and Node. wasm32 only.
//! * `gs1`: the module that parses barcodes in browsers and Node without a dataset. wasm32 only.
//! * `importer`: the module that imports releases in browsers and Node. wasm32 only.
//! * `node-cli`: the command line in Node. wasm32 only.
//! * `print`: the reader of printed text in pictures, and its module for browsers and Node.

#![warn(missing_docs)]

pub mod api;
mod attributes;
pub mod code_list;
#[cfg(feature = "cli")]
pub mod command_line;
pub mod concept;
#[cfg(feature = "release")]
pub mod data_quality;
pub mod dataset;
pub mod date;
pub mod fhir;
pub mod gs1;
pub mod gtin;
pub mod history;
pub mod host;
#[cfg(feature = "release")]
pub mod import;
pub mod json;
pub mod lookup;
pub mod medicine;
mod origin;
pub mod pack;
#[cfg(any(feature = "print", test))]
pub mod print;
pub mod quantity;
#[cfg(feature = "release")]
mod sanitize;
pub mod search;
pub mod snomed;
mod static_table;
pub mod text;
#[cfg(feature = "write")]
pub mod update;
