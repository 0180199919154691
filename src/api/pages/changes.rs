//! The part of a pack's page about what changed from release to release.

use maud::{Markup, html};

use super::super::changes::named;
use super::words::time;
use crate::dataset::Dataset;
use crate::history::{Asked, History, Row};
use crate::pack::Pack;
use crate::snomed::ConceptId;

/// Renders the changes of a pack, the latest first.
pub(super) fn section(dataset: &Dataset<'_>, history: &History, pack: &Pack) -> Markup {
    let code = ConceptId::from(pack.pack_id);
    let changes = history.changes(&Asked { codes: vec![code.into()], ..Asked::default() });
    let rows = history.rows(dataset, &changes);
    html! {
        section aria-labelledby="changes" {
            h2 #changes { "Changes since " (history.first.date.in_words()) }
            @if rows.is_empty() { p.none { "None." } }
            ul {
                @for row in rows.iter().rev() {
                    li { (time(row.step.source.date)) ": " (of_pack(row, code)) }
                }
            }
        }
    }
}

/// Writes what changed, with the name of the code if the change is one of another code, which names this one.
fn of_pack(row: &Row<'_>, code: ConceptId) -> String {
    if row.change.code == code { row.in_words() } else { named(row) }
}
