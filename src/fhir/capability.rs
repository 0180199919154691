//! `/fhir/metadata`: the capability statement.

use super::{Asked, resource};
use crate::dataset::Dataset;
use crate::json::writer::Json;

pub fn statement(dataset: &Dataset<'_>, asked: &Asked<'_>) -> Vec<u8> {
    let (base, is_absolute) = asked.base();
    resource(dataset, "CapabilityStatement", &|json| {
        if is_absolute {
            json.text("url", &format!("{base}/metadata"));
        }
        json.code("version", env!("CARGO_PKG_VERSION"));
        json.code("name", "PackLookup");
        json.code("status", "active");
        json.code("date", &dataset.release_date().to_string());
        json.code("kind", "instance");
        json.object("software", &|json| {
            json.code("name", env!("CARGO_PKG_NAME"));
            json.code("version", env!("CARGO_PKG_VERSION"));
        });
        json.object("implementation", &|json| {
            let text = format!("Packs and GTINs of dm+d, release {}; read-only", dataset.release());
            json.text("description", &text);
            if is_absolute {
                json.text("url", &base);
            }
        });
        json.code("fhirVersion", "4.0.1");
        json.list("format", &|json| json.code("", "json"));
        json.list("rest", &|json| {
            json.item(&|json| {
                json.code("mode", "server");
                json.list("resource", &push_resources);
            });
        });
    })
}

fn push_resources(json: &mut Json) {
    json.item(&|json| {
        json.code("type", "Medication");
        json.list("interaction", &|json| {
            json.item(&|json| json.code("code", "read"));
            json.item(&|json| json.code("code", "search-type"));
        });
        json.list("searchParam", &|json| {
            push_search_param(json, "code", "clinical-code");
            push_search_param(json, "_id", "Resource-id");
        });
    });
    push_operations(json, "CodeSystem", &["lookup", "validate-code", "subsumes"]);
    push_operations(json, "ConceptMap", &["translate"]);
}

fn push_search_param(json: &mut Json, name: &str, definition: &str) {
    json.item(&|json| {
        json.code("name", name);
        json.code("definition", &format!("http://hl7.org/fhir/SearchParameter/{definition}"));
        json.code("type", "token");
    });
}

fn push_operations(json: &mut Json, resource: &str, names: &[&str]) {
    json.item(&|json| {
        json.code("type", resource);
        json.list("operation", &|json| {
            for name in names {
                json.item(&|json| {
                    json.code("name", name);
                    json.code(
                        "definition",
                        &format!("http://hl7.org/fhir/OperationDefinition/{resource}-{name}"),
                    );
                });
            }
        });
    });
}
