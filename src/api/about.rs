//! `/api/about`: which program answers, from which data, under which licence.

use serde::Serialize;

use super::answer::Answer;
use super::notice::{ATTRIBUTION, LICENCE_NAME, LICENCE_URL, notice};
use crate::dataset::{Dataset, Gaps};
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
