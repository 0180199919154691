//! GS1 data: the cases of `cases/gs1.json`, and properties of any text.

use std::collections::BTreeSet;

use pack_lookup::date::Date;
use pack_lookup::gs1::{
    ApplicationIdentifier, MAX_SCAN_LEN, Scan, ScanError, Symbology, Warning, find_gtin, parse_scan,
};
use pack_lookup::gtin::Gtin;
use proptest::prelude::*;
use serde::Deserialize;

#[derive(Deserialize)]
struct CaseFile {
    cases: Vec<Case>,
}

#[derive(Deserialize)]
struct Case {
    name: String,
    text: String,
    expect: Expect,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Expect {
    gtin: Option<String>,
    batch: Option<String>,
    serial: Option<String>,
    expiry: Option<String>,
    symbology: Option<String>,
    #[serde(default)]
    warnings: Vec<String>,
    reads: Option<String>,
    reason: Option<String>,
    message: Option<String>,
}

fn today() -> Date {
    Date::new(2026, 6, 1).unwrap()
}

#[test]
fn the_cases_pass() {
    let file: CaseFile = serde_json::from_str(include_str!("../cases/gs1.json")).unwrap();
    for case in &file.cases {
        let shown = parse_scan(&case.text);
        let raw = parse_scan(&case.text.replace("{GS}", "\x1d"));
        assert_eq!(shown, raw, "{}: the two notations of a separator differ", case.name);
        match raw {
            Ok(scan) => check_scan(case, &scan),
            Err(error) => check_error(case, &error),
        }
    }
}

fn check_scan(case: &Case, scan: &Scan) {
    let Case { name, expect, .. } = case;
    assert_eq!(expect.reason, None, "{name}: parsed as {scan}");
    assert_eq!(expect.gtin.as_deref(), Some(scan.gtin().to_string().as_str()), "{name}");
    assert_eq!(scan.batch(), expect.batch.as_deref(), "{name}");
    assert_eq!(scan.serial(), expect.serial.as_deref(), "{name}");
    assert_eq!(scan.expiry(today()).as_ref().map(Date::to_string), expect.expiry, "{name}");
    assert_eq!(scan.symbology().map(Symbology::name), expect.symbology.as_deref(), "{name}");
    let expired = scan.expired(today());
    let warnings: Vec<&str> = expired.iter().chain(scan.warnings()).copied().map(Warning::reason).collect();
    assert_eq!(warnings, expect.warnings, "{name}");
    if let Some(reads) = &expect.reads {
        assert_eq!(scan.to_string(), *reads, "{name}");
    }
}

fn check_error(case: &Case, error: &ScanError) {
    let Case { name, expect, .. } = case;
    assert_eq!(expect.reason.as_deref(), Some(error.reason()), "{name}: {error}");
    if let Some(message) = &expect.message {
        assert_eq!(error.to_string(), *message, "{name}");
    }
}

#[test]
fn accepts_the_maximum_length_and_rejects_more() {
    let head = "(01)09521234567899";
    let longest = format!("{head}{}", "(10)A".repeat((MAX_SCAN_LEN - head.len()) / 5));
    assert_eq!(parse_scan(&longest).unwrap().batch(), Some("A"));
    assert_eq!(parse_scan(&"1".repeat(MAX_SCAN_LEN + 1)), Err(ScanError::InputTooLong));
}

#[test]
fn warnings_and_titles_are_readable() {
    let scan = parse_scan("]d2010952123456789910LOT917300531").unwrap();
    let [warning] = scan.warnings() else { panic!("{scan}") };
    assert_eq!(
        warning.to_string(),
        "AI (10) may also contain AI (17): the separator between them seems to be missing"
    );
    assert_eq!(ApplicationIdentifier::parse("17").unwrap().title(), "USE BY or EXPIRY");
}

const TEXTS_WITH_A_GTIN: [&str; 11] = [
    "0109521234567899",
    "010952123456789917300531",
    "]d2010952123456789910LOT9",
    "(01)09521234567899(10)LOT9",
    "(01) 09521234567899",
    "\x1d0109521234567899\x1d",
    "1730053110LOT9{GS}0109521234567899",
    "https://example.com/01/09521234567899",
    "]E09521234567899",
    // Errors after the GTIN do not matter to a search.
    "010952123456789917301331",
    "(01)09521234567899 (10)LOT 9",
];

const NAMES_AND_NUMBERS: [&str; 21] = [
    "",
    "500",
    "10mg tablets",
    "10mg",
    "(Accord)",
    "co-amoxiclav 500/125",
    "01",
    "0.1%",
    "21 tablets",
    "(01)",
    "+",
    "https://example.com/",
    "paracetamol (10) 500mg",
    "0109521234567890",
    "9521234567899",
    "95212340",
    "]",
    "{GS}",
    "09521234567899",
    "17300531",
    "(10)LOT9",
];

#[test]
fn finds_gtins_in_gs1_data_but_not_in_names_or_numbers() {
    for text in TEXTS_WITH_A_GTIN {
        assert_eq!(find_gtin(text), Gtin::new(9_521_234_567_899), "{text}");
    }
    for text in NAMES_AND_NUMBERS {
        assert_eq!(find_gtin(text), None, "{text}");
    }
}

/// An AI, a value for it, and whether its length is known without a separator.
type Element = (&'static str, String, bool);

fn element() -> impl Strategy<Value = Element> {
    let text = "[!-\"%-?A-Z_a-z]{1,20}";
    let open =
        prop_oneof![Just("10"), Just("21"), Just("22"), Just("240"), Just("241"), Just("710"), Just("91")];
    let date = prop_oneof![Just("11"), Just("13"), Just("15"), Just("16"), Just("17")];
    prop_oneof![
        (open, text, Just(false)),
        (Just("30"), "[0-9]{1,8}", Just(false)),
        (date, "[0-9]{2}(0[1-9]|1[0-2])([01][0-9]|2[0-8])", Just(true)),
        (Just("20"), "[0-9]{2}", Just(true)),
        (Just("3103"), "[0-9]{6}", Just(true)),
    ]
}

fn elements() -> impl Strategy<Value = Vec<Element>> {
    let others = prop::collection::vec(element(), 0..8);
    (0..Gtin::END, others, any::<prop::sample::Index>()).prop_map(|(gtin, others, at)| {
        let mut elements = distinct(others);
        let gtin = Gtin::new(gtin).unwrap().with_right_check_digit();
        elements.insert(at.index(elements.len() + 1), ("01", format!("{:014}", gtin.number()), true));
        elements
    })
}

/// Keeps the shortest value of each AI.
fn distinct(mut elements: Vec<Element>) -> Vec<Element> {
    let mut seen = BTreeSet::new();
    elements.sort_by_key(|(_, value, _)| value.len());
    elements.retain(|(ai, ..)| seen.insert(*ai));
    elements
}

fn barcode(elements: &[Element]) -> String {
    let mut text = String::new();
    for (ai, value, is_length_known) in elements {
        text.push_str(ai);
        text.push_str(value);
        if !is_length_known {
            text.push('\x1d');
        }
    }
    text
}

/// Text that gets far into the parser: parts of GS1 data among anything.
fn gs1_like() -> impl Strategy<Value = String> {
    let part = prop_oneof![
        prop::sample::select(vec![
            "]d2",
            "]C1",
            "]Q1",
            "]E0",
            "\x1d",
            "{GS}",
            "<GS>",
            "0109521234567899",
            "(01)",
            "(10)",
            "17",
            "10",
            "21",
            "8006",
            "https://",
            "a/",
            "/01/",
            "/10/",
            "?17=",
            "&",
            "%",
            "%C3",
            "\\(",
            "[)>",
            "9N",
            "+",
            "é",
            "7003",
            "300531",
            " ",
        ])
        .prop_map(str::to_owned),
        "[0-9]{1,14}",
        "\\PC{0,4}",
    ];
    prop::collection::vec(part, 0..12).prop_map(|parts| parts.concat())
}

proptest! {
    #[test]
    fn no_text_panics(text in prop_oneof![any::<String>(), gs1_like()]) {
        let found = find_gtin(&text);
        match parse_scan(&text) {
            Ok(scan) => {
                scan.expiry(today());
                prop_assert!(scan.elements().is_empty() || found == Some(scan.gtin()), "{text:?}");
            }
            Err(error) => prop_assert!(!error.to_string().is_empty() && !error.reason().is_empty()),
        }
    }

    #[test]
    fn parses_the_elements_of_a_barcode(elements in elements(), identifier in prop_oneof![Just("]d2"), Just("")]) {
        let scan = parse_scan(&format!("{identifier}{}", barcode(&elements))).unwrap();
        prop_assert_eq!(scan.elements().len(), elements.len());
        for (found, (ai, value, _)) in scan.elements().iter().zip(&elements) {
            prop_assert_eq!((found.ai().to_string(), found.value()), ((*ai).to_owned(), value.as_str()));
        }
    }

    #[test]
    fn brackets_and_barcode_parse_alike(elements in elements()) {
        let scan = parse_scan(&format!("]d2{}", barcode(&elements))).unwrap();
        let bracketed = parse_scan(&scan.to_string()).unwrap();
        prop_assert_eq!(bracketed.elements(), scan.elements());
        prop_assert_eq!(bracketed.to_string(), scan.to_string());
    }

    #[test]
    fn a_digital_link_parses_like_its_barcode(elements in elements()) {
        let scan = parse_scan(&format!("]d2{}", barcode(&elements))).unwrap();
        let mut query = Vec::new();
        for (ai, value, _) in &elements {
            if *ai != "01" {
                let encoded: String = value.bytes().map(|byte| format!("%{byte:02X}")).collect();
                query.push(format!("{ai}={encoded}"));
            }
        }
        let link = format!("https://example.com/01/{:014}?{}", scan.gtin().number(), query.join("&"));
        let linked = parse_scan(&link).unwrap();
        prop_assert_eq!(linked.gtin(), scan.gtin());
        prop_assert_eq!(linked.batch(), scan.batch());
        prop_assert_eq!(linked.serial(), scan.serial());
        prop_assert_eq!(linked.expiry(today()), scan.expiry(today()));
    }

    #[test]
    fn resolves_years_to_49_before_and_50_after_today(yy in 0u16..100, year in 1951u16..2100) {
        let scan = parse_scan(&format!("(01)09521234567899(17){yy:02}0615")).unwrap();
        let (found, ..) = scan.expiry(Date::new(year, 3, 1).unwrap()).unwrap().civil();
        let nearest = (year - 49..=year + 50).find(|candidate| candidate % 100 == yy);
        prop_assert_eq!(Some(found), nearest);
    }
}
