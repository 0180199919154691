//! The results of the module, as JavaScript reads them.

use serde::Serialize;
use serde_wasm_bindgen::Serializer;
use wasm_bindgen::JsValue;

use crate::json::{IdFormat, Object};
use crate::lookup::{NotFound, UseRecord};
use crate::pack::Status;
use crate::search::groups::{Facets, Group, Grouped, Value};
use crate::search::{self, Available, Correction, Kind, NoMatch, Notice};

/// Found packs with what the search says of its query. Their records follow as JSON.
#[derive(Serialize)]
pub struct JsFound<'f> {
    kind: &'static str,
    total: u32,
    unfiltered: u32,
    corrections: Vec<JsCorrection<'f>>,
    relaxed: bool,
    available: &'f Available,
    no_match: Option<JsNoMatch<'f>>,
    notices: Vec<JsNotice<'f>>,
    statuses: Vec<Status>,
}

impl<'f> JsFound<'f> {
    pub fn of(found: &'f search::Found, statuses: Vec<Status>) -> JsFound<'f> {
        JsFound {
            kind: kind_name(found.kind),
            total: found.total as u32,
            unfiltered: found.unfiltered as u32,
            corrections: found.corrections.iter().map(js_correction).collect(),
            relaxed: found.is_relaxed,
            available: &found.available,
            no_match: js_no_match(found.no_match.as_ref()),
            notices: found.notices.iter().map(js_notice).collect(),
            statuses,
        }
    }
}

/// Groups of packs with what the search says of its query.
#[derive(Serialize)]
pub struct JsGrouped<'f> {
    kind: &'static str,
    total: u32,
    unfiltered: u32,
    chosen: u32,
    more: bool,
    corrections: Vec<JsCorrection<'f>>,
    relaxed: bool,
    available: &'f Available,
    no_match: Option<JsNoMatch<'f>>,
    notices: Vec<JsNotice<'f>>,
    products: u32,
    groups: Vec<JsGroup<'f>>,
    facets: JsFacets<'f>,
}

impl<'f> JsGrouped<'f> {
    pub fn of(found: &'f Grouped, groups: Vec<JsGroup<'f>>) -> JsGrouped<'f> {
        let Facets { strength, form, supplier } = &found.facets;
        JsGrouped {
            kind: kind_name(found.kind),
            total: found.total as u32,
            unfiltered: found.unfiltered as u32,
            chosen: found.chosen as u32,
            more: found.more,
            corrections: found.corrections.iter().map(js_correction).collect(),
            relaxed: found.is_relaxed,
            available: &found.available,
            no_match: js_no_match(found.no_match.as_ref()),
            notices: found.notices.iter().map(js_notice).collect(),
            products: found.products as u32,
            groups,
            facets: JsFacets { strength, form, supplier },
        }
    }
}

#[derive(Serialize)]
pub struct JsGroup<'f> {
    product: &'f str,
    brands: &'f [String],
    origin: &'static str,
    further: bool,
    packs: u32,
    suppliers: u32,
    sizes: &'f [String],
    pack_ids: Vec<String>,
}

impl<'g> JsGroup<'g> {
    pub fn of(group: &'g Group, pack_ids: Vec<String>) -> JsGroup<'g> {
        JsGroup {
            product: &group.product,
            brands: &group.brands,
            origin: group.origin.name(),
            further: group.is_further,
            packs: group.packs.len() as u32,
            suppliers: group.suppliers as u32,
            sizes: &group.sizes,
            pack_ids,
        }
    }
}

#[derive(Serialize)]
struct JsFacets<'f> {
    strength: &'f [Value],
    form: &'f [Value],
    supplier: &'f [Value],
}

#[derive(Serialize)]
struct JsCorrection<'f> {
    from: &'f str,
    to: &'f [String],
}

#[derive(Serialize)]
struct JsNotice<'f> {
    notice: &'static str,
    from: &'f str,
    to: &'f [String],
}

#[derive(Serialize)]
struct JsNoMatch<'f> {
    reason: &'static str,
    text: &'f str,
}

fn js_no_match(no_match: Option<&NoMatch>) -> Option<JsNoMatch<'_>> {
    no_match.map(|NoMatch { reason, text }| JsNoMatch { reason: reason.code(), text })
}

fn js_notice(notice: &Notice) -> JsNotice<'_> {
    JsNotice { notice: notice.kind.code(), from: &notice.written, to: &notice.names }
}

fn js_correction(correction: &Correction) -> JsCorrection<'_> {
    JsCorrection { from: &correction.written, to: &correction.replacements }
}

fn kind_name(kind: Kind) -> &'static str {
    match kind {
        Kind::Gtin(_) => "gtin",
        Kind::AmppId(_) => "ampp_id",
        Kind::Concept(kind, _) => kind.as_str(),
        Kind::Class(scheme) => scheme.as_str(),
        Kind::Name => "name",
        Kind::Filters => "filters",
    }
}

/// Converts a small record without ids. Records of packs are JSON: JavaScript parses it faster.
pub fn to_js(value: &impl Serialize) -> JsValue {
    value.serialize(&Serializer::json_compatible()).unwrap_or(JsValue::UNDEFINED)
}

/// Appends a record without ids as JSON. A record of texts, numbers and flags never fails to serialise.
pub fn push_json(json: &mut Vec<u8>, value: &impl Serialize) {
    let _ = serde_json::to_writer(json, value);
}

pub fn push_not_found(json: &mut Vec<u8>, not_found: &NotFound<'_>) {
    let mut object = Object::new(json);
    object.text("code", not_found.code);
    object.word("reason", not_found.reason());
    object.text("message", &not_found.to_string());
    object.close();
}

pub fn push_use(one: &UseRecord, json: &mut Vec<u8>) {
    push_json(json, &one.entry);
    let mut object = Object::reopen(json);
    one.pack.push_json(object.value("pack"), IdFormat::String);
    push_json(object.value("status"), &one.status);
    object.close();
}
