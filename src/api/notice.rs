//! The notices with every answer: the source of the data, and what is wrong with them.

use super::Host;
use crate::dataset::Dataset;

pub(crate) const LICENCE_NAME: &str = "Open Government Licence v3.0";
pub(crate) const LICENCE_URL: &str =
    "https://www.nationalarchives.gov.uk/doc/open-government-licence/version/3/";
/// The attribution statement that the licence requires.
pub(crate) const ATTRIBUTION: &str = "Contains public sector information licensed under the Open Government \
    Licence v3.0: the NHS dictionary of medicines and devices (dm+d), Crown copyright, published by the NHS \
    Business Services Authority (NHSBSA).";
/// The notice of every answer from demonstration data.
const DEMO_NOTICE: &str = "Demonstration data: these packs and barcodes are made up and belong to no real box. Never use them for care.";

/// Finds the notice that every client must see about the dataset, if there is one.
pub(crate) fn notice(dataset: &Dataset<'_>, host: Host<'_>) -> Option<String> {
    let demo = if dataset.is_demo() { Some(DEMO_NOTICE.to_owned()) } else { None };
    let old = host.old_days(dataset).map(|days| dataset.old_notice(days));
    let notices: Vec<String> = [demo, dataset.gaps().notice(), old].into_iter().flatten().collect();
    if notices.is_empty() { None } else { Some(notices.join(" ")) }
}
