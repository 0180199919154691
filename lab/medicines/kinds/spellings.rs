//! Spellings that are read today and must stay so.

use super::super::draw::Draw;
use super::super::question::Question;

pub fn spelling(draw: &mut Draw<'_>) -> Option<Question> {
    let plain = draw.plain()?;
    let strength = &plain.strength.text;
    let texts = [plain.substance, strength, plain.form];
    let text = match draw.random.below(7) {
        0 => format!("{} {strength}", tall(draw, plain.substance)),
        1 => decimal(draw, &texts, ",")?,
        2 => decimal(draw, &texts, "·")?,
        3 => format!("{} {}", plain.substance, other_digits(draw, strength)),
        4 => draw.fill(&["{1} {0} {2}", "{2} {1} {0}", "{2} {0} {1}"], &texts),
        5 => format!("{} {strength}", plain.substance).to_uppercase(),
        _ => draw.fill(&["{0}, {1}", "{0} ({1})", "{0}: {1}", "{0} - {1}", "  {0}   {1} "], &texts),
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
    Some(draw.fill(&["{0} {1}", "{0} {1} {2}"], &[texts[0], &written, texts[2]]))
}

fn other_digits(draw: &mut Draw<'_>, text: &str) -> String {
    let zero = *draw.random.pick(&['０', '٠', '०']).unwrap_or(&'0');
    let other = |digit: u32| char::from_u32(zero as u32 + digit).unwrap_or('0');
    text.chars().map(|c| c.to_digit(10).map_or(c, other)).collect()
}
