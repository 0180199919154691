//! A reference implementation, written from docs/search.md: it checks every pack.
//!
//! Codes and classes are searched again. Names are not: [`Asked`] is a question whose meaning is known because it is made from a
//! pack, and [`Reference::faults`] judges the answer by the names of all packs.
#![allow(dead_code, reason = "each of the programs that include this module uses a part of it")]

mod asked;
mod classes;
mod groups;
mod names;

use std::cmp::Reverse;

use pack_lookup::concept::Concepts;
use pack_lookup::gs1::find_gtin;
use pack_lookup::gtin::Gtin;
use pack_lookup::pack::Pack;
use pack_lookup::search::{Order, Query};
use pack_lookup::snomed::AmppId;

#[allow(unused_imports, reason = "the comparison of a release has no groups")]
pub use asked::Asked;
#[allow(unused_imports, reason = "the comparison of a release has no groups")]
pub use groups::ReferenceGroups;

use classes::Classes;

/// The packs of a release in name order, and their classes.
pub struct Reference {
    packs: Vec<Pack>,
    classes: Option<Classes>,
}

/// The packs of a page by their positions, and the number of packs on all pages.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ReferenceResults {
    pub packs: Vec<u32>,
    pub total: usize,
}

impl Reference {
    /// Takes packs in any order.
    pub fn new(packs: impl IntoIterator<Item = Pack>) -> Reference {
        let mut packs: Vec<Pack> = packs.into_iter().collect();
        packs.sort_by_cached_key(|pack| (names::fold_name(&pack.name), pack.name.clone(), pack.pack_id));
        Reference { packs, classes: None }
    }

    /// Adds the classes of a supplement.
    #[must_use]
    pub fn with_concepts(mut self, concepts: &Concepts) -> Reference {
        if concepts.are_classified() {
            self.classes = Some(Classes::new(concepts));
        }
        self
    }

    /// Searches for a code or a class. Returns `None` for a name.
    pub fn search(&self, query: &Query<'_>) -> Option<ReferenceResults> {
        if let Some(packs) = packs_of_code(&self.packs, query.text) {
            return Some(page(query, &packs));
        }
        let packs = self.classes.as_ref()?.packs_of(&self.packs, query.text)?;
        Some(page(query, &self.in_order(query, packs)))
    }

    /// Orders the packs of a class: by name, or the current ones first.
    fn in_order(&self, query: &Query<'_>, mut packs: Vec<usize>) -> Vec<usize> {
        if query.current_only {
            packs.retain(|position| self.packs[*position].is_current());
        }
        if query.order == Order::Relevance {
            packs.sort_by_key(|position| !self.packs[*position].is_current());
        }
        packs
    }
}

fn page(query: &Query<'_>, packs: &[usize]) -> ReferenceResults {
    let page = packs.iter().skip(query.offset).take(query.limit).map(|position| *position as u32).collect();
    ReferenceResults { packs: page, total: packs.len() }
}

/// Returns the packs of a GTIN or AMPP code, or `None` for any other text.
fn packs_of_code(packs: &[Pack], text: &str) -> Option<Vec<usize>> {
    let text = text.trim();
    if let Ok(gtin) = Gtin::parse(text) {
        return Some(carriers(packs, gtin));
    }
    let has_digits = text.chars().filter(char::is_ascii_digit).count() >= 8;
    if has_digits && let Some(gtin) = find_gtin(text) {
        return Some(carriers(packs, gtin));
    }
    let id = AmppId::parse(text).ok()?;
    let mut positions: Vec<usize> = (0..packs.len()).collect();
    positions.retain(|position| packs[*position].pack_id == id);
    Some(positions)
}

/// Returns every pack that has carried a GTIN, the latest use first.
fn carriers(packs: &[Pack], gtin: Gtin) -> Vec<usize> {
    let mut uses = Vec::new();
    for (position, pack) in packs.iter().enumerate() {
        for entry in &pack.gtin_codes {
            if entry.gtin.gtin() == gtin {
                let end = (entry.end_date.is_none(), entry.end_date);
                let lateness = (end, entry.start_date, pack.is_current(), pack.pack_id);
                uses.push((lateness, position));
            }
        }
    }
    uses.sort_by_key(|one| Reverse(*one));
    let mut positions = Vec::new();
    for (_, position) in uses {
        if !positions.contains(&position) {
            positions.push(position);
        }
    }
    positions
}
