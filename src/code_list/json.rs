//! A checked list as JSON.

use super::{Addition, Checked, CodeList, Finding};
use crate::json::{IdFormat, Object};

impl CodeList<'_> {
    /// Writes the list as a JSON object: how many codes have each status, each code with its findings, and
    /// what came since.
    pub fn to_json(&self, ids: IdFormat) -> Vec<u8> {
        let mut json = Vec::new();
        let mut object = Object::new(&mut json);
        object.text("release", self.source.dataset.release());
        object.day_or_null("since", self.source.since);
        object.flag("complete", self.is_complete());
        let mut counts = Object::new(object.value("counts"));
        for (status, count) in self.counts() {
            counts.number(status, count as u64);
        }
        counts.close();
        object.array("codes", &self.codes, |code, json| code.push_json(json, ids));
        object.array("additions", &self.additions(), |addition, json| addition.push_json(json, ids));
        object.close();
        json
    }
}

impl Checked {
    fn push_json(&self, json: &mut Vec<u8>, ids: IdFormat) {
        let mut object = Object::new(json);
        object.text("code", &self.code);
        object.word_or_null("kind", self.kind.map(|kind| kind.as_str()));
        object.word("status", self.status());
        object.array("findings", &self.findings, |finding, json| finding.push_json(json, ids));
        object.text("name", &self.name);
        if let Some(pack) = self.pack {
            object.id("pack_id", pack.number(), ids);
        }
        object.close();
    }
}

impl Finding {
    fn push_json(&self, json: &mut Vec<u8>, ids: IdFormat) {
        let mut object = Object::new(json);
        object.word("finding", self.as_str());
        object.text("text", &self.in_words());
        if let Some(date) = self.date() {
            object.day("date", date);
        }
        if let Some(other) = self.other() {
            object.id("other_code", other.number(), ids);
        }
        if let Finding::Replaced { name, .. } = self {
            object.text("other_name", name);
        }
        if let Finding::Reused { grade, .. } = self {
            object.word("reuse", grade.as_str());
        }
        object.close();
    }
}

impl Addition {
    fn push_json(&self, json: &mut Vec<u8>, ids: IdFormat) {
        let mut object = Object::new(json);
        object.day("date", self.date);
        object.word("kind", self.kind.as_str());
        object.id("code", self.code.number(), ids);
        if let Some(gtin) = self.gtin {
            object.gtin("gtin", gtin);
        }
        object.text("name", &self.name);
        if let Some(vmp) = self.vmp {
            object.id("vmp", vmp.number(), ids);
        }
        object.close();
    }
}
