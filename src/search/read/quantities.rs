//! Correction of misread quantities before the search: `2O mg` is 20mg, and `2,5mg` is 2.5mg.
//!
//! Without it, the tokens would be 2 and something else, which match packs of another strength.

use crate::medicine::quantities::{is_unit, normalize};
use crate::search::Correction;
use crate::search::spelling::quantity;
use crate::text::{fold, has_only_digits, is_digit, is_digit_or_point, is_sign, prefix_len, unit_len};

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

/// Returns the replacement of the signs between a number and the next one, and the number of bytes that it
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

/// Reports whether a chunk is the stroke of a ratio. `30 mg per 500 mg` is one too: a box prints so what names have as
/// `30mg/500mg`. A stroke with spaces also separates the substances of a mixture.
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

/// Returns the ASCII digit or sign of a character that stands for one, or else the character.
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

/// Corrects the quantities of a folded text. Also returns the corrections.
pub fn read(folded: &str) -> (String, Vec<Correction>) {
    let normal = normalize(folded);
    let folded = normal.as_str();
    let chunks: Vec<&str> = folded.split_whitespace().collect();
    let (mut words, mut changes) = (Vec::new(), Vec::new());
    let mut rest = chunks.as_slice();
    while let Some((first, _)) = rest.split_first() {
        let Some((canonical, used)) = first_quantity(rest) else {
            words.push((*first).to_owned());
            rest = rest.get(1..).unwrap_or(&[]);
            continue;
        };
        let (written, following) = rest.split_at_checked(used).unwrap_or_default();
        changes.push(Correction { written: written.join(" "), replacements: vec![canonical.clone()] });
        words.push(canonical);
        rest = following;
    }
    let text = if changes.is_empty() { folded.to_owned() } else { words.join(" ") };
    (text, changes)
}

/// Corrects the first words, and counts them. Returns `None` if they need none.
fn first_quantity(words: &[&str]) -> Option<(String, usize)> {
    let (first, following) = words.split_first()?;
    if let Some(unit) = following.first()
        && is_unit(unit)
        && let Some(quantity) = correct(&[*first, *unit].concat())
    {
        return Some((quantity, 2));
    }
    Some((correct(first)?, 1))
}

/// Corrects a quantity. Returns `None` if it needs none.
fn correct(text: &str) -> Option<String> {
    let decimal = decimal(text);
    if decimal.is_some() { decimal } else { misread(text) }
}

/// Reports whether a text begins with a unit that no digit follows: `sm2150` is a code.
fn is_unit(text: &str) -> bool {
    let (unit, following) = text.split_at_checked(unit_len(text)).unwrap_or_default();
    Unit::parse(unit).is_some() && !following.starts_with(is_digit)
}

/// Reads a quantity with a decimal comma. A comma before three digits separates thousands, unless only `0` is
/// before it.
fn decimal(text: &str) -> Option<String> {
    let (whole, following) = text.split_once(',')?;
    let places = following.bytes().take_while(u8::is_ascii_digit).count();
    let is_decimal = matches!(places, 1 | 2) || (places == 3 && whole == "0");
    let is_number = !whole.is_empty() && has_only_digits(whole);
    if is_decimal && is_number && is_unit(following.get(places..)?) {
        return Some([whole, ".", following].concat());
    }
    None
}

/// Reads a quantity some of whose digits are letters.
fn misread(text: &str) -> Option<String> {
    let is_one = is_unit(text.trim_start_matches(is_digit_or_point));
    if is_one || !has_digit_before_sign(text) {
        return None;
    }
    quantity(text, is_unit)
}

/// Reports whether a text has an ASCII digit before any sign.
fn has_digit_before_sign(text: &str) -> bool {
    for byte in text.bytes() {
        if !byte.is_ascii_alphabetic() {
            return byte.is_ascii_digit();
        }
    }
    false
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn corrects_misread_quantities() {
        for (text, meaning) in [
            ("simvastatin 2o mg tablets", "simvastatin 20mg tablets"),
            ("clozapine s0 mg", "clozapine 50mg"),
            ("bisoprolol 2.s mg", "bisoprolol 2.5mg"),
            ("amoxicillin 5oomg", "amoxicillin 500mg"),
            ("amoxicillin 25o mg/5 ml", "amoxicillin 250mg/5 ml"),
            ("ramipril 2,5mg", "ramipril 2.5mg"),
            ("ramipril 2,5 mg", "ramipril 2.5mg"),
            ("digoxin 0,125 mg", "digoxin 0.125mg"),
            ("5,25 ml x", "5.25ml x"),
        ] {
            assert_eq!(read(text).0, meaning);
        }
        for text in [
            "heparin 5,000 units/5 ml",
            "omega 3,6,9 1000mg",
            "tablets 28s",
            "saline 1 l bag",
            "water 2 litres",
            "il 6",
            "colecalciferol 800 iu",
            "ig 5%",
            "a,5 mg",
            "2,5 tablets",
            "dilator sm2150",
            "catheter scm12",
            "catheter 08501003sg 3ml",
            "set 22631404sg",
        ] {
            assert_eq!(read(text), (text.to_owned(), Vec::new()));
        }
    }
}
