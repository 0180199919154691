//! Letters that are confused: by a reader of an image, or by a person who has only heard a name.

use crate::text::{is_digit, prefix_len};

/// Letters that look alike in print, in both directions. The first entries are two letters that look like
/// one.
const LOOK_ALIKES: [(&str, &str); 14] = [
    ("rn", "m"),
    ("m", "rn"),
    ("cl", "d"),
    ("d", "cl"),
    ("vv", "w"),
    ("1", "l"),
    ("1", "i"),
    ("i", "l"),
    ("l", "i"),
    ("0", "o"),
    ("2", "z"),
    ("5", "s"),
    ("8", "b"),
    ("6", "b"),
];
const TWO_LIKE_ONE: usize = 5;
/// Letters that sound alike.
const SOUND_ALIKES: [(&str, &str); 12] = [
    ("ph", "f"),
    ("f", "ph"),
    ("ks", "x"),
    ("x", "ks"),
    ("cs", "x"),
    ("s", "c"),
    ("c", "s"),
    ("y", "i"),
    ("i", "y"),
    ("k", "c"),
    ("ck", "c"),
    ("th", "t"),
];
/// The maximum number of misread places in a word.
const MOST: usize = 3;
/// The maximum number of variants per word. Each is looked up.
const TRIED: usize = 96;

/// Lists the words that look like a text, with as few misread places as possible.
pub fn visual_variants(text: &str, is_word: impl Fn(&str) -> bool) -> Vec<String> {
    similar_words(text, &LOOK_ALIKES, is_word)
}

/// Lists the variants of a text in which two letters are one, or one letter is two.
pub fn visual_edits(text: &str) -> Vec<String> {
    with_one_other(&[text.to_owned()], LOOK_ALIKES.get(..TWO_LIKE_ONE).unwrap_or_default(), TRIED)
}

/// Lists the words that sound like a text, with as few changed places as possible.
pub fn phonetic_variants(text: &str, is_word: impl Fn(&str) -> bool) -> Vec<String> {
    similar_words(text, &SOUND_ALIKES, is_word)
}

fn similar_words(text: &str, pairs: &[(&str, &str)], is_word: impl Fn(&str) -> bool) -> Vec<String> {
    let mut texts = vec![text.to_owned()];
    let mut tried = 0;
    for _ in 0..MOST {
        texts = with_one_other(&texts, pairs, TRIED - tried);
        tried += texts.len();
        let mut words = Vec::new();
        for text in &texts {
            if is_word(text) {
                words.push(text.clone());
            }
        }
        if !words.is_empty() {
            return words;
        }
    }
    Vec::new()
}

/// Lists the texts with one more place replaced, without duplicates.
///
/// At most `most` texts are returned. There may be thousands more, each as long as the text, and these are
/// not computed.
fn with_one_other(texts: &[String], pairs: &[(&str, &str)], most: usize) -> Vec<String> {
    let mut once: Vec<String> = Vec::new();
    let mut other = String::new();
    for text in texts {
        for (written, meaning) in pairs {
            for (place, _) in text.match_indices(written) {
                if once.len() == most {
                    return once;
                }
                other.clone_from(text);
                other.replace_range(place..place + written.len(), meaning);
                if !once.contains(&other) {
                    once.push(other.clone());
                }
            }
        }
    }
    once
}

/// Reads a quantity whose digits or unit were read as letters: `5oomg`, `l0mg`, `250rng`.
///
/// The caller checks that the text has a digit or is not a word.
pub fn quantity(text: &str, is_unit: impl Fn(&str) -> bool) -> Option<String> {
    let (number, unit) = text.split_at_checked(prefix_len(text, is_like_digit))?;
    let unit = if is_unit(unit) { unit.to_owned() } else { unit.replace("rn", "m") };
    let is_read = is_unit(&unit) && number.starts_with(char::is_alphanumeric);
    let bare = unit.is_empty() && number.ends_with('o') && number.starts_with(is_digit);
    let digits: String = number.chars().map(digit).collect();
    let has_needless_zero = digits.starts_with('0') && !digits.starts_with("0.");
    let is_code = number.len() > MAX_MISREAD_DIGITS || has_needless_zero;
    let read = format!("{digits}{unit}");
    ((is_read || bare) && !is_code && read != text).then_some(read)
}

/// The maximum number of digits of a strength. A longer number, or one with a needless zero at its start, is
/// a code like `08501003SG`.
const MAX_MISREAD_DIGITS: usize = 7;

/// Reports whether a character is part of a number, or a letter that is read for a digit.
fn is_like_digit(c: char) -> bool {
    matches!(c, '0'..='9' | '.' | 'o' | 'i' | 'l' | 's')
}

fn digit(letter: char) -> char {
    match letter {
        'o' => '0',
        'i' | 'l' => '1',
        's' => '5',
        other => other,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn prefers_the_fewest_confused_letters() {
        let words = ["omeprazole", "gliclazide", "simvastatin", "fluoxetine"];
        let is_word = |text: &str| words.contains(&text);
        for (text, word) in
            [("ornepraz0le", "omeprazole"), ("glidazide", "gliclazide"), ("simvastat1n", "simvastatin")]
        {
            assert_eq!(visual_variants(text, is_word), [word]);
        }
        assert_eq!(phonetic_variants("fluoksetine", is_word), ["fluoxetine"]);
        assert!(visual_variants("amlodipine", is_word).is_empty());
    }

    #[test]
    fn replaces_letter_pairs_that_look_like_one_letter() {
        for (text, others) in [
            ("donazepam", &["donazeparn", "clonazepam"][..]),
            ("vvarfarin", &["warfarin"]),
            ("larnotrigine", &["lamotrigine"]),
            ("1actose", &[]),
        ] {
            assert_eq!(visual_edits(text), others);
        }
    }

    #[test]
    fn reads_letters_in_strengths_as_digits() {
        let read = |text: &str| quantity(text, |unit| ["mg", "ml", "g", "l"].contains(&unit));
        for (text, meaning) in
            [("5oomg", "500mg"), ("l0mg", "10mg"), ("2somg", "250mg"), ("250rng", "250mg"), ("3o", "30")]
        {
            assert_eq!(read(text).as_deref(), Some(meaning));
        }
        for text in ["500mg", "28s", "5l", "tablets", "oil", "10", "08501003sg", "22631404sg"] {
            assert_eq!(read(text), None, "{text}");
        }
    }
}
