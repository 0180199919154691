//! `/01/<gtin>`: a resolver by the standard for GS1-Conformant Resolvers 1.2, but for compressed links.
//! `/med/gtin/<gtin>`: the page of a GTIN, for people.
//!
//! A Digital Link redirects to its default link: the page of the pack that carries the GTIN. If other packs
//! have carried it, or if its period has ended, it leads to the page of the GTIN, which shows each pack and
//! chooses none.

pub(super) mod item;
mod negotiation;

use percent_encoding::{AsciiSet, CONTROLS, utf8_percent_encode};

use super::answer::{Answer, JSON, notice};
use super::gtin::{add_period_header, add_reuse_headers, problem_of};
use super::pages::gtin;
use super::problem::{BAD_DIGITAL_LINK, Problem, Reason, UNKNOWN_LINK_TYPE, bad_parameter};
use super::{Host, Request, pages, params};
use crate::dataset::Dataset;
use crate::gs1::{self, ScanError};
use crate::gtin::Gtin;
use crate::json::writer::Json;
use crate::lookup::{Cause, NotFound};
use crate::origin::is_origin;
use item::{CONTEXT, GS1, Item, JSON_LD, LINKSET, Relation};
use negotiation::{Format, Target};

/// The characters that a query must not have in a header or in a URL.
const UNSAFE: &AsciiSet = &CONTROLS
    .add(b' ')
    .add(b'"')
    .add(b'#')
    .add(b'<')
    .add(b'>')
    .add(b'\\')
    .add(b'^')
    .add(b'`')
    .add(b'{')
    .add(b'|')
    .add(b'}');

/// Builds the start of a link: the origin of the host and its base path. Without a valid origin, links are
/// relative.
pub(super) fn base(host: Host<'_>, request: &Request<'_>) -> String {
    let origin = request.origin.filter(|origin| is_origin(origin)).unwrap_or_default();
    [origin, host.base_path].concat()
}

/// Answers a Digital Link. Errors are pages for browsers, and problem documents for programs.
pub(super) fn answer(dataset: &Dataset<'_>, host: Host<'_>, request: &Request<'_>) -> Answer {
    let format = Format::preferred(request.accept);
    let answer = match resolve(dataset, host, request, format) {
        Ok(answer) => answer,
        Err(problem) if format == Some(Format::Html) => pages::problem(dataset, host, &problem),
        Err(problem) => Answer::from(problem),
    };
    answer.header("Vary", "Accept")
}

/// Adds the link to the linkset to the answer to a preflight request, if it is for a valid Digital Link.
pub(super) fn announce(answer: Answer, host: Host<'_>, request: &Request<'_>) -> Answer {
    if !request.path.starts_with("/01/") {
        return answer;
    }
    match gs1::parse_resolver_request(request.path, request.query) {
        Ok(scan) => add_linkset_link(answer, &base(host, request), scan.gtin()),
        Err(_) => answer,
    }
}

fn add_linkset_link(answer: Answer, base: &str, gtin: Gtin) -> Answer {
    let target = format!("{base}/01/{}?linkType=linkset", gtin.to_gtin14());
    answer.link_of_type(&target, "linkset", LINKSET)
}

fn resolve(
    dataset: &Dataset<'_>,
    host: Host<'_>,
    request: &Request<'_>,
    format: Option<Format>,
) -> Result<Answer, Problem> {
    let scan = gs1::parse_resolver_request(request.path, request.query).map_err(malformed)?;
    let link_type = link_type(request.query)?;
    let item = find(dataset, scan.gtin())?;
    let answer = match Target::of(link_type.as_deref(), format) {
        Some(Target::Linkset) => linkset_of(dataset, host, request, &item, &Relation::ALL, format),
        Some(Target::Link(relation)) => follow(dataset, host, request, &item, relation, format),
        None => return Err(unknown_link_type(&link_type.unwrap_or_default())),
    };
    let answer = add_linkset_link(answer, &base(host, request), item.gtin);
    let answer = add_reuse_headers(answer, item.reuse, item.carriers.len(), &host.link(&item.records_path()));
    Ok(add_period_header(answer, item.ended))
}

fn malformed(error: ScanError) -> Problem {
    let problem = Problem::new(BAD_DIGITAL_LINK, Reason::BAD_DIGITAL_LINK, error.to_string());
    problem.with("code", error.reason())
}

