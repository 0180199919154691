//! Whether a code is one of dm+d, and whether one code includes another.

use super::canonical::Canonical;
use super::expansion::asked_set;
use super::found::parse_code;
use super::terminology::{
    Display, boolean, check_release, check_system, check_version, current_id, displayed, push_parameter,
};
use super::{Asked, DMD, FhirError, resource, unknown_code};
use crate::dataset::Dataset;
use crate::json::writer::Json;
use crate::lookup;
use crate::snomed::ConceptId;

/// A coding of a question: its code, and its display if there is one.
struct Coding<'a> {
    code: &'a str,
    display: Option<&'a str>,
}

/// What is known of a coding.
struct Verdict {
    is_valid: bool,
    code: String,
    /// The name in the release, if it has the code.
    display: Option<String>,
    is_inactive: bool,
    message: String,
}

impl Verdict {
    fn invalid(message: String) -> Verdict {
        Verdict { is_valid: false, code: String::new(), display: None, is_inactive: false, message }
    }
}

/// Answers `/fhir/CodeSystem/$validate-code`: a code that the release lacks, or another display than its
/// name, is not valid. A code that is invalid, or that another one replaces, is still a code, and inactive.
pub fn validate_code(dataset: &Dataset<'_>, asked: &Asked<'_>) -> Result<Vec<u8>, FhirError> {
    asked.ignored(&["url", "system", "code", "version", "display", "codeableConcept", "_format"])?;
    check_version(dataset, asked)?;
    let system = match asked.value("url")? {
        Some(url) => Some(url),
        None => asked.value("system")?,
    };
    let codings = codings_of(asked, system)?;
    Ok(answer(dataset, asked, &codings, None))
}

/// Answers `/fhir/ValueSet/$validate-code`: a code of another kind than the value set's is not valid either.
/// `id` is the id of a value set in the path.
pub fn validate_in_set(
    dataset: &Dataset<'_>,
    asked: &Asked<'_>,
    id: Option<&str>,
) -> Result<Vec<u8>, FhirError> {
    asked.ignored(&SET_PARAMS)?;
    let set = asked_set(dataset, asked, id)?;
    check_release(dataset, asked.value("systemVersion")?)?;
    let system = match asked.value("system")? {
        None if asked.flag("inferSystem")? => Some(DMD),
        Some(other) if other != DMD => {
            let verdict = Verdict::invalid(format!("{} has codes of {DMD}, and none of {other}", set.url));
            return Ok(resource(dataset, asked.old_days, "Parameters", &|json| {
                push_verdict(json, dataset, &verdict)
            }));
        }
        system => system,
    };
    let codings = codings_of(asked, system)?;
    Ok(answer(dataset, asked, &codings, Some(set)))
}

const SET_PARAMS: [&str; 13] = [
    "url",
    "valueSetVersion",
    "system-version",
    "system",
    "systemVersion",
    "version",
    "inferSystem",
    "code",
    "display",
    "codeableConcept",
    "displayLanguage",
    "activeOnly",
    "_format",
];

/// Writes the verdict on the first valid coding, or else on the first one.
fn answer(
    dataset: &Dataset<'_>,
    asked: &Asked<'_>,
    codings: &[Coding<'_>],
    set: Option<&Canonical>,
) -> Vec<u8> {
    let mut verdicts = codings.iter().map(|coding| verdict(dataset, coding, set));
    let first = verdicts.next();
    let verdict = match first {
        Some(first) if !first.is_valid => verdicts.find(|other| other.is_valid).unwrap_or(first),
        Some(first) => first,
        None => no_coding(),
    };
    resource(dataset, asked.old_days, "Parameters", &|json| push_verdict(json, dataset, &verdict))
}

/// Lists the codings of dm+d in a question: one, or the codings of a `CodeableConcept`. Other systems are not
/// ours to judge.
fn codings_of<'a>(asked: &Asked<'a>, system: Option<&str>) -> Result<Vec<Coding<'a>>, FhirError> {
    let concept = asked.values("codeableConcept");
    if !concept.is_empty() {
        return Ok(concept.into_iter().filter_map(coding_in).collect());
    }
    check_system(system.ok_or_else(|| FhirError::new(400, "required", "system is missing"))?)?;
    Ok(vec![Coding { code: asked.required("code")?, display: asked.value("display")? }])
}

/// Reads `system|code|display`.
fn coding_in(text: &str) -> Option<Coding<'_>> {
    let (system, rest) = text.split_once('|')?;
    let (code, display) = rest.split_once('|')?;
    (system == DMD).then_some(Coding { code, display: Some(display).filter(|display| !display.is_empty()) })
}

