//! Issues of an `OperationOutcome`: errors, and what a client must know about a result.

use super::json::Json;
use crate::dataset::Dataset;
use crate::gtin::Gtin;
use crate::lookup;

/// An issue.
pub struct Issue {
    /// `error`, `warning` or `information`.
    pub severity: &'static str,
    /// A code of FHIR's value set `issue-type`.
    pub code: &'static str,
    /// A description for people.
    pub text: String,
}

impl Issue {
    #[inline(never)]
    pub fn warning(code: &'static str, text: String) -> Issue {
        Issue { severity: "warning", code, text }
    }
}

/// Writes issues. Control characters of a request are not allowed in FHIR's strings.
#[inline(never)]
pub fn push_issues(json: &mut Json, issues: &[Issue]) {
    json.list("issue", &|json| {
        for issue in issues {
            let mut text = issue.text.clone();
            text.retain(|letter| !letter.is_control());
            json.item(&|json| {
                json.code("severity", issue.severity);
                json.code("code", issue.code);
                json.text("diagnostics", &text);
            });
        }
    });
}

/// Returns the warnings about a GTIN: several packs have carried it, or no period is open.
pub fn warnings(dataset: &Dataset<'_>, gtin: Gtin) -> Vec<Issue> {
    let mut warnings = Vec::new();
    if let Some(text) = reused(dataset, gtin) {
        warnings.push(Issue::warning("multiple-matches", text));
    }
    if let Some(text) = ended(dataset, gtin) {
        warnings.push(Issue::warning("business-rule", text));
    }
    warnings
}

fn reused(dataset: &Dataset<'_>, gtin: Gtin) -> Option<String> {
    let grade = lookup::reuse(dataset, gtin)?.as_str();
    let packs = lookup::packs(dataset, gtin).len();
    Some(format!(
        "{packs} packs have carried the GTIN {gtin}, the latest first ({grade}): it alone does not tell which is in the hand"
    ))
}

/// An end may be in the future: the core has no clock.
fn ended(dataset: &Dataset<'_>, gtin: Gtin) -> Option<String> {
    let mut last = None;
    for one in lookup::uses(dataset, gtin) {
        last = last.max(Some(one.entry.end_date?));
    }
    let last = last?;
    Some(format!(
        "every period of the GTIN {gtin} has an end, the last is {last}: compare the name with the box"
    ))
}
