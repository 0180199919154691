//! Other ways to write quantities, which become the usual one before a query is read.

use super::separate::{before_release, separate};
use crate::quantity::{Unit, WRITTEN_FOR_DOSE};
use crate::search::Correction;
use crate::text::is_digit;

/// Fractions in one character.
const FRACTIONS: [(char, &str); 3] = [('½', "0.5"), ('¼', "0.25"), ('¾', "0.75")];
/// Spellings of units that names never have.
const WRITTEN_UNITS: [(&str, &str); 8] = [
    ("cc", "ml"),
    ("g.m", "g"),
    ("i.u", "unit"),
    ("m.c.g", "microgram"),
    ("m.g", "mg"),
    ("m.l", "ml"),
    ("mcgm", "microgram"),
    ("pc", "%"),
];
/// Letters that look like digits.
const DIGITS: [(char, char); 5] = [('i', '1'), ('l', '1'), ('o', '0'), ('s', '5'), ('z', '2')];
/// What follows a percentage and does not change it.
const OF_WEIGHT: [&str; 4] = ["w/w", "w/v", "v/v", "w/vol"];

/// Writes the quantities of a text as names have them, and lists the changes to report.
pub fn usual(folded: &str, is_word: &dyn Fn(&str) -> bool) -> (String, Vec<Correction>) {
    let (text, mut changes) = separated(&with_decimals(folded), is_word);
    let mut writer =
        Writer { chunks: text.split_whitespace().collect(), at: 0, words: Vec::new(), changes: Vec::new() };
    while writer.at < writer.chunks.len() {
        writer.chunk(is_word);
    }
    changes.append(&mut writer.changes);
    (writer.words.join(" "), changes)
}

/// Writes decimals for fractions of one character. `2½` is 2.5.
fn with_decimals(folded: &str) -> String {
    let mut text = String::with_capacity(folded.len());
    for c in folded.chars() {
        match FRACTIONS.iter().find(|(fraction, _)| *fraction == c) {
            Some((_, decimal)) if text.ends_with(is_digit) => text.push_str(decimal.trim_start_matches('0')),
            Some((_, decimal)) => text.push_str(decimal),
            None => text.push(c),
        }
    }
    text
}

/// Writes a text again, from one space to the next.
struct Writer<'t> {
    chunks: Vec<&'t str>,
    at: usize,
    words: Vec<String>,
    changes: Vec<Correction>,
}

impl<'t> Writer<'t> {
    fn chunk(&mut self, is_word: &dyn Fn(&str) -> bool) {
        let chunk = self.ahead(0);
        let is_written = self.ratio_with_colon(chunk)
            || self.unit_of_two_words(chunk)
            || self.per_cent(chunk)
            || self.ratio(chunk)
            || self.joined_ratio(chunk)
            || self.fraction(chunk)
            || self.of_weight(chunk);
        if !is_written {
            self.word(chunk, is_word);
        }
    }

