//! Tests of the parts of whole texts.

use super::sizes::is_licence;
use super::*;
use crate::search::quantities;

/// Returns the kinds and texts of all parts but noise, after the repair.
fn read_as(text: &str) -> Vec<(PartKind, String)> {
    let words = ["amlodipine", "tablets", "paracetamol", "ramipril", "teva", "suspension", "1a"];
    let (normal, _) = quantities::read(text);
    let (repaired, _) = repair(&parse(&normal), &|word| words.contains(&word));
    let mut read = Vec::new();
    for part in parse(&repaired).parts() {
        if part.kind != PartKind::Noise {
            read.push((part.kind, part.text));
        }
    }
    read
}

/// Every kind of part, with signs around and between words.
const TEXTS: [&str; 9] = [
    "amlodipine 5 mg tablets (as besilate), 28 tablets",
    "a box of ramipril 5mg, please. pl 12345/0001 pom (eu/1/01/123/004)",
    "not (modified release); sugar free + by mouth [iv]",
    "co-codamol 30/500 mg x 28 without codeine, non-gastro-resistant",
    "adrenaline 1 in 1000 10 x 1 ml vit c 500 mic hepatitis e®",
    "do not crush: amlodipine do not amlodipine lot no exp 2026",
    "50 mg per tablet, 250mg/5 ml 100 ml bottle",
    "½ tablet ｃａｆé .5 mg % w/ not",
    "not",
];

#[test]
fn each_part_covers_its_text_in_order_without_overlap() {
    for text in TEXTS {
        let mut end = 0;
        for part in parse(text).parts() {
            assert!(end <= part.span.start && part.span.start < part.span.end, "{part:?}");
            assert_eq!(text.get(part.span.clone()), Some(part.written));
            // Only signs are between parts.
            assert!(!text[end..part.span.start].contains(char::is_alphanumeric), "{part:?}");
            end = part.span.end;
        }
        assert!(!text[end..].contains(char::is_alphanumeric), "{text}");
    }
}

#[test]
fn parts_have_the_clauses_of_the_query() {
    for text in TEXTS {
        let query = parse(text);
        let is_read_alone = |part: &Part<'_>| matches!(part.kind, PartKind::Size | PartKind::Strength);
        for part in query.parts().into_iter().filter(|part| !is_read_alone(part)) {
            for clause in &part.clauses {
                assert!(query.clauses().contains(clause), "{part:?}");
            }
        }
    }
}

#[test]
fn reads_a_term_of_several_words_as_one_part() {
    for (text, part, kind) in [
        ("ramipril by mouth", "by mouth", PartKind::Attribute),
        ("ramipril (not oral)", "not oral", PartKind::Attribute),
        ("ramipril not (oral), iv", "not (oral)", PartKind::Attribute),
        ("ramipril not, oral", "not, oral", PartKind::Attribute),
        ("ramipril sugar free", "sugar free", PartKind::Attribute),
        ("ramipril,oral", "oral", PartKind::Attribute),
        ("ramipril use by mouth", "by mouth", PartKind::Attribute),
        ("ramipril use by mouth", "use", PartKind::Noise),
        ("is it by mouth", "by mouth", PartKind::Attribute),
        ("it by mouth", "it", PartKind::Noise),
        ("use by 1 in 1000", "1 in 1000", PartKind::Strength),
        ("use by without 1 mg/ml", "without 1 mg/ml", PartKind::Attribute),
        ("lot no a12 ramipril", "lot no a12", PartKind::Noise),
        ("28 i 5mg", "28", PartKind::Strength),
        ("1234 k-plus", "k-plus", PartKind::Word),
        ("vit c 500 mic", "vit c", PartKind::Word),
        ("vit c 500 mic", "500 mic", PartKind::Strength),
        ("adrenaline 1 in 1000", "1 in 1000", PartKind::Strength),
        ("do not crush ramipril", "do not crush", PartKind::Noise),
        ("lot no exp date ramipril", "lot no", PartKind::Noise),
        ("mirena (ms)", "ms", PartKind::Doubt),
    ] {
        let parts = parse(text).parts();
        assert!(parts.iter().any(|one| (one.written, one.kind) == (part, kind)), "{text}: {parts:?}");
    }
}

