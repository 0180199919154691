//! What a list of packs may be narrowed by, and how many packs each choice would leave.

use std::collections::BTreeMap;

use crate::search::suggest::keep_most_frequent;
use crate::search::wording::Wording;

/// So many values of a facet are told at most, those that most packs have; a longer list nobody reads.
pub const MOST_VALUES: usize = 50;

/// How many facets there are.
const FACETS: usize = 3;

/// By what packs are told apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Facet {
    Strength,
    Form,
    Supplier,
}

/// Each facet, in the order in which a pack's values are kept.
const ALL: [Facet; FACETS] = [Facet::Strength, Facet::Form, Facet::Supplier];

/// What somebody chose: of each facet one of these values; any where none is named.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Choices {
    /// Of the strength.
    pub strength: Vec<String>,
    /// Of the form.
    pub form: Vec<String>,
    /// Of the supplier.
    pub supplier: Vec<String>,
}

impl Choices {
    fn of(&self, facet: Facet) -> &[String] {
        match facet {
            Facet::Strength => &self.strength,
            Facet::Form => &self.form,
            Facet::Supplier => &self.supplier,
        }
    }
}

/// What packs may be narrowed by: the values that they have, those of most packs first. Each counts the packs that have it and
/// what is chosen of the other facets, so it tells what choosing it alone would leave.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Facets {
    /// `500mg`
    pub strength: Vec<Value>,
    /// `tablets`
    pub form: Vec<Value>,
    /// The supplier.
    pub supplier: Vec<Value>,
}

/// A value of a facet.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize)]
pub struct Value {
    /// As names say it.
    pub value: String,
    /// How many packs have it.
    pub packs: u32,
}

/// The numbers of a pack's values, of each facet in the order of [`ALL`].
pub type Values = [Option<u32>; FACETS];

/// Texts by numbers from 0 on.
#[derive(Default)]
struct Interned(BTreeMap<String, usize>);

impl Interned {
    /// The number of a text, which it gets when it is met first.
    fn number(&mut self, text: &str) -> usize {
        if let Some(number) = self.0.get(text) {
            return *number;
        }
        let number = self.0.len();
        self.0.insert(text.to_owned(), number);
        number
    }

    /// Something of each text, in the order of their numbers.
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
pub struct Meanings([Interned; FACETS]);

impl Meanings {
    /// The numbers of the strength and the form that the name of a generic product says.
    pub fn wording(&mut self, name: &str) -> [Option<u32>; 2] {
        let Wording { strength, form } = Wording::of(name);
        let strength = strength.map(|strength| self.number(Facet::Strength, &strength));
        [strength, form.map(|form| self.number(Facet::Form, &form))]
    }

    /// The number of a supplier.
    pub fn supplier(&mut self, supplier: &str) -> u32 {
        self.number(Facet::Supplier, supplier)
    }

    fn number(&mut self, facet: Facet, value: &str) -> u32 {
        self.0.get_mut(facet as usize).map_or(0, |texts| texts.number(value) as u32)
    }

    /// Whether a pack with these values has what was chosen; of one facet it may have anything, if that is named.
    pub fn chosen(&self, choices: &Choices) -> impl Fn(&Values, Option<Facet>) -> bool {
        let chosen: Vec<Option<Vec<bool>>> =
            ALL.iter().map(|facet| self.values_chosen(*facet, choices)).collect();
        move |values, but| {
            let has = |(facet, (chosen, value)): (&Facet, (&Option<Vec<bool>>, &Option<u32>))| {
                but == Some(*facet) || is_chosen(chosen.as_deref(), *value)
            };
            ALL.iter().zip(chosen.iter().zip(values)).all(has)
        }
    }

    /// Which values of a facet are chosen; none where any may be.
    fn values_chosen(&self, facet: Facet, choices: &Choices) -> Option<Vec<bool>> {
        let wanted = choices.of(facet);
        let texts = self.0.get(facet as usize).filter(|_| !wanted.is_empty())?;
        Some(texts.each(false, |text| wanted.iter().any(|one| one == text)))
    }

    /// What packs with these values may be narrowed by.
    pub fn facets<'v>(
        &self,
        packs: impl Iterator<Item = &'v Values> + Clone,
        is_chosen: &impl Fn(&Values, Option<Facet>) -> bool,
        choices: &Choices,
    ) -> Facets {
        let values = |facet: Facet| {
            let left = packs.clone().filter(|values| is_chosen(values, Some(facet)));
            self.counted(facet, left.filter_map(|values| *values.get(facet as usize)?), choices)
        };
        let [strength, form, supplier] = ALL.map(values);
        Facets { strength, form, supplier }
    }

    /// The values that most packs have, and those that were chosen, whoever has them.
    fn counted(&self, facet: Facet, met: impl Iterator<Item = u32>, choices: &Choices) -> Vec<Value> {
        let Some(texts) = self.0.get(facet as usize) else { return Vec::new() };
        let mut counts = vec![0; texts.0.len()];
        met.for_each(|number| counts.get_mut(number as usize).into_iter().for_each(|count| *count += 1));
        let count = |number: &usize| counts.get(*number).copied().unwrap_or(0);
        let mut values: Vec<(String, usize)> =
            texts.0.iter().map(|(text, number)| (text.clone(), count(number))).collect();
        values.retain(|(_, count)| *count > 0);
        keep_most_frequent(&mut values, MOST_VALUES);
        for chosen in choices.of(facet) {
            if !values.iter().any(|(text, _)| text == chosen) {
                values.push((chosen.clone(), texts.0.get(chosen).map_or(0, count)));
            }
        }
        values.into_iter().map(|(value, packs)| Value { value, packs: packs as u32 }).collect()
    }
}

fn is_chosen(chosen: Option<&[bool]>, value: Option<u32>) -> bool {
    let has = |chosen: &[bool]| value.and_then(|value| chosen.get(value as usize).copied()).unwrap_or(false);
    chosen.is_none_or(has)
}
