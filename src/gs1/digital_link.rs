//! GS1 Digital Link URIs: a GTIN and its attributes in a web address.

use std::borrow::Cow;
use std::iter;

use percent_encoding::percent_decode_str;

use super::ai::ApplicationIdentifier;
use super::element::{ElementString, position};
use super::error::ScanError;
use crate::text::is_whole_number;

/// Strips `http://` or `https://`. Returns `None` if the text is not a web address.
pub(super) fn strip_scheme(text: &str) -> Option<&str> {
    let (scheme, rest) = text.split_once("://")?;
    let is_web = scheme.eq_ignore_ascii_case("http") || scheme.eq_ignore_ascii_case("https");
    if is_web { Some(rest) } else { None }
}

/// Parses an address without its scheme. Any domain is valid, and any path before the key.
pub(super) fn read(address: &str) -> Result<Vec<ElementString>, ScanError> {
    let (address, _fragment) = address.split_once('#').unwrap_or((address, ""));
    let (path, query) = address.split_once('?').unwrap_or((address, ""));
    let (_domain, path) = path.split_once('/').ok_or(ScanError::NotADigitalLink)?;
    let mut elements = read_path(address, path.trim_end_matches('/'))?;
    for (ai, value) in query.split(['&', ';']).filter_map(attribute) {
        elements.push(read_element(address, ai, value)?);
    }
    Ok(elements)
}

/// The qualifiers of a GTIN, in their order in a path.
const QUALIFIERS: [&str; 3] = ["22", "10", "21"];
/// The qualifier that excludes all others: the serial number of a third party.
const THIRD_PARTY: &str = "235";

/// Parses the path and the query of a request to a resolver, which has the key at the start of its path.
///
/// A resolver must reject what the standard forbids, but what a scanner may read: qualifiers in another
/// order, attributes in the path, and unknown AIs in the query.
pub(super) fn read_request(path: &str, query: &str) -> Result<Vec<ElementString>, ScanError> {
    let address = format!("{path}?{query}");
    let elements = read(&address)?;
    if !has_ordered_qualifiers(path.trim_end_matches('/')) {
        return Err(ScanError::NotADigitalLink);
    }
    for name in query.split(['&', ';']).filter_map(|parameter| parameter.split('=').next()) {
        if is_unknown_ai(name) {
            return Err(ScanError::UnknownAi { position: path.len() + 1 + position(query, name) });
        }
    }
    Ok(elements)
}

/// Reports whether a name is reserved for an AI that does not exist.
fn is_unknown_ai(name: &str) -> bool {
    is_whole_number(name) && ApplicationIdentifier::parse(name).is_none()
}

/// Reports whether the qualifiers after the key are allowed together, in this order.
fn has_ordered_qualifiers(path: &str) -> bool {
    let mut names = path.split('/').skip(3).step_by(2);
    let mut allowed = QUALIFIERS.iter();
    match names.next() {
        None => true,
        Some(THIRD_PARTY) => names.next().is_none(),
        Some(first) => iter::once(first).chain(names).all(|name| allowed.any(|qualifier| *qualifier == name)),
    }
}

/// Parses the path in pairs from its end back to the key.
fn read_path(address: &str, path: &str) -> Result<Vec<ElementString>, ScanError> {
    let segments: Vec<_> = path.split('/').collect();
    let mut elements = Vec::new();
    for pair in segments.rchunks(2) {
        let &[name, value] = pair else { break };
        let ai = path_ai(name).ok_or(ScanError::NotADigitalLink)?;
        elements.push(read_element(address, ai, value)?);
        if ai.entry().is_key {
            elements.reverse();
            return Ok(elements);
        }
    }
    Err(ScanError::NotADigitalLink)
}

/// Parses an AI by its digits, or by its name in early versions of the standard.
fn path_ai(name: &str) -> Option<ApplicationIdentifier> {
    ApplicationIdentifier::parse(match name {
        "gtin" => "01",
        "cpv" => "22",
        "lot" => "10",
        "ser" => "21",
        digits => digits,
    })
}

/// Parses a query parameter whose name is an AI. Other parameters are not part of the standard.
fn attribute(parameter: &str) -> Option<(ApplicationIdentifier, &str)> {
    let (name, value) = parameter.split_once('=')?;
    Some((ApplicationIdentifier::parse(name)?, value))
}

fn read_element(address: &str, ai: ApplicationIdentifier, encoded: &str) -> Result<ElementString, ScanError> {
    let value = percent_decode_str(encoded).decode_utf8().map_err(|_| ScanError::BadPercentEncoding)?;
    let value = if ai.matches("01") { pad_gtin(value) } else { value };
    ElementString::read(ai, &value, position(address, encoded))
}

/// Pads a GTIN to 14 digits. Earlier versions of Digital Link allowed 8, 12 and 13 digits.
fn pad_gtin(value: Cow<'_, str>) -> Cow<'_, str> {
    if matches!(value.len(), 8 | 12 | 13) { format!("{value:0>14}").into() } else { value }
}
