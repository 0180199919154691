//! Groups of products, compared with the reference implementation.

use pack_lookup::dataset::Dataset;
use pack_lookup::pack::Pack;
use pack_lookup::search::groups::{FacetSelection, Grouped, MAX_GROUPED, Origin, group};
use pack_lookup::search::{Order, Query};
use proptest::prelude::*;

use crate::common::{self, fixtures, pack, words, write};
use crate::reference::{Reference, ReferenceGroups};

const STRENGTHS: [&str; 5] = ["5mg", "10mg", "500 mg", "1g / 5mg", "5mg/ml"];
const FORMS: [&str; 4] = ["tablets", "capsules", "oral solution", ""];
const SUPPLIERS: [&str; 6] =
    ["Teva UK Ltd", "A A H", "Special Order", "Drug Tariff Special Order", "Imported (Germany)", "Imported"];

/// Packs whose names are built as a release builds them, of few products, so that they fall into groups; names that differ in
/// brackets alone stand between each other.
fn products() -> impl Strategy<Value = Vec<Pack>> {
    let name = (0..3usize, 0..STRENGTHS.len(), 0..FORMS.len(), 0..SUPPLIERS.len(), 0..4usize, any::<bool>());
    proptest::collection::vec((name, any::<bool>(), any::<bool>()), 0..80).prop_map(|packs| {
        packs
            .into_iter()
            .zip(1..)
            .map(|((name, old, invalid), item)| of_product(item, name, old, invalid))
            .collect()
    })
}

fn of_product(
    item: u64,
    name: (usize, usize, usize, usize, usize, bool),
    old: bool,
    is_invalid: bool,
) -> Pack {
    let (substance, strength, form, supplier, size, is_free) = name;
    let substance = ["Amlodipine", "Amoxicillin", "Bandage"][substance];
    let generic = format!("{substance} {} {}", STRENGTHS[strength], FORMS[form]);
    // The order of names puts those in brackets between those without, and looks at no capitals.
    let product = format!("{generic}{}", if is_free { " (sugar free)" } else { "" });
    let product = if item.is_multiple_of(7) { product.to_uppercase() } else { product };
    let size = ["", "28 tablet", "2.5 ml", "100 ml"][size];
    let name = format!("{product} ({}) {size}", SUPPLIERS[supplier]);
    let discontinued =
        old.then(|| pack_lookup::pack::Discontinued { flag: "Discontinued".to_owned(), date: None });
    Pack { generic_product_name: generic, discontinued, is_invalid, ..pack(item, name.trim_end()) }
}

fn choices() -> impl Strategy<Value = FacetSelection> {
    let some = |of: &'static [&'static str]| {
        proptest::collection::vec(proptest::sample::select(of).prop_map(str::to_owned), 0..3)
    };
    (some(&["5mg", "10mg", "1g / 5mg", "7mg"]), some(&["tablets", "oral solution"]), some(&SUPPLIERS))
        .prop_map(|(strength, form, supplier)| FacetSelection { strength, form, supplier })
}

fn queries() -> impl Strategy<Value = String> {
    prop_oneof![
        3 => "(amlod|amoxicillin|tab|mg|5mg|a|ord|bandage 5|amldipine|special order|germany|zzz|28)",
        1 => words(),
    ]
}

fn check(packs: Vec<Pack>, query: &Query<'_>, choices: &FacetSelection) {
    let bytes = write(packs.clone());
    let dataset = Dataset::open(&bytes).unwrap();
    let expected = Reference::new(packs).group(query, choices);
    let page: Vec<_> = expected.groups.iter().skip(query.offset).take(query.limit).cloned().collect();
    let Grouped { total, chosen, groups, facets, products, more, is_relaxed, .. } =
        group(&dataset, query, choices);
    if is_relaxed {
        // The reference has no partial match.
        return;
    }
    assert_eq!((groups, products), (page, expected.groups.len()), "{query:?} {choices:?}");
    let found = ReferenceGroups { total, chosen, groups: expected.groups.clone(), facets };
    assert_eq!(found, expected, "{query:?} {choices:?}");
    assert!(!more);
}

