//! Words of forms, ages and strength that a supplier may have too.

use super::super::draw::Draw;
use super::super::question::{Question, Want, Words};
use super::super::tables::{FORMS, alternatives, rows};
use super::super::words::words_of;

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
    let text = draw.fill(&["{0} {1}", "{0} {1}", "{1} {0}"], &[&name, written]);
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
