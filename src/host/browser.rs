//! The module for browsers and Node: the core, with JavaScript values as results.
//!
//! `npm/core.js` is its counterpart: it fetches the bytes, and converts the errors that are thrown here into
//! classes. The Worker is built with this host, too: its `/mcp` calls the same methods.

#![expect(
    missing_docs,
    clippy::missing_errors_doc,
    reason = "npm/types/core.d.ts documents the JavaScript interface"
)]

mod records;

use std::borrow::Cow;

use js_sys::Uint8Array;
use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::wasm_bindgen;

use super::thrown;
use crate::api;
use crate::concept::Property;
use crate::dataset::{self, Dataset, OpenError, PackNumber};
use crate::date::Date;
use crate::gs1::{self, ScanRecord};
use crate::gtin::{Gtin, GtinError};
use crate::history::History;
use crate::json::{IdFormat, Object, push_array};
use crate::lookup::{self, Found, UseRecord};
use crate::pack::{Pack, Status};
use crate::search::groups::{self, FacetSelection, Group};
use crate::search::{self, Filters, Order, Query};
use crate::snomed::{AmppId, ConceptId};
use records::{JsFound, JsGroup, JsGrouped, push_json, push_not_found, push_use, to_js};

/// The bytes of a dataset with the views into them. JavaScript drops both together.
#[allow(unsafe_code, reason = "only the macro of `self_cell` writes unsafe code")]
mod owned {
    use crate::dataset::Dataset;

    self_cell::self_cell!(
        pub(super) struct OwnedDataset {
            owner: Vec<u8>,
            #[covariant]
            dependent: Dataset,
        }
    );
}
use owned::OwnedDataset;

/// Where the bytes of a dataset are.
enum Source {
    Owned(OwnedDataset),
    #[cfg(feature = "worker")]
    BuiltIn(&'static [u8], &'static Dataset<'static>),
}

#[wasm_bindgen]
pub struct Packs {
    source: Source,
    history: Option<Cow<'static, History>>,
    old_after: Option<u32>,
    base_path: String,
    ids: IdFormat,
}

#[wasm_bindgen]
impl Packs {
    pub fn open(bytes: Vec<u8>, verify: bool) -> Result<Packs, JsValue> {
        let owned = OwnedDataset::try_new(bytes, |bytes| match verify {
            true => dataset::verify(bytes),
            false => Dataset::open(bytes),
        });
        let packs = owned.map(|owned| Packs {
            source: Source::Owned(owned),
            history: None,
            old_after: None,
            base_path: String::new(),
            ids: IdFormat::Number,
        });
        packs.map_err(|error: OpenError| thrown("DatasetError", error.reason(), &error))
    }

    /// Adds the history of the dataset. Without it, nobody knows what changed.
    #[wasm_bindgen(js_name = addHistory)]
    pub fn add_history(&mut self, bytes: &[u8]) -> Result<(), JsValue> {
        let history = History::of_dataset(bytes, self.dataset());
        let history = history.map_err(|error| thrown("PackLookupError", error.reason(), &error))?;
        self.history = Some(Cow::Owned(history));
        Ok(())
    }

    /// Decides the age in days from which on the data are old.
    #[wasm_bindgen(js_name = setOldAfter)]
    pub fn set_old_after(&mut self, days: u32) {
        self.old_after = Some(days);
    }

    /// Sets the path under which clients reach the interface.
    #[wasm_bindgen(js_name = setBasePath)]
    pub fn set_base_path(&mut self, path: String) {
        self.base_path = path;
    }

    /// Makes `respond` write codes as texts.
    #[wasm_bindgen(js_name = setIdsAsText)]
    pub fn set_ids_as_text(&mut self) {
        self.ids = IdFormat::String;
    }

    pub fn verify(&self) -> bool {
        dataset::verify(self.bytes()).is_ok()
    }

    pub fn gtin(&self, code: &str) -> Result<Option<Vec<u8>>, JsValue> {
        self.latest_json(code, IdFormat::String)
    }

    #[wasm_bindgen(js_name = gtinJson)]
    pub fn gtin_json(&self, code: &str) -> Result<Option<Vec<u8>>, JsValue> {
        self.latest_json(code, self.ids)
    }

