//! Random medicines and mixtures with realistic names, and random queries for them.

use pack_lookup::pack::Pack;
use proptest::prelude::*;
use proptest::sample::select;

use crate::common::pack;

const SUBSTANCES: [&str; 16] = [
    "Amlodipine",
    "Valsartan",
    "Paracetamol",
    "Codeine",
    "Metformin",
    "Factor VIII",
    "Factor IX",
    "Vitamin D",
    "Hydrocortisone",
    "Fentanyl",
    "Morphine",
    "Adrenaline",
    "Co-codamol",
    "Sodium valproate",
    "Ferrous sulfate",
    "Hepatitis B",
];
const STRENGTHS: [&str; 16] = [
    "5mg",
    "10mg",
    "80mg",
    "500mg",
    "1g",
    "2.5mg",
    "62.5micrograms",
    "100units/ml",
    "10mg/ml",
    "50mg/5ml",
    "200mg/20ml",
    "1%",
    "0.5%",
    "12micrograms/hour",
    "400micrograms/dose",
    "1mg/1ml (1 in 1,000)",
];
const FORMS: [&str; 16] = [
    "tablets",
    "modified-release tablets",
    "gastro-resistant tablets",
    "capsules",
    "oral solution",
    "oral suspension sugar free",
    "solution for injection",
    "solution for infusion",
    "cream",
    "ointment",
    "eye drops",
    "suppositories",
    "inhaler",
    "transdermal patches",
    "XL tablets",
    "gauze not sterilised",
];
const SUPPLIERS: [&str; 4] = ["Teva UK Ltd", "A A H", "Zeta Ltd", "Sandoz Ltd"];
const SIZES: [&str; 6] = ["28 tablet", "56 tablet", "100 ml", "30 gram", "10 ampoule", "1 device"];
const BRANDS: [&str; 4] = ["Exforge", "Balmex", "Zestoretic", "Tysabri"];

/// A substance with its strength.
fn component() -> impl Strategy<Value = String> {
    (select(&SUBSTANCES[..]), select(&STRENGTHS[..]))
        .prop_map(|(name, strength)| format!("{name} {strength}"))
}

fn generic_names() -> impl Strategy<Value = String> {
    let separator = select(&[" / ", " in ", " and "][..]);
    let second = proptest::option::weighted(0.35, (separator, component()));
    (component(), second, select(&FORMS[..])).prop_map(|(first, second, form)| match second {
        Some((separator, second)) => format!("{first}{separator}{second} {form}"),
        None => format!("{first} {form}"),
    })
}

/// A pack of a medicine or of a mixture, under its own name or the name of a brand.
fn packs() -> impl Strategy<Value = (String, String)> {
    let brand = proptest::option::weighted(0.3, (select(&BRANDS[..]), any::<bool>()));
    (generic_names(), brand, select(&SUPPLIERS[..]), select(&SIZES[..])).prop_map(
        |(generic, brand, supplier, size)| {
            let title = match (brand, generic.split_once(' ')) {
                (Some((brand, true)), Some((_, rest))) => format!("{brand} {rest}"),
                (Some((brand, _)), _) => format!("{brand} tablets"),
                (None, _) => generic.clone(),
            };
            (format!("{title} ({supplier}) {size}"), generic)
        },
    )
}

pub fn fixture() -> impl Strategy<Value = Vec<Pack>> {
    proptest::collection::vec(packs(), 1..16).prop_map(|names| {
        let mut packs = Vec::new();
        for (item, (name, generic_product_name)) in (1..).zip(names) {
            packs.push(Pack { generic_product_name, ..pack(item, &name) });
        }
        packs
    })
}

/// A word with a letter changed, two swapped, one missing, or letters that look alike.
fn misspelt() -> impl Strategy<Value = String> {
    (select(&SUBSTANCES[..]), any::<(usize, u8)>()).prop_map(|(word, (at, kind))| {
        let mut letters: Vec<char> = word.to_lowercase().chars().collect();
        let at = at % (letters.len() - 1);
        match kind % 5 {
            0 => letters[at] = 'q',
            1 => letters.swap(at, at + 1),
            2 => drop(letters.remove(at)),
            3 => letters.insert(at, 'z'),
            _ => return word.to_lowercase().replace('m', "rn"),
        }
        letters.into_iter().collect()
    })
}

