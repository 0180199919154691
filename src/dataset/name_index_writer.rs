//! Writes the index of names.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use super::column::push_column;
use super::name_index::{begins_supplier, role};
use super::postings::push_list;
use super::texts::push_texts;
use super::words::{WordPacks, indexed, push_words};
use crate::attributes::Product;
use crate::medicine::{self, is_described, name_terms};
use crate::pack::Origin;
use crate::text::{Token, fold, title_terms, tokens};

/// The largest part of commonness that GTINs decide.
const MAX_GTINS: u64 = 63;
/// The largest number of suppliers that is distinguished.
const MAX_INDEXED_SUPPLIERS: u64 = 511;

/// The names of a release: generic products and suppliers by their indexes, and all packs in order.
pub struct Names<'p> {
    pub generics: Vec<&'p str>,
    pub suppliers: Vec<&'p str>,
    pub packs: Vec<PackNames<'p>>,
}

/// The names of a pack, and what decides how common its generic product is.
pub struct PackNames<'p> {
    pub title: &'p str,
    pub generic: u32,
    pub supplier: Option<u32>,
    pub is_medicine: bool,
    pub is_current: bool,
    /// Whether it is in category A or M of the Drug Tariff.
    pub is_common: bool,
    pub gtins: u64,
    /// The routes that dm+d records for the generic product.
    pub routes: &'p [&'p str],
}

/// What is known of a generic product from its packs.
#[derive(Clone, Default)]
struct Generic<'p> {
    packs: Vec<u32>,
    routes: &'p [&'p str],
    is_medicine: bool,
    is_common: bool,
    suppliers: BTreeSet<u32>,
    gtins: u64,
    terms: BTreeSet<String>,
}

/// Writes the index.
pub fn push_name_index(out: &mut Vec<u8>, names: &Names<'_>) {
    let mut builder =
        Builder { names, generics: generics(names), words: BTreeMap::new(), roles: HashMap::new() };
    builder.add_generics();
    builder.add_packs();
    builder.push(out);
}

fn generics<'p>(names: &Names<'p>) -> Vec<Generic<'p>> {
    let mut generics = vec![Generic::default(); names.generics.len()];
    for (number, pack) in (0..).zip(&names.packs) {
        let Some(generic) = generics.get_mut(pack.generic as usize) else { continue };
        generic.packs.push(number);
        generic.routes = pack.routes;
        generic.is_medicine |= pack.is_medicine;
        generic.is_common |= pack.is_common && pack.is_current;
        let Some(supplier) = pack.supplier.filter(|_| pack.is_current) else { continue };
        if Origin::of(names.suppliers.get(supplier as usize).copied()) == Origin::Supplier {
            generic.suppliers.insert(supplier);
            generic.gtins += pack.gtins;
        }
    }
    generics
}

struct Builder<'b, 'p> {
    names: &'b Names<'p>,
    generics: Vec<Generic<'p>>,
    words: BTreeMap<String, [Vec<u32>; 2]>,
    roles: HashMap<String, u64>,
}

