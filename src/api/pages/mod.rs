//! The pages for people, as HTML, and what all of them share: the document with its notice and footer,
//! redirects, problems, JSON-LD, and the words for days, periods and status.
//!
//! The templates escape every value that they print. Pages have no other markup.

mod drug;
pub(super) mod gtin;
mod medicine;
pub(super) mod pack;
mod timeline;

use maud::{DOCTYPE, Markup, PreEscaped, html};

use super::Host;
use super::answer::{ATTRIBUTION, Answer, LICENCE_NAME, LICENCE_URL, notice};
use super::problem::{Problem, UNKNOWN_GTIN};
use crate::concept::Reuse;
use crate::dataset::Dataset;
use crate::date::Date;
use crate::pack::{Discontinued, GtinEntry, Pack, Status, discontinued_in_words};

const HTML: &str = "text/html; charset=utf-8";
/// The Content-Security-Policy: no scripts, no resources of other origins, and no styles except the style
/// sheet of the pages.
const POLICY: &str = "default-src 'none'; style-src 'self'; img-src 'self'; base-uri 'none'; form-action 'none'; \
                      frame-ancestors 'none'";

/// Answers with the style sheet of the pages, which has the colours and measures of the scanning page.
pub(in crate::api) fn style() -> Answer {
    const SHEET: &str = concat!(include_str!("../../../www/src/style/tokens.css"), include_str!("page.css"));
    Answer::new(200, "text/css; charset=utf-8", SHEET)
}

/// Answers with a redirect, and a page for clients that do not follow it.
pub(in crate::api) fn moved(status: u16, dataset: &Dataset<'_>, host: Host<'_>, url: &str) -> Answer {
    let main = html! { h1 { "Moved" } p { "The page is at " a href=(url) { (url) } "." } };
    page(status, dataset, host, "Moved", main).header("Location", url)
}

/// Answers with a problem as a page.
pub(in crate::api) fn problem(dataset: &Dataset<'_>, host: Host<'_>, problem: &Problem) -> Answer {
    let main = html! {
        h1 { (problem.title()) }
        p { (problem.detail()) "." }
        @if problem.is(UNKNOWN_GTIN) {
            p { "A barcode can be newer than this release, or of a product that is not in dm+d. Read the name on the box." }
        }
        p { a href={ (host.base_path) "/" } { "Look up a pack" } }
    };
    page(problem.status(), dataset, host, problem.title(), main)
}

/// Renders JSON-LD as a data block. Browsers never run it, so the policy needs no exception.
///
/// No text in it can end the block, or look like markup.
pub(in crate::api) fn data_block(json: &[u8]) -> Markup {
    let mut block = b"<script type=\"application/ld+json\">".to_vec();
    let mut is_escape = false;
    for byte in json {
        match byte {
            b'<' => block.extend_from_slice(b"\\u003c"),
            b'>' => block.extend_from_slice(b"\\u003e"),
            b'&' => block.extend_from_slice(b"\\u0026"),
            b'"' if is_escape => block.extend_from_slice(b"u0022"),
            byte => block.push(*byte),
        }
        is_escape = *byte == b'\\' && !is_escape;
    }
    block.extend_from_slice(b"</script>");
    PreEscaped(String::from_utf8(block).unwrap_or_default())
}

/// Answers with a page.
pub(in crate::api) fn page(
    status: u16,
    dataset: &Dataset<'_>,
    host: Host<'_>,
    title: &str,
    main: Markup,
) -> Answer {
    let answer = Answer::new(status, HTML, document(dataset, host, title, &main));
    answer.header("Content-Security-Policy", POLICY).header("Referrer-Policy", "no-referrer")
}

/// Renders a whole page, with the notice about the dataset.
pub(crate) fn document(dataset: &Dataset<'_>, host: Host<'_>, title: &str, main: &Markup) -> String {
    let document = html! {
        (DOCTYPE)
        html lang="en-GB" {
            head {
                meta charset="utf-8";
                meta name="viewport" content="width=device-width, initial-scale=1";
                meta name="color-scheme" content="light dark";
                title { (title) " · Pack Lookup" }
                link rel="stylesheet" href={ (host.base_path) "/med/ampp/pack.css" };
                link rel="search" type="application/opensearchdescription+xml" href={ (host.base_path) "/opensearch.xml" } title="Pack Lookup";
            }
            body {
                header { a href={ (host.base_path) "/" } { "Pack Lookup" } nav { a href={ (host.base_path) "/" } { "Look up" } } }
                @if let Some(notice) = notice(dataset, host) { aside { p.demo role="note" { (notice) } } }
                main { (main) }
                (footer(dataset))
            }
        }
    };
    document.into_string()
}

fn footer(dataset: &Dataset<'_>) -> Markup {
    html! {
        footer {
            p { "dm+d release " (dataset.release()) ", " (dataset.release_date().in_words()) "." }
            p { (ATTRIBUTION) " " a rel="license" href=(LICENCE_URL) { (LICENCE_NAME) } }
        }
    }
}

pub(crate) fn status(status: Status) -> String {
    let since = status.discontinued_date;
    match (status.is_discontinued, status.is_invalid) {
        (false, false) => "Current".to_owned(),
        (false, true) => "Invalid: no longer a valid pack in dm+d".to_owned(),
        (true, false) => discontinued_in_words(since),
        (true, true) => {
            format!("{}, and invalid: no longer a valid pack in dm+d", discontinued_in_words(since))
        }
    }
}

pub(super) fn discontinued(pack: &Pack) -> String {
    match &pack.discontinued {
        Some(Discontinued { date: Some(date), flag }) => format!("Since {} ({flag})", date.in_words()),
        Some(Discontinued { date: None, flag }) => format!("Date not recorded ({flag})"),
        None => "No".to_owned(),
    }
}

pub(super) fn legal_category(category: &str) -> String {
    match category {
        "POM" => "Prescription-only medicine (POM)".to_owned(),
        "P" => "Pharmacy medicine (P)".to_owned(),
        "GSL" => "General sale list medicine (GSL)".to_owned(),
        other => other.to_owned(),
    }
}

/// Writes a period in words.
pub(crate) fn period(entry: &GtinEntry) -> String {
    match entry.end_date {
        Some(end) => format!("{} to {}", entry.start_date.in_words(), end.in_words()),
        None => format!("since {}", entry.start_date.in_words()),
    }
}

/// Names the other use of a barcode.
pub(super) fn carriers(grade: Reuse) -> &'static str {
    match grade {
        Reuse::SameProduct => "another pack of the same product as well",
        Reuse::DifferentStrengthOrForm => "the same medicine in another strength or form as well",
        Reuse::Unknown => "another pack as well, perhaps of a different medicine",
        Reuse::DifferentMedicines => "a different medicine as well",
    }
}

/// Renders a day.
pub(crate) fn time(date: Date) -> Markup {
    html! { time datetime=(date) { (date.in_words()) } }
}
