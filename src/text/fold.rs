//! Folding: names and queries are compared in lower case and without accents.

use super::characters::is_invisible;

/// Folds the text: lower case, without accents and without invisible characters.
///
/// # Examples
///
/// ```
/// use pack_lookup::text::fold;
///
/// assert_eq!(fold("Rösuvastatin"), "rosuvastatin");
/// ```
pub fn fold(text: &str) -> String {
    if text.is_ascii() {
        return text.to_ascii_lowercase();
    }
    without_accents(text).flat_map(char::to_lowercase).collect()
}

/// Iterates over the characters of a text, with Latin letters without their accents.
///
/// Unicode's own tables would double the size of the WebAssembly, and all names are ASCII today. A test
/// compares the result with Unicode for Latin letters.
pub fn without_accents(text: &str) -> impl Iterator<Item = char> {
    text.chars().filter(is_read).map(base_letter)
}

/// Reports whether a character is neither invisible nor a combining accent.
fn is_read(c: &char) -> bool {
    !is_invisible(*c) && !('\u{300}'..='\u{36F}').contains(c)
}

/// Lower-case Latin letters, each with its accented forms.
const ACCENTED: [(char, &str); 25] = [
    ('a', "àáâãäåāăąǎǟǡǻȁȃȧḁạảấầẩẫậắằẳẵặ"),
    ('b', "ḃḅḇ"),
    ('c', "çćĉċčḉ"),
    ('d', "ďḋḍḏḑḓ"),
    ('e', "èéêëēĕėęěȅȇȩḕḗḙḛḝẹẻẽếềểễệ"),
    ('f', "ḟ"),
    ('g', "ĝğġģǧǵḡ"),
    ('h', "ĥȟḣḥḧḩḫẖ"),
    ('i', "ìíîïĩīĭįǐȉȋḭḯỉị"),
    ('j', "ĵǰ"),
    ('k', "ķǩḱḳḵ"),
    ('l', "ĺļľḷḹḻḽ"),
    ('m', "ḿṁṃ"),
    ('n', "ñńņňǹṅṇṉṋ"),
    ('o', "òóôõöōŏőơǒǫǭȍȏȫȭȯȱṍṏṑṓọỏốồổỗộớờởỡợ"),
    ('p', "ṕṗ"),
    ('r', "ŕŗřȑȓṙṛṝṟ"),
    ('s', "śŝşšſșṡṣṥṧṩẛ"),
    ('t', "ţťțṫṭṯṱẗ"),
    ('u', "ùúûüũūŭůűųưǔǖǘǚǜȕȗṳṵṷṹṻụủứừửữự"),
    ('v', "ṽṿ"),
    ('w', "ŵẁẃẅẇẉẘ"),
    ('x', "ẋẍ"),
    ('y', "ýÿŷȳẏẙỳỵỷỹ"),
    ('z', "źżžẑẓẕ"),
];

fn base_letter(c: char) -> char {
    if c.is_ascii() {
        return c;
    }
    // If lower case has a second character, it is a combining mark.
    let lower = c.to_lowercase().next().unwrap_or(c);
    for (base, accented) in ACCENTED {
        if base == lower || accented.contains(lower) {
            return if c.is_uppercase() { base.to_ascii_uppercase() } else { base };
        }
    }
    // Unicode has two micro signs: a Greek letter and a compatibility character.
    if c == 'µ' { 'μ' } else { c }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Removes an accent exactly where Unicode decomposes a Latin letter into an ASCII letter.
    #[test]
    fn removes_accents_as_unicode_decomposes_them() {
        use unicode_normalization::{UnicodeNormalization, char::is_combining_mark};
        for c in ('\u{C0}'..='\u{24F}').chain('\u{1E00}'..='\u{1EFF}').filter(|c| c.is_alphabetic()) {
            let unicode: String = c.nfkd().filter(|c| !is_combining_mark(*c)).collect();
            let actual: String = without_accents(&c.to_string()).collect();
            if unicode.is_ascii() && unicode.len() == 1 {
                assert_eq!(actual, unicode, "{c}");
            } else {
                assert_eq!(actual, c.to_string());
            }
        }
        assert_eq!(fold("Ro\u{308}stI"), "rosti");
    }
}
