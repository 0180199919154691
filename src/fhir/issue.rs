//! Issues of an `OperationOutcome`: errors, and what a client must know about a result.

use crate::dataset::Dataset;
use crate::gtin::Gtin;
use crate::json::writer::Json;
use crate::lookup;

/// An issue of an `OperationOutcome`. A request that is answered can have some too, such as warnings about
/// its data.
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

/// Lists the warnings about a GTIN: two or more packs have carried it, or every period has ended.
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
        "{packs} packs have carried the GTIN {gtin}, the latest first ({grade}). The GTIN does not show which pack you have"
    ))
}

fn ended(dataset: &Dataset<'_>, gtin: Gtin) -> Option<String> {
    let last = lookup::latest(dataset, gtin)?.entry.ended_before(dataset.release_date())?;
    Some(format!(
        "every period of the GTIN {gtin} has ended, the last on {last}: compare the name with the box"
    ))
}
