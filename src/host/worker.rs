//! The Cloudflare Worker.

use std::panic;
use std::sync::{LazyLock, Once};

use worker::wasm_bindgen::{self, JsCast, prelude::wasm_bindgen};
use worker::{
    Env, Headers, Request, Response, ResponseBuilder, Result, console_error, event, js_sys, web_sys,
};

use super::browser::Packs;
use crate::api;
use crate::dataset::Dataset;
use crate::date::Date;
use crate::history::History;
use crate::json::IdFormat;

const MILLISECONDS_OF_DAY: f64 = 86_400_000.0;

/// The dataset, in the data segment of the module: available before the first request, and read in place.
static BYTES: &[u8] = include_bytes!(env!("PACK_LOOKUP_DATASET"));
/// The history, or no bytes if the deployment has none.
static HISTORY_BYTES: &[u8] = include_bytes!(env!("PACK_LOOKUP_HISTORY"));

#[allow(
    clippy::expect_used,
    reason = "a Worker without its data must not start: its deployment fails instead"
)]
static DATASET: LazyLock<Dataset<'static>> =
    LazyLock::new(|| Dataset::open(BYTES).expect("the dataset that was built in opens"));

/// The history, if it has the release: after a rollback to an earlier one it may not. Answers then say that
/// there is none.
static HISTORY: LazyLock<Option<History>> =
    LazyLock::new(|| History::of_dataset(HISTORY_BYTES, &DATASET).ok());

/// Opens the dataset and the history while the Worker starts, so that no request has to.
#[event(start)]
fn start() {
    LazyLock::force(&DATASET);
    LazyLock::force(&HISTORY);
}

/// Answers a request. The core never waits, so this function is synchronous: a panic is then an exception
/// that the entry catches. In the promise of an `event(fetch)` it would leave the client without a response.
///
/// # Errors
///
/// Returns an error if the platform cannot provide the request or build the response.
#[wasm_bindgen]
pub fn fetch(request: web_sys::Request, env: Env) -> Result<web_sys::Response> {
    log_only_places_of_panics();
    let (method, body) = (request.method(), body_of(&request));
    let host = api::Host {
        today: today(),
        served_first: served_first(&env),
        history: HISTORY.as_ref(),
        old_after: old_after(&env),
        base_path: "",
        ids: IdFormat::Number,
    };
    Ok(respond(&method, &body, &Request::from(request), host)?.into())
}

/// Makes the dataset with the methods of the module, for the tools of assistants. They are JavaScript: the
/// same files answer in Node (`npm/mcp`).
#[wasm_bindgen(js_name = builtInPacks)]
#[must_use]
pub fn built_in_packs() -> Packs {
    log_only_places_of_panics();
    Packs::built_in(BYTES, &DATASET, HISTORY.as_ref())
}

/// Takes the body. Reading it takes time, so the entry has read it, and stored it in the request.
fn body_of(request: &web_sys::Request) -> Vec<u8> {
    let bytes = js_sys::Reflect::get(request, &"bodyBytes".into()).unwrap_or_default();
    bytes.dyn_ref::<js_sys::Uint8Array>().map(js_sys::Uint8Array::to_vec).unwrap_or_default()
}

/// Logs only the location of a panic, because its message may have the query. `start` cannot do it: the
/// `worker` crate, which logs all of the message, sets its own hook after `start`.
fn log_only_places_of_panics() {
    static ONCE: Once = Once::new();
    ONCE.call_once(|| panic::set_hook(Box::new(|info| console_error!("panic at {:?}", info.location()))));
}

/// Answers a request. The method is a separate argument: the `worker` crate converts an unknown method to
/// GET.
fn respond(method: &str, body: &[u8], request: &Request, host: api::Host<'_>) -> Result<Response> {
    let url = request.url()?;
    let origin = url.origin().ascii_serialization();
    let headers = request.headers();
    let if_none_match = headers.get("if-none-match")?;
    let (accept, prefer) = (headers.get("accept")?, headers.get("prefer")?);
    let content_type = headers.get("content-type")?;
    outgoing(api::respond_on(
        &DATASET,
        &api::Request {
            method,
            path: url.path(),
            query: url.query().unwrap_or_default(),
            if_none_match: if_none_match.as_deref(),
            origin: Some(&origin),
            accept: accept.as_deref(),
            prefer: prefer.as_deref(),
            content_type: content_type.as_deref(),
            body,
        },
        host,
    ))
}

/// Reads the current day in UTC.
fn today() -> Option<Date> {
    Date::from_days((js_sys::Date::now() / MILLISECONDS_OF_DAY) as i32)
}

/// Reads the day on which this release was first served, if the deployment sets it.
fn served_first(env: &Env) -> Option<Date> {
    Date::parse(&env.var("SERVED_FIRST").ok()?.to_string()).ok()
}

/// Reads the age in days from which on the data are old, if the deployment sets it.
fn old_after(env: &Env) -> Option<u32> {
    env.var("OLD_AFTER_DAYS").ok()?.to_string().parse().ok()
}

fn outgoing(response: api::Response) -> Result<Response> {
    let headers = Headers::new();
    for (name, value) in &response.headers {
        headers.append(name, value)?;
    }
    let builder = ResponseBuilder::new().with_status(response.status).with_headers(headers);
    // The platform rejects a body, even an empty one, for statuses that cannot have one.
    Ok(if response.body.is_empty() { builder.empty() } else { builder.fixed(response.body) })
}
