//! The naive twin: the same groups and counts by reading the record of every pack that was found. For tests.

use super::facets::{Choices, Facets, MOST_VALUES, Value};
use super::{Group, Origin, number_of};
use crate::dataset::{Dataset, NameParts, PackNumber};
use crate::search::Query;
use crate::search::naive::Naive;
use crate::search::wording::Wording;

/// What is compared with the answer.
#[derive(Debug, PartialEq, Eq)]
pub struct NaiveGrouped {
    /// How many packs match in all.
    pub total: usize,
    /// How many of them have what was chosen.
    pub chosen: usize,
    /// All groups.
    pub groups: Vec<Group>,
    /// What the packs may be narrowed by.
    pub facets: Facets,
}

struct Row {
    pack: PackNumber,
    product: String,
    size: String,
    /// Strength, form, supplier.
    values: [Option<String>; 3],
}

impl Row {
    fn of(dataset: &Dataset<'_>, pack: PackNumber) -> Option<Row> {
        let record = dataset.pack(pack)?;
        let parts = NameParts::split(&record.name, record.subpack.as_deref());
        let Wording { strength, form } = Wording::of(&record.generic_product_name);
        Some(Row {
            pack,
            product: parts.product.to_owned(),
            size: parts.size.to_owned(),
            values: [strength, form, parts.supplier.map(str::to_owned)],
        })
    }

    fn has(&self, facet: usize, wanted: &[String]) -> bool {
        let value = self.values.get(facet).and_then(Option::as_ref);
        wanted.is_empty() || value.is_some_and(|value| wanted.contains(value))
    }

    fn supplier(&self) -> Option<&str> {
        self.values.last()?.as_deref()
    }
}

/// All groups of a search of at most as many packs as are grouped.
pub fn group(dataset: &Dataset<'_>, naive: &Naive, query: &Query<'_>, choices: &Choices) -> NaiveGrouped {
    let found = naive.search(&Query { limit: usize::MAX, offset: 0, ..*query });
    let rows: Vec<Row> =
        found.packs.iter().filter_map(|number| Row::of(dataset, PackNumber(*number))).collect();
    let wanted = [&choices.strength, &choices.form, &choices.supplier];
    let is_chosen = |row: &&Row| wanted.iter().enumerate().all(|(facet, wanted)| row.has(facet, wanted));
    let chosen: Vec<&Row> = rows.iter().filter(is_chosen).collect();
    let facet = |facet| values(&rows, facet, wanted);
    NaiveGrouped {
        total: found.total,
        chosen: chosen.len(),
        groups: groups(&chosen),
        facets: Facets { strength: facet(0), form: facet(1), supplier: facet(2) },
    }
}

fn groups(rows: &[&Row]) -> Vec<Group> {
    let mut groups: Vec<(&str, Origin, Vec<&Row>)> = Vec::new();
    for row in rows {
        let origin = Origin::of(row.supplier());
        match groups.iter_mut().find(|(product, of, _)| (*product, *of) == (&row.product, origin)) {
            Some((_, _, members)) => members.push(row),
            None => groups.push((&row.product, origin, vec![row])),
        }
    }
    groups.sort_by_key(|(_, origin, _)| *origin != Origin::Supplier);
    groups.into_iter().map(|(product, origin, members)| group_of(product, origin, &members)).collect()
}

fn group_of(product: &str, origin: Origin, members: &[&Row]) -> Group {
    let mut suppliers: Vec<&str> = members.iter().filter_map(|row| row.supplier()).collect();
    suppliers.sort_unstable();
    suppliers.dedup();
    let mut sizes: Vec<String> =
        members.iter().map(|row| row.size.clone()).filter(|size| !size.is_empty()).collect();
    sizes.sort_by_key(|size| (number_of(size), size.clone()));
    sizes.dedup();
    Group {
        product: product.to_owned(),
        origin,
        packs: members.iter().map(|row| row.pack).collect(),
        suppliers: suppliers.len(),
        sizes,
    }
}

fn values(rows: &[Row], facet: usize, wanted: [&Vec<String>; 3]) -> Vec<Value> {
    let has_others =
        |row: &&Row| (0..).zip(wanted).all(|(other, wanted)| other == facet || row.has(other, wanted));
    let met: Vec<&String> =
        rows.iter().filter(has_others).filter_map(|row| row.values.get(facet)?.as_ref()).collect();
    let value = |value: &String| Value {
        value: value.clone(),
        packs: met.iter().filter(|one| **one == value).count() as u32,
    };
    let mut values: Vec<Value> = Vec::new();
    for one in &met {
        if !values.iter().any(|other| other.value == **one) {
            values.push(value(one));
        }
    }
    values.sort_by(|a, b| b.packs.cmp(&a.packs).then_with(|| a.value.cmp(&b.value)));
    values.truncate(MOST_VALUES);
    for chosen in wanted.into_iter().nth(facet).into_iter().flatten() {
        if !values.iter().any(|other| other.value == *chosen) {
            values.push(value(chosen));
        }
    }
    values
}
