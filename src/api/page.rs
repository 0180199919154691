//! `/med/ampp/ampp/<slug>-<pack_id>`: a pack, for people.
//!
//! The templates escape every value that they print; nothing here writes markup in another way.

use std::collections::BTreeSet;

use maud::{DOCTYPE, Markup, html};

use super::about::{ATTRIBUTION, DEMO_NOTICE, LICENCE_NAME, LICENCE_URL};
use super::answer::Answer;
use super::timeline;
use crate::ampp_id::AmppId;
use crate::dataset::{Dataset, PackNumber};
use crate::date::Date;
use crate::gtin::Gtin;
use crate::lookup::{self, Use};
use crate::pack::{Component, GtinEntry, Pack, pack_url};

const FOLDER: &str = "/med/ampp/ampp/";
const HTML: &str = "text/html; charset=utf-8";
/// No script, nothing from elsewhere, no style but the sheet beside the pages.
const POLICY: &str = "default-src 'none'; style-src 'self'; img-src 'self'; base-uri 'none'; form-action 'none'; \
                      frame-ancestors 'none'";
const MONTHS: [&str; 12] = [
    "January",
    "February",
    "March",
    "April",
    "May",
    "June",
    "July",
    "August",
    "September",
    "October",
    "November",
    "December",
];

/// Only the id behind the last hyphen identifies the pack; another slug leads to the right one.
pub(super) fn answer(dataset: &Dataset<'_>, segment: &str) -> Answer {
    let Some((number, pack)) = find(dataset, segment) else { return not_found(dataset) };
    let url = pack.url();
    match url.strip_prefix(FOLDER) == Some(segment) {
        true => page(200, dataset, &pack.name, pack_article(dataset, number, &pack)),
        false => moved(dataset, &url),
    }
}

/// The style sheet of the pages.
pub(super) fn style() -> Answer {
    Answer::new(200, "text/css; charset=utf-8", include_str!("page.css"))
}

fn find(dataset: &Dataset<'_>, segment: &str) -> Option<(PackNumber, Pack)> {
    let id = segment.rsplit('-').next().and_then(|id| AmppId::parse(id).ok())?;
    let number = dataset.find(id)?;
    dataset.pack(number).map(|pack| (number, pack))
}

fn moved(dataset: &Dataset<'_>, url: &str) -> Answer {
    let main = html! { h1 { "Moved" } p { "The page is at " a href=(url) { (url) } "." } };
    page(308, dataset, "Moved", main).header("Location", url)
}

fn not_found(dataset: &Dataset<'_>) -> Answer {
    let main = html! {
        h1 { "No such pack" }
        p { "This release holds no pack under this address. The number at its end is the pack's AMPP code." }
        p { a href="/" { "Search for a pack" } }
    };
    page(404, dataset, "No such pack", main)
}

fn page(status: u16, dataset: &Dataset<'_>, title: &str, main: Markup) -> Answer {
    let document = html! {
        (DOCTYPE)
        html lang="en-GB" {
            head {
                meta charset="utf-8";
                meta name="viewport" content="width=device-width, initial-scale=1";
                meta name="color-scheme" content="light dark";
                title { (title) " · Pack Lookup" }
                link rel="stylesheet" href="/med/ampp/pack.css";
            }
            body {
                header { a href="/" { "Pack Lookup" } nav { a href="/" { "Search for a pack" } } }
                @if dataset.is_demo() { p.demo role="note" { (DEMO_NOTICE) } }
                main { (main) }
                (footer(dataset))
            }
        }
    };
    let answer = Answer::new(status, HTML, document.into_string());
    answer.header("Content-Security-Policy", POLICY).header("Referrer-Policy", "no-referrer")
}

fn footer(dataset: &Dataset<'_>) -> Markup {
    html! {
        footer {
            p { "dm+d release " (dataset.release()) ", " (day(dataset.release_date())) "." }
            p { (ATTRIBUTION) " " a rel="license" href=(LICENCE_URL) { (LICENCE_NAME) } }
        }
    }
}

