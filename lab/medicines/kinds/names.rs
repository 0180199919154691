//! Names of medicines, codes with labels, and questions without an answer.

use pack_lookup::dataset::PackNumber;

use super::super::draw::{Draw, FOREIGN, OTHERS, number_text, rows, strength_from, strength_text};
use super::super::name::compounds;
use super::super::question::{Question, Want};
use super::super::words::{distance, words_of};

/// `ecitalopram`: one letter from two medicines.
pub fn tie(draw: &mut Draw<'_>) -> Option<Question> {
    let (a, b) = *draw.random.pick(&draw.pairs)?;
    if distance(a, b) > 2 {
        return None;
    }
    let between: Vec<String> =
        edits_of(a, b).into_iter().filter(|word| is_between(draw, word, a, b)).collect();
    let word = draw.random.pick(&between)?.clone();
    let plain = draw.of_substance(a);
    let plain = draw.random.pick(&plain)?;
    Some(Question::new(word, plain.name(), vec![Want::Nothing]))
}

fn is_between(draw: &Draw<'_>, word: &str, a: &str, b: &str) -> bool {
    !a.starts_with(word)
        && !b.starts_with(word)
        && distance(word, a) == 1
        && distance(word, b) == 1
        && !draw.release.has_word(word)
}

/// The words with one letter less than `a`, or one of the letters of `b` more or instead.
fn edits_of(a: &str, b: &str) -> Vec<String> {
    let mut words = Vec::new();
    for at in 0..=a.len() {
        let (before, after) = a.split_at(at);
        let rest = after.get(1..).unwrap_or("");
        words.push(format!("{before}{rest}"));
        for letter in b.chars() {
            words.push(format!("{before}{letter}{after}"));
            words.push(format!("{before}{letter}{rest}"));
        }
    }
    words
}

/// `arnagliptin`: the stem of one name after the start of another one.
pub fn far_word(draw: &mut Draw<'_>) -> Option<Question> {
    let (a, b) = (draw.plain()?, draw.plain()?);
    let is_word = |name: &str| name.len() >= 8 && name.chars().all(|c| c.is_ascii_lowercase());
    if !is_word(a.substance) || !is_word(b.substance) || a.substance[..1] == b.substance[..1] {
        return None;
    }
    let (start, stem) = (2 + draw.random.below(3), 5 + draw.random.below(2));
    let word = format!("{}{}", &b.substance[..start], &a.substance[a.substance.len() - stem..]);
    let is_far = |name: &str| {
        let least = if name.starts_with(&word[..1]) { 3 } else { 2 };
        name.len().abs_diff(word.len()) >= least || distance(name, &word) >= least
    };
    if !draw.medicines.iter().all(|name| is_far(name)) || draw.release.has_word(&word) {
        return None;
    }
    Some(Question::new(word, a.name(), vec![Want::Nothing]))
}

/// A medicine whose name is like the name of another one.
pub fn look_alike(draw: &mut Draw<'_>) -> Option<Question> {
    let (a, _) = *draw.random.pick(&draw.pairs)?;
    let plain = draw.of_substance(a);
    let plain = draw.random.pick(&plain)?;
    let templates = "{0}|{0} {1}|{0} {2}|{1} {0}|{0} {1} {2}";
    let text = draw.fill(templates, &[a, &plain.strength.text, plain.form]);
    let mut wants = vec![plain.medicine()];
    wants.extend(plain.strength_in(&text));
    Some(Question::new(text, plain.name(), wants))
}

/// A medicine that the release does not have.
pub fn absent_medicine(draw: &mut Draw<'_>) -> Option<Question> {
    let [name] = *draw.random.pick(&rows::<1>(OTHERS))?;
    if words_of(name).iter().any(|word| draw.release.has_word(word)) {
        return None;
    }
    let tail = draw.one_of("| 10mg| tablets| 5mg tablets| injection| 1%| cream| 250mg capsules");
    Some(Question::new(format!("{name}{tail}"), name, vec![Want::Nothing]))
}

/// A brand of another country: its medicine, or nothing.
pub fn foreign_brand(draw: &mut Draw<'_>) -> Option<Question> {
    let [brand, medicine] = *draw.random.pick(&rows::<2>(FOREIGN))?;
    if words_of(brand).iter().any(|word| draw.release.has_word(word)) {
        return None;
    }
    let wants = medicine.split(" / ").map(|component| Want::Medicine(words_of(component)));
    Some(Question::new(brand, medicine, wants.collect()).or_nothing())
}

// Codes with labels, and names of the release with unusual signs.

/// `GTIN 0501…`, `EAN: 501…`, `PC: … SN: …`.
pub fn labelled_code(draw: &mut Draw<'_>) -> Option<Question> {
    let pack = PackNumber(draw.random.below(draw.release.packs.len()) as u32);
    let is_medicine = draw.release.pack(pack).legal_category != "Not Applicable";
    if !is_medicine && draw.random.chance(80) {
        return None;
    }
    let gtin = draw.release.pack(pack).gtin_codes.last()?.gtin.to_string();
    let padded = format!("{gtin:0>14}");
    let short = padded.trim_start_matches('0');
    if short.len() != 13 {
        return None;
    }
    let text = draw.fill(
        "GTIN {0}|GTIN: {0}|EAN: {1}|EAN {1}|PC: {0} SN: 12AB34CD56 LOT: A123 EXP: 2027-03|\
         PC {0} SN 10000000012345|barcode {1}|(01) {0} (17) 270331 (10) A123|GTIN({0})|{1} barcode|\
         EAN13 {1}|PC:{0}",
        &[&padded, short],
    );
    let wanted = pack_lookup::gtin::Gtin::parse(&padded).ok()?;
    let packs = pack_lookup::lookup::packs(&draw.release.dataset, wanted);
    let generic = &draw.release.pack(pack).generic_product_name;
    Some(Question::new(text, generic, vec![Want::Packs(packs)]))
}

