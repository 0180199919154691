//! The writer of JSON objects.

use super::{IdFormat, push, push_array, push_id, push_number, push_plain, push_text};
use crate::date::Date;
use crate::gtin::RecordedGtin;

/// An object whose fields are appended to the JSON so far, one by one.
///
/// Each method writes a field; [`Object::value`] is for values that write themselves. Keys are not escaped.
/// The methods cost what appending the bytes costs: nothing is collected first.
pub struct Object<'j> {
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
