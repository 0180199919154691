//! Which of the three kinds of query a text is.

use super::Kind;
use crate::ampp_id::AmppId;
use crate::gs1;
use crate::gtin::Gtin;

/// 13 or 14 digits are a GTIN, what reads as GS1 data is the one in it, 16 to 18 other digits are
/// an AMPP code (GS1 data in digits begins with `01`, no code does); anything else is a name.
pub fn kind_of(text: &str) -> Kind {
    let text = text.trim();
    let in_scan = || may_hold_gtin(text).then(|| gs1::find_gtin(text)).flatten();
    let gtin = Gtin::parse(text).ok().or_else(in_scan).map(Kind::Gtin);
    let id = || AmppId::parse(text).ok().map(Kind::AmppId);
    gtin.or_else(id).unwrap_or(Kind::Name)
}

/// Most texts are names, which are not worth reading as a scan: the shortest GTIN has eight digits.
fn may_hold_gtin(text: &str) -> bool {
    text.bytes().filter(u8::is_ascii_digit).count() >= 8
}
