//! The signed description of a release: who published a dataset. `npm/signature.js` has the same statement,
//! and `tests/cases/signatures.json` the cases of both.

use std::fmt::{self, Display, Formatter, Write};

use serde_json::{Map, Value};
use sha2::{Digest, Sha256};

use super::System;

/// The first line of a statement.
const TITLE: &str = "pack-lookup release 1";
/// The greatest whole number that JavaScript holds exactly.
const MAX_COUNT: u64 = (1 << 53) - 1;

/// An Ed25519 public key.
pub type PublicKey = [u8; 32];

/// What a description is verified with: public keys that the reader trusts, and the last sequence. An older
/// description is refused, although its signature is correct.
pub struct Pins<'a> {
    pub keys: &'a [PublicKey],
    /// The last accepted sequence. A lower one is refused.
    pub after: u64,
}

/// An accepted signature. A reader who keeps its sequence can refuse older descriptions later.
#[derive(Debug, PartialEq, Eq)]
pub struct Accepted {
    /// The identifier of the key.
    pub key: String,
    pub sequence: u64,
}

/// Why a description is refused: it has no valid signature of a pinned key, lacks a field, or is older than
/// an accepted one.
#[derive(Debug, PartialEq, Eq)]
pub enum SignatureError {
    Unsigned,
    UnknownKey,
    BadSignature,
    /// A field is missing or invalid.
    BadDescription(&'static str),
    Replayed {
        sequence: u64,
        after: u64,
    },
}

impl Display for SignatureError {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            SignatureError::Unsigned => f.write_str(
                "the description of the release is not signed, and a key is pinned; ask who publishes it",
            ),
            SignatureError::UnknownKey => f.write_str(
                "the release is signed with a key that is not pinned; ask who publishes it for the new public key",
            ),
            SignatureError::BadSignature => f.write_str(
                "the signature does not match the description of the release; do not use it, and tell who publishes it",
            ),
            SignatureError::BadDescription(field) => {
                write!(f, "the description of the release has no valid \"{field}\"")
            }
            SignatureError::Replayed { sequence, after } => write!(
                f,
                "the description of the release is older than one that was accepted before: its sequence is {sequence}, not {after} or more"
            ),
        }
    }
}

/// The fields of the content of `dataset.json`.
pub type Description = Map<String, Value>;

/// Verifies the signature of a description.
pub fn verify(
    description: &Description,
    pins: &Pins<'_>,
    system: &dyn System,
) -> Result<Accepted, SignatureError> {
    verify_by(description, pins, |key, statement, value| system.verify_signature(key, statement, value))
}

/// Verifies the signature of a description by a function that checks Ed25519.
fn verify_by(
    description: &Description,
    pins: &Pins<'_>,
    check: impl Fn(&[u8], &[u8], &[u8]) -> bool,
) -> Result<Accepted, SignatureError> {
    let Some(Value::Object(signature)) = description.get("signature") else {
        return Err(SignatureError::Unsigned);
    };
    let key = signature.get("key").and_then(Value::as_str).unwrap_or_default();
    let public_key = pins.keys.iter().find(|one| key_id(one) == key).ok_or(SignatureError::UnknownKey)?;
    let sequence =
        signature.get("sequence").and_then(count).ok_or(SignatureError::BadDescription("sequence"))?;
    let statement = statement(description, sequence)?;
    let value = signature.get("value").and_then(Value::as_str).and_then(decode);
    match value {
        Some(value) if value.len() == 64 && check(public_key, statement.as_bytes(), &value) => {}
        _ => return Err(SignatureError::BadSignature),
    }
    let after = pins.after;
    match sequence < after {
        true => Err(SignatureError::Replayed { sequence, after }),
        false => Ok(Accepted { key: key.to_owned(), sequence }),
    }
}

