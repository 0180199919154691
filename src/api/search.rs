//! `/api/search`: the packs for a name, a GTIN or a code of dm+d. `/api/suggest`: completions of a name.
//! `/api/filters`: the values of each property, and how many packs have them.

use serde::Serialize;

use super::answer::{Answer, JSON};
use super::params::{Params, encode, is_white_space};
use super::problem::{Problem, Reason, UNKNOWN_VALUE, bad_parameter, no_concepts};
use crate::concept::{Property, Reuse};
use crate::dataset::Dataset;
use crate::lookup;
use crate::pack::Pack;
use crate::search::{
    Correction, FilterError, Filters, Found, Kind, Notice, Order, PropertyCounts, Query, ValueCount, narrow,
    search, suggest,
};

/// The maximum length of a query, in characters. The names of a release have fewer than 256, and nobody types
/// a whole name.
pub(super) const MAX_Q_LEN: usize = 200;
pub(super) const SEARCH_LIMITS: (u32, u32) = (1, 100);
/// The default number of suggestions: as many as fit below an input field.
pub(super) const SUGGESTIONS: usize = 8;
/// The range of offsets. It exceeds any dataset, and sums stay within 32 bits on every host.
pub(super) const OFFSETS: (u32, u32) = (0, 999_999_999);

pub(super) fn answer(dataset: &Dataset<'_>, params: &Params, path: &str) -> Result<Answer, Problem> {
    let filters = filters(params, dataset)?;
    let is_listed = params.value("q")?.is_none() && !filters.is_empty();
    let query = query(params, if is_listed { "" } else { text(params)? }, &filters)?;
    let found = search(dataset, &query);
    let answer = Answer::new(200, JSON, Pack::array_to_json(&packs(dataset, &found), params.ids()?));
    let answer = add_notices(add_correction_headers(answer, &found), &found.notices);
    let answer = report_unavailable(answer, &found);
    let answer = add_unfiltered(answer, &filters, &found);
    let answer = match reuse(dataset, found.kind) {
        Some(reuse) => answer.header("X-Gtin-Reuse", reuse.as_str()),
        None => answer,
    };
    Ok(add_page_links(answer, params, path, (query.offset, query.limit), found.total))
}

/// Reads the filters of a query. A parameter may be repeated, or have several values with commas between
/// them.
pub(super) fn filters(params: &Params, dataset: &Dataset<'_>) -> Result<Filters, Problem> {
    let mut filters = Filters::default();
    for property in Property::ALL {
        let Some(values) = params.list(property.key()) else { continue };
        for value in values.split(',') {
            filters.add(*property, value);
        }
    }
    match filters.check(dataset) {
        Ok(()) => Ok(filters),
        Err(error) => Err(refused(&error)),
    }
}

fn refused(error: &FilterError) -> Problem {
    match error {
        FilterError::NotKnown(_) => no_concepts(),
        FilterError::UnknownValue { property, .. } => {
            let problem = Problem::new(UNKNOWN_VALUE, Reason::UNKNOWN_VALUE, error.to_string());
            problem.with("parameter", property.key())
        }
        FilterError::TooMany => bad_parameter("filters", Reason::TOO_MANY_VALUES, error.to_string()),
    }
}

/// Adds the number of packs that would match without the filters, so that nobody takes a filtered answer for
/// a complete one.
pub(super) fn add_unfiltered(answer: Answer, filters: &Filters, found: &Found) -> Answer {
    match filters.is_empty() {
        true => answer,
        false => answer.header("X-Unfiltered-Count", found.unfiltered.to_string()),
    }
}

/// Grades how different the packs of a GTIN are. Returns `None` if the query is not a GTIN or one pack has
/// it.
fn reuse(dataset: &Dataset<'_>, kind: Kind) -> Option<Reuse> {
    match kind {
        Kind::Gtin(gtin) => lookup::reuse(dataset, gtin),
        _ => None,
    }
}

/// Lists the records of this page.
pub(super) fn packs(dataset: &Dataset<'_>, found: &Found) -> Vec<Pack> {
    found.packs.iter().filter_map(|number| dataset.pack(*number)).collect()
}

/// Adds headers about corrections and partial matches, so that no client mistakes them for exact matches.
fn add_correction_headers(answer: Answer, found: &Found) -> Answer {
    let answer = match (found.is_relaxed, found.is_corrected()) {
        (true, _) => answer.header("X-Search", "relaxed"),
        (_, true) => answer.header("X-Search", "corrected"),
        _ => answer,
    };
    let corrections: Vec<String> = found.corrections.iter().map(encoded).collect();
    if corrections.is_empty() {
        return answer;
    }
    answer.header("X-Search-Corrections", corrections.join(", "))
}

/// Adds the notices: `former-name=frusemide|furosemide, some-with-further-substances`.
fn add_notices(answer: Answer, notices: &[Notice]) -> Answer {
    let values: Vec<String> = notices.iter().map(notice_value).collect();
    if values.is_empty() { answer } else { answer.header("X-Search-Notices", values.join(", ")) }
}

/// Writes the code of a notice, and the name as typed before those that it stands for.
fn notice_value(Notice { kind, written, names }: &Notice) -> String {
    let code = kind.code();
    if written.is_empty() {
        return code.to_owned();
    }
    let mut texts = vec![written.clone()];
    texts.extend_from_slice(names);
    format!("{code}={}", encode_all(&texts).join("|"))
}

