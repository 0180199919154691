//! JSON written directly into bytes.
//!
//! It takes a third of the time of serde. Keys need no check for characters to escape, and a text is checked
//! as a whole.

pub(crate) mod object;
pub(crate) mod reader;
pub(crate) mod writer;

/// The representation of codes in JSON. A code has up to 18 digits, which is more than a float can hold
/// exactly.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum IdFormat {
    /// Exact integers, as the specification requires.
    #[default]
    Number,
    /// Strings, for clients that parse numbers as floats: a rounded code is the code of another pack.
    String,
}

pub(crate) fn push(json: &mut Vec<u8>, bytes: &[u8]) {
    json.extend_from_slice(bytes);
}

pub(crate) fn push_number(json: &mut Vec<u8>, number: u64) {
    push(json, itoa::Buffer::new().format(number).as_bytes());
}

pub(crate) fn push_id(json: &mut Vec<u8>, key: &[u8], id: u64, ids: IdFormat) {
    match ids {
        IdFormat::Number => {
            push(json, key);
            push_number(json, id);
        }
        IdFormat::String => push_plain(json, key, itoa::Buffer::new().format(id).as_bytes()),
    }
}

/// Appends a key and a text that needs no escaping.
pub(crate) fn push_plain(json: &mut Vec<u8>, key: &[u8], text: &[u8]) {
    push(json, key);
    json.push(b'"');
    push(json, text);
    json.push(b'"');
}

pub(crate) fn push_text(json: &mut Vec<u8>, key: &[u8], text: &str) {
    // One pass without an early exit, so that the compiler checks many bytes at a time.
    let is_special = |byte: &u8| (*byte < b' ') | (*byte == b'"') | (*byte == b'\\');
    if text.as_bytes().iter().fold(false, |any, byte| any | is_special(byte)) {
        push(json, key);
        push(json, &serde_json::to_vec(text).unwrap_or_default());
    } else {
        push_plain(json, key, text.as_bytes());
    }
}

pub(crate) fn push_optional_text(json: &mut Vec<u8>, key: &[u8], text: Option<&str>) {
    match text {
        Some(text) => push_text(json, key, text),
        None => {
            push(json, key);
            push(json, b"null");
        }
    }
}

pub(crate) fn push_or_null<T>(
    json: &mut Vec<u8>,
    value: Option<T>,
    push_value: impl FnOnce(&mut Vec<u8>, T),
) {
    match value {
        Some(value) => push_value(json, value),
        None => push(json, b"null"),
    }
}

pub(crate) fn push_array<T>(json: &mut Vec<u8>, items: &[T], push_item: impl Fn(&T, &mut Vec<u8>)) {
    json.push(b'[');
    for (place, item) in items.iter().enumerate() {
        if place > 0 {
            json.push(b',');
        }
        push_item(item, json);
    }
    json.push(b']');
}
