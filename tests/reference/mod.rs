//! A reference implementation of the search, written from docs/search.md and FORMAT.md: it looks at every pack.
//!
//! It shares no code with `pack_lookup::search` and `pack_lookup::text`, so that a fault of either is seen as a difference.
#![allow(dead_code, reason = "each of the programs that include this module uses a part of it")]

mod answer;
mod attributes;
mod classes;
mod clauses;
mod codes;
mod compounds;
mod conditions;
mod edit_distance;
mod evaluate;
mod exact;
mod fold;
mod fuzzy;
mod groups;
mod ignored;
mod index;
mod medicine_names;
mod mixtures;
mod packs;
mod parser;
mod predicate;
mod query_text;
mod rank;
mod rewritten;
mod tables;
mod token_clauses;
mod tokens;
mod units;

use pack_lookup::concept::Concepts;
use pack_lookup::pack::Pack;
use pack_lookup::search::{Correction, Order, Query};

use attributes::Attributes;
use classes::Classes;
use exact::{Change, Reading, exact};
use fuzzy::{fuzzy, reported};
use index::Index;

#[allow(unused_imports, reason = "the comparison of a release has no groups")]
pub use groups::ReferenceGroups;

use packs::IndexedPack;
use parser::parse;
use query_text::{QueryText, as_typed};
use rewritten::rewritten;

/// Returns the tokens of a name, as texts.
pub fn words(name: &str) -> Vec<String> {
    let text: Vec<char> = fold::fold_name(name).chars().collect();
    let span = |token: tokens::Token| text[token.span].iter().filter(|one| **one != ' ').collect();
    tokens::tokenise(&text).into_iter().map(span).collect()
}

/// The packs of a release, and what stands above them.
pub struct Reference {
    index: Index,
    classes: Option<Classes>,
}

/// Search results: places of packs in name order.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ReferenceResults {
    /// The packs of the page.
    pub packs: Vec<u32>,
    /// How many packs match in all.
    pub total: usize,
    /// What was read differently or ignored.
    pub corrections: Vec<Correction>,
}

impl Reference {
    /// Takes packs in any order.
    pub fn new(packs: impl IntoIterator<Item = Pack>) -> Reference {
        Reference { index: Index::new(packs.into_iter().map(IndexedPack::new).collect()), classes: None }
    }

    /// Adds what stands above the packs: the routes of their products, and the classes of a supplement.
    #[must_use]
    pub fn with_concepts(mut self, concepts: &Concepts) -> Reference {
        let routes = classes::routes(concepts);
        for pack in &mut self.index.packs {
            let routes = routes.get(&pack.pack.pack_id).map_or(&[][..], Vec::as_slice);
            pack.attributes = Attributes::new(&pack.title, &pack.generic, routes);
        }
        let classes = concepts.are_classified().then(|| Classes::new(concepts));
        Reference { classes, ..self }
    }

    /// Searches.
    pub fn search(&self, query: &Query<'_>) -> ReferenceResults {
        if let Some(packs) = codes::packs_of(&self.index.packs, query.text) {
            return self.page(query, packs);
        }
        let class = self.classes.as_ref().and_then(|classes| classes.packs_of(&self.index.packs, query.text));
        if let Some(packs) = class {
            return self.page(query, self.in_order(query, packs));
        }
        self.by_name(query)
    }

    fn by_name(&self, query: &Query<'_>) -> ReferenceResults {
        let text = QueryText::new(query.text);
        let mut reading = self.read(&text);
        let is_found = !reading.packs.is_empty();
        if query.current_only {
            reading.packs.retain(|place| self.index.packs[*place].pack.is_current());
        }
        let corrections = if is_found { self.corrections(&text, &reading) } else { Vec::new() };
        let is_by_relevance = query.order == Order::Relevance;
        let ranked = rank::ranked(&reading, &self.index.packs, is_by_relevance);
        let mut results = self.page(query, ranked);
        if !is_by_relevance {
            results.packs.sort_unstable();
        }
        ReferenceResults { corrections, ..results }
    }

    /// Tries the readings of section 8 in order.
    fn read(&self, text: &QueryText) -> Reading {
        let query = parse(&text.chars());
        if text.is_unreadable || query.finds_nothing {
            return Reading::default();
        }
        let (text, index) = (text.text.as_str(), &self.index);
        exact(text, index)
            .or_else(|| rewritten(text, index))
            .or_else(|| fuzzy(text, index))
            .unwrap_or_default()
    }

    fn corrections(&self, text: &QueryText, reading: &Reading) -> Vec<Correction> {
        let mut corrections = Vec::new();
        for (written, read) in &text.corrections {
            corrections.push(Correction {
                written: as_typed(&text.typed, written),
                replacements: vec![read.clone()],
            });
        }
        for change in &reading.changes {
            let (written, replacements) = match change {
                Change::Read(written, read) => (written, read.clone()),
                Change::Similar(written, all) => (written, reported(all, &reading.packs, &self.index)),
            };
            corrections.push(Correction { written: as_typed(&text.typed, written), replacements });
        }
        corrections
    }

    fn page(&self, query: &Query<'_>, packs: Vec<usize>) -> ReferenceResults {
        let page = packs.iter().skip(query.offset).take(query.limit).map(|place| *place as u32).collect();
        ReferenceResults { packs: page, total: packs.len(), ..ReferenceResults::default() }
    }

    /// Orders the packs of a class: by name, or the current ones first.
    fn in_order(&self, query: &Query<'_>, mut packs: Vec<usize>) -> Vec<usize> {
        let is_current = |place: &usize| self.index.packs[*place].pack.is_current();
        if query.current_only {
            packs.retain(is_current);
        }
        if query.order == Order::Relevance {
            packs.sort_by_key(|place| !is_current(place));
        }
        packs
    }
}
