//! The components of generic products, parsed once per query.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::rc::Rc;

use crate::medicine;
use crate::search::index::{Index, Need};
use crate::text::title_terms;

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

    /// Returns the components of a generic product.
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

/// Returns the number of components that no word names, or 0 if none is named.
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
