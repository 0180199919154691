//! Normalised texts: folding, and the steps of section 2 of docs/search.md.

use unicode_normalization::UnicodeNormalization;

use super::units::{Unit, per_word, unit_of};

/// Returns a name in lower case, its Latin letters without accents.
pub fn fold_name(text: &str) -> String {
    let mut folded = String::new();
    for character in text.chars() {
        folded.extend(fold_char(character));
    }
    folded
}

/// Folds one character. A character that becomes several, such as `ﬁ`, gives all of them.
pub fn fold_char(character: char) -> Vec<char> {
    let mut folded = Vec::new();
    if is_combining_accent(character) {
        return folded;
    }
    for lower in character.to_lowercase().filter(|lower| !is_combining_accent(*lower)) {
        let base: Vec<char> = lower.nfd().filter(|part| !is_combining_accent(*part)).collect();
        let is_latin = base.len() == 1 && base[0].is_ascii();
        if is_latin {
            folded.extend(base);
        } else {
            // The micro sign is a character of its own, beside the Greek letter.
            folded.push(if lower == 'µ' { 'μ' } else { lower });
        }
    }
    folded
}

fn is_combining_accent(character: char) -> bool {
    ('\u{300}'..='\u{36f}').contains(&character)
}

/// Returns the ASCII form of a full-width character or of a digit of another script.
pub fn to_ascii(character: char) -> char {
    let code = character as u32;
    let ascii = match character {
        '\u{3000}' => Some(' '),
        '\u{ff01}'..='\u{ff5e}' => char::from_u32(code - 0xfee0),
        '\u{660}'..='\u{669}' => char::from_digit(code - 0x660, 10),
        '\u{6f0}'..='\u{6f9}' => char::from_digit(code - 0x6f0, 10),
        '\u{966}'..='\u{96f}' => char::from_digit(code - 0x966, 10),
        _ => None,
    };
    ascii.unwrap_or(character)
}

/// A normalised text, and what was typed.
#[derive(Clone, Debug, Default)]
pub struct QueryText {
    /// What was typed.
    pub typed: String,
    /// The normalised text.
    pub text: String,
    /// What steps 5 and 6 changed: the folded words, and as what they were read.
    pub corrections: Vec<(String, String)>,
    /// Whether a sign between two numbers is unreadable.
    pub is_unreadable: bool,
}

impl QueryText {
    /// Normalises what was typed.
    pub fn new(typed: &str) -> QueryText {
        let folded: String = typed.trim().chars().flat_map(fold_char).map(to_ascii).collect();
        let mut text = QueryText { typed: typed.to_owned(), text: folded, ..QueryText::default() };
        text.text = join_ratios(&text.text);
        text.read_signs();
        text.text = text.text.split(' ').map(share_unit).collect::<Vec<_>>().join(" ");
        text.read_quantities();
        text
    }

    /// Returns the normalised characters.
    pub fn chars(&self) -> Vec<char> {
        self.text.chars().collect()
    }

    /// Step 4: signs between two numbers.
    fn read_signs(&mut self) {
        let text: Vec<char> = self.text.chars().collect();
        let mut read = String::new();
        let mut at = 0;
        while at < text.len() {
            read.push(text[at]);
            at += 1;
            let ends_number =
                text[at - 1].is_ascii_digit() && !text.get(at).is_some_and(char::is_ascii_digit);
            if !ends_number || is_code(&text[..at]) {
                continue;
            }
            let end = (at..text.len()).find(|at| text[*at].is_alphanumeric()).unwrap_or(text.len());
            match read_sign(&text, at, end) {
                Sign::Point => read.push('.'),
                Sign::OneIn => read.push_str(" in "),
                Sign::Unreadable => self.is_unreadable = true,
                Sign::Unchanged => read.extend(&text[at..end]),
            }
            at = end;
        }
        self.text = read;
    }

    /// Steps 5 and 6: decimal commas, and letters in numbers.
    fn read_quantities(&mut self) {
        let words: Vec<String> = self.text.split_whitespace().map(str::to_owned).collect();
        let mut read = Vec::new();
        let mut at = 0;
        while at < words.len() {
            match read_words(&words[at..]) {
                Some((quantity, used)) => {
                    self.corrections.push((words[at..at + used].join(" "), quantity.clone()));
                    read.push(quantity);
                    at += used;
                }
                None => {
                    read.push(words[at].clone());
                    at += 1;
                }
            }
        }
        if !self.corrections.is_empty() {
            self.text = read.join(" ");
        }
    }
}

