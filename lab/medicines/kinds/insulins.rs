//! Insulins: their types, mixtures and containers.

use super::super::draw::{Draw, Plain, number_text};
use super::super::question::{Question, Want};
use super::super::tables::alternatives;
use super::super::words::words_of;

/// Containers as people say them, and as names have them.
const CONTAINERS: [(&str, &str); 9] = [
    ("pens", PENS),
    ("pen", PENS),
    ("prefilled pen", PENS),
    ("disposable pens", PENS),
    ("cartridges", "cartridge"),
    ("cartridge", "cartridge"),
    ("3ml cartridges", "cartridge"),
    ("vial", "vial"),
    ("10ml vials", "vial"),
];

const PENS: &str = "pre filled disposable device|pre filled disposable injection|pre filled pen|pen|flexpen|kwikpen|\
                    solostar|flextouch|junior kwikpen|tempo pen|innolet|doublestar";

pub fn insulin(draw: &mut Draw<'_>) -> Option<Question> {
    let release = draw.release;
    let is_insulin = |generic: &&usize| release.generics[**generic].name.starts_with("Insulin");
    let insulins: Vec<usize> = release.plain.iter().filter(is_insulin).copied().collect();
    let plain = Plain::of(&release.generics[*draw.random.pick(&insulins)?]);
    let (container, phrases) = *draw.random.pick(&CONTAINERS)?;
    if draw.random.chance(40) {
        of_brand(draw, plain, container, phrases)
    } else {
        of_type(draw, plain, container, phrases)
    }
}

fn of_type(draw: &mut Draw<'_>, plain: Plain<'_>, container: &str, phrases: &str) -> Option<Question> {
    let kind = plain.substance.strip_prefix("insulin ")?;
    if plain.amount().number < 10.0 {
        return None;
    }
    let number = number_text(plain.amount().number);
    let texts = [kind, container, &number];
    let templates = [
        "insulin {0} {2} units/ml {1}",
        "insulin {0} {2}units/ml {1}",
        "{0} insulin {1}",
        "insulin {0} {1}",
        "{0} insulin {2} units/ml {1}",
        "insulin {0} {2} {1}",
        "insulin {0} {2}",
    ];
    let text = draw.fill(&templates, &texts);
    let mut wants = vec![plain.medicine()];
    if text.contains(&number) {
        wants.push(Want::Number(plain.words(), plain.amount().number));
    }
    if text.contains(container) {
        wants.push(Want::Phrase(alternatives(phrases)));
    }
    Some(Question::new(text, plain.name(), wants))
}

/// `tresiba 200 cartridges`: a brand with the number of some insulin.
fn of_brand(draw: &mut Draw<'_>, plain: Plain<'_>, container: &str, phrases: &str) -> Option<Question> {
    let product = *draw.random.pick(&plain.generic.products)?;
    let brand = draw.release.products[product].title.split(' ').next()?;
    if words_of(brand).iter().any(|word| word == "insulin") {
        return None;
    }
    let number = draw.one_of(&["100", "200", "300", "500"]);
    let text = draw
        .fill(&["{0} {1} {2}", "{0} {2}", "{0} {1} units/ml {2}", "{0} {1}"], &[brand, number, container]);
    let words = words_of(brand);
    let mut wants = vec![Want::Medicine(words.clone())];
    if text.contains(number) {
        wants.push(Want::Number(words, number.parse().ok()?));
    }
    if text.contains(container) {
        wants.push(Want::Phrase(alternatives(phrases)));
    }
    Some(Question::new(text, plain.name(), wants))
}
