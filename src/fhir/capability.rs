//! `/fhir/metadata`: the capability statement, and the terminology capabilities.

use super::{Asked, DMD, FhirError, resource};
use crate::dataset::Dataset;
use crate::json::writer::Json;

/// Answers with the statement that `mode` asks for.
pub fn answer(dataset: &Dataset<'_>, asked: &Asked<'_>) -> Result<Vec<u8>, FhirError> {
    asked.ignored(&["mode", "_format"])?;
    match asked.value("mode")? {
        None | Some("full" | "normative") => Ok(statement(dataset, asked)),
        Some("terminology") => Ok(terminology(dataset, asked)),
        Some(other) => {
            let text = format!("mode={other} is not known; use full, normative or terminology");
            Err(FhirError::new(400, "value", &text))
        }
    }
}

/// The parameters of `$expand`.
const EXPANSION: [&str; 6] = ["filter", "offset", "count", "activeOnly", "valueSetVersion", "system-version"];

fn terminology(dataset: &Dataset<'_>, asked: &Asked<'_>) -> Vec<u8> {
    resource(dataset, asked.old_days, "TerminologyCapabilities", &|json| {
        push_head(json, dataset, asked, "metadata?mode=terminology");
        json.list("codeSystem", &|json| {
            json.item(&|json| {
                json.code("uri", DMD);
                json.list("version", &|json| {
                    json.item(&|json| {
                        json.text("code", dataset.release());
                        json.plain("isDefault", "true");
                    });
                });
                json.plain("subsumption", "true");
            });
        });
        json.object("expansion", &|json| {
            json.plain("hierarchical", "false");
            json.plain("paging", "true");
            json.list("parameter", &|json| {
                for name in EXPANSION {
                    json.item(&|json| json.code("name", name));
                }
            });
        });
        json.code("codeSearch", "all");
        json.object("validateCode", &|json| json.plain("translations", "false"));
        json.object("translation", &|json| json.plain("needsMap", "false"));
    })
}

/// Writes what both statements begin with.
fn push_head(json: &mut Json, dataset: &Dataset<'_>, asked: &Asked<'_>, path: &str) {
    let (base, is_absolute) = asked.base();
    if is_absolute {
        json.text("url", &format!("{base}/{path}"));
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
}

fn statement(dataset: &Dataset<'_>, asked: &Asked<'_>) -> Vec<u8> {
    resource(dataset, asked.old_days, "CapabilityStatement", &|json| {
        push_head(json, dataset, asked, "metadata");
        json.code("fhirVersion", "4.0.1");
        json.list("format", &|json| json.code("", "json"));
        json.list("rest", &|json| {
            json.item(&|json| {
                json.code("mode", "server");
                json.list("resource", &push_resources);
                json.list("interaction", &|json| json.item(&|json| json.code("code", "batch")));
            });
        });
    })
}

fn push_resources(json: &mut Json) {
    push_resource(
        json,
        "Medication",
        &[("code", "clinical-code", "token"), ("_id", "Resource-id", "token")],
        &[],
    );
    push_canonical(json, "CodeSystem", &["lookup", "validate-code", "subsumes"]);
    push_canonical(json, "ValueSet", &["expand", "validate-code"]);
    push_canonical(json, "ConceptMap", &["translate"]);
}

fn push_canonical(json: &mut Json, kind: &str, operations: &[&str]) {
    let params = [
        ("url", "conformance-url", "uri"),
        ("version", "conformance-version", "token"),
        ("_id", "Resource-id", "token"),
    ];
    push_resource(json, kind, &params, operations);
}

/// Writes a type of resources: it is read and searched, by parameters with their definitions and types.
fn push_resource(json: &mut Json, kind: &str, params: &[(&str, &str, &str)], operations: &[&str]) {
    json.item(&|json| {
        json.code("type", kind);
        json.list("interaction", &|json| {
            json.item(&|json| json.code("code", "read"));
            json.item(&|json| json.code("code", "search-type"));
        });
        json.list("searchParam", &|json| {
            for (name, definition, kind) in params {
                json.item(&|json| {
                    json.code("name", name);
                    json.code("definition", &format!("http://hl7.org/fhir/SearchParameter/{definition}"));
                    json.code("type", kind);
                });
            }
        });
        json.list("operation", &|json| {
            for name in operations {
                json.item(&|json| {
                    json.code("name", name);
                    json.code(
                        "definition",
                        &format!("http://hl7.org/fhir/OperationDefinition/{kind}-{name}"),
                    );
                });
            }
        });
    });
}
