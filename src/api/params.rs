//! Paths and queries: decoding, and the parameters of the interface.

use std::borrow::Cow;

use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, percent_decode_str, utf8_percent_encode};

use super::problem::{Problem, Reason, bad_parameter, bad_utf8};
use crate::concept::Property;
use crate::json::IdFormat;
use crate::text::has_only_digits;

/// All characters except the unreserved ones of RFC 3986.
const ENCODED: &AsciiSet = &NON_ALPHANUMERIC.remove(b'-').remove(b'.').remove(b'_').remove(b'~');
/// The parameters that a link to another page of results preserves.
const PAGE_LINK_PARAMS: [&str; 9] =
    ["q", "current", "sort", "since", "kind", "code", "limit", "format", "ids"];

/// Reads the decoded segments of a path. It is split first, so that `%2F` stays inside its segment.
pub(super) fn segments(path: &str) -> Result<Vec<Cow<'_, str>>, Problem> {
    let path = path.strip_prefix('/').unwrap_or(path);
    let path = path.strip_suffix('/').unwrap_or(path);
    let mut segments = Vec::new();
    for segment in path.split('/') {
        let Some(segment) = decode(segment) else { return Err(bad_utf8("path")) };
        segments.push(segment);
    }
    Ok(segments)
}

/// Decodes a text. A `%` that two hexadecimal digits do not follow is literal, as in browsers.
fn decode(text: &str) -> Option<Cow<'_, str>> {
    percent_decode_str(text).decode_utf8().ok()
}

fn decode_form(text: &str) -> Result<String, Problem> {
    match decode(&text.replace('+', " ")) {
        Some(decoded) => Ok(decoded.into_owned()),
        None => Err(bad_utf8("query")),
    }
}

/// Percent-encodes a value for a query.
pub(super) fn encode(value: &str) -> impl std::fmt::Display {
    utf8_percent_encode(value, ENCODED)
}

/// Reports whether a character is white space in ECMAScript, which the patterns of the OpenAPI document use.
/// It is Unicode's white space without NEL, but with the BOM.
pub(super) fn is_white_space(character: char) -> bool {
    character != '\u{85}' && (character.is_whitespace() || character == '\u{feff}')
}

/// Reads the names and values of the body of an HTML form.
pub(super) fn form(body: &[u8]) -> Result<Vec<(String, String)>, Problem> {
    match std::str::from_utf8(body) {
        Ok(body) => pairs(body),
        Err(_) => Err(bad_utf8("body")),
    }
}

/// Reads the names and values of a query, decoded like HTML forms.
pub(super) fn pairs(query: &str) -> Result<Vec<(String, String)>, Problem> {
    let mut pairs = Vec::new();
    for pair in query.split('&') {
        let (name, value) = pair.split_once('=').unwrap_or((pair, ""));
        pairs.push((decode_form(name)?, decode_form(value)?));
    }
    Ok(pairs)
}

/// The decoded parameters of a query. Unknown parameters are ignored.
pub(super) struct Params {
    pairs: Vec<(String, String)>,
    default_ids: IdFormat,
}

impl Params {
    /// Decodes a query. It is rejected if it requests a format other than JSON.
    pub(super) fn parse(query: &str, default_ids: IdFormat) -> Result<Params, Problem> {
        let params = Params { pairs: pairs(query)?, default_ids };
        params.check_format()?;
        params.ids()?;
        Ok(params)
    }

    /// Reads the value of a parameter. Rejects a repeated parameter, because it is ambiguous.
    pub(super) fn value(&self, name: &str) -> Result<Option<&str>, Problem> {
        let mut found = None;
        for (other, value) in &self.pairs {
            if other != name {
                continue;
            }
            if found.is_some() {
                let detail = format!("{name} is given more than once");
                return Err(bad_parameter(name, Reason::REPEATED, detail));
            }
            found = Some(value.as_str());
        }
        Ok(found)
    }

    /// Reads the values of a parameter that may be repeated, joined by commas. Returns `None` if it is
    /// absent.
    ///
    /// Many generated clients send a list as `codes=A&codes=B`.
    pub(super) fn list(&self, name: &str) -> Option<String> {
        let mut values = Vec::new();
        for (other, value) in &self.pairs {
            if other == name {
                values.push(value.as_str());
            }
        }
        if values.is_empty() { None } else { Some(values.join(",")) }
    }

    fn check_format(&self) -> Result<(), Problem> {
        match self.value("format")? {
            None | Some("json") => Ok(()),
            Some(_) => Err(bad_parameter("format", Reason::BAD_FORMAT, "format must be json")),
        }
    }

    /// The representation of codes in the answer.
    pub(super) fn ids(&self) -> Result<IdFormat, Problem> {
        match self.value("ids")? {
            None => Ok(self.default_ids),
            Some("number") => Ok(IdFormat::Number),
            Some("string") => Ok(IdFormat::String),
            Some(_) => Err(bad_parameter("ids", Reason::BAD_IDS, "ids must be number or string")),
        }
    }

    /// Reports whether the record includes the concepts of dm+d.
    pub(super) fn includes_concepts(&self) -> Result<bool, Problem> {
        match self.value("include")? {
            None => Ok(false),
            Some("dmd") => Ok(true),
            Some(_) => Err(bad_parameter("include", Reason::BAD_INCLUDE, "include must be dmd")),
        }
    }

    /// Reads an integer within bounds.
    pub(super) fn number(
        &self,
        name: &str,
        reason: Reason,
        (least, most): (u32, u32),
    ) -> Result<Option<usize>, Problem> {
        let Some(text) = self.value(name)? else { return Ok(None) };
        match digits(text) {
            Some(number) if (least..=most).contains(&number) => Ok(Some(number as usize)),
            _ => {
                let detail = format!("{name} must be a whole number from {least} to {most}");
                Err(bad_parameter(name, reason, detail))
            }
        }
    }

    /// Reads `true` or `false`. An absent parameter is false.
    pub(super) fn flag(&self, name: &str, reason: Reason) -> Result<bool, Problem> {
        match self.value(name)? {
            None | Some("false") => Ok(false),
            Some("true") => Ok(true),
            Some(_) => Err(bad_parameter(name, reason, format!("{name} must be true or false"))),
        }
    }

    /// Writes the query of the same search at another offset.
    pub(super) fn at_offset(&self, offset: usize) -> String {
        let mut query = String::new();
        for (name, value) in &self.pairs {
            if PAGE_LINK_PARAMS.contains(&name.as_str()) || Property::with_key(name).is_some() {
                query.push_str(&format!("{name}={}&", encode(value)));
            }
        }
        query.push_str(&format!("offset={offset}"));
        query
    }
}

/// Parses only digits. `parse` by itself would accept a sign.
fn digits(text: &str) -> Option<u32> {
    if has_only_digits(text) { text.parse().ok() } else { None }
}
