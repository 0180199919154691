//! Search, compared with a reference implementation that checks every pack.

use pack_lookup::dataset::Dataset;
use pack_lookup::pack::Pack;
use pack_lookup::search::{Found, Order, Query, search};
use pack_lookup::text::{Token, fold, tokens};
use proptest::prelude::*;
use proptest::sample::select;

use crate::common::{self, fixtures, pack, words, write};
use crate::medicines::fixtures_with_queries;
use crate::reference::Reference;

/// Words of the fixture, their starts, and their misspellings.
pub fn queries() -> impl Strategy<Value = String> {
    queries_of(1..6)
}

fn queries_of(lengths: std::ops::Range<usize>) -> impl Strategy<Value = String> {
    let word = prop_oneof![
        3 => words(),
        2 => (words(), any::<prop::sample::Index>()).prop_map(|(word, len)| word.chars().take(1 + len.index(word.len())).collect()),
        1 => "(etodolac|etodola|ketodolac|etod|cefixim|cefepime|cef1xime|amlodipinx|cefixime5mg|1orazepam)",
        1 => "(amldipine|amlodiipne|amoxicilin|lorezepam|xablets|tabelts|caspules|tab|tabs|mg|gram|µg|m|zzzz|5 m|500 mic|5mg/m|5mg/ml)",
        1 => "(film-coated|BP|POM|a box of|pack of 28|x28|28s|\\(28\\)|28 tablets|5OOmg|arnlodipine|amlodipine5mg|besilate|sodium|hcl|calcium 5mg|& calcium|zeta|0.5%|1 in 1000|xq|nonsense|POM for|5mg|not 5 mg|do not crush|batch no|by mouth|use by|not|oral|ms)",
    ];
    let separator = prop_oneof![8 => Just(" "), 1 => select(vec![",", ", ", " (", ") ", "; ", "/", " - ", "+", ": ", ". "])];
    proptest::collection::vec((word, separator), lengths).prop_map(|words| {
        let text: String =
            words.into_iter().flat_map(|(word, separator)| [word, separator.to_owned()]).collect();
        text.trim_end().to_owned()
    })
}