/// Reads a quantity whose unit is the next word, or the first word alone. Returns how many words it used.
fn read_words(words: &[String]) -> Option<(String, usize)> {
    if let [number, unit, ..] = words
        && begins_with_unit(unit).is_some()
        && let Some(quantity) = read_quantity(&format!("{number}{unit}"))
    {
        return Some((quantity, 2));
    }
    Some((read_quantity(&words[0])?, 1))
}

/// Returns words as they were typed, or as they are if they were not typed like this.
pub fn as_typed(typed: &str, folded: &str) -> String {
    let words: Vec<&str> = typed.split_whitespace().collect();
    let count = folded.split_whitespace().count().max(1);
    for run in words.windows(count) {
        if fold_name(&run.join(" ")) == folded {
            return run.join(" ");
        }
    }
    for part in typed.split(|character: char| !character.is_alphanumeric()) {
        if fold_name(part) == folded {
            return part.to_owned();
        }
    }
    folded.to_owned()
}

/// Step 3: removes the spaces around the stroke of a ratio, and writes `per` as a stroke.
fn join_ratios(text: &str) -> String {
    let words: Vec<&str> = text.split_whitespace().collect();
    let mut joined = String::new();
    for (at, word) in words.iter().enumerate() {
        let (before, after) = (&words[..at], &words[at + 1..]);
        let is_per = *word == "per" && begins_with_amount(after);
        let is_stroke =
            (is_per || matches!(*word, "/" | "per") && is_denominator(after)) && ends_with_quantity(before);
        let begins_with_stroke = word.strip_prefix('/').is_some_and(|rest| is_denominator(&[rest]));
        let follows_stroke =
            joined.ends_with('/') && (before.last() == Some(&"per") || is_denominator(&words[at..]));
        let is_joined = is_stroke || follows_stroke || (begins_with_stroke && ends_with_quantity(before));
        if !joined.is_empty() && !is_joined {
            joined.push(' ');
        }
        joined.push_str(if is_stroke { "/" } else { word });
    }
    joined
}

/// Returns whether words end with a number and a unit, together or apart.
fn ends_with_quantity(words: &[&str]) -> bool {
    let Some(last) = words.last() else { return false };
    let unit = last.trim_start_matches(|one: char| one.is_ascii_digit() || matches!(one, '.' | ','));
    let is_after_number = match words {
        [.., number, _] => number.ends_with(|one: char| one.is_ascii_digit()),
        _ => false,
    };
    (unit.len() < last.len() || is_after_number) && unit_of(unit).is_some()
}

/// Returns a text without the number at its start.
fn without_number(text: &str) -> &str {
    text.trim_start_matches(|one: char| one.is_ascii_digit() || one == '.')
}

/// Returns whether words begin with ml, litres, doses and the like, with or without a number, or with a bare `g`.
fn is_denominator(words: &[&str]) -> bool {
    let Some(first) = words.first() else { return false };
    let letters = without_number(first);
    let unit = if letters.is_empty() { words.get(1).copied().unwrap_or("") } else { letters };
    let is_end = |one: char| !one.is_alphanumeric() && one != '/';
    let unit = unit.split(is_end).next().unwrap_or_default().trim_end_matches('/');
    match unit_of(unit) {
        Some(Unit { name: "ml" | "litre", .. }) => true,
        Some(Unit { name: "g", .. }) if letters.len() == first.len() => true,
        _ => per_word(unit).is_some(),
    }
}

/// Returns whether words begin with a number and a unit of strengths or grams.
fn begins_with_amount(words: &[&str]) -> bool {
    let Some(first) = words.first() else { return false };
    let letters = first.trim_start_matches(|one: char| one.is_ascii_digit() || matches!(one, '.' | ','));
    let unit = if letters.is_empty() { words.get(1).copied().unwrap_or("") } else { letters };
    let unit = unit.split(|one: char| !one.is_alphanumeric() && one != '/').next().unwrap_or_default();
    letters.len() < first.len() && unit_of(unit).is_some_and(|unit| unit.is_strength || unit.name == "g")
}

/// Writes the unit of `30/500mg` after both numbers.
fn share_unit(word: &str) -> String {
    let Some((first, second)) = word.split_once('/') else { return word.to_owned() };
    let unit = without_number(second);
    let is_strength = unit_of(unit).is_some_and(|unit| unit.is_strength);
    let are_numbers = !first.is_empty() && without_number(first).is_empty() && unit.len() < second.len();
    if are_numbers && is_strength { format!("{first}{unit}/{second}") } else { word.to_owned() }
}

enum Sign {
    Point,
    OneIn,
    Unreadable,
    Unchanged,
}

