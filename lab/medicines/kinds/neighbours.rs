//! Words near the names of two medicines, far from all, or of no medicine of the release.

use super::super::draw::Draw;
use super::super::question::{Question, Want};
use super::super::tables::{FOREIGN, OTHERS, rows};
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

/// A medicine whose name is like that of another one.
pub fn look_alike(draw: &mut Draw<'_>) -> Option<Question> {
    let (a, _) = *draw.random.pick(&draw.pairs)?;
    let plain = draw.of_substance(a);
    let plain = draw.random.pick(&plain)?;
    let templates = ["{0}", "{0} {1}", "{0} {2}", "{1} {0}", "{0} {1} {2}"];
    let text = draw.fill(&templates, &[a, &plain.strength.text, plain.form]);
    let is_strong = text.contains(&plain.strength.text);
    let wants = if is_strong { plain.wants() } else { vec![plain.medicine()] };
    Some(Question::new(text, plain.name(), wants))
}

/// A medicine that the release does not have.
pub fn absent_medicine(draw: &mut Draw<'_>) -> Option<Question> {
    let [name] = *draw.random.pick(&rows::<1>(OTHERS))?;
    if words_of(name).iter().any(|word| draw.release.has_word(word)) {
        return None;
    }
    let tail = draw.one_of(&[
        "",
        " 10mg",
        " tablets",
        " 5mg tablets",
        " injection",
        " 1%",
        " cream",
        " 250mg capsules",
    ]);
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
