//! The expectations that all cases of a file or folder share, under the key `always`.

use serde_json::Value;

/// Adds the shared expectations to those of a case. The values of the case win. Headers are merged one by one.
pub fn merge(expect: &mut Value, defaults: &Value) {
    for (key, value) in defaults.as_object().into_iter().flatten() {
        if key == "headers" {
            merge(&mut expect["headers"], value);
        } else if expect.get(key).is_none() {
            expect[key] = value.clone();
        }
    }
}
