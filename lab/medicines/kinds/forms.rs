//! Forms, routes, release characteristics, and words that tell products of one name apart.

use super::super::draw::{Draw, FORMS, Plain, ROUTES, alternatives, number_text, rows};
use super::super::form::releases_of;
use super::super::question::{Question, Want, Words};
use super::super::strength::Dimension;
use super::super::words::words_of;

/// `vincristine intrathecally`, `fentanyl under the tongue`.
pub fn route(draw: &mut Draw<'_>) -> Option<Question> {
    let [wording, route] = *draw.random.pick(&rows::<2>(ROUTES))?;
    if route == "-" {
        return None;
    }
    let plain = draw.plain()?;
    let text = draw.fill("{0} {1}|{0} {2} {1}", &[plain.substance, wording, &plain.strength.text]);
    let mut wants = vec![plain.medicine(), Want::Route(route)];
    wants.extend(plain.strength_in(&text));
    Some(Question::new(text, plain.name(), wants))
}

/// `morphine into the kidney`: no pack is for it.
pub fn unknown_route(draw: &mut Draw<'_>) -> Option<Question> {
    let [wording, route] = *draw.random.pick(&rows::<2>(ROUTES))?;
    if route != "-" {
        return None;
    }
    let plain = draw.plain()?;
    let text = draw.fill("{0} {1}|{0} {2} {1}", &[plain.substance, wording, &plain.strength.text]);
    Some(Question::new(text, plain.name(), vec![Want::Nothing]))
}

/// `pioglitazone 15mg inj`, `metoclopramide 5mg eardrops`, `aciclovir 800mg soluble tablets`.
pub fn form(draw: &mut Draw<'_>) -> Option<Question> {
    let [wording, forms, route, phrases] = *draw.random.pick(&rows::<4>(FORMS))?;
    let plain = draw.plain()?;
    let templates = "{0} {1}|{0} {2} {1}|{0} {1} {2}|{1} {0}";
    let text = draw.fill(templates, &[plain.substance, wording, &plain.strength.text]);
    let mut wants = vec![plain.medicine()];
    if forms != "-" {
        wants.push(Want::Form(alternatives(forms)));
    }
    if route != "-" {
        wants.push(Want::Route(route));
    }
    if !phrases.is_empty() {
        wants.push(Want::Phrase(alternatives(phrases)));
    }
    wants.extend(plain.strength_in(&text));
    Some(Question::new(text, plain.name(), wants))
}

/// `fentanyl 12mcg/hr patch`.
pub fn patch(draw: &mut Draw<'_>) -> Option<Question> {
    let is_patch = |plain: &Plain<'_>| plain.generic.parsed.text.contains("patch");
    let is_per_time =
        |plain: &Plain<'_>| plain.strength.per.is_some_and(|per| per.dimension == Dimension::Time);
    let plain = draw.plain_if(|plain| is_patch(plain) && is_per_time(plain))?;
    let number = number_text(plain.amount().number);
    let unit = draw.one_of(match plain.amount().unit {
        "mg" => "mg",
        _ => "mcg|micrograms|microgram| mcg|ug| micrograms",
    });
    let hours = plain.strength.per?.number;
    let per = match hours == 1.0 {
        true => draw.one_of("/hr|/hour|/h| per hour| / hr|/ hour").to_owned(),
        false => format!("{}{} hours", draw.one_of("/| per "), number_text(hours)),
    };
    let texts = [plain.substance, &number, unit, &per];
    let text = draw.fill("{0} {1}{2}{3} patch|{0} {1}{2}{3}|{0} patches {1}{2}{3}", &texts);
    Some(Question::new(text, plain.name(), plain.wants()))
}

// Release characteristics and strengths without a space before or after.

const MODIFIED: [&str; 7] = ["MR", "XL", "SR", "CR", "LA", "PR", "XR"];

/// `metformin XL500mg`, `MadoparCR`.
pub fn glued_release(draw: &mut Draw<'_>) -> Option<Question> {
    if draw.random.chance(30) { glued_brand(draw) } else { glued_substance(draw) }
}

