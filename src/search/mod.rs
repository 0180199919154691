//! Search by one text: a GTIN, a dm+d code, or a name.
//!
//! [`Query::parse`] classifies the text. A name is answered in these steps:
//!
//! 1. `read` cuts the text into terms. Each has a role, such as strength or form, and choices of different cost.
//! 2. `index` finds the generic products and the packs that satisfy a choice.
//! 3. `answer` tries the readings of all terms, the cheapest first, and orders the packs of the first one that has any.
//!
//! `docs/search.md` is the specification.

mod answer;
mod available;
mod box_phrases;
mod correction;
pub mod groups;
mod index;
mod no_match;
mod notice;
mod query;
pub(crate) mod read;
mod spelling;
mod suggest;
mod synonyms;
mod wording;

pub use answer::{Part, describe};
pub use available::Available;
pub use correction::Correction;
pub use no_match::{NoMatch, Reason};
pub use notice::{Notice, NoticeKind};
pub use suggest::{Suggestion, suggest};

use crate::concept::{self, Scheme};
use crate::dataset::{Concepts, Dataset, PackNumber, PackSet, Place};
use crate::gtin::Gtin;
use crate::lookup;
use crate::snomed::{AmppId, ConceptId};

/// A search query and its paging options.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Query<'q> {
    /// The text as typed or scanned.
    pub text: &'q str,
    /// The maximum number of packs to return.
    pub limit: usize,
    /// The number of packs to skip, from the first.
    pub offset: usize,
    /// Whether to exclude discontinued and invalid packs.
    ///
    /// GTINs and AMPP codes always return every match, because a box in the hand may be any of these packs.
    pub current_only: bool,
    /// The order of the packs. For a name, it also decides which packs are on the first page.
    pub order: Order,
}

/// The order of a page of packs.
///
/// Each order divides the matching packs into pages of its own.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Order {
    /// By name, as the specification defines it.
    ///
    /// The page has the packs that match the query best. Discontinued and invalid packs are not ranked lower.
    #[default]
    Name,
    /// Best match first. Of equal matches, current packs come first.
    Relevance,
}

/// How a query was interpreted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// A GTIN, or a barcode that contains one.
    Gtin(Gtin),
    /// An AMPP code.
    AmppId(AmppId),
    /// The code of an AMP, VMPP, VMP or VTM that the dataset has.
    Concept(concept::Kind, ConceptId),
    /// The prefix of ATC or BNF codes, which a dataset has if it was made with the supplementary release.
    Class(Scheme),
    /// Any other text.
    Name,
}

/// Search results.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Found {
    /// How the query was interpreted.
    pub kind: Kind,
    /// The packs of this page.
    ///
    /// For a GTIN, the pack with the latest use is first. For a name, they are in the requested order.
    pub packs: Vec<PackNumber>,
    /// The number of packs that match, on all pages.
    pub total: usize,
    /// Corrections applied to the query. Empty if some pack matches it as typed.
    ///
    /// [`Correction::replacements`] documents which words a correction lists.
    pub corrections: Vec<Correction>,
    /// Whether this is a partial match.
    ///
    /// Ignored words, if there are any, are in `corrections`. The medicine and its strength are never
    /// ignored.
    pub is_relaxed: bool,
    /// What is available instead of a strength, route, form or release that no pack has.
    pub available: Available,
    /// The part of the query that is the reason for an empty result, if it is known.
    pub no_match: Option<NoMatch>,
    /// What a reader should know, although it is no doubt.
    pub notices: Vec<Notice>,
    /// The packs of this page that have substances beyond those that the query names, in ascending order.
    pub further: Vec<PackNumber>,
}

impl Found {
    /// Returns whether any correction was applied, because no pack matches the query as typed.
    pub fn is_corrected(&self) -> bool {
        !self.corrections.is_empty()
    }
}