    fn ahead(&self, places: usize) -> &'t str {
        self.chunks.get(self.at + places).copied().unwrap_or("")
    }

    fn last(&self) -> &str {
        self.words.last().map_or("", String::as_str)
    }

    fn ends_with_amount(&self) -> bool {
        let before = self.words.len().checked_sub(2).and_then(|at| self.words.get(at));
        self.words.last().is_some_and(|word| ends_with_amount(word, before))
    }

    /// Writes `10mg: 1ml` as a ratio.
    fn ratio_with_colon(&mut self, chunk: &str) -> bool {
        let Some(amount) = chunk.strip_suffix(':') else { return false };
        let is_ratio = ends_with_amount(amount, self.words.last()) && is_volume(self.ahead(1), self.ahead(2));
        if is_ratio {
            self.words.push(amount.to_owned());
            self.divide();
        }
        is_ratio
    }

    /// Writes `10mg in 1ml` as a ratio.
    fn ratio(&mut self, chunk: &str) -> bool {
        let is_ratio = matches!(chunk, "in" | ":" | "=" | "per" | "-" | "–")
            && self.ends_with_amount()
            && is_volume(self.ahead(1), self.ahead(2));
        if is_ratio {
            self.divide();
        }
        is_ratio
    }

    /// Writes `10mg:1ml` and `10mg=1ml` as ratios.
    fn joined_ratio(&mut self, chunk: &str) -> bool {
        let Some((amount, volume)) = chunk.split_once([':', '=']) else { return false };
        let is_ratio = ends_with_amount(amount, self.words.last()) && is_volume(volume, "");
        if is_ratio {
            self.words.push(format!("{amount}/{volume}"));
            self.at += 1;
        }
        is_ratio
    }

    /// Writes `1/2 %` as a decimal, and reports it.
    fn fraction(&mut self, chunk: &str) -> bool {
        let (fraction, is_joined) = match chunk.strip_suffix('%') {
            Some(fraction) => (fraction, true),
            None => (chunk, false),
        };
        let decimal = match fraction {
            "1/2" => "0.5%",
            "1/4" => "0.25%",
            "3/4" => "0.75%",
            _ => return false,
        };
        if !is_joined && self.ahead(1) != "%" {
            return false;
        }
        self.changes.push(Correction { written: chunk.to_owned(), replacements: vec![decimal.to_owned()] });
        self.words.push(decimal.to_owned());
        self.at += 2 - usize::from(is_joined);
        true
    }

    /// Divides the last word by the volume after the current chunk.
    fn divide(&mut self) {
        let (number, unit) = (self.ahead(1), self.ahead(2));
        push_to_last(&mut self.words, &format!("/{number}"));
        self.at += 2;
        if is_number(number) {
            push_to_last(&mut self.words, unit);
            self.at += 1;
        }
    }

    fn unit_of_two_words(&mut self, chunk: &str) -> bool {
        let Some((unit, used)) = spaced_unit(chunk, self.ahead(1), self.last()) else { return false };
        self.words.push(unit);
        self.at += 1 + used;
        true
    }

    fn per_cent(&mut self, chunk: &str) -> bool {
        let is_percent = chunk == "per" && self.ahead(1) == "cent" && is_number(self.last());
        if is_percent {
            push_to_last(&mut self.words, "%");
            self.at += 2;
        }
        is_percent
    }

    /// Omits what follows a percentage: one by weight is the percentage.
    fn of_weight(&mut self, chunk: &str) -> bool {
        let is_of_weight =
            OF_WEIGHT.contains(&chunk.trim_matches(['(', ')', '.', ','])) && self.last().ends_with('%');
        self.at += usize::from(is_of_weight);
        is_of_weight
    }

    fn word(&mut self, chunk: &str, is_word: &dyn Fn(&str) -> bool) {
        let chunk = misread(chunk, is_word, &mut self.changes);
        let (word, change) = word(&chunk, self.last());
        let replacements = change.into_iter().collect::<Vec<_>>();
        if !replacements.is_empty() {
            self.changes.push(Correction { written: chunk, replacements });
        }
        self.words.push(word);
        self.at += 1;
    }
}

/// Writes the text with words, amounts and abbreviations apart.
fn separated(text: &str, is_word: &dyn Fn(&str) -> bool) -> (String, Vec<Correction>) {
    let mut words: Vec<String> = Vec::new();
    let mut changes = Vec::new();
    for chunk in text.split_whitespace() {
        let apart = match before_release(chunk) {
            Some((word, release)) => format!("{} {release}", separate(word, is_word)),
            None => separate(chunk, is_word),
        };
        if apart != chunk {
            changes.push(Correction { written: chunk.to_owned(), replacements: vec![apart.clone()] });
        }
        words.push(apart);
    }
    (words.join(" "), changes)
}