/// Writes the text that is signed.
fn statement(description: &Description, sequence: u64) -> Result<String, SignatureError> {
    let mut text = format!("{TITLE}\n");
    for (line, field, write) in FIELDS {
        let value = description.get(*field).and_then(write).ok_or(SignatureError::BadDescription(field))?;
        // Writing to a text cannot fail.
        let _ = writeln!(text, "{line} {value}");
    }
    let _ = writeln!(text, "sequence {sequence}");
    Ok(text)
}

/// The name of a line, the field, and the function that writes its value.
type Field = (&'static str, &'static str, fn(&Value) -> Option<String>);

const FIELDS: &[Field] = &[
    ("sha256", "sha256", digest),
    ("bytes", "bytes", whole_number),
    ("format", "format", whole_number),
    ("release", "release", line),
    ("date", "release_date", day),
    ("packs", "packs", whole_number),
    ("gtin_rows", "gtin_rows", whole_number),
    ("demo", "demo", flag),
    ("gaps", "gaps", gaps),
];

fn text_if(value: &Value, is_valid: impl Fn(&str) -> bool) -> Option<String> {
    value.as_str().filter(|text| is_valid(text)).map(str::to_owned)
}

fn digest(value: &Value) -> Option<String> {
    let is_hex = |byte: u8| matches!(byte, b'0'..=b'9' | b'a'..=b'f');
    text_if(value, |text| text.len() == 64 && text.bytes().all(is_hex))
}

fn line(value: &Value) -> Option<String> {
    text_if(value, |text| !text.is_empty() && !text.contains(char::is_control))
}

/// Accepts what has the form of a day.
fn day(value: &Value) -> Option<String> {
    let fits = |(at, byte): (usize, u8)| match at {
        4 | 7 => byte == b'-',
        _ => byte.is_ascii_digit(),
    };
    text_if(value, |text| text.len() == 10 && text.bytes().enumerate().all(fits))
}

fn count(value: &Value) -> Option<u64> {
    value.as_u64().filter(|count| *count <= MAX_COUNT)
}

fn whole_number(value: &Value) -> Option<String> {
    count(value).map(|count| count.to_string())
}

fn flag(value: &Value) -> Option<String> {
    value.as_bool().map(|flag| flag.to_string())
}

fn gaps(value: &Value) -> Option<String> {
    let mut codes = Vec::new();
    for gap in value.as_array()? {
        let is_letter = |byte: u8| byte == b'_' || byte.is_ascii_lowercase();
        codes.push(text_if(gap, |code| !code.is_empty() && code.bytes().all(is_letter))?);
    }
    Some(codes.join(","))
}

/// Writes the identifier of a key, which signatures name.
fn key_id(key: &PublicKey) -> String {
    hexadecimal(key).chars().take(16).collect()
}

/// Writes the SHA-256 of bytes, in hexadecimal.
pub fn hexadecimal(bytes: &[u8]) -> String {
    let mut text = String::new();
    for byte in Sha256::digest(bytes) {
        let _ = write!(text, "{byte:02x}");
    }
    text
}

/// What comes before the key in the DER form that PEM has (RFC 8410).
const DER: &[u8] = &[0x30, 0x2a, 0x30, 0x05, 0x06, 0x03, 0x2b, 0x65, 0x70, 0x03, 0x21, 0x00];

/// Parses public keys: base64 of 32 bytes, or PEM, between spaces, lines or commas. Returns `None` if a word
/// is neither, or there is none.
pub fn public_keys(text: &str) -> Option<Vec<PublicKey>> {
    let mut keys = Vec::new();
    for (number, part) in text.split("-----").enumerate() {
        // Every second part is a label of PEM.
        if number % 2 == 1 {
            continue;
        }
        for word in part.split(|c: char| c == ',' || c.is_whitespace()) {
            if !word.is_empty() {
                keys.push(public_key(word)?);
            }
        }
    }
    Some(keys).filter(|keys| !keys.is_empty())
}

fn public_key(word: &str) -> Option<PublicKey> {
    let bytes = decode(word)?;
    bytes.strip_prefix(DER).unwrap_or(&bytes).try_into().ok()
}