/// The whole name of a generic product with signs or an `and`: kits, ratios, sizes, abbreviations with
/// points.
pub fn odd_name(draw: &mut Draw<'_>) -> Option<Question> {
    let generic = draw.random.below(draw.release.generics.len());
    let generic = &draw.release.generics[generic];
    let has_signs = [":", "+", ". ", ", ", " and ", "&", "#", "'", "(", ">", "<", "%"];
    if !has_signs.iter().any(|sign| generic.name.contains(sign)) {
        return None;
    }
    let wants = vec![Want::Generic(generic.name.clone())];
    Some(Question::new(generic.name.clone(), &generic.name, wants).first_only())
}

// Questions without an answer, whose reason is judged.

pub fn false_reason(draw: &mut Draw<'_>) -> Option<Question> {
    match draw.random.below(3) {
        0 => compound(draw),
        1 => absent_strength(draw),
        _ => absent_strength_of_brand(draw),
    }
}

/// `co-amoxiclav clavulanate`: a `co-` name with one of its components.
fn compound(draw: &mut Draw<'_>) -> Option<Question> {
    let all: Vec<_> = compounds().collect();
    let (compound, parts) = *draw.random.pick(&all)?;
    let part = *draw.random.pick(&parts)?;
    let part =
        if part == "clavulanic acid" { draw.one_of("clavulanic acid|clavulanate|clavulanic") } else { part };
    let templates = "{0} {1}|{0} {1} 500mg|{1} {0}|{0} (with {1})|{0} {1} tablets|{0} with {1}";
    let text = draw.fill(templates, &[compound, part]);
    let wants = vec![Want::Medicine(words_of(compound))];
    Some(Question::new(text.clone(), &text, wants).or_nothing().with_reason())
}

fn absent_strength(draw: &mut Draw<'_>) -> Option<Question> {
    let plain = draw.plain()?;
    let number = plain.amount().number * draw.random.pick(&[3.0, 7.0, 11.0])?;
    let written = strength_text(number, plain.amount().unit, plain.strength);
    let text = format!("{} {written}", plain.substance);
    let wants = plain.wants_strength(strength_from(&written)?);
    Some(Question::new(text, plain.name(), wants).with_reason())
}

fn absent_strength_of_brand(draw: &mut Draw<'_>) -> Option<Question> {
    let (product, brand) = draw.brand()?;
    let generic = draw.release.generic_of(product);
    if !generic.parsed.is_plain() {
        return None;
    }
    let strength = &generic.parsed.components[0].strengths[0];
    let number = number_text(strength.amount.number * draw.random.pick(&[3.0, 7.0, 11.0])?);
    let written = format!("{number}{}", strength.amount.unit);
    let words = words_of(brand);
    let wants = vec![Want::Medicine(words.clone()), Want::Strength(words, strength_from(&written)?)];
    Some(Question::new(format!("{brand} {written}"), &generic.name, wants).with_reason())
}

// Spellings that are read today and must stay so.

pub fn spelling(draw: &mut Draw<'_>) -> Option<Question> {
    let plain = draw.plain()?;
    let strength = &plain.strength.text;
    let texts = [plain.substance, strength, plain.form];
    let text = match draw.random.below(7) {
        0 => format!("{} {strength}", tall(draw, plain.substance)),
        1 => decimal(draw, &texts, ",")?,
        2 => decimal(draw, &texts, "·")?,
        3 => format!("{} {}", plain.substance, other_digits(draw, strength)),
        4 => draw.fill("{1} {0} {2}|{2} {1} {0}|{2} {0} {1}", &texts),
        5 => format!("{} {strength}", plain.substance).to_uppercase(),
        _ => draw.fill("{0}, {1}|{0} ({1})|{0}: {1}|{0} - {1}|  {0}   {1} ", &texts),
    };
    Some(Question::new(text, plain.name(), plain.wants()))
}

/// Capital letters in the middle of a word: `predniSOLone`.
fn tall(draw: &mut Draw<'_>, word: &str) -> String {
    let start = draw.random.below(word.len());
    let end = start + 3;
    let letters = word.char_indices();
    letters.map(|(at, c)| if (start..end).contains(&at) { c.to_ascii_uppercase() } else { c }).collect()
}

fn decimal(draw: &mut Draw<'_>, texts: &[&str; 3], point: &str) -> Option<String> {
    if !texts[1].contains('.') || texts[1].contains(',') {
        return None;
    }
    let written = texts[1].replace('.', point);
    Some(draw.fill("{0} {1}|{0} {1} {2}", &[texts[0], &written, texts[2]]))
}

fn other_digits(draw: &mut Draw<'_>, text: &str) -> String {
    let zero = *draw.random.pick(&['０', '٠', '०']).unwrap_or(&'0');
    let other = |digit: u32| char::from_u32(zero as u32 + digit).unwrap_or('0');
    text.chars().map(|c| c.to_digit(10).map_or(c, other)).collect()
}
