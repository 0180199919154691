//! The codes of UCUM for units of dm+d.
//!
//! Units such as `tablet` have no code: in UCUM they are only annotations. `unit` has none either, because
//! dm+d uses it for several kinds of units, and UCUM distinguishes them.

/// The system of UCUM.
pub const UCUM: &str = "http://unitsofmeasure.org";

/// The names of units in dm+d with their case-sensitive codes in UCUM (<https://ucum.org/ucum>), sorted by
/// name. tests/contract/fhir.test.mjs checks each code with UCUM's list of units, as the NLM publishes it.
const CODES: [(&str, &str); 24] = [
    ("%", "%"),
    ("Bq", "Bq"),
    ("GBq", "GBq"),
    ("MBq", "MBq"),
    ("cm", "cm"),
    ("g", "g"),
    ("gram", "g"),
    ("hour", "h"),
    ("kBq", "kBq"),
    ("kg", "kg"),
    ("litre", "L"),
    ("m", "m"),
    ("mg", "mg"),
    ("microgram", "ug"),
    ("microlitre", "uL"),
    ("micromol", "umol"),
    ("ml", "mL"),
    ("mm", "mm"),
    ("mmol", "mmol"),
    ("mol", "mol"),
    ("nanogram", "ng"),
    ("nanolitre", "nL"),
    ("ppm", "[ppm]"),
    ("square cm", "cm2"),
];

/// Finds the code of a unit. Returns `None` if UCUM has none.
pub fn ucum(unit: &str) -> Option<&'static str> {
    let place = CODES.binary_search_by(|(name, _)| (*name).cmp(unit)).ok()?;
    CODES.get(place).map(|(_, code)| *code)
}

#[cfg(test)]
mod tests {
    use super::{CODES, ucum};

    #[test]
    fn the_units_are_sorted() {
        assert!(CODES.is_sorted_by(|one, next| one.0 < next.0));
    }

    #[test]
    fn units_without_a_code_have_none() {
        for unit in ["", "tablet", "unit", "MG", "device"] {
            assert_eq!(ucum(unit), None, "{unit}");
        }
        assert_eq!(ucum("microgram"), Some("ug"));
    }
}