fn glued_substance(draw: &mut Draw<'_>) -> Option<Question> {
    let plain = draw.plain_if(|plain| releases_of(&plain.generic.parsed.text) != ["immediate"])?;
    let release = releases_of(&plain.generic.parsed.text)[0];
    let short = if release == "modified" { draw.random.one_of(&MODIFIED) } else { "EC" };
    let slashed = if release == "modified" { "m/r" } else { "e/c" };
    let number = number_text(plain.amount().number);
    let texts = [plain.substance, &plain.strength.text, short, slashed, &number];
    let text = draw.fill(
        "{0} {2}{1}|{0}{2} {1}|{0} {1}{2}|{0}{2}{1}|{0}-{2} {1}|{0} {1} {3}|{0} {4} {3}|{0} {1}{3}|\
         {0} {2} {4}|{0} {2}{4}",
        &texts,
    );
    let mut wants = vec![plain.medicine(), Want::Release(release)];
    wants.push(match text.contains(&plain.strength.text) {
        true => Want::Strength(plain.words(), plain.strength.clone()),
        false => Want::Number(plain.words(), plain.amount().number),
    });
    Some(Question::new(text, plain.name(), wants))
}

/// The brand and the release of a title, joined: `MadoparCR 125mg`.
fn glued_brand(draw: &mut Draw<'_>) -> Option<Question> {
    let product = draw.random.below(draw.release.products.len());
    let product = &draw.release.products[product];
    let words: Vec<&str> = product.title.split(' ').take(3).collect();
    let [brand, release, strength] = words.as_slice() else { return None };
    if !MODIFIED.contains(release) || !strength.ends_with("mg") {
        return None;
    }
    let text = draw.fill("{0}{1}|{0}{1} {2}|{0} {1}{2}|{0}-{1} {2}", &[brand, release, strength]);
    let mut wants = vec![Want::Medicine(words_of(&format!("{brand} {release}")))];
    if let Some(strength) = super::super::draw::strength_from(strength).filter(|_| text.contains(strength)) {
        wants.push(Want::Strength(words_of(brand), strength));
    }
    let generic = &draw.release.generics[product.generic];
    Some(Question::new(text, &generic.name, wants))
}

/// `metformin500mg`, `500mgmetformin`.
pub fn glued_strength(draw: &mut Draw<'_>) -> Option<Question> {
    let is_long = |plain: &Plain<'_>| plain.substance.rsplit(' ').next().is_some_and(|last| last.len() > 3);
    let plain = draw.plain_if(is_long)?;
    let texts = [plain.substance, &plain.strength.text, plain.form];
    let templates = match plain.strength.per {
        Some(_) => "{0}{1}|{0}{1} {2}|{0}-{1}|{0}_{1}",
        None => "{0}{1}|{1}{0}|{0}{1}{2}|{0}{1} {2}|{0} {1}{2}|{0}-{1}|{0}_{1}",
    };
    let text = draw.fill(templates, &texts);
    Some(Question::new(text, plain.name(), plain.wants()))
}

// Words of forms, ages and strength that a supplier may have too.

/// Words that tell products of one name apart, each with other spellings of names.
const AGES: [(&str, &str); 22] = [
    ("forte", "forte"),
    ("paediatric", "paediatric|pediatric|children|childrens|child|infant|junior"),
    ("children", "children|childrens|child|paediatric|kids|junior"),
    ("junior", "junior|jr|jr."),
    ("adult", "adult|adults"),
    ("infant", "infant|infants|baby|paediatric"),
    ("baby", "baby|infant|infants"),
    ("plus", "plus"),
    ("max", "max|maximum"),
    ("maximum", "max|maximum"),
    ("extra", "extra"),
    ("ultra", "ultra"),
    ("strong", "strong"),
    ("double", "double"),
    ("mild", "mild"),
    ("gold", "gold"),
    ("advance", "advance"),
    ("original", "original"),
    ("night", "night|nighttime|nite"),
    ("day", "day|daytime"),
    ("one", "one"),
    ("rapid", "rapid"),
];

