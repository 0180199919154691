//! The code system, value sets and concept map of the terminology operations: read, and found by their
//! addresses.

use super::bundle::{Page, bundle};
use super::request::unsupported;
use super::{Asked, DMD, FhirError, GTIN, Issue, MAP, resource};
use crate::concept::Kind;
use crate::dataset::Dataset;
use crate::json::writer::Json;

/// A resource that others name by its address. They are the code system of dm+d, a value set for each kind of
/// concept, and the map of GTINs.
pub struct Canonical {
    /// The type of the resource.
    pub resource: &'static str,
    pub id: &'static str,
    pub url: &'static str,
    title: &'static str,
    /// The kind of the concepts of a value set.
    pub kind: Option<Kind>,
}

/// The name of dm+d.
pub const DMD_NAME: &str = "NHS dictionary of medicines and devices (dm+d)";

const fn value_set(id: &'static str, url: &'static str, title: &'static str, kind: Kind) -> Canonical {
    Canonical { resource: "ValueSet", id, url, title, kind: Some(kind) }
}

/// All of them. The value sets have the addresses of the NHS Terminology Server.
pub const ALL: [Canonical; 7] = [
    Canonical { resource: "CodeSystem", id: "dmd", url: DMD, title: DMD_NAME, kind: None },
    value_set("VTM", "https://dmd.nhs.uk/ValueSet/VTM", "Therapeutic moieties (VTM)", Kind::Vtm),
    value_set("VMP", "https://dmd.nhs.uk/ValueSet/VMP", "Virtual products (VMP)", Kind::Vmp),
    value_set("VMPP", "https://dmd.nhs.uk/ValueSet/VMPP", "Virtual packs (VMPP)", Kind::Vmpp),
    value_set("AMP", "https://dmd.nhs.uk/ValueSet/AMP", "Products (AMP)", Kind::Amp),
    value_set("AMPP", "https://dmd.nhs.uk/ValueSet/AMPP", "Packs (AMPP)", Kind::Ampp),
    Canonical { resource: "ConceptMap", id: "gtin", url: MAP, title: "GTINs of packs", kind: None },
];

/// Answers `/fhir/ValueSet/<id>`, and the other two types.
pub fn read(dataset: &Dataset<'_>, asked: &Asked<'_>, kind: &str, id: &str) -> Result<Vec<u8>, FhirError> {
    asked.ignored(&["_format", "_summary"])?;
    let found = named(kind, id)?;
    Ok(resource(dataset, asked.old_days, found.resource, &|json| found.push_fields(json, dataset)))
}

/// Finds the resource of a type with an id.
pub fn named(kind: &str, id: &str) -> Result<&'static Canonical, FhirError> {
    let found = ALL.iter().find(|one| one.resource == kind && one.id == id);
    found.ok_or_else(|| {
        let ids: Vec<&str> = ALL.iter().filter(|one| one.resource == kind).map(|one| one.id).collect();
        FhirError::new(404, "not-found", &format!("{kind}/{id} does not exist; there is {}", ids.join(", ")))
    })
}

/// Answers `/fhir/ValueSet?url=<address>`, and the other two types.
pub fn search(dataset: &Dataset<'_>, asked: &Asked<'_>, kind: &str) -> Result<Vec<u8>, FhirError> {
    let params = ["url", "_id", "version", "_count", "_offset", "_summary", "_format"];
    let ignored = asked.ignored(&params)?;
    let (url, id, version) = (asked.value("url")?, asked.value("_id")?, asked.value("version")?);
    let mut found: Vec<&Canonical> = ALL.iter().filter(|one| one.resource == kind).collect();
    found.retain(|one| {
        url.is_none_or(|url| url == one.url)
            && id.is_none_or(|id| id == one.id)
            && version.is_none_or(|version| version == dataset.release())
    });
    let mut issues = Vec::new();
    if !ignored.is_empty() {
        issues.push(Issue::warning("not-supported", unsupported(&ignored, ", and were ignored")));
    }
    let page = Page::of(asked, &mut issues)?;
    Ok(bundle(dataset, asked, kind, found.len(), page, &issues, &|json, entry| {
        for one in found.iter().skip(page.offset).take(page.limit) {
            entry(json, one.id, &|json| {
                json.code("resourceType", one.resource);
                one.push_fields(json, dataset);
            });
        }
    }))
}

impl Canonical {
    fn push_fields(&self, json: &mut Json, dataset: &Dataset<'_>) {
        json.code("id", self.id);
        json.code("url", self.url);
        json.text("version", dataset.release());
        json.code("name", &["Dmd", self.id].concat());
        json.text("title", self.title);
        json.code("status", "active");
        json.plain("experimental", if dataset.is_demo() { "true" } else { "false" });
        json.code("date", &dataset.release_date().to_string());
        json.code("publisher", "NHS Business Services Authority");
        json.text("description", &format!("{}, release {}", self.title, dataset.release()));
        match (self.resource, self.kind) {
            (_, Some(kind)) => push_compose(json, kind),
            ("CodeSystem", _) => push_code_system(json, dataset),
            _ => {
                json.code("sourceUri", "https://dmd.nhs.uk/ValueSet/AMPP");
                json.code("targetUri", GTIN);
            }
        }
    }
}

fn push_compose(json: &mut Json, kind: Kind) {
    json.object("compose", &|json| {
        json.list("include", &|json| {
            json.item(&|json| {
                json.code("system", DMD);
                json.list("filter", &|json| {
                    json.item(&|json| {
                        json.code("property", "kind");
                        json.code("op", "=");
                        json.code("value", kind.as_str());
                    });
                });
            });
        });
    });
}

/// The properties of codes, as `$lookup` has them, with their types.
const PROPERTIES: [(&str, &str); 8] = [
    ("kind", "code"),
    ("amp", "code"),
    ("vmpp", "code"),
    ("vmp", "code"),
    ("vtm", "code"),
    ("inactive", "boolean"),
    ("discontinued", "boolean"),
    ("replaced-by", "code"),
];

fn push_code_system(json: &mut Json, dataset: &Dataset<'_>) {
    json.plain("caseSensitive", "true");
    json.plain("versionNeeded", "false");
    json.code("content", "not-present");
    let mut count = dataset.packs() as usize;
    if let Some(concepts) = dataset.concepts() {
        for kind in [Kind::Amp, Kind::Vmpp, Kind::Vmp, Kind::Vtm] {
            count += concepts.count(kind);
        }
    }
    json.plain("count", &count.to_string());
    json.list("filter", &|json| {
        json.item(&|json| {
            json.code("code", "kind");
            json.list("operator", &|json| json.code("", "="));
            json.code("value", "ampp, amp, vmpp, vmp or vtm");
        });
    });
    json.list("property", &|json| {
        for (code, kind) in PROPERTIES {
            json.item(&|json| {
                json.code("code", code);
                json.code("type", kind);
            });
        }
    });
}
