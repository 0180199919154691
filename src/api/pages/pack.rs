//! `/med/ampp/ampp/<slug>-<pack_id>`: the page of a pack, for people.

use std::collections::BTreeSet;

use maud::{Markup, html};

use super::super::Host;
use super::super::answer::Answer;
use super::super::changes::named;
use super::{
    carriers, discontinued, drug, legal_category, medicine, moved, page, period, status, time, timeline,
};
use crate::concept::{PackConcepts, Reuse};
use crate::dataset::{Dataset, PackNumber};
use crate::date::Date;
use crate::gtin::Gtin;
use crate::history::{Asked, History, Row};
use crate::lookup;
use crate::pack::{Component, GtinEntry, Pack, pack_url, pounds};
use crate::snomed::{AmppId, ConceptId};

const FOLDER: &str = "/med/ampp/ampp/";

/// Answers with the page of a pack. Only the id after the last hyphen identifies it. Another slug redirects
/// to the correct one.
pub(in crate::api) fn answer(dataset: &Dataset<'_>, host: Host<'_>, segment: &str) -> Answer {
    let Some((number, pack)) = find(dataset, segment) else { return not_found(dataset, host) };
    let url = pack.url();
    if url.strip_prefix(FOLDER) != Some(segment) {
        return moved(308, dataset, host, &host.link(&url));
    }
    page(200, dataset, host, &pack.name, article(dataset, host, number, &pack))
}

fn find(dataset: &Dataset<'_>, segment: &str) -> Option<(PackNumber, Pack)> {
    let id = AmppId::parse(segment.rsplit('-').next()?).ok()?;
    let number = dataset.find(id)?;
    Some((number, dataset.pack(number)?))
}

fn not_found(dataset: &Dataset<'_>, host: Host<'_>) -> Answer {
    let main = html! {
        h1 { "No such pack" }
        p { "This release holds no pack under this address. The number at its end is the pack's AMPP code." }
        p { a href={ (host.base_path) "/" } { "Look up a pack" } }
    };
    page(404, dataset, host, "No such pack", main)
}

/// Renders the pack, its barcodes, and the other packs that have carried them.
fn article(dataset: &Dataset<'_>, host: Host<'_>, number: PackNumber, pack: &Pack) -> Markup {
    let others = other_uses(dataset, number, pack);
    let concepts = match dataset.concepts() {
        Some(concepts) => concepts.of_pack(number).unwrap_or_default(),
        None => PackConcepts::default(),
    };
    html! {
        article {
            p { a href={ (host.base_path) "/#/pack/" (pack.pack_id) } { "Back to this pack in Pack Lookup" } }
            h1 { (pack.name) }
            p.status.past[!pack.is_current()] { (status(pack.status())) }
            (reuse_warning(dataset, pack))
            (medicine::section(&concepts))
            (facts(pack, &concepts))
            (components(host, &pack.comb_content))
            (gtin_section(pack, dataset.release_date()))
            (other_packs(host, &others))
            @if let Some(history) = host.history { (changes(dataset, history, pack)) }
            p { a href={ (host.base_path) "/api/search?q=" (pack.pack_id) } { "This record as JSON" } }
        }
        (drug::data_block(dataset, host, pack, &concepts))
    }
}

fn facts(pack: &Pack, concepts: &PackConcepts) -> Markup {
    html! {
        section aria-labelledby="facts" {
            h2 #facts { "The pack" }
            dl {
                (fact("Generic pack", Some(&pack.generic_pack_name)))
                (fact("Generic product", Some(&pack.generic_product_name)))
                (fact("Short name", pack.short_name.as_deref()))
                (fact("Sub-pack", pack.subpack.as_deref()))
                (fact("Legal category", Some(&legal_category(&pack.legal_category))))
                (fact("NHS indicative price", pack.prices.price_pence.map(pounds).as_deref()))
                (fact("Previous price", pack.prices.price_prev_pence.map(pounds).as_deref()))
                (fact("Discontinued", Some(&discontinued(pack))))
                (fact("Invalid", Some(if pack.is_invalid { "Yes" } else { "No" })))
                (fact("Pack id (AMPP code)", Some(&pack.pack_id.to_string())))
                @for (term, code) in medicine::codes(concepts) { (fact(term, Some(&code))) }
            }
            @if let Some(caveat) = medicine::caveat(concepts) { p { (caveat) } }
        }
    }
}

