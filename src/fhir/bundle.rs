//! `/fhir/Medication?code=…`: the packs of a code.

use percent_encoding::{NON_ALPHANUMERIC, utf8_percent_encode};

use super::issue::{Issue, push_issues, warnings};
use super::json::Json;
use super::medication::Medication;
use super::{Asked, DMD, GTIN, Refusal};
use crate::dataset::{Dataset, PackNumber};
use crate::gtin::Gtin;
use crate::lookup;
use crate::search::{Query, of_concept};
use crate::snomed::ConceptId;

const STANDARD: usize = 20;
const MOST: usize = 100;
/// The supported parameters.
const PARAMS: &[&str] = &["code", "_count", "_offset", "_format"];
/// The constants of FNV-1a.
const HASH_SEED: u64 = 0xcbf2_9ce4_8422_2325;
const HASH_FACTOR: u64 = 0x0100_0000_01b3;

/// A page of packs, and the total number.
struct Page {
    packs: Vec<PackNumber>,
    total: usize,
}

pub fn search(dataset: &Dataset<'_>, asked: &Asked<'_>) -> Result<Vec<u8>, Refusal> {
    let (system, code) = token(asked.required("code")?)?;
    let query = Query {
        limit: asked.number("_count", STANDARD)?.min(MOST),
        offset: asked.number("_offset", 0)?,
        ..Query::new(code)
    };
    let mut gtins = Vec::new();
    let page = match system {
        GTIN => {
            let gtin = parse_gtin(code)?;
            gtins.push(gtin);
            of_gtin(dataset, gtin, &query)
        }
        DMD => of_code(dataset, parse_code(code)?, &query)?,
        _ => return Err(unknown_system(system)),
    };
    Ok(bundle(dataset, &page, &query, asked, &gtins))
}

pub fn unknown_system(system: &str) -> Refusal {
    Refusal::new(400, "not-supported", &format!("the system {system} is not supported; use {GTIN} or {DMD}"))
}

fn token(text: &str) -> Result<(&str, &str), Refusal> {
    let wrong = || {
        Refusal::new(400, "value", &format!("code must be <system>|<code>, with the system {GTIN} or {DMD}"))
    };
    let (system, code) = text.split_once('|').ok_or_else(wrong)?;
    if code.is_empty() { Err(wrong()) } else { Ok((system, code)) }
}

pub fn parse_gtin(code: &str) -> Result<Gtin, Refusal> {
    Gtin::parse(code).map_err(|error| Refusal::new(400, "value", &error.to_string()))
}

pub fn parse_code(code: &str) -> Result<ConceptId, Refusal> {
    ConceptId::parse(code).map_err(|error| Refusal::new(400, "value", &error.to_string()))
}

/// Returns every pack that has carried the GTIN, the latest use first.
fn of_gtin(dataset: &Dataset<'_>, gtin: Gtin, query: &Query<'_>) -> Page {
    let packs = lookup::packs(dataset, gtin);
    let total = packs.len();
    Page { packs: packs.into_iter().skip(query.offset).take(query.limit).collect(), total }
}

fn of_code(dataset: &Dataset<'_>, id: ConceptId, query: &Query<'_>) -> Result<Page, Refusal> {
    if let Some(pack) = lookup::pack_of(dataset, id) {
        let packs = Some(pack).into_iter().skip(query.offset).take(query.limit);
        return Ok(Page { packs: packs.collect(), total: 1 });
    }
    if dataset.concepts().is_none() {
        let text = "the data that are served have packs alone, and no concepts: only AMPP codes are known";
        return Err(Refusal::new(404, "not-supported", text));
    }
    let found = of_concept(dataset, query, id);
    Ok(found.map_or(Page { packs: Vec::new(), total: 0 }, |found| Page {
        packs: found.packs,
        total: found.total,
    }))
}

fn bundle(
    dataset: &Dataset<'_>,
    page: &Page,
    query: &Query<'_>,
    asked: &Asked<'_>,
    gtins: &[Gtin],
) -> Vec<u8> {
    let next = query.offset + query.limit;
    let issues = issues(dataset, asked, gtins);
    let (base, is_absolute) = asked.base();
    let url = |path: &str| if is_absolute { format!("{base}/{path}") } else { String::new() };
    Json::resource("Bundle", &|json| {
        json.code("type", "searchset");
        json.plain("total", &page.total.to_string());
        json.list("link", &|json| {
            push_link(json, "self", asked, query, query.offset);
            if next < page.total && query.limit > 0 {
                push_link(json, "next", asked, query, next);
            }
        });
        json.list("entry", &|json| {
            for medication in page.packs.iter().filter_map(|number| Medication::of(dataset, *number)) {
                let full_url = url(&format!("Medication/{}", medication.id()));
                push_entry(json, &full_url, "match", &|json| {
                    json.code("resourceType", "Medication");
                    medication.push_fields(json, gtins);
                });
            }
            push_outcome(json, &issues);
        });
    })
}

fn push_entry(json: &mut Json, full_url: &str, mode: &str, resource: &dyn Fn(&mut Json)) {
    json.item(&|json| {
        json.text("fullUrl", full_url);
        json.object("resource", resource);
        json.object("search", &|json| json.code("mode", mode));
    });
}

/// Returns what a client must know about the result.
fn issues(dataset: &Dataset<'_>, asked: &Asked<'_>, gtins: &[Gtin]) -> Vec<Issue> {
    let mut issues: Vec<Issue> = gtins.iter().flat_map(|gtin| warnings(dataset, *gtin)).collect();
    let unknown = asked.unknown(PARAMS);
    if !unknown.is_empty() {
        let text = format!("these parameters are not supported, and were ignored: {}", unknown.join(", "));
        issues.push(Issue::warning("not-supported", text));
    }
    issues
}

fn push_outcome(json: &mut Json, issues: &[Issue]) {
    if issues.is_empty() {
        return;
    }
    let texts: String = issues.iter().map(|issue| issue.text.as_str()).collect();
    push_entry(json, &urn(&texts), "outcome", &|json| {
        json.code("resourceType", "OperationOutcome");
        push_issues(json, issues);
    });
}

/// Returns an address for a resource that the server does not store: a UUID of version 8, from its text.
fn urn(text: &str) -> String {
    let [high, low] = [HASH_SEED, !HASH_SEED]
        .map(|seed| text.bytes().fold(seed, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(HASH_FACTOR)));
    let (time, node) = (high >> 32, low & 0xffff_ffff_ffff);
    let (middle, version, variant) =
        (high >> 16 & 0xffff, 0x8000 | high & 0xfff, 0x8000 | low >> 48 & 0x3fff);
    format!("urn:uuid:{time:08x}-{middle:04x}-{version:04x}-{variant:04x}-{node:012x}")
}

fn push_link(json: &mut Json, relation: &str, asked: &Asked<'_>, query: &Query<'_>, offset: usize) {
    let mut url = format!("{}/Medication?", asked.base().0);
    for (name, value) in asked.params.iter().filter(|(name, _)| name == "code") {
        url.push_str(&format!("{name}={}&", utf8_percent_encode(value, NON_ALPHANUMERIC)));
    }
    url.push_str(&format!("_count={}&_offset={offset}", query.limit));
    json.item(&|json| {
        json.code("relation", relation);
        json.code("url", &url);
    });
}