/// Reads the requested link type.
fn link_type(query: &str) -> Result<Option<String>, Problem> {
    let mut found = None;
    for (name, value) in params::pairs(query)? {
        if name != "linkType" {
            continue;
        }
        if found.is_some() {
            return Err(bad_parameter(&name, Reason::REPEATED, "linkType is given more than once"));
        }
        found = Some(value);
    }
    Ok(found)
}

fn find(dataset: &Dataset<'_>, gtin: Gtin) -> Result<Item, Problem> {
    let code = gtin.to_gtin14();
    let unknown = || problem_of(NotFound { code: &code, cause: Cause::Unknown(gtin) });
    Item::of(dataset, gtin).ok_or_else(unknown)
}

fn unknown_link_type(link_type: &str) -> Problem {
    let detail = format!(
        "there is no link of the type {link_type}; the types are gs1:pip and gs1:masterData, and linkset for all links"
    );
    Problem::new(UNKNOWN_LINK_TYPE, Reason::UNKNOWN_LINK_TYPE, detail)
}

/// Redirects to the only link of a type, or returns the choice between two or more.
fn follow(
    dataset: &Dataset<'_>,
    host: Host<'_>,
    request: &Request<'_>,
    item: &Item,
    relation: Relation,
    format: Option<Format>,
) -> Answer {
    let links = item.links(relation);
    if let [link] = links.as_slice() {
        return pages::moved(
            307,
            dataset,
            host,
            &with_query(&base(host, request), &link.href, request.query),
        );
    }
    let answer = linkset_of(dataset, host, request, item, &[relation], format);
    answer.status(300)
}

/// Appends the query of a request to a link.
fn with_query(base: &str, href: &str, query: &str) -> String {
    if query.is_empty() {
        return format!("{base}{href}");
    }
    let mark = if href.contains('?') { '&' } else { '?' };
    format!("{base}{href}{mark}{}", utf8_percent_encode(query, UNSAFE))
}

/// Answers with links of these types: as JSON, or as the page of the GTIN.
fn linkset_of(
    dataset: &Dataset<'_>,
    host: Host<'_>,
    request: &Request<'_>,
    item: &Item,
    relations: &[Relation],
    format: Option<Format>,
) -> Answer {
    let notice = notice(dataset, host).unwrap_or_default();
    let content_type = match format {
        Some(Format::Linkset) => LINKSET,
        Some(Format::Json) => JSON,
        Some(Format::JsonLd) => JSON_LD,
        Some(Format::Html) | None => "",
    };
    let is_linked = matches!(format, Some(Format::Linkset | Format::Json));
    let json = item::write(item, relations, &base(host, request), &notice, !is_linked);
    if content_type.is_empty() {
        return gtin::page(dataset, host, item, Some(&json));
    }
    Answer::new(200, content_type, json).link_of_type(
        CONTEXT,
        "http://www.w3.org/ns/json-ld#context",
        JSON_LD,
    )
}

/// Answers with the page of a GTIN.
pub(super) fn gtin_page(dataset: &Dataset<'_>, host: Host<'_>, code: &str) -> Answer {
    let code = code.trim();
    let found = match Gtin::parse(code) {
        Ok(gtin) => find(dataset, gtin),
        Err(error) => Err(problem_of(NotFound { code, cause: Cause::NotGtin(error) })),
    };
    match found {
        Ok(item) => gtin::page(dataset, host, &item, None),
        Err(problem) => pages::problem(dataset, host, &problem).status(404),
    }
}

/// Answers `/.well-known/gs1resolver`: the description of the resolver.
pub(super) fn description(host: Host<'_>, request: &Request<'_>) -> Answer {
    let base = base(host, request);
    let json = Json::document(&|json| {
        json.code("name", "Pack Lookup");
        json.code("resolverRoot", if base.is_empty() { "/" } else { &base });
        json.list("supportedPrimaryKeys", &|json| json.code("", "01"));
        json.list("supportedLinkType", &|json| {
            json.item(&|json| {
                json.code("namespace", GS1);
                json.code("prefix", "gs1:");
            });
        });
        json.plain("linkTypeDefaultCanBeLinkset", "false");
        json.code("jsonLdContextLocation", CONTEXT);
    });
    Answer::new(200, JSON, json)
}
