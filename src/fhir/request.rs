//! A request to the interface: its path, its parameters, and the address of the host.

use super::Refusal;
use crate::text::has_only_digits;

/// The base path.
const PATH: &str = "/fhir";
/// The maximum length of the name of a host in DNS.
const MAX_HOST_LEN: usize = 253;

/// A request.
#[derive(Clone, Copy, Debug, Default)]
pub struct Asked<'a> {
    /// The decoded segments of the path after `/fhir`.
    pub path: &'a [&'a str],
    /// The decoded names and values of the parameters.
    pub params: &'a [(String, String)],
    /// The origin under which the client reaches the host: `https://example.org`. It may come from a header,
    /// so it is checked.
    pub origin: Option<&'a str>,
}

impl<'a> Asked<'a> {
    /// Returns the base of links, and whether it is absolute. Without a valid origin it is not.
    pub(super) fn base(&self) -> (String, bool) {
        let origin = self.origin.filter(|origin| is_origin(origin));
        (format!("{}{PATH}", origin.unwrap_or_default()), origin.is_some())
    }

    /// Returns the value of a parameter. A repeated parameter is rejected, because it is ambiguous.
    pub(super) fn value(&self, name: &str) -> Result<Option<&'a str>, Refusal> {
        let mut values = self.params.iter().filter(|pair| pair.0 == name).map(|pair| pair.1.trim());
        let first = values.next().filter(|value| !value.is_empty());
        match values.next() {
            None => Ok(first),
            Some(_) => Err(Refusal::new(400, "invalid", &format!("{name} is given more than once"))),
        }
    }

    pub(super) fn required(&self, name: &str) -> Result<&'a str, Refusal> {
        let missing = || Refusal::new(400, "required", &format!("{name} is missing"));
        self.value(name)?.ok_or_else(missing)
    }

    pub(super) fn number(&self, name: &str, standard: usize) -> Result<usize, Refusal> {
        let Some(text) = self.value(name)? else { return Ok(standard) };
        let wrong = || Refusal::new(400, "value", &format!("{name} must be a whole number"));
        // `parse` alone would accept a sign.
        let number = if has_only_digits(text) { text.parse::<u32>().ok() } else { None };
        number.map(|number| number as usize).ok_or_else(wrong)
    }

    /// Returns the names of parameters that are not known. A parameter without a value counts as absent.
    pub(super) fn unknown(&self, known: &[&str]) -> Vec<&'a str> {
        let mut names: Vec<&str> = Vec::new();
        for (name, value) in self.params {
            if !value.is_empty() && !known.contains(&name.as_str()) && !names.contains(&name.as_str()) {
                names.push(name);
            }
        }
        names
    }

    pub(super) fn check_format(&self) -> Result<(), Refusal> {
        match self.value("_format")? {
            None | Some("json" | "application/json" | super::TYPE) => Ok(()),
            Some(_) => Err(Refusal::new(400, "not-supported", "_format must be json")),
        }
    }
}

/// Returns whether a text is the origin of a server: `http` or `https`, a host, and at most a port.
fn is_origin(text: &str) -> bool {
    let authority = text.strip_prefix("https://").or_else(|| text.strip_prefix("http://"));
    authority.is_some_and(|authority| match authority.strip_prefix('[') {
        Some(address) => is_ip_v6(address),
        None => is_named(authority),
    })
}

fn is_ip_v6(rest: &str) -> bool {
    let Some((address, port)) = rest.split_once(']') else { return false };
    address.bytes().all(|byte| byte.is_ascii_hexdigit() || matches!(byte, b':' | b'.'))
        && (port.is_empty() || port.strip_prefix(':').is_some_and(is_port))
}

fn is_named(authority: &str) -> bool {
    let (host, port) = authority.split_once(':').unwrap_or((authority, "80"));
    let is_host_byte = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'.' | b'_');
    (1..=MAX_HOST_LEN).contains(&host.len()) && host.bytes().all(is_host_byte) && is_port(port)
}

fn is_port(text: &str) -> bool {
    has_only_digits(text) && text.parse::<u16>().is_ok()
}
