//! `/api/gtin/<gtin>`: the pack of the GTIN's latest use. `/api/gtin?codes=`: the packs of several GTINs.

use super::answer::{Answer, JSON, json_bytes};
use super::concept;
use super::params::{Params, is_white_space};
use super::problem::{BAD_GTIN, Kind, Problem, UNKNOWN_GTIN, bad_parameter};
use super::reason::Reason;
use crate::concept::Reuse;
use crate::dataset::Dataset;
use crate::date::Date;
use crate::json::{IdFormat, push_field, push_plain};
use crate::lookup::{self, Cause, NotFound};

/// The maximum number of codes in one request. They fit in an address of 2,000 characters, which every client
/// and proxy sends.
pub(super) const MAX_LOOKUP_CODES: usize = 100;

pub(super) fn answer(
    dataset: &Dataset<'_>,
    text: &str,
    params: &Params,
    search_path: &str,
) -> Result<Answer, Problem> {
    let (ids, is_with_concepts) = (params.ids()?, params.includes_concepts()?);
    let found = lookup::find(dataset, text).map_err(problem_of)?;
    let mut json = found.pack.to_json(ids);
    if is_with_concepts {
        concept::push_concepts(&mut json, dataset, found.number, ids)?;
        push_reuse(&mut json, found.reuse);
    }
    let mut alternate = format!("{search_path}?q={}", text.trim());
    if let Some(ids) = params.value("ids")? {
        alternate.push_str(&format!("&ids={ids}"));
    }
    let answer = add_reuse_headers(Answer::new(200, JSON, json), found.reuse, found.packs, &alternate);
    Ok(add_period_header(answer, found.entry.ended_before(dataset.release_date())))
}

/// Adds a header that warns of a code whose latest use has ended. The latest use has the latest end, so no
/// other period is open.
pub(super) fn add_period_header(answer: Answer, ended: Option<Date>) -> Answer {
    if ended.is_some() { answer.header("X-Gtin-Period", "ended") } else { answer }
}

fn push_reuse(json: &mut Vec<u8>, reuse: Option<Reuse>) {
    if let Some(reuse) = reuse {
        push_field(json, b"reuse", |json| push_plain(json, b"", reuse.as_str().as_bytes()));
    }
}

/// Adds headers that warn of a re-used code.
pub(super) fn add_reuse_headers(
    answer: Answer,
    reuse: Option<Reuse>,
    carriers: usize,
    alternate: &str,
) -> Answer {
    let Some(reuse) = reuse else { return answer };
    let answer = answer.header("X-Total-Count", carriers.to_string()).link(alternate, "alternate");
    answer.header("X-Gtin-Reuse", reuse.as_str())
}

/// Answers `/api/gtin?codes=`: an entry for each code, in the order of the request.
pub(super) fn many(dataset: &Dataset<'_>, params: &Params) -> Result<Answer, Problem> {
    let ids = params.ids()?;
    let mut json = vec![b'['];
    for (place, code) in codes(params)?.split(',').enumerate() {
        json.extend_from_slice(if place > 0 { b"," } else { b"" });
        push_entry(&mut json, dataset, code, ids);
    }
    json.push(b']');
    Ok(Answer::new(200, JSON, json))
}

/// Returns the codes, separated by commas.
fn codes(params: &Params) -> Result<String, Problem> {
    let Some(codes) = params.list("codes") else {
        return Err(bad_codes(Reason::CODES_MISSING, "is missing"));
    };
    if codes.chars().all(|c| c == ',' || is_white_space(c)) {
        return Err(bad_codes(Reason::CODES_BLANK, "is blank"));
    }
    if codes.split(',').count() > MAX_LOOKUP_CODES {
        return Err(bad_codes(Reason::TOO_MANY_CODES, "has more"));
    }
    Ok(codes)
}

fn bad_codes(reason: Reason, what: &str) -> Problem {
    let detail = format!("codes {what}; list up to {MAX_LOOKUP_CODES} GTINs, separated by commas");
    bad_parameter("codes", reason, detail)
}

/// Appends the entry of a code. It starts with `code`, so that a client can identify an entry by itself.
/// `packs` is the number of packs that have carried the code.
pub(super) fn push_entry(json: &mut Vec<u8>, dataset: &Dataset<'_>, code: &str, ids: IdFormat) {
    json.extend_from_slice(b"{\"code\":");
    json.extend(json_bytes(&code.trim()));
    match lookup::find(dataset, code) {
        Ok(found) => {
            json.extend(format!(",\"packs\":{},\"pack\":", found.packs).into_bytes());
            json.extend(found.pack.to_json(ids));
            if let Some(reuse) = found.reuse {
                json.extend(format!(",\"reuse\":\"{}\"", reuse.as_str()).into_bytes());
            }
        }
        Err(not_found) => {
            json.extend_from_slice(b",\"problem\":");
            json.extend(json_bytes(&problem_of(not_found)));
        }
    }
    json.push(b'}');
}

pub(super) fn problem_of(not_found: NotFound<'_>) -> Problem {
    let problem = Problem::new(kind(not_found.cause), Reason::from(&not_found), not_found.to_string());
    with_check_digits(problem.with("gtin", not_found.code), not_found.cause)
}

fn kind(cause: Cause) -> Kind {
    match cause {
        Cause::NotGtin(_) => BAD_GTIN,
        Cause::Unknown(_) => UNKNOWN_GTIN,
    }
}

fn with_check_digits(problem: Problem, cause: Cause) -> Problem {
    let Cause::Unknown(gtin) = cause else { return problem };
    let expected = gtin.right_check_digit();
    problem.with("check_digit", gtin.check_digit()).with("expected_check_digit", expected)
}
