//! The components of generic products, parsed once per query; and substances beyond those that a query
//! names.

use std::cell::{OnceCell, RefCell};
use std::collections::BTreeMap;
use std::rc::Rc;

use crate::dataset::{PackNumber, PackSet};
use crate::medicine;
use crate::search::index::{Index, Need};
use crate::search::read::{Choice, Role, Term, Wanted, is_metal};
use crate::text::{fold, title_terms};

/// A component of a generic product as index terms: its words, and its strengths.
pub struct Component {
    pub words: Vec<String>,
    /// Whether its name begins with the name of a substance.
    pub is_substance: bool,
    pub strengths: Vec<String>,
}

/// The components of the generic products that a query has read so far.
pub struct Components<'q, 'd> {
    index: &'q Index<'d>,
    parsed: RefCell<BTreeMap<u32, Rc<Vec<Component>>>>,
}

impl<'q, 'd> Components<'q, 'd> {
    pub fn of(index: &'q Index<'d>) -> Components<'q, 'd> {
        Components { index, parsed: RefCell::default() }
    }

    /// Finds the components of a generic product.
    pub fn get(&self, generic: u32) -> Rc<Vec<Component>> {
        let parse = || Rc::new(components(self.index, &self.index.dataset.generic_name(generic)));
        self.parsed.borrow_mut().entry(generic).or_insert_with(parse).clone()
    }
}

fn components(index: &Index<'_>, name: &str) -> Vec<Component> {
    let parsed = medicine::parse(name);
    let mut components = Vec::new();
    for component in parsed.products.iter().flat_map(|product| &product.components) {
        let mut strengths = Vec::new();
        let equivalents = component.equivalents.iter().map(|(_, strength)| strength);
        for strength in component.strengths.iter().chain(equivalents) {
            strengths.extend(strength.terms());
        }
        let words = title_terms(&component.substance);
        let is_substance = words.first().is_some_and(|first| index.is_medicine(first));
        components.push(Component { words, is_substance, strengths });
    }
    components
}

/// Counts the components that no word names, or 0 if none is named.
///
/// Each word names one component: the one that most of the words name. A word that is written twice names
/// two.
pub fn further(components: &[Component], words: &[&Need], forms: &[&Need]) -> u32 {
    let mut rest: Vec<&Component> = components.iter().collect();
    let mut words = words.to_vec();
    while let Some((best, count)) = most_named(&rest, &words, forms)
        && count > 0
    {
        let component = rest.remove(best);
        let mut used: Vec<&Need> = Vec::new();
        words.retain(|need| {
            let is_used = need.is_met_by(&component.words) && !used.contains(need);
            if is_used {
                used.push(need);
            }
            !is_used
        });
    }
    if rest.len() == components.len() { 0 } else { rest.len() as u32 }
}

/// Finds the component that most words name, and their number. Of equal ones, it is the one with a form of
/// the query, as in `liquid paraffin`.
fn most_named(components: &[&Component], words: &[&Need], forms: &[&Need]) -> Option<(usize, usize)> {
    let mut most: Option<(usize, usize)> = None;
    for (at, component) in components.iter().enumerate() {
        let met = |needs: &[&Need]| needs.iter().filter(|need| need.is_met_by(&component.words)).count();
        let count = match met(words) {
            0 => 0,
            count => count * (forms.len() + 1) + met(forms),
        };
        if most.is_none_or(|(_, other)| count > other) {
            most = Some((at, count));
        }
    }
    most
}

/// Counts the substances of generic products that are not in a query.
pub struct Further<'q, 'd> {
    index: &'q Index<'d>,
    components: &'q Components<'q, 'd>,
    words: Vec<&'q Need>,
    forms: Vec<&'q Need>,
    /// The generic products whose own names have all medicines of the query, or `None` if it names none.
    named: Option<PackSet>,
    /// Whether the query names one medicine by one word. Each mixture with it has another substance, which
    /// need not be looked for.
    is_one_word: bool,
    is_own: OnceCell<bool>,
}

