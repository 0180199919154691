//! A request to the interface: its path, its parameters and the address of the host; and the body of an
//! operation, a `Parameters` resource.

use super::{FhirError, TYPE};
use crate::json::reader::{Value, read};
use crate::origin::is_origin;
use crate::text::has_only_digits;

/// The base path.
const PATH: &str = "/fhir";

/// A request, with its decoded path and parameters, and the headers that matter. `api` makes it, so this view
/// does not parse HTTP.
#[derive(Clone, Copy, Debug, Default)]
pub struct Asked<'a> {
    /// The decoded segments of the path after `/fhir`.
    pub path: &'a [&'a str],
    /// The decoded names and values of the parameters.
    pub params: &'a [(String, String)],
    /// The origin under which the client reaches the host: `https://example.org`. It may come from a header,
    /// so it is checked.
    pub origin: Option<&'a str>,
    /// The path under which the client reaches the interface, or an empty text.
    pub base_path: &'a str,
    /// The `Accept` header.
    pub accept: Option<&'a str>,
    /// The `Prefer` header.
    pub prefer: Option<&'a str>,
    /// The number of days since the release, if its data are old. Each resource has a tag with it.
    pub old_days: Option<u32>,
}

impl<'a> Asked<'a> {
    /// Reads the base of links, and whether it is absolute. Without a valid origin it is not.
    pub(super) fn base(&self) -> (String, bool) {
        let origin = self.origin.filter(|origin| is_origin(origin)).unwrap_or_default();
        ([origin, self.base_path, PATH].concat(), !origin.is_empty())
    }

    /// Reads the value of a parameter. Rejects a repeated parameter, because it is ambiguous.
    pub(super) fn value(&self, name: &str) -> Result<Option<&'a str>, FhirError> {
        match self.values(name).as_slice() {
            [] | [""] => Ok(None),
            [value] => Ok(Some(*value)),
            _ => Err(FhirError::new(400, "invalid", &format!("{name} is given more than once"))),
        }
    }

    pub(super) fn required(&self, name: &str) -> Result<&'a str, FhirError> {
        match self.value(name)? {
            Some(value) => Ok(value),
            None => Err(FhirError::new(400, "required", &format!("{name} is missing"))),
        }
    }

    /// Reports whether a parameter is true.
    pub(super) fn flag(&self, name: &str) -> Result<bool, FhirError> {
        match self.value(name)? {
            Some("true") => Ok(true),
            None | Some("false") => Ok(false),
            Some(_) => Err(FhirError::new(400, "value", &format!("{name} must be true or false"))),
        }
    }

    pub(super) fn number(&self, name: &str, standard: usize) -> Result<usize, FhirError> {
        let Some(text) = self.value(name)? else { return Ok(standard) };
        // `parse` would also accept a sign.
        match text.parse::<u32>() {
            Ok(number) if has_only_digits(text) => Ok(number as usize),
            _ => Err(FhirError::new(400, "value", &format!("{name} must be a whole number"))),
        }
    }

    /// Reads the values of a parameter that may be repeated.
    pub(super) fn values(&self, name: &str) -> Vec<&'a str> {
        let mut values = Vec::new();
        for (other, value) in self.params {
            if other == name {
                values.push(value.trim());
            }
        }
        values
    }

    /// Reads the names of the parameters that are ignored, because they are not known. A parameter without a
    /// value counts as absent.
    ///
    /// A modifier is rejected: without it, the result would be another one.
    pub(super) fn ignored(&self, known: &[&str]) -> Result<Vec<&'a str>, FhirError> {
        let mut names: Vec<&str> = Vec::new();
        for (name, value) in self.params {
            if !value.is_empty() && !known.contains(&name.as_str()) && !names.contains(&name.as_str()) {
                names.push(name);
            }
        }
        for name in &names {
            if let Some((unmodified, _)) = name.split_once(':')
                && known.contains(&unmodified)
            {
                let text = format!("{name} is not supported; use {unmodified} without a modifier");
                return Err(FhirError::new(400, "not-supported", &text));
            }
        }
        if self.is_strict() && !names.is_empty() {
            return Err(FhirError::new(400, "not-supported", &unsupported(&names, "")));
        }
        Ok(names)
    }

    /// Reports whether the client prefers an error over an ignored parameter.
    fn is_strict(&self) -> bool {
        let mut preferences = self.prefer.unwrap_or_default().split([',', ';']);
        preferences.any(|preference| preference.trim().eq_ignore_ascii_case("handling=strict"))
    }

    /// Checks that the client accepts JSON. `_format` overrides `Accept`.
    pub(super) fn check_format(&self) -> Result<(), FhirError> {
        if let Some(format) = self.value("_format")? {
            // In a form, a raw plus is a space.
            let is_json = format == "json" || is_json(&format.replace(' ', "+"));
            return if is_json {
                Ok(())
            } else {
                Err(FhirError::new(400, "not-supported", "_format must be json"))
            };
        }
        let accept = self.accept.unwrap_or_default().trim();
        match accept.is_empty() || accept.split(',').any(accepts_json) {
            true => Ok(()),
            false => Err(FhirError::new(406, "not-supported", &format!("the only format is {TYPE}"))),
        }
    }
}

