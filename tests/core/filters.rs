//! Filters, compared with a pass over the records of the packs.

use pack_lookup::concept::{Note, Notes, PackConcepts, Property};
use pack_lookup::dataset::{Dataset, PackNumber};
use pack_lookup::pack::{Origin, slug};
use pack_lookup::search::{FilterError, Filters, Narrowed, Order, Query, narrow, search};
use proptest::prelude::*;

use crate::common::concepts::{concepts, fixtures_with_concepts};
use crate::common::{self, pack, words, write_with};

/// Returns the values of a property that a pack has, by its record.
fn values_of(dataset: &Dataset<'_>, number: PackNumber, property: Property) -> Vec<String> {
    let pack = dataset.pack(number).unwrap();
    let concepts = dataset.concepts().and_then(|concepts| concepts.of_pack(number)).unwrap_or_default();
    let texts = match property {
        Property::LegalCategory => vec![pack.legal_category],
        Property::Origin => vec![origin(&pack.name).name().to_owned()],
        _ => of_concepts(&concepts, property),
    };
    if texts.is_empty() {
        return vec!["absent".to_owned()];
    }
    texts.iter().map(|text| slug(text)).collect()
}

/// No made-up name has an import or a special.
fn origin(name: &str) -> Origin {
    Origin::of(Some(name))
}

fn of_concepts(concepts: &PackConcepts, property: Property) -> Vec<String> {
    let PackConcepts { details, amp, vmpp, vmp, .. } = concepts;
    let notes = details.as_ref().map(|details| details.notes).unwrap_or_default();
    match property {
        Property::Availability => split(amp.as_ref().and_then(|amp| amp.availability_restriction.clone())),
        Property::Licensing => split(amp.as_ref().and_then(|amp| amp.licensing_authority.clone())),
        Property::ParallelImport => flag(amp.as_ref().map(|amp| amp.is_parallel_import)),
        Property::AdditionalMonitoring => flag(amp.as_ref().map(|amp| amp.has_additional_monitoring)),
        Property::Tariff => split(vmpp.as_ref().and_then(|vmpp| vmpp.drug_tariff_category.clone())),
        Property::NonAvailability => split(vmp.as_ref().and_then(|vmp| vmp.non_availability.clone())),
        Property::PrescribingStatus => split(vmp.as_ref().and_then(|vmp| vmp.prescribing_status.clone())),
        Property::ControlledDrug => split(vmp.as_ref().and_then(|vmp| vmp.controlled_drug_category.clone())),
        Property::SugarFree => flag(vmp.as_ref().map(|vmp| vmp.is_sugar_free)),
        Property::GlutenFree => flag(vmp.as_ref().map(|vmp| vmp.is_gluten_free)),
        Property::PreservativeFree => flag(vmp.as_ref().map(|vmp| vmp.is_preservative_free)),
        Property::CfcFree => flag(vmp.as_ref().map(|vmp| vmp.is_cfc_free)),
        Property::SpecialContainer => noted(notes, &[Note::SpecialContainer, Note::SubPackSpecialContainer]),
        Property::DiscountNotDeducted => {
            noted(notes, &[Note::DiscountNotDeducted, Note::DiscountNotDeductedIfEndorsed])
        }
        _ => flag(Some(notes.iter().any(|note| note.property() == property))),
    }
}

fn split(text: Option<String>) -> Vec<String> {
    text.iter().flat_map(|text| text.split("; ")).map(str::to_owned).collect()
}

fn flag(flag: Option<bool>) -> Vec<String> {
    flag.iter().map(bool::to_string).collect()
}

fn noted(notes: Notes, wanted: &[Note]) -> Vec<String> {
    notes.iter().filter(|note| wanted.contains(note)).map(|note| note.text().to_owned()).collect()
}

/// Some filters, each with values that the dataset has.
fn some_filters(dataset: &Dataset<'_>, choices: &[(usize, usize)]) -> Filters {
    let mut filters = Filters::default();
    for (property, value) in choices {
        let property = Property::ALL[property % Property::ALL.len()];
        let known = dataset.properties().values().iter().filter(|value| value.property == property);
        let known: Vec<_> = known.collect();
        if !known.is_empty() {
            filters.add(property, &known[value % known.len()].text);
        }
    }
    filters
}

fn permits(dataset: &Dataset<'_>, filters: &Filters, number: PackNumber, but: Option<Property>) -> bool {
    Property::ALL.iter().all(|property| {
        let wanted = filters.of(*property);
        let values = values_of(dataset, number, *property);
        wanted.is_empty() || Some(*property) == but || values.iter().any(|value| wanted.contains(value))
    })
}

/// Returns how many packs each value would leave, by checking each pack.
fn naive_counts(
    dataset: &Dataset<'_>,
    filters: &Filters,
    packs: &[PackNumber],
) -> Vec<(String, String, u32)> {
    let mut counts = std::collections::BTreeMap::new();
    for property in Property::ALL {
        for number in packs {
            if !permits(dataset, filters, *number, Some(*property)) {
                continue;
            }
            for value in values_of(dataset, *number, *property) {
                *counts.entry((property.key().to_owned(), value)).or_insert(0) += 1;
            }
        }
    }
    counts.into_iter().map(|((property, value), packs)| (property, value, packs)).collect()
}