fn any_of(words: &'static [&'static str]) -> impl Strategy<Value = String> {
    select(words).prop_map(str::to_owned)
}

fn part() -> impl Strategy<Value = String> {
    prop_oneof![
        5 => select(&SUBSTANCES[..]).prop_map(str::to_lowercase),
        2 => misspelt(),
        2 => any_of(&BRANDS),
        5 => any_of(&STRENGTHS),
        3 => any_of(&["5 mg", "80", "5", "28", "0.005g", "5OOmg", "2,5mg", "2·5 mg", "10 mg per ml", "30 mg per 500 mg", "1 in 1000", "1:1000", "2-5mg", "10 mg / ml", "5m", "500 mic", "7mg", "1 %"]),
        3 => any_of(&FORMS),
        2 => any_of(&["oral", "iv", "sc", "im", "m/r", "modified release", "plain", "immediate release", "topical", "eye", "xl", "ec", "rectal", "by mouth", "inhaled", "intrathecal"]),
        3 => any_of(&["not", "no", "without", "non-", "except", "not modified release", "without codeine", "no sugar", "non-gastro-resistant", "not oral", "no 5mg", "not sterilised"]),
        1 => any_of(&["sugar free", "gluten free", "latex-free", "sf", "free"]),
        2 => any_of(&["sodium", "besilate", "hcl", "calcium", "sulfate", "hydrochloride", "as besilate"]),
        2 => any_of(&["zqxv", "nonsense", "foobar", "xylophonium", "qq", "q", "ng"]),
        2 => any_of(&["viii", "ix", "x", "d", "b", "e", "v", "ii"]),
        2 => any_of(&["film-coated", "BP", "POM", "a box of", "pack of 28", "x28", "28s", "(28)", "28 tablets", "keep out of reach of children", "PL 12345/0001", "100ml bottle", "please", "each tablet contains", "do not crush", "batch no", "use by", "per tablet"]),
        1 => any_of(&["vit d", "acetaminophen", "caps", "it", "ms", "td", "epinephrine", "tabs", "thyroxine"]),
        1 => any_of(&["Teva", "zeta", "Sandoz Ltd"]),
    ]
}

fn queries() -> impl Strategy<Value = String> {
    proptest::collection::vec((part(), separator()), 1..6).prop_map(|parts| {
        let text: String =
            parts.into_iter().flat_map(|(part, separator)| [part, separator.to_owned()]).collect();
        text.trim_end().to_owned()
    })
}

/// What is between two parts: a space, or signs. A stroke would need corrections of corrected words, which the predicate cannot follow.
fn separator() -> impl Strategy<Value = &'static str> {
    prop_oneof![12 => Just(" "), 1 => select(&[", ", ",", " (", ") ", "; ", " - ", ": ", "+", ". "][..])]
}

/// A name of the fixture with some of its words changed.
fn edited_names(fixture: &[Pack]) -> impl Strategy<Value = String> + use<> {
    let mut names = Vec::new();
    for pack in fixture {
        names.extend([pack.name.clone(), pack.generic_product_name.clone()]);
    }
    (select(names), proptest::collection::vec((any::<usize>(), 0..4u8, part()), 0..4)).prop_map(
        |(name, edits)| {
            let mut words: Vec<String> = name.split(' ').map(str::to_owned).collect();
            words.truncate(9);
            for (at, kind, part) in edits {
                let at = at % words.len().max(1);
                match kind {
                    _ if words.is_empty() => words.push(part),
                    0 => drop(words.remove(at)),
                    1 => words[at] = part,
                    2 => words.insert(at, part),
                    _ => words.truncate(at + 1),
                }
            }
            words.join(" ")
        },
    )
}

/// A fixture and queries for it.
pub fn fixtures_with_queries() -> impl Strategy<Value = (Vec<Pack>, Vec<String>)> {
    fixture().prop_flat_map(|fixture| {
        let query = prop_oneof![queries(), edited_names(&fixture)];
        (Just(fixture), proptest::collection::vec(query, 1..24))
    })
}
