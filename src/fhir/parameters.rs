//! The body of an operation: a `Parameters` resource.

use super::FhirError;
use crate::json::reader::{Value, read};

/// Lists the names and values of a `Parameters` resource, as a query has them. A coding becomes a system, a
/// code and a display, `codingA` a `codeA`, and each coding of a `CodeableConcept` one value:
/// `system|code|display`.
///
/// # Errors
///
/// Returns [`FhirError`] if the text is not such a resource.
pub fn parse(json: &[u8]) -> Result<Vec<(String, String)>, FhirError> {
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
    use super::parse;

    #[test]
    fn flattens_parameters() {
        let body = r#"{"resourceType":"Parameters","parameter":[{"name":"reverse","valueBoolean":true},{"name":"coding","valueCoding":{"system":"s","code":"c"}},{"name":"part","part":[]},{"valueCode":"x"},1]}"#;
        let pair = |name: &str, value: &str| (name.to_owned(), value.to_owned());
        assert_eq!(
            parse(body.as_bytes()).unwrap_or_default(),
            [pair("reverse", "true"), pair("system", "s"), pair("code", "c")]
        );
        let body = r#"{"resourceType":"Parameters","parameter":[{"name":"codingA","valueCoding":{"system":"s","code":"1"}},{"name":"codingB","valueCoding":{"system":"s","code":"2"}},{"name":"codeableConcept","valueCodeableConcept":{"coding":[{"system":"s","code":"3","display":"d"},{"code":"4"}]}}]}"#;
        let expected = [pair("system", "s"), pair("codeA", "1"), pair("codeB", "2")]
            .into_iter()
            .chain([pair("codeableConcept", "s|3|d"), pair("codeableConcept", "|4|")]);
        assert_eq!(parse(body.as_bytes()).unwrap_or_default(), expected.collect::<Vec<_>>());
        for body in ["[]", "{\"parameter\":[]}", "\"Parameters\""] {
            assert!(parse(body.as_bytes()).is_err(), "{body}");
        }
    }
}
