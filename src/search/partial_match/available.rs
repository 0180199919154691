//! In which strengths a medicine is to be had, as its names have them.

use crate::dataset::is_mixture;
use crate::quantity::millionths;
use crate::text::{Token, asking_tokens, fold};

/// So many packs have their names read.
pub const READ: usize = 512;
/// So many of the words of a query are taken for the one that a name has, while the generic name has the others.
pub const RAREST: usize = 3;
/// So many strengths are told: no medicine of a release has as many.
const TOLD: usize = 128;
/// The units of strengths; other units are sizes and lengths.
const UNITS: [&str; 8] = ["nanogram", "microgram", "mg", "g", "unit", "%", "mmol", "micromol"];

/// The strengths in names, from the weakest on; those of a mixture together.
pub fn of_names(names: impl Iterator<Item = String>) -> Vec<String> {
    let mut strengths: Vec<(usize, u64, String)> = Vec::new();
    let mut last = String::new();
    for name in names {
        // Neighbours often are packs of one product.
        if name != last {
            let folded = fold(&name);
            let of_name = folded.split(' ').filter_map(strength);
            let joined = |all: (usize, u64, String), one: (usize, u64, String)| {
                (all.0, all.1, [all.2, one.2].join(" / "))
            };
            match is_mixture(&name) {
                true => of_name.reduce(joined).into_iter().for_each(|all| put_in_order(&mut strengths, all)),
                false => of_name.for_each(|one| put_in_order(&mut strengths, one)),
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
        let mixture = ["Sitagliptin 50mg / Metformin 1g tablets".to_owned()];
        assert_eq!(of_names(mixture.into_iter()), ["50mg / 1g"]);
    }
}
