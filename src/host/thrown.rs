//! Errors that are thrown to JavaScript.

use js_sys::{Error, JsString, Reflect};
use wasm_bindgen::{JsCast, JsValue};

/// Returns an error whose name is the class to which the module in `npm/` converts it.
pub(super) fn thrown(class: &str, reason: &str, error: &impl ToString) -> JsValue {
    let thrown = Error::new(&error.to_string());
    thrown.set_name(class);
    // Setting a property of a new object cannot fail.
    let _ = Reflect::set(&thrown, &JsString::from("reason").unchecked_into(), &reason.into());
    thrown.into()
}
