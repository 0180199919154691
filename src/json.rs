//! JSON written directly into bytes.
//!
//! It takes a third of the time of serde. Keys need no check for characters to escape, and a text is checked
//! as a whole.

pub(crate) mod reader;
pub(crate) mod writer;

use crate::date::Date;
use crate::gtin::RecordedGtin;

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

/// An object whose fields are appended to the JSON so far, one by one.
///
/// Each method writes a field; [`Object::value`] is for values that write themselves. Keys are not escaped.
/// The methods cost what appending the bytes costs: nothing is collected first.
pub(crate) struct Object<'j> {
    json: &'j mut Vec<u8>,
    /// The byte before the next field: `{` or `,`.
    mark: u8,
}

impl<'j> Object<'j> {
    pub fn new(json: &'j mut Vec<u8>) -> Object<'j> {
        Object { json, mark: b'{' }
    }

    /// Opens the object that was written last again, to append more fields.
    pub fn reopen(json: &'j mut Vec<u8>) -> Object<'j> {
        let end = json.pop();
        debug_assert_eq!(end, Some(b'}'), "the JSON ends with an object");
        let mark = if json.last() == Some(&b'{') { json.pop().unwrap_or(b'{') } else { b',' };
        Object { json, mark }
    }

    /// Appends the end of the object.
    pub fn close(self) {
        if self.mark == b'{' {
            self.json.push(b'{');
        }
        self.json.push(b'}');
    }

    /// Appends a key, and returns the JSON, to which its value must be appended.
    pub fn value(&mut self, key: &str) -> &mut Vec<u8> {
        self.json.push(self.mark);
        self.mark = b',';
        for part in [b"\"", key.as_bytes(), b"\":"] {
            push(self.json, part);
        }
        self.json
    }

    pub fn text(&mut self, key: &str, text: &str) {
        push_text(self.value(key), b"", text);
    }

    /// Writes a text, if there is one that is not empty.
    pub fn text_if_any(&mut self, key: &str, text: Option<&String>) {
        if let Some(text) = text
            && !text.is_empty()
        {
            self.text(key, text);
        }
    }

    /// Writes a word that needs no escaping.
    pub fn word(&mut self, key: &str, word: &str) {
        push_plain(self.value(key), b"", word.as_bytes());
    }

    pub fn word_or_null(&mut self, key: &str, word: Option<&str>) {
        match word {
            Some(word) => self.word(key, word),
            None => self.null(key),
        }
    }

    pub fn day(&mut self, key: &str, day: Date) {
        push_plain(self.value(key), b"", &day.iso());
    }

    pub fn day_or_null(&mut self, key: &str, day: Option<Date>) {
        match day {
            Some(day) => self.day(key, day),
            None => self.null(key),
        }
    }

    pub fn gtin(&mut self, key: &str, gtin: RecordedGtin) {
        gtin.with_text(|gtin| self.word(key, gtin));
    }

    pub fn id(&mut self, key: &str, id: u64, ids: IdFormat) {
        push_id(self.value(key), b"", id, ids);
    }

    pub fn flag(&mut self, key: &str, is_set: bool) {
        push(self.value(key), if is_set { b"true" } else { b"false" });
    }

    pub fn number(&mut self, key: &str, number: u64) {
        push_number(self.value(key), number);
    }

    pub fn number_or_null(&mut self, key: &str, number: Option<u32>) {
        match number {
            Some(number) => self.number(key, number.into()),
            None => self.null(key),
        }
    }

    pub fn array<T>(&mut self, key: &str, items: &[T], push_item: impl Fn(&T, &mut Vec<u8>)) {
        push_array(self.value(key), items, push_item);
    }

    fn null(&mut self, key: &str) {
        push(self.value(key), b"null");
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a panic fails the test")]
mod tests {
    use super::*;

    #[test]
    fn appends_fields_also_to_an_object_that_was_closed() {
        let mut json = Vec::new();
        Object::new(&mut json).close();
        let mut object = Object::reopen(&mut json);
        object.text("a", "\"x\"");
        object.text_if_any("none", Some(&String::new()));
        object.number_or_null("b", None);
        object.close();
        let mut object = Object::reopen(&mut json);
        object.array("c", &[1, 2], |number, json| push_number(json, *number));
        Object::new(object.value("d")).close();
        object.flag("e", true);
        object.close();
        assert_eq!(String::from_utf8(json).unwrap(), r#"{"a":"\"x\"","b":null,"c":[1,2],"d":{},"e":true}"#);
    }
}
