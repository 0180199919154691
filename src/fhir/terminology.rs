//! The meaning of a code of dm+d, and the map between GTINs and packs.

use super::issue::warnings;
use super::json::Json;
use super::medication::{push_coded, push_gtin_coded};
use super::search::{parse_code, parse_gtin, unknown_system};
use super::{Asked, DMD, GTIN, MAP, Refusal, resource, unknown_code};
use crate::concept::{Kind, PackConcepts};
use crate::dataset::Dataset;
use crate::gtin::Gtin;
use crate::lookup::{self, Use};
use crate::snomed::ConceptId;

const NAME: &str = "NHS dictionary of medicines and devices (dm+d)";

/// Answers `/fhir/CodeSystem/$lookup`.
pub fn look_up(dataset: &Dataset<'_>, asked: &Asked<'_>) -> Result<Vec<u8>, Refusal> {
    asked.ignored(&["system", "code", "version", "property", "_format"])?;
    check_version(dataset, asked)?;
    let (system, code) = (asked.required("system")?, asked.required("code")?);
    if system != DMD {
        return Err(Refusal::new(
            400,
            "not-supported",
            &format!("the system {system} is not supported; use {DMD}"),
        ));
    }
    let concept = Concept::of(dataset, parse_code(code)?).ok_or_else(|| unknown_code(dataset, code))?;
    let properties = asked.values("property");
    let is_wanted = |name: &str| properties.is_empty() || properties.contains(&name);
    Ok(resource(dataset, "Parameters", &|json| {
        json.list("parameter", &|json| {
            push_parameter(json, "name", &|json| json.text("valueString", NAME));
            push_parameter(json, "version", &|json| json.text("valueString", dataset.release()));
            push_parameter(json, "display", &|json| json.text("valueString", &concept.name));
            for property in concept.properties.iter().filter(|property| is_wanted(property.name)) {
                push_property(json, property);
            }
        });
    }))
}

/// Rejects another version than that of the release.
fn check_version(dataset: &Dataset<'_>, asked: &Asked<'_>) -> Result<(), Refusal> {
    let release = dataset.release();
    let Some(other) = asked.value("version")?.filter(|version| *version != release) else { return Ok(()) };
    let text = format!("the version {other} is not available; this is {release}");
    Err(Refusal::new(404, "not-found", &text))
}

/// The name of a code, and its properties.
struct Concept {
    name: String,
    properties: Vec<Property>,
}

/// A property of a code. The description is that of a value that is a code of dm+d.
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
        let mut above = ancestors(concepts);
        let pack = lookup::pack_of(dataset, id);
        let (kind, name) = match pack {
            Some(pack) => (Kind::Ampp.as_str(), dataset.name(pack)),
            None => {
                let place = above.iter().position(|parent| parent.value == current.to_string())?;
                let Property { name, description, .. } = above.remove(place);
                (name, description)
            }
        };
        above.insert(0, property("kind", "valueCode", kind));
        let status = pack.map(|pack| dataset.status(pack));
        let is_inactive = status.map_or(is_inactive, |status| status.is_invalid);
        above.push(property("inactive", "valueBoolean", boolean(is_inactive)));
        if let Some(status) = status {
            above.push(property("discontinued", "valueBoolean", boolean(status.is_discontinued)));
        }
        above.extend(replacement.map(|id| property("replaced-by", "valueCode", &id.to_string())));
        Some(Concept { name, properties: above })
    }
}

fn property(name: &'static str, key: &'static str, value: &str) -> Property {
    Property { name, key, value: value.to_owned(), description: String::new() }
}

fn boolean(value: bool) -> &'static str {
    if value { "true" } else { "false" }
}

/// Returns the current code of a concept that had this code before.
fn replacement(dataset: &Dataset<'_>, id: ConceptId) -> Option<ConceptId> {
    let concepts = dataset.concepts()?;
    if concepts.find(id).is_some() {
        return None;
    }
    let (current, _) = concepts.successor(id)?;
    Some(current)
}

fn ancestors(PackConcepts { amp, vmpp, vmp, vtm, .. }: PackConcepts) -> Vec<Property> {
    let amp = amp.map(|amp| (Kind::Amp, amp.id, amp.name));
    let vmpp = vmpp.map(|vmpp| (Kind::Vmpp, vmpp.id, vmpp.name));
    let vmp = vmp.map(|vmp| (Kind::Vmp, vmp.id, vmp.name));
    let vtm = vtm.map(|vtm| (Kind::Vtm, vtm.id, vtm.name));
    let all = [amp, vmpp, vmp, vtm].into_iter().flatten();
    all.map(|(kind, id, name)| Property {
        description: name,
        ..property(kind.as_str(), "valueCode", &id.to_string())
    })
    .collect()
}

fn push_parameter(json: &mut Json, name: &str, value: &dyn Fn(&mut Json)) {
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
pub fn translate(dataset: &Dataset<'_>, asked: &Asked<'_>) -> Result<Vec<u8>, Refusal> {
    asked.ignored(&["url", "system", "code", "version", "targetsystem", "reverse", "_format"])?;
    check_version(dataset, asked)?;
    if let Some(url) = asked.value("url")?.filter(|url| *url != MAP) {
        return Err(Refusal::new(404, "not-found", &format!("the map {url} is not supported; use {MAP}")));
    }
    let (system, code) = (asked.required("system")?, asked.required("code")?);
    let target = asked.value("targetsystem")?;
    let (uses, other) = match system {
        GTIN => (lookup::uses(dataset, parse_gtin(code)?), DMD),
        DMD => (uses_of(dataset, parse_code(code)?), GTIN),
        _ => return Err(unknown_system(system)),
    };
    if let Some(target) = target.filter(|target| *target != other) {
        return Err(Refusal::new(
            400,
            "not-supported",
            &format!("the map from {system} has the target {other}, not {target}"),
        ));
    }
    Ok(translation(dataset, &uses, other))
}

/// Returns the periods of a pack, the latest first.
fn uses_of(dataset: &Dataset<'_>, id: ConceptId) -> Vec<Use> {
    let Some(pack) = lookup::pack_of(dataset, id) else { return Vec::new() };
    let mut uses: Vec<Use> = dataset.gtin_entries(pack).map(|entry| Use { pack, entry }).collect();
    uses.reverse();
    uses
}

/// Returns the warnings about the GTINs of a translation, or why there is no match.
fn message(dataset: &Dataset<'_>, uses: &[Use]) -> String {
    let mut gtins: Vec<Gtin> = uses.iter().map(|one| one.entry.gtin.gtin()).collect();
    gtins.dedup();
    let warnings = gtins.into_iter().flat_map(|gtin| warnings(dataset, gtin));
    let texts: Vec<String> = warnings.map(|issue| issue.text).collect();
    match uses {
        [] => "the map of this release has nothing for this code".to_owned(),
        _ => texts.join("; "),
    }
}

fn translation(dataset: &Dataset<'_>, uses: &[Use], target: &str) -> Vec<u8> {
    let message = message(dataset, uses);
    resource(dataset, "Parameters", &|json| {
        json.list("parameter", &|json| {
            let is_found = boolean(!uses.is_empty());
            push_parameter(json, "result", &|json| json.plain("valueBoolean", is_found));
            if !message.is_empty() {
                push_parameter(json, "message", &|json| json.text("valueString", &message));
            }
            uses.iter().for_each(|one| push_match(json, dataset, one, target));
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
                    json.text("end", &end.map(|day| day.to_string()).unwrap_or_default());
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
