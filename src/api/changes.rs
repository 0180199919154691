//! `/api/changes`: what changed since a day. `/api/changes.atom`: the same for feed readers.
//!
//! The changes are in the history of the host. Without a history, the answer is that nothing is known.

use maud::{Markup, PreEscaped, html};

use super::answer::{ATTRIBUTION, Answer, JSON, notice};
use super::gtin::MAX_LOOKUP_CODES;
use super::params::{Params, encode};
use super::problem::{Problem, Reason, bad_parameter, no_history};
use super::resolver::base;
use super::search::{OFFSETS, add_page_links};
use crate::api::{Host, Request};
use crate::concept::Kind;
use crate::dataset::{Dataset, hex};
use crate::date::Date;
use crate::history::{Asked, Change, ChangeKind, Code, History, Row, Step};
use crate::pack::pack_url;
use crate::snomed::AmppId;

/// The number of entries: most feed readers ask once a day, and a release has at most fifteen.
const MAX_FEED_ENTRIES: usize = 60;
/// The number of changes in an entry. The link leads to all of them.
const MAX_ENTRY_CHANGES: usize = 50;

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

/// The changes of one kind in one release.
struct Entry<'h> {
    kind: ChangeKind,
    step: &'h Step,
    /// How many there are.
    total: usize,
    /// The first of them.
    shown: Vec<(&'h Step, &'h Change)>,
}

/// Answers with the feed of the changes that are asked for, the latest first.
pub(in crate::api) fn feed(
    dataset: &Dataset<'_>,
    host: Host<'_>,
    request: &Request<'_>,
    params: &Params,
    prefix: &str,
) -> Result<Answer, Problem> {
    let history = host.history.ok_or_else(no_history)?;
    let entries = entries(history.changes(&asked(params)?));
    let shown: Vec<(&Step, &Change)> = entries.iter().flat_map(|entry| &entry.shown).copied().collect();
    let rows = history.rows(dataset, &shown);
    let mut rows = rows.as_slice();
    let link = Link {
        base: &base(host, request),
        prefix,
        kinds: query(params, "kind"),
        codes: query(params, "code"),
    };
    let own = [link.kinds.as_str(), &link.codes];
    let feed = html! {
        (PreEscaped("<?xml version=\"1.0\" encoding=\"utf-8\"?>\n"))
        feed xmlns="http://www.w3.org/2005/Atom" {
            id { (link.id("changes.atom", own)) }
            title { "Pack Lookup: changes of dm+d" }
            @if let Some(notice) = notice(dataset, host) { subtitle { (notice) } }
            updated { (moment(history.last().date)) }
            author { name { "Pack Lookup" } }
            rights { (ATTRIBUTION) }
            link rel="self" type="application/atom+xml" href=(link.to("changes.atom", own)) {}
            @for entry in &entries { (entry.render(&link, take(&mut rows, entry.shown.len()))) }
        }
    };
    Ok(Answer::new(200, "application/atom+xml", feed.into_string()))
}

/// Removes the first values of a list, and returns them.
fn take<'r, T>(list: &mut &'r [T], count: usize) -> &'r [T] {
    let (first, rest) = list.split_at(count.min(list.len()));
    *list = rest;
    first
}

/// Lists the changes by release and kind, the latest release first.
fn entries<'h>(changes: Vec<(&'h Step, &'h Change)>) -> Vec<Entry<'h>> {
    let mut entries: Vec<Entry<'h>> = Vec::new();
    for (step, change) in changes {
        let kind = change.what.kind();
        if !entries.last().is_some_and(|last| last.kind == kind && std::ptr::eq(last.step, step)) {
            entries.push(Entry { kind, step, total: 0, shown: Vec::new() });
        }
        let Some(entry) = entries.last_mut() else { break };
        entry.total += 1;
        if entry.shown.len() < MAX_ENTRY_CHANGES {
            entry.shown.push((step, change));
        }
    }
    entries.reverse();
    entries.truncate(MAX_FEED_ENTRIES);
    entries
}

impl Entry<'_> {
    fn render(&self, link: &Link<'_>, rows: &[Row<'_>]) -> Markup {
        let source = &self.step.source;
        let kind = format!("since={}&kind={}", source.date, self.kind.as_str());
        let asked = [kind.as_str(), &link.codes];
        let more = self.total - rows.len();
        html! {
            entry {
                id { (link.id("changes", asked)) "#" (start_of(&source.digest)) }
                title { (source.release) " of " (source.date) ": " (self.total) " " (self.kind.title()) }
                updated { (moment(source.date)) }
                link rel="alternate" type="application/json" href=(link.to("changes", asked)) {}
                content type="xhtml" {
                    div xmlns="http://www.w3.org/1999/xhtml" {
                        ul { @for row in rows { li { (line(link, row)) } } }
                        @if more > 0 { p { "and " (more) " more" } }
                    }
                }
            }
        }
    }
}

/// Renders a change, with a link to the page of a pack.
fn line(link: &Link<'_>, row: &Row<'_>) -> Markup {
    let pack = AmppId::new(row.change.code.number()).filter(|_| row.change.concept == Kind::Ampp);
    html! {
        @match pack {
            Some(id) => { a href={ (link.base) (pack_url(&row.name, id)) } { (named(row)) } }
            None => { (named(row)) }
        }
    }
}

/// The addresses of the feed and its entries.
struct Link<'l> {
    base: &'l str,
    prefix: &'l str,
    /// The kinds and codes that are asked for, as parameters.
    kinds: String,
    codes: String,
}

impl Link<'_> {
    fn to(&self, path: &str, query: [&str; 2]) -> String {
        let parts: Vec<&str> = query.into_iter().filter(|part| !part.is_empty()).collect();
        let mark = if parts.is_empty() { "" } else { "?" };
        format!("{}{}/{path}{mark}{}", self.base, self.prefix, parts.join("&"))
    }

    /// Builds an identifier, which is absolute also if the origin of the host is not known.
    fn id(&self, path: &str, query: [&str; 2]) -> String {
        let address = self.to(path, query);
        if !self.base.contains("://") { format!("urn:pack-lookup:{address}") } else { address }
    }
}

/// Cuts the start of a digest. It tells two releases of one day apart.
fn start_of(digest: &[u8; 32]) -> String {
    let [a, b, c, d, ..] = *digest;
    hex(&[a, b, c, d])
}

/// Writes a parameter as a query, or an empty text if it is absent.
fn query(params: &Params, name: &str) -> String {
    params.list(name).map_or(String::new(), |list| format!("{name}={}", encode(&list)))
}

fn moment(day: Date) -> String {
    format!("{day}T00:00:00Z")
}
