//! Commands that query a dataset. With `--json` they print the answer of the HTTP API.

use std::io::Write;

use super::dataset::{dataset_path, open, read};
use super::dataset_args::{FilterArgs, FiltersArgs, Gtin, Info, Search};
use super::{Exit, Outcome, System, bulk, data_warnings, report, table};
use crate::api::{self, Request, Response};
use crate::dataset::Dataset;
use crate::gtin;
use crate::lookup;
use crate::search::{self, Filters, Order, Query};

/// Looks up the pack of a GTIN, or of each GTIN on the standard input.
pub fn gtin(args: &Gtin, system: &dyn System, out: &mut dyn Write) -> Outcome {
    let path = dataset_path(&args.dataset, system)?;
    let bytes = read(&path, system)?;
    let dataset = open(&bytes, &path)?;
    let Some(code) = &args.code else { return bulk::gtins(args, &dataset, system, out) };
    let ids = format!("ids={}", args.json.ids.as_str());
    let response = ask(&dataset, &format!("/api/gtin/{}", encoded(code)), &ids);
    if args.json.json {
        return print_answer(&response, out);
    }
    let Ok(code) = gtin::Gtin::parse(code.trim()) else { return report_problem(&response, system) };
    let uses = lookup::uses(&dataset, code);
    match uses.first().and_then(|latest| dataset.pack(latest.pack)) {
        Some(pack) => {
            data_warnings::print(&data_warnings::of(&dataset, system)?, out)?;
            table::pack(out, &dataset, &pack, &uses)?;
        }
        None => return report_problem(&response, system),
    }
    Ok(Exit::Done)
}

/// Searches packs.
pub fn search(args: &Search, system: &dyn System, out: &mut dyn Write) -> Outcome {
    let path = dataset_path(&args.dataset, system)?;
    let bytes = read(&path, system)?;
    let dataset = open(&bytes, &path)?;
    let response = ask(&dataset, "/api/search", &query_of(args));
    match (args.json.json, exit(&response)) {
        (true, _) => print_answer(&response, out),
        (false, Exit::Done) => {
            data_warnings::print(&data_warnings::of(&dataset, system)?, out)?;
            list(args, &dataset, out)
        }
        (false, _) => report_problem(&response, system),
    }
}

fn query_of(args: &Search) -> String {
    let Search { limit, offset, current, json, .. } = args;
    let ids = json.ids.as_str();
    let mut parameters = format!("limit={limit}&offset={offset}&current={current}&ids={ids}");
    parameters.push_str(&asked(args.query.as_deref(), &args.filters));
    if let Some(sort) = args.sort {
        parameters.push_str("&sort=");
        parameters.push_str(sort.as_str());
    }
    parameters
}

/// Writes the parameters of a query and its filters.
fn asked(query: Option<&str>, filters: &FilterArgs) -> String {
    let mut parameters = String::new();
    if let Some(query) = query {
        parameters.push_str(&format!("&q={}", encoded(query)));
    }
    for (property, value) in &filters.filters {
        parameters.push_str(&format!("&{}={}", property.key(), encoded(value)));
    }
    parameters
}

/// Counts packs by their properties.
pub fn filters(args: &FiltersArgs, system: &dyn System, out: &mut dyn Write) -> Outcome {
    let path = dataset_path(&args.dataset, system)?;
    let bytes = read(&path, system)?;
    let dataset = open(&bytes, &path)?;
    let parameters = format!("current={}{}", args.current, asked(args.query.as_deref(), &args.filters));
    let response = ask(&dataset, "/api/filters", &parameters);
    match (args.json, exit(&response)) {
        (true, _) => print_answer(&response, out),
        (false, Exit::Done) => count(args, &dataset, out),
        (false, _) => report_problem(&response, system),
    }
}

fn count(args: &FiltersArgs, dataset: &Dataset<'_>, out: &mut dyn Write) -> Outcome {
    let filters = chosen(&args.filters);
    let text = args.query.as_deref().unwrap_or("");
    let query = Query { current_only: args.current, filters: &filters, ..Query::new(text) };
    let narrowed = search::narrow(dataset, &query);
    table::narrowed(out, &narrowed, !filters.is_empty())?;
    Ok(if narrowed.total == 0 { Exit::NotFound } else { Exit::Done })
}

fn chosen(args: &FilterArgs) -> Filters {
    let mut filters = Filters::default();
    for (property, value) in &args.filters {
        value.split(',').for_each(|value| filters.add(*property, value));
    }
    filters
}

fn list(args: &Search, dataset: &Dataset<'_>, out: &mut dyn Write) -> Outcome {
    let filters = chosen(&args.filters);
    let query = Query {
        text: args.query.as_deref().unwrap_or(""),
        limit: args.limit,
        offset: args.offset as usize,
        current_only: args.current,
        order: args.sort.map_or(Order::Relevance, Order::from),
        filters: &filters,
    };
    let found = search::search(dataset, &query);
    table::found(out, dataset, &found, query.offset)?;
    if !filters.is_empty() {
        table::unfiltered(out, found.total, found.unfiltered)?;
    }
    Ok(if found.total == 0 { Exit::NotFound } else { Exit::Done })
}

/// Describes a dataset.
pub fn info(args: &Info, system: &dyn System, out: &mut dyn Write) -> Outcome {
    let bytes = read(&args.file, system)?;
    let dataset = open(&bytes, &args.file)?;
    if args.json {
        return print_answer(&ask(&dataset, "/api/about", ""), out);
    }
    table::info(out, &dataset, bytes.len())?;
    Ok(Exit::Done)
}

fn ask(dataset: &Dataset<'_>, path: &str, query: &str) -> Response {
    api::respond_with_data(dataset, &Request::get(path, query))
}

/// Percent-encodes every byte, so that a URL carries any text unchanged.
fn encoded(text: &str) -> String {
    text.bytes().map(|byte| format!("%{byte:02X}")).collect()
}

fn print_answer(response: &Response, out: &mut dyn Write) -> Outcome {
    out.write_all(&response.body)?;
    out.write_all(b"\n")?;
    Ok(exit(response))
}

/// Reports that no pack has carried a GTIN, and whether it may be mistyped.
pub fn report_unknown(dataset: &Dataset<'_>, gtin: gtin::Gtin, system: &dyn System) -> Outcome {
    report_problem(&ask(dataset, &format!("/api/gtin/{gtin}"), ""), system)
}

/// Reports the detail of a problem.
fn report_problem(response: &Response, system: &dyn System) -> Outcome {
    let problem: serde_json::Value = serde_json::from_slice(&response.body)?;
    let detail = problem.get("detail").and_then(serde_json::Value::as_str);
    report(system, detail.unwrap_or("no response"));
    Ok(exit(response))
}

fn exit(response: &Response) -> Exit {
    match response.status {
        200 => Exit::Done,
        404 => Exit::NotFound,
        _ => Exit::Failed,
    }
}
