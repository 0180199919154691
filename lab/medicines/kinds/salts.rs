//! A medicine with the name of a salt.

use super::super::draw::{Draw, Plain};
use super::super::question::{Question, Want, Words};
use super::super::salts::{is_element, is_salt, salts};
use super::super::words::words_of;

pub fn salt(draw: &mut Draw<'_>) -> Option<Question> {
    let plain = draw.plain_if(|plain| own_salt(plain).is_some())?;
    let (base, own) = own_salt(&plain)?;
    let asked = match draw.random.below(4) {
        0 | 1 => own.clone(),
        2 => another_salt(draw, &base)?,
        _ => draw.random.pick(salts())?.to_string(),
    };
    // `calcium magnesium` names two medicines.
    if is_element(&base[0]) && is_element(&asked) {
        return None;
    }
    let written = if draw.random.chance(20) { misspelt(draw, &asked)? } else { asked.clone() };
    let name = format!("{} {written}", base.join(" "));
    let templates = ["{0}", "{0} {1}", "{0} {1} {2}", "{0} {2}"];
    let text = draw.fill(&templates, &[&name, &plain.strength.text, plain.form]);
    let mut wants = vec![Want::Medicine(base.clone()), Want::Salt(base.clone(), asked)];
    if text.contains(&plain.strength.text) {
        wants.push(Want::Strength(base, plain.strength.clone()));
    }
    wants.extend(plain.form_in(&text));
    Some(Question::new(text, plain.name(), wants))
}

/// The base and the salt of a name that ends with one.
fn own_salt(plain: &Plain<'_>) -> Option<(Words, String)> {
    let mut words = words_of(plain.substance);
    let salt = words.pop().filter(|last| is_salt(last))?;
    if words.is_empty() || words.iter().any(|word| is_salt(word) && !is_element(word)) {
        return None;
    }
    Some((words, salt))
}

/// A salt of the same base in another product.
fn another_salt(draw: &mut Draw<'_>, base: &Words) -> Option<String> {
    let start = format!("{} ", base.join(" "));
    let beginning = draw.release.substances.range(start.clone()..).map(|(name, _)| name);
    let others =
        beginning.take_while(|name| name.starts_with(&start)).filter_map(|name| name.rsplit(' ').next());
    let others: Vec<String> = others.filter(|word| is_salt(word)).map(str::to_owned).collect();
    draw.random.pick(&others).cloned()
}

/// Two letters exchanged, or one doubled: `acetnate`.
fn misspelt(draw: &mut Draw<'_>, word: &str) -> Option<String> {
    let mut letters: Vec<char> = word.chars().collect();
    let at = 1 + draw.random.below(letters.len().checked_sub(2)?);
    match draw.random.chance(50) {
        true => letters.swap(at, at + 1),
        false => letters.insert(at, 'n'),
    }
    Some(letters.into_iter().collect())
}
