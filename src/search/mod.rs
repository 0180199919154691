//! Finds packs by one text: a GTIN, a code of dm+d, or a name.
//!
//! [`parse`](Query::parse) returns the kind of a query. Of a name, `clauses` parses what it asks for, `evaluate` tries the readings in order,
//! `match_sets` proposes packs from the index, `matches` decides, and `rank` orders them. If no pack matches in full, `rewrite` and `fuzzy`
//! change words, and `partial_match` ignores some.

mod box_phrases;
mod cache;
mod clauses;
mod confusables;
mod context;
mod correction;
#[cfg(test)]
mod distance;
mod evaluate;
mod evaluation;
mod fuzzy;
mod generic_names;
pub mod groups;
mod match_sets;
mod matches;
mod medicine_stems;
mod no_match;
mod parsed_name;
mod partial_match;
mod quantities;
mod query;
mod rank;
mod rewrite;
mod suggest;
mod synonyms;
mod wording;

pub use correction::Correction;
pub use no_match::{NoMatch, Reason};
pub use partial_match::Available;
pub use suggest::{Suggestion, suggest};

use crate::ampp_id::AmppId;
use crate::concept::{self, ConceptId, Scheme};
use crate::dataset::{Concepts, Dataset, PackNumber, PackSet, Place};
use crate::gtin::Gtin;
use crate::lookup;

/// What is asked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Query<'q> {
    /// What was typed or scanned.
    pub text: &'q str,
    /// How many packs to return at most.
    pub limit: usize,
    /// How many of the packs that come first to leave out.
    pub offset: usize,
    /// Whether packs that are discontinued or invalid are left out. Of a GTIN and of a pack's own code all packs are always
    /// told: who holds the box must know of every pack that it may be.
    pub current_only: bool,
    /// The order of the packs that are returned; of names it also tells which ones are on the first page.
    pub order: Order,
}

/// In which order a page of packs is returned. Each order cuts the packs that match into pages of its own.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Order {
    /// By name, as the specification has it. The packs that fit the query best are chosen, and those that are
    /// discontinued or invalid fit as well as any other.
    #[default]
    Name,
    /// Best first, and of packs that fit as well the current ones.
    Relevance,
}

/// What a query was taken for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// A GTIN, or a barcode that holds one.
    Gtin(Gtin),
    /// An AMPP code.
    AmppId(AmppId),
    /// The code of a product, a virtual pack or product, or a therapeutic moiety that the dataset has.
    Concept(concept::Kind, ConceptId),
    /// The start of codes of a classification, which a supplement told for the dataset.
    Class(Scheme),
    /// A name.
    Name,
}

/// What was found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Found {
    /// What the query was taken for.
    pub kind: Kind,
    /// The packs of this page. For a GTIN, the latest use first; for a name, in the order asked for.
    pub packs: Vec<PackNumber>,
    /// How many packs match in all.
    pub total: usize,
    /// Which words were taken for others, because no pack has all as they were typed; none when one has. A correction
    /// is told when one of these packs was found by it.
    pub corrections: Vec<Correction>,
    /// Whether these packs have the most of what was asked, and not all of it: what was left out is among the
    /// corrections. The medicine never is, nor its strength.
    pub is_relaxed: bool,
    /// What is available instead of a strength, route, form or release that no pack has.
    pub available: Available,
    /// The part of the query that is the reason for an empty result, if it is known.
    pub no_match: Option<NoMatch>,
}

impl Found {
    /// Whether nothing has the words as they were typed, and similar words were taken instead.
    pub fn is_corrected(&self) -> bool {
        !self.corrections.is_empty()
    }
}

