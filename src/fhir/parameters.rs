//! The body of an operation: a `Parameters` resource.

use serde_json::Value;

use super::Refusal;

/// Returns the names and values of a `Parameters` resource, as a query has them. A coding becomes a system and
/// a code.
///
/// # Errors
///
/// Returns [`Refusal`] if the text is not such a resource.
pub fn parse(json: &[u8]) -> Result<Vec<(String, String)>, Refusal> {
    let resource: Option<Value> = serde_json::from_slice(json).ok();
    let resource = resource.filter(|resource| resource["resourceType"] == "Parameters");
    let wrong = || Refusal::new(400, "structure", "the body must be a Parameters resource as JSON");
    let resource = resource.ok_or_else(wrong)?;
    let mut pairs = Vec::new();
    for parameter in resource["parameter"].as_array().into_iter().flatten() {
        push_pairs(&mut pairs, parameter);
    }
    Ok(pairs)
}

fn push_pairs(pairs: &mut Vec<(String, String)>, parameter: &Value) {
    let name = parameter["name"].as_str().unwrap_or_default();
    for (key, value) in parameter.as_object().into_iter().flatten() {
        match (key.strip_prefix("value"), value) {
            (Some(_), Value::String(text)) => pairs.push((name.to_owned(), text.clone())),
            (Some(_), Value::Bool(_) | Value::Number(_)) => pairs.push((name.to_owned(), value.to_string())),
            (Some("Coding"), coding) => push_coding(pairs, coding),
            _ => {}
        }
    }
}

fn push_coding(pairs: &mut Vec<(String, String)>, coding: &Value) {
    for name in ["system", "version", "code"] {
        if let Some(text) = coding[name].as_str() {
            pairs.push((name.to_owned(), text.to_owned()));
        }
    }
}
