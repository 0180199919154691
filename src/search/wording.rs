//! Strength and form in the name of a generic product: `Paracetamol 500mg tablets`.
//!
//! No field of a record has them. A name consists of substance, strength and form, in this order. Names of
//! devices, and of products without a strength, have neither here.

use crate::medicine::Amount;
use crate::medicine::lexeme::lexemes;
use crate::medicine::strength::strength_at;
use crate::quantity::Unit;
use crate::text::{fold, is_digit_or_point};

/// The strength and the form in a generic name. Names of devices, and of products without a strength, have
/// neither.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Wording {
    /// `500mg`, `120mg/5ml`, or `5mg / 160mg` for a mixture.
    pub strength: Option<String>,
    /// `tablets`, `oral suspension sugar free`: the text after the strength.
    pub form: Option<String>,
}

impl Wording {
    /// Parses a generic name.
    pub fn of(name: &str) -> Wording {
        let chunks = chunks(name);
        let mut strength = Vec::new();
        let mut rest = chunks.as_slice();
        while let Some((first, following)) = next_strength(rest, strength.is_empty()) {
            // The stroke between the strengths of two substances.
            if rest.first() == Some(&"/") {
                strength.push("/");
            }
            strength.push(*first);
            rest = following;
        }
        if strength.is_empty() {
            return Wording::default();
        }
        let form = rest.join(" ");
        Wording { strength: Some(strength.join(" ")), form: Some(form).filter(|form| !form.is_empty()) }
    }
}

/// Finds the next strength and the text after it.
///
/// After the first strength, it must follow directly, or belong to the next substance after ` / `.
fn next_strength<'c, 'n>(chunks: &'c [&'n str], is_first: bool) -> Option<(&'c &'n str, &'c [&'n str])> {
    let is_separate = is_first || chunks.first() == Some(&"/");
    let near = if is_separate { chunks } else { chunks.get(..1)? };
    let place = near.iter().position(|chunk| states_strength(chunk))?;
    chunks.get(place..)?.split_first()
}

/// Lists the words of a name. A strength of two or more words is one: `1million unit`, `400microgram/unit
/// dose`.
pub fn chunks(name: &str) -> Vec<&str> {
    let mut chunks = Vec::new();
    let mut start = 0;
    for (end, _) in name.match_indices(' ') {
        let chunk = name.get(start..end).unwrap_or("");
        if !is_continued(chunk) {
            chunks.push(chunk);
            start = end + 1;
        }
    }
    chunks.push(name.get(start..).unwrap_or(""));
    chunks
}

/// Reports whether the next word belongs to the strength, too.
fn is_continued(chunk: &str) -> bool {
    let ends = ["million", "mega", "/unit"];
    chunk.starts_with(is_digit_or_point) && ends.iter().any(|end| chunk.ends_with(end))
}

/// Reports whether a chunk is a quantity that is not a size: `500mg`, `8mg/500mg`, `(0.1%)`.
fn states_strength(chunk: &str) -> bool {
    let chunk = chunk.trim_start_matches('(');
    let unit = amount_in(chunk).and_then(|amount| Unit::named(amount.unit));
    chunk.starts_with(is_digit_or_point) && unit.is_some_and(|unit| !unit.is_size())
}

/// Finds the first amount of a chunk that begins with one.
pub fn amount_in(chunk: &str) -> Option<Amount> {
    let folded = fold(chunk);
    let (strength, _) = strength_at(&lexemes(&folded), 0)?;
    strength.amounts.into_iter().next()
}

#[cfg(test)]
mod tests {
    use super::Wording;

    fn wording(name: &str) -> (String, String) {
        let Wording { strength, form } = Wording::of(name);
        (strength.unwrap_or_default(), form.unwrap_or_default())
    }

    #[test]
    fn extracts_strength_and_form_as_written() {
        for (name, strength, form) in [
            ("Paracetamol 500mg tablets", "500mg", "tablets"),
            ("Paracetamol 120mg/5ml oral suspension paediatric", "120mg/5ml", "oral suspension paediatric"),
            ("Co-codamol 8mg/500mg effervescent tablets", "8mg/500mg", "effervescent tablets"),
            ("Amlodipine 5mg / Valsartan 160mg tablets", "5mg / 160mg", "tablets"),
            ("Salbutamol 100micrograms/dose inhaler CFC free", "100micrograms/dose", "inhaler CFC free"),
            ("Sodium chloride 0.9% infusion 100ml bags", "0.9%", "infusion 100ml bags"),
            (
                "Bupivacaine 500mg/500ml (0.1%) / Fentanyl 2mg/500ml infusion bags",
                "500mg/500ml (0.1%) / 2mg/500ml",
                "infusion bags",
            ),
            ("Heparin sodium 5,000units/5ml solution", "5,000units/5ml", "solution"),
            ("Colecalciferol 200unit", "200unit", ""),
            ("Colistimethate 1million unit powder vials", "1million unit", "powder vials"),
            ("Fluticasone 400microgram/unit dose nasal drops", "400microgram/unit dose", "nasal drops"),
            ("Nystatin 3million units/5ml oral drops", "3million units/5ml", "oral drops"),
            ("Water for injections 10ml ampoules", "", ""),
            ("Catheter 12.5cm x 12cm", "", ""),
            ("Ostomy belts", "", ""),
            ("A / B", "", ""),
            ("", "", ""),
        ] {
            assert_eq!(wording(name), (strength.to_owned(), form.to_owned()), "{name}");
        }
    }
}
