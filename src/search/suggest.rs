//! Suggestions: how a query may continue.

use std::collections::BTreeMap;

use super::clauses::dedup;
use super::evaluate::evaluate;
use crate::dataset::{Dataset, PackNumber, PackSet};
use crate::text::{Token, fold, tokens};

/// The maximum number of packs whose titles are read word by word.
const FEW: usize = 512;
/// The minimum number of words that are held before the most frequent are selected. Usually these are all
/// words.
const HELD: usize = 1 << 14;
/// The number of most frequent words that are tried if there are more packs.
const TRIED: usize = 48;

/// A longer query that has results.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize)]
pub struct Suggestion {
    /// The text of the query.
    pub text: String,
    /// The number of packs that match the words before, and have the added word in their titles.
    pub packs: u32,
}

/// Returns the queries to which a text may be completed, those with the most packs first.
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
        _ if start.starts_with(|first: char| !first.is_alphanumeric()) => Vec::new(),
        "" => frequent_words(dataset, start, limit),
        _ => words_with(dataset, before, start),
    };
    words.retain(|(_, packs)| *packs > 0);
    keep_most_frequent(&mut words, limit);
    let continued = |(word, packs): (String, usize)| Suggestion {
        text: format!("{before} {word}").trim_start().to_owned(),
        packs: packs as u32,
    };
    words.into_iter().map(continued).collect()
}

/// Returns the most frequent words in titles with a prefix, each with its number of packs.
fn frequent_words(dataset: &Dataset<'_>, start: &str, most: usize) -> Vec<(String, usize)> {
    let mut found: Vec<(String, usize)> = Vec::new();
    let mut cursor = dataset.words().from(start);
    while cursor.advance() && cursor.text().starts_with(start.as_bytes()) {
        let count = cursor.occurrences().in_title.count() as usize;
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

/// Returns the words with a prefix in titles of packs that match `before`.
fn words_with(dataset: &Dataset<'_>, before: &str, start: &str) -> Vec<(String, usize)> {
    let packs = evaluate(dataset, before).all;
    let typed: Vec<String> = tokens(before).iter().map(Token::term).collect();
    let is_new = |word: &String| word.starts_with(start) && !typed.contains(word);
    if packs.len() <= FEW {
        return words_of(dataset, packs.iter(), is_new);
    }
    let frequent = frequent_words(dataset, start, TRIED).into_iter().filter(|(word, _)| is_new(word));
    frequent.map(|(word, _)| (word.clone(), packs_with(dataset, &packs, &word))).collect()
}

fn packs_with(dataset: &Dataset<'_>, packs: &PackSet, word: &str) -> usize {
    let mut with = PackSet::empty(packs.pack_range());
    dataset.words().find(word).into_iter().for_each(|word| word.occurrences().in_title.add_to(&mut with));
    with.intersect(packs);
    with.len()
}

/// Returns the words of titles, each with its number of packs.
fn words_of(
    dataset: &Dataset<'_>,
    packs: impl Iterator<Item = PackNumber>,
    is_new: impl Fn(&String) -> bool,
) -> Vec<(String, usize)> {
    let mut products: BTreeMap<String, usize> = BTreeMap::new();
    packs.for_each(|pack| *products.entry(dataset.product_name(pack)).or_default() += 1);
    let mut words: BTreeMap<String, usize> = BTreeMap::new();
    for (product, packs) in products {
        let tokens = tokens(&fold(&product));
        let terms = tokens.iter().filter(|token| is_written(token)).map(Token::term).filter(&is_new);
        for term in dedup(terms) {
            *words.entry(term).or_default() += packs;
        }
    }
    words.into_iter().collect()
}

/// Returns whether a token is a word of the name. Ratios and compounds such as `sugarfree` are only index
/// terms.
fn is_written(token: &Token) -> bool {
    !matches!(token, Token::Also(term) if term.starts_with('=') || term.ends_with("free"))
}
