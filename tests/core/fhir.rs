//! The expansion of value sets, compared with the concepts of the dataset and with searches.

use std::collections::BTreeSet;

use pack_lookup::concept::{Concepts, Kind};
use pack_lookup::dataset::{Dataset, verify};
use pack_lookup::fhir::{Asked, FhirError, answer};
use pack_lookup::pack::Pack;
use pack_lookup::search::{Order, Query, search};
use pack_lookup::snomed::AmppId;
use serde_json::Value;

use crate::cases;
use crate::common::write_with;
use crate::demo::default_import;

const KINDS: [(&str, Kind); 5] =
    [("VTM", Kind::Vtm), ("VMP", Kind::Vmp), ("VMPP", Kind::Vmpp), ("AMP", Kind::Amp), ("AMPP", Kind::Ampp)];

fn default_dataset() -> Vec<u8> {
    let import = default_import();
    write_with(import.packs.clone(), import.concepts.clone())
}

fn expand(dataset: &Dataset<'_>, id: &str, params: &[(&str, &str)]) -> Result<Value, FhirError> {
    let params: Vec<(String, String)> =
        params.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned())).collect();
    let path = ["ValueSet", id, "$expand"];
    let resource = answer(dataset, &Asked { path: &path, params: &params, ..Asked::default() })?;
    Ok(serde_json::from_slice(&resource).unwrap())
}

fn codes(value_set: &Value) -> Vec<String> {
    let contains = value_set["expansion"]["contains"].as_array().cloned().unwrap_or_default();
    contains.iter().map(|one| one["code"].as_str().unwrap().to_owned()).collect()
}

#[test]
fn the_pages_of_a_value_set_are_the_concepts_of_the_release() {
    let bytes = default_dataset();
    let dataset = verify(&bytes).unwrap();
    let tables = dataset.concepts().unwrap().to_tables();
    let expected = |kind| -> BTreeSet<String> {
        match kind {
            Kind::Ampp => tables.packs.iter().map(|(id, _)| id.to_string()).collect(),
            Kind::Amp => tables.amps.iter().map(|one| one.id.to_string()).collect(),
            Kind::Vmpp => tables.vmpps.iter().map(|one| one.id.to_string()).collect(),
            Kind::Vmp => tables.vmps.iter().map(|one| one.id.to_string()).collect(),
            Kind::Vtm => tables.vtms.iter().map(|one| one.id.to_string()).collect(),
        }
    };
    for (id, kind) in KINDS {
        let mut found = Vec::new();
        loop {
            let offset = found.len().to_string();
            let page = codes(&expand(&dataset, id, &[("count", "300"), ("offset", &offset)]).unwrap());
            if page.is_empty() {
                break;
            }
            found.extend(page);
        }
        assert_eq!(found.iter().cloned().collect::<BTreeSet<_>>(), expected(kind), "{id}");
        assert_eq!(found.len(), expected(kind).len(), "{id} has a code twice");
        assert_eq!(found, codes(&expand(&dataset, id, &[]).unwrap()), "{id}");
    }
}

/// A filter finds the concepts of the packs that a search finds, the best first, each once.
#[test]
fn a_filter_is_a_search() {
    let bytes = default_dataset();
    let dataset = verify(&bytes).unwrap();
    let concepts = dataset.concepts().unwrap();
    for text in ["amlodipine", "amlodipine 5mg", "amlodipnie", "tablets", "not oral", "9521001000017", "zzzz"]
    {
        let query = Query { limit: usize::MAX, order: Order::Relevance, ..Query::new(text) };
        let found = search(&dataset, &query);
        for (id, kind) in KINDS {
            let mut expected = Vec::new();
            for pack in &found.packs {
                let Some(place) = concepts.place_above(*pack, kind) else { continue };
                let code = concepts.coded(place).unwrap().code.to_string();
                if !expected.contains(&code) {
                    expected.push(code);
                }
            }
            let expanded = expand(&dataset, id, &[("filter", text)]).unwrap();
            let found_codes = codes(&expanded);
            assert!(found_codes.starts_with(&expected), "{id} {text}");
            assert_eq!(expanded["expansion"]["total"], found_codes.len(), "{id} {text}");
            for code in &found_codes[expected.len()..] {
                let query = Query { limit: 1, ..Query::new(code) };
                assert_eq!(search(&dataset, &query).total, 0, "{id} {text}: {code} has packs");
            }
            let is_doubtful = found.is_relaxed || found.is_corrected() || found.no_match.is_some();
            let told = expanded["expansion"]["parameter"].to_string().contains("\"message\"");
            assert!(told || !is_doubtful, "{id} {text}");
        }
    }
}

/// A search finds packs. A concept without any is found by the words of its name.
#[test]
fn a_concept_without_packs_is_found_by_its_name() {
    let packs = cases::fixture::packs();
    let concepts = cases::fixture::concepts(&packs);
    let rest: Vec<Pack> = packs.into_iter().filter(|pack| !pack.name.starts_with("Cetirizine")).collect();
    let mut concepts = concepts;
    concepts.packs.retain(|(id, _)| rest.iter().any(|pack| pack.pack_id == *id));
    let bytes = write_with(rest, Some(concepts));
    let dataset = verify(&bytes).unwrap();
    assert_eq!(search(&dataset, &Query::new("cetirizine")).total, 0);
    for (filter, expected) in [("cetirizine", 1), ("Cetir 10mg", 1), ("cetirizine 5mg", 0), ("etirizine", 0)]
    {
        let found = expand(&dataset, "VMP", &[("filter", filter)]).unwrap();
        assert_eq!(codes(&found).len(), expected, "{filter}");
    }
}

#[test]
fn an_answer_with_too_many_codes_needs_pages() {
    let first = &cases::fixture::packs()[0];
    let mut packs = Vec::new();
    for number in 1..=5_001_u64 {
        let id = AmppId::new(9_000_000_000_000_000 + number).unwrap();
        packs.push(Pack { pack_id: id, gtin_codes: Vec::new(), comb_content: Vec::new(), ..first.clone() });
    }
    let bytes = write_with(packs, Some(Concepts::default()));
    let dataset = verify(&bytes).unwrap();
    let refusal = expand(&dataset, "AMPP", &[]).unwrap_err();
    assert_eq!((refusal.status, refusal.code), (422, "too-costly"));
    assert_eq!(codes(&expand(&dataset, "AMPP", &[("offset", "1")]).unwrap()).len(), 5_000);
    assert_eq!(codes(&expand(&dataset, "AMPP", &[("count", "9999")]).unwrap()).len(), 5_000);
}
