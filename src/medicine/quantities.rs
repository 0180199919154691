//! Normalises quantities as they are written: `2·5mg` and `２．５mg` are 2.5mg, and `10 mg per 5 ml` is
//! 10mg/5ml.
//!
//! Names and queries go through it, so that both have the same tokens.

use crate::quantity::{Unit, per_word};
use crate::text::{fold, is_digit, is_digit_or_point, is_sign, prefix_len, unit_len};

/// Signs that are printed or typed in place of a decimal point.
const POINTS: [char; 10] = ['·', '‧', '•', '∙', '⋅', '․', '・', '٫', '．', '﹒'];
/// The digit zero of each script whose digits are read.
const ZEROS: [char; 3] = ['\u{660}', '\u{6F0}', '\u{966}'];
/// The signs that may separate two numbers. Any other sign joins them to one quantity that cannot be read.
const BETWEEN: [char; 15] = ['.', ',', '/', '-', '+', '&', ':', '(', ')', '[', ']', '%', '–', '—', '\''];
/// The replacement of a quantity that cannot be read. No name has it.
pub const UNREADABLE: &str = "\u{FFFD}";

/// Normalises the quantities of a folded text.
///
/// * Decimal digits and decimal points become ASCII.
/// * `1:1000` becomes `1 in 1000`.
/// * [`UNREADABLE`] replaces an unknown sign that joins two numbers to one quantity.
pub fn normalize(folded: &str) -> String {
    let text: String = folded.chars().map(digit).collect();
    let text = join_ratios(&text);
    let mut normal = String::with_capacity(text.len());
    let mut rest = text.as_str();
    while let Some(start) = rest.find(is_digit) {
        let (before, number) = rest.split_at_checked(start).unwrap_or((rest, ""));
        let len = prefix_len(number, is_digit);
        let (digits, following) = number.split_at_checked(len).unwrap_or((number, ""));
        let is_code = before.ends_with(char::is_alphabetic);
        normal.push_str(before);
        normal.push_str(digits);
        let (joint, used) = if is_code { (None, 0) } else { joint(digits, following) };
        normal.push_str(joint.unwrap_or_default());
        rest = following.get(used..).unwrap_or("");
    }
    normal.push_str(rest);
    normal.split(' ').map(share_unit).collect::<Vec<_>>().join(" ")
}

/// Adds the unit of `30/500mg` to both numbers, so that the first one is a strength and not a size.
fn share_unit(chunk: &str) -> String {
    let Some((first, second)) = chunk.split_once('/') else { return chunk.to_owned() };
    let unit = second.trim_start_matches(is_digit_or_point);
    let has_unit = unit.len() < second.len() && Unit::parse(unit).is_some_and(Unit::is_strength);
    if has_unit && is_number(first) { format!("{first}{unit}/{second}") } else { chunk.to_owned() }
}

fn is_number(text: &str) -> bool {
    !text.is_empty() && text.chars().all(is_digit_or_point)
}

/// Finds the replacement of the signs between a number and the next one, and the number of bytes that it
/// replaces.
fn joint(digits: &str, following: &str) -> (Option<&'static str>, usize) {
    let signs = prefix_len(following, is_sign);
    let (between, next) = following.split_at_checked(signs).unwrap_or((following, ""));
    let sign = between.trim();
    if sign.is_empty() || !next.starts_with(is_digit) {
        return (None, 0);
    }
    let places = next.bytes().take_while(u8::is_ascii_digit).count();
    let unit = next.trim_start_matches(is_digit_or_point);
    let is_quantity = is_unit(unit.trim_start());
    match sign {
        "." | "," if sign != between && is_quantity && places < 3 => (Some("."), signs),
        // Three digits behind an apostrophe are thousands.
        "'" if sign == between && is_quantity && places < 3 => (Some("."), signs),
        ":" if digits == "1" && (places > 1 || has_thousands(next)) => (Some(" in "), signs),
        "/" if digits == "1" && places > 2 && !is_quantity => (Some(" in "), signs),
        _ if sign.chars().all(is_point) => (Some("."), signs),
        "-" | "+" | ":" | "–" | "—" if is_quantity && begins_with_strength_unit(unit) && sign == between => {
            (Some(UNREADABLE), signs)
        }
        _ if is_quantity && !sign.chars().all(may_be_between) => (Some(UNREADABLE), signs),
        _ => (None, 0),
    }
}