impl<'q> Query<'q> {
    /// Returns a query for the first 20 packs in name order, including discontinued and invalid ones.
    ///
    /// # Examples
    ///
    /// ```
    /// use pack_lookup::search::{Order, Query};
    ///
    /// let query = Query::new("amlodipine 5mg");
    /// assert_eq!((query.limit, query.offset), (20, 0));
    ///
    /// // The next page, without discontinued packs, best match first.
    /// let next = Query { offset: 20, current_only: true, order: Order::Relevance, ..query };
    /// assert_eq!(next.text, "amlodipine 5mg");
    /// ```
    pub fn new(text: &'q str) -> Query<'q> {
        Query { text, limit: 20, offset: 0, current_only: false, order: Order::Name }
    }

    /// Classifies the text without a dataset.
    ///
    /// The result is never [`Kind::Concept`] or [`Kind::Class`]. Only a dataset can identify these codes: see
    /// [`search`].
    ///
    /// # Examples
    ///
    /// ```
    /// use pack_lookup::search::{Kind, Query};
    ///
    /// assert_eq!(Query::new("amlodipine 5mg").parse(), Kind::Name);
    /// assert!(matches!(Query::new("09521234567899").parse(), Kind::Gtin(_)));
    /// ```
    pub fn parse(&self) -> Kind {
        query::kind_of(self.text)
    }
}

/// Finds the packs that match a query.
///
/// # Examples
///
/// ```
/// # let bytes = include!(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/common/doctest_dataset.rs"));
/// use pack_lookup::dataset::verify;
/// use pack_lookup::search::{Kind, Query, search};
///
/// let dataset = verify(&bytes)?;
/// let found = search(&dataset, &Query::new("5 amlod"));
/// assert_eq!(found.kind, Kind::Name);
/// assert!(!found.is_corrected());
/// for pack in &found.packs {
///     assert!(dataset.name(*pack).contains("Amlodipine"));
/// }
///
/// // A typo is corrected, and the correction is reported.
/// let found = search(&dataset, &Query::new("amlodipnie"));
/// assert_eq!(found.corrections[0].replacements, ["amlodipine"]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn search(dataset: &Dataset<'_>, query: &Query<'_>) -> Found {
    let kind = query.parse();
    match kind {
        Kind::Gtin(gtin) => of_code(query, kind, lookup::packs(dataset, gtin)),
        Kind::AmppId(id) => of_pack(dataset, query, id),
        _ => of_text(dataset, query),
    }
}

/// Returns the packs of a concept, of a class, or else with a name.
fn of_text(dataset: &Dataset<'_>, query: &Query<'_>) -> Found {
    if let Some(id) = query::concept_in(query.text)
        && let Some(found) = of_concept(dataset, query, id)
    {
        return found;
    }
    match of_class(dataset, query) {
        Some(found) => found,
        None => by_name(dataset, query),
    }
}

/// Returns the pack with an AMPP code.
///
/// If no pack has it, the code is resolved as that of another concept: all of these codes have the same
/// lengths.
fn of_pack(dataset: &Dataset<'_>, query: &Query<'_>, id: AmppId) -> Found {
    if let Some(pack) = dataset.find(id) {
        return of_code(query, Kind::AmppId(id), vec![pack]);
    }
    match of_concept(dataset, query, id.into()) {
        Some(found) => found,
        None => of_code(query, Kind::AmppId(id), Vec::new()),
    }
}

/// Returns the packs of a concept, in name order. By relevance, current packs come first.
///
/// A code that a concept had before finds the packs of that concept, and is reported as a correction. Returns
/// `None` if the dataset does not have the concept. The text of the query is not used.
///
/// # Examples
///
/// ```
/// # let bytes = include!(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/common/doctest_dataset.rs"));
/// use pack_lookup::snomed::ConceptId;
/// use pack_lookup::dataset::{PackNumber, verify};
/// use pack_lookup::search::{Query, of_concept};
///
/// let dataset = verify(&bytes)?;
/// let id = dataset.pack_id(PackNumber(0)).ok_or("the dataset is empty")?;
/// let found = of_concept(&dataset, &Query::new(""), id.into()).ok_or("unknown concept")?;
/// assert_eq!(found.packs, [PackNumber(0)]);
///
/// let unknown = ConceptId::parse("22298006")?;
/// assert_eq!(of_concept(&dataset, &Query::new(""), unknown), None);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn of_concept(dataset: &Dataset<'_>, query: &Query<'_>, id: ConceptId) -> Option<Found> {
    let concepts = dataset.concepts()?;
    if let Some(place) = concepts.find(id) {
        return Some(of_place(concepts, query, id, place));
    }
    let (current, place) = concepts.successor(id)?;
    let changed = Correction { written: id.to_string(), replacements: vec![current.to_string()] };
    Some(Found { corrections: vec![changed], ..of_place(concepts, query, current, place) })
}