/// Decodes base64. Returns `None` for another text of the same bytes than an encoder writes.
fn decode(text: &str) -> Option<Vec<u8>> {
    let mut bytes = Vec::new();
    let (mut bits, mut length) = (0_u32, 0_u32);
    let digits = text.trim_end_matches('=');
    for digit in digits.bytes() {
        bits = (bits << 6) | sextet(digit)?;
        length += 6;
        if length >= 8 {
            length -= 8;
            bytes.push((bits >> length) as u8);
            bits &= (1 << length) - 1;
        }
    }
    let is_canonical = bits == 0 && length < 6 && text.len() == digits.len().next_multiple_of(4);
    is_canonical.then_some(bytes)
}

fn sextet(digit: u8) -> Option<u32> {
    Some(u32::from(match digit {
        b'A'..=b'Z' => digit - b'A',
        b'a'..=b'z' => digit - b'a' + 26,
        b'0'..=b'9' => digit - b'0' + 52,
        b'+' => 62,
        b'/' => 63,
        _ => return None,
    }))
}

#[cfg(all(test, feature = "import"))]
mod tests {
    #![allow(clippy::unwrap_used)]

    use ed25519_dalek::{Signature, VerifyingKey};
    use serde::Deserialize;

    use super::*;

    #[derive(Deserialize)]
    struct CaseFile {
        cases: Vec<Case>,
    }

    #[derive(Deserialize)]
    struct Case {
        name: String,
        description: Description,
        public_keys: Vec<String>,
        #[serde(default)]
        after: u64,
        expect: Expect,
    }

    #[derive(Deserialize)]
    #[serde(deny_unknown_fields)]
    struct Expect {
        statement: Option<String>,
        key: Option<String>,
        sequence: Option<u64>,
        reason: Option<String>,
    }

    fn ed25519(key: &[u8], statement: &[u8], signature: &[u8]) -> bool {
        let key = VerifyingKey::from_bytes(key.try_into().unwrap()).unwrap();
        key.verify_strict(statement, &Signature::from_slice(signature).unwrap()).is_ok()
    }

    fn reason(refusal: &SignatureError) -> &'static str {
        match refusal {
            SignatureError::Unsigned => "unsigned",
            SignatureError::UnknownKey => "unknown_key",
            SignatureError::BadSignature => "bad_signature",
            SignatureError::BadDescription(_) => "bad_description",
            SignatureError::Replayed { .. } => "replayed",
        }
    }

    fn outcome(case: &Case) -> Result<Accepted, &'static str> {
        let mut keys = Vec::new();
        for text in &case.public_keys {
            keys.extend(public_keys(text).ok_or("bad_public_key")?);
        }
        let pins = Pins { keys: &keys, after: case.after };
        verify_by(&case.description, &pins, ed25519).map_err(|refusal| reason(&refusal))
    }

    #[test]
    fn the_cases_of_signatures_pass() {
        let file: CaseFile = serde_json::from_str(include_str!("../../tests/cases/signatures.json")).unwrap();
        for case in &file.cases {
            let Case { name, expect, .. } = case;
            match outcome(case) {
                Ok(accepted) => {
                    assert_eq!(Some(&accepted.key), expect.key.as_ref(), "{name}");
                    assert_eq!(Some(accepted.sequence), expect.sequence, "{name}");
                    if let Some(text) = &expect.statement {
                        assert_eq!(
                            statement(&case.description, accepted.sequence).as_ref(),
                            Ok(text),
                            "{name}"
                        );
                    }
                }
                Err(reason) => assert_eq!(Some(reason), expect.reason.as_deref(), "{name}"),
            }
        }
    }

    #[test]
    fn rejects_base64_that_no_encoder_writes() {
        assert_eq!(decode("AQID").as_deref(), Some(&[1, 2, 3][..]));
        assert_eq!(decode("AQ==").as_deref(), Some(&[1][..]));
        for text in ["AQ", "AQ=", "AR==", "A===", "AQ==AQ==", "AQ== ", "A-==", "AQI", "AQJ="] {
            assert_eq!(decode(text), None, "{text}");
        }
    }
}