/// Words that mean the same.
const SAME_AGES: [(&str, &str); 6] = [
    ("jr", "junior"),
    ("junior", "jr"),
    ("childrens", "children"),
    ("child", "children"),
    ("maximum", "max"),
    ("adults", "adult"),
];

/// A word of a form, or one that tells products apart, that the word of a supplier begins with.
pub fn makers_word(draw: &mut Draw<'_>) -> Option<Question> {
    let plain = draw.plain()?;
    let strength = if draw.random.chance(50) { format!(" {}", plain.strength.text) } else { String::new() };
    let mut wants = if strength.is_empty() { vec![plain.medicine()] } else { plain.wants() };
    let (word, want) = if draw.random.chance(50) { form_word(draw)? } else { age(draw)? };
    if !begins_supplier(draw, word) {
        return None;
    }
    wants.push(want);
    Some(Question::new(format!("{}{strength} {word}", plain.substance), plain.name(), wants))
}

fn begins_supplier(draw: &Draw<'_>, word: &str) -> bool {
    let next = draw.release.supplier_words.range(word.to_owned()..).next();
    next.is_some_and(|other| other.starts_with(word))
}

fn form_word(draw: &mut Draw<'_>) -> Option<(&'static str, Want)> {
    let [wording, forms] = *draw.random.pick(&rows::<2>(FORMS))?;
    if wording.contains(' ') || forms == "-" {
        None
    } else {
        Some((wording, Want::Form(alternatives(forms))))
    }
}

fn age(draw: &mut Draw<'_>) -> Option<(&'static str, Want)> {
    let (word, spellings) = *draw.random.pick(&AGES)?;
    Some((word, Want::PhraseIfAny(alternatives(spellings))))
}

/// `depixol forte`: a word that some product of that name has.
pub fn age_word(draw: &mut Draw<'_>) -> Option<Question> {
    let product = draw.random.below(draw.release.products.len());
    let product = &draw.release.products[product];
    let generic = &draw.release.generics[product.generic];
    if !product.is_medicine {
        return None;
    }
    let own = |spelling: &String| product.parsed.words.contains(spelling);
    let mut all = AGES.iter().map(|(_, spellings)| alternatives(spellings));
    let spellings = all.find(|spellings| spellings.iter().any(own))?;
    let word = spellings.iter().find(|spelling| own(spelling))?;
    let written = SAME_AGES.iter().find(|(one, _)| one == word).map_or(word.as_str(), |(_, other)| other);
    let written = if draw.random.chance(30) { written } else { word };
    let name = name_before(&product.title, &spellings)?;
    let wants = vec![Want::Medicine(words_of(&name)), Want::Phrase(spellings.clone())];
    let text = draw.fill("{0} {1}|{0} {1}|{1} {0}", &[&name, written]);
    Some(Question::new(text, &generic.name, wants))
}

/// The words of a title before one of some words and before any digit.
fn name_before(title: &str, words: &Words) -> Option<String> {
    let is_end = |word: &str| {
        let folded = word.to_lowercase();
        words.contains(&folded.replace(['.', '\'', '+'], ""))
            || !folded.starts_with(char::is_alphabetic)
            || folded == "for"
    };
    let name: Vec<&str> = title.split(' ').take_while(|word| !is_end(word)).take(3).collect();
    let is_name = !name.is_empty() && name[0].len() >= 4;
    if is_name { Some(name.join(" ")) } else { None }
}

/// A word that no product of the medicine has.
pub fn absent_age_word(draw: &mut Draw<'_>) -> Option<Question> {
    let (word, want) = age(draw)?;
    if draw.random.chance(50) {
        let (product, brand) = draw.brand()?;
        let wants = vec![Want::Medicine(words_of(brand)), want];
        let generic = draw.release.generic_of(product);
        return Some(Question::new(format!("{brand} {word}"), &generic.name, wants).or_nothing());
    }
    let plain = draw.plain()?;
    let text = format!("{} {word}", plain.substance);
    Some(Question::new(text, plain.name(), vec![plain.medicine(), want]).or_nothing())
}