/// Writes a message about parameters.
pub(super) fn unsupported(names: &[&str], effect: &str) -> String {
    format!("these parameters are not supported{effect}: {}", names.join(", "))
}

/// Reports whether a range of `Accept` contains JSON, with a weight above 0.
fn accepts_json(range: &str) -> bool {
    let mut parts = range.split(';').map(str::trim);
    let name = parts.next().unwrap_or_default();
    (matches!(name, "*/*" | "application/*") || is_json(name)) && !parts.any(is_weight_of_zero)
}

fn is_weight_of_zero(part: &str) -> bool {
    match part.strip_prefix("q=") {
        Some(weight) => weight.bytes().all(|byte| matches!(byte, b'0' | b'.')),
        None => false,
    }
}

/// Reports whether a media type is JSON. Its parameters are ignored.
pub fn is_json(media_type: &str) -> bool {
    let name = media_type.split(';').next().unwrap_or_default().trim();
    [TYPE, "application/json", "text/json"].iter().any(|json| json.eq_ignore_ascii_case(name))
}

/// Lists the names and values of a `Parameters` resource, as a query has them. A coding becomes a system, a
/// code and a display, `codingA` a `codeA`, and each coding of a `CodeableConcept` one value:
/// `system|code|display`.
///
/// # Errors
///
/// Returns [`FhirError`] if the text is not such a resource.
pub fn parse_parameters(json: &[u8]) -> Result<Vec<(String, String)>, FhirError> {
    match std::str::from_utf8(json).ok().and_then(read) {
        Some(resource) => pairs_of(&resource),
        None => Err(no_parameters()),
    }
}

/// Lists the names and values of a `Parameters` resource.
pub fn pairs_of(resource: &Value) -> Result<Vec<(String, String)>, FhirError> {
    if resource.text("resourceType") != Some("Parameters") {
        return Err(no_parameters());
    }
    let mut pairs = Vec::new();
    if let Some(Value::List(parameters)) = resource.get("parameter") {
        for parameter in parameters {
            push_pairs(&mut pairs, parameter);
        }
    }
    Ok(pairs)
}

fn no_parameters() -> FhirError {
    FhirError::new(400, "structure", "the body must be a Parameters resource as JSON")
}

fn push_pairs(pairs: &mut Vec<(String, String)>, parameter: &Value) {
    let (Value::Object(fields), Some(name)) = (parameter, parameter.text("name")) else { return };
    for (key, value) in fields {
        match value {
            _ if !key.starts_with("value") => {}
            Value::Text(text) | Value::Word(text) => pairs.push((name.to_owned(), text.clone())),
            coding if key == "valueCoding" => push_coding(pairs, name, coding),
            concept if key == "valueCodeableConcept" => push_concept(pairs, name, concept),
            _ => {}
        }
    }
}

fn push_coding(pairs: &mut Vec<(String, String)>, name: &str, coding: &Value) {
    let code = format!("code{}", name.strip_prefix("coding").unwrap_or_default());
    for (field, name) in
        [("system", "system"), ("version", "version"), ("code", &code), ("display", "display")]
    {
        let Some(text) = coding.text(field) else { continue };
        let pair = (name.to_owned(), text.to_owned());
        // Two codings of one system have it twice.
        if field == "code" || !pairs.contains(&pair) {
            pairs.push(pair);
        }
    }
}

fn push_concept(pairs: &mut Vec<(String, String)>, name: &str, concept: &Value) {
    let Some(Value::List(codings)) = concept.get("coding") else { return };
    for coding in codings {
        let field = |name| coding.text(name).unwrap_or_default();
        pairs.push((name.to_owned(), format!("{}|{}|{}", field("system"), field("code"), field("display"))));
    }
}

#[cfg(test)]
mod tests {
    use super::parse_parameters;

    #[test]
    fn flattens_parameters() {
        let body = r#"{"resourceType":"Parameters","parameter":[{"name":"reverse","valueBoolean":true},{"name":"coding","valueCoding":{"system":"s","code":"c"}},{"name":"part","part":[]},{"valueCode":"x"},1]}"#;
        let pair = |name: &str, value: &str| (name.to_owned(), value.to_owned());
        assert_eq!(
            parse_parameters(body.as_bytes()).unwrap_or_default(),
            [pair("reverse", "true"), pair("system", "s"), pair("code", "c")]
        );
        let body = r#"{"resourceType":"Parameters","parameter":[{"name":"codingA","valueCoding":{"system":"s","code":"1"}},{"name":"codingB","valueCoding":{"system":"s","code":"2"}},{"name":"codeableConcept","valueCodeableConcept":{"coding":[{"system":"s","code":"3","display":"d"},{"code":"4"}]}}]}"#;
        let expected = [pair("system", "s"), pair("codeA", "1"), pair("codeB", "2")]
            .into_iter()
            .chain([pair("codeableConcept", "s|3|d"), pair("codeableConcept", "|4|")]);
        assert_eq!(parse_parameters(body.as_bytes()).unwrap_or_default(), expected.collect::<Vec<_>>());
        for body in ["[]", "{\"parameter\":[]}", "\"Parameters\""] {
            assert!(parse_parameters(body.as_bytes()).is_err(), "{body}");
        }
    }
}