impl<'q> Query<'q> {
    /// The first 20 packs for a text.
    pub fn new(text: &'q str) -> Query<'q> {
        Query { text, limit: 20, offset: 0, current_only: false, order: Order::Name }
    }

    /// What the text is taken for. Which digits are the code of a concept only a dataset can tell.
    pub fn parse(&self) -> Kind {
        query::kind_of(self.text)
    }
}

/// Finds packs.
pub fn search(dataset: &Dataset<'_>, query: &Query<'_>) -> Found {
    let kind = query.parse();
    match kind {
        Kind::Gtin(gtin) => of_code(query, kind, lookup::packs(dataset, gtin)),
        Kind::AmppId(id) => of_pack(dataset, query, id),
        _ => query::concept_in(query.text)
            .and_then(|id| of_concept(dataset, query, id))
            .or_else(|| of_class(dataset, query))
            .unwrap_or_else(|| by_name(dataset, query)),
    }
}

/// The codes of other concepts are as long: where no pack has this one, it may be one of theirs.
fn of_pack(dataset: &Dataset<'_>, query: &Query<'_>, id: AmppId) -> Found {
    let of_packs = |pack: Option<PackNumber>| of_code(query, Kind::AmppId(id), pack.into_iter().collect());
    let above = || {
        let concepts = dataset.concepts()?;
        Some(of_place(concepts, query, id.into(), concepts.find_above(id.into())?))
    };
    match dataset.find(id) {
        Some(pack) => of_packs(Some(pack)),
        None => above().unwrap_or_else(|| of_packs(None)),
    }
}

/// The packs of a concept, in name order; by relevance the current ones come before all others. None where the dataset has no
/// such concept. The text of the query does not count.
pub fn of_concept(dataset: &Dataset<'_>, query: &Query<'_>, id: ConceptId) -> Option<Found> {
    let concepts = dataset.concepts()?;
    Some(of_place(concepts, query, id, concepts.find(id)?))
}

/// The same of the concept with this code, which was found at this place.
pub fn of_place(concepts: Concepts<'_>, query: &Query<'_>, id: ConceptId, place: Place) -> Found {
    let dataset = concepts.dataset();
    let mut packs = concepts.packs_at(place, dataset.window());
    if query.current_only && place.kind() != concept::Kind::Ampp {
        keep_current(dataset, &mut packs);
    }
    of_set(dataset, query, kind_of(place.kind(), id), &packs)
}

/// The packs of products in a class. None where the dataset has no codes of that kind, or the text is as well a name, and no code.
fn of_class(dataset: &Dataset<'_>, query: &Query<'_>) -> Option<Found> {
    let concepts = dataset.concepts().filter(|concepts| concepts.are_classified())?;
    let query::Class { scheme, start, is_said } = query::class_in(query.text)?;
    let mut packs = concepts.classified(scheme, &start, dataset.window());
    if !is_said && packs.is_empty() {
        return None;
    }
    if query.current_only {
        keep_current(dataset, &mut packs);
    }
    Some(of_set(dataset, query, Kind::Class(scheme), &packs))
}

/// A page of packs in name order; by relevance the current ones come before all others.
fn of_set(dataset: &Dataset<'_>, query: &Query<'_>, kind: Kind, packs: &PackSet) -> Found {
    if query.order == Order::Name {
        return page(query, kind, packs.len(), &mut packs.iter());
    }
    let (mut current, others): (Vec<PackNumber>, Vec<PackNumber>) =
        packs.iter().partition(|pack| dataset.is_current(*pack));
    current.extend(others);
    of_code(query, kind, current)
}

/// A pack's own code is one kind, however it was asked for.
fn kind_of(kind: concept::Kind, id: ConceptId) -> Kind {
    match AmppId::new(id.number()) {
        Some(id) if kind == concept::Kind::Ampp => Kind::AmppId(id),
        _ => Kind::Concept(kind, id),
    }
}

fn keep_current(dataset: &Dataset<'_>, packs: &mut PackSet) {
    let window = packs.window();
    packs.subtract(&dataset.discontinued_packs(window));
    packs.subtract(&dataset.invalid_packs(window));
}

/// A page of the packs of a code, which are already in order.
fn of_code(query: &Query<'_>, kind: Kind, packs: Vec<PackNumber>) -> Found {
    page(query, kind, packs.len(), &mut packs.into_iter())
}

/// A page of packs that are in order, of which there are so many.
fn page(query: &Query<'_>, kind: Kind, total: usize, packs: &mut dyn Iterator<Item = PackNumber>) -> Found {
    let packs =
        if query.offset < total { packs.skip(query.offset).take(query.limit).collect() } else { Vec::new() };
    Found {
        kind,
        packs,
        total,
        corrections: Vec::new(),
        is_relaxed: false,
        available: Available::default(),
        no_match: None,
    }
}

fn by_name(dataset: &Dataset<'_>, query: &Query<'_>) -> Found {
    let mut matches = evaluate::evaluate(dataset, query.text);
    if query.current_only {
        keep_current(dataset, &mut matches.all);
    }
    let total = matches.all.len();
    let (available, no_match) = (std::mem::take(&mut matches.available), matches.no_match.take());
    let is_relaxed = matches.is_relaxed;
    let changes = std::mem::take(&mut matches.changes);
    // Where nothing is left, all that was looked for is told.
    let is_found = |words: &_| total == 0 || match_sets::any_matches(dataset, &matches.all, words);
    let corrections = correction::corrections(query.text, changes, is_found);
    let wanted = query.offset.saturating_add(query.limit).min(total);
    let mut packs = rank::first(dataset, matches, query.order, wanted);
    packs.drain(..query.offset.min(packs.len()));
    if query.order == Order::Name {
        packs.sort_unstable();
    }
    Found { kind: Kind::Name, packs, total, corrections, is_relaxed, available, no_match }
}
