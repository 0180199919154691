//! Sizes, strengths and concentrations that may be taken for each other.

use super::super::draw::{Draw, Plain, amount_text, number_text, sizes_of, strength_from, strength_text};
use super::super::question::{Question, Want};
use super::super::release::Product;
use super::super::strength::Dimension;
use super::super::words::{capital, words_of};

/// The units of sizes that are counted, each with its plural.
const COUNTED: [(&str, &str); 12] = [
    ("tablet", "tablets"),
    ("capsule", "capsules"),
    ("ampoule", "ampoules"),
    ("vial", "vials"),
    ("sachet", "sachets"),
    ("suppository", "suppositories"),
    ("patch", "patches"),
    ("cartridge", "cartridges"),
    ("pre-filled", "pre-filled syringes"),
    ("pessary", "pessaries"),
    ("lozenge", "lozenges"),
    ("unit", "unit doses"),
];

/// The medicine in its strength; in its volume, if it is in a container.
fn exact(plain: &Plain<'_>) -> Vec<Want> {
    let is_counted =
        plain.strength.per.is_some_and(|per| per.is_counted && per.dimension == Dimension::Volume);
    let is_container = is_counted && plain.generic.parsed.text.contains("injection");
    match is_container || plain.generic.parsed.text.contains("infusion") && is_counted {
        true => vec![plain.medicine(), Want::Exact(plain.words(), plain.strength.clone())],
        false => plain.wants(),
    }
}

pub fn size_as_strength(draw: &mut Draw<'_>) -> Option<Question> {
    let is_injection = draw.random.chance(60);
    let plain = draw.plain_if(|plain| !is_injection || plain.generic.parsed.text.contains("injection"))?;
    let sizes = sizes_of(draw.release, plain.generic);
    let (number, unit) = *draw.random.pick(&sizes)?;
    let (one, many) = *COUNTED.iter().find(|(one, _)| *one == unit)?;
    if number < 2.0 {
        return None;
    }
    let texts = [plain.substance, &plain.strength.text, &number_text(number), many, one];
    let text = draw.fill(
        "{0} {1} {2} {3}|{0} {1} {3} {2}|{0} {1} x {2}|{0} {1} x{2} {3}|{2} x {0} {1} {3}|\
         {0} {1} {3} pack of {2}|{2} {3} of {0} {1}|{0} {1} {3} ({2})|{0} {1}, {2} {3}",
        &texts,
    );
    Some(Question::new(text, plain.name(), exact(&plain)))
}

/// `hydrocortisone 1g`: a strength that is also the size of some pack of the substance.
pub fn strength_as_size(draw: &mut Draw<'_>) -> Option<Question> {
    let plain =
        draw.plain_if(|plain| matches!(plain.amount().unit, "g" | "mg") && plain.strength.per.is_none())?;
    if plain.amount().unit == "mg" && plain.amount().number < 100.0 {
        return None;
    }
    let is_size = |(_, unit): &(f64, &str)| matches!(*unit, "gram" | "ml");
    if !has_size(draw, &plain, is_size) {
        return None;
    }
    let text = draw.fill("{0} {1}|{1} {0}|{0} {1}.", &[plain.substance, &plain.strength.text]);
    Some(Question::new(text, plain.name(), plain.wants()))
}

fn has_size(draw: &Draw<'_>, plain: &Plain<'_>, is_size: impl Fn(&(f64, &str)) -> bool) -> bool {
    let all = draw.of_substance(plain.substance);
    all.iter().any(|other| sizes_of(draw.release, other.generic).iter().any(&is_size))
}

/// `insulin glargine 300`: a strength without its unit that is also a size.
pub fn bare_number(draw: &mut Draw<'_>) -> Option<Question> {
    let plain = draw.plain()?;
    let number = plain.amount().number;
    if number < 2.0 || !has_size(draw, &plain, |(size, _)| *size == number) {
        return None;
    }
    let number_written = number_text(number);
    let text = draw.fill("{0} {1}|{1} {0}", &[plain.substance, &number_written]);
    Some(Question::new(text, plain.name(), vec![plain.medicine(), Want::Number(plain.words(), number)]))
}

/// `furosemide 10mg : 1ml`.
pub fn strength_and_volume(draw: &mut Draw<'_>) -> Option<Question> {
    let plain = draw.plain_if(|plain| {
        plain.strength.per.is_some_and(|per| per.dimension == Dimension::Volume && per.unit == "ml")
    })?;
    let volume = amount_text(plain.strength.per?.number, "ml");
    let amount = amount_text(plain.amount().number, plain.amount().unit);
    let sign = draw.one_of(" : |: |:| in | / | per | - | = | to ");
    let text = format!("{} {amount}{sign}{volume}", plain.substance);
    let question = Question::new(text, plain.name(), exact(&plain));
    Some(if matches!(sign, " - " | " = " | " to ") { question.or_nothing() } else { question })
}

/// `Mepilex Border 10cm x 10cm`, `Hi-Slip catheter 20Ch`.
pub fn device_size(draw: &mut Draw<'_>) -> Option<Question> {
    let product = draw.random.below(draw.release.products.len());
    let product = &draw.release.products[product];
    let generic = &draw.release.generics[product.generic];
    if generic.is_medicine {
        return None;
    }
    let (text, wanted) = match draw.random.below(4) {
        0 | 1 => square(draw, product),
        2 => gauge(draw, product),
        _ => class(draw, product),
    }?;
    Some(Question::new(text, &generic.name, wanted))
}

