//! Classification of a query's text.

use super::Kind;
use crate::concept::{Scheme, atc_in};
use crate::gs1;
use crate::gtin::Gtin;
use crate::medicine::quantities::digit;
use crate::snomed::{AmppId, ConceptId};
use crate::text::is_invisible;

/// Classifies a text without a dataset.
///
/// 1. 13 or 14 digits are a GTIN, of any script, and without invisible characters and the signs around them.
/// 2. GS1 data has the kind of the GTIN in it.
/// 3. 16 to 18 digits are an AMPP code. GS1 data of digits begins with `01`, and no code does.
/// 4. A labelled code, as `GTIN 05012345678900`, is the GTIN in it.
/// 5. Any other text is a name, unless the dataset has it as the code of a concept.
pub fn kind_of(text: &str) -> Kind {
    let plain: String = text.chars().filter(|c| !is_invisible(*c)).map(digit).collect();
    let text = plain.trim();
    if let Ok(gtin) = Gtin::parse(text.trim_matches(is_around_code)) {
        return Kind::Gtin(gtin);
    }
    if may_hold_gtin(text)
        && let Some(gtin) = gs1::find_gtin(text)
    {
        return Kind::Gtin(gtin);
    }
    if let Ok(id) = AmppId::parse(text) {
        return Kind::AmppId(id);
    }
    labelled_gtin(text).map_or(Kind::Name, Kind::Gtin)
}

/// Reports whether a character stands around a code in tables and sentences: `="5012345678900"`.
fn is_around_code(c: char) -> bool {
    matches!(c, '"' | '\'' | '‘' | '’' | '“' | '”' | '=' | '.' | ',' | ';' | ':')
}

/// Labels of codes and of the text next to them.
const LABELS: [&str; 22] = [
    "barcode", "batch", "code", "ean", "ean13", "exp", "expiry", "gtin", "gtin14", "is", "lot", "no",
    "number", "pack", "pc", "pip", "product", "scan", "serial", "sn", "the", "this",
];

/// Finds the GTIN of a text like `GTIN 05012345678900` or `PC: 05012345678900 SN: 123`: the only number of 13
/// or 14 digits with a correct check digit, if a label is before it and only labels and other codes are
/// around it.
fn labelled_gtin(text: &str) -> Option<Gtin> {
    let words: Vec<&str> = text
        .split(|c: char| c.is_whitespace() || matches!(c, ':' | '=' | '#' | '(' | ')' | ',' | ';'))
        .collect();
    let words: Vec<&str> =
        words.into_iter().map(|word| word.trim_matches('.')).filter(|word| !word.is_empty()).collect();
    let is_label = |word: &str| LABELS.iter().any(|label| word.eq_ignore_ascii_case(label));
    let mut found = None;
    let mut before = "";
    for word in &words {
        let follows = |labels: &[&str]| labels.iter().any(|label| before.eq_ignore_ascii_case(label));
        let is_other = follows(&["sn", "serial", "lot", "batch", "exp", "expiry"]);
        before = word;
        let is_code = word.bytes().any(|byte| byte.is_ascii_digit());
        match Gtin::parse(word) {
            Ok(gtin) if gtin.has_right_check_digit() && !is_other && found.is_none() => found = Some(gtin),
            Ok(gtin) if gtin.has_right_check_digit() && !is_other => return None,
            _ if is_label(word) || is_code => {}
            _ => return None,
        }
    }
    if words.iter().any(|word| is_label(word)) { found } else { None }
}

/// Parses the code of a concept. Without a dataset, it may also be a name that consists of digits.
pub fn concept_in(text: &str) -> Option<ConceptId> {
    ConceptId::parse(text.trim()).ok()
}

/// A query for a class of ATC or BNF. Only a dataset that was made with a supplement can answer it.
pub struct Class {
    pub scheme: Scheme,
    /// The prefix of the codes.
    pub start: String,
    /// Whether the text names the classification, as in `atc:`. If not, it may be a name as well.
    pub is_explicit: bool,
}

/// Parses `atc:J01CA`, `bnf:0501` or a whole ATC code.
pub fn class_in(text: &str) -> Option<Class> {
    match text.split_once(':') {
        Some((word, start)) => {
            let scheme = scheme_named(word.trim_ascii())?;
            Some(Class { scheme, start: scheme.start(start)?, is_explicit: true })
        }
        None => Some(Class { scheme: Scheme::Atc, start: atc_in(text)?, is_explicit: false }),
    }
}

fn scheme_named(word: &str) -> Option<Scheme> {
    [Scheme::Atc, Scheme::Bnf].into_iter().find(|scheme| word.eq_ignore_ascii_case(scheme.as_str()))
}

/// Reports whether a text has the eight digits of the shortest GTIN. Most texts are names, which need no GS1
/// parsing.
fn may_hold_gtin(text: &str) -> bool {
    text.bytes().filter(u8::is_ascii_digit).count() >= 8
}