fn fact(name: &str, value: Option<&str>) -> Markup {
    html! {
        div {
            dt { (name) }
            @match value {
                Some(value) => { dd { (value) } }
                None => { dd.none { "Not recorded" } }
            }
        }
    }
}

fn components(host: Host<'_>, components: &[Component]) -> Markup {
    html! {
        @if !components.is_empty() {
            section aria-labelledby="components" {
                h2 #components { "Packs in this combination pack" }
                ul {
                    @for part in components {
                        li { a href=(host.link(&pack_url(&part.name, part.pack_id))) { (part.name) } }
                    }
                }
            }
        }
    }
}

fn gtin_section(pack: &Pack, release: Date) -> Markup {
    html! {
        section aria-labelledby="gtins" {
            h2 #gtins { "Barcodes (GTINs)" }
            @match timeline::draw(&pack.gtin_codes, release) {
                Some(drawing) => { (figure(&drawing, release)) (gtin_table(&pack.gtin_codes)) }
                None => { p.none { "No GTIN is recorded for this pack." } }
            }
        }
    }
}

fn figure(drawing: &Markup, release: Date) -> Markup {
    html! {
        figure {
            (drawing)
            figcaption { "Green: still open in the release of " (time(release)) "." }
        }
    }
}

fn gtin_table(entries: &[GtinEntry]) -> Markup {
    html! {
        table {
            thead { tr { th scope="col" { "GTIN" } th scope="col" { "First day" } th scope="col" { "Last day" } } }
            tbody {
                @for entry in entries {
                    tr {
                        th scope="row" { (entry.gtin) }
                        td { (time(entry.start_date)) }
                        td { @if let Some(end) = entry.end_date { (time(end)) } @else { "open" } }
                    }
                }
            }
        }
    }
}

/// The maximum number of lines of other uses. Barcodes and packs have few. The page reports omitted lines.
const MAX_OTHERS: usize = 256;

/// A period of one of the pack's GTINs on another pack.
struct OtherUse {
    pack: Pack,
    entry: GtinEntry,
}

fn other_uses(dataset: &Dataset<'_>, number: PackNumber, pack: &Pack) -> Vec<OtherUse> {
    let gtins: BTreeSet<Gtin> = pack.gtin_codes.iter().map(|entry| entry.gtin.gtin()).collect();
    let mut others = Vec::new();
    for gtin in gtins {
        for used in lookup::uses(dataset, gtin) {
            if used.pack == number {
                continue;
            }
            if let Some(pack) = dataset.pack(used.pack) {
                others.push(OtherUse { pack, entry: used.entry });
            }
            if others.len() == MAX_OTHERS {
                return others;
            }
        }
    }
    others
}

/// Renders a warning about the most serious re-use among the pack's barcodes.
fn reuse_warning(dataset: &Dataset<'_>, pack: &Pack) -> Markup {
    let grades = pack.gtin_codes.iter().filter_map(|entry| lookup::reuse(dataset, entry.gtin.gtin()));
    html! {
        @if let Some(grade) = grades.max() {
            p.warning.mild[grade == Reuse::SameProduct] role="note" {
                strong { "A barcode of this pack has been used for " (carriers(grade)) "." }
                " The barcode alone does not show which pack you have. Read the name on the box. "
                a href="#others" { "The other packs" }
            }
        }
    }
}

fn other_packs(host: Host<'_>, others: &[OtherUse]) -> Markup {
    html! {
        @if !others.is_empty() {
            section aria-labelledby="others" {
                h2 #others { "Other packs with the same barcodes" }
                ul {
                    @for OtherUse { pack, entry } in others {
                        li {
                            a href=(host.link(&pack.url())) { (pack.name) }
                            br;
                            (entry.gtin) ", " (period(entry)) " · " (status(pack.status()))
                        }
                    }
                }
                @if others.len() == MAX_OTHERS { p { "Others are left out here." } }
            }
        }
    }
}

/// Renders the changes of a pack, the latest first.
pub(super) fn changes(dataset: &Dataset<'_>, history: &History, pack: &Pack) -> Markup {
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
