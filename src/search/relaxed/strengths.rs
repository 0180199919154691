//! In which strengths a medicine is to be had, as its names have them.

use super::units::millionths;
use crate::text::{Token, asking_tokens, fold};

/// So many packs have their names read.
pub const READ: usize = 512;
/// So many of the words of a query are taken for the one that a name has, while the generic name has the others.
pub const RAREST: usize = 3;
/// So many strengths are told.
const TOLD: usize = 24;
/// The units of strengths; other units are sizes and lengths.
const UNITS: [&str; 8] = ["nanogram", "microgram", "mg", "g", "unit", "%", "mmol", "micromol"];

/// The strengths in the names of products, from the weakest on.
pub fn of_names(names: impl Iterator<Item = String>) -> Vec<String> {
    let mut strengths: Vec<(usize, u64, String)> = Vec::new();
    let mut last = String::new();
    for name in names {
        // Neighbours often are packs of one product.
        if name != last {
            for strength in fold(&name).split(' ').filter_map(strength) {
                put_in_order(&mut strengths, strength);
            }
            last = name;
        }
    }
    strengths.into_iter().take(TOLD).map(|(_, _, text)| text).collect()
}

/// There are few: sorting them would be more of a program than this.
fn put_in_order<T: Ord>(sorted: &mut Vec<T>, new: T) {
    if let Err(place) = sorted.binary_search(&new) {
        sorted.insert(place, new);
    }
}

/// A word that is a strength, with its unit and its number to sort it by.
fn strength(word: &str) -> Option<(usize, u64, String)> {
    let word = word.trim_matches(|c: char| !c.is_alphanumeric() && c != '%');
    let tokens = asking_tokens(word);
    let Some(Token::Quantity(number, unit)) = tokens.first() else { return None };
    let place = UNITS.iter().position(|name| *name == unit.name())?;
    Some((place, millionths(number)?, word.to_owned()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn strengths_are_told_once_the_weakest_first() {
        let names = [
            "Amlodipine 10mg tablets",
            "Amlodipine 5mg tablets",
            "Amlodipine 5mg/5ml oral solution 100ml",
            "Amlodipine 10mg tablets",
        ];
        assert_eq!(of_names(names.into_iter().map(str::to_owned)), ["5mg", "5mg/5ml", "10mg"]);
    }
}
