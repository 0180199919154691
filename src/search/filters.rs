//! Filters: which properties the packs of an answer must have, and how many packs each value would leave.
//!
//! A filter only ever removes packs from the answer to the same query without it. It does not change how the
//! query is read.

use std::fmt;

use super::Query;
use crate::concept::{Property, Values};
use crate::dataset::{Dataset, PackNumber, PackSet, Properties};
use crate::pack::slug;

/// The maximum number of values of all filters of a query.
pub const MAX_FILTER_VALUES: usize = 100;

/// The properties that packs must have.
///
/// A pack must have one of the values of each property that has any.
///
/// # Examples
///
/// ```
/// use pack_lookup::concept::Property;
/// use pack_lookup::search::Filters;
///
/// let mut filters = Filters::default();
/// filters.add(Property::LegalCategory, "POM");
/// filters.add(Property::LegalCategory, "P");
/// filters.add(Property::SugarFree, "true");
/// assert!(!filters.is_empty());
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Filters(Vec<(Property, Vec<String>)>);

impl Filters {
    /// No filter.
    pub const NONE: &Filters = &Filters(Vec::new());

    /// Reports whether every pack is permitted.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Permits one more value of a property. The text of a release and its key are the same value.
    pub fn add(&mut self, property: Property, value: &str) {
        let key = slug(value);
        match self.0.iter_mut().find(|(other, _)| *other == property) {
            Some((_, keys)) if keys.contains(&key) => {}
            Some((_, keys)) => keys.push(key),
            None => self.0.push((property, vec![key])),
        }
    }

    /// Finds the keys of the values of a property. Empty if any value is permitted.
    pub fn of(&self, property: Property) -> &[String] {
        match self.0.iter().find(|(other, _)| *other == property) {
            Some((_, keys)) => keys,
            None => &[],
        }
    }

    /// Checks that the dataset knows each property and each value.
    ///
    /// # Errors
    ///
    /// Returns [`FilterError`] if not. No pack would match, and people could believe that such a pack does
    /// not exist.
    pub fn check(&self, dataset: &Dataset<'_>) -> Result<(), FilterError> {
        if self.0.iter().map(|(_, keys)| keys.len()).sum::<usize>() > MAX_FILTER_VALUES {
            return Err(FilterError::TooMany);
        }
        for (property, keys) in &self.0 {
            if !property.is_of_record() && dataset.concepts().is_none() {
                return Err(FilterError::NotKnown(*property));
            }
            for key in keys {
                let is_flag = property.values() == Values::Flag && matches!(key.as_str(), "true" | "false");
                if !is_flag && dataset.properties().position(*property, key).is_none() {
                    let known = known_keys(dataset.properties(), *property);
                    return Err(FilterError::UnknownValue { property: *property, key: key.clone(), known });
                }
            }
        }
        Ok(())
    }

    /// Removes the packs that the filters do not permit.
    fn keep_permitted(&self, dataset: &Dataset<'_>, packs: &mut PackSet) {
        if self.is_empty() {
            return;
        }
        let properties = dataset.properties();
        let wanted = Wanted::of(properties, self);
        let mut permitted = Vec::with_capacity(properties.combinations().len());
        for combination in properties.combinations() {
            permitted.push(wanted.missed(combination).is_empty());
        }
        packs.retain(|pack| permitted.get(properties.combination(pack)) == Some(&true));
    }
}

/// The filters of a query, applied to its packs. It keeps what is counted before they are removed.
pub(super) struct Narrowing<'n> {
    filters: &'n Filters,
    /// The number of packs before the filters.
    pub unfiltered: usize,
    /// The packs of each value, if they are asked for.
    pub counts: Option<Vec<PropertyCounts>>,
}

impl<'n> Narrowing<'n> {
    pub fn of(query: &Query<'n>) -> Narrowing<'n> {
        Narrowing { filters: query.filters, unfiltered: 0, counts: None }
    }

    /// Removes the packs that the filters do not permit. It is called once for a query, before its packs are
    /// ordered.
    pub fn apply(&mut self, dataset: &Dataset<'_>, packs: &mut PackSet) {
        self.unfiltered = packs.len();
        if self.counts.is_some() {
            self.counts = Some(count(dataset, self.filters, packs));
        }
        self.filters.keep_permitted(dataset, packs);
    }

    /// The same for packs that are in order already.
    pub fn apply_to_list(&mut self, dataset: &Dataset<'_>, packs: &mut Vec<PackNumber>) {
        self.unfiltered = packs.len();
        if self.filters.is_empty() && self.counts.is_none() {
            return;
        }
        let mut set = PackSet::empty(dataset.pack_range());
        set.reserve();
        for pack in packs.iter() {
            set.insert(pack.0);
        }
        self.apply(dataset, &mut set);
        packs.retain(|pack| set.contains(*pack));
    }
}

fn known_keys(properties: &Properties, property: Property) -> Vec<String> {
    let of_property = properties.values().iter().filter(|value| value.property == property);
    let mut keys: Vec<String> = of_property.map(|value| value.key.clone()).collect();
    keys.sort_unstable();
    keys
}

/// Why filters cannot be applied. `reason` is a stable code for programs. For an unknown value, the message
/// lists the values that the dataset has.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum FilterError {
    /// The dataset has packs without concepts, so it does not have the property.
    NotKnown(Property),
    /// No pack of the dataset has the value.
    UnknownValue {
        /// The property.
        property: Property,
        /// The key of the value.
        key: String,
        /// The keys of the values that the dataset has.
        known: Vec<String>,
    },
    /// There are more than [`MAX_FILTER_VALUES`] values.
    TooMany,
}

