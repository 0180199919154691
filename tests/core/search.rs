//! Search: questions with a known meaning, judged by the names of all packs, and laws that hold for any text. The generated questions
//! about the demonstration data are the short form of `npm run lab -- medicines kinds`.

#[path = "../../lab/medicines/mod.rs"]
#[allow(dead_code, reason = "the other commands are only measured")]
mod generated;

use pack_lookup::dataset::{Dataset, PackNumber, verify, writer};
use pack_lookup::pack::Pack;
use pack_lookup::search::{Filters, Found, Order, Query, search};
use pack_lookup::text::{Token, fold, tokens};
use proptest::prelude::*;
use proptest::sample::select;

use self::generated::arguments::Arguments;
use self::generated::ask_kinds;
use self::generated::judge::Verdict;
use self::generated::measure::Asked as AskedQuestion;
use self::generated::release::Release;
use crate::common::{self, fixtures, pack, words, write};
use crate::demo::default_import;
use crate::medicines::{fixture as medicines, fixtures_with_queries};
use crate::reference::{Asked, Reference};

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

fn check_code(dataset: &Dataset<'_>, reference: &Reference, query: &Query<'_>) {
    let (found, expected) = (search(dataset, query), reference.search(query).unwrap());
    let packs: Vec<u32> = found.packs.iter().map(|pack| pack.0).collect();
    assert_eq!((packs, found.total), (expected.packs, expected.total), "{query:?}");
}

/// Asks a question about each pack, and judges the answers by the names of all packs.
fn check_questions(fixture: Vec<Pack>, mut choices: Vec<usize>) -> Result<(), TestCaseError> {
    let bytes = write(fixture.clone());
    let dataset = Dataset::open(&bytes).unwrap();
    let reference = Reference::new(fixture.clone());
    let others: Vec<String> = ["codeine", "valsartan", "morphine"].map(str::to_owned).into();
    for pack in &fixture {
        let mut pick = |below: usize| {
            choices.rotate_left(1);
            choices[0] % below
        };
        let Some(asked) = Asked::about(pack, &others, &mut pick) else { continue };
        let found = search(&dataset, &Query { limit: 1000, ..Query::new(&asked.text()) });
        let faults = reference.faults(&asked, &found);
        prop_assert!(faults.is_empty(), "{:?} {:?}: {:#?}", asked.text(), found.corrections, faults);
    }
    Ok(())
}

proptest! {
    #![proptest_config(common::cases(256))]

    /// Each result has the substances, strengths, form and exclusion of the question, and every pack that has them is a result.
    #[test]
    fn answers_have_what_was_asked(fixture in medicines(), choices in proptest::collection::vec(any::<usize>(), 40..80)) {
        check_questions(fixture, choices)?;
    }

    /// Whatever is asked, a strength with a unit is never ignored or changed to another number.
    #[test]
    fn strengths_are_never_ignored((fixture, texts) in fixtures_with_queries()) {
        let bytes = write(fixture);
        let dataset = Dataset::open(&bytes).unwrap();
        for text in &texts {
            let found = search(&dataset, &Query { limit: 1000, ..Query::new(text) });
            for correction in found.corrections.iter().filter(|one| one.replacements.is_empty()) {
                let amount = correction.written.trim_end_matches("mg");
                let is_strength = amount.len() < correction.written.len() && amount.ends_with(|c: char| c.is_ascii_digit());
                prop_assert!(!is_strength || found.packs.is_empty(), "{:?} ignores {:?}", text, correction);
            }
        }
    }

    /// Every name of the dataset finds its pack.
    #[test]
    fn every_name_finds_its_pack(fixture in medicines()) {
        let bytes = write(fixture.clone());
        let dataset = Dataset::open(&bytes).unwrap();
        for number in (0..dataset.packs()).map(PackNumber) {
            for name in [dataset.name(number), dataset.product_name(number), dataset.pack(number).unwrap().generic_product_name] {
                let found = search(&dataset, &Query { limit: 1000, ..Query::new(&name) });
                prop_assert!(found.packs.contains(&number), "{}", name);
                prop_assert_eq!(found.corrections, vec![]);
            }
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
            check_code(&dataset, &reference, &Query { text: &text, limit, offset, current_only, order, filters: Filters::NONE });
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
        let query = Query { limit: 1000, offset: 0, ..query };
        let found = search(&Dataset::open(&bytes).unwrap(), &query);
        prop_assert_eq!(found, search(&Dataset::open(&all_current).unwrap(), &query));
    }

    /// If words are ignored, at least one word must remain: only a number may be any medicine.
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

/// The most answers with each verdict. They are the measured counts: lower them after an improvement.
const LIMITS: [(Verdict, usize); 4] =
    [(Verdict::Silent, 0), (Verdict::Noticed, 0), (Verdict::Empty, 5), (Verdict::FalseReason, 0)];

#[test]
fn answers_to_generated_questions_are_right() {
    let import = default_import();
    let (packs, concepts) = (import.packs.clone(), import.concepts.clone());
    let bytes = writer::write_with(packs, concepts, &import.release).unwrap();
    let release = Release::read(verify(&bytes).unwrap());
    let arguments = ["kinds", "", "--half", "both", "--seed", "1", "--sample", "25"].map(str::to_owned);
    let asked = ask_kinds(&release, &Arguments::read(arguments.into_iter()).unwrap());
    assert!(asked.len() > 800, "{} questions", asked.len());
    for (verdict, most) in LIMITS {
        let found: Vec<&AskedQuestion> = asked.iter().filter(|one| one.judged.verdict == verdict).collect();
        let texts: Vec<String> = found.iter().map(|one| one.row().join("\t")).collect();
        assert!(found.len() <= most, "{} are {}:\n{}", found.len(), verdict.name(), texts.join("\n"));
    }
}