fn no_coding() -> Verdict {
    Verdict::invalid(format!("no coding has the system {DMD}"))
}

fn verdict(
    dataset: &Dataset<'_>,
    &Coding { code, display }: &Coding<'_>,
    set: Option<&Canonical>,
) -> Verdict {
    let known = parse_code(code).ok().and_then(|id| displayed(dataset, id).map(|found| (id, found)));
    let Some((id, Display { name, is_inactive, kind })) = known else {
        return Verdict { code: code.to_owned(), ..Verdict::invalid(unknown_code(dataset, code).text) };
    };
    let mut messages = Vec::new();
    let is_named = display.is_none_or(|display| is_same_text(display, &name));
    if !is_named {
        messages.push(format!("the display of {code} is {name}"));
    }
    let set_url = set.filter(|set| set.kind.is_some_and(|wanted| wanted.as_str() != kind)).map(|set| set.url);
    if let Some(url) = set_url {
        messages.push(format!("{code} is of the kind {kind}, and not in the value set {url}"));
    }
    let current = current_id(dataset, id);
    if current != id {
        messages.push(format!("{code} was replaced by {current}"));
    } else if is_inactive {
        messages.push(format!("{code} is invalid in this release"));
    }
    Verdict {
        is_valid: is_named && set_url.is_none(),
        code: code.to_owned(),
        display: Some(name),
        is_inactive,
        message: messages.join("; "),
    }
}

/// Reports whether two texts differ at most in case and white space.
fn is_same_text(one: &str, other: &str) -> bool {
    let mut words = one.split_whitespace();
    let mut others = other.split_whitespace();
    words.by_ref().all(|word| others.next().is_some_and(|other| word.to_lowercase() == other.to_lowercase()))
        && others.next().is_none()
}

fn push_verdict(json: &mut Json, dataset: &Dataset<'_>, verdict: &Verdict) {
    json.list("parameter", &|json| {
        push_parameter(json, "result", &|json| json.plain("valueBoolean", boolean(verdict.is_valid)));
        if !verdict.message.is_empty() {
            push_parameter(json, "message", &|json| json.text("valueString", &verdict.message));
        }
        if let Some(display) = &verdict.display {
            push_parameter(json, "display", &|json| json.text("valueString", display));
            push_parameter(json, "inactive", &|json| {
                json.plain("valueBoolean", boolean(verdict.is_inactive))
            });
        }
        if !verdict.code.is_empty() {
            push_parameter(json, "system", &|json| json.code("valueUri", DMD));
            push_parameter(json, "code", &|json| json.text("valueCode", &verdict.code));
            push_parameter(json, "version", &|json| json.text("valueString", dataset.release()));
        }
    });
}

/// Answers `/fhir/CodeSystem/$subsumes`: a VTM includes its VMPs, these their VMPPs and AMPs, and these their
/// AMPPs.
pub fn subsumes(dataset: &Dataset<'_>, asked: &Asked<'_>) -> Result<Vec<u8>, FhirError> {
    asked.ignored(&["system", "codeA", "codeB", "version", "display", "_format"])?;
    check_version(dataset, asked)?;
    check_system(asked.required("system")?)?;
    let [one, other] = [known_id(dataset, asked, "codeA")?, known_id(dataset, asked, "codeB")?];
    let outcome = if one == other {
        "equivalent"
    } else if is_below(dataset, other, one) {
        "subsumes"
    } else if is_below(dataset, one, other) {
        "subsumed-by"
    } else {
        "not-subsumed"
    };
    Ok(resource(dataset, asked.old_days, "Parameters", &|json| {
        json.list("parameter", &|json| {
            push_parameter(json, "outcome", &|json| json.code("valueCode", outcome));
        });
    }))
}

fn known_id(dataset: &Dataset<'_>, asked: &Asked<'_>, name: &str) -> Result<ConceptId, FhirError> {
    let code = asked.required(name)?;
    let id = parse_code(code)?;
    match displayed(dataset, id) {
        Some(_) => Ok(current_id(dataset, id)),
        None => Err(unknown_code(dataset, code)),
    }
}

/// Reports whether a code has another one among its ancestors.
fn is_below(dataset: &Dataset<'_>, id: ConceptId, ancestor: ConceptId) -> bool {
    let above = lookup::concepts_of(dataset, id).unwrap_or_default();
    let ids = [
        above.amp.map(|amp| amp.id),
        above.vmpp.map(|vmpp| vmpp.id),
        above.vmp.map(|vmp| vmp.id),
        above.vtm.map(|vtm| vtm.id),
    ];
    id != ancestor && ids.contains(&Some(ancestor))
}
