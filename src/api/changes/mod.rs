//! `/api/changes`: what changed since a day. `/api/changes.atom`: the same for feed readers.
//!
//! The changes are in the history of the host. Without a history, the answer is that nothing is known.

mod feed;

pub(super) use feed::feed;

use super::answer::{Answer, JSON};
use super::gtin::MAX_LOOKUP_CODES;
use super::params::Params;
use super::problem::{Problem, bad_parameter, no_history};
use super::reason::Reason;
use super::search::{OFFSETS, add_page_links};
use crate::dataset::Dataset;
use crate::date::Date;
use crate::history::{Asked, ChangeKind, Code, History, Row};

/// A page may be longer than one of packs: whoever copies the changes of a week reads all of them.
const CHANGES_LIMITS: (u32, u32) = (1, 1000);
const DEFAULT_LIMIT: usize = 100;

/// Answers with a page of changes, in the order of releases.
pub(super) fn answer(
    dataset: &Dataset<'_>,
    history: Option<&History>,
    params: &Params,
    path: &str,
) -> Result<Answer, Problem> {
    let history = history.ok_or_else(no_history)?;
    let asked = asked(params)?;
    let limit = params.number("limit", Reason::BAD_LIMIT, CHANGES_LIMITS)?.unwrap_or(DEFAULT_LIMIT);
    let offset = params.number("offset", Reason::BAD_OFFSET, OFFSETS)?.unwrap_or(0);
    let changes = history.changes(&asked);
    let page = changes.get(offset.min(changes.len())..).unwrap_or_default();
    let rows = history.rows(dataset, page.get(..limit).unwrap_or(page));
    let json = history.to_json(asked.since, changes.len(), &rows, params.ids()?);
    Ok(add_page_links(Answer::new(200, JSON, json), params, path, (offset, limit), changes.len()))
}

/// Reads the day since which changes count, if the request has one.
pub(super) fn since(params: &Params) -> Result<Option<Date>, Problem> {
    params.value("since")?.map(day).transpose()
}

/// Parses the day since which changes count.
pub(super) fn day(text: &str) -> Result<Date, Problem> {
    let day = Date::parse(text.trim());
    day.map_err(|error| bad_parameter("since", Reason::BAD_SINCE, format!("since is {error}")))
}

fn asked(params: &Params) -> Result<Asked, Problem> {
    let since = since(params)?;
    let kind = |text: &str| ChangeKind::parse(text).map_err(|error| bad_kind(&error));
    let code = |text: &str| Code::parse(text).map_err(|error| bad_code(&error));
    let (kinds, codes) = (values(params, "kind", kind)?, values(params, "code", code)?);
    if codes.len() > MAX_LOOKUP_CODES {
        return Err(bad_code(&format!("there are more than {MAX_LOOKUP_CODES} codes")));
    }
    Ok(Asked { since, kinds, concepts: Vec::new(), codes })
}

/// Reads the values of a list. An empty parameter is one empty value, which no list accepts: it would ask for
/// everything.
fn values<T>(
    params: &Params,
    name: &str,
    parse: impl Fn(&str) -> Result<T, Problem>,
) -> Result<Vec<T>, Problem> {
    let mut values = Vec::new();
    for text in params.list(name).as_deref().into_iter().flat_map(|list| list.split(',')) {
        values.push(parse(text.trim())?);
    }
    Ok(values)
}

fn bad_kind(error: &impl std::fmt::Display) -> Problem {
    bad_parameter("kind", Reason::BAD_KIND, format!("kind: {error}"))
}

fn bad_code(error: &impl std::fmt::Display) -> Problem {
    bad_parameter("code", Reason::BAD_CHANGED_CODE, format!("code: {error}"))
}

/// Writes what changed, after the name of the code.
pub(super) fn named(row: &Row<'_>) -> String {
    format!("{} ({}): {}", row.name, row.change.code, row.in_words())
}
