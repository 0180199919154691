//! Commands that answer from a dataset. What `--json` prints is the answer of the HTTP API.

use std::fs;
use std::io::{self, Write};
use std::path::Path;
use std::process::ExitCode;

use pack_lookup::api::{self, Request, Response};
use pack_lookup::dataset::{self, Dataset};
use pack_lookup::lookup;
use pack_lookup::search::{self, Order, Query};

use crate::{FAILED, Gtin, Info, NOT_FOUND, Outcome, Search, table};

/// Looks up the pack of a GTIN.
pub fn gtin(args: &Gtin) -> Outcome {
    let bytes = read(&args.dataset.dataset)?;
    let dataset = open(&bytes, &args.dataset.dataset)?;
    let response = ask(&dataset, &format!("/api/gtin/{}", encoded(&args.code)), "");
    if args.json {
        return print_answer(&response);
    }
    let Ok(code) = pack_lookup::gtin::Gtin::parse(&args.code) else { return say_problem(&response) };
    let uses = lookup::uses(&dataset, code);
    match uses.first().and_then(|latest| dataset.pack(latest.pack)) {
        Some(pack) => table::pack(&mut io::stdout().lock(), &dataset, &pack, &uses)?,
        None => return say_problem(&response),
    }
    Ok(ExitCode::SUCCESS)
}

/// Searches packs.
pub fn search(args: &Search) -> Outcome {
    let bytes = read(&args.dataset.dataset)?;
    let dataset = open(&bytes, &args.dataset.dataset)?;
    if args.json {
        let (limit, offset, current) = (args.limit, args.offset, args.current);
        let query = format!("q={}&limit={limit}&offset={offset}&current={current}", encoded(&args.query));
        return print_answer(&ask(&dataset, "/api/search", &query));
    }
    let query = Query {
        text: &args.query,
        limit: usize::from(args.limit),
        offset: args.offset as usize,
        current_only: args.current,
        order: Order::Relevance,
    };
    let found = search::search(&dataset, &query);
    table::found(&mut io::stdout().lock(), &dataset, &found, query.offset)?;
    Ok(if found.total == 0 { ExitCode::from(NOT_FOUND) } else { ExitCode::SUCCESS })
}

/// Describes a dataset.
pub fn info(args: &Info) -> Outcome {
    let bytes = read(&args.file)?;
    let dataset = open(&bytes, &args.file)?;
    if args.json {
        return print_answer(&ask(&dataset, "/api/about", ""));
    }
    table::info(&mut io::stdout().lock(), &dataset, bytes.len())?;
    Ok(ExitCode::SUCCESS)
}

/// The bytes of a file.
pub fn read(path: &Path) -> Result<Vec<u8>, String> {
    fs::read(path).map_err(|error| in_file(path, error))
}

/// Opens what came from outside: every command compares the digest before it answers.
pub fn open<'b>(bytes: &'b [u8], path: &Path) -> Result<Dataset<'b>, String> {
    dataset::verify(bytes).map_err(|error| in_file(path, error))
}

fn in_file(path: &Path, problem: impl std::fmt::Display) -> String {
    format!("{}: {problem}", path.display())
}

fn ask(dataset: &Dataset<'_>, path: &str, query: &str) -> Response {
    api::respond(dataset, &Request { method: "GET", path, query, if_none_match: None })
}

/// Every byte percent-encoded: what a URL carries unchanged whatever it is.
fn encoded(text: &str) -> String {
    text.bytes().map(|byte| format!("%{byte:02X}")).collect()
}

fn print_answer(response: &Response) -> Outcome {
    let mut out = io::stdout().lock();
    out.write_all(&response.body)?;
    out.write_all(b"\n")?;
    Ok(exit_code(response))
}

/// Says in a sentence why there is no answer.
fn say_problem(response: &Response) -> Outcome {
    let problem: serde_json::Value = serde_json::from_slice(&response.body)?;
    let detail = problem.get("detail").and_then(serde_json::Value::as_str);
    eprintln!("pack-lookup: {}", detail.unwrap_or("there is no answer"));
    Ok(exit_code(response))
}

fn exit_code(response: &Response) -> ExitCode {
    match response.status {
        200 => ExitCode::SUCCESS,
        404 => ExitCode::from(NOT_FOUND),
        _ => ExitCode::from(FAILED),
    }
}