fn normalize_spaces(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Returns whether the text has a word. A number with a unit is not a word.
fn has_word(text: &str) -> bool {
    tokens(&fold(&normalize_spaces(text))).iter().any(|token| matches!(token, Token::Word(_)))
}

/// Returns the query without its ignored parts.
fn used_text(text: &str, found: &Found) -> String {
    let mut used = normalize_spaces(text);
    for correction in &found.corrections {
        if correction.replacements.is_empty() {
            used = used.replacen(&correction.written, " ", 1);
        }
    }
    used
}

fn orders() -> impl Strategy<Value = Order> {
    prop_oneof![Just(Order::Name), Just(Order::Relevance)]
}

fn check(dataset: &Dataset<'_>, reference: &Reference, query: &Query<'_>) {
    let (found, expected) = (search(dataset, query), reference.search(query));
    if found.is_relaxed || found.total == 0 {
        // The reference has no partial match. `every_result_satisfies_the_predicate` checks these answers.
        assert_eq!(expected.total, 0, "{query:?}");
        return;
    }
    let packs: Vec<u32> = found.packs.iter().map(|pack| pack.0).collect();
    assert_eq!(packs, expected.packs, "{query:?}");
    assert_eq!((found.total, found.corrections), (expected.total, expected.corrections), "{query:?}");
}

proptest! {
    #![proptest_config(common::cases(256))]

    #[test]
    fn results_match_the_reference(fixture in fixtures(120), texts in proptest::collection::vec(queries(), 1..12), limit in 1..30usize, offset in 0..40usize, current_only: bool, order in orders()) {
        let bytes = write(fixture.clone());
        let dataset = Dataset::open(&bytes).unwrap();
        let reference = Reference::new(fixture);
        for text in &texts {
            check(&dataset, &reference, &Query { text, limit, offset, current_only, order });
        }
    }

    /// The same with realistic names of medicines and mixtures.
    #[test]
    fn medicine_results_match_the_reference((fixture, texts) in fixtures_with_queries(), current_only: bool, order in orders()) {
        let bytes = write(fixture.clone());
        let dataset = Dataset::open(&bytes).unwrap();
        let reference = Reference::new(fixture);
        for text in &texts {
            check(&dataset, &reference, &Query { current_only, order, ..Query::new(text) });
        }
    }

    /// Each result has the medicine, strength, route, release, exclusion, single letters and Roman numerals of the query in its names.
    /// The answer reports every part that a result lacks as ignored or read differently.
    #[test]
    fn every_result_satisfies_the_predicate((fixture, texts) in fixtures_with_queries()) {
        let bytes = write(fixture.clone());
        let dataset = Dataset::open(&bytes).unwrap();
        let reference = Reference::new(fixture);
        for text in &texts {
            let found = search(&dataset, &Query { limit: 1000, ..Query::new(text) });
            let packs: Vec<u32> = found.packs.iter().map(|pack| pack.0).collect();
            let violations = reference.violations(text, &packs, &found.corrections);
            prop_assert!(violations.is_empty(), "{:?} {:?}: {:#?}", text, found.corrections, violations);
        }
    }

    /// A search for a code returns every pack that has it.
    #[test]
    fn finds_every_pack_with_a_code(fixture in fixtures(60), limit in 1..5usize, offset in 0..4usize, current_only: bool, order in orders()) {
        let bytes = write(fixture.clone());
        let dataset = Dataset::open(&bytes).unwrap();
        let reference = Reference::new(fixture.clone());
        let mut codes = Vec::new();
        for pack in &fixture {
            codes.push(pack.pack_id.to_string());
            codes.extend(pack.gtin_codes.iter().map(|entry| entry.gtin.to_string()));
        }
        for text in codes {
            check(&dataset, &reference, &Query { text: &text, limit, offset, current_only, order });
        }
    }

    /// The default order treats discontinued and invalid packs like others.
    #[test]
    fn name_order_ignores_whether_packs_are_current(fixture in fixtures(60), text in queries(), limit in 1..20usize, offset in 0..20usize) {
        let query = Query { limit, offset, ..Query::new(&text) };
        let mut all_current = fixture.clone();
        for pack in &mut all_current {
            (pack.discontinued, pack.is_invalid) = (None, false);
        }
        let (bytes, all_current) = (write(fixture), write(all_current));
        let found = search(&Dataset::open(&bytes).unwrap(), &query);
        prop_assert_eq!(found, search(&Dataset::open(&all_current).unwrap(), &query));
    }

    /// If words are ignored, at least one word must remain: a number alone may be any medicine.
    #[test]
    fn never_matches_by_a_number_alone(fixture in fixtures(60), texts in proptest::collection::vec(queries_of(2..4), 40)) {
        let bytes = write(fixture);
        let dataset = Dataset::open(&bytes).unwrap();
        for text in texts {
            if !has_word(&text) {
                continue;
            }
            let found = search(&dataset, &Query::new(&text));
            prop_assert!(found.total == 0 || has_word(&used_text(&text, &found)), "{:?} finds {}", text, found.total);
        }
    }

    /// In both orders, the pages together are the whole result, each pack once. In the default order, each page is in
    /// name order.
    #[test]
    fn pages_concatenate_to_the_whole_result(fixture in fixtures(120), text in queries(), limit in 1..20usize) {
        let bytes = write(fixture);
        let dataset = Dataset::open(&bytes).unwrap();
        for order in [Order::Name, Order::Relevance] {
            let whole = search(&dataset, &Query { limit: 1000, order, ..Query::new(&text) });
            let mut packs = Vec::new();
            for offset in (0..whole.total.max(1)).step_by(limit) {
                let page = search(&dataset, &Query { limit, offset, order, ..Query::new(&text) }).packs;
                prop_assert!(order != Order::Name || page.is_sorted());
                packs.extend(page);
            }
            if order == Order::Name {
                packs.sort_unstable();
            }
            prop_assert_eq!(whole.packs.len(), whole.total);
            prop_assert_eq!(&packs, &whole.packs);
        }
    }
}

/// These words are too long for the automaton of the fuzzy search. One of them once caused a panic.
#[test]
fn does_not_correct_long_words() {
    let bytes = write(vec![common::pack(1, "Amlodipine 5mg tablets (A Ltd) 28 tablet")]);
    let dataset = Dataset::open(&bytes).unwrap();
    for len in [59, 60, 61, 63, 64, 65, 200] {
        assert_eq!(search(&dataset, &Query::new(&"a".repeat(len))).total, 0);
    }
}

/// Returns enough packs that every strategy of the ranking is used.
fn many_packs() -> Vec<Pack> {
    let mut packs = Vec::new();
    for n in 1..2000u64 {
        let name = match n % 3 {
            0 => format!("Garment size {n} black (A Ltd) 1 device"),
            1 if n.is_multiple_of(2) => format!("Black garment {n} (Size Ltd) 1 device"),
            1 => format!("Black garment {n} (B Ltd) 1 device"),
            _ => format!("Amlodipine {n}mg tablets (Garment UK) {} tablet", n % 30),
        };
        packs.push(Pack { is_invalid: n % 7 == 0, ..common::pack(n, &name) });
    }
    packs
}

#[test]
fn large_datasets_match_the_reference() {
    let fixture = many_packs();
    let bytes = write(fixture.clone());
    let dataset = Dataset::open(&bytes).unwrap();
    let reference = Reference::new(fixture);
    for text in [
        "garment",
        "black garment",
        "garm bl",
        "g",
        "1 device",
        "size",
        "amlo 5",
        "tablet 28",
        "garmnet blakc",
        "ltd",
    ] {
        for offset in [0, 20, 300] {
            check(&dataset, &reference, &Query { offset, ..Query::new(text) });
            check(
                &dataset,
                &reference,
                &Query { offset, current_only: true, order: Order::Relevance, ..Query::new(text) },
            );
        }
    }
}

#[test]
fn a_roman_numeral_is_no_misread_release() {
    let mut hydrocortisone = pack(1, "Tysabri tablets (Teva UK Ltd) 30 gram");
    hydrocortisone.generic_product_name = "Hydrocortisone 200mg XL tablets".to_owned();
    let mut factor = pack(2, "Factor IX 10mg oral solution (Sandoz Ltd) 30 gram");
    factor.generic_product_name = "Factor IX 10mg oral solution".to_owned();
    let bytes = write(vec![hydrocortisone, factor]);
    let found = search(&Dataset::open(&bytes).unwrap(), &Query::new("factor xi"));
    assert_eq!((found.total, found.corrections), (0, vec![]));
}

/// In `not do not crush`, the first `not` excludes `do`, so no phrase `do not crush` remains.
#[test]
fn a_negation_after_an_exclusion_is_never_ignored() {
    let bytes = write(vec![
        pack(1, "Amlodipine 5mg tablets (A Ltd) 28 tablet"),
        pack(2, "Codeine 50micrograms/dose spray (A Ltd) 1 device"),
    ]);
    let dataset = Dataset::open(&bytes).unwrap();
    for text in ["amlodipine not do not crush", "qmlodipine not do not crush"] {
        let found = search(&dataset, &Query::new(text));
        let ignored: Vec<_> =
            found.corrections.iter().filter(|correction| correction.replacements.is_empty()).collect();
        assert!(ignored.is_empty(), "{text}: {ignored:?}");
    }
}

/// The reference must know the size of `28 tablet` though an earlier word has the same condition as its form.
#[test]
fn a_size_before_a_repeated_form_is_a_size() {
    assert_found("Fentanyl 10mg/ml suppositories", "fentanyl each tablet contains suppositories 28 tablet");
}

/// The reference must know that `per` is rarely the start of `percent`.
#[test]
fn per_after_a_number_is_no_unit() {
    assert_found(
        "Metformin 1% in Vitamin D 1mg/1ml (1 in 1,000) modified-release tablets",
        "Metformin 1% Vitamin D 1mg/1ml (1 per tablet 1,000)",
    );
}

/// Asserts that a query finds 28 tablets of a product, and that the reference finds nothing wrong with the answer.
fn assert_found(product: &str, text: &str) {
    let mut pack = pack(1, &format!("{product} (A A H) 28 tablet"));
    pack.generic_product_name = product.to_owned();
    let reference = Reference::new(vec![pack.clone()]);
    let bytes = write(vec![pack]);
    let found = search(&Dataset::open(&bytes).unwrap(), &Query::new(text));
    assert_eq!(found.total, 1);
    assert_eq!(reference.violations(text, &[0], &found.corrections), Vec::<String>::new());
}
