//! Facets: the values by which packs can be narrowed, and how many packs each would leave.

use std::collections::BTreeMap;

use crate::search::suggest::keep_most_frequent;
use crate::search::wording::Wording;

/// The maximum number of values of a facet. Those with the most packs are listed.
pub const MAX_VALUES: usize = 50;

const FACETS: usize = 3;

/// A property by which packs can be narrowed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Facet {
    Strength,
    Form,
    Supplier,
}

/// All facets, in the order of [`FacetValues`].
const ALL: [Facet; FACETS] = [Facet::Strength, Facet::Form, Facet::Supplier];

/// The selected facet values.
///
/// A pack must have one of the selected values of each facet. An empty list permits any value.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct FacetSelection {
    /// The selected strengths.
    pub strength: Vec<String>,
    /// The selected forms.
    pub form: Vec<String>,
    /// The selected suppliers.
    pub supplier: Vec<String>,
}

impl FacetSelection {
    fn of(&self, facet: Facet) -> &[String] {
        match facet {
            Facet::Strength => &self.strength,
            Facet::Form => &self.form,
            Facet::Supplier => &self.supplier,
        }
    }
}

/// The values by which packs can be narrowed, those of most packs first.
///
/// A count includes only packs that match the selection in the other facets. So it is the number of packs
/// that choosing this value alone would leave.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Facets {
    /// Strengths: `500mg`.
    pub strength: Vec<Value>,
    /// Forms: `tablets`.
    pub form: Vec<Value>,
    /// Suppliers.
    pub supplier: Vec<Value>,
}

/// A value of a facet.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize)]
pub struct Value {
    /// The text as names have it.
    pub value: String,
    /// The number of packs with this value.
    pub packs: u32,
}

/// The number of a pack's value in each facet, in the order of [`ALL`].
pub type FacetValues = [Option<u32>; FACETS];

/// Texts numbered from 0.
#[derive(Default)]
struct Interned(BTreeMap<String, usize>);

impl Interned {
    /// Returns the number of a text, and assigns one to a new text.
    fn number(&mut self, text: &str) -> usize {
        if let Some(number) = self.0.get(text) {
            return *number;
        }
        let number = self.0.len();
        self.0.insert(text.to_owned(), number);
        number
    }

    /// Returns the result of `of` for each text, in the order of their numbers.
    fn each<T: Clone>(&self, default: T, of: impl Fn(&str) -> T) -> Vec<T> {
        let mut each = vec![default; self.0.len()];
        for (text, number) in &self.0 {
            if let Some(one) = each.get_mut(*number) {
                *one = of(text);
            }
        }
        each
    }
}

/// The values of each facet that packs have.
#[derive(Default)]
pub struct FacetDictionary([Interned; FACETS]);

impl FacetDictionary {
    /// Returns the numbers of the strength and the form in a generic name.
    pub fn wording(&mut self, name: &str) -> [Option<u32>; 2] {
        let Wording { strength, form } = Wording::of(name);
        let strength = strength.map(|strength| self.number(Facet::Strength, &strength));
        [strength, form.map(|form| self.number(Facet::Form, &form))]
    }

    /// Returns the number of a supplier.
    pub fn supplier(&mut self, supplier: &str) -> u32 {
        self.number(Facet::Supplier, supplier)
    }

    fn number(&mut self, facet: Facet, value: &str) -> u32 {
        self.0.get_mut(facet as usize).map_or(0, |texts| texts.number(value) as u32)
    }

    /// Returns a predicate: whether a pack with these values matches the selection. One facet can be ignored.
    pub fn chosen(&self, selection: &FacetSelection) -> impl Fn(&FacetValues, Option<Facet>) -> bool {
        let chosen: Vec<Option<Vec<bool>>> =
            ALL.iter().map(|facet| self.selected_values(*facet, selection)).collect();
        move |values, but| {
            let has = |(facet, (chosen, value)): (&Facet, (&Option<Vec<bool>>, &Option<u32>))| {
                but == Some(*facet) || is_selected(chosen.as_deref(), *value)
            };
            ALL.iter().zip(chosen.iter().zip(values)).all(has)
        }
    }

    /// Returns which values of a facet are selected, or `None` if any value is permitted.
    fn selected_values(&self, facet: Facet, selection: &FacetSelection) -> Option<Vec<bool>> {
        let selected = selection.of(facet);
        let texts = self.0.get(facet as usize).filter(|_| !selected.is_empty())?;
        Some(texts.each(false, |text| selected.iter().any(|one| one == text)))
    }

    /// Returns the values by which packs with these values can be narrowed.
    pub fn facets<'v>(
        &self,
        packs: impl Iterator<Item = &'v FacetValues> + Clone,
        is_selected: &impl Fn(&FacetValues, Option<Facet>) -> bool,
        selection: &FacetSelection,
    ) -> Facets {
        let values = |facet: Facet| {
            let left = packs.clone().filter(|values| is_selected(values, Some(facet)));
            self.counted(facet, left.filter_map(|values| *values.get(facet as usize)?), selection)
        };
        let [strength, form, supplier] = ALL.map(values);
        Facets { strength, form, supplier }
    }

    /// Returns the values with the most packs, and all selected values, even those that no pack has.
    fn counted(
        &self,
        facet: Facet,
        met: impl Iterator<Item = u32>,
        selection: &FacetSelection,
    ) -> Vec<Value> {
        let Some(texts) = self.0.get(facet as usize) else { return Vec::new() };
        let mut counts = vec![0; texts.0.len()];
        met.for_each(|number| counts.get_mut(number as usize).into_iter().for_each(|count| *count += 1));
        let count = |number: &usize| counts.get(*number).copied().unwrap_or(0);
        let mut values: Vec<(String, usize)> =
            texts.0.iter().map(|(text, number)| (text.clone(), count(number))).collect();
        values.retain(|(_, count)| *count > 0);
        keep_most_frequent(&mut values, MAX_VALUES);
        for chosen in selection.of(facet) {
            if !values.iter().any(|(text, _)| text == chosen) {
                values.push((chosen.clone(), texts.0.get(chosen).map_or(0, count)));
            }
        }
        values.into_iter().map(|(value, packs)| Value { value, packs: packs as u32 }).collect()
    }
}

fn is_selected(chosen: Option<&[bool]>, value: Option<u32>) -> bool {
    let has = |chosen: &[bool]| value.and_then(|value| chosen.get(value as usize).copied()).unwrap_or(false);
    chosen.is_none_or(has)
}