/// Adds why the result is empty, and what is available instead.
fn report_unavailable(mut answer: Answer, found: &Found) -> Answer {
    let mut available = Vec::new();
    for (property, values) in found.available.lists() {
        if !values.is_empty() {
            available.push(format!("{property}={}", encode_all(values).join("|")));
        }
    }
    if !available.is_empty() {
        answer = answer.header("X-Search-Available", available.join(", "));
    }
    if !found.available.strengths.is_empty() {
        answer = answer.header("X-Search-Strengths", encode_all(&found.available.strengths).join(", "));
    }
    match &found.no_match {
        Some(no_match) => {
            let value = format!("{}={}", no_match.reason.code(), encode(&no_match.text));
            answer.header("X-Search-No-Match", value)
        }
        None => answer,
    }
}

/// Writes `written=replacement|replacement`, each percent-encoded, because a header is ASCII.
fn encoded(Correction { written, replacements }: &Correction) -> String {
    format!("{}={}", encode(written), encode_all(replacements).join("|"))
}

fn encode_all(texts: &[String]) -> Vec<String> {
    texts.iter().map(|text| encode(text).to_string()).collect()
}

/// Answers `/api/suggest`: completions of the query.
pub(super) fn suggestions(dataset: &Dataset<'_>, params: &Params) -> Result<Answer, Problem> {
    let Some(typed) = params.value("q")? else {
        return Err(bad_q(Reason::Q_MISSING, "the parameter q is missing; enter the beginning of a name"));
    };
    // The query is not trimmed: a space at its end means that the last word is complete.
    text(params)?;
    let limit = params.number("limit", Reason::BAD_LIMIT, SEARCH_LIMITS)?.unwrap_or(SUGGESTIONS);
    Ok(Answer::json(&suggest(dataset, typed, limit)))
}

/// Parses the search query of a text, and its paging parameters.
pub(super) fn query<'q>(params: &Params, text: &'q str, filters: &'q Filters) -> Result<Query<'q>, Problem> {
    let mut query = Query { filters, ..Query::new(text) };
    query.limit = params.number("limit", Reason::BAD_LIMIT, SEARCH_LIMITS)?.unwrap_or(query.limit);
    query.offset = params.number("offset", Reason::BAD_OFFSET, OFFSETS)?.unwrap_or(query.offset);
    query.current_only = params.flag("current", Reason::BAD_CURRENT)?;
    query.order = order(params)?;
    Ok(query)
}

fn order(params: &Params) -> Result<Order, Problem> {
    match params.value("sort")? {
        None | Some("name") => Ok(Order::Name),
        Some("relevance") => Ok(Order::Relevance),
        Some(_) => Err(bad_parameter("sort", Reason::BAD_SORT, "sort must be name or relevance")),
    }
}

pub(super) fn text(params: &Params) -> Result<&str, Problem> {
    let Some(text) = params.value("q")? else {
        let detail = "the parameter q is missing; enter a name, a GTIN or a dm+d code, or filters";
        return Err(bad_q(Reason::Q_MISSING, detail));
    };
    let text = text.trim_matches(is_white_space);
    match text.chars().count() {
        0 => Err(bad_q(Reason::Q_BLANK, "the query is blank; enter a name, a GTIN or a dm+d code")),
        1..=MAX_Q_LEN => Ok(text),
        _ => Err(bad_q(Reason::Q_TOO_LONG, format!("the query is longer than {MAX_Q_LEN} characters"))),
    }
}

fn bad_q(reason: Reason, detail: impl Into<String>) -> Problem {
    bad_parameter("q", reason, detail)
}

/// Adds the total, and links to the previous and next page. From an offset past the end, `prev` links to the
/// last results.
pub(super) fn add_page_links(
    answer: Answer,
    params: &Params,
    path: &str,
    (offset, limit): (usize, usize),
    total: usize,
) -> Answer {
    let mut answer = answer.header("X-Total-Count", total.to_string());
    let next = offset + limit;
    if next < total {
        answer = answer.link(&format!("{path}?{}", params.at_offset(next)), "next");
    }
    if offset > 0 {
        let prev = offset.min(total).saturating_sub(limit);
        answer = answer.link(&format!("{path}?{}", params.at_offset(prev)), "prev");
    }
    answer
}

/// The answer of `/api/filters`.
#[derive(Serialize)]
struct Counted {
    total: usize,
    unfiltered: usize,
    properties: Vec<CountedProperty>,
}

/// A property, and the number of packs of each of its values.
#[derive(Serialize)]
pub(crate) struct CountedProperty {
    property: &'static str,
    title: &'static str,
    source: &'static str,
    values: Vec<ValueCount>,
}

impl From<PropertyCounts> for CountedProperty {
    fn from(PropertyCounts { property, values }: PropertyCounts) -> CountedProperty {
        CountedProperty {
            property: property.key(),
            title: property.title(),
            source: property.source(),
            values,
        }
    }
}

/// Answers `/api/filters`. Without a query, it counts all packs.
pub(super) fn filter_counts(dataset: &Dataset<'_>, params: &Params) -> Result<Answer, Problem> {
    let filters = filters(params, dataset)?;
    let text = if params.value("q")?.is_some() { text(params)? } else { "" };
    let narrowed = narrow(dataset, &query(params, text, &filters)?);
    let properties = narrowed.properties.into_iter().map(CountedProperty::from).collect();
    Ok(Answer::json(&Counted { total: narrowed.total, unfiltered: narrowed.unfiltered, properties }))
}
