//! A reference implementation of the search, written from docs/search.md and FORMAT.md: it checks every pack.
//!
//! It shares no code with `pack_lookup::search` and `pack_lookup::text`, so that a bug in either shows as a difference.
#![allow(dead_code, reason = "each of the programs that include this module uses a part of it")]

mod answer;
mod clauses;
mod evaluate;
mod exact;
mod fuzzy;
mod packs;
mod parser;
mod predicate;
mod results;
mod tables;
mod text;
mod tokens;
mod units;

use std::cmp::Reverse;
use std::collections::BTreeMap;

use pack_lookup::concept::{Amp, Concepts, PackDetails, Vmp, Vmpp};
use pack_lookup::gs1::find_gtin;
use pack_lookup::gtin::Gtin;
use pack_lookup::pack::Pack;
use pack_lookup::search::{Correction, Order, Query};
use pack_lookup::snomed::{AmppId, ConceptId};

#[allow(unused_imports, reason = "the comparison of a release has no groups")]
pub use results::ReferenceGroups;

use exact::{Change, Reading, exact, rewritten};
use fuzzy::{fuzzy, reported};
use packs::{Index, IndexedPack};
use parser::parse;
use results::ranked;
use tables::Attributes;
use text::{QueryText, as_typed};

/// Returns the tokens of a name, as texts.
pub fn words(name: &str) -> Vec<String> {
    let text: Vec<char> = text::fold_name(name).chars().collect();
    let mut words = Vec::new();
    for token in tokens::tokenise(&text) {
        let word: String = text[token.span].iter().collect();
        words.push(word.replace(' ', ""));
    }
    words
}

/// The packs of a release, and their classes.
pub struct Reference {
    index: Index,
    classes: Option<Classes>,
}

/// Search results: positions of packs in name order.
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

    /// Adds the routes of products, and the classes of a supplement.
    #[must_use]
    pub fn with_concepts(mut self, concepts: &Concepts) -> Reference {
        let routes = routes(concepts);
        for pack in &mut self.index.packs {
            let routes = routes.get(&pack.pack.pack_id).map_or(&[][..], Vec::as_slice);
            pack.attributes = Attributes::new(&pack.title, &pack.generic, routes);
        }
        if concepts.are_classified() {
            self.classes = Some(Classes::new(concepts));
        }
        self
    }

    /// Searches.
    pub fn search(&self, query: &Query<'_>) -> ReferenceResults {
        if let Some(packs) = packs_of_code(&self.index.packs, query.text) {
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
            reading.packs.retain(|position| self.is_current(*position));
        }
        let corrections = if is_found { self.corrections(&text, &reading) } else { Vec::new() };
        let is_by_relevance = query.order == Order::Relevance;
        let ranked = ranked(&reading, &self.index.packs, is_by_relevance);
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
        let mut page = Vec::new();
        for position in packs.iter().skip(query.offset).take(query.limit) {
            page.push(*position as u32);
        }
        ReferenceResults { packs: page, total: packs.len(), ..ReferenceResults::default() }
    }

    fn is_current(&self, position: usize) -> bool {
        self.index.packs[position].pack.is_current()
    }

    /// Orders the packs of a class: by name, or the current ones first.
    fn in_order(&self, query: &Query<'_>, mut packs: Vec<usize>) -> Vec<usize> {
        if query.current_only {
            packs.retain(|position| self.is_current(*position));
        }
        if query.order == Order::Relevance {
            packs.sort_by_key(|position| !self.is_current(*position));
        }
        packs
    }
}

/// Returns the packs of a GTIN or AMPP code, or `None` for any other text.
fn packs_of_code(packs: &[IndexedPack], text: &str) -> Option<Vec<usize>> {
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
    positions.retain(|position| packs[*position].pack.pack_id == id);
    Some(positions)
}