/// Returns whether the digits at the end of a text follow a letter, as in `b12`.
fn is_code(text: &[char]) -> bool {
    match text.iter().rev().find(|one| !one.is_ascii_digit()) {
        Some(before) => before.is_alphabetic(),
        None => false,
    }
}

/// Reads what is between a number and the next letter or digit.
fn read_sign(text: &[char], start: usize, end: usize) -> Sign {
    let between: String = text[start..end].iter().collect();
    let sign = between.trim();
    let digits = text[end..].iter().take_while(|one| one.is_ascii_digit()).count();
    if sign.is_empty() || digits == 0 {
        return Sign::Unchanged;
    }
    let rest: String = text[end + digits..].iter().collect();
    let unit = begins_with_unit(rest.trim_start());
    let is_one =
        text[..start].ends_with(&['1']) && !text[..start - 1].last().is_some_and(char::is_ascii_digit);
    let is_spaced = sign != between;
    match sign {
        "." | "," if is_spaced && digits <= 2 && unit.is_some() => Sign::Point,
        ":" if is_one && (digits >= 2 || has_thousands(&rest)) => Sign::OneIn,
        "/" if is_one && digits >= 3 && unit.is_none() => Sign::OneIn,
        _ if sign.chars().all(|one| "·‧•∙⋅․・٫．﹒".contains(one)) => Sign::Point,
        "-" | "+" | ":" | "–" | "—" if !is_spaced && unit.is_some_and(|unit| unit.is_strength) => {
            Sign::Unreadable
        }
        _ if sign.chars().all(|one| ".,/-+&:()[]%–— ".contains(one)) => Sign::Unchanged,
        _ if unit.is_some() => Sign::Unreadable,
        _ => Sign::Unchanged,
    }
}

/// Returns whether digits go on after a comma: `1:2,000,000`.
fn has_thousands(rest: &str) -> bool {
    match rest.strip_prefix(',') {
        Some(rest) => rest.starts_with(|one: char| one.is_ascii_digit()),
        None => false,
    }
}

/// Returns the unit with which a text begins, if no digit follows it.
fn begins_with_unit(text: &str) -> Option<&'static Unit> {
    let letters: String = text.chars().take_while(|one| one.is_alphabetic() || *one == '%').collect();
    match text[letters.len()..].chars().next() {
        Some('0'..='9') => None,
        _ => unit_of(&letters),
    }
}

fn read_quantity(text: &str) -> Option<String> {
    read_comma(text).or_else(|| read_letters(text))
}

/// Reads a decimal comma.
fn read_comma(text: &str) -> Option<String> {
    let (whole, rest) = text.split_once(',')?;
    let is_number = !whole.is_empty() && whole.chars().all(|one| one.is_ascii_digit());
    let digits = rest.chars().take_while(char::is_ascii_digit).count();
    let is_fraction = matches!(digits, 1 | 2) || (digits == 3 && whole == "0");
    if !is_number || !is_fraction {
        return None;
    }
    begins_with_unit(&rest[digits..])?;
    Some(format!("{whole}.{rest}"))
}

/// Reads letters in a number as digits, and `rn` in its unit as m.
fn read_letters(text: &str) -> Option<String> {
    let number: String =
        text.chars().take_while(|one| matches!(one, '0'..='9' | '.' | 'o' | 'i' | 'l' | 's')).collect();
    let typed_unit = &text[number.len()..];
    let first_word: String = text.chars().take_while(char::is_ascii_alphanumeric).collect();
    let has_digit = first_word.contains(|one: char| one.is_ascii_digit());
    let is_right = begins_with_unit(without_number(text)).is_some();
    if !has_digit || is_right || number.len() > 7 || !number.starts_with(char::is_alphanumeric) {
        return None;
    }
    let unit = match begins_with_unit(typed_unit) {
        Some(_) => typed_unit.to_owned(),
        None => typed_unit.replace("rn", "m"),
    };
    let digits: String = number.chars().map(digit_for).collect();
    let is_bare =
        unit.is_empty() && number.ends_with('o') && number.starts_with(|one: char| one.is_ascii_digit());
    let is_padded = digits.starts_with('0') && !digits.starts_with("0.");
    let read = format!("{digits}{unit}");
    let is_read = begins_with_unit(&unit).is_some() || is_bare;
    if is_read && !is_padded && read != text { Some(read) } else { None }
}

fn digit_for(character: char) -> char {
    match character {
        'o' => '0',
        'i' | 'l' => '1',
        's' => '5',
        other => other,
    }
}
