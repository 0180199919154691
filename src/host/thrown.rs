//! Errors as JavaScript throws them.

use js_sys::{Error, JsString, Reflect};
use wasm_bindgen::{JsCast, JsValue};

/// An error whose name tells the module in `npm/` the class that it becomes.
pub(super) fn thrown(class: &str, reason: &str, error: &impl ToString) -> JsValue {
    let thrown = Error::new(&error.to_string());
    thrown.set_name(class);
    // Setting a property of a fresh object can't fail.
    let _ = Reflect::set(&thrown, &JsString::from("reason").unchecked_into(), &reason.into());
    thrown.into()
}
