//! `/api/filters`: the values of each property, and how many packs have them.

use serde::Serialize;

use super::answer::Answer;
use super::params::Params;
use super::problem::Problem;
use super::search;
use crate::dataset::Dataset;
use crate::search::{PropertyCounts, ValueCount, narrow};

/// The answer of `/api/filters`.
#[derive(Serialize)]
struct Counted {
    total: usize,
    unfiltered: usize,
    properties: Vec<CountedProperty>,
}

/// A property, and the number of packs of each of its values.
#[derive(Serialize)]
pub(crate) struct CountedProperty {
    property: &'static str,
    title: &'static str,
    source: &'static str,
    values: Vec<ValueCount>,
}

impl From<PropertyCounts> for CountedProperty {
    fn from(PropertyCounts { property, values }: PropertyCounts) -> CountedProperty {
        CountedProperty {
            property: property.key(),
            title: property.title(),
            source: property.source(),
            values,
        }
    }
}

/// Answers `/api/filters`. Without a query, it counts all packs.
pub(super) fn answer(dataset: &Dataset<'_>, params: &Params) -> Result<Answer, Problem> {
    let filters = search::filters(params, dataset)?;
    let text = if params.value("q")?.is_some() { search::text(params)? } else { "" };
    let narrowed = narrow(dataset, &search::query(params, text, &filters)?);
    let properties = narrowed.properties.into_iter().map(CountedProperty::from).collect();
    Ok(Answer::json(&Counted { total: narrowed.total, unfiltered: narrowed.unfiltered, properties }))
}
