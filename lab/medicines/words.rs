//! Words of names and of salts, for the judge.

/// The words of a text in lower case, with hyphenated ones in parts and as a whole.
pub fn words_of(text: &str) -> Vec<String> {
    let mut words = Vec::new();
    for whole in fold(text).split(|c: char| !c.is_alphanumeric() && c != '-') {
        let parts: Vec<&str> = whole.split('-').filter(|part| !part.is_empty()).collect();
        words.extend(parts.iter().map(|part| (*part).to_owned()));
        if parts.len() > 1 {
            words.push(parts.concat());
        }
    }
    words
}

/// Lower case, without apostrophes and accents.
pub fn fold(text: &str) -> String {
    use unicode_normalization::UnicodeNormalization;
    let is_kept = |c: &char| !('\u{300}'..='\u{36f}').contains(c) && !matches!(c, '\'' | '’');
    text.to_lowercase().nfd().filter(is_kept).collect()
}

/// Plurals that do not only add an `s`, and the stem of singular and plural.
const STEMS: [(&str, &str); 5] = [
    ("suppositories", "suppositor"),
    ("suppository", "suppositor"),
    ("pessaries", "pessar"),
    ("pessary", "pessar"),
    ("patches", "patch"),
];

/// A word without the ending of its plural.
pub fn singular(word: &str) -> &str {
    if let Some((_, stem)) = STEMS.iter().find(|(form, _)| *form == word) {
        return stem;
    }
    word.strip_suffix('s').filter(|one| one.len() >= 3 && !one.ends_with('s')).unwrap_or(word)
}

/// Whether a list has a word, in the singular or the plural.
pub fn has_word(words: &[String], word: &str) -> bool {
    words.iter().any(|own| own == word || singular(own) == singular(word))
}

pub fn has_all(words: &[String], wanted: &[String]) -> bool {
    wanted.iter().all(|word| has_word(words, word))
}

/// A text without what is in round brackets.
pub fn without_brackets(text: &str) -> String {
    let mut depth = 0;
    let mut kept = String::new();
    for c in text.chars() {
        match c {
            '(' => depth += 1,
            ')' => depth -= i32::from(depth > 0),
            _ if depth == 0 => kept.push(c),
            _ => {}
        }
    }
    kept.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// The number of letters to insert, delete, replace or exchange between two words.
pub fn distance(a: &str, b: &str) -> usize {
    let (a, b): (Vec<char>, Vec<char>) = (a.chars().collect(), b.chars().collect());
    let mut rows: Vec<Vec<usize>> = vec![(0..=b.len()).collect()];
    for i in 1..=a.len() {
        let mut row = vec![i];
        for j in 1..=b.len() {
            let mut least = (rows[i - 1][j] + 1).min(row[j - 1] + 1);
            least = least.min(rows[i - 1][j - 1] + usize::from(a[i - 1] != b[j - 1]));
            if i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1] {
                least = least.min(rows[i - 2][j - 2] + 1);
            }
            row.push(least);
        }
        rows.push(row);
    }
    rows[a.len()][b.len()]
}

/// A word with a capital first letter.
pub fn capital(word: &str) -> String {
    let mut chars = word.chars();
    chars.next().map_or_else(String::new, |first| first.to_uppercase().chain(chars).collect())
}

// Words of salts, and elements whose salt is the medicine.

const SALTS: &str = "\
    hydrochloride hydrobromide sodium potassium calcium magnesium maleate mesilate besilate tartrate \
    citrate phosphate sulfate acetate fumarate succinate bromide nitrate lactate gluconate propionate \
    valerate butyrate dipropionate furoate tosilate xinafoate embonate decanoate enantate carbonate \
    chloride iodide oxide hydroxide palmitate stearate picolinate aspartate benzoate undecanoate";

const ELEMENTS: &str = "\
    sodium potassium calcium magnesium zinc ferrous ferric iron aluminium copper lithium ammonium barium \
    bismuth silver selenium hydrogen manganese";

pub fn is_salt(word: &str) -> bool {
    salts().any(|salt| salt == word)
}

pub fn is_element(word: &str) -> bool {
    ELEMENTS.split(' ').any(|element| element == word)
}

pub fn salts() -> impl Iterator<Item = &'static str> {
    SALTS.split(' ')
}