/// Returns the counts that are not 0, sorted.
fn counts_of(narrowed: &Narrowed) -> Vec<(String, String, u32)> {
    let mut counts = Vec::new();
    for counted in &narrowed.properties {
        for value in counted.values.iter().filter(|value| value.packs > 0) {
            counts.push((counted.property.key().to_owned(), value.value.clone(), value.packs));
        }
    }
    counts.sort();
    counts
}

fn orders() -> impl Strategy<Value = Order> {
    prop_oneof![Just(Order::Name), Just(Order::Relevance)]
}

proptest! {
    #![proptest_config(common::cases(256))]

    /// The answer with filters is the answer without them, without the packs that they exclude, in the same order.
    #[test]
    fn filters_only_remove_packs(
        (packs, concepts) in fixtures_with_concepts(14),
        text in words(),
        choices in proptest::collection::vec((0..26usize, 0..8usize), 0..4),
        order in orders(),
        current_only: bool,
    ) {
        let bytes = write_with(packs.clone(), Some(concepts));
        let dataset = Dataset::open(&bytes).unwrap();
        let filters = some_filters(&dataset, &choices);
        let plain = Query { limit: 1000, current_only, order, ..Query::new(&text) };
        let unfiltered = search(&dataset, &plain);
        let filtered = search(&dataset, &Query { filters: &filters, ..plain });
        if text.trim().is_empty() {
            return Ok(());
        }
        let mut expected = unfiltered.packs.clone();
        expected.retain(|number| permits(&dataset, &filters, *number, None));
        prop_assert_eq!(&filtered.packs, &expected);
        prop_assert_eq!((filtered.total, filtered.unfiltered), (expected.len(), unfiltered.total));
        prop_assert_eq!(filtered.corrections, unfiltered.corrections);
    }

    /// Filters without a text find every pack that they permit, page by page, and each count is the number of packs with its value.
    #[test]
    fn filters_alone_find_all_permitted_packs(
        (packs, concepts) in fixtures_with_concepts(14),
        choices in proptest::collection::vec((0..26usize, 0..8usize), 1..4),
        order in orders(),
        limit in 1..5usize,
    ) {
        let bytes = write_with(packs.clone(), Some(concepts));
        let dataset = Dataset::open(&bytes).unwrap();
        let filters = some_filters(&dataset, &choices);
        prop_assume!(!filters.is_empty());
        let all: Vec<PackNumber> = (0..dataset.packs()).map(PackNumber).collect();
        let mut expected = all.clone();
        expected.retain(|number| permits(&dataset, &filters, *number, None));
        let mut found = Vec::new();
        for offset in (0..all.len()).step_by(limit) {
            let query = Query { limit, offset, order, filters: &filters, ..Query::new("") };
            found.extend(search(&dataset, &query).packs);
        }
        if order == Order::Relevance {
            expected.sort_by_key(|number| !dataset.status(*number).is_current());
        }
        prop_assert_eq!(&found, &expected);
        let narrowed = narrow(&dataset, &Query { filters: &filters, ..Query::new("") });
        prop_assert_eq!(narrowed.total, expected.len());
        prop_assert_eq!(counts_of(&narrowed), naive_counts(&dataset, &filters, &all));
    }
}

#[test]
fn refuses_values_and_properties_that_the_dataset_does_not_have() {
    let packs = [pack(1, "Amlodipine 5mg tablets (Teva UK Ltd) 28 tablet")];
    let refused = |bytes: &[u8], property, value| {
        let mut filters = Filters::default();
        filters.add(property, value);
        filters.check(&Dataset::open(bytes).unwrap())
    };
    let alone = write_with(packs.to_vec(), None);
    assert_eq!(
        refused(&alone, Property::SugarFree, "true"),
        Err(FilterError::NotKnown(Property::SugarFree)),
        "without concepts nobody knows whether it is sugar free"
    );
    assert_eq!(refused(&alone, Property::LegalCategory, "pom"), Ok(()));
    let error = refused(&alone, Property::LegalCategory, "pomm").unwrap_err();
    assert_eq!(error.to_string(), "no pack has legal_category \"pomm\"; the values are pom");
    let error = refused(&alone, Property::LegalCategory, " ").unwrap_err();
    assert_eq!(error.to_string(), "legal_category is blank; its values are pom");
    let whole = write_with(packs.to_vec(), Some(concepts(&packs, 1)));
    assert_eq!(refused(&whole, Property::Tariff, "absent"), Ok(()));
    assert!(refused(&whole, Property::Tariff, "Part IXc").is_err());
    assert_eq!(refused(&whole, Property::BrokenBulk, "true"), Ok(()), "that no pack is marked is an answer");
}
