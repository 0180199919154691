//! Release characteristics and strengths without a space before or after.

use super::super::draw::{Draw, Plain, number_text};
use super::super::form::releases_of;
use super::super::question::{Question, Want};
use super::super::words::words_of;

const MODIFIED: [&str; 7] = ["MR", "XL", "SR", "CR", "LA", "PR", "XR"];

/// `metformin XL500mg`, `MadoparCR`.
pub fn glued_release(draw: &mut Draw<'_>) -> Option<Question> {
    if draw.random.chance(30) { glued_brand(draw) } else { glued_substance(draw) }
}

fn glued_substance(draw: &mut Draw<'_>) -> Option<Question> {
    let plain = draw.plain_if(|plain| releases_of(&plain.generic.parsed.text) != ["immediate"])?;
    let release = releases_of(&plain.generic.parsed.text)[0];
    let short = if release == "modified" { draw.one_of(&MODIFIED) } else { "EC" };
    let slashed = if release == "modified" { "m/r" } else { "e/c" };
    let number = number_text(plain.amount().number);
    let texts = [plain.substance, &plain.strength.text, short, slashed, &number];
    let text = draw.fill(
        &[
            "{0} {2}{1}",
            "{0}{2} {1}",
            "{0} {1}{2}",
            "{0}{2}{1}",
            "{0}-{2} {1}",
            "{0} {1} {3}",
            "{0} {4} {3}",
            "{0} {1}{3}",
            "{0} {2} {4}",
            "{0} {2}{4}",
        ],
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
    let text = draw.fill(&["{0}{1}", "{0}{1} {2}", "{0} {1}{2}", "{0}-{1} {2}"], &[brand, release, strength]);
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
    let templates: &[&str] = match plain.strength.per {
        Some(_) => &["{0}{1}", "{0}{1} {2}", "{0}-{1}", "{0}_{1}"],
        None => &["{0}{1}", "{1}{0}", "{0}{1}{2}", "{0}{1} {2}", "{0} {1}{2}", "{0}-{1}", "{0}_{1}"],
    };
    let text = draw.fill(templates, &texts);
    Some(Question::new(text, plain.name(), plain.wants()))
}
