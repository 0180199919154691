//! `/api/gtin/<gtin>`: the pack of the GTIN's latest use. `/api/gtin?codes=`: the packs of a list of GTINs.

use super::answer::{Answer, JSON, json_bytes};
use super::concept;
use super::params::{Params, is_white_space};
use super::problem::{BAD_GTIN, Kind, Problem, Reason, UNKNOWN_GTIN, bad_parameter};
use crate::concept::Reuse;
use crate::dataset::Dataset;
use crate::date::Date;
use crate::json::{IdFormat, Object, push, push_array};
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
        let mut record = Object::reopen(&mut json);
        concept::push_concepts(&mut record, dataset, found.number, ids)?;
        if let Some(reuse) = found.reuse {
            record.word("reuse", reuse.as_str());
        }
        record.close();
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
    let mut json = Vec::new();
    let codes = codes(params)?;
    let each: Vec<&str> = codes.split(',').collect();
    push_array(&mut json, &each, |code, json| push_entry(json, dataset, code, ids));
    Ok(Answer::new(200, JSON, json))
}

/// Writes the codes, separated by commas.
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
    let mut entry = Object::new(json);
    entry.text("code", code.trim());
    match lookup::find(dataset, code) {
        Ok(found) => {
            entry.number("packs", found.packs as u64);
            found.pack.push_json(entry.value("pack"), ids);
            if let Some(reuse) = found.reuse {
                entry.word("reuse", reuse.as_str());
            }
            if let Some(day) = found.ended {
                entry.day("ended", day);
            }
        }
        Err(not_found) => push(entry.value("problem"), &json_bytes(&problem_of(not_found))),
    }
    entry.close();
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
