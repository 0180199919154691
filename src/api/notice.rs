//! The notices with every answer: the source of the data, and what is wrong with them.

use crate::dataset::{Dataset, Gaps};

pub(super) const LICENCE_NAME: &str = "Open Government Licence v3.0";
pub(super) const LICENCE_URL: &str =
    "https://www.nationalarchives.gov.uk/doc/open-government-licence/version/3/";
/// The attribution statement that the licence requires.
pub(super) const ATTRIBUTION: &str = "Contains public sector information licensed under the Open Government \
    Licence v3.0: the NHS dictionary of medicines and devices (dm+d), Crown copyright, published by the NHS \
    Business Services Authority (NHSBSA).";
/// The notice of every answer from demonstration data.
const DEMO_NOTICE: &str = "Demonstration data: these packs and barcodes are made up and belong to no real box. Never use them for care.";

/// Returns the notice that every client must see about the dataset, if there is one.
pub(crate) fn notice(dataset: &Dataset<'_>) -> Option<String> {
    match (dataset.is_demo(), incomplete_notice(dataset.gaps())) {
        (true, Some(incomplete)) => Some(format!("{DEMO_NOTICE} {incomplete}")),
        (true, None) => Some(DEMO_NOTICE.to_owned()),
        (false, incomplete) => incomplete,
    }
}

fn incomplete_notice(gaps: Gaps) -> Option<String> {
    if gaps.is_empty() { None } else { Some(format!("Incomplete data: the release had {gaps}.")) }
}
