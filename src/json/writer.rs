//! A JSON writer for nested objects and lists. Empty parts are omitted, as FHIR requires.
//!
//! The functions are not inlined. Documents have many parts, and every client in a browser downloads this
//! code.

use super::{IdFormat, push, push_id, push_plain, push_text};

/// The JSON so far, in bytes. Commas are added automatically. Keys are not escaped, so they must not need it.
pub struct Json(Vec<u8>);

impl Json {
    /// Writes a document: an object.
    pub fn document(fields: &dyn Fn(&mut Json)) -> Vec<u8> {
        let mut json = Json(Vec::with_capacity(1024));
        json.item(fields);
        json.0
    }

    #[inline(never)]
    fn key(&mut self, key: &str) {
        if !matches!(self.0.last(), None | Some(b'{' | b'[')) {
            self.0.push(b',');
        }
        if !key.is_empty() {
            push_plain(&mut self.0, b"", key.as_bytes());
            self.0.push(b':');
        }
    }

    /// Writes a text, unless it is empty.
    #[inline(never)]
    pub fn text(&mut self, key: &str, text: &str) {
        if !text.is_empty() {
            self.key(key);
            push_text(&mut self.0, b"", text);
        }
    }

    /// Writes a constant word or number as a string, without escaping.
    #[inline(never)]
    pub fn code(&mut self, key: &str, code: &str) {
        self.key(key);
        push_plain(&mut self.0, b"", code.as_bytes());
    }

    /// Writes a code as a string, because codes of dm+d have more digits than FHIR's numbers.
    #[inline(never)]
    pub fn id(&mut self, key: &str, id: u64) {
        self.key(key);
        push_id(&mut self.0, b"", id, IdFormat::String);
    }

    /// Writes a JSON number or boolean.
    #[inline(never)]
    pub fn plain(&mut self, key: &str, value: &str) {
        self.key(key);
        push(&mut self.0, value.as_bytes());
    }

    /// Writes an object.
    #[inline(never)]
    pub fn object(&mut self, key: &str, fields: &dyn Fn(&mut Json)) {
        self.within(key, *b"{}", fields);
    }

    /// Writes a list.
    #[inline(never)]
    pub fn list(&mut self, key: &str, items: &dyn Fn(&mut Json)) {
        self.within(key, *b"[]", items);
    }

    /// Writes an object in a list.
    #[inline(never)]
    pub fn item(&mut self, fields: &dyn Fn(&mut Json)) {
        self.within("", *b"{}", fields);
    }

    #[inline(never)]
    fn within(&mut self, key: &str, [open, close]: [u8; 2], parts: &dyn Fn(&mut Json)) {
        let start = self.0.len();
        self.key(key);
        self.0.push(open);
        let empty = self.0.len();
        parts(self);
        if self.0.len() == empty {
            return self.0.truncate(start);
        }
        self.0.push(close);
    }
}

#[cfg(test)]
mod tests {
    use super::Json;

    #[test]
    fn nests_values_and_omits_empty_ones() {
        let json = Json::document(&|json| {
            json.text("a", "\"x\"\n");
            json.text("none", "");
            json.object("empty", &|json| json.list("empty", &|json| json.item(&|_| {})));
            json.list("list", &|json| {
                json.item(&|json| json.id("id", 999_999_999_999_999_999));
                json.item(&|json| json.plain("n", "0.1"));
            });
            json.object("b", &|json| json.plain("is", "true"));
        });
        let expected = r#"{"a":"\"x\"\n","list":[{"id":"999999999999999999"},{"n":0.1}],"b":{"is":true}}"#;
        assert_eq!(String::from_utf8_lossy(&json), expected);
    }
}