fn is_point(c: char) -> bool {
    POINTS.contains(&c)
}

/// Reports whether a character may be between two numbers without joining them.
fn may_be_between(c: char) -> bool {
    BETWEEN.contains(&c) || c == ' '
}

/// Reports whether a text begins with a number like `2,000,000`.
fn has_thousands(text: &str) -> bool {
    match text.trim_start_matches(is_digit).strip_prefix(',') {
        Some(following) => following.starts_with(is_digit),
        None => false,
    }
}

/// Finds the part of a typed text that cannot be read as a quantity: the word with the unknown sign, or the
/// whole text.
pub fn unreadable_part(typed: &str) -> &str {
    for word in typed.split_whitespace() {
        if normalize(&fold(word)).contains(UNREADABLE) {
            return word;
        }
    }
    typed.trim()
}

/// Joins `10 mg / 5 ml`, `10mg per ml` and the like, so that no quantity is read without its denominator.
fn join_ratios(text: &str) -> String {
    let chunks: Vec<&str> = text.split_whitespace().collect();
    let mut joined = String::with_capacity(text.len());
    for at in 0..chunks.len() {
        let (before, following) = chunks.split_at_checked(at).unwrap_or_default();
        let Some((chunk, rest)) = following.split_first() else { break };
        let is_after_quantity = ends_with_quantity(before);
        let is_stroke = is_after_quantity && is_stroke(chunk, rest);
        let starts_with_stroke = is_after_quantity && has_stroke_and_denominator(chunk);
        let follows_per = before.last() == Some(&"per");
        let follows_stroke = joined.ends_with('/') && (follows_per || is_denominator(following));
        if !joined.is_empty() && !is_stroke && !starts_with_stroke && !follows_stroke {
            joined.push(' ');
        }
        joined.push_str(if is_stroke { "/" } else { chunk });
    }
    joined
}

/// Reports whether a chunk is the stroke of a ratio. `30 mg per 500 mg` is one too: a box prints so what
/// names have as `30mg/500mg`. A stroke with spaces also separates the substances of a mixture.
fn is_stroke(chunk: &str, rest: &[&str]) -> bool {
    match chunk {
        "/" => is_denominator(rest),
        "per" => is_denominator(rest) || begins_with_amount(rest),
        _ => false,
    }
}

/// Reports whether words begin with a number and a unit of strengths or grams, joined or separate.
fn begins_with_amount(words: &[&str]) -> bool {
    let Some(first) = words.first() else { return false };
    let letters = first.trim_start_matches(is_in_number);
    let unit = if letters.is_empty() { words.get(1).copied().unwrap_or("") } else { letters };
    let unit = unit.split(ends_unit).next().unwrap_or(unit);
    let is_unit = Unit::parse(unit).is_some_and(|unit| unit.is_strength() || unit.name() == "g");
    is_unit && letters.len() < first.len()
}

/// Reports whether a chunk is like `/5ml`.
fn has_stroke_and_denominator(chunk: &str) -> bool {
    match chunk.strip_prefix('/') {
        Some(rest) => !rest.is_empty() && is_denominator(&[rest]),
        None => false,
    }
}

/// Reports whether words end with a number and a unit, joined or separate.
fn ends_with_quantity(words: &[&str]) -> bool {
    let (last, before) = match words {
        [.., before, last] => (last, *before),
        [last] => (last, ""),
        [] => return false,
    };
    let unit = last.trim_start_matches(is_in_number);
    let has_number = unit.len() < last.len() || before.ends_with(is_digit);
    has_number && Unit::parse(unit).is_some()
}

/// Reports whether a character is a digit, a decimal point or a thousands separator.
fn is_in_number(c: char) -> bool {
    is_digit_or_point(c) || c == ','
}

