//! What a host serves: `/api/about` with the version of the program, its data, their licence and the notices
//! about them; and `/opensearch.xml`, with which browsers and other programs search here (OpenSearch 1.1).

use serde::Serialize;

use super::answer::{ATTRIBUTION, Answer, LICENCE_NAME, LICENCE_URL, notice};
use super::resolver::base;
use super::{Host, Request};
use crate::dataset::{Dataset, Gaps, hex};
use crate::date::Date;

#[derive(Serialize)]
struct About<'d> {
    name: &'static str,
    version: &'static str,
    dataset: AboutDataset<'d>,
    licence: Licence,
    attribution: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    warning: Option<String>,
}

#[derive(Serialize)]
struct AboutDataset<'d> {
    release: &'d str,
    date: Date,
    /// The age of the release in full days.
    #[serde(skip_serializing_if = "Option::is_none")]
    age_days: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    next_expected: Option<Date>,
    #[serde(skip_serializing_if = "Option::is_none")]
    served_first: Option<Date>,
    /// The day since which the host has the changes.
    #[serde(skip_serializing_if = "Option::is_none")]
    changes_since: Option<Date>,
    packs: u32,
    gtin_rows: u32,
    digest: String,
    demo: bool,
    gaps: Gaps,
}

#[derive(Serialize)]
struct Licence {
    name: &'static str,
    url: &'static str,
}

pub(super) fn answer(dataset: &Dataset<'_>, host: Host<'_>) -> Answer {
    Answer::json(&About {
        name: env!("CARGO_PKG_NAME"),
        version: env!("CARGO_PKG_VERSION"),
        dataset: about_dataset(dataset, host),
        licence: Licence { name: LICENCE_NAME, url: LICENCE_URL },
        attribution: ATTRIBUTION,
        warning: notice(dataset, host),
    })
}

fn about_dataset<'d>(dataset: &'d Dataset<'_>, host: Host<'_>) -> AboutDataset<'d> {
    let date = dataset.release_date();
    AboutDataset {
        release: dataset.release(),
        date,
        age_days: host.today.map(|today| dataset.age_on(today)),
        next_expected: next_expected(date),
        served_first: host.served_first,
        changes_since: host.history.map(|history| history.first.date),
        packs: dataset.packs(),
        gtin_rows: dataset.gtin_rows(),
        digest: hex(&dataset.digest()),
        demo: dataset.is_demo(),
        gaps: dataset.gaps(),
    }
}

/// Computes the expected day of the next release.
///
/// dm+d is published on Mondays, and after a bank holiday on that day or the next. A release has the date of
/// its publication, or of its extract some days before. A release of a Wednesday or later is published on the
/// following Monday.
fn next_expected(date: Date) -> Option<Date> {
    let extract = date.days() + 5;
    // 1970-01-01 was a Thursday.
    let since_monday = (extract + 3).rem_euclid(7);
    Date::from_days(extract - since_monday + 7)
}

/// Answers with the description. Its templates are absolute, because browsers accept no others.
pub(super) fn opensearch(host: Host<'_>, request: &Request<'_>) -> Answer {
    let base = base(host, request);
    let xml = format!(
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n\
         <OpenSearchDescription xmlns=\"http://a9.com/-/spec/opensearch/1.1/\">\n\
         <ShortName>Pack Lookup</ShortName>\n\
         <Description>UK medicine packs of dm+d, by name, barcode or code</Description>\n\
         <InputEncoding>UTF-8</InputEncoding>\n\
         <Image height=\"192\" width=\"192\" type=\"image/png\">{base}/icon-192.png</Image>\n\
         <Url type=\"text/html\" template=\"{base}/#/search?q={{searchTerms}}\"/>\n\
         <Url type=\"application/json\" template=\"{base}/api/search?q={{searchTerms}}\"/>\n\
         <Url type=\"application/opensearchdescription+xml\" rel=\"self\" template=\"{base}/opensearch.xml\"/>\n\
         </OpenSearchDescription>\n"
    );
    Answer::new(200, "application/opensearchdescription+xml", xml)
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;

    #[test]
    fn expects_the_next_release_a_week_after_the_last_monday() {
        for (day, expected) in [
            // Release 8.2.0 of the third Monday of August, by the day of its extract, and by that Monday.
            ("2025-08-14", Some("2025-08-25")),
            ("2025-08-18", Some("2025-08-25")),
            ("2025-08-19", Some("2025-08-25")),
            ("2025-08-20", Some("2025-09-01")),
            ("2025-08-24", Some("2025-09-01")),
            ("2024-12-30", Some("2025-01-06")),
            ("0001-01-01", Some("0001-01-08")),
            ("9999-12-31", None),
        ] {
            let expected = expected.map(|day| Date::parse(day).unwrap());
            assert_eq!(next_expected(Date::parse(day).unwrap()), expected, "{day}");
        }
    }
}
