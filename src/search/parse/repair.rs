//! Repair of words that no name has: joined words are separated, and misread letters and digits are replaced.

use super::ParsedQuery;
use super::segmentation;
use super::sizes::{is_licence, is_strength, number_of_size};
use super::special::attribute_at;
use crate::quantity::Unit;
use crate::search::box_phrases::longest;
use crate::search::confusables;
use crate::search::correction::Correction;
use crate::search::synonyms::meanings;
use crate::text::is_digit;

/// The maximum number of unknown words for which visual variants are tried. Each has many.
const MAX_MISREAD: usize = 4;

/// Returns the text with its unknown words repaired, and the corrections. There are none if it needs no repair.
pub fn repair(query: &ParsedQuery<'_>, is_word: &dyn Fn(&str) -> bool) -> (String, Vec<Correction>) {
    let mut repairer = Repairer { is_word, misread_left: MAX_MISREAD };
    let (mut repaired, mut changes) = (String::with_capacity(query.text.len()), Vec::new());
    let mut end = 0;
    for word in &query.words {
        let read = repairer.read(word.text);
        repaired.push_str(query.text.get(end..word.start).unwrap_or(""));
        repaired.push_str(&read);
        end = word.end;
        if read != word.text {
            changes.push(Correction { written: word.text.to_owned(), replacements: vec![read] });
        }
    }
    repaired.push_str(query.text.get(end..).unwrap_or(""));
    (repaired, changes)
}

struct Repairer<'r> {
    is_word: &'r dyn Fn(&str) -> bool,
    /// The number of unknown words for which visual variants may still be tried.
    misread_left: usize,
}

impl Repairer<'_> {
    /// Reads a word: separates joined words, and replaces letters that are misread digits.
    fn read(&mut self, word: &str) -> String {
        if self.is_known(word) || number_of_size(word).is_some() || is_licence(word) {
            return word.to_owned();
        }
        if let Some(read) = confusables::quantity(word, |unit| Unit::parse(unit).is_some()) {
            return read;
        }
        let has_digit = word.contains(is_digit);
        if word.ends_with("-free") || (has_digit && is_strength(word)) {
            return word.to_owned();
        }
        if has_digit { self.read_code(word) } else { split_at_slash(word) }
    }

    /// Reads letters and digits without a unit: a misread word, or words and numbers that are joined.
    fn read_code(&mut self, word: &str) -> String {
        let is_letters = word.as_bytes().iter().all(u8::is_ascii_alphanumeric);
        let has_letter = word.as_bytes().iter().any(u8::is_ascii_alphabetic);
        if is_letters && has_letter && self.misread_left > 0 {
            self.misread_left -= 1;
            let variants = confusables::visual_variants(word, |text| self.is_known(text));
            if let Some(variant) = variants.into_iter().next() {
                return variant;
            }
        }
        let words = word.replace('-', " ");
        segmentation::at_borders(&words, |text| self.is_known(text)).unwrap_or(words)
    }

    fn is_known(&self, text: &str) -> bool {
        (self.is_word)(text)
            || !meanings(text).is_empty()
            || longest(&[text]).is_some()
            || attribute_at(&[text], true).is_some()
    }
}

/// Splits `injection/infusion`, unless a side has only one or two letters.
fn split_at_slash(word: &str) -> String {
    match word.split_once('/') {
        Some((one, other)) if one.len() > 2 && other.len() > 2 => [one, other].join(" "),
        _ => word.to_owned(),
    }
}
