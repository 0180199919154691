//! Calls every query of the library on a dataset that may be damaged.
#![allow(dead_code)]

use std::collections::BTreeSet;

use pack_lookup::api::{Request, Response, respond};
use pack_lookup::concept::PackConcepts;
use pack_lookup::dataset::{Concepts, Dataset, PackNumber};
use pack_lookup::gtin::Gtin;
use pack_lookup::json::IdFormat;
use pack_lookup::lookup;
use pack_lookup::search::groups::{FacetSelection, group};
use pack_lookup::search::{Order, Query, search, suggest};
use pack_lookup::snomed::{AmppId, ConceptId};

const TEXTS: [&str; 12] =
    ["", "a", "#", "500mg", "amlodipine 5", "amlodapine", "5 tab", "zz", "28", "atc:J", "bnf:0", "J01CA04"];

/// Runs every query.
pub fn run_all(dataset: &Dataset<'_>) {
    for number in (0..dataset.packs()).chain([u32::MAX]).map(PackNumber) {
        dataset.name(number);
        dataset.product_name(number);
        dataset.status(number);
        dataset.gtin_entries(number).count();
        let Some(pack) = dataset.pack(number) else { continue };
        pack.to_json(IdFormat::String);
        dataset.find(pack.pack_id);
    }
    for text in TEXTS {
        search_text(dataset, text);
    }
    if let Some(concepts) = dataset.concepts() {
        read_concepts(dataset, &concepts);
    }
    let mut gtins: Vec<Gtin> =
        [0, 9_520_000_000_011, Gtin::END - 1].into_iter().filter_map(Gtin::new).collect();
    if let Some(pack) = dataset.pack(PackNumber(0)) {
        gtins.extend(pack.gtin_codes.first().map(|entry| entry.gtin.gtin()));
        get(dataset, &pack.url(), "");
        request_code(dataset, pack.pack_id);
    }
    for gtin in gtins {
        look_up(dataset, gtin);
    }
    get(dataset, "/api/about", "");
    get(dataset, "/med/ampp/pack.css", "");
}

fn look_up(dataset: &Dataset<'_>, gtin: Gtin) {
    lookup::uses(dataset, gtin);
    lookup::latest(dataset, gtin);
    get(dataset, &format!("/api/gtin/{:014}", gtin.number()), "");
    get(dataset, &format!("/med/gtin/{:014}", gtin.number()), "");
    let link = format!("/01/{:014}", gtin.with_right_check_digit().number());
    for query in ["", "linkType=linkset", "linkType=gs1:pip", "linkType=gs1:masterData"] {
        get(dataset, &link, query);
    }
}

/// Reads the concepts of every pack.
fn read_concepts(dataset: &Dataset<'_>, concepts: &Concepts<'_>) {
    for number in (0..dataset.packs().min(200)).chain([u32::MAX]).map(PackNumber) {
        let Some(of_pack) = concepts.of_pack(number) else { continue };
        of_pack.to_json(IdFormat::String);
        let PackConcepts { amp, vmpp, vmp, vtm, .. } = of_pack;
        let ids =
            [amp.map(|amp| amp.id), vmpp.map(|vmpp| vmpp.id), vmp.map(|vmp| vmp.id), vtm.map(|vtm| vtm.id)];
        for id in ids.into_iter().flatten().chain(ConceptId::new(999_999)) {
            let Some(place) = concepts.find(id) else { continue };
            concepts.ancestors(place);
            concepts.packs_at(place, dataset.pack_range());
        }
    }
    lookup::reuse_of(dataset, &(0..dataset.packs().min(20)).map(PackNumber).collect::<Vec<_>>());
}

fn request_code(dataset: &Dataset<'_>, id: AmppId) {
    get(dataset, &format!("/api/ampp/{id}"), "");
    get(dataset, &format!("/fhir/Medication/{id}"), "");
    get(dataset, "/fhir/ConceptMap/$translate", &format!("system=https://dmd.nhs.uk&code={id}"));
}

fn search_text(dataset: &Dataset<'_>, text: &str) {
    suggest(dataset, text, 8);
    for order in [Order::Name, Order::Relevance] {
        let query = Query { order, current_only: order == Order::Name, ..Query::new(text) };
        search(dataset, &query);
        let strength = vec!["500mg".to_owned()];
        group(dataset, &query, &FacetSelection { strength, ..FacetSelection::default() });
    }
    let query = text.replace(' ', "+").replace('#', "%23");
    get(dataset, "/api/search", &format!("q={query}&limit=100"));
    get(dataset, "/med/api/suggest", &format!("q={query}"));
}

fn get(dataset: &Dataset<'_>, path: &str, query: &str) {
    respond_checked(dataset, &Request::get(path, query));
}

/// Responds to a request, and checks that the response can be sent.
pub fn respond_checked(dataset: &Dataset<'_>, request: &Request<'_>) -> Response {
    let response = respond(dataset, request);
    assert!(
        matches!(response.status, 200 | 204 | 300 | 304 | 307 | 308 | 400 | 404 | 405 | 406 | 413 | 415),
        "{}",
        response.status
    );
    let mut names = BTreeSet::new();
    for (name, value) in &response.headers {
        assert!(names.insert(*name), "the header {name} occurs twice");
        assert!(is_printable(value), "{:?}", response.headers);
    }
    assert!(response.body.is_empty() || request.method != "HEAD");
    for (name, value) in &response.headers {
        assert!(
            *name != "Location"
                || value.starts_with('/')
                || request.origin.is_some_and(|origin| value.starts_with(origin))
        );
    }
    response
}

fn is_printable(value: &str) -> bool {
    value.bytes().all(|byte| matches!(byte, b' '..=b'~'))
}