/// Reports whether words begin with a denominator: a volume, a dose or a time.
fn is_denominator(words: &[&str]) -> bool {
    let Some(first) = words.first() else { return false };
    let letters = first.trim_start_matches(is_digit_or_point);
    let unit = if letters.is_empty() { words.get(1).copied().unwrap_or("") } else { letters };
    // A sign may follow directly: `10 mg per ml(oral)`.
    let unit = unit.trim_end_matches(is_sign);
    let unit = unit.split(ends_unit).next().unwrap_or(unit);
    match Unit::parse(unit).map(Unit::name) {
        Some("ml" | "litre") => true,
        Some("g") if letters.len() == first.len() => true,
        _ => per_word(unit).is_some(),
    }
}

/// Reports whether a sign ends a unit: any but the stroke of a ratio.
fn ends_unit(c: char) -> bool {
    is_sign(c) && c != '/'
}

/// Reports whether a text begins with a unit of strengths.
fn begins_with_strength_unit(text: &str) -> bool {
    let text = text.trim_start();
    text.get(..unit_len(text)).and_then(Unit::parse).is_some_and(Unit::is_strength)
}

/// Finds the ASCII digit or sign of a character that stands for one, or else the character.
pub fn digit(c: char) -> char {
    for zero in ZEROS {
        if let Some(value) = (c as u32).checked_sub(zero as u32)
            && let Some(digit) = char::from_digit(value, 10)
        {
            return digit;
        }
    }
    if is_full_width(c) { char::from_u32(c as u32 - FULL_WIDTH).unwrap_or(c) } else { c }
}

/// The difference between a full-width character and the ASCII one.
const FULL_WIDTH: u32 = 0xFEE0;

fn is_full_width(c: char) -> bool {
    ('\u{FF01}'..='\u{FF5E}').contains(&c)
}

/// Reports whether a text begins with a unit that no digit follows: `sm2150` is a code.
pub fn is_unit(text: &str) -> bool {
    let (unit, following) = text.split_at_checked(unit_len(text)).unwrap_or_default();
    Unit::parse(unit).is_some() && !following.starts_with(is_digit)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn normalizes_decimal_points_and_digits_of_any_script() {
        for (text, normal) in [
            ("ramipril 2·5mg", "ramipril 2.5mg"),
            ("ramipril 2‧5 mg", "ramipril 2.5 mg"),
            ("ramipril 2. 5mg", "ramipril 2.5mg"),
            ("ramipril 2 ,5 mg", "ramipril 2.5 mg"),
            ("ramipril ２．５mg", "ramipril 2.5mg"),
            ("ramipril 2٫5mg", "ramipril 2.5mg"),
            ("ramipril 2'5mg", "ramipril 2.5mg"),
            ("paracetamol 1'000mg", "paracetamol 1'000mg"),
            ("adrenaline 1:1000", "adrenaline 1 in 1000"),
            ("adrenaline 1:2,000,000", "adrenaline 1 in 2,000,000"),
            ("adrenaline 1/1000", "adrenaline 1 in 1000"),
            ("codeine 1/100mg", "codeine 1mg/100mg"),
            ("ramipril 2*5mg", "ramipril 2\u{FFFD}5mg"),
            ("ramipril 2_5 mg", "ramipril 2\u{FFFD}5 mg"),
            ("ramipril 2-5mg", "ramipril 2\u{FFFD}5mg"),
            ("ramipril 2-2.5mg", "ramipril 2\u{FFFD}2.5mg"),
            ("co-codamol 30/500mg", "co-codamol 30mg/500mg"),
            ("ketamine 10 mg / ml", "ketamine 10 mg/ml"),
            ("ketamine 10 mg per ml(im)", "ketamine 10 mg/ml(im)"),
            ("hydrocortisone 10mg / g", "hydrocortisone 10mg/g"),
            ("hydrocortisone 10 mg per 1 g cream", "hydrocortisone 10 mg/1 g cream"),
            ("co-codamol 30 mg per 500mg", "co-codamol 30 mg/500mg"),
        ] {
            assert_eq!(normalize(text), normal);
        }
        for text in [
            "co-codamol 30/500",
            "fostair 100/6",
            "23-32mmhg",
            "10cm x 10cm",
            "5mg + 80mg",
            "5mg / 80mg",
            "5mg per 28 tablets",
            "tablets. 5mg",
            "5mg, 28 tablets",
        ] {
            assert_eq!(normalize(text), text);
        }
    }
}