proptest! {
    #![proptest_config(common::cases(256))]

    #[test]
    fn groups_match_the_reference(packs in products(), text in queries(), choices in choices(), limit in 1..20usize, offset in 0..10usize, current_only: bool, best_first: bool) {
        let order = if best_first { Order::Relevance } else { Order::Name };
        check(packs, &Query { text: &text, limit, offset, current_only, order }, &choices);
    }

    #[test]
    fn groups_of_arbitrary_names_match_the_reference(packs in fixtures(80), text in queries(), choices in choices()) {
        check(packs, &Query { limit: 100, order: Order::Relevance, ..Query::new(&text) }, &choices);
    }

    /// The count of a value equals the results if only this value is selected.
    #[test]
    fn facet_counts_equal_the_filtered_results(packs in products(), text in queries(), choices in choices()) {
        let bytes = write(packs);
        let dataset = Dataset::open(&bytes).unwrap();
        let query = Query::new(&text);
        for value in group(&dataset, &query, &choices).facets.form {
            let choices = FacetSelection { form: vec![value.value.clone()], ..choices.clone() };
            prop_assert_eq!(group(&dataset, &query, &choices).chosen, value.packs as usize);
        }
    }
}

fn names(packs: &[&str], text: &str) -> Vec<(String, Origin, usize, usize, Vec<String>)> {
    let packs = packs.iter().zip(1..).map(|(name, item)| pack(item, name)).collect();
    let bytes = write(packs);
    let found = group(&Dataset::open(&bytes).unwrap(), &Query::new(text), &FacetSelection::default());
    let line = |group: pack_lookup::search::groups::Group| {
        (group.product, group.origin, group.packs.len(), group.suppliers, group.sizes)
    };
    found.groups.into_iter().map(line).collect()
}

#[test]
fn imports_and_specials_form_separate_groups() {
    let packs = [
        "Aba 5mg tablets (Teva) 100 tablet",
        "Aba 5mg tablets (Teva) 28 tablet",
        "Aba 5mg tablets (Actavis) 28 tablet",
        "Aba 5mg tablets (Imported (Spain)) 28 tablet",
        "Aba 5mg tablets (Special Order) 1 tablet",
        "Aba 5mg tablets (sugar free) (Teva) 9 tablet",
    ];
    let line = |product: &str, origin, packs: usize, suppliers: usize, sizes: &[&str]| {
        (product.to_owned(), origin, packs, suppliers, sizes.iter().map(|size| (*size).to_owned()).collect())
    };
    let expected: Vec<(String, Origin, usize, usize, Vec<String>)> = vec![
        line("Aba 5mg tablets", Origin::Supplier, 3, 2, &["28 tablet", "100 tablet"]),
        line("Aba 5mg tablets (sugar free)", Origin::Supplier, 1, 1, &["9 tablet"]),
        line("Aba 5mg tablets", Origin::Import, 1, 1, &["28 tablet"]),
        line("Aba 5mg tablets", Origin::Special, 1, 1, &["1 tablet"]),
    ];
    assert_eq!(names(&packs, "aba"), expected);
}

#[test]
fn reports_too_many_results_instead_of_truncating() {
    let packs = |count: usize| {
        (1..=count as u64).map(|item| pack(item, "Aba 5mg tablets (Teva) 28 tablet")).collect()
    };
    let found = |count| {
        let bytes = write(packs(count));
        let found = group(&Dataset::open(&bytes).unwrap(), &Query::new("aba"), &FacetSelection::default());
        (found.total, found.chosen, found.more, found.groups.len(), found.facets.supplier.len())
    };
    assert_eq!(found(MAX_GROUPED), (MAX_GROUPED, MAX_GROUPED, false, 1, 1));
    assert_eq!(found(MAX_GROUPED + 1), (MAX_GROUPED + 1, 0, true, 0, 0));
}
