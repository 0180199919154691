//! The origin under which a client reaches a host. It may come from a header, so it is checked before use.

use crate::text::has_only_digits;

/// The maximum length of the name of a host in DNS.
const MAX_HOST_LEN: usize = 253;

/// Reports whether a text is the origin of a server: `http` or `https`, a host, and at most a port.
pub(crate) fn is_origin(text: &str) -> bool {
    let Some(("http" | "https", authority)) = text.split_once("://") else { return false };
    match authority.strip_prefix('[') {
        Some(address) => is_ip_v6(address),
        None => is_named(authority),
    }
}

fn is_ip_v6(rest: &str) -> bool {
    let Some((address, port)) = rest.split_once(']') else { return false };
    address.bytes().all(|byte| byte.is_ascii_hexdigit() || matches!(byte, b':' | b'.'))
        && (port.is_empty() || port.strip_prefix(':').is_some_and(is_port))
}

fn is_named(authority: &str) -> bool {
    let (host, port) = authority.split_once(':').unwrap_or((authority, "80"));
    (1..=MAX_HOST_LEN).contains(&host.len()) && host.bytes().all(is_host_byte) && is_port(port)
}

fn is_host_byte(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'.' | b'_')
}

fn is_port(text: &str) -> bool {
    has_only_digits(text) && text.parse::<u16>().is_ok()
}
