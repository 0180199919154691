//! Suggestions: how a query may continue.

use std::collections::BTreeMap;

use super::answer::answer;
use super::index::Index;
use crate::dataset::{Dataset, PackSet};
use crate::text::{Token, fold, is_sign, tokens};

/// The maximum number of packs whose titles are read word by word.
const FEW: usize = 512;
/// The minimum number of words that are held before the most frequent are selected. Usually these are all
/// words.
const HELD: usize = 1 << 14;
/// The number of most frequent words that are tried if there are more packs.
const TRIED: usize = 48;

/// A longer query that has results: the text with its last word completed, or with another word. Input fields
/// list it while a person types.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize)]
pub struct Suggestion {
    /// The text of the query.
    pub text: String,
    /// The number of packs that match the words before, and have the added word in their titles.
    pub packs: u32,
}

/// Lists the queries to which a text may be completed, the ones with the most packs first.
///
/// The last word of the text is a prefix, unless a space follows it.
///
/// # Examples
///
/// ```
/// # let bytes = include!(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/common/doctest_dataset.rs"));
/// use pack_lookup::dataset::verify;
/// use pack_lookup::search::suggest;
///
/// let dataset = verify(&bytes)?;
/// let suggestions = suggest(&dataset, "amlod", 5);
/// assert_eq!(suggestions[0].text, "amlodipine");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn suggest(dataset: &Dataset<'_>, text: &str, limit: usize) -> Vec<Suggestion> {
    let folded = fold(text.trim_start());
    let (before, start) = folded.rsplit_once(' ').unwrap_or(("", &folded));
    let before = before.trim();
    let mut words = match before {
        "" if start.is_empty() => Vec::new(),
        // No word of the dictionary begins with a sign, so names need not be read.
        _ if start.starts_with(is_sign) => Vec::new(),
        "" => frequent_words(dataset, start, limit),
        _ => words_with(dataset, before, start),
    };
    words.retain(|(_, packs)| *packs > 0);
    keep_most_frequent(&mut words, limit);
    let mut suggestions = Vec::with_capacity(words.len());
    for (word, packs) in words {
        let text = format!("{before} {word}").trim_start().to_owned();
        suggestions.push(Suggestion { text, packs: packs as u32 });
    }
    suggestions
}

/// Finds the most frequent words in titles with a prefix, each with its number of packs.
fn frequent_words(dataset: &Dataset<'_>, start: &str, most: usize) -> Vec<(String, usize)> {
    let mut found: Vec<(String, usize)> = Vec::new();
    let index = Index::of(dataset);
    let mut cursor = index.names.words().from(start);
    while cursor.advance() && cursor.text().starts_with(start.as_bytes()) {
        let count = index.count(&cursor.occurrences());
        // Copy the text only of words that may be returned.
        if count > 0
            && let Ok(word) = std::str::from_utf8(cursor.text())
        {
            found.push((word.to_owned(), count));
        }
        // Limits memory for any number of words.
        if found.len() >= HELD.max(most.saturating_mul(2)) {
            keep_most_frequent(&mut found, most);
        }
    }
    keep_most_frequent(&mut found, most);
    found
}

/// Keeps the `most` texts with the largest numbers. Texts with equal numbers are in alphabetical order.
pub(super) fn keep_most_frequent(words: &mut Vec<(String, usize)>, most: usize) {
    words.sort_by(|a, b| b.1.cmp(&a.1).then_with(|| a.0.cmp(&b.0)));
    words.truncate(most);
}

/// Lists the words with a prefix in titles of packs that match `before`.
fn words_with(dataset: &Dataset<'_>, before: &str, start: &str) -> Vec<(String, usize)> {
    let packs = answer(dataset, &without_repeats(before)).packs;
    let typed: Vec<String> = tokens(before).iter().map(Token::term).collect();
    let are_few = packs.len() <= FEW;
    let mut words =
        if are_few { words_of(dataset, &packs, start) } else { frequent_words(dataset, start, TRIED) };
    words.retain(|(word, _)| !typed.contains(word));
    if !are_few {
        for (word, count) in &mut words {
            *count = packs_with(dataset, &packs, word);
        }
    }
    words
}

/// Removes words of letters that a text has before: they say nothing new, and each of them costs as much as
/// the first one.
fn without_repeats(text: &str) -> String {
    let mut words: Vec<&str> = Vec::new();
    for word in text.split(' ') {
        let is_repeated = words.contains(&word) && word.chars().all(char::is_alphabetic);
        if !is_repeated {
            words.push(word);
        }
    }
    words.join(" ")
}

fn packs_with(dataset: &Dataset<'_>, packs: &PackSet, word: &str) -> usize {
    let index = Index::of(dataset);
    let mut with = index.nothing();
    index.add_term(word, &mut with);
    let mut found = index.packs(&with);
    found.intersect(packs);
    found.len()
}

/// Lists the words of own and generic names with a prefix, each with its number of packs.
fn words_of(dataset: &Dataset<'_>, packs: &PackSet, start: &str) -> Vec<(String, usize)> {
    let mut products: BTreeMap<(String, u32), usize> = BTreeMap::new();
    for pack in packs.iter() {
        *products.entry((dataset.product_name(pack), dataset.generic_place(pack))).or_default() += 1;
    }
    let mut words: BTreeMap<String, usize> = BTreeMap::new();
    for ((title, generic), packs) in products {
        let mut terms = written_terms(&title, start);
        terms.extend(written_terms(&dataset.generic_name(generic), start));
        terms.sort_unstable();
        terms.dedup();
        for term in terms {
            *words.entry(term).or_default() += packs;
        }
    }
    words.into_iter().collect()
}

/// Lists the words of a name with a prefix.
fn written_terms(name: &str, start: &str) -> Vec<String> {
    let mut terms = Vec::new();
    for token in tokens(&fold(name)) {
        if is_written(&token) {
            let term = token.term();
            if term.starts_with(start) {
                terms.push(term);
            }
        }
    }
    terms
}

/// Reports whether a token is a word of the name. Ratios and compounds such as `sugarfree` are only index
/// terms.
fn is_written(token: &Token) -> bool {
    !matches!(token, Token::Also(term) if term.starts_with('=') || term.ends_with("free"))
}

#[cfg(test)]
mod tests {
    use super::without_repeats;

    #[test]
    fn asks_for_each_word_once_and_keeps_numbers() {
        for (text, expected) in [
            ("sodium sodium sodium", "sodium"),
            ("sodium chloride sodium", "sodium chloride"),
            ("5 mg 5 ml", "5 mg 5 ml"),
            ("amlod", "amlod"),
            ("", ""),
        ] {
            assert_eq!(without_repeats(text), expected, "{text}");
        }
    }
}
