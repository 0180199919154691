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
#[cfg(all(feature = "worker", target_arch = "wasm32"))]
pub mod worker;

/// Builds an error that is thrown to JavaScript. Its name is the class to which the module in `npm/` converts
/// it.
#[cfg(all(
    any(feature = "browser", feature = "gs1", feature = "importer", feature = "print"),
    target_arch = "wasm32"
))]
fn thrown(class: &str, reason: &str, error: &impl ToString) -> wasm_bindgen::JsValue {
    use js_sys::{Error, JsString, Reflect};
    use wasm_bindgen::JsCast;

    let thrown = Error::new(&error.to_string());
    thrown.set_name(class);
    // Setting a property of a new object cannot fail.
    let _ = Reflect::set(&thrown, &JsString::from("reason").unchecked_into(), &reason.into());
    thrown.into()
}