    /// Looks up two or more codes. It never throws, so that an invalid code does not affect the others.
    #[wasm_bindgen(js_name = lookUpMany)]
    pub fn look_up_many(&self, codes: Vec<String>) -> Vec<u8> {
        let mut json = Vec::with_capacity(1024 * codes.len());
        push_array(&mut json, &codes, |code, json| self.push_looked_up(json, code));
        json
    }

    pub fn pack(&self, pack_id: &str) -> Option<Vec<u8>> {
        self.pack_json(self.find(pack_id)?)
    }

    /// Finds the pack at an index in name order.
    #[wasm_bindgen(js_name = packAt)]
    pub fn pack_at(&self, place: u32) -> Option<Vec<u8>> {
        self.pack_json(PackNumber(place))
    }

    pub fn uses(&self, code: &str, on: Option<String>) -> Result<Vec<u8>, JsValue> {
        let gtin = parse_gtin(code)?;
        let on = on.as_deref().map(parse_day).transpose()?;
        let mut uses = lookup::uses(self.dataset(), gtin);
        uses.retain(|one| on.is_none_or(|day| one.is_valid_on(day)));
        let uses: Vec<UseRecord> = uses.iter().filter_map(|one| UseRecord::of(self.dataset(), one)).collect();
        let mut json = Vec::new();
        push_array(&mut json, &uses, push_use);
        Ok(json)
    }

    pub fn reuse(&self, code: &str) -> Result<Option<String>, JsValue> {
        let grade = lookup::reuse(self.dataset(), parse_gtin(code)?);
        Ok(grade.map(|grade| grade.as_str().to_owned()))
    }

    /// Searches, and writes JSON as [`Packs::found_json`] makes it. `filters` are pairs of the key of a
    /// property and a value.
    pub fn search(
        &self,
        text: &str,
        limit: u32,
        offset: u32,
        current_only: bool,
        by_relevance: bool,
        filters: Vec<String>,
    ) -> Result<Vec<u8>, JsValue> {
        let order = if by_relevance { Order::Relevance } else { Order::Name };
        let (limit, offset) = (limit as usize, offset as usize);
        let filters = self.filters_of(filters)?;
        let query = Query { text, limit, offset, current_only, order, filters: &filters };
        Ok(self.found_json(&search::search(self.dataset(), &query)))
    }

    /// Writes the concepts as JSON with ids as texts. JavaScript parses it faster than values can be created
    /// here.
    pub fn concepts(&self, code: &str) -> Result<Option<Vec<u8>>, JsValue> {
        let Some(id) = self.concept_id(code)? else { return Ok(None) };
        let concepts = lookup::concepts_of(self.dataset(), id);
        Ok(concepts.map(|concepts| concepts.to_json(IdFormat::String)))
    }

    /// Writes the packs as JSON, as [`Packs::found_json`] makes it.
    #[wasm_bindgen(js_name = packsOf)]
    pub fn packs_of(
        &self,
        code: &str,
        limit: u32,
        offset: u32,
        current_only: bool,
    ) -> Result<Option<Vec<u8>>, JsValue> {
        let Some(id) = self.concept_id(code)? else { return Ok(None) };
        let (limit, offset) = (limit as usize, offset as usize);
        let query = Query { limit, offset, current_only, ..Query::new(code) };
        let found = search::find_concept(self.dataset(), &query, id);
        Ok(found.map(|found| self.found_json(&found)))
    }

    /// Searches groups. `chosen` are pairs of the name of a facet or the key of a property, and a value.
    #[wasm_bindgen(js_name = searchGroups)]
    pub fn search_groups(
        &self,
        text: &str,
        limit: u32,
        offset: u32,
        current_only: bool,
        by_relevance: bool,
        chosen: Vec<String>,
    ) -> Result<JsValue, JsValue> {
        let order = if by_relevance { Order::Relevance } else { Order::Name };
        let (limit, offset) = (limit as usize, offset as usize);
        let filters = self.filters_of(chosen.clone())?;
        let query = Query { text, limit, offset, current_only, order, filters: &filters };
        let found = groups::group(self.dataset(), &query, &selection_of(chosen));
        let groups = found.groups.iter().map(|group| self.js_group(group)).collect();
        Ok(to_js(&JsGrouped::of(&found, groups)))
    }