/// Reads a unit of two words after a number: `micro grams`, `int. units`.
fn spaced_unit(chunk: &str, next: &str, before: &str) -> Option<(String, usize)> {
    if !before.ends_with(is_digit) {
        return None;
    }
    if matches!(chunk.trim_end_matches('.'), "int" | "international")
        && let Some(per) = next.strip_prefix("units/").or_else(|| next.strip_prefix("unit/"))
    {
        return Some((format!("units/{per}"), 1));
    }
    if let Some((unit, per)) = next.split_once('/')
        && let Some((unit, _)) = spaced_unit(chunk, unit, before)
    {
        return Some((format!("{unit}/{per}"), 1));
    }
    let usual = |unit: &str| Some((unit.to_owned(), 1));
    match (chunk.trim_end_matches('.'), next.trim_end_matches(['.', ','])) {
        ("micro", "grams" | "gram" | "g") => usual("microgram"),
        ("milli", "grams" | "gram" | "g") => usual("mg"),
        ("int" | "international", "units" | "unit") => usual("units"),
        ("i", "u") => usual("units"),
        _ => None,
    }
}

/// Reads an amount whose digits are all letters: `Smg` is 5mg.
fn misread(chunk: &str, is_word: &dyn Fn(&str) -> bool, changes: &mut Vec<Correction>) -> String {
    let read = |part: &str| {
        let unit = part.trim_start_matches(|c: char| "oilsz,.".contains(c) || c.is_ascii_digit());
        let number = part.strip_suffix(unit).unwrap_or("");
        let is_read = Unit::parse(split_number(part).1).is_some();
        let has_letter = number.contains(char::is_alphabetic) && !number.starts_with('o');
        let is_amount = has_letter && Unit::parse(unit).is_some_and(is_measure);
        if !is_amount || is_read || is_word(part) || Unit::parse(part).is_some() {
            return None;
        }
        let digits: String = number
            .chars()
            .map(|c| DIGITS.iter().find(|(letter, _)| *letter == c).map_or(c, |(_, digit)| *digit))
            .collect();
        Some(format!("{digits}{unit}"))
    };
    let parts: Vec<String> =
        chunk.split('/').map(|part| read(part).unwrap_or_else(|| part.to_owned())).collect();
    let text = parts.join("/");
    if text != chunk {
        changes.push(Correction { written: chunk.to_owned(), replacements: vec![text.clone()] });
    }
    text
}

fn is_measure(unit: Unit) -> bool {
    unit.is_strength() || unit.name() == "ml"
}

fn push_to_last(words: &mut [String], text: &str) {
    if let Some(last) = words.last_mut() {
        last.push_str(text);
    }
}

/// Writes a word in its usual spelling, and the change if it is one to report.
fn word(chunk: &str, before: &str) -> (String, Option<String>) {
    let mut text = chunk.to_owned();
    for suffix in OF_WEIGHT {
        if let Some(rest) = text.strip_suffix(suffix).map(|rest| rest.trim_end_matches('('))
            && rest.ends_with('%')
        {
            text = rest.to_owned();
        }
    }
    text = usual_units(&text, before);
    let (number, rest) = split_number(&text);
    if matches!(text.as_str(), "l%" | "i%") {
        return ("1%".to_owned(), Some("1%".to_owned()));
    }
    if let Some(times) = times(&text) {
        return (times, None);
    }
    if !follows_number(before)
        && let Some(without) = without_zeros(number, rest)
    {
        return (without.clone(), Some(without));
    }
    (text, None)
}

/// Writes a word with the usual spelling of its unit and of its denominator.
fn usual_units(text: &str, before: &str) -> String {
    let (amount, per) = text.split_once('/').map_or((text, None), |(amount, per)| (amount, Some(per)));
    // `400micrograms./5ml` has an abbreviation's point.
    let amount = if per.is_some() { amount.trim_end_matches('.') } else { amount };
    let mut usual = usual_unit(amount, is_number(before), false);
    if let Some(per) = per {
        let is_ratio = usual.starts_with(is_digit) || is_number(before);
        let per = if is_ratio { usual_unit(&decimal_comma(per), true, true) } else { per.to_owned() };
        usual.push('/');
        usual.push_str(&per);
    }
    usual
}

