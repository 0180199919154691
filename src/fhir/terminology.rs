//! The meaning of a code of dm+d, and the map between GTINs and packs.

use super::canonical::DMD_NAME;
use super::found::{parse_code, parse_gtin, unknown_system};
use super::medication::{push_coded, push_gtin_coded};
use super::{Asked, DMD, FhirError, GTIN, MAP, resource, unknown_code, warnings};
use crate::concept::{Kind, PackConcepts};
use crate::dataset::Dataset;
use crate::gtin::Gtin;
use crate::json::writer::Json;
use crate::lookup::{self, Use};
use crate::snomed::ConceptId;

/// Answers `/fhir/CodeSystem/$lookup`.
pub fn look_up(dataset: &Dataset<'_>, asked: &Asked<'_>) -> Result<Vec<u8>, FhirError> {
    asked.ignored(&["system", "code", "version", "property", "_format"])?;
    check_version(dataset, asked)?;
    let (system, code) = (asked.required("system")?, asked.required("code")?);
    check_system(system)?;
    let Some(mut concept) = Concept::of(dataset, parse_code(code)?) else {
        return Err(unknown_code(dataset, code));
    };
    let wanted = asked.values("property");
    if !wanted.is_empty() {
        concept.properties.retain(|property| wanted.contains(&property.name));
    }
    Ok(resource(dataset, asked.old_days, "Parameters", &|json| {
        json.list("parameter", &|json| {
            push_parameter(json, "name", &|json| json.text("valueString", DMD_NAME));
            push_parameter(json, "version", &|json| json.text("valueString", dataset.release()));
            push_parameter(json, "display", &|json| json.text("valueString", &concept.name));
            for property in &concept.properties {
                push_property(json, property);
            }
        });
    }))
}

/// Rejects a system other than dm+d.
pub(super) fn check_system(system: &str) -> Result<(), FhirError> {
    if system == DMD {
        return Ok(());
    }
    Err(FhirError::new(400, "not-supported", &format!("the system {system} is not supported; use {DMD}")))
}

/// Rejects a version other than the release.
pub(super) fn check_version(dataset: &Dataset<'_>, asked: &Asked<'_>) -> Result<(), FhirError> {
    check_release(dataset, asked.value("version")?)
}

/// Rejects a version, if there is one, that is not the release.
pub(super) fn check_release(dataset: &Dataset<'_>, version: Option<&str>) -> Result<(), FhirError> {
    let release = dataset.release();
    match version {
        Some(other) if other != release => {
            let text = format!("the version {other} is not available; this is {release}");
            Err(FhirError::new(404, "not-found", &text))
        }
        _ => Ok(()),
    }
}

/// The name of a code, and its properties.
struct Concept {
    name: String,
    properties: Vec<Property>,
}

/// A property of a code. The description belongs to a value that is a code of dm+d.
struct Property {
    name: &'static str,
    key: &'static str,
    value: String,
    description: String,
}

impl Concept {
    fn of(dataset: &Dataset<'_>, id: ConceptId) -> Option<Concept> {
        let replacement = replacement(dataset, id);
        let current = replacement.unwrap_or(id);
        let concepts = lookup::concepts_of(dataset, id).unwrap_or_default();
        let is_inactive = replacement.is_some() || concepts.invalid().iter().any(|(_, id)| *id == current);
        let mut properties = ancestors(concepts);
        let name;
        if let Some(pack) = lookup::pack_of(dataset, id) {
            let status = dataset.status(pack);
            name = dataset.name(pack);
            properties.insert(0, property("kind", "valueCode", Kind::Ampp.as_str()));
            properties.push(property("inactive", "valueBoolean", boolean(status.is_invalid)));
            properties.push(property("discontinued", "valueBoolean", boolean(status.is_discontinued)));
        } else {
            let place = properties.iter().position(|parent| parent.value == current.to_string())?;
            let own = properties.remove(place);
            name = own.description;
            properties.insert(0, property("kind", "valueCode", own.name));
            properties.push(property("inactive", "valueBoolean", boolean(is_inactive)));
        }
        if let Some(current) = replacement {
            properties.push(property("replaced-by", "valueCode", &current.to_string()));
        }
        Some(Concept { name, properties })
    }
}

fn property(name: &'static str, key: &'static str, value: &str) -> Property {
    Property { name, key, value: value.to_owned(), description: String::new() }
}

pub(super) fn boolean(value: bool) -> &'static str {
    if value { "true" } else { "false" }
}

/// What a person reads about a code.
pub(super) struct Display {
    pub name: String,
    pub is_inactive: bool,
    /// The code of its kind.
    pub kind: String,
}

/// Finds the display of a code for people, or `None` if the release lacks it.
pub(super) fn displayed(dataset: &Dataset<'_>, id: ConceptId) -> Option<Display> {
    let Concept { name, properties } = Concept::of(dataset, id)?;
    let is_inactive = properties.iter().any(|one| one.name == "inactive" && one.value == boolean(true));
    let kind = properties.into_iter().find(|one| one.name == "kind").map(|one| one.value);
    Some(Display { name, is_inactive, kind: kind.unwrap_or_default() })
}

/// Finds the code that a concept has now.
pub(super) fn current_id(dataset: &Dataset<'_>, id: ConceptId) -> ConceptId {
    replacement(dataset, id).unwrap_or(id)
}

/// Finds the current code of a concept that had this code before.
fn replacement(dataset: &Dataset<'_>, id: ConceptId) -> Option<ConceptId> {
    let concepts = dataset.concepts()?;
    if concepts.find(id).is_some() {
        return None;
    }
    let (current, _) = concepts.successor(id)?;
    Some(current)
}

