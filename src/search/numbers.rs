//! Quantities as they were meant, before anything is looked for: `2O mg` is 20mg, and `2,5mg` is 2.5mg. Cut into words they would
//! be a 2 and something else, which packs of another strength have.

use super::correction::Correction;
use super::misread;
use crate::text::Unit;

/// A folded text with its quantities as they were meant, and those that were read otherwise than they were written.
pub fn read(folded: &str) -> (String, Vec<Correction>) {
    let chunks: Vec<&str> = folded.split_whitespace().collect();
    let (mut words, mut changes) = (Vec::new(), Vec::new());
    let mut rest = chunks.as_slice();
    while let Some((first, _)) = rest.split_first() {
        let (taken, used) = first_meant(rest).unwrap_or_else(|| ((*first).to_owned(), 0));
        let (written, behind) = rest.split_at_checked(used.max(1)).unwrap_or_default();
        if used > 0 {
            changes.push(Correction { written: written.join(" "), taken: vec![taken.clone()] });
        }
        words.push(taken);
        rest = behind;
    }
    let text = if changes.is_empty() { folded.to_owned() } else { words.join(" ") };
    (text, changes)
}

/// What the first words mean, and how many they are; none where they mean what they say.
fn first_meant(words: &[&str]) -> Option<(String, usize)> {
    let has_unit = words.get(1).is_some_and(|unit| is_unit(unit));
    let both = words.first_chunk::<2>().filter(|_| has_unit).map(|both| (both.concat(), 2));
    let one = words.first().map(|one| ((*one).to_owned(), 1));
    let meant = |text: &str| decimal(text).or_else(|| misread(text));
    [both, one].into_iter().flatten().find_map(|(text, used)| Some((meant(&text)?, used)))
}

/// Whether a text begins with a unit, with neither letter nor digit behind it: `sm2150` is a code.
fn is_unit(text: &str) -> bool {
    let letters = text.find(|c: char| !c.is_alphabetic() && c != '%').unwrap_or(text.len());
    let (unit, behind) = text.split_at_checked(letters).unwrap_or_default();
    Unit::parse(unit).is_some() && !behind.starts_with(|c: char| c.is_ascii_digit())
}

/// A quantity with a decimal comma: thousands have three digits behind theirs, and one before.
fn decimal(text: &str) -> Option<String> {
    let (whole, behind) = text.split_once(',')?;
    let places = behind.bytes().take_while(u8::is_ascii_digit).count();
    let is_decimal = matches!(places, 1 | 2) || (places == 3 && whole == "0");
    let is_number = !whole.is_empty() && whole.bytes().all(|byte| byte.is_ascii_digit());
    (is_decimal && is_number && is_unit(behind.get(places..)?)).then(|| [whole, ".", behind].concat())
}

/// A quantity of which some digits were read as letters.
fn misread(text: &str) -> Option<String> {
    let has_digit = text.bytes().take_while(u8::is_ascii_alphanumeric).any(|byte| byte.is_ascii_digit());
    let is_one = is_unit(text.trim_start_matches(|c: char| c.is_ascii_digit() || c == '.'));
    misread::quantity(text, is_unit).filter(|_| has_digit && !is_one)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quantities_are_read_as_they_were_meant() {
        for (text, meant) in [
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
            assert_eq!(read(text).0, meant);
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
