//! Lower case without accents: the first two steps of section 2 of docs/search.md.

use unicode_normalization::UnicodeNormalization;

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

/// Returns the ASCII character that a full-width character or a digit of another script stands for.
pub fn to_ascii(character: char) -> char {
    let offset = |zero: char| char::from_digit(character as u32 - zero as u32, 10).unwrap_or(character);
    match character {
        '\u{3000}' => ' ',
        '\u{ff01}'..='\u{ff5e}' => char::from_u32(character as u32 - 0xfee0).unwrap_or(character),
        '\u{660}'..='\u{669}' => offset('\u{660}'),
        '\u{6f0}'..='\u{6f9}' => offset('\u{6f0}'),
        '\u{966}'..='\u{96f}' => offset('\u{966}'),
        other => other,
    }
}