fn ancestors(PackConcepts { amp, vmpp, vmp, vtm, .. }: PackConcepts) -> Vec<Property> {
    let mut ancestors = Vec::new();
    if let Some(amp) = amp {
        ancestors.push(ancestor(Kind::Amp, amp.id, amp.name));
    }
    if let Some(vmpp) = vmpp {
        ancestors.push(ancestor(Kind::Vmpp, vmpp.id, vmpp.name));
    }
    if let Some(vmp) = vmp {
        ancestors.push(ancestor(Kind::Vmp, vmp.id, vmp.name));
    }
    if let Some(vtm) = vtm {
        ancestors.push(ancestor(Kind::Vtm, vtm.id, vtm.name));
    }
    ancestors
}

fn ancestor(kind: Kind, id: ConceptId, name: String) -> Property {
    Property { description: name, ..property(kind.as_str(), "valueCode", &id.to_string()) }
}

pub(super) fn push_parameter(json: &mut Json, name: &str, value: &dyn Fn(&mut Json)) {
    json.item(&|json| {
        json.code("name", name);
        value(json);
    });
}

fn push_property(json: &mut Json, Property { name, key, value, description }: &Property) {
    push_parameter(json, "property", &|json| {
        json.list("part", &|json| {
            push_parameter(json, "code", &|json| json.code("valueCode", name));
            push_parameter(json, "value", &|json| match *key {
                "valueBoolean" => json.plain(key, value),
                _ => json.code(key, value),
            });
            if !description.is_empty() {
                push_parameter(json, "description", &|json| json.text("valueString", description));
            }
        });
    });
}

/// Answers `/fhir/ConceptMap/$translate`. The target is the system that is not given.
pub fn translate(dataset: &Dataset<'_>, asked: &Asked<'_>) -> Result<Vec<u8>, FhirError> {
    asked.ignored(&["url", "system", "code", "version", "targetsystem", "reverse", "_format"])?;
    check_version(dataset, asked)?;
    if let Some(url) = asked.value("url")?
        && url != MAP
    {
        return Err(FhirError::new(404, "not-found", &format!("the map {url} is not supported; use {MAP}")));
    }
    let (system, code) = (asked.required("system")?, asked.required("code")?);
    let target = asked.value("targetsystem")?;
    let (uses, other) = match system {
        GTIN => (lookup::uses(dataset, parse_gtin(code)?), DMD),
        DMD => (uses_of(dataset, parse_code(code)?), GTIN),
        _ => return Err(unknown_system(system)),
    };
    if let Some(target) = target
        && target != other
    {
        return Err(FhirError::new(
            400,
            "not-supported",
            &format!("the map from {system} has the target {other}, not {target}"),
        ));
    }
    Ok(translation(dataset, asked, &uses, other))
}

/// Lists the periods of a pack, the latest first.
fn uses_of(dataset: &Dataset<'_>, id: ConceptId) -> Vec<Use> {
    let Some(pack) = lookup::pack_of(dataset, id) else { return Vec::new() };
    let mut uses: Vec<Use> = dataset.gtin_entries(pack).map(|entry| Use { pack, entry }).collect();
    uses.reverse();
    uses
}

/// Writes the warnings about the GTINs of a translation, or why nothing matches.
fn message(dataset: &Dataset<'_>, uses: &[Use]) -> String {
    if uses.is_empty() {
        return "the map of this release has nothing for this code".to_owned();
    }
    let mut gtins: Vec<Gtin> = uses.iter().map(|one| one.entry.gtin.gtin()).collect();
    gtins.dedup();
    let mut texts = Vec::new();
    for gtin in gtins {
        for issue in warnings(dataset, gtin) {
            texts.push(issue.text);
        }
    }
    texts.join("; ")
}

fn translation(dataset: &Dataset<'_>, asked: &Asked<'_>, uses: &[Use], target: &str) -> Vec<u8> {
    let message = message(dataset, uses);
    resource(dataset, asked.old_days, "Parameters", &|json| {
        json.list("parameter", &|json| {
            let is_found = boolean(!uses.is_empty());
            push_parameter(json, "result", &|json| json.plain("valueBoolean", is_found));
            if !message.is_empty() {
                push_parameter(json, "message", &|json| json.text("valueString", &message));
            }
            for one in uses {
                push_match(json, dataset, one, target);
            }
        });
    })
}

/// Writes a match. A GTIN is only related to the pack if its period has an end, or if other packs have
/// carried it.
fn push_match(json: &mut Json, dataset: &Dataset<'_>, one: &Use, target: &str) {
    let (start, end) = (one.entry.start_date, one.entry.end_date);
    let is_equivalent = end.is_none() && lookup::packs(dataset, one.entry.gtin.gtin()).len() == 1;
    let equivalence = if is_equivalent { "equivalent" } else { "relatedto" };
    push_parameter(json, "match", &|json| {
        json.list("part", &|json| {
            push_parameter(json, "equivalence", &|json| json.code("valueCode", equivalence));
            push_parameter(json, "concept", &|json| {
                json.object("valueCoding", &|json| push_side(json, dataset, one, target));
            });
            push_parameter(json, "source", &|json| json.code("valueUri", MAP));
            push_parameter(json, "period", &|json| {
                json.object("valuePeriod", &|json| {
                    json.code("start", &start.to_string());
                    if let Some(end) = end {
                        json.code("end", &end.to_string());
                    }
                });
            });
        });
    });
}

fn push_side(json: &mut Json, dataset: &Dataset<'_>, one: &Use, target: &str) {
    match (target, dataset.pack_id(one.pack)) {
        (DMD, Some(id)) => push_coded(json, DMD, id.number(), &dataset.name(one.pack)),
        _ => push_gtin_coded(json, one.entry.gtin),
    }
}
