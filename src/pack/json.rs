//! The JSON of a record, written straight into bytes.
//!
//! The same bytes as through serde, as a property test shows, in a third of the time: keys are not looked through for
//! characters to escape, and texts as a whole. A lookup spends most of its time here.

use super::{Component, GtinEntry, Pack, push_pack_url};
use crate::ampp_id::AmppId;

/// How AMPP codes stand in JSON.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Ids {
    /// As exact integers, as the specification has them.
    #[default]
    Number,
    /// In quotes: whoever reads numbers as floats gets another pack's code.
    Text,
}

impl Pack {
    /// The record as JSON.
    pub fn to_json(&self, ids: Ids) -> Vec<u8> {
        let mut json = Vec::with_capacity(1024);
        self.push_json(&mut json, ids);
        json
    }

    /// Records as a JSON array.
    pub fn array_to_json(packs: &[Pack], ids: Ids) -> Vec<u8> {
        let mut json = Vec::with_capacity(1024 * packs.len() + 2);
        push_array(&mut json, packs, |pack, json| pack.push_json(json, ids));
        json
    }

    fn push_json(&self, json: &mut Vec<u8>, ids: Ids) {
        push_id(json, br#"{"pack_id":"#, self.pack_id, ids);
        push_text(json, br#","name":"#, &self.name);
        push_text(json, br#","generic_pack_name":"#, &self.generic_pack_name);
        push_text(json, br#","generic_product_name":"#, &self.generic_product_name);
        push(json, br#","url":""#);
        push_pack_url(json, &self.name, self.pack_id);
        json.push(b'"');
        push_optional_text(json, br#","short_name":"#, self.short_name.as_deref());
        push_optional_text(json, br#","subpack":"#, self.subpack.as_deref());
        push_text(json, br#","legal_category":"#, &self.legal_category);
        let discontinued = self.dated();
        if let Some((flag, _)) = discontinued {
            push_text(json, br#","discontinued":"#, flag);
        }
        push(json, br#","discontinued_date":"#);
        push_or_null(json, discontinued, |json, (_, date)| push_plain(json, b"", &date.iso()));
        push(json, br#","gtin_codes":"#);
        push_array(json, &self.gtin_codes, GtinEntry::push_json);
        push(json, br#","prices":{"price":"#);
        push_or_null(json, self.prices.price_pence, |json, pence| push_number(json, pence.into()));
        push(json, br#","price_prev":"#);
        push_or_null(json, self.prices.price_prev_pence, |json, pence| push_number(json, pence.into()));
        push(json, if self.is_invalid { br#"},"invalid":1"# } else { br#"},"invalid":null"# });
        push(json, br#","comb_content":"#);
        push_array(json, &self.comb_content, |component, json| component.push_json(json, ids));
        json.push(b'}');
    }
}

impl GtinEntry {
    fn push_json(&self, json: &mut Vec<u8>) {
        self.gtin.with_text(|gtin| push_plain(json, br#"{"gtin":"#, gtin.as_bytes()));
        push_plain(json, br#","start_date":"#, &self.start_date.iso());
        push(json, br#","end_date":"#);
        push_or_null(json, self.end_date, |json, end| push_plain(json, b"", &end.iso()));
        json.push(b'}');
    }
}

impl Component {
    fn push_json(&self, json: &mut Vec<u8>, ids: Ids) {
        push_id(json, br#"{"pack_id":"#, self.pack_id, ids);
        push_text(json, br#","name":"#, &self.name);
        json.push(b'}');
    }
}

fn push(json: &mut Vec<u8>, bytes: &[u8]) {
    json.extend_from_slice(bytes);
}

fn push_number(json: &mut Vec<u8>, number: u64) {
    push(json, itoa::Buffer::new().format(number).as_bytes());
}

fn push_id(json: &mut Vec<u8>, key: &[u8], id: AmppId, ids: Ids) {
    match ids {
        Ids::Number => {
            push(json, key);
            push_number(json, id.number());
        }
        Ids::Text => push_plain(json, key, itoa::Buffer::new().format(id.number()).as_bytes()),
    }
}

/// A text that needs no escaping.
fn push_plain(json: &mut Vec<u8>, key: &[u8], text: &[u8]) {
    push(json, key);
    json.push(b'"');
    push(json, text);
    json.push(b'"');
}

fn push_text(json: &mut Vec<u8>, key: &[u8], text: &str) {
    // Looked through as a whole, which compilers do many bytes at a time.
    let is_special = |byte: &u8| (*byte < b' ') | (*byte == b'"') | (*byte == b'\\');
    if text.as_bytes().iter().fold(false, |any, byte| any | is_special(byte)) {
        push(json, key);
        push(json, &serde_json::to_vec(text).unwrap_or_default());
    } else {
        push_plain(json, key, text.as_bytes());
    }
}

fn push_optional_text(json: &mut Vec<u8>, key: &[u8], text: Option<&str>) {
    match text {
        Some(text) => push_text(json, key, text),
        None => {
            push(json, key);
            push(json, b"null");
        }
    }
}

fn push_or_null<T>(json: &mut Vec<u8>, value: Option<T>, push_value: impl FnOnce(&mut Vec<u8>, T)) {
    match value {
        Some(value) => push_value(json, value),
        None => push(json, b"null"),
    }
}

fn push_array<T>(json: &mut Vec<u8>, items: &[T], push_item: impl Fn(&T, &mut Vec<u8>)) {
    json.push(b'[');
    for (place, item) in items.iter().enumerate() {
        if place > 0 {
            json.push(b',');
        }
        push_item(item, json);
    }
    json.push(b']');
}
