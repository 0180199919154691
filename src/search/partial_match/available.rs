//! What is available instead of a strength, route, form or release that no pack has.

use super::candidates::{READ, in_names, of_medicine, sets_of_all};
use super::plan::Plan;
use super::query_part::{PartRole, QueryPart};
use crate::attributes::{Attribute, other_releases, routes};
use crate::dataset::{PackSet, is_mixture};
use crate::quantity::millionths;
use crate::search::clauses::{Clause, TermQuery, term_queries_of};
use crate::search::context::QueryContext;
use crate::search::match_sets::packs_with;
use crate::search::wording::Wording;
use crate::text::{Token, asking_tokens, fold, is_sign};

/// The maximum number of values in a list. No medicine of a release has as many strengths.
const MAX_VALUES: usize = 128;
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
    /// Returns whether all lists are empty.
    pub fn is_empty(&self) -> bool {
        let lists = [&self.strengths, &self.routes, &self.forms, &self.releases];
        lists.iter().all(|values| values.is_empty())
    }

    /// Returns the lists with their names.
    pub fn lists(&self) -> [(&'static str, &[String]); 4] {
        [
            ("strengths", &self.strengths),
            ("routes", &self.routes),
            ("forms", &self.forms),
            ("releases", &self.releases),
        ]
    }
}

/// A property of which a medicine has several values.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Property {
    Strength,
    Route,
    Form,
    Release,
}

const PROPERTIES: [Property; 4] = [Property::Strength, Property::Route, Property::Form, Property::Release];

/// Returns what is available of the medicine in a query.
///
/// For each property that the query requests, these are the values of the packs that match everything else.
/// If there are none, they are those of all packs of the medicine. `has_match` is whether some packs have all
/// required parts.
pub fn available(context: &QueryContext<'_>, plan: &Plan, has_match: bool) -> Available {
    let mut available = Available::default();
    let required = plan.required();
    let essentials = plan.essentials();
    let is_available = match essentials.len() < required.len() {
        true => sets_of_all(context, &essentials, &plan.ordered()).is_some(),
        false => has_match,
    };
    if is_available {
        return available;
    }
    let properties = requested_properties(&required);
    for one in &properties {
        let mut others = required.clone();
        others.retain(|part| property(part) != Some(*one));
        add_values(context, &others, *one, &mut available);
    }
    if available.is_empty() {
        add_values_of_medicine(context, &required, &properties, &mut available);
    }
    available
}

fn requested_properties(parts: &[&QueryPart]) -> Vec<Property> {
    let mut properties = PROPERTIES.to_vec();
    properties.retain(|one| parts.iter().any(|part| property(part) == Some(*one)));
    properties
}

/// Adds the values that the medicine has of properties whose requested value it lacks.
fn add_values_of_medicine(
    context: &QueryContext<'_>,
    parts: &[&QueryPart],
    properties: &[Property],
    available: &mut Available,
) {
    let mut medicines = parts.to_vec();
    medicines.retain(|part| part.role == PartRole::Medicine);
    for one in properties {
        let mut with = parts.to_vec();
        with.retain(|part| part.role == PartRole::Medicine || property(part) == Some(*one));
        // If the medicine has the requested value, another part is the reason.
        if packs_of(context, &with).is_none() {
            add_values(context, &medicines, *one, available);
        }
    }
}

fn property(part: &QueryPart) -> Option<Property> {
    match part.role {
        PartRole::Strength => Some(Property::Strength),
        PartRole::Word if part.is_form() => Some(Property::Form),
        PartRole::Attribute => property_of_attribute(&part.clauses),
        _ => None,
    }
}

fn property_of_attribute(clauses: &[Clause]) -> Option<Property> {
    for query in term_queries_of(clauses) {
        if let TermQuery::Attribute(attribute) = query {
            return Some(if attribute.is_release() { Property::Release } else { Property::Route });
        }
    }
    None
}

/// Adds the values of a property of the packs that match all of some parts.
fn add_values(
    context: &QueryContext<'_>,
    parts: &[&QueryPart],
    property: Property,
    available: &mut Available,
) {
    let Some(packs) = packs_of(context, parts) else { return };
    match property {
        Property::Strength => available.strengths = strengths(generic_names(context, &packs).into_iter()),
        Property::Form => available.forms = forms(&generic_names(context, &packs)),
        Property::Route => available.routes = labels(context, &packs, &routes()),
        Property::Release => available.releases = releases(context, &packs),
    }
}

