//! What all cases of a file or folder expect.

use serde_json::Value;

/// Adds what is always expected to what a case expects. The case's own values win; headers are added one by one.
pub fn add(expect: &mut Value, always: &Value) {
    for (key, value) in always.as_object().into_iter().flatten() {
        if key == "headers" {
            add(&mut expect["headers"], value);
        } else if expect.get(key).is_none() {
            expect[key] = value.clone();
        }
    }
}
