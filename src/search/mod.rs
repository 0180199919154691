//! Search by one text: a GTIN, a dm+d code, or a name.
//!
//! [`Query::parse`] classifies the text. A name is answered in these steps:
//!
//! 1. `read` cuts the text into terms. Each has a role, such as strength or form, and choices of different
//!    cost.
//! 2. `index` finds the generic products and the packs that satisfy a choice.
//! 3. `answer` tries the readings of all terms, the cheapest first, and orders the packs of the first one
//!    that has any.
//!
//! `docs/search.md` is the specification.

mod answer;
mod available;
mod box_phrases;
mod filters;
pub mod groups;
mod index;
mod notes;
mod query;
pub(crate) mod read;
mod spelling;
mod suggest;
mod synonyms;
mod wording;

pub use answer::{Part, describe};
pub use available::Available;
pub use filters::{FilterError, Filters, MAX_FILTER_VALUES, PropertyCounts, ValueCount};
pub use notes::{Correction, NoMatch, Notice, NoticeKind, Reason};
#[cfg(feature = "cli")]
pub(crate) use query::DEFAULT_LIMIT;
pub use query::{Kind, Order, Query};
pub use suggest::{Suggestion, suggest};

use crate::concept;
use crate::dataset::{Concepts, Dataset, PackNumber, PackSet, Place};
use crate::lookup;
use crate::snomed::{AmppId, ConceptId};
use filters::Narrowing;

/// One page of packs, with everything that a person must know about how the query was read.
///
/// The packs are only a part of the answer: corrections, ignored words and further substances are doubts,
/// which each host shows with the packs. The packs are numbers. Their records are read when they are shown.
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
    /// The number of packs that would match without the filters of the query.
    pub unfiltered: usize,
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
    /// What a reader should know, although it is not a doubt.
    pub notices: Vec<Notice>,
    /// The packs of this page that have substances beyond those that the query names, in ascending order.
    pub further: Vec<PackNumber>,
}

impl Found {
    fn nothing() -> Found {
        Found {
            kind: Kind::Name,
            packs: Vec::new(),
            total: 0,
            unfiltered: 0,
            corrections: Vec::new(),
            is_relaxed: false,
            available: Available::default(),
            no_match: None,
            notices: Vec::new(),
            further: Vec::new(),
        }
    }

    /// Reports whether any correction was applied, because no pack matches the query as typed.
    pub fn is_corrected(&self) -> bool {
        !self.corrections.is_empty()
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
    let mut narrowing = Narrowing::of(query);
    find(dataset, query, &mut narrowing)
}

/// The values of each property, and how many packs of a query have them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Narrowed {
    /// The number of packs that match the query and its filters.
    pub total: usize,
    /// The number of packs that would match without the filters.
    pub unfiltered: usize,
    /// The values of each property that some of the matching packs have.
    pub properties: Vec<PropertyCounts>,
}

/// Counts the packs of a query by their properties.
///
/// A count is the number of packs that choosing only this value would leave: the filters on all other
/// properties apply, and that on its own property does not.
///
/// # Examples
///
/// ```
/// # let bytes = include!(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/common/doctest_dataset.rs"));
/// use pack_lookup::concept::Property;
/// use pack_lookup::dataset::verify;
/// use pack_lookup::search::{Filters, Query, narrow, search};
///
/// let dataset = verify(&bytes)?;
/// let query = Query::new("amlodipine");
/// let counts = narrow(&dataset, &query);
/// let legal = counts.properties.iter().find(|counts| counts.property == Property::LegalCategory);
/// let most = &legal.ok_or("no legal category")?.values[0];
///
/// let mut filters = Filters::default();
/// filters.add(Property::LegalCategory, &most.value);
/// let found = search(&dataset, &Query { filters: &filters, ..query });
/// assert_eq!(found.total, most.packs as usize);
/// assert_eq!(found.unfiltered, counts.total);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn narrow(dataset: &Dataset<'_>, query: &Query<'_>) -> Narrowed {
    let mut narrowing = Narrowing::of(query);
    narrowing.counts = Some(Vec::new());
    let Found { total, unfiltered, .. } = find(dataset, &Query { limit: 0, ..*query }, &mut narrowing);
    Narrowed { total, unfiltered, properties: narrowing.counts.unwrap_or_default() }
}

fn find(dataset: &Dataset<'_>, query: &Query<'_>, narrowing: &mut Narrowing<'_>) -> Found {
    let kind = query.parse();
    match kind {
        Kind::Gtin(gtin) => page_of_list(dataset, query, kind, lookup::packs(dataset, gtin), narrowing),
        Kind::AmppId(id) => find_pack(dataset, query, id, narrowing),
        _ if query.text.trim().is_empty() && !query.filters.is_empty() => {
            find_by_filters(dataset, query, narrowing)
        }
        _ => find_by_text(dataset, query, narrowing),
    }
}

/// Finds the packs that the filters permit.
fn find_by_filters(dataset: &Dataset<'_>, query: &Query<'_>, narrowing: &mut Narrowing<'_>) -> Found {
    let mut packs = PackSet::range(dataset.pack_range(), 0, dataset.packs());
    if query.current_only {
        keep_current(dataset, &mut packs);
    }
    page_of_set(dataset, query, Kind::Filters, packs, narrowing)
}

/// Finds the packs of a concept, of a class, or else with a name.
fn find_by_text(dataset: &Dataset<'_>, query: &Query<'_>, narrowing: &mut Narrowing<'_>) -> Found {
    if let Some(id) = query::concept_in(query.text)
        && let Some(found) = with_code(dataset, query, id, narrowing)
    {
        return found;
    }
    match find_class(dataset, query, narrowing) {
        Some(found) => found,
        None => find_by_name(dataset, query, narrowing),
    }
}

