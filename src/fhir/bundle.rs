//! Pages of found resources, and `/fhir/Medication?code=…`: pages of packs.

use percent_encoding::{NON_ALPHANUMERIC, utf8_percent_encode};

use super::found::find;
use super::issue::{Issue, push_issues, warnings};
use super::medication::Medication;
use super::request::unsupported;
use super::{Asked, FhirError, resource};
use crate::dataset::Dataset;
use crate::json::writer::Json;

const STANDARD: usize = 20;
const MOST: usize = 100;
/// The supported parameters.
const PARAMS: &[&str] = &["code", "_id", "_count", "_offset", "_summary", "_format"];
/// The parameters that links to other pages keep.
const KEPT: [&str; 4] = ["code", "_id", "url", "version"];
/// The constants of FNV-1a.
const HASH_SEED: u64 = 0xcbf2_9ce4_8422_2325;
const HASH_FACTOR: u64 = 0x0100_0000_01b3;

/// A part of the resources that were found, as `_offset` and `_count` request it. It has 20 resources by
/// default, and at most 100.
#[derive(Clone, Copy)]
pub struct Page {
    pub offset: usize,
    pub limit: usize,
}

impl Page {
    /// Reads the requested page. A page that would be too long gets an issue.
    pub fn of(asked: &Asked<'_>, issues: &mut Vec<Issue>) -> Result<Page, FhirError> {
        let count = asked.number("_count", STANDARD)?;
        let offset = asked.number("_offset", 0)?;
        let limit = match asked.value("_summary")? {
            Some("count") => 0,
            None | Some("false" | "true" | "text" | "data") => count.min(MOST),
            Some(other) => {
                let text = format!("_summary={other} is not known; use count, or leave it out");
                return Err(FhirError::new(400, "value", &text));
            }
        };
        if count > MOST {
            let text = format!("a page has at most {MOST} packs, not {count}");
            issues.push(Issue { severity: "information", code: "informational", text });
        }
        Ok(Page { offset, limit })
    }
}

pub fn search(dataset: &Dataset<'_>, asked: &Asked<'_>) -> Result<Vec<u8>, FhirError> {
    let ignored = asked.ignored(PARAMS)?;
    let mut found = find(dataset, asked)?;
    let mut issues = std::mem::take(&mut found.issues);
    for gtin in &found.gtins {
        issues.extend(warnings(dataset, *gtin));
    }
    if !ignored.is_empty() {
        issues.push(Issue::warning("not-supported", unsupported(&ignored, ", and were ignored")));
    }
    if let Some(days) = asked.old_days {
        issues.push(Issue::warning("informational", dataset.old_notice(days)));
    }
    let page = Page::of(asked, &mut issues)?;
    Ok(bundle(dataset, asked, "Medication", found.packs.len(), page, &issues, &|json, entry| {
        for number in found.packs.iter().skip(page.offset).take(page.limit) {
            let Some(medication) = Medication::of(dataset, *number, asked.old_days) else { continue };
            entry(json, &medication.id().to_string(), &|json| {
                json.code("resourceType", "Medication");
                medication.push_fields(json, &found.gtins);
            });
        }
    }))
}

/// Writes an entry: its id, and the resource.
type PushEntry<'e> = dyn Fn(&mut Json, &str, &dyn Fn(&mut Json)) + 'e;

/// Builds a page of `total` resources of a type. `entries` writes the resources of the page.
pub fn bundle(
    dataset: &Dataset<'_>,
    asked: &Asked<'_>,
    kind: &str,
    total: usize,
    page: Page,
    issues: &[Issue],
    entries: &dyn Fn(&mut Json, &PushEntry<'_>),
) -> Vec<u8> {
    let next = Page { offset: page.offset + page.limit, ..page };
    let (base, is_absolute) = asked.base();
    let url = |id: &str| if is_absolute { format!("{base}/{kind}/{id}") } else { String::new() };
    resource(dataset, asked.old_days, "Bundle", &|json| {
        json.code("type", "searchset");
        json.plain("total", &total.to_string());
        json.list("link", &|json| {
            push_link(json, "self", kind, asked, page);
            if next.offset < total && page.limit > 0 {
                push_link(json, "next", kind, asked, next);
            }
        });
        json.list("entry", &|json| {
            entries(json, &|json, id, resource| push_entry(json, &url(id), "match", resource));
            push_outcome(json, issues);
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

/// Builds an address for a resource that the server does not store: a UUID of version 8, from its text.
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

fn push_link(json: &mut Json, relation: &str, kind: &str, asked: &Asked<'_>, Page { offset, limit }: Page) {
    let mut url = format!("{}/{kind}?", asked.base().0);
    for (name, value) in asked.params {
        if KEPT.contains(&name.as_str()) {
            url.push_str(&format!("{name}={}&", utf8_percent_encode(value, NON_ALPHANUMERIC)));
        }
    }
    url.push_str(&format!("_count={limit}&_offset={offset}"));
    json.item(&|json| {
        json.code("relation", relation);
        json.code("url", &url);
    });
}
