//! A checked list as JSON.

use super::{Addition, Checked, CodeList, Finding};
use crate::json::{
    IdFormat, push, push_array, push_field, push_id, push_number, push_or_null, push_plain, push_text,
};

impl CodeList<'_> {
    /// Returns the list as a JSON object: how many codes have each status, each code with its findings, and what came since.
    pub fn to_json(&self, ids: IdFormat) -> Vec<u8> {
        let mut json = Vec::new();
        push_text(&mut json, br#"{"release":"#, self.source.dataset.release());
        push(&mut json, br#","since":"#);
        push_or_null(&mut json, self.source.since, |json, day| push_plain(json, b"", &day.iso()));
        push(&mut json, br#","complete":"#);
        push(&mut json, if self.is_complete() { b"true" } else { b"false" });
        push(&mut json, br#","counts":{}"#);
        for (status, count) in self.counts() {
            push_field(&mut json, status.as_bytes(), |json| push_number(json, count as u64));
        }
        push(&mut json, br#","codes":"#);
        push_array(&mut json, &self.codes, |code, json| code.push_json(json, ids));
        push(&mut json, br#","additions":"#);
        push_array(&mut json, &self.additions(), |addition, json| addition.push_json(json, ids));
        json.push(b'}');
        json
    }
}

impl Checked {
    fn push_json(&self, json: &mut Vec<u8>, ids: IdFormat) {
        push_text(json, br#"{"code":"#, &self.code);
        push(json, br#","kind":"#);
        push_or_null(json, self.kind, |json, kind| push_plain(json, b"", kind.as_str().as_bytes()));
        push_plain(json, br#","status":"#, self.status().as_bytes());
        push(json, br#","findings":"#);
        push_array(json, &self.findings, |finding, json| finding.push_json(json, ids));
        push_text(json, br#","name":"#, &self.name);
        if let Some(pack) = self.pack {
            push_id(json, br#","pack_id":"#, pack.number(), ids);
        }
        json.push(b'}');
    }
}

impl Finding {
    fn push_json(&self, json: &mut Vec<u8>, ids: IdFormat) {
        push_plain(json, br#"{"finding":"#, self.as_str().as_bytes());
        push_text(json, br#","text":"#, &self.in_words());
        if let Some(date) = self.date() {
            push_plain(json, br#","date":"#, &date.iso());
        }
        if let Some(other) = self.other() {
            push_id(json, br#","other_code":"#, other.number(), ids);
        }
        if let Finding::Replaced { name, .. } = self {
            push_text(json, br#","other_name":"#, name);
        }
        if let Finding::Reused { grade, .. } = self {
            push_plain(json, br#","reuse":"#, grade.as_str().as_bytes());
        }
        json.push(b'}');
    }
}

impl Addition {
    fn push_json(&self, json: &mut Vec<u8>, ids: IdFormat) {
        push_plain(json, br#"{"date":"#, &self.date.iso());
        push_plain(json, br#","kind":"#, self.kind.as_str().as_bytes());
        push_id(json, br#","code":"#, self.code.number(), ids);
        if let Some(gtin) = self.gtin {
            gtin.with_text(|gtin| push_plain(json, br#","gtin":"#, gtin.as_bytes()));
        }
        push_text(json, br#","name":"#, &self.name);
        if let Some(vmp) = self.vmp {
            push_id(json, br#","vmp":"#, vmp.number(), ids);
        }
        json.push(b'}');
    }
}
