//! The search that is measured. To measure another one, change [`find`] only.

use pack_lookup::dataset::Dataset;
use pack_lookup::search::{Found, NoticeKind, Order, Query, search};

/// Finds packs by relevance.
pub fn find(dataset: &Dataset<'_>, text: &str, limit: usize, current_only: bool) -> Found {
    search(dataset, &Query { limit, current_only, order: Order::Relevance, ..Query::new(text) })
}

/// Whether an answer says that it is not exactly what was asked.
pub fn has_notice(found: &Found) -> bool {
    let has_other = found.notices.iter().any(|notice| notice.kind == NoticeKind::AllWithFurtherSubstances);
    found.is_corrected() || found.is_relaxed || has_other
}

/// Whether an answer says that some or all of its packs have substances that the question does not name.
pub fn tells_further(found: &Found) -> bool {
    found.notices.iter().any(|notice| notice.written.is_empty())
}

/// The corrections of an answer in one line: `written → replacement`, or `written ignored`.
pub fn notices(found: &Found) -> String {
    let mut notices: Vec<String> = Vec::new();
    for correction in &found.corrections {
        let replacements = correction.replacements.join("|");
        notices.push(match replacements.is_empty() {
            true => format!("{} ignored", correction.written),
            false => format!("{} → {replacements}", correction.written),
        });
    }
    if found.is_relaxed {
        notices.push("partial match".to_owned());
    }
    notices.join("; ")
}