#[test]
fn a_negation_in_a_phrase_excludes_nothing() {
    for text in ["do not crush ramipril", "batch no ab12 ramipril", "lot no exp ramipril"] {
        assert!(!parse(text).clauses().iter().any(Clause::is_excluded), "{text}");
    }
    assert!(parse("ramipril no lactose").clauses().iter().any(Clause::is_excluded));
}

#[test]
fn an_excluded_strength_cannot_be_read() {
    for text in
        ["not 5mg", "not 5 mg", "no (5 mg)", "without .5 mg", "not 500 mic", "not 250 mg/5 ml", "not 375"]
    {
        let text = format!("ramipril {text}");
        let excluded: Vec<Clause> =
            parse(&text).clauses().iter().filter(|one| one.is_excluded()).cloned().collect();
        assert!(excluded.len() == 1 && excluded[0].alternatives.is_empty(), "{text}: {excluded:?}");
        assert!(parse(&text).parts().iter().any(|part| part.kind == PartKind::Attribute), "{text}");
    }
    assert!(!parse("ramipril no 5").clauses().iter().any(Clause::is_excluded));
}

#[test]
fn finds_nothing_with_too_many_terms() {
    let text = |count: usize| (0..count).map(|at| format!("a{at}b")).collect::<Vec<_>>().join(" ");
    assert_eq!(parse(&text(MAX_TERMS)).clauses().len(), MAX_TERMS);
    assert_eq!(parse(&text(MAX_TERMS + 1)).clauses(), [Clause::NOTHING]);
}

fn of_kind(text: &str, expected: PartKind) -> Vec<String> {
    read_as(text).into_iter().filter(|(kind, _)| *kind == expected).map(|(_, text)| text).collect()
}

#[test]
fn parses_every_notation_of_a_size() {
    for text in [
        "x28",
        "x 28",
        "28x",
        "28 x",
        "28s",
        "28's",
        "(28)",
        "pack of 28",
        "28 pack",
        "28-pack",
        "box of 28",
        "28 tablets",
        "1 x 28",
        "28",
    ] {
        assert_eq!(of_kind(&format!("amlodipine 5mg {text}"), PartKind::Size), ["28"], "{text}");
        assert_eq!(of_kind(&format!("amlodipine 5mg {text}"), PartKind::Strength), ["5mg"], "{text}");
    }
    assert_eq!(of_kind("paracetamol 250mg/5ml suspension 100ml bottle", PartKind::Size), ["100ml"]);
    assert_eq!(of_kind("28 x amlodipine 5mg", PartKind::Size), ["28"]);
    assert!(of_kind("2 boxes of amlodipine 5mg", PartKind::Size).is_empty());
    assert!(of_kind("amlodipine 5", PartKind::Size).is_empty());
}

#[test]
fn joins_the_parts_of_a_strength() {
    for (text, strength) in [
        ("5 mg", "5mg"),
        ("250 mg/5 ml", "250mg/5ml"),
        ("250 mg / 5 ml", "250mg/5ml"),
        ("10 mg per ml", "10mg/ml"),
        ("5oomg", "500mg"),
        ("1 in 1000", "1 in 1000"),
        (".5 mg", ".5mg"),
        ("2 %", "2%"),
    ] {
        assert_eq!(of_kind(&format!("paracetamol {text}"), PartKind::Strength), [strength]);
    }
}

#[test]
fn ignores_noise_around_a_name() {
    let word = |text: &str| (PartKind::Word, text.to_owned());
    let form = |text: &str| (PartKind::Form, text.to_owned());
    let strength = |text: &str| (PartKind::Strength, text.to_owned());
    assert_eq!(
        read_as("a box of ramipril 5mg tablets from teva, please. pl 12345/0001 pom eu/1/01/123/004"),
        [word("ramipril"), strength("5mg"), form("tablets"), word("teva")]
    );
    assert_eq!(read_as("paracetamol500mgtablets"), [word("paracetamol"), strength("500mg"), form("tablets")]);
    assert_eq!(read_as("cream/tablets"), [form("cream"), form("tablets")]);
}

#[test]
fn recognises_licence_numbers() {
    for (text, is_one) in [
        ("12345/0001", true),
        ("eu/1/01/123/004", true),
        ("123/0001", false),
        ("12345/001", false),
        ("12a45/0001", false),
        ("12345/0001/1", false),
        ("eu/1", false),
    ] {
        assert_eq!(is_licence(text), is_one, "{text}");
    }
}
