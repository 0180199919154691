//! Codes with labels, and names of the release with unusual signs.

use pack_lookup::dataset::PackNumber;

use super::super::draw::Draw;
use super::super::question::{Question, Want};

/// `GTIN 0501…`, `EAN: 501…`, `PC: … SN: …`.
pub fn labelled_code(draw: &mut Draw<'_>) -> Option<Question> {
    let pack = PackNumber(draw.random.below(draw.release.packs.len()) as u32);
    let is_medicine = draw.release.pack(pack).legal_category != "Not Applicable";
    if !is_medicine && draw.random.chance(80) {
        return None;
    }
    let gtin = draw.release.pack(pack).gtin_codes.last()?.gtin.to_string();
    let padded = format!("{gtin:0>14}");
    let short = padded.trim_start_matches('0');
    if short.len() != 13 {
        return None;
    }
    let text = draw.fill(
        &[
            "GTIN {0}",
            "GTIN: {0}",
            "EAN: {1}",
            "EAN {1}",
            "PC: {0} SN: 12AB34CD56 LOT: A123 EXP: 2027-03",
            "PC {0} SN 10000000012345",
            "barcode {1}",
            "(01) {0} (17) 270331 (10) A123",
            "GTIN({0})",
            "{1} barcode",
            "EAN13 {1}",
            "PC:{0}",
        ],
        &[&padded, short],
    );
    let wanted = pack_lookup::gtin::Gtin::parse(&padded).ok()?;
    let packs = pack_lookup::lookup::packs(&draw.release.dataset, wanted);
    let generic = &draw.release.pack(pack).generic_product_name;
    Some(Question::new(text, generic, vec![Want::Packs(packs)]))
}

/// The whole name of a generic product with signs or an `and`: kits, ratios, sizes, abbreviations with
/// points.
pub fn odd_name(draw: &mut Draw<'_>) -> Option<Question> {
    let generic = draw.random.below(draw.release.generics.len());
    let generic = &draw.release.generics[generic];
    let has_signs = [":", "+", ". ", ", ", " and ", "&", "#", "'", "(", ">", "<", "%"];
    if !has_signs.iter().any(|sign| generic.name.contains(sign)) {
        return None;
    }
    let wants = vec![Want::Generic(generic.name.clone())];
    Some(Question::new(generic.name.clone(), &generic.name, wants).first_only())
}
