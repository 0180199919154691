//! Which kind of query a text is.

use super::Kind;
use crate::ampp_id::AmppId;
use crate::concept::{ConceptId, Scheme, atc_in};
use crate::gs1;
use crate::gtin::Gtin;

/// 13 or 14 digits are a GTIN, what reads as GS1 data is the one in it, 16 to 18 other digits are
/// an AMPP code (GS1 data in digits begins with `01`, no code does); anything else is a name, unless the dataset has it as the code
/// of a concept.
pub fn kind_of(text: &str) -> Kind {
    let text = text.trim();
    let in_scan = || may_hold_gtin(text).then(|| gs1::find_gtin(text)).flatten();
    let gtin = Gtin::parse(text).ok().or_else(in_scan).map(Kind::Gtin);
    let id = || AmppId::parse(text).ok().map(Kind::AmppId);
    gtin.or_else(id).unwrap_or(Kind::Name)
}

/// The code of a concept, which a name of digits alone may be.
pub fn concept_in(text: &str) -> Option<ConceptId> {
    ConceptId::parse(text.trim()).ok()
}

/// What is asked of a classification.
pub struct Class {
    pub scheme: Scheme,
    /// How the codes begin.
    pub start: String,
    /// Whether it was said which classification is meant: else it may be a name as well.
    pub is_said: bool,
}

/// The codes that `atc:J01CA`, `bnf:0501` or a whole ATC code ask for.
pub fn class_in(text: &str) -> Option<Class> {
    match text.split_once(':') {
        Some((word, start)) => {
            let is_meant = |scheme: &Scheme| word.trim_ascii().eq_ignore_ascii_case(scheme.word());
            let scheme = [Scheme::Atc, Scheme::Bnf].into_iter().find(is_meant)?;
            Some(Class { scheme, start: scheme.start(start)?, is_said: true })
        }
        None => Some(Class { scheme: Scheme::Atc, start: atc_in(text)?, is_said: false }),
    }
}

/// Most texts are names, which are not worth reading as a scan: the shortest GTIN has eight digits.
fn may_hold_gtin(text: &str) -> bool {
    text.bytes().filter(u8::is_ascii_digit).count() >= 8
}
