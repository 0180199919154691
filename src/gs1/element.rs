//! Element strings: an AI and its value. A text has one or more of them.

use std::collections::BTreeMap;
use std::fmt;

use super::ai::ApplicationIdentifier;
use super::error::{ScanError, Warning};
use super::value::{self, Check};

/// The separator that ends a value of variable length: FNC1 in a barcode, GS in its text.
pub(super) const GS: char = '\x1d';

/// An AI and its value. Its length, characters, check digit and date are valid.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ElementString {
    ai: ApplicationIdentifier,
    value: String,
}

impl ElementString {
    /// The AI.
    pub fn ai(&self) -> ApplicationIdentifier {
        self.ai
    }

    /// The value.
    pub fn value(&self) -> &str {
        &self.value
    }

    pub(super) fn read(ai: ApplicationIdentifier, value: &str, position: usize) -> Result<Self, ScanError> {
        value::check(ai.entry(), value).map_err(|fault| ScanError::Element { ai, position, fault })?;
        Ok(ElementString { ai, value: value.to_owned() })
    }
}

/// Writes the AI in brackets, as printed next to a barcode. A bracket in the value is escaped as `\(`.
impl fmt::Display for ElementString {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "({}){}", self.ai, self.value.replace('(', "\\("))
    }
}

/// Finds the position of `part`, a slice of `whole`, counted from 1.
pub(super) fn position(whole: &str, part: &str) -> usize {
    (part.as_ptr() as usize).saturating_sub(whole.as_ptr() as usize) + 1
}

/// Parses the content of a barcode. Separators that are not needed have no meaning, so they are skipped.
pub(super) fn read_raw(data: &str) -> Result<Vec<ElementString>, ScanError> {
    let mut elements = Vec::new();
    let mut rest = data.trim_start_matches(GS);
    while !rest.is_empty() {
        let position = position(data, rest);
        let (ai, after) = ApplicationIdentifier::strip(rest).ok_or(ScanError::UnknownAi { position })?;
        let value = share(ai, after);
        elements.push(ElementString::read(ai, value, position)?);
        rest = after.strip_prefix(value).unwrap_or_default().trim_start_matches(GS);
    }
    Ok(elements)
}

/// Finds the value of the AI at the start of the data: up to the separator, or up to the fixed length.
fn share(ai: ApplicationIdentifier, data: &str) -> &str {
    let longest = if ai.entry().predefined { ai.entry().max_len() } else { data.len() };
    let window = data.get(..longest).unwrap_or(data);
    window.split(GS).next().unwrap_or(window)
}

/// Parses `(01)09521234567899(10)ABC`, the text next to a barcode.
///
/// Spaces between elements are skipped, because no value has a space.
pub(super) fn read_bracketed(data: &str) -> Result<Vec<ElementString>, ScanError> {
    let mut elements = Vec::new();
    let mut rest = data.trim_matches(is_space);
    while !rest.is_empty() {
        let position = position(data, rest);
        let (ai, after) = strip_bracketed(rest).ok_or(ScanError::UnknownAi { position })?;
        let (value, next) = split_at_next_bracketed(after);
        let value = value.trim_matches(is_space).replace("\\(", "(");
        elements.push(ElementString::read(ai, &value, position)?);
        rest = next;
    }
    Ok(elements)
}

fn is_space(c: char) -> bool {
    c == GS || c.is_whitespace()
}

fn strip_bracketed(data: &str) -> Option<(ApplicationIdentifier, &str)> {
    let (ai, rest) = ApplicationIdentifier::strip(data.strip_prefix('(')?)?;
    Some((ai, rest.strip_prefix(')')?))
}

fn split_at_next_bracketed(data: &str) -> (&str, &str) {
    for (at, _) in data.match_indices('(') {
        let Some((before, next)) = data.split_at_checked(at) else { continue };
        if !before.ends_with('\\') && strip_bracketed(next).is_some() {
            return (before, next);
        }
    }
    (data, "")
}

