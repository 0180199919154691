//! Bundles: pages of found resources, such as `/fhir/Medication?code=…`; and batches, lists of requests
//! that the server answers one by one.

use percent_encoding::{NON_ALPHANUMERIC, utf8_percent_encode};

use super::found::find;
use super::medication::Medication;
use super::request::{pairs_of, unsupported};
use super::{Asked, FhirError, Issue, push_issues, resource, warnings};
use crate::dataset::Dataset;
use crate::json::reader::{Value, read};
use crate::json::writer::Json;

/// The maximum number of requests in a batch.
const MAX_BATCH_ENTRIES: usize = 100;

/// The number of resources of a page, by default and at most.
const DEFAULT_COUNT: usize = 20;
const MAX_COUNT: usize = 100;
/// The supported parameters.
const PARAMS: &[&str] = &["code", "_id", "_count", "_offset", "_summary", "_format"];
/// The parameters that links to other pages keep.
const KEPT: [&str; 4] = ["code", "_id", "url", "version"];
/// The constants of FNV-1a.
const HASH_SEED: u64 = 0xcbf2_9ce4_8422_2325;
const HASH_FACTOR: u64 = 0x0100_0000_01b3;

/// A part of the resources that were found, as `_offset` and `_count` request it.
#[derive(Clone, Copy)]
pub struct Page {
    pub offset: usize,
    pub limit: usize,
}

impl Page {
    /// Reads the requested page. A page that would be too long gets an issue.
    pub fn of(asked: &Asked<'_>, issues: &mut Vec<Issue>) -> Result<Page, FhirError> {
        let count = asked.number("_count", DEFAULT_COUNT)?;
        let offset = asked.number("_offset", 0)?;
        let limit = match asked.value("_summary")? {
            Some("count") => 0,
            None | Some("false" | "true" | "text" | "data") => count.min(MAX_COUNT),
            Some(other) => {
                let text = format!("_summary={other} is not known; use count, or leave it out");
                return Err(FhirError::new(400, "value", &text));
            }
        };
        if count > MAX_COUNT {
            let text = format!("a page has at most {MAX_COUNT} packs, not {count}");
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

/// A request of a batch. If its parameters cannot be read, only this request fails, and the batch has answers
/// to the others.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    /// Its method.
    pub method: String,
    /// Its address, relative to the base or absolute.
    pub url: String,
    /// The names and values of its `Parameters` resource.
    pub params: Result<Vec<(String, String)>, FhirError>,
}

/// Reads the requests of a batch.
///
/// # Errors
///
/// Returns [`FhirError`] if the body is not a `Bundle` of the type `batch`, or has too many requests.
pub fn parse_batch(json: &[u8]) -> Result<Vec<Entry>, FhirError> {
    let bundle = std::str::from_utf8(json).ok().and_then(read);
    let Some(bundle) = bundle.filter(|bundle| bundle.text("resourceType") == Some("Bundle")) else {
        return Err(FhirError::new(400, "structure", "the body must be a Bundle as JSON"));
    };
    match bundle.text("type") {
        Some("batch") => {}
        other => {
            let text =
                format!("a Bundle of the type {} is not supported; use batch", other.unwrap_or("(none)"));
            return Err(FhirError::new(400, "not-supported", &text));
        }
    }
    let Some(Value::List(entries)) = bundle.get("entry") else { return Ok(Vec::new()) };
    if entries.len() > MAX_BATCH_ENTRIES {
        let text = format!("a batch has at most {MAX_BATCH_ENTRIES} requests; split it into several");
        return Err(FhirError::new(400, "too-costly", &text));
    }
    Ok(entries.iter().map(entry).collect())
}

fn entry(entry: &Value) -> Entry {
    let field = |name| entry.get("request").and_then(|request| request.text(name)).unwrap_or_default();
    let params = match entry.get("resource") {
        Some(resource) => pairs_of(resource),
        None => Ok(Vec::new()),
    };
    Entry { method: field("method").to_owned(), url: field("url").to_owned(), params }
}

/// Writes the answers of a batch, in the order of its requests.
pub fn batch_response(
    dataset: &Dataset<'_>,
    old_days: Option<u32>,
    answers: &[Result<Vec<u8>, FhirError>],
) -> Vec<u8> {
    resource(dataset, old_days, "Bundle", &|json| {
        json.code("type", "batch-response");
        json.list("entry", &|json| {
            for answer in answers {
                json.item(&|json| push_answer(json, dataset, old_days, answer));
            }
        });
    })
}

fn push_answer(
    json: &mut Json,
    dataset: &Dataset<'_>,
    old_days: Option<u32>,
    answer: &Result<Vec<u8>, FhirError>,
) {
    let (status, outcome) = match answer {
        Ok(resource) => {
            json.plain("resource", &String::from_utf8_lossy(resource));
            (200, None)
        }
        Err(refusal) => (refusal.status, Some(refusal.outcome(dataset, old_days))),
    };
    json.object("response", &|json| {
        json.code("status", &status.to_string());
        if let Some(outcome) = &outcome {
            json.plain("outcome", &String::from_utf8_lossy(outcome));
        }
    });
}
