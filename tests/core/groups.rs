//! Groups of products, compared with the reference implementation.

use pack_lookup::dataset::Dataset;
use pack_lookup::pack::{Discontinued, Pack};
use pack_lookup::search::groups::{FacetSelection, Group, Grouped, MAX_GROUPED, group};
use pack_lookup::search::{Filters, Order, Query, search};
use proptest::prelude::*;

use crate::common::{self, fixtures, pack, words, write};
use crate::reference::{Reference, ReferenceGroups};

const STRENGTHS: [&str; 5] = ["5mg", "10mg", "500 mg", "1g / 5mg", "5mg/ml"];
const FORMS: [&str; 4] = ["tablets", "capsules", "oral solution", ""];
const SUPPLIERS: [&str; 6] =
    ["Teva UK Ltd", "A A H", "Special Order", "Drug Tariff Special Order", "Imported (Germany)", "Imported"];

type Choices = (usize, usize, usize, usize, usize, bool);

/// Packs with realistic names of few products, so that they fall into groups. Names that differ only in brackets are mixed in name order.
fn products() -> impl Strategy<Value = Vec<Pack>> {
    let name = (0..3usize, 0..STRENGTHS.len(), 0..FORMS.len(), 0..SUPPLIERS.len(), 0..4usize, any::<bool>());
    proptest::collection::vec((name, any::<bool>(), any::<bool>()), 0..80).prop_map(of_products)
}

fn of_products(choices: Vec<(Choices, bool, bool)>) -> Vec<Pack> {
    let mut packs = Vec::new();
    for (item, (name, is_discontinued, is_invalid)) in (1..).zip(choices) {
        packs.push(of_product(item, name, is_discontinued, is_invalid));
    }
    packs
}

fn of_product(item: u64, name: Choices, is_discontinued: bool, is_invalid: bool) -> Pack {
    let (substance, strength, form, supplier, size, is_free) = name;
    let substance = ["Amlodipine", "Amoxicillin", "Bandage"][substance];
    let generic = format!("{substance} {} {}", STRENGTHS[strength], FORMS[form]);
    // In name order, names with brackets are between names without. The order ignores capitals.
    let product = format!("{generic}{}", if is_free { " (sugar free)" } else { "" });
    let product = if item.is_multiple_of(7) { product.to_uppercase() } else { product };
    let size = ["", "28 tablet", "2.5 ml", "100 ml"][size];
    let name = format!("{product} ({}) {size}", SUPPLIERS[supplier]);
    let mut pack = pack(item, name.trim_end());
    if is_discontinued {
        pack.discontinued = Some(Discontinued { flag: "Discontinued".to_owned(), date: None });
    }
    Pack { generic_product_name: generic, is_invalid, ..pack }
}

/// Up to two of some texts.
fn some_of(texts: &'static [&'static str]) -> impl Strategy<Value = Vec<String>> {
    proptest::collection::vec(proptest::sample::select(texts).prop_map(str::to_owned), 0..3)
}

fn choices() -> impl Strategy<Value = FacetSelection> {
    let strengths = some_of(&["5mg", "10mg", "1g / 5mg", "7mg"]);
    (strengths, some_of(&["tablets", "oral solution"]), some_of(&SUPPLIERS))
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
    let all = search(&dataset, &Query { limit: MAX_GROUPED, offset: 0, ..*query });
    let expected = Reference::new(packs).group(&all.packs, &all.further, choices);
    let page: Vec<_> = expected.groups.iter().skip(query.offset).take(query.limit).cloned().collect();
    let Grouped { total, chosen, groups, facets, products, more, .. } = group(&dataset, query, choices);
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
        check(packs, &Query { text: &text, limit, offset, current_only, order, filters: Filters::NONE }, &choices);
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

/// Returns the groups of a search among packs with these names, each as a line.
fn group_lines(names: &[&str], text: &str) -> Vec<String> {
    let generic = |name: &str| name.split(" (").next().unwrap_or(name).to_owned();
    let packs = (1..)
        .zip(names)
        .map(|(item, name)| Pack { generic_product_name: generic(name), ..pack(item, name) })
        .collect();
    let bytes = write(packs);
    let found = group(&Dataset::open(&bytes).unwrap(), &Query::new(text), &FacetSelection::default());
    let mut lines = Vec::new();
    for Group { product, brands, origin, packs, suppliers, sizes, .. } in found.groups {
        let brands = if brands.is_empty() { String::new() } else { format!(" {brands:?}") };
        lines.push(format!(
            "{product}{brands}, {origin:?}: {} packs, {suppliers} suppliers, {sizes:?}",
            packs.len()
        ));
    }
    lines
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
    let expected = [
        "Aba 5mg tablets [\"Aba 5mg tablets (sugar free)\"], Supplier: 4 packs, 2 suppliers, [\"9 tablet\", \"28 tablet\", \"100 tablet\"]",
        "Aba 5mg tablets, Import: 1 packs, 1 suppliers, [\"28 tablet\"]",
        "Aba 5mg tablets, Special: 1 packs, 1 suppliers, [\"1 tablet\"]",
    ];
    assert_eq!(group_lines(&packs, "aba"), expected);
}

/// Returns total, chosen, more, and the numbers of groups and suppliers, of a search that finds `count` packs.
fn counts(count: usize) -> (usize, usize, bool, usize, usize) {
    let packs = (1..=count as u64).map(|item| pack(item, "Aba 5mg tablets (Teva) 28 tablet")).collect();
    let bytes = write(packs);
    let found = group(&Dataset::open(&bytes).unwrap(), &Query::new("aba"), &FacetSelection::default());
    (found.total, found.chosen, found.more, found.groups.len(), found.facets.supplier.len())
}

#[test]
fn reports_too_many_results_instead_of_truncating() {
    assert_eq!(counts(MAX_GROUPED), (MAX_GROUPED, MAX_GROUPED, false, 1, 1));
    assert_eq!(counts(MAX_GROUPED + 1), (MAX_GROUPED + 1, 0, true, 0, 0));
}