impl<'p> Builder<'_, 'p> {
    fn add_generics(&mut self) {
        let names = self.names;
        for (at, name) in names.generics.iter().enumerate() {
            let Some(generic) = self.generics.get_mut(at) else { continue };
            let (routes, is_medicine) = (generic.routes, generic.is_medicine);
            let terms = terms(name, name, routes);
            generic.terms.clone_from(&terms);
            for term in terms {
                let [generics, _] = self.words.entry(term).or_default();
                generics.push(at as u32);
            }
            if is_medicine { self.add_substances(name) } else { self.add_device(name) }
        }
    }

    fn add_role(&mut self, word: String, role: u64) {
        *self.roles.entry(word).or_default() |= role;
    }

    fn add_device(&mut self, name: &str) {
        for token in tokens(&fold(name)) {
            self.add_role(token.term(), role::DEVICE);
        }
    }

    fn add_substances(&mut self, name: &str) {
        for product in medicine::parse(name).products {
            for component in product.components {
                let mut role = role::SUBSTANCE | role::MEDICINE;
                let tokens = tokens(&component.substance);
                for token in &tokens {
                    // `lactose` describes products, and is one.
                    let is_substance = tokens.len() == 1 || !is_described(&token.term());
                    if matches!(token, Token::Word(_) | Token::Also(_)) && is_substance {
                        self.add_role(token.term(), role);
                        role = role::SUBSTANCE;
                    }
                }
            }
        }
    }

    /// Adds the words of own names. Neighbours mostly have one name.
    fn add_packs(&mut self) {
        let names = self.names;
        let mut last: Option<(&str, u32)> = None;
        let mut own: Vec<String> = Vec::new();
        for (number, pack) in (0..).zip(&names.packs) {
            if last != Some((pack.title, pack.generic)) {
                last = Some((pack.title, pack.generic));
                own = self.own_terms(pack);
            }
            for term in &own {
                let [_, packs] = self.words.entry(term.clone()).or_default();
                packs.push(number);
            }
        }
    }

    /// Lists the terms that a title adds to the terms of its generic product.
    fn own_terms(&mut self, pack: &PackNames<'p>) -> Vec<String> {
        let names = self.names;
        let place = pack.generic as usize;
        let Some((generic, name)) = self.generics.get(place).zip(names.generics.get(place)) else {
            return Vec::new();
        };
        if pack.title == *name {
            return Vec::new();
        }
        let mut own = terms(pack.title, name, generic.routes);
        own.retain(|term| !generic.terms.contains(term));
        let is_medicine = generic.is_medicine;
        if !is_medicine {
            self.add_device(pack.title);
        }
        if is_medicine
            && let Some(Token::Word(first)) = tokens(&fold(pack.title)).first()
            && !is_described(first)
            && !self.is_supplier_of(pack, first)
        {
            self.add_role(first.clone(), role::MEDICINE);
        }
        own.into_iter().collect()
    }

    /// Reports whether a title begins with the name of the supplier, as `Boots Ibuprofen` does.
    fn is_supplier_of(&self, pack: &PackNames<'_>, first: &str) -> bool {
        let supplier = pack.supplier.and_then(|place| self.names.suppliers.get(place as usize));
        supplier.is_some_and(|supplier| begins_supplier(supplier, first))
    }

    fn push(self, out: &mut Vec<u8>) {
        let words: Vec<WordPacks> = self.words.into_iter().collect();
        push_words(out, &words);
        push_column(out, words.iter().map(|(word, _)| self.roles.get(word).copied().unwrap_or(0)));
        push_words(out, &supplier_words(&self.names.suppliers));
        let mut lists = Vec::with_capacity(self.generics.len());
        for generic in &self.generics {
            let mut list = Vec::new();
            push_list(&mut list, &generic.packs);
            lists.push(list);
        }
        push_texts(out, &lists);
        push_column(out, self.generics.iter().map(Generic::commonness));
    }
}

impl Generic<'_> {
    /// Measures how common the product is: the category of the Drug Tariff decides first, then the number of
    /// suppliers, then the number of GTINs.
    fn commonness(&self) -> u64 {
        let suppliers = (self.suppliers.len() as u64).min(MAX_INDEXED_SUPPLIERS)
            + u64::from(self.is_common) * (MAX_INDEXED_SUPPLIERS + 1);
        suppliers * (MAX_GTINS + 1) + self.gtins.min(MAX_GTINS)
    }
}

fn supplier_words(suppliers: &[&str]) -> Vec<WordPacks> {
    let mut words: BTreeMap<String, [Vec<u32>; 2]> = BTreeMap::new();
    for (place, supplier) in (0..).zip(suppliers) {
        let terms: BTreeSet<String> = title_terms(&fold(supplier)).into_iter().map(indexed).collect();
        for term in terms {
            let [places, _] = words.entry(term).or_default();
            places.push(place);
        }
    }
    words.into_iter().collect()
}

/// Lists the index terms of a title, with its routes and releases.
fn terms(title: &str, generic: &str, routes: &[&str]) -> BTreeSet<String> {
    let (of_title, of_generic) = (title_terms(&fold(title)), title_terms(&fold(generic)));
    let attributes = Product { title: &of_title, generic: &of_generic, routes }.attributes();
    let mut terms: BTreeSet<String> = name_terms(title).into_iter().map(indexed).collect();
    terms.extend(attributes.into_iter().map(|attribute| attribute.term()));
    terms
}