    /// Finds the status of a pack. It costs the lookup of the code, and three numbers.
    pub fn status(&self, pack_id: &str) -> JsValue {
        self.find(pack_id).map_or(JsValue::UNDEFINED, |number| to_js(&self.status_of(number)))
    }

    pub fn suggest(&self, text: &str, limit: u32) -> JsValue {
        to_js(&search::suggest(self.dataset(), text, limit as usize))
    }

    pub fn describe(&self, text: &str) -> JsValue {
        to_js(&search::describe(self.dataset(), text))
    }

    pub fn scan(&self, text: &str, today: &str) -> Result<JsValue, JsValue> {
        let today = parse_day(today)?;
        let scan = gs1::parse_scan(text).map_err(|error| thrown("ScanError", error.reason(), &error))?;
        Ok(to_js(&ScanRecord::of(&scan, today)))
    }

    /// Answers a request of the HTTP interface. `parts` are the fields of [`api::Request`] from
    /// `if_none_match` to `content_type`, empty if absent. `days` is the current day, in days since
    /// 1970-01-01.
    pub fn respond(
        &self,
        method: &str,
        path: &str,
        query: &str,
        parts: Vec<String>,
        body: &[u8],
        days: i32,
    ) -> Answer {
        let request = api::Request {
            method,
            path,
            query,
            if_none_match: part(&parts, 0),
            origin: part(&parts, 1),
            accept: part(&parts, 2),
            prefer: part(&parts, 3),
            content_type: part(&parts, 4),
            body,
        };
        let host = api::Host {
            today: Date::from_days(days),
            served_first: None,
            history: self.history.as_deref(),
            old_after: self.old_after,
            base_path: &self.base_path,
            ids: self.ids,
        };
        Answer(api::respond_on(self.dataset(), &request, host))
    }
}

impl Packs {
    /// Opens a dataset in the data segment of the module. It is read in place.
    #[cfg(feature = "worker")]
    pub(super) fn built_in(
        bytes: &'static [u8],
        dataset: &'static Dataset<'static>,
        history: Option<&'static History>,
    ) -> Self {
        Self {
            source: Source::BuiltIn(bytes, dataset),
            history: history.map(Cow::Borrowed),
            old_after: None,
            base_path: String::new(),
            ids: IdFormat::Number,
        }
    }

    fn dataset(&self) -> &Dataset<'_> {
        match &self.source {
            Source::Owned(owned) => owned.borrow_dependent(),
            #[cfg(feature = "worker")]
            Source::BuiltIn(_, dataset) => dataset,
        }
    }

    fn bytes(&self) -> &[u8] {
        match &self.source {
            Source::Owned(owned) => owned.borrow_owner(),
            #[cfg(feature = "worker")]
            Source::BuiltIn(bytes, _) => bytes,
        }
    }

    /// Parses the code of a concept. It throws if the dataset has no concepts: "no such code" would be wrong.
    fn concept_id(&self, code: &str) -> Result<Option<ConceptId>, JsValue> {
        match self.dataset().concepts() {
            Some(_) => Ok(ConceptId::parse(code.trim()).ok()),
            None => Err(thrown(
                "PackLookupError",
                "no_concepts",
                &"this dataset has packs alone, and no concepts",
            )),
        }
    }

    /// Writes packs as JSON with ids as texts. JavaScript parses it faster than values can be created here.
    fn found_json(&self, found: &search::Found) -> Vec<u8> {
        let statuses = found.packs.iter().map(|number| self.status_of(*number)).collect();
        let mut json = serde_json::to_vec(&JsFound::of(found, statuses)).unwrap_or_default();
        let mut object = Object::reopen(&mut json);
        object.array("packs", &self.packs(&found.packs), |pack, json| pack.push_json(json, IdFormat::String));
        object.close();
        json
    }

