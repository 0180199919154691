//! `/api/gtin/<gtin>`: the pack of the GTIN's latest use.

use super::answer::{Answer, JSON};
use super::problem::{BAD_GTIN, Problem, UNKNOWN_GTIN};
use crate::dataset::Dataset;
use crate::gtin::{Gtin, GtinError};
use crate::lookup;
use crate::pack::Ids;

pub(super) fn answer(
    dataset: &Dataset<'_>,
    text: &str,
    ids: Ids,
    search_path: &str,
) -> Result<Answer, Problem> {
    let text = text.trim();
    let gtin = Gtin::parse(text).map_err(|error| bad_gtin(text, error))?;
    let latest = lookup::latest(dataset, gtin).and_then(|latest| dataset.pack(latest.pack));
    let pack = latest.ok_or_else(|| unknown_gtin(text, gtin))?;
    let carriers = lookup::packs(dataset, gtin).len();
    let alternate = format!("{search_path}?q={text}{}", if ids == Ids::Text { "&ids=string" } else { "" });
    Ok(tell_reuse(Answer::new(200, JSON, pack.to_json(ids)), carriers, &alternate))
}

/// So that nobody takes a re-used code for certain.
fn tell_reuse(answer: Answer, carriers: usize, alternate: &str) -> Answer {
    if carriers < 2 {
        return answer;
    }
    answer.header("X-Total-Count", carriers.to_string()).link(alternate, "alternate")
}

fn bad_gtin(text: &str, error: GtinError) -> Problem {
    Problem::new(BAD_GTIN, error.reason(), format!("{error}{}", advice(text, error))).with("gtin", text)
}

/// The digits under a small box or an American one are a GTIN as well, with zeros in front.
fn advice(text: &str, error: GtinError) -> String {
    match (error, text.len()) {
        (GtinError::BadLength, 8 | 12) => {
            format!("; this one has {}, so put zeros in front: {text:0>14}", text.len())
        }
        (GtinError::BadLength, digits) => format!("; this has {digits}"),
        (GtinError::NotDigits, _) => String::new(),
    }
}

fn unknown_gtin(text: &str, gtin: Gtin) -> Problem {
    let expected = gtin.right_check_digit();
    let (reason, verdict) = if gtin.has_right_check_digit() {
        ("unknown_gtin", "its check digit is right".to_owned())
    } else {
        ("wrong_check_digit", format!("its check digit is {}, and should be {expected}", gtin.check_digit()))
    };
    Problem::new(UNKNOWN_GTIN, reason, format!("no pack of this release has carried {text}; {verdict}"))
        .with("gtin", text)
        .with("check_digit", gtin.check_digit())
        .with("expected_check_digit", expected)
}
