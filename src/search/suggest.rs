//! What a query may go on with: the word that is being typed, finished, or the next one.

use std::collections::BTreeMap;

use super::clauses::dedup;
use super::evaluate::evaluate;
use crate::dataset::{Dataset, PackNumber, PackSet};
use crate::text::{Token, fold, tokens};

/// When no more packs than these match what stands before, their names are read word by word.
const FEW: usize = 512;
/// So many words are held at least before the most frequent of them are chosen: mostly all.
const HELD: usize = 1 << 14;
/// Otherwise so many of the most frequent words are tried.
const TRIED: usize = 48;

/// A query that finds something.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize)]
pub struct Suggestion {
    /// What to search for.
    pub text: String,
    /// How many packs have the added word, and all words before it, in the name of the product.
    pub packs: u32,
}

/// The queries that the text may become, those that find the most packs first.
///
/// The text's last word counts as being typed, unless a space follows it.
pub fn suggest(dataset: &Dataset<'_>, text: &str, limit: usize) -> Vec<Suggestion> {
    let folded = fold(text.trim_start());
    let (before, start) = folded.rsplit_once(' ').unwrap_or(("", &folded));
    let before = before.trim();
    let mut words = match before {
        "" if start.is_empty() => Vec::new(),
        // No word of the dictionary begins like that: names need not be read.
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

/// The words that begin with `start`, and in how many products' names they are; the most frequent.
fn frequent_words(dataset: &Dataset<'_>, start: &str, most: usize) -> Vec<(String, usize)> {
    let mut found: Vec<(String, usize)> = Vec::new();
    let mut cursor = dataset.words().from(start);
    while cursor.advance() && cursor.text().starts_with(start.as_bytes()) {
        let count = cursor.occurrences().in_title.count() as usize;
        // The text is only copied for words that may stay.
        if count > 0
            && let Ok(word) = std::str::from_utf8(cursor.text())
        {
            found.push((word.to_owned(), count));
        }
        // So that however many words there are, few are held.
        if found.len() >= HELD.max(most.saturating_mul(2)) {
            keep_most_frequent(&mut found, most);
        }
    }
    keep_most_frequent(&mut found, most);
    found
}

/// Texts with the largest numbers first, and with the same number in the order of texts.
pub(super) fn keep_most_frequent(words: &mut Vec<(String, usize)>, most: usize) {
    words.sort_by(|a, b| b.1.cmp(&a.1).then_with(|| a.0.cmp(&b.0)));
    words.truncate(most);
}

/// The words that begin with `start` and stand in names that match `before`.
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
    let mut with = PackSet::empty(packs.window());
    dataset.words().find(word).into_iter().for_each(|word| word.occurrences().in_title.add_to(&mut with));
    with.intersect(packs);
    with.len()
}

/// The words of the products' names, and of how many packs.
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

/// Whether a name has the token as a word: ratios and `sugarfree` are only terms of the index.
fn is_written(token: &Token) -> bool {
    !matches!(token, Token::Also(term) if term.starts_with('=') || term.ends_with("free"))
}
