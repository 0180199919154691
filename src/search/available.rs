//! What is available instead of a strength, route, form or release that no pack has.

use super::wording::{Wording, amount_in, chunks};
use crate::medicine;
use crate::quantity::millionths;
use crate::text::{fold, is_sign};

/// The maximum number of values in a list. No medicine of a release has as many strengths.
const MAX_AVAILABLE_VALUES: usize = 128;
/// The units of strengths. Other units are sizes and lengths.
const UNITS: [&str; 8] = ["nanogram", "microgram", "mg", "g", "unit", "%", "mmol", "micromol"];

/// The strengths, routes, forms and releases that a medicine has, if a query requests one that does not
/// exist.
///
/// Only the properties that the query requests are listed. All lists are empty if the query has results, or
/// if it fails for another reason.
///
/// # Examples
///
/// ```
/// # let bytes = include!(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/common/doctest_dataset.rs"));
/// use pack_lookup::dataset::verify;
/// use pack_lookup::search::{Query, search};
///
/// let dataset = verify(&bytes)?;
/// let found = search(&dataset, &Query::new("amlodipine 80mg"));
/// assert!(found.packs.is_empty());
/// assert!(found.available.strengths.contains(&"5mg".to_owned()));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq, serde::Serialize)]
pub struct Available {
    /// Strengths as names have them, lowest first: `2.5mg`, `5mg / 80mg`.
    pub strengths: Vec<String>,
    /// Routes: `oral`, `subcutaneous`.
    pub routes: Vec<String>,
    /// Dose forms as generic names have them: `tablets`, `oral solution sugar free`.
    pub forms: Vec<String>,
    /// Release characteristics: `modified release`, `gastro-resistant`, `immediate release`.
    pub releases: Vec<String>,
}

impl Available {
    /// Reports whether all lists are empty.
    pub fn is_empty(&self) -> bool {
        let lists = [&self.strengths, &self.routes, &self.forms, &self.releases];
        lists.iter().all(|values| values.is_empty())
    }

    /// Names the lists, with their names.
    pub fn lists(&self) -> [(&'static str, &[String]); 4] {
        [
            ("strengths", &self.strengths),
            ("routes", &self.routes),
            ("forms", &self.forms),
            ("releases", &self.releases),
        ]
    }
}

/// Lists the dose forms in generic names, in alphabetical order.
pub fn forms(names: &[String]) -> Vec<String> {
    let mut forms = Vec::new();
    for name in names {
        if let Some(form) = Wording::of(name).form {
            insert_sorted(&mut forms, form);
        }
    }
    forms.truncate(MAX_AVAILABLE_VALUES);
    forms
}

/// Inserts a value unless it is present. The lists are short, and this adds less to the WebAssembly than a
/// sort.
fn insert_sorted<T: Ord>(sorted: &mut Vec<T>, value: T) {
    if let Err(place) = sorted.binary_search(&value) {
        sorted.insert(place, value);
    }
}

/// Lists the strengths in names, lowest first. The strengths of a mixture are one value.
pub fn strengths(names: impl Iterator<Item = String>) -> Vec<String> {
    let mut strengths: Vec<Strength> = Vec::new();
    let mut last = String::new();
    for name in names {
        let name = fold(&name);
        // Neighbouring packs are often of one product.
        if name == last {
            continue;
        }
        let of_name = chunks(&name).into_iter().filter_map(strength);
        if !medicine::parse(&name).is_mixture() {
            for one in of_name {
                insert_sorted(&mut strengths, one);
            }
        } else if let Some(all) = of_name.reduce(joined) {
            insert_sorted(&mut strengths, all);
        }
        last = name;
    }
    strengths.into_iter().take(MAX_AVAILABLE_VALUES).map(|(_, _, text)| text).collect()
}

/// The position of the unit in [`UNITS`], the number in millionths, and the text of a strength.
type Strength = (usize, u64, String);

fn joined(all: Strength, one: Strength) -> Strength {
    (all.0, all.1, [all.2, one.2].join(" / "))
}

fn is_around_strength(c: char) -> bool {
    is_sign(c) && c != '%'
}

/// Parses a word that is a strength.
fn strength(word: &str) -> Option<Strength> {
    let word = word.trim_matches(is_around_strength);
    let amount = amount_in(word)?;
    let place = UNITS.iter().position(|name| *name == amount.unit)?;
    Some((place, millionths(&amount.number)?, word.to_owned()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_each_strength_once_the_weakest_first() {
        let names = [
            "Amlodipine 10mg tablets",
            "Amlodipine 5mg tablets",
            "Amlodipine 5mg/5ml oral solution 100ml",
            "Amlodipine 10mg tablets",
        ];
        assert_eq!(strengths(names.into_iter().map(str::to_owned)), ["5mg", "5mg/5ml", "10mg"]);
        let mixture = ["Sitagliptin 50mg / Metformin 1g tablets".to_owned()];
        assert_eq!(strengths(mixture.into_iter()), ["50mg / 1g"]);
        let millions = ["Colistimethate 2million unit vials", "Colistimethate 1million unit vials"];
        assert_eq!(strengths(millions.into_iter().map(str::to_owned)), ["1million unit", "2million unit"]);
    }

    #[test]
    fn lists_forms_without_strengths() {
        let names = [
            "Amlodipine 5mg tablets",
            "Amlodipine 5mg/5ml oral solution",
            "Amlodipine 10mg tablets",
            "Belts",
        ];
        assert_eq!(forms(&names.map(str::to_owned)), ["oral solution", "tablets"]);
    }
}
