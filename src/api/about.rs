//! `/api/about`: which program answers, from which data, under which licence.

use serde::Serialize;

use super::answer::Answer;
use crate::dataset::{Dataset, Gaps};
use crate::date::Date;

pub(super) const LICENCE_NAME: &str = "Open Government Licence v3.0";
pub(super) const LICENCE_URL: &str =
    "https://www.nationalarchives.gov.uk/doc/open-government-licence/version/3/";
/// The statement that the licence asks for.
pub(super) const ATTRIBUTION: &str = "Contains public sector information licensed under the Open Government \
    Licence v3.0: the NHS dictionary of medicines and devices (dm+d), Crown copyright, published by the NHS \
    Business Services Authority (NHSBSA).";
/// Said wherever demonstration data is answered from.
const DEMO_NOTICE: &str = "Demonstration data: these packs and barcodes are made up and belong to no real box. Never use them for care.";

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

pub(super) fn answer(dataset: &Dataset<'_>) -> Answer {
    Answer::json(&About {
        name: env!("CARGO_PKG_NAME"),
        version: env!("CARGO_PKG_VERSION"),
        dataset: about_dataset(dataset),
        licence: Licence { name: LICENCE_NAME, url: LICENCE_URL },
        attribution: ATTRIBUTION,
        warning: notice(dataset),
    })
}

fn about_dataset<'d>(dataset: &'d Dataset<'_>) -> AboutDataset<'d> {
    AboutDataset {
        release: dataset.release(),
        date: dataset.release_date(),
        packs: dataset.packs(),
        gtin_rows: dataset.gtin_rows(),
        digest: dataset.digest().iter().map(|byte| format!("{byte:02x}")).collect(),
        demo: dataset.is_demo(),
        gaps: dataset.gaps(),
    }
}

/// What everybody must be told of the dataset, if there is anything.
pub(super) fn notice(dataset: &Dataset<'_>) -> Option<String> {
    let demo = dataset.is_demo().then(|| DEMO_NOTICE.to_owned());
    let notices: Vec<String> = demo.into_iter().chain(incomplete_notice(dataset.gaps())).collect();
    (!notices.is_empty()).then(|| notices.join(" "))
}

fn incomplete_notice(gaps: Gaps) -> Option<String> {
    (!gaps.is_empty()).then(|| format!("Incomplete data: the release had {gaps}."))
}