/// Finds the pack with an AMPP code.
///
/// If no pack has it, the search resolves it as the code of another concept: all of these codes have the same
/// lengths.
fn find_pack(dataset: &Dataset<'_>, query: &Query<'_>, id: AmppId, narrowing: &mut Narrowing<'_>) -> Found {
    if let Some(pack) = dataset.find(id) {
        return page_of_list(dataset, query, Kind::AmppId(id), vec![pack], narrowing);
    }
    match with_code(dataset, query, id.into(), narrowing) {
        Some(found) => found,
        None => page_of_list(dataset, query, Kind::AmppId(id), Vec::new(), narrowing),
    }
}

/// Finds the packs of a concept, in name order. By relevance, current packs come first.
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
/// use pack_lookup::search::{Query, find_concept};
///
/// let dataset = verify(&bytes)?;
/// let id = dataset.pack_id(PackNumber(0)).ok_or("the dataset is empty")?;
/// let found = find_concept(&dataset, &Query::new(""), id.into()).ok_or("unknown concept")?;
/// assert_eq!(found.packs, [PackNumber(0)]);
///
/// let unknown = ConceptId::parse("22298006")?;
/// assert_eq!(find_concept(&dataset, &Query::new(""), unknown), None);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn find_concept(dataset: &Dataset<'_>, query: &Query<'_>, id: ConceptId) -> Option<Found> {
    with_code(dataset, query, id, &mut Narrowing::of(query))
}

fn with_code(
    dataset: &Dataset<'_>,
    query: &Query<'_>,
    id: ConceptId,
    narrowing: &mut Narrowing<'_>,
) -> Option<Found> {
    let concepts = dataset.concepts()?;
    if let Some(place) = concepts.find(id) {
        return Some(at(concepts, query, id, place, narrowing));
    }
    let (current, place) = concepts.successor(id)?;
    let changed = Correction { written: id.to_string(), replacements: vec![current.to_string()] };
    Some(Found { corrections: vec![changed], ..at(concepts, query, current, place, narrowing) })
}

/// Finds the packs of a concept that [`Concepts::find`] has already resolved to a place.
///
/// The result is the same as from [`find_concept`]. Only [`Found::kind`] uses `id`.
pub fn find_place(concepts: Concepts<'_>, query: &Query<'_>, id: ConceptId, place: Place) -> Found {
    at(concepts, query, id, place, &mut Narrowing::of(query))
}

fn at(
    concepts: Concepts<'_>,
    query: &Query<'_>,
    id: ConceptId,
    place: Place,
    narrowing: &mut Narrowing<'_>,
) -> Found {
    let dataset = concepts.dataset();
    let mut packs = concepts.packs_at(place, dataset.pack_range());
    if query.current_only && place.kind() != concept::Kind::Ampp {
        keep_current(dataset, &mut packs);
    }
    page_of_set(dataset, query, kind_of(place.kind(), id), packs, narrowing)
}

/// Finds the packs of products in a class of ATC or BNF.
///
/// Returns `None` if the dataset has no such codes. A whole ATC code without `atc:` that no pack has may be a
/// name, so it returns `None` too.
fn find_class(dataset: &Dataset<'_>, query: &Query<'_>, narrowing: &mut Narrowing<'_>) -> Option<Found> {
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
    Some(page_of_set(dataset, query, Kind::Class(scheme), packs, narrowing))
}

/// Builds a page of packs in name order. By relevance, current packs come first.
fn page_of_set(
    dataset: &Dataset<'_>,
    query: &Query<'_>,
    kind: Kind,
    mut packs: PackSet,
    narrowing: &mut Narrowing<'_>,
) -> Found {
    narrowing.apply(dataset, &mut packs);
    let found = Found { kind, total: packs.len(), unfiltered: narrowing.unfiltered, ..Found::nothing() };
    if query.order == Order::Name {
        return Found { packs: page(query, &mut packs.iter()), ..found };
    }
    let mut current = packs.clone();
    keep_current(dataset, &mut current);
    packs.subtract(&current);
    Found { packs: page(query, &mut current.iter().chain(packs.iter())), ..found }
}

/// Finds the kind of a concept's code. An AMPP code is always [`Kind::AmppId`].
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

/// Builds a page of packs that are already in order.
fn page_of_list(
    dataset: &Dataset<'_>,
    query: &Query<'_>,
    kind: Kind,
    mut packs: Vec<PackNumber>,
    narrowing: &mut Narrowing<'_>,
) -> Found {
    narrowing.apply_to_list(dataset, &mut packs);
    Found {
        kind,
        total: packs.len(),
        unfiltered: narrowing.unfiltered,
        packs: page(query, &mut packs.into_iter()),
        ..Found::nothing()
    }
}

/// Cuts a page of packs that are already in order.
fn page(query: &Query<'_>, packs: &mut dyn Iterator<Item = PackNumber>) -> Vec<PackNumber> {
    packs.skip(query.offset).take(query.limit).collect()
}

fn find_by_name(dataset: &Dataset<'_>, query: &Query<'_>, narrowing: &mut Narrowing<'_>) -> Found {
    let (found, packs, further) = answer::page(dataset, query, |packs| {
        if query.current_only {
            keep_current(dataset, packs);
        }
        narrowing.apply(dataset, packs);
    });
    Found {
        kind: Kind::Name,
        packs,
        total: found.packs.len(),
        unfiltered: narrowing.unfiltered,
        corrections: found.corrections,
        is_relaxed: found.is_relaxed,
        available: found.available,
        no_match: found.no_match,
        notices: found.notices,
        further,
    }
}
