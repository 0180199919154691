//! Strengths that a medicine does not have, and concentrations written for other volumes.

use super::super::draw::{Draw, Plain, amount_text, number_text, strength_from, strength_text};
use super::super::question::Question;
use super::super::strength::Dimension;

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
    let text = draw.fill(&["{0} {1}", "{0} {1} {2}"], &[plain.substance, &written, plain.form]);
    let mut wants = plain.wants_strength(strength_from(&written)?);
    wants.extend(plain.form_in(&text));
    Some(Question::new(text, plain.name(), wants))
}

fn other_unit(draw: &mut Draw<'_>, unit: &str) -> Option<&'static str> {
    match unit {
        "mg" => Some(draw.one_of(&["micrograms", "g", "units"])),
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
    let text = draw.fill(&["{0} {1}", "{0} {1} {2}"], &[plain.substance, &written, plain.form]);
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