impl FilterError {
    /// A stable code for programs.
    pub fn reason(&self) -> &'static str {
        match self {
            FilterError::NotKnown(_) => "no_concepts",
            FilterError::UnknownValue { .. } => "unknown_value",
            FilterError::TooMany => "too_many_values",
        }
    }
}

impl fmt::Display for FilterError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            FilterError::UnknownValue { property, key, known } if key.is_empty() => {
                write!(f, "{} is blank; its values are {}", property.key(), known.join(", "))
            }
            FilterError::NotKnown(property) => {
                write!(f, "this dataset has packs alone and no concepts, so {} is not known", property.key())
            }
            FilterError::UnknownValue { property, key, known } => {
                let key = key.escape_debug();
                write!(f, "no pack has {} \"{key}\"; the values are {}", property.key(), known.join(", "))
            }
            FilterError::TooMany => write!(f, "more than {MAX_FILTER_VALUES} values of filters"),
        }
    }
}

impl std::error::Error for FilterError {}

/// The places of the permitted values of each filter.
struct Wanted(Vec<(Property, Vec<u32>)>);

impl Wanted {
    fn of(properties: &Properties, filters: &Filters) -> Wanted {
        let mut wanted = Vec::with_capacity(filters.0.len());
        for (property, keys) in &filters.0 {
            let places = keys.iter().filter_map(|key| properties.position(*property, key));
            wanted.push((*property, places.collect()));
        }
        Wanted(wanted)
    }

    /// Lists the properties for which a combination has no permitted value.
    fn missed(&self, combination: &[u32]) -> Vec<Property> {
        let mut missed = Vec::new();
        for (property, places) in &self.0 {
            if !places.iter().any(|place| combination.contains(place)) {
                missed.push(*property);
            }
        }
        missed
    }
}

/// A property with its values, and the number of packs of each.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PropertyCounts {
    /// The property.
    pub property: Property,
    /// The values that some pack has, the values of most packs first.
    pub values: Vec<ValueCount>,
}

/// A value of a property, and the number of its packs.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize)]
pub struct ValueCount {
    /// The name for programs.
    pub value: String,
    /// The text of the release.
    pub name: String,
    /// The number of packs with the value that the filters on all other properties permit.
    pub packs: u32,
}

/// Counts the packs of each value. A value that is chosen is listed even if no pack has it.
fn count(dataset: &Dataset<'_>, filters: &Filters, packs: &PackSet) -> Vec<PropertyCounts> {
    let properties = dataset.properties();
    let of_values = packs_of_values(properties, filters, packs);
    let mut counts = Vec::with_capacity(Property::ALL.len());
    for property in Property::ALL {
        let chosen = filters.of(*property);
        let mut values = Vec::new();
        for (value, packs) in properties.values().iter().zip(&of_values) {
            if value.property == *property && (*packs > 0 || chosen.contains(&value.key)) {
                let (value, name) = (value.key.clone(), value.text.clone());
                values.push(ValueCount { value, name, packs: *packs });
            }
        }
        values.sort_by(|a, b| b.packs.cmp(&a.packs).then_with(|| a.value.cmp(&b.value)));
        if !values.is_empty() {
            counts.push(PropertyCounts { property: *property, values });
        }
    }
    counts
}

/// Counts the packs of each value, where the filter on the value's own property permits any.
fn packs_of_values(properties: &Properties, filters: &Filters, packs: &PackSet) -> Vec<u32> {
    let mut of_combinations = vec![0; properties.combinations().len()];
    for pack in packs.iter() {
        if let Some(count) = of_combinations.get_mut(properties.combination(pack)) {
            *count += 1;
        }
    }
    let wanted = Wanted::of(properties, filters);
    let mut of_values = vec![0; properties.values().len()];
    for (combination, packs) in properties.combinations().iter().zip(of_combinations) {
        if packs == 0 {
            continue;
        }
        let missed = wanted.missed(combination);
        for place in combination {
            if let Some(value) = properties.values().get(*place as usize)
                && missed.iter().all(|property| *property == value.property)
                && let Some(count) = of_values.get_mut(*place as usize)
            {
                *count += packs;
            }
        }
    }
    of_values
}
