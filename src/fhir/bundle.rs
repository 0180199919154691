//! `/fhir/Medication?code=…`: a page of packs.

use percent_encoding::{NON_ALPHANUMERIC, utf8_percent_encode};

use super::found::{Found, find};
use super::issue::{Issue, push_issues, warnings};
use super::medication::Medication;
use super::request::unsupported;
use super::{Asked, Refusal, resource};
use crate::dataset::Dataset;
use crate::gtin::Gtin;
use crate::json::writer::Json;

const STANDARD: usize = 20;
const MOST: usize = 100;
/// The supported parameters.
const PARAMS: &[&str] = &["code", "_id", "_count", "_offset", "_format"];
/// The constants of FNV-1a.
const HASH_SEED: u64 = 0xcbf2_9ce4_8422_2325;
const HASH_FACTOR: u64 = 0x0100_0000_01b3;

/// A part of the packs that were found.
#[derive(Clone, Copy)]
struct Page {
    offset: usize,
    limit: usize,
}

pub fn search(dataset: &Dataset<'_>, asked: &Asked<'_>) -> Result<Vec<u8>, Refusal> {
    let ignored = asked.ignored(PARAMS)?;
    let mut found = find(dataset, asked)?;
    let count = asked.number("_count", STANDARD)?;
    let page = Page { offset: asked.number("_offset", 0)?, limit: count.min(MOST) };
    let mut issues = std::mem::take(&mut found.issues);
    for gtin in &found.gtins {
        issues.extend(warnings(dataset, *gtin));
    }
    if !ignored.is_empty() {
        issues.push(Issue::warning("not-supported", unsupported(&ignored, ", and were ignored")));
    }
    if count > MOST {
        let text = format!("a page has at most {MOST} packs, not {count}");
        issues.push(Issue { severity: "information", code: "informational", text });
    }
    Ok(bundle(dataset, asked, &found, page, &issues))
}

fn bundle(dataset: &Dataset<'_>, asked: &Asked<'_>, found: &Found, page: Page, issues: &[Issue]) -> Vec<u8> {
    let next = Page { offset: page.offset + page.limit, ..page };
    resource(dataset, "Bundle", &|json| {
        json.code("type", "searchset");
        json.plain("total", &found.packs.len().to_string());
        json.list("link", &|json| {
            push_link(json, "self", asked, page);
            if next.offset < found.packs.len() && page.limit > 0 {
                push_link(json, "next", asked, next);
            }
        });
        json.list("entry", &|json| {
            for number in found.packs.iter().skip(page.offset).take(page.limit) {
                if let Some(medication) = Medication::of(dataset, *number) {
                    push_medication(json, asked, &medication, &found.gtins);
                }
            }
            push_outcome(json, issues);
        });
    })
}

fn push_medication(json: &mut Json, asked: &Asked<'_>, medication: &Medication<'_>, gtins: &[Gtin]) {
    let url = match asked.base() {
        (base, true) => format!("{base}/Medication/{}", medication.id()),
        (_, false) => String::new(),
    };
    push_entry(json, &url, "match", &|json| {
        json.code("resourceType", "Medication");
        medication.push_fields(json, gtins);
    });
}

fn push_entry(json: &mut Json, full_url: &str, mode: &str, resource: &dyn Fn(&mut Json)) {
    json.item(&|json| {
        json.text("fullUrl", full_url);
        json.object("resource", resource);
        json.object("search", &|json| json.code("mode", mode));
    });
}

fn push_outcome(json: &mut Json, issues: &[Issue]) {
    if issues.is_empty() {
        return;
    }
    let mut texts = String::new();
    for issue in issues {
        texts.push_str(&issue.text);
    }
    push_entry(json, &urn(&texts), "outcome", &|json| {
        json.code("resourceType", "OperationOutcome");
        push_issues(json, issues);
    });
}

/// Returns an address for a resource that the server does not store: a UUID of version 8, from its text.
fn urn(text: &str) -> String {
    let (high, low) = (hash(text, HASH_SEED), hash(text, !HASH_SEED));
    let (time, node) = (high >> 32, low & 0xffff_ffff_ffff);
    let (middle, version, variant) =
        (high >> 16 & 0xffff, 0x8000 | high & 0xfff, 0x8000 | low >> 48 & 0x3fff);
    format!("urn:uuid:{time:08x}-{middle:04x}-{version:04x}-{variant:04x}-{node:012x}")
}

fn hash(text: &str, seed: u64) -> u64 {
    let mut hash = seed;
    for byte in text.bytes() {
        hash = (hash ^ u64::from(byte)).wrapping_mul(HASH_FACTOR);
    }
    hash
}

fn push_link(json: &mut Json, relation: &str, asked: &Asked<'_>, Page { offset, limit }: Page) {
    let mut url = format!("{}/Medication?", asked.base().0);
    for (name, value) in asked.params {
        if matches!(name.as_str(), "code" | "_id") {
            url.push_str(&format!("{name}={}&", utf8_percent_encode(value, NON_ALPHANUMERIC)));
        }
    }
    url.push_str(&format!("_count={limit}&_offset={offset}"));
    json.item(&|json| {
        json.code("relation", relation);
        json.code("url", &url);
    });
}
