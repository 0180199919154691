//! `/fhir/ValueSet/$expand`: the codes of a kind of concept. A filter is a search.

use super::canonical::{ALL, Canonical, named};
use super::terminology::{boolean, check_release};
use super::{Asked, DMD, FhirError, resource};
use crate::concept::Kind;
use crate::dataset::{Concepts, Dataset, Place};
use crate::json::writer::Json;
use crate::search::{self, Found, Order, Query};
use crate::text::fold;

/// The maximum number of codes of an answer.
const MAX_EXPANDED: usize = 5000;

/// The parameters. Those that change nothing here are accepted, too.
const PARAMS: [&str; 14] = [
    "url",
    "valueSetVersion",
    "system-version",
    "filter",
    "offset",
    "count",
    "activeOnly",
    "displayLanguage",
    "includeDesignations",
    "includeDefinition",
    "excludeNested",
    "excludeNotForUI",
    "excludePostCoordinated",
    "_format",
];

/// Answers `$expand`. `id` is the id of a value set in the path.
pub fn expand(dataset: &Dataset<'_>, asked: &Asked<'_>, id: Option<&str>) -> Result<Vec<u8>, FhirError> {
    asked.ignored(&PARAMS)?;
    let set = asked_set(dataset, asked, id)?;
    let Some(concepts) = dataset.concepts() else {
        let text = "the data that are served have packs alone, and no concepts: nothing can be expanded";
        return Err(FhirError::new(404, "not-supported", text));
    };
    let wanted = Wanted::of(asked)?;
    let codes = Codes::of(&concepts, set.kind.unwrap_or(Kind::Ampp), &wanted);
    if wanted.count.is_none() && codes.total.saturating_sub(wanted.offset) > MAX_EXPANDED {
        let text = format!("{} has {} codes: ask for pages with count and offset", set.url, codes.total);
        return Err(FhirError::new(422, "too-costly", &text));
    }
    Ok(resource(dataset, asked.old_days, "ValueSet", &|json| {
        json.code("id", set.id);
        json.code("url", set.url);
        json.text("version", dataset.release());
        json.code("status", "active");
        json.object("expansion", &|json| push_expansion(json, &concepts, &wanted, &codes));
    }))
}

/// Which codes are asked for.
struct Wanted<'a> {
    filter: &'a str,
    active_only: bool,
    offset: usize,
    count: Option<usize>,
}

impl<'a> Wanted<'a> {
    fn of(asked: &Asked<'a>) -> Result<Wanted<'a>, FhirError> {
        let count = asked.number("count", usize::MAX)?;
        Ok(Wanted {
            filter: asked.value("filter")?.unwrap_or_default(),
            active_only: asked.flag("activeOnly")?,
            offset: asked.number("offset", 0)?,
            count: Some(count).filter(|count| *count != usize::MAX),
        })
    }

    /// Finds the maximum number of codes of the answer.
    fn limit(&self) -> usize {
        self.count.map_or(MAX_EXPANDED, |count| count.min(MAX_EXPANDED))
    }
}

/// The codes of a page, and what a person must know about them.
struct Codes {
    total: usize,
    page: Vec<Place>,
    messages: Vec<String>,
}

impl Codes {
    fn of(concepts: &Concepts<'_>, kind: Kind, wanted: &Wanted<'_>) -> Codes {
        let (mut places, messages) = match wanted.filter {
            "" => (concepts.places(kind).collect::<Vec<_>>(), Vec::new()),
            text if kind == Kind::Ampp && !wanted.active_only => {
                return Codes::of_packs(concepts, text, wanted);
            }
            text => matching(concepts, kind, text),
        };
        if wanted.active_only {
            places.retain(|place| !concepts.is_invalid(*place));
        }
        let total = places.len();
        let page = places.into_iter().skip(wanted.offset).take(wanted.limit()).collect();
        Codes { total, page, messages }
    }

    /// Builds a page of a search. The packs of other pages do not need an order.
    fn of_packs(concepts: &Concepts<'_>, text: &str, wanted: &Wanted<'_>) -> Codes {
        let query = Query { limit: wanted.limit(), offset: wanted.offset, ..by_relevance(text) };
        let found = search::search(concepts.dataset(), &query);
        let page = found.packs.iter().map(|pack| Place::Ampp(*pack)).collect();
        Codes { total: found.total, page, messages: messages(&found) }
    }
}

fn by_relevance(text: &str) -> Query<'_> {
    Query { limit: usize::MAX, order: Order::Relevance, ..Query::new(text) }
}

