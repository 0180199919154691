//! The input of the dictionary: words and attributes with their packs.

use std::collections::{BTreeSet, HashMap};

use super::words::{WordPacks, indexed};
use crate::attributes::{Attribute, Product};
use crate::concept::{Concepts, PackDetails, Vmp};
use crate::snomed::{AmppId, ConceptId};
use crate::text::{fold, title_terms};

/// A cache of attributes by names and routes, which many packs share.
#[derive(Default)]
pub struct AttributeCache<'p> {
    of_product: HashMap<(&'p str, &'p str, Vec<&'p str>), Vec<Attribute>>,
}

impl<'p> AttributeCache<'p> {
    pub fn get(&mut self, title: &'p str, generic: &'p str, routes: &[&'p str]) -> &[Attribute] {
        let key = (title, generic, routes.to_vec());
        self.of_product.entry(key).or_insert_with(|| attributes(title, generic, routes))
    }
}

fn attributes(title: &str, generic: &str, routes: &[&str]) -> Vec<Attribute> {
    let (title, generic) = (title_terms(&fold(title)), title_terms(&fold(generic)));
    Product { title: &title, generic: &generic, routes }.attributes()
}

/// Returns the routes that dm+d records for the virtual product of each pack.
pub fn routes(concepts: Option<&Concepts>) -> HashMap<AmppId, Vec<&str>> {
    let mut routes = HashMap::new();
    let Some(concepts) = concepts else { return routes };
    let products = VirtualProducts::of(concepts);
    for (pack, details) in &concepts.packs {
        if let Some(vmp) = products.find(details) {
            routes.insert(*pack, vmp.routes.iter().map(|route| route.name.as_str()).collect());
        }
    }
    routes
}

/// The virtual products by code, and those of virtual packs and of products.
#[derive(Default)]
struct VirtualProducts<'c> {
    of_vmpp: HashMap<ConceptId, ConceptId>,
    of_amp: HashMap<ConceptId, ConceptId>,
    by_id: HashMap<ConceptId, &'c Vmp>,
}

impl<'c> VirtualProducts<'c> {
    fn of(concepts: &'c Concepts) -> VirtualProducts<'c> {
        let mut products = VirtualProducts::default();
        for vmpp in &concepts.vmpps {
            if let Some(vmp) = vmpp.vmp {
                products.of_vmpp.insert(vmpp.id, vmp);
            }
        }
        for amp in &concepts.amps {
            if let Some(vmp) = amp.vmp {
                products.of_amp.insert(amp.id, vmp);
            }
        }
        for vmp in &concepts.vmps {
            products.by_id.insert(vmp.id, vmp);
        }
        products
    }

    /// Returns the virtual product of a pack, by its virtual pack or else by its product.
    fn find(&self, pack: &PackDetails) -> Option<&'c Vmp> {
        if let Some(vmpp) = pack.vmpp
            && let Some(id) = self.of_vmpp.get(&vmpp)
        {
            return self.by_id.get(id).copied();
        }
        self.by_id.get(self.of_amp.get(&pack.amp?)?).copied()
    }
}

/// Words by number. Many packs share their texts, so each text is split only once.
#[derive(Default)]
pub struct WordTable<'t> {
    of_text: HashMap<&'t str, Vec<usize>>,
    numbers: HashMap<String, usize>,
    packs: Vec<[Vec<u32>; 2]>,
}

impl<'t> WordTable<'t> {
    /// Adds a pack to the first or second list of each word of a text.
    pub fn add(&mut self, list: usize, text: &'t str, pack: u32) {
        let WordTable { of_text, numbers, packs } = self;
        let words = of_text.entry(text).or_insert_with(|| word_numbers(text, numbers));
        packs.resize(numbers.len(), Default::default());
        for word in words {
            if let Some(lists) = packs.get_mut(*word)
                && let Some(packs) = lists.get_mut(list)
            {
                packs.push(pack);
            }
        }
    }

    /// Adds a pack to the first list of a term that is not a word of a text.
    pub fn add_term(&mut self, term: String, pack: u32) {
        let next = self.numbers.len();
        let number = *self.numbers.entry(term).or_insert(next);
        self.packs.resize(self.numbers.len(), Default::default());
        if let Some([in_title, _]) = self.packs.get_mut(number) {
            in_title.push(pack);
        }
    }

    pub fn sorted(mut self) -> Vec<WordPacks> {
        let mut numbers: Vec<(String, usize)> = self.numbers.into_iter().collect();
        numbers.sort();
        let mut words = Vec::with_capacity(numbers.len());
        for (word, number) in numbers {
            words.push((word, self.packs.get_mut(number).map(std::mem::take).unwrap_or_default()));
        }
        words
    }
}

/// Returns the numbers of the distinct words of a text. New words get the next numbers.
fn word_numbers(text: &str, numbers: &mut HashMap<String, usize>) -> Vec<usize> {
    let terms: BTreeSet<String> = title_terms(&fold(text)).into_iter().map(indexed).collect();
    let mut of_text = Vec::with_capacity(terms.len());
    for term in terms {
        let next = numbers.len();
        of_text.push(*numbers.entry(term).or_insert(next));
    }
    of_text
}