impl<'q, 'd> Further<'q, 'd> {
    pub fn of(
        index: &'q Index<'d>,
        components: &'q Components<'q, 'd>,
        terms: &'q [Term],
        chosen: &'q [Option<Choice>],
    ) -> Further<'q, 'd> {
        let (mut words, mut forms) = (Vec::new(), Vec::new());
        let mut medicines = Vec::new();
        let mut others = 0;
        for (term, choice) in terms.iter().zip(chosen) {
            // A word may name a substance before it is known whether packs have it.
            let of_word = term.choices.first().filter(|_| term.role == Role::Word);
            let Some(Choice { wanted: Wanted::Names(need), .. }) = choice.as_ref().or(of_word) else {
                continue;
            };
            match term.role {
                Role::Form => {
                    forms.push(need);
                    continue;
                }
                Role::Medicine => medicines.push(need),
                Role::Word | Role::Attribute | Role::Salt => others += 1,
                _ => continue,
            }
            words.push(need);
        }
        let mut named: Option<PackSet> = None;
        for need in &medicines {
            let generics = need.matches(index).generics;
            match &mut named {
                Some(named) => named.intersect(&generics),
                None => named = Some(generics),
            }
        }
        let is_one_word = medicines.len() == 1 && others == 0;
        Further { index, components, words, forms, named, is_one_word, is_own: OnceCell::new() }
    }

    /// Finds the number for the generic product of a pack.
    pub fn count(&self, generic: PackNumber, pack: PackNumber) -> u32 {
        if !self.index.dataset.is_mixture(pack) {
            return u32::from(self.is_of_another(generic));
        }
        match &self.named {
            Some(named) if self.is_one_word => u32::from(named.contains(generic)),
            _ => further(&self.components.get(generic.0), &self.words, &self.forms),
        }
    }

    /// Reports whether the query only names a salt or a part of a medicine: lysine of ibuprofen lysine,
    /// iodine of `Ioversol 741mg/ml (Iodine 350mg/ml)`.
    fn is_of_another(&self, generic: PackNumber) -> bool {
        if self.is_unnamed(generic) || self.named.is_none() {
            return false;
        }
        let first = self.first_word(generic);
        if self.names(&first) {
            return false;
        }
        match is_metal(&first) {
            true => self.is_own_medicine(),
            false => self.index.dataset.medicine_names().contains(&first),
        }
    }

    /// Reports whether some generic name begins with a word of the query: sucrose is a medicine, so iron
    /// sucrose is another, and chloride is none.
    fn is_own_medicine(&self) -> bool {
        *self.is_own.get_or_init(|| {
            self.named.iter().flat_map(PackSet::iter).any(|generic| self.names(&self.first_word(generic)))
        })
    }

    fn first_word(&self, generic: PackNumber) -> String {
        let name = fold(&self.index.dataset.generic_name(generic.0));
        title_terms(name.split(' ').next().unwrap_or("")).into_iter().next().unwrap_or_default()
    }

    fn names(&self, word: &str) -> bool {
        self.words.iter().any(|need| need.names(word))
    }

    /// Reports whether the query names medicines, and the name of a generic product lacks one: only a title
    /// has it, as the title of a device filled with glycerol.
    fn is_unnamed(&self, generic: PackNumber) -> bool {
        self.named.as_ref().is_some_and(|named| !named.contains(generic))
    }

    /// Measures how far the name of a generic product is from the query: 0 if it begins with a word of it, as
    /// sucrose does, 1 if it has its words, as iron sucrose does, and 2 if only a title has them.
    pub fn distance(&self, generic: PackNumber) -> u8 {
        if self.named.is_none() || self.words.is_empty() {
            return 0;
        }
        if self.is_unnamed(generic) { 2 } else { u8::from(!self.names(&self.first_word(generic))) }
    }

    /// Removes the packs with further substances, if a property is stated and others match it without.
    /// Returns whether all packs have further ones.
    pub fn keep_asked(&self, terms: &[Term], packs: &mut PackSet) -> bool {
        let states = |role| terms.iter().any(|term| term.role == role);
        if ![Role::Strength, Role::Form, Role::Route, Role::Release, Role::Size].into_iter().any(states) {
            return false;
        }
        let mut further = packs.clone();
        let (mut last, mut is_further) = (None, false);
        further.retain(|pack| {
            let generic = self.index.generic_of(pack);
            if last != Some(generic) {
                (last, is_further) = (Some(generic), self.count(generic, pack) > 0);
            }
            is_further
        });
        if further.is_empty() {
            return false;
        }
        let mut asked = packs.clone();
        asked.subtract(&further);
        let are_all = asked.is_empty();
        if !are_all {
            *packs = asked;
        }
        are_all
    }

    /// Reports whether mixtures can be left out before their strengths are compared.
    pub fn has_only_medicine(&self) -> bool {
        self.is_one_word
    }
}
