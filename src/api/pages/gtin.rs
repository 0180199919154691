//! `/med/gtin/<gtin>`: the page of a GTIN. It shows each pack that has carried it, and chooses none.

use maud::{Markup, html};

use super::super::Host;
use super::super::answer::Answer;
use super::super::resolver::item::{Carrier, Item};
use super::{carriers, data_block, period, status, time};
use crate::concept::Reuse;
use crate::dataset::Dataset;

/// Answers with the page, and JSON-LD in it.
pub(in crate::api) fn page(
    dataset: &Dataset<'_>,
    host: Host<'_>,
    item: &Item,
    json_ld: Option<&[u8]>,
) -> Answer {
    let title = title(item);
    let main = html! {
        article {
            h1 { (title) }
            p { "GTIN " (item.gtin.to_gtin14()) }
            (warnings(item))
            ul { @for carrier in &item.carriers { (entry(host, carrier)) } }
            p { "None of them is your box? " a href={ (host.base_path) "/" } { "Search for its name" } }
            p { a href={ (host.base_path) "/#/code/" (item.gtin.to_gtin14()) } { "This barcode in Pack Lookup" } }
            p { a href=(host.link(&item.records_path())) { "These records as JSON" } }
        }
        @if let Some(json) = json_ld { (data_block(json)) }
    };
    super::page(200, dataset, host, title, main)
}

fn title(item: &Item) -> &'static str {
    match item.carriers.len() {
        1 => "One pack has carried this barcode",
        _ => "Which box do you have?",
    }
}

fn warnings(item: &Item) -> Markup {
    html! {
        @if let Some(grade) = item.reuse {
            p.warning.mild[grade == Reuse::SameProduct] role="note" {
                strong { "This barcode has been used for " (carriers(grade)) "." }
                " It does not show which pack you have. Read the name on the box, and open the pack with this name."
            }
        }
        @if let Some(end) = item.ended {
            p.warning role="note" {
                strong { "The period of this barcode ended on " (time(end)) "." }
                " The box may be old, or the code wrong. Read the name on the box."
            }
        }
    }
}

fn entry(host: Host<'_>, carrier: &Carrier) -> Markup {
    let Carrier { pack, entry } = carrier;
    html! {
        li {
            a href=(host.link(&pack.url())) { (pack.name) }
            br;
            (period(entry)) " · " (status(pack.status()))
        }
    }
}