/// Returns the packs of a concept that [`Concepts::find`] has already resolved to a place.
///
/// The result is that of [`of_concept`]. `id` is only used for [`Found::kind`].
pub fn of_place(concepts: Concepts<'_>, query: &Query<'_>, id: ConceptId, place: Place) -> Found {
    let dataset = concepts.dataset();
    let mut packs = concepts.packs_at(place, dataset.pack_range());
    if query.current_only && place.kind() != concept::Kind::Ampp {
        keep_current(dataset, &mut packs);
    }
    of_set(dataset, query, kind_of(place.kind(), id), &packs)
}

/// Returns the packs of products in a class of ATC or BNF.
///
/// Returns `None` if the dataset has no such codes. A whole ATC code without `atc:` that no pack has may be a
/// name, so it returns `None` too.
fn of_class(dataset: &Dataset<'_>, query: &Query<'_>) -> Option<Found> {
    let concepts = dataset.concepts()?;
    if !concepts.are_classified() {
        return None;
    }
    let query::Class { scheme, start, is_explicit } = query::class_in(query.text)?;
    let mut packs = concepts.classified(scheme, &start, dataset.pack_range());
    if !is_explicit && packs.is_empty() {
        return None;
    }
    if query.current_only {
        keep_current(dataset, &mut packs);
    }
    Some(of_set(dataset, query, Kind::Class(scheme), &packs))
}

/// Returns a page of packs in name order. By relevance, current packs come first.
fn of_set(dataset: &Dataset<'_>, query: &Query<'_>, kind: Kind, packs: &PackSet) -> Found {
    if query.order == Order::Name {
        return page(query, kind, packs.len(), &mut packs.iter());
    }
    let (mut current, others): (Vec<PackNumber>, Vec<PackNumber>) =
        packs.iter().partition(|pack| dataset.is_current(*pack));
    current.extend(others);
    of_code(query, kind, current)
}

/// Returns the kind of a concept's code. An AMPP code is always [`Kind::AmppId`].
fn kind_of(kind: concept::Kind, id: ConceptId) -> Kind {
    match AmppId::new(id.number()) {
        Some(id) if kind == concept::Kind::Ampp => Kind::AmppId(id),
        _ => Kind::Concept(kind, id),
    }
}

fn keep_current(dataset: &Dataset<'_>, packs: &mut PackSet) {
    let pack_range = packs.pack_range();
    packs.subtract(&dataset.discontinued_packs(pack_range));
    packs.subtract(&dataset.invalid_packs(pack_range));
}

/// Returns a page of packs that are already in order.
fn of_code(query: &Query<'_>, kind: Kind, packs: Vec<PackNumber>) -> Found {
    page(query, kind, packs.len(), &mut packs.into_iter())
}

/// Returns a page of `total` packs that are already in order.
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
        notices: Vec::new(),
        further: Vec::new(),
    }
}

fn by_name(dataset: &Dataset<'_>, query: &Query<'_>) -> Found {
    let (found, packs, further) = answer::page(dataset, query, |packs| {
        if query.current_only {
            keep_current(dataset, packs);
        }
    });
    Found {
        kind: Kind::Name,
        packs,
        total: found.packs.len(),
        corrections: found.corrections,
        is_relaxed: found.is_relaxed,
        available: found.available,
        no_match: found.no_match,
        notices: found.notices,
        further,
    }
}