/// Returns every pack that has carried a GTIN, the latest use first.
fn carriers(packs: &[IndexedPack], gtin: Gtin) -> Vec<usize> {
    let mut uses = Vec::new();
    for (position, pack) in packs.iter().enumerate() {
        for entry in &pack.pack.gtin_codes {
            if entry.gtin.gtin() == gtin {
                let end = (entry.end_date.is_none(), entry.end_date);
                let lateness = (end, entry.start_date, pack.pack.is_current(), pack.pack.pack_id);
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

/// The concepts by code.
#[derive(Default)]
struct ConceptsById<'c> {
    amps: BTreeMap<ConceptId, &'c Amp>,
    vmpps: BTreeMap<ConceptId, &'c Vmpp>,
    vmps: BTreeMap<ConceptId, &'c Vmp>,
}

impl<'c> ConceptsById<'c> {
    fn new(concepts: &'c Concepts) -> ConceptsById<'c> {
        let mut by_id = ConceptsById::default();
        for amp in &concepts.amps {
            by_id.amps.insert(amp.id, amp);
        }
        for vmpp in &concepts.vmpps {
            by_id.vmpps.insert(vmpp.id, vmpp);
        }
        for vmp in &concepts.vmps {
            by_id.vmps.insert(vmp.id, vmp);
        }
        by_id
    }

    fn amp(&self, pack: &PackDetails) -> Option<&'c Amp> {
        self.amps.get(&pack.amp?).copied()
    }

    /// Returns the virtual product of a pack: that of its virtual pack, or else that of its product.
    fn vmp(&self, pack: &PackDetails) -> Option<&'c Vmp> {
        let vmpp = pack.vmpp.and_then(|vmpp| self.vmpps.get(&vmpp));
        let id = match vmpp.and_then(|vmpp| vmpp.vmp) {
            Some(id) => id,
            None => self.amp(pack)?.vmp?,
        };
        self.vmps.get(&id).copied()
    }
}

/// Returns the routes that dm+d records for the virtual product of each pack.
fn routes(concepts: &Concepts) -> BTreeMap<AmppId, Vec<String>> {
    let by_id = ConceptsById::new(concepts);
    let mut routes = BTreeMap::new();
    for (id, details) in &concepts.packs {
        if let Some(vmp) = by_id.vmp(details) {
            routes.insert(*id, vmp.routes.iter().map(|route| route.name.clone()).collect());
        }
    }
    routes
}

/// The codes of each pack's product and generic product.
struct Classes {
    atc: BTreeMap<AmppId, Vec<String>>,
    bnf: BTreeMap<AmppId, Vec<String>>,
}

impl Classes {
    /// Collects the codes of the products of packs.
    fn new(concepts: &Concepts) -> Classes {
        let by_id = ConceptsById::new(concepts);
        let (mut atc, mut bnf) = (BTreeMap::new(), BTreeMap::new());
        for (id, details) in &concepts.packs {
            let (mut atc_codes, mut bnf_codes) = (Vec::new(), Vec::new());
            if let Some(vmp) = by_id.vmp(details) {
                atc_codes.extend(vmp.atc.clone());
                bnf_codes.extend(vmp.bnf.clone());
            }
            if let Some(amp) = by_id.amp(details) {
                bnf_codes.extend(amp.bnf.clone());
            }
            atc.insert(*id, atc_codes);
            bnf.insert(*id, bnf_codes);
        }
        Classes { atc, bnf }
    }

    /// Returns the packs of a class, or `None` if the text is not a class.
    fn packs_of(&self, packs: &[IndexedPack], text: &str) -> Option<Vec<usize>> {
        let (scheme, code) = text.trim().split_once(':').unwrap_or(("", text));
        let code = code.trim().to_uppercase();
        let codes = match scheme.trim().to_lowercase().as_str() {
            "bnf" if is_bnf(&code) => &self.bnf,
            "atc" if is_atc(&code) => &self.atc,
            "" if code.len() == 7 && is_atc(&code) => &self.atc,
            _ => return None,
        };
        let mut found = Vec::new();
        for (position, pack) in packs.iter().enumerate() {
            let Some(all) = codes.get(&pack.pack.pack_id) else { continue };
            if all.iter().any(|one| one.starts_with(&code)) {
                found.push(position);
            }
        }
        if scheme.is_empty() && found.is_empty() { None } else { Some(found) }
    }
}

/// Returns whether a text is a level of an ATC code, such as `J`, `J01`, `J01C`, `J01CA` or `J01CA04`.
fn is_atc(code: &str) -> bool {
    const LETTERS: [bool; 7] = [true, false, false, true, true, false, false];
    for (character, is_letter) in code.chars().zip(LETTERS) {
        let is_right = if is_letter { character.is_ascii_uppercase() } else { character.is_ascii_digit() };
        if !is_right {
            return false;
        }
    }
    matches!(code.len(), 1 | 3 | 4 | 5 | 7)
}

/// Returns whether a text is the start of a BNF code.
fn is_bnf(code: &str) -> bool {
    !code.is_empty() && code.len() <= 15 && code.chars().all(|one| one.is_ascii_alphanumeric())
}
