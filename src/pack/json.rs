//! The JSON of a record, written directly into bytes.
//!
//! A property test compares the bytes with the bytes of serde. A lookup spends most of its time here.

use super::{Component, GtinEntry, Pack, push_pack_url};
use crate::date::Date;
use crate::json::{
    IdFormat, push, push_array, push_id, push_number, push_optional_text, push_or_null, push_plain, push_text,
};

impl Pack {
    /// Writes the record as JSON.
    ///
    /// # Examples
    ///
    /// ```
    /// # let bytes = include!(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/common/doctest_dataset.rs"));
    /// use pack_lookup::dataset::{PackNumber, verify};
    /// use pack_lookup::json::IdFormat;
    ///
    /// let dataset = verify(&bytes)?;
    /// let pack = dataset.pack(PackNumber(0)).ok_or("the dataset is empty")?;
    /// let json: serde_json::Value = serde_json::from_slice(&pack.to_json(IdFormat::String))?;
    /// assert_eq!(json["pack_id"], pack.pack_id.to_string());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn to_json(&self, ids: IdFormat) -> Vec<u8> {
        let mut json = Vec::with_capacity(1024);
        self.push_json(&mut json, ids);
        json
    }

    /// Writes records as a JSON array.
    pub fn array_to_json(packs: &[Pack], ids: IdFormat) -> Vec<u8> {
        let mut json = Vec::with_capacity(1024 * packs.len() + 2);
        push_array(&mut json, packs, |pack, json| pack.push_json(json, ids));
        json
    }

    pub(crate) fn push_json(&self, json: &mut Vec<u8>, ids: IdFormat) {
        push_id(json, br#"{"pack_id":"#, self.pack_id.number(), ids);
        push_text(json, br#","name":"#, &self.name);
        push_text(json, br#","generic_pack_name":"#, &self.generic_pack_name);
        push_text(json, br#","generic_product_name":"#, &self.generic_product_name);
        push(json, br#","url":""#);
        push_pack_url(json, &self.name, self.pack_id);
        json.push(b'"');
        push_optional_text(json, br#","short_name":"#, self.short_name.as_deref());
        push_optional_text(json, br#","subpack":"#, self.subpack.as_deref());
        push_text(json, br#","legal_category":"#, &self.legal_category);
        let (flag, date) = self.dated().unzip();
        if let Some(flag) = flag {
            push_text(json, br#","discontinued":"#, flag);
        }
        push(json, br#","discontinued_date":"#);
        push_or_null(json, date, push_date);
        push(json, br#","gtin_codes":"#);
        push_array(json, &self.gtin_codes, GtinEntry::push_json);
        push(json, br#","prices":{"price":"#);
        push_or_null(json, self.prices.price_pence, push_pence);
        push(json, br#","price_prev":"#);
        push_or_null(json, self.prices.price_prev_pence, push_pence);
        push(json, if self.is_invalid { br#"},"invalid":1"# } else { br#"},"invalid":null"# });
        push(json, br#","comb_content":"#);
        push_array(json, &self.comb_content, |component, json| component.push_json(json, ids));
        json.push(b'}');
    }
}

fn push_date(json: &mut Vec<u8>, date: Date) {
    push_plain(json, b"", &date.iso());
}

fn push_pence(json: &mut Vec<u8>, pence: u32) {
    push_number(json, pence.into());
}

impl GtinEntry {
    fn push_json(&self, json: &mut Vec<u8>) {
        self.gtin.with_text(|gtin| push_plain(json, br#"{"gtin":"#, gtin.as_bytes()));
        push_plain(json, br#","start_date":"#, &self.start_date.iso());
        push(json, br#","end_date":"#);
        push_or_null(json, self.end_date, push_date);
        json.push(b'}');
    }
}

impl Component {
    fn push_json(&self, json: &mut Vec<u8>, ids: IdFormat) {
        push_id(json, br#"{"pack_id":"#, self.pack_id.number(), ids);
        push_text(json, br#","name":"#, &self.name);
        json.push(b'}');
    }
}
