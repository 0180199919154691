//! The native core as a process: it reads requests and writes responses, as lines of JSON.
//!
//! `cargo run --example respond -- DATASET HISTORY`, for `npm run lab -- differential`.

use std::error::Error;
use std::io::{BufRead, BufWriter, Write, stdin, stdout};
use std::time::SystemTime;

use pack_lookup::api::{Host, Request, Response, respond_on};
use pack_lookup::dataset::Dataset;
use pack_lookup::date::Date;
use pack_lookup::history::History;
use serde::{Deserialize, Serialize};

#[derive(Deserialize)]
struct JsonRequest {
    method: String,
    path: String,
    query: String,
    if_none_match: Option<String>,
    origin: Option<String>,
    accept: Option<String>,
    prefer: Option<String>,
    content_type: Option<String>,
    #[serde(default)]
    body: String,
}

/// Every body of the core is text.
#[derive(Serialize)]
struct JsonResponse {
    status: u16,
    headers: Vec<(&'static str, String)>,
    body: String,
}

fn main() -> Result<(), Box<dyn Error>> {
    let mut files = std::env::args_os().skip(1);
    let bytes = std::fs::read(files.next().ok_or("which dataset?")?)?;
    let dataset = Dataset::open(&bytes)?;
    let history = std::fs::read(files.next().ok_or("which history?")?)?;
    let history = History::of_dataset(&history, &dataset)?;
    let host = Host { today: today()?, history: Some(&history), ..Host::default() };
    let mut out = BufWriter::new(stdout().lock());
    for line in stdin().lock().lines() {
        let response = answer(&dataset, &serde_json::from_str(&line?)?, host)?;
        serde_json::to_writer(&mut out, &response)?;
        out.write_all(b"\n")?;
    }
    Ok(out.flush()?)
}

fn answer(dataset: &Dataset<'_>, json: &JsonRequest, host: Host<'_>) -> Result<JsonResponse, Box<dyn Error>> {
    let request = Request {
        method: &json.method,
        if_none_match: json.if_none_match.as_deref(),
        origin: json.origin.as_deref(),
        accept: json.accept.as_deref(),
        prefer: json.prefer.as_deref(),
        content_type: json.content_type.as_deref(),
        body: json.body.as_bytes(),
        ..Request::get(&json.path, &json.query)
    };
    let Response { status, headers, body } = respond_on(dataset, &request, host);
    Ok(JsonResponse { status, headers, body: String::from_utf8(body)? })
}

/// The day in UTC, as the other hosts have it.
fn today() -> Result<Option<Date>, Box<dyn Error>> {
    const SECONDS_OF_DAY: u64 = 86_400;
    let seconds = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH)?.as_secs();
    Ok(Date::from_days(i32::try_from(seconds / SECONDS_OF_DAY)?))
}
