//! The platforms on which the core runs. A host only moves bytes between its platform and the core.

#[cfg(all(feature = "browser", target_arch = "wasm32"))]
pub mod browser;
#[cfg(all(feature = "gs1", target_arch = "wasm32"))]
pub mod gs1;
#[cfg(all(feature = "importer", target_arch = "wasm32"))]
pub mod importer;
#[cfg(all(feature = "node-cli", target_arch = "wasm32"))]
pub mod node_cli;
#[cfg(all(feature = "print", target_arch = "wasm32"))]
pub mod print;
#[cfg(all(
    any(feature = "browser", feature = "gs1", feature = "importer", feature = "print"),
    target_arch = "wasm32"
))]
mod thrown;
#[cfg(all(feature = "worker", target_arch = "wasm32"))]
pub mod worker;
