//! `/api/check-list`: what became of the codes of a list. It is the only path under `/api` with a body: a
//! list is longer than an address.

use super::Request;
use super::answer::{Answer, JSON};
use super::params::{Params, is_white_space};
use super::problem::{BAD_LIST, LIST_TOO_LONG, Problem, Reason};
use crate::code_list::{Source, check};
use crate::dataset::Dataset;
use crate::fhir;
use crate::history::History;
use crate::json::reader::{Value, read};

/// The methods of this path.
pub(super) const METHODS: &str = "POST, OPTIONS";
/// The maximum number of codes of a list.
const MAX_LISTED_CODES: usize = 10_000;
/// The maximum length of a body: ten thousand codes with room around each. `npm/serve/http.js` reads no more.
const MAX_LIST_BODY_LEN: usize = 1 << 20;

/// Answers with what became of each code, in the order of the list.
pub(super) fn answer(
    dataset: &Dataset<'_>,
    history: Option<&History>,
    request: &Request<'_>,
    params: &Params,
) -> Result<Answer, Problem> {
    let (codes, since) = read_body(request)?;
    let since = match since {
        Some(since) => Some(super::changes::day(&since)?),
        None => super::changes::since(params)?,
    };
    if codes.len() > MAX_LISTED_CODES {
        let detail = format!("the list has {} codes; split it into lists of {MAX_LISTED_CODES}", codes.len());
        return Err(Problem::new(BAD_LIST, Reason::TOO_MANY_CODES, detail));
    }
    let list = check(Source { dataset, history, since }, codes.iter().map(String::as_str));
    Ok(Answer::new(200, JSON, list.to_json(params.ids()?)))
}

/// Reads the codes in the body, and the day since which changes count, if the body has it.
fn read_body(request: &Request<'_>) -> Result<(Vec<String>, Option<String>), Problem> {
    if request.body.len() > MAX_LIST_BODY_LEN {
        let detail = format!("the body has more than {MAX_LIST_BODY_LEN} bytes; split the list");
        return Err(Problem::new(LIST_TOO_LONG, Reason::LIST_TOO_LONG, detail));
    }
    let text = std::str::from_utf8(request.body).map_err(|_| bad_list("the body is not UTF-8"))?;
    let text = text.trim_start_matches('\u{feff}');
    if is_json(text, request.content_type) {
        return of_json(text);
    }
    let codes = of_lines(text);
    if codes.is_empty() {
        return Err(bad_list("the list has no code; send a JSON array of codes, or a code in each line"));
    }
    Ok((codes, None))
}

/// A code never begins like JSON, so the text decides if clients omit the header.
fn is_json(text: &str, content_type: Option<&str>) -> bool {
    text.trim_start().starts_with(['[', '{']) || content_type.is_some_and(fhir::is_json)
}

fn of_json(text: &str) -> Result<(Vec<String>, Option<String>), Problem> {
    let read = read(text);
    let (codes, since) = match &read {
        Some(Value::List(codes)) => (codes, None),
        Some(list @ Value::Object(_)) => match (list.get("codes"), list.get("since")) {
            (Some(Value::List(codes)), None) => (codes, None),
            (Some(Value::List(codes)), Some(Value::Text(since))) => (codes, Some(since.clone())),
            (Some(Value::List(codes)), Some(Value::Word(null))) if null == "null" => (codes, None),
            _ => return Err(not_a_list()),
        },
        _ => return Err(not_a_list()),
    };
    let codes = codes.iter().map(code).collect::<Option<Vec<String>>>();
    let codes = codes.ok_or_else(|| bad_list("each code must be a string or a number"))?;
    Ok((codes, since))
}

/// Reads a code as written. What is wrong with a number is said of that number, as in other lists.
fn code(value: &Value) -> Option<String> {
    match value {
        Value::Text(code) => Some(code.clone()),
        Value::Word(number) if number.starts_with(|first: char| first == '-' || first.is_ascii_digit()) => {
            Some(number.clone())
        }
        _ => None,
    }
}

fn not_a_list() -> Problem {
    bad_list("the body must be a JSON array of codes, or an object with codes and since")
}

/// Lists the lines that are not blank.
fn of_lines(text: &str) -> Vec<String> {
    let lines = text.lines().map(|line| line.trim_matches(is_white_space)).filter(|line| !line.is_empty());
    lines.map(str::to_owned).collect()
}

fn bad_list(detail: &str) -> Problem {
    Problem::new(BAD_LIST, Reason::BAD_LIST, detail)
}

/// Reports whether a request is for this path.
pub(super) fn is_asked(path: &[&str]) -> bool {
    matches!(path, ["api", "check-list"] | ["med" | "string-ids", "api", "check-list"])
}
