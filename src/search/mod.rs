//! Finding packs by one text: a GTIN, an AMPP code, or a name.
//!
//! [`parse`](Query::parse) tells the kinds apart, `terms` says what the words of a name ask for,
//! `matching` finds the packs that have all of them, `rank` decides which of those come first. Where no pack has, `rewrite`
//! and `typo` say them otherwise, and below that `relaxed` reads what is written on boxes.

mod correction;
#[cfg(any(test, feature = "cli"))]
mod distance;
pub mod groups;
mod matching;
#[cfg(any(test, feature = "cli"))]
pub mod naive;
mod query;
mod rank;
mod relaxed;
mod rewrite;
mod suggest;
mod synonyms;
mod terms;
mod typo;

pub use correction::Correction;
pub use suggest::{Suggestion, suggest};

use crate::ampp_id::AmppId;
use crate::dataset::{Dataset, PackNumber};
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
    /// Whether a search by name leaves out packs that are discontinued or invalid. Of a code all packs are always
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
    /// In which strengths the medicine is to be had, where it is not in the one that was asked for: then nothing is found.
    pub strengths: Vec<String>,
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

    /// What the text is taken for.
    pub fn parse(&self) -> Kind {
        query::kind_of(self.text)
    }
}

/// Finds packs.
pub fn search(dataset: &Dataset<'_>, query: &Query<'_>) -> Found {
    let kind = query.parse();
    match kind {
        Kind::Gtin(gtin) => of_code(query, kind, lookup::packs(dataset, gtin)),
        Kind::AmppId(id) => of_code(query, kind, dataset.find(id).into_iter().collect()),
        Kind::Name => by_name(dataset, query),
    }
}

/// A page of the packs of a code, which are already in order.
fn of_code(query: &Query<'_>, kind: Kind, packs: Vec<PackNumber>) -> Found {
    let total = packs.len();
    let packs = packs.into_iter().skip(query.offset).take(query.limit).collect();
    Found { kind, packs, total, corrections: Vec::new(), is_relaxed: false, strengths: Vec::new() }
}

fn by_name(dataset: &Dataset<'_>, query: &Query<'_>) -> Found {
    let mut matches = matching::matches(dataset, query.text);
    if query.current_only {
        let window = matches.all.window();
        matches.all.subtract(&dataset.discontinued_packs(window));
        matches.all.subtract(&dataset.invalid_packs(window));
    }
    let total = matches.all.len();
    let (is_relaxed, strengths) = (matches.is_relaxed, std::mem::take(&mut matches.strengths));
    let changes = std::mem::take(&mut matches.changes);
    // Where nothing is left, all that was looked for is told.
    let is_found = |words: &_| total == 0 || matching::has_some(dataset, &matches.all, words);
    let corrections = correction::corrections(query.text, changes, is_found);
    let wanted = query.offset.saturating_add(query.limit).min(total);
    let mut packs = rank::first(dataset, matches, query.order, wanted);
    packs.drain(..query.offset.min(packs.len()));
    if query.order == Order::Name {
        packs.sort_unstable();
    }
    Found { kind: Kind::Name, packs, total, corrections, is_relaxed, strengths }
}