/// Returns the packs whose own names match all of some parts, and the brands of the medicine.
fn packs_of(context: &QueryContext<'_>, parts: &[&QueryPart]) -> Option<PackSet> {
    let mut packs = PackSet::empty(context.dataset.pack_range());
    if let Some((own, _)) = in_names(context, parts, &[]) {
        packs.union(&singles(context, own.all));
    }
    if let Some(brands) = of_medicine(context, parts, &[]) {
        packs.union(&brands);
    }
    (!packs.is_empty()).then_some(packs)
}

/// Removes mixtures, whose names have the strengths of other substances, unless all packs are mixtures.
fn singles(context: &QueryContext<'_>, packs: PackSet) -> PackSet {
    let mut singles = packs.clone();
    singles.subtract(&context.dataset.mixtures(packs.pack_range()));
    if singles.is_empty() { packs } else { singles }
}

/// Returns the generic names of packs, one for neighbours of one generic product.
fn generic_names(context: &QueryContext<'_>, packs: &PackSet) -> Vec<String> {
    let mut places: Vec<u64> = packs.iter().map(|pack| context.dataset.generic_product_place(pack)).collect();
    places.dedup();
    let mut reader = context.dataset.name_reader();
    let mut names = Vec::new();
    for place in places.into_iter().take(READ) {
        names.push(reader.generic_product(place as u32));
    }
    names
}

/// Returns the labels of the attributes that some of the packs have.
fn labels(context: &QueryContext<'_>, packs: &PackSet, attributes: &[Attribute]) -> Vec<String> {
    let mut labels = Vec::new();
    for attribute in attributes {
        if packs.len_with(&packs_with(context.dataset.words(), packs.pack_range(), *attribute)) > 0 {
            labels.push(attribute.label().to_owned());
        }
    }
    labels
}

fn releases(context: &QueryContext<'_>, packs: &PackSet) -> Vec<String> {
    let mut immediate = packs.clone();
    for other in other_releases() {
        immediate.subtract(&packs_with(context.dataset.words(), packs.pack_range(), other));
    }
    let mut labels = labels(context, packs, &other_releases());
    if !immediate.is_empty() {
        labels.push(Attribute::IMMEDIATE.label().to_owned());
    }
    labels
}

/// Returns the dose forms in generic names, in alphabetical order.
pub fn forms(names: &[String]) -> Vec<String> {
    let mut forms = Vec::new();
    for name in names {
        if let Some(form) = Wording::of(name).form {
            insert_sorted(&mut forms, form);
        }
    }
    forms.truncate(MAX_VALUES);
    forms
}

/// Inserts a value unless it is present. The lists are short, and this adds less to the WebAssembly than a
/// sort.
fn insert_sorted<T: Ord>(sorted: &mut Vec<T>, value: T) {
    if let Err(place) = sorted.binary_search(&value) {
        sorted.insert(place, value);
    }
}

/// Returns the strengths in names, lowest first. The strengths of a mixture are one value.
pub fn strengths(names: impl Iterator<Item = String>) -> Vec<String> {
    let mut strengths: Vec<Strength> = Vec::new();
    let mut last = String::new();
    for name in names {
        let name = fold(&name);
        // Neighbouring packs are often of one product.
        if name == last {
            continue;
        }
        let of_name = name.split(' ').filter_map(strength);
        if !is_mixture(&name) {
            for one in of_name {
                insert_sorted(&mut strengths, one);
            }
        } else if let Some(all) = of_name.reduce(joined) {
            insert_sorted(&mut strengths, all);
        }
        last = name;
    }
    strengths.into_iter().take(MAX_VALUES).map(|(_, _, text)| text).collect()
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
    let tokens = asking_tokens(word);
    let Some(Token::Quantity(number, unit)) = tokens.first() else { return None };
    let place = UNITS.iter().position(|name| *name == unit.name())?;
    Some((place, millionths(number)?, word.to_owned()))
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
