//! Which of the three kinds of query a text is.

use super::Kind;
use crate::ampp_id::AmppId;
use crate::gtin::Gtin;

/// 13 or 14 digits are a GTIN, 16 to 18 an AMPP code, what reads as GS1 data is its GTIN; anything
/// else is a name.
pub fn kind_of(text: &str) -> Kind {
    let text = text.trim();
    let gtin = Gtin::parse(text).ok().map(Kind::Gtin);
    let id = || AmppId::parse(text).ok().map(Kind::AmppId);
    gtin.or_else(id).unwrap_or(Kind::Name)
}