fn push_expansion(json: &mut Json, concepts: &Concepts<'_>, wanted: &Wanted<'_>, codes: &Codes) {
    let dataset = concepts.dataset();
    json.code("timestamp", &dataset.release_date().to_string());
    json.plain("total", &codes.total.to_string());
    json.plain("offset", &wanted.offset.to_string());
    json.list("parameter", &|json| {
        push(json, "used-codesystem", "valueUri", &format!("{DMD}|{}", dataset.release()));
        if !wanted.filter.is_empty() {
            push(json, "filter", "valueString", wanted.filter);
        }
        if wanted.active_only {
            push(json, "activeOnly", "valueBoolean", boolean(true));
        }
        if wanted.offset > 0 {
            push(json, "offset", "valueInteger", &wanted.offset.to_string());
        }
        if wanted.count.is_some() {
            push(json, "count", "valueInteger", &wanted.limit().to_string());
        }
        for message in &codes.messages {
            push(json, "message", "valueString", message);
        }
    });
    json.list("contains", &|json| {
        for place in &codes.page {
            push_code(json, concepts, *place);
        }
    });
}

/// Finds the requested value set, by its id in the path or by its address.
pub fn asked_set(
    dataset: &Dataset<'_>,
    asked: &Asked<'_>,
    id: Option<&str>,
) -> Result<&'static Canonical, FhirError> {
    let set = match id {
        Some(id) => named("ValueSet", id)?,
        None => with_url(dataset, asked.required("url")?)?,
    };
    let system = asked.value("system-version")?.and_then(|version| version.strip_prefix(&format!("{DMD}|")));
    check_release(dataset, asked.value("valueSetVersion")?)?;
    check_release(dataset, system)?;
    Ok(set)
}

/// Finds the value set with an address, which may end with its version.
fn with_url(dataset: &Dataset<'_>, url: &str) -> Result<&'static Canonical, FhirError> {
    let (url, version) = match url.split_once('|') {
        Some((url, version)) => (url, Some(version)),
        None => (url, None),
    };
    check_release(dataset, version)?;
    let mut sets = ALL.iter().filter(|one| one.kind.is_some());
    sets.find(|one| one.url == url).ok_or_else(|| {
        let urls: Vec<&str> = ALL.iter().filter(|one| one.kind.is_some()).map(|one| one.url).collect();
        let text = format!("the value set {url} is not known; use one of {}", urls.join(", "));
        FhirError::new(404, "not-found", &text)
    })
}

/// Finds the concepts of the packs that a search finds, the best first, and then those without packs whose
/// names have its words. Also returns what a person must know about the answer.
fn matching(concepts: &Concepts<'_>, kind: Kind, text: &str) -> (Vec<Place>, Vec<String>) {
    let dataset = concepts.dataset();
    let found = search::search(dataset, &by_relevance(text));
    let mut set = PlaceSet::of(concepts, kind);
    for number in &found.packs {
        set.add(concepts.place_above(*number, kind));
    }
    let folded = fold(text);
    for place in concepts.without_packs(kind) {
        if has_words(concepts, place, &folded) {
            set.add(Some(place));
        }
    }
    (set.places, messages(&found))
}

/// Places of one kind, each once, in the order in which they were added.
struct PlaceSet {
    has: Vec<bool>,
    places: Vec<Place>,
}

impl PlaceSet {
    fn of(concepts: &Concepts<'_>, kind: Kind) -> PlaceSet {
        PlaceSet { has: vec![false; concepts.count(kind)], places: Vec::new() }
    }

    fn add(&mut self, place: Option<Place>) {
        let Some(place) = place else { return };
        if let Some(has) = self.has.get_mut(place.index())
            && !std::mem::replace(has, true)
        {
            self.places.push(place);
        }
    }
}

/// Reports whether each word of a folded text begins a word of the name of a concept.
fn has_words(concepts: &Concepts<'_>, place: Place, folded: &str) -> bool {
    let Some(coded) = concepts.coded(place) else { return false };
    let name = fold(&coded.name);
    folded.split_whitespace().all(|word| name.split_whitespace().any(|other| other.starts_with(word)))
}

/// Lists what a person must know: how the filter was read, if not as it stands.
fn messages(found: &Found) -> Vec<String> {
    let mut messages = Vec::new();
    if found.is_relaxed && found.total > 0 {
        messages.push("No exact match. Closest matches.".to_owned());
    }
    messages.extend(found.corrections.iter().map(search::Correction::in_words));
    messages.extend(found.notices.iter().map(search::Notice::in_words));
    messages.extend(found.no_match.as_ref().map(search::NoMatch::in_words));
    messages
}

fn push(json: &mut Json, name: &str, key: &str, value: &str) {
    json.item(&|json| {
        json.code("name", name);
        match key {
            "valueBoolean" | "valueInteger" => json.plain(key, value),
            _ => json.text(key, value),
        }
    });
}

fn push_code(json: &mut Json, concepts: &Concepts<'_>, place: Place) {
    let Some(coded) = concepts.coded(place) else { return };
    json.item(&|json| {
        json.code("system", DMD);
        if concepts.is_invalid(place) {
            json.plain("inactive", "true");
        }
        json.id("code", coded.code.number());
        json.text("display", &coded.name);
    });
}