fn pack_article(dataset: &Dataset<'_>, number: PackNumber, pack: &Pack) -> Markup {
    let others = other_uses(dataset, number, pack);
    html! {
        article {
            h1 { (pack.name) }
            p.status.past[!pack.is_current()] { (status(pack)) }
            (reuse_warning(&others))
            (facts(pack))
            (components(&pack.comb_content))
            (gtin_section(pack, dataset.release_date()))
            (other_packs(&others))
            p { a href={ "/api/search?q=" (pack.pack_id) } { "This record as JSON" } }
        }
    }
}

fn status(pack: &Pack) -> String {
    let discontinued = pack.discontinued.as_ref().map(|d| format!("Discontinued since {}", day(d.date)));
    match (discontinued, pack.is_invalid) {
        (None, false) => "Current".to_owned(),
        (None, true) => "Invalid: withdrawn from dm+d".to_owned(),
        (Some(discontinued), false) => discontinued,
        (Some(discontinued), true) => format!("{discontinued}, and invalid: withdrawn from dm+d"),
    }
}

fn facts(pack: &Pack) -> Markup {
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
            }
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

fn discontinued(pack: &Pack) -> String {
    let since = |d: &crate::pack::Discontinued| format!("Since {} ({})", day(d.date), d.flag);
    pack.discontinued.as_ref().map_or_else(|| "No".to_owned(), since)
}

fn legal_category(category: &str) -> String {
    match category {
        "POM" => "Prescription-only medicine (POM)".to_owned(),
        "P" => "Pharmacy medicine (P)".to_owned(),
        "GSL" => "General sale list medicine (GSL)".to_owned(),
        other => other.to_owned(),
    }
}

fn pounds(pence: u32) -> String {
    format!("£{}.{:02}", pence / 100, pence % 100)
}

fn components(components: &[Component]) -> Markup {
    html! {
        @if !components.is_empty() {
            section aria-labelledby="components" {
                h2 #components { "Packs in this combination pack" }
                ul {
                    @for part in components { li { a href=(pack_url(&part.name, part.pack_id)) { (part.name) } } }
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

/// A period of one of the pack's GTINs on another pack.
struct OtherUse {
    pack: Pack,
    entry: GtinEntry,
}

fn other_uses(dataset: &Dataset<'_>, number: PackNumber, pack: &Pack) -> Vec<OtherUse> {
    let gtins: BTreeSet<Gtin> = pack.gtin_codes.iter().map(|entry| entry.gtin.gtin()).collect();
    let uses = gtins.into_iter().flat_map(|gtin| lookup::uses(dataset, gtin));
    let others = uses.filter(|used| used.pack != number);
    others.filter_map(|Use { pack, entry }| dataset.pack(pack).map(|pack| OtherUse { pack, entry })).collect()
}

fn reuse_warning(others: &[OtherUse]) -> Markup {
    html! {
        @if !others.is_empty() {
            p.warning role="note" {
                strong { "A barcode of this pack has been used on another pack as well." }
                " The barcode alone does not tell which pack you hold: read the name on the box. "
                a href="#others" { "The other packs" }
            }
        }
    }
}

fn other_packs(others: &[OtherUse]) -> Markup {
    html! {
        @if !others.is_empty() {
            section aria-labelledby="others" {
                h2 #others { "Other packs with the same barcodes" }
                ul {
                    @for OtherUse { pack, entry } in others {
                        li {
                            a href=(pack.url()) { (pack.name) }
                            br;
                            (entry.gtin) ", " (period(entry)) " · " (status(pack))
                        }
                    }
                }
            }
        }
    }
}

/// A period in words.
pub(super) fn period(entry: &GtinEntry) -> String {
    match entry.end_date {
        Some(end) => format!("{} to {}", day(entry.start_date), day(end)),
        None => format!("since {}", day(entry.start_date)),
    }
}

fn time(date: Date) -> Markup {
    html! { time datetime=(date) { (day(date)) } }
}

fn day(date: Date) -> String {
    let (year, month, day) = date.civil();
    let name = MONTHS.get(usize::from(month).saturating_sub(1)).copied().unwrap_or_default();
    format!("{day} {name} {year}")
}
