//! Questions without an answer, whose reason is judged.

use super::super::draw::{Draw, number_text, strength_from, strength_text};
use super::super::name::compounds;
use super::super::question::{Question, Want};
use super::super::words::words_of;

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
        if part == "clavulanic acid" { draw.one_of(&[part, "clavulanate", "clavulanic"]) } else { part };
    let templates =
        ["{0} {1}", "{0} {1} 500mg", "{1} {0}", "{0} (with {1})", "{0} {1} tablets", "{0} with {1}"];
    let text = draw.fill(&templates, &[compound, part]);
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
