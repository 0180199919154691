//! Queries that are codes: section 1 of docs/search.md, and docs/latest-use.md.

use std::cmp::Reverse;

use pack_lookup::gs1::find_gtin;
use pack_lookup::gtin::Gtin;
use pack_lookup::snomed::AmppId;

use super::packs::IndexedPack;

/// Returns the packs of a GTIN or AMPP code, or `None` for any other text.
pub fn packs_of(packs: &[IndexedPack], text: &str) -> Option<Vec<usize>> {
    let has_digits = text.chars().filter(char::is_ascii_digit).count() >= 8;
    let gtin = Gtin::parse(text.trim()).ok().or_else(|| find_gtin(text.trim()).filter(|_| has_digits));
    if let Some(gtin) = gtin {
        return Some(carriers(packs, gtin));
    }
    let id = AmppId::parse(text.trim()).ok()?;
    Some((0..packs.len()).filter(|place| packs[*place].pack.pack_id == id).collect())
}

/// Returns every pack that has carried a GTIN, the latest use first.
fn carriers(packs: &[IndexedPack], gtin: Gtin) -> Vec<usize> {
    let mut uses = Vec::new();
    for (place, pack) in packs.iter().enumerate() {
        for entry in pack.pack.gtin_codes.iter().filter(|entry| entry.gtin.gtin() == gtin) {
            let end = (entry.end_date.is_none(), entry.end_date);
            let lateness = (end, entry.start_date, pack.pack.is_current(), pack.pack.pack_id);
            uses.push((lateness, place));
        }
    }
    uses.sort_by_key(|one| Reverse(*one));
    let mut places = Vec::new();
    for (_, place) in uses {
        if !places.contains(&place) {
            places.push(place);
        }
    }
    places
}