    /// Parses the filters of pairs of a property's key, which `npm/api/check.js` has checked, and a value.
    fn filters_of(&self, pairs: Vec<String>) -> Result<Filters, JsValue> {
        let mut filters = Filters::default();
        let mut pairs = pairs.into_iter();
        while let (Some(key), Some(value)) = (pairs.next(), pairs.next()) {
            if let Some(property) = Property::with_key(&key) {
                filters.add(property, &value);
            }
        }
        let checked = filters.check(self.dataset());
        checked.map_err(|error| thrown("PackLookupError", error.reason(), &error))?;
        Ok(filters)
    }

    fn find(&self, pack_id: &str) -> Option<PackNumber> {
        self.dataset().find(AmppId::parse(pack_id.trim()).ok()?)
    }

    fn latest_json(&self, code: &str, ids: IdFormat) -> Result<Option<Vec<u8>>, JsValue> {
        let latest = lookup::latest(self.dataset(), parse_gtin(code)?);
        let pack = latest.and_then(|one| self.dataset().pack(one.pack));
        Ok(pack.map(|pack| pack.to_json(ids)))
    }

    fn pack_json(&self, number: PackNumber) -> Option<Vec<u8>> {
        Some(self.dataset().pack(number)?.to_json(IdFormat::String))
    }

    fn push_looked_up(&self, json: &mut Vec<u8>, code: &str) {
        let Found { number, pack, packs, reuse, ended, .. } = match lookup::find(self.dataset(), code) {
            Ok(found) => found,
            Err(not_found) => return push_not_found(json, &not_found),
        };
        let mut object = Object::new(json);
        object.text("code", code.trim());
        object.number("packs", packs as u64);
        if let Some(reuse) = reuse {
            object.word("reuse", reuse.as_str());
        }
        if let Some(day) = ended {
            object.day("ended", day);
        }
        pack.push_json(object.value("pack"), IdFormat::String);
        push_json(object.value("status"), &self.status_of(number));
        object.close();
    }

    fn packs(&self, numbers: &[PackNumber]) -> Vec<Pack> {
        numbers.iter().filter_map(|number| self.dataset().pack(*number)).collect()
    }

    fn status_of(&self, number: PackNumber) -> Status {
        self.dataset().status(number)
    }

    fn js_group<'g>(&self, group: &'g Group) -> JsGroup<'g> {
        let ids = group.packs.iter().filter_map(|number| self.dataset().pack_id(*number));
        JsGroup::of(group, ids.map(|id| id.to_string()).collect())
    }
}

/// Reads a part of a request. Returns `None` if it is empty.
fn part(parts: &[String], place: usize) -> Option<&str> {
    let part = parts.get(place)?;
    if part.is_empty() { None } else { Some(part) }
}

/// Reads the chosen facet values among pairs of a name, which `npm/api/arguments.js` has checked, and a
/// value.
fn selection_of(pairs: Vec<String>) -> FacetSelection {
    let mut selection = FacetSelection::default();
    let mut pairs = pairs.into_iter();
    while let (Some(facet), Some(value)) = (pairs.next(), pairs.next()) {
        match facet.as_str() {
            "strength" => selection.strength.push(value),
            "form" => selection.form.push(value),
            "supplier" => selection.supplier.push(value),
            _ => {}
        }
    }
    selection
}

/// A response of the API, from which JavaScript makes a `Response`.
#[wasm_bindgen]
pub struct Answer(api::Response);

#[wasm_bindgen]
impl Answer {
    #[wasm_bindgen(getter)]
    pub fn status(&self) -> u16 {
        self.0.status
    }

    /// Pairs of name and value, as the constructor of `Headers` accepts them.
    #[wasm_bindgen(getter)]
    pub fn headers(&self) -> JsValue {
        to_js(&self.0.headers)
    }

    #[wasm_bindgen(getter)]
    pub fn body(&self) -> Uint8Array {
        Uint8Array::from(self.0.body.as_slice())
    }
}

fn parse_gtin(code: &str) -> Result<Gtin, JsValue> {
    Gtin::parse(code.trim()).map_err(|error: GtinError| thrown("GtinError", error.reason(), &error))
}

fn parse_day(day: &str) -> Result<Date, JsValue> {
    Date::parse(day).map_err(|error| js_sys::RangeError::new(&error.to_string()).into())
}
