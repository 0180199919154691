//! Facets: the values by which packs can be narrowed, and how many packs each would leave.

use std::collections::BTreeMap;

use crate::search::suggest::keep_most_frequent;
use crate::search::wording::Wording;

/// The maximum number of values of a facet. Those with the most packs are listed.
pub const MAX_FACET_VALUES: usize = 50;

const FACETS: usize = 3;

/// A property by which packs can be narrowed. Strength and form are parsed from the generic name, because no
/// field of a record has them.
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

/// The values that can narrow the packs, the values of most packs first.
///
/// A count includes only packs that match the selection in the other facets. It is therefore the number of
/// packs that choosing only this value would leave.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Facets {
    /// Strengths: `500mg`.
    pub strength: Vec<Value>,
    /// Forms: `tablets`.
    pub form: Vec<Value>,
    /// Suppliers.
    pub supplier: Vec<Value>,
}

/// A value of a facet, and how many packs have it. A selected value is listed even if no pack has it.
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
    /// Finds the number of a text, and assigns one to a new text.
    fn number(&mut self, text: &str) -> usize {
        if let Some(number) = self.0.get(text) {
            return *number;
        }
        let number = self.0.len();
        self.0.insert(text.to_owned(), number);
        number
    }

    /// Reports whether each text is among others, in the order of their numbers.
    fn are_among(&self, others: &[String]) -> Vec<bool> {
        let mut are_among = vec![false; self.0.len()];
        for text in others {
            if let Some(number) = self.0.get(text)
                && let Some(is_among) = are_among.get_mut(*number)
            {
                *is_among = true;
            }
        }
        are_among
    }
}

/// The values of each facet that packs have, numbered from 0. Packs have these numbers, so that counting and
/// selecting compare no texts.
#[derive(Default)]
pub struct FacetDictionary([Interned; FACETS]);

impl FacetDictionary {
    /// Numbers the strength and the form in a generic name.
    pub fn wording(&mut self, name: &str) -> [Option<u32>; 2] {
        let Wording { strength, form } = Wording::of(name);
        [self.number_of(Facet::Strength, strength), self.number_of(Facet::Form, form)]
    }

    fn number_of(&mut self, facet: Facet, value: Option<String>) -> Option<u32> {
        Some(self.number(facet, &value?))
    }

    /// Finds the number of a supplier.
    pub fn supplier(&mut self, supplier: &str) -> u32 {
        self.number(Facet::Supplier, supplier)
    }

    fn number(&mut self, facet: Facet, value: &str) -> u32 {
        match self.0.get_mut(facet as usize) {
            Some(texts) => texts.number(value) as u32,
            None => 0,
        }
    }

    /// Finds which values of each facet are selected.
    pub fn selected(&self, selection: &FacetSelection) -> SelectedValues {
        SelectedValues(ALL.map(|facet| self.selected_values(facet, selection)))
    }

    /// Finds which values of a facet are selected, or `None` if any value is permitted.
    fn selected_values(&self, facet: Facet, selection: &FacetSelection) -> Option<Vec<bool>> {
        let selected = selection.of(facet);
        if selected.is_empty() {
            return None;
        }
        Some(self.0.get(facet as usize)?.are_among(selected))
    }

    /// Lists the values by which packs with these values can be narrowed.
    pub fn facets<'v>(
        &self,
        packs: impl Iterator<Item = &'v FacetValues> + Clone,
        selected: &SelectedValues,
        selection: &FacetSelection,
    ) -> Facets {
        let [strength, form, supplier] = ALL.map(|facet| {
            let Some(texts) = self.0.get(facet as usize) else { return Vec::new() };
            let counts = counts_of(facet, texts.0.len(), packs.clone(), selected);
            texts.counted(&counts, selection.of(facet))
        });
        Facets { strength, form, supplier }
    }
}

/// Counts the packs with each value of a facet.
fn counts_of<'v>(
    facet: Facet,
    len: usize,
    packs: impl Iterator<Item = &'v FacetValues>,
    selected: &SelectedValues,
) -> Vec<usize> {
    let mut counts = vec![0; len];
    for values in packs {
        if selected.permit(values, Some(facet))
            && let Some(Some(number)) = values.get(facet as usize)
            && let Some(count) = counts.get_mut(*number as usize)
        {
            *count += 1;
        }
    }
    counts
}

impl Interned {
    /// Lists the values with the most packs, and all selected values, even those that no pack has.
    fn counted(&self, counts: &[usize], selected: &[String]) -> Vec<Value> {
        let mut values: Vec<(String, usize)> = Vec::new();
        for (text, number) in &self.0 {
            if let Some(count) = counts.get(*number)
                && *count > 0
            {
                values.push((text.clone(), *count));
            }
        }
        keep_most_frequent(&mut values, MAX_FACET_VALUES);
        for one in selected {
            if !values.iter().any(|(text, _)| text == one) {
                values.push((one.clone(), self.count(counts, one)));
            }
        }
        values.into_iter().map(|(value, packs)| Value { value, packs: packs as u32 }).collect()
    }

    fn count(&self, counts: &[usize], text: &str) -> usize {
        match self.0.get(text) {
            Some(number) => counts.get(*number).copied().unwrap_or(0),
            None => 0,
        }
    }
}

/// The selected values of each facet by their numbers, or `None` if any value is permitted.
pub struct SelectedValues([Option<Vec<bool>>; FACETS]);

impl SelectedValues {
    /// Reports whether a pack with these values matches the selection. One facet can be ignored.
    pub fn permit(&self, values: &FacetValues, but: Option<Facet>) -> bool {
        for (facet, (selected, value)) in ALL.iter().zip(self.0.iter().zip(values)) {
            if but != Some(*facet) && !is_selected(selected.as_deref(), *value) {
                return false;
            }
        }
        true
    }
}

fn is_selected(selected: Option<&[bool]>, value: Option<u32>) -> bool {
    match (selected, value) {
        (None, _) => true,
        (Some(_), None) => false,
        (Some(selected), Some(value)) => selected.get(value as usize) == Some(&true),
    }
}