/// Checks which AIs occur together: none has two different values, lacks a required AI, or excludes another
/// one.
pub(super) fn check_together(elements: &[ElementString]) -> Result<(), ScanError> {
    let mut values = BTreeMap::new();
    for ElementString { ai, value } in elements {
        if values.insert(*ai, value).is_some_and(|other| other != value) {
            return Err(ScanError::ConflictingValues { ai: *ai });
        }
    }
    let present: Vec<_> = values.into_keys().collect();
    for ai in &present {
        check_associations(*ai, &present)?;
    }
    Ok(())
}

fn check_associations(ai: ApplicationIdentifier, present: &[ApplicationIdentifier]) -> Result<(), ScanError> {
    for needs in ai.entry().requires {
        if !needs.split(',').any(|group| has_all(present, group)) {
            return Err(ScanError::MissingAi { ai, needs });
        }
    }
    for other in present {
        if *other != ai && ai.entry().excludes.split(',').any(|pattern| other.matches(pattern)) {
            return Err(ScanError::ExcludedAi { ai, other: *other });
        }
    }
    Ok(())
}

/// Reports whether each pattern of a group, joined by `+`, has a match.
fn has_all(present: &[ApplicationIdentifier], group: &str) -> bool {
    for pattern in group.split('+') {
        if !present.iter().any(|ai| ai.matches(pattern)) {
            return false;
        }
    }
    true
}

/// Finds the first element whose AI matches a pattern.
pub(super) fn find<'e>(elements: &'e [ElementString], pattern: &str) -> Option<&'e ElementString> {
    elements.iter().find(|element| element.ai.matches(pattern))
}

/// Warns of a batch or serial number that seems to contain the element after it.
pub(super) fn lost_separators(elements: &[ElementString]) -> Vec<Warning> {
    let mut warnings = Vec::new();
    for holder in ["10", "21"] {
        let Some(holder) = find(elements, holder) else { continue };
        if let Some(contained) = contained(holder, elements) {
            warnings.push(Warning::SeparatorLost { ai: holder.ai, contained });
        }
    }
    warnings
}

fn contained(holder: &ElementString, elements: &[ElementString]) -> Option<ApplicationIdentifier> {
    for at in 1..holder.value.len() {
        let Some(rest) = holder.value.get(at..) else { continue };
        let Some((ai, after)) = ApplicationIdentifier::strip(rest) else { continue };
        if is_new(ai, elements)
            && (is_verified(ai, after, elements) || is_serial_after_batch(holder, ai, after))
        {
            return Some(ai);
        }
    }
    None
}

fn is_new(ai: ApplicationIdentifier, elements: &[ElementString]) -> bool {
    elements.iter().all(|element| element.ai != ai)
}

/// Reports whether a date or check digit confirms the element. Both are rarely valid by chance just before
/// the end or another AI.
fn is_verified(ai: ApplicationIdentifier, data: &str, elements: &[ElementString]) -> bool {
    let value = share(ai, data);
    let has_check =
        ai.entry().predefined && ai.entry().parts.iter().any(|part| part.check != Check::Anything);
    if !has_check || value::check(ai.entry(), value).is_err() {
        return false;
    }
    let rest = data.strip_prefix(value).unwrap_or_default();
    match ApplicationIdentifier::strip(rest) {
        Some((next, after)) => is_new(next, elements) && !after.is_empty(),
        None => rest.is_empty(),
    }
}

/// Reports whether a serial number seems to follow in a batch. Batches are rarely this long, and serial
/// numbers rarely shorter.
fn is_serial_after_batch(holder: &ElementString, ai: ApplicationIdentifier, after: &str) -> bool {
    const LONG_BATCH: usize = 14;
    const SHORT_SERIAL: usize = 8;
    holder.ai.matches("10")
        && ai.matches("21")
        && holder.value.len() >= LONG_BATCH
        && after.len() >= SHORT_SERIAL
}