fn usual_unit(text: &str, follows_number: bool, is_per: bool) -> String {
    let (number, rest) = split_number(text);
    let trimmed = rest.trim_end_matches(['.', ',', ')']);
    let has_number = !number.is_empty() || follows_number;
    match usual_word(trimmed, is_per) {
        Some(usual) if has_number => format!("{number}{usual}"),
        _ => text.to_owned(),
    }
}

/// Finds what names have in place of a unit or, behind a stroke, of a word for a dose.
fn usual_word(written: &str, is_per: bool) -> Option<&'static str> {
    if is_per && WRITTEN_FOR_DOSE.contains(&written) {
        return Some("dose");
    }
    Some(WRITTEN_UNITS.iter().find(|(other, _)| *other == written)?.1)
}

/// Reads the decimal comma of a denominator: `0,1ml`.
fn decimal_comma(per: &str) -> String {
    let (number, unit) = split_number(per);
    match number.split_once(',') {
        Some((whole, fraction)) if whole.len() == 1 && fraction.len() < 3 => {
            format!("{whole}.{fraction}{unit}")
        }
        _ => per.to_owned(),
    }
}

/// Reads `10*10cm` as `10x10cm`.
fn times(text: &str) -> Option<String> {
    let (one, other) = text.split_once(['*', '×', 'x'])?;
    let unit = one.trim_start_matches(|c: char| c.is_ascii_digit() || c == '.');
    let ends = unit.len() < one.len() && (unit.is_empty() || Unit::parse(unit).is_some());
    let rest = times(other).unwrap_or_else(|| other.to_owned());
    // `2*5mg` is not readable.
    let unit =
        other.trim_start_matches(|c: char| c.is_ascii_digit() || matches!(c, '.' | 'x' | '*' | '×' | ' '));
    let is_size = unit.is_empty() || matches!(unit, "cm" | "mm" | "m") || text.contains('x');
    (ends && is_size && other.starts_with(is_digit)).then(|| format!("{one} x {rest}"))
}

/// Reports whether a word may end the number before another one: the zero of `0. 05mg` is one of a fraction.
fn follows_number(before: &str) -> bool {
    let without_signs = before.trim_end_matches(|c: char| !c.is_alphanumeric());
    let is_sign = without_signs.is_empty() && !before.is_empty();
    is_sign || without_signs.ends_with(is_digit)
}

/// Reads `05mg` as `5mg`.
fn without_zeros(number: &str, unit: &str) -> Option<String> {
    let rest = number.strip_prefix('0')?;
    let is_whole = rest.starts_with(|c: char| matches!(c, '1'..='9')) && !rest.contains(['.', ',']);
    // `025mg` may be 0.25mg or 25mg.
    (is_whole && rest.len() == 1 && Unit::parse(unit).is_some_and(Unit::is_strength))
        .then(|| format!("{rest}{unit}"))
}

fn split_number(text: &str) -> (&str, &str) {
    let len =
        text.len() - text.trim_start_matches(|c: char| c.is_ascii_digit() || c == '.' || c == ',').len();
    text.split_at_checked(len).unwrap_or(("", text))
}

fn is_number(text: &str) -> bool {
    let (number, rest) = split_number(text);
    !number.is_empty() && rest.is_empty()
}

/// Reports whether a word ends with an amount of a strength or of grams, as one word or as two.
fn ends_with_amount(word: &str, before: Option<&String>) -> bool {
    let (number, unit) = split_number(word);
    let has_number = !number.is_empty() || before.is_some_and(|before| is_number(before));
    has_number
        && Unit::parse(unit)
            .is_some_and(|unit| unit.is_strength() && unit.name() != "%" || unit.name() == "g")
}

/// Reports whether the next words are a volume, as in `20mg in 2ml`.
fn is_volume(next: &str, after: &str) -> bool {
    let (number, unit) = split_number(next);
    let unit = if unit.is_empty() { after } else { unit };
    let unit = unit.trim_end_matches(['.', ',', ')']);
    (!number.is_empty() || Unit::parse(next).is_some())
        && matches!(Unit::parse(unit).map(Unit::name), Some("ml" | "litre"))
        || !number.is_empty() && unit == "cc"
}
