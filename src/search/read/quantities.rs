//! Correction of misread quantities before the search: `2O mg` is 20mg, and `2,5mg` is 2.5mg.
//!
//! Without it, the tokens would be 2 and something else, which match packs of another strength.

use crate::medicine::quantities::{is_unit, normalize};
use crate::search::Correction;
use crate::search::spelling::quantity;
use crate::text::{is_digit_or_point, is_whole_number};

/// Corrects the quantities of a folded text, and lists the corrections.
pub fn read(folded: &str) -> (String, Vec<Correction>) {
    let normal = normalize(folded);
    let folded = normal.as_str();
    let chunks: Vec<&str> = folded.split_whitespace().collect();
    let (mut words, mut changes) = (Vec::new(), Vec::new());
    let mut rest = chunks.as_slice();
    while let Some((first, _)) = rest.split_first() {
        let Some((canonical, used)) = first_quantity(rest) else {
            words.push((*first).to_owned());
            rest = rest.get(1..).unwrap_or(&[]);
            continue;
        };
        let (written, following) = rest.split_at_checked(used).unwrap_or_default();
        changes.push(Correction { written: written.join(" "), replacements: vec![canonical.clone()] });
        words.push(canonical);
        rest = following;
    }
    let text = if changes.is_empty() { folded.to_owned() } else { words.join(" ") };
    (text, changes)
}

/// Finds the correction of the first words and their number, or `None` if they need none.
fn first_quantity(words: &[&str]) -> Option<(String, usize)> {
    let (first, following) = words.split_first()?;
    if let Some(unit) = following.first()
        && is_unit(unit)
        && let Some(quantity) = correct(&[*first, *unit].concat())
    {
        return Some((quantity, 2));
    }
    Some((correct(first)?, 1))
}

/// Finds the correction of a quantity, or `None` if it needs none.
fn correct(text: &str) -> Option<String> {
    let decimal = decimal(text);
    if decimal.is_some() { decimal } else { misread(text) }
}

/// Reads a quantity with a decimal comma. A comma before three digits separates thousands, unless only `0` is
/// before it.
fn decimal(text: &str) -> Option<String> {
    let (whole, following) = text.split_once(',')?;
    let places = following.bytes().take_while(u8::is_ascii_digit).count();
    let is_decimal = matches!(places, 1 | 2) || (places == 3 && whole == "0");
    let is_number = is_whole_number(whole);
    if is_decimal && is_number && is_unit(following.get(places..)?) {
        return Some([whole, ".", following].concat());
    }
    None
}

/// Reads a quantity some of whose digits are letters.
fn misread(text: &str) -> Option<String> {
    let is_one = is_unit(text.trim_start_matches(is_digit_or_point));
    if is_one || !has_digit_before_sign(text) {
        return None;
    }
    quantity(text, is_unit)
}

/// Reports whether a text has an ASCII digit before any sign.
fn has_digit_before_sign(text: &str) -> bool {
    for byte in text.bytes() {
        if !byte.is_ascii_alphabetic() {
            return byte.is_ascii_digit();
        }
    }
    false
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn corrects_misread_quantities() {
        for (text, meaning) in [
            ("simvastatin 2o mg tablets", "simvastatin 20mg tablets"),
            ("clozapine s0 mg", "clozapine 50mg"),
            ("bisoprolol 2.s mg", "bisoprolol 2.5mg"),
            ("amoxicillin 5oomg", "amoxicillin 500mg"),
            ("amoxicillin 25o mg/5 ml", "amoxicillin 250mg/5 ml"),
            ("ramipril 2,5mg", "ramipril 2.5mg"),
            ("ramipril 2,5 mg", "ramipril 2.5mg"),
            ("digoxin 0,125 mg", "digoxin 0.125mg"),
            ("5,25 ml x", "5.25ml x"),
        ] {
            assert_eq!(read(text).0, meaning);
        }
        for text in [
            "heparin 5,000 units/5 ml",
            "omega 3,6,9 1000mg",
            "tablets 28s",
            "saline 1 l bag",
            "water 2 litres",
            "il 6",
            "colecalciferol 800 iu",
            "ig 5%",
            "a,5 mg",
            "2,5 tablets",
            "dilator sm2150",
            "catheter scm12",
            "catheter 08501003sg 3ml",
            "set 22631404sg",
        ] {
            assert_eq!(read(text), (text.to_owned(), Vec::new()));
        }
    }
}