/// The words of a title before its first digit, at most three, without `Generic`.
fn device_name(title: &str) -> Option<String> {
    let title = title.strip_prefix("Generic ").unwrap_or(title);
    let is_whole =
        |word: &&str| word.chars().all(char::is_alphabetic) && !matches!(*word, "with" | "class" | "Class");
    let words: Vec<&str> = title.split_whitespace().take_while(is_whole).take(3).collect();
    if words.len() >= 2 { Some(words.join(" ")) } else { None }
}

fn square(draw: &mut Draw<'_>, product: &Product) -> Option<(String, Vec<Want>)> {
    let name = device_name(&product.title)?;
    let text = &product.parsed.text;
    let (before, after) = text.split_once("cm x ")?;
    let width = before.rsplit(' ').next()?;
    let height = after.split("cm").next()?;
    if width.parse::<f64>().is_err() || height.parse::<f64>().is_err() {
        return None;
    }
    let text = draw.fill(
        "{0} {1}cm x {2}cm|{0} {1} x {2}|{0} {1}cmx{2}cm|{0} {1}x{2}cm|{0} {1} x {2} cm|{0} {1}x{2}|\
         {1}cm x {2}cm {0}|{0} {1}cm*{2}cm",
        &[&name, width, height],
    );
    let lengths = Want::Lengths(vec![width.to_owned(), height.to_owned()]);
    Some((text, vec![Want::Medicine(words_of(&name)), lengths]))
}

/// A catheter with its gauge in Charrière.
fn gauge(draw: &mut Draw<'_>, product: &Product) -> Option<(String, Vec<Want>)> {
    let name = device_name(&product.title)?;
    let words = product.parsed.text.split_whitespace();
    let is_number = |gauge: &&str| gauge.parse::<u32>().is_ok();
    let gauge = words.filter_map(|word| word.strip_suffix("ch")).find(is_number)?;
    let templates = "{0} {1}Ch|{0} {1} Ch|{0} {1}Fr|{0} {1} Fr|{0} Ch{1}|{1}Ch {0}";
    let text = draw.fill(templates, &[&name, gauge]);
    Some((text, vec![Want::Medicine(words_of(&name)), Want::Lengths(vec![gauge.to_owned()])]))
}

/// A stocking with its class.
fn class(draw: &mut Draw<'_>, product: &Product) -> Option<(String, Vec<Want>)> {
    let name = device_name(&product.title)?;
    let class = product.parsed.text.split_once("class ")?.1.split(' ').next()?;
    let text = draw.fill("{0} class {1}|class {1} {0}", &[&name, &capital(class)]);
    Some((text, vec![Want::Medicine(words_of(&name)), Want::Phrase(vec![format!("class {class}")])]))
}

// Strengths that a medicine does not have, and concentrations written for other volumes.

/// Ten times the strength or a tenth of it, or the number with another unit.
pub fn wrong_strength(draw: &mut Draw<'_>) -> Option<Question> {
    let plain = draw.plain()?;
    let (number, unit) = (plain.amount().number, plain.amount().unit);
    let (number, unit) = match draw.random.below(3) {
        0 => (number * 10.0, unit),
        1 => (number / 10.0, unit),
        _ => (number, other_unit(draw, unit)?),
    };
    let written = strength_text(number, unit, plain.strength);
    let text = draw.fill("{0} {1}|{0} {1} {2}", &[plain.substance, &written, plain.form]);
    let mut wants = plain.wants_strength(strength_from(&written)?);
    wants.extend(plain.form_in(&text));
    Some(Question::new(text, plain.name(), wants))
}

fn other_unit(draw: &mut Draw<'_>, unit: &str) -> Option<&'static str> {
    match unit {
        "mg" => Some(draw.one_of("micrograms|g|units")),
        "micrograms" | "microgram" => Some("mg"),
        "g" => Some("mg"),
        "units" | "unit" => Some("mg"),
        _ => None,
    }
}

/// A concentration for another volume, or in another unit: the same medicine.
pub fn per_volume(draw: &mut Draw<'_>) -> Option<Question> {
    let plain = draw.plain_if(|plain| plain.strength.per.is_some_and(|per| per.unit == "ml"))?;
    let written =
        if draw.random.chance(70) { other_volume(draw, &plain)? } else { other_unit_of(draw, &plain)? };
    let text = draw.fill("{0} {1}|{0} {1} {2}", &[plain.substance, &written, plain.form]);
    Some(Question::new(text, plain.name(), plain.wants()))
}

fn other_volume(draw: &mut Draw<'_>, plain: &Plain<'_>) -> Option<String> {
    let volume = plain.strength.per?.number;
    let other = *draw.random.pick(&[1.0, 5.0])?;
    let number = plain.amount().number / volume * other;
    if number < 0.001 || !matches!(volume, 1.0 | 5.0) || other == volume || number_text(number).len() > 7 {
        return None;
    }
    let per = if other == 1.0 { "/ml".to_owned() } else { format!("/{}", amount_text(other, "ml")) };
    Some(format!("{}{per}", amount_text(number, plain.amount().unit)))
}

fn other_unit_of(draw: &mut Draw<'_>, plain: &Plain<'_>) -> Option<String> {
    let amount = plain.amount();
    if amount.dimension != Dimension::Mass {
        return None;
    }
    let (unit, size) = *draw.random.pick(&[("mg", 1e6), ("micrograms", 1e3), ("g", 1e9)])?;
    let number = amount.amount / size;
    let is_usual = (0.001..10_000.0).contains(&number) && number_text(number).len() <= 6;
    if is_usual && unit != amount.unit { Some(strength_text(number, unit, plain.strength)) } else { None }
}
