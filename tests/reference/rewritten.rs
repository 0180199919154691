//! Words that are joined or cut: section 8, "Rewritten", of docs/search.md.

use super::exact::{Reading, find_with_numbers};
use super::index::Index;
use super::parser::parse;

const MIN_PART_LEN: usize = 4;
const MAX_WAYS: usize = 6;
const MAX_WORDS: usize = 12;

struct Rewrite {
    words: Vec<String>,
    written: String,
    read: String,
}

/// Finds what a text means with two words as one, all words as one, or one word as two.
pub fn rewritten(text: &str, index: &Index) -> Option<Reading> {
    for rewrite in rewrites(text, index) {
        let text = rewrite.words.join(" ");
        let characters: Vec<char> = text.chars().collect();
        let query = parse(&characters);
        let found = if query.finds_nothing { None } else { find_with_numbers(&text, &query.clauses, index) };
        if let Some(mut reading) = found {
            reading.changes.insert(0, super::exact::Change::Read(rewrite.written, vec![rewrite.read]));
            return Some(reading);
        }
    }
    None
}

fn rewrites(text: &str, index: &Index) -> Vec<Rewrite> {
    let mut words: Vec<&str> = Vec::new();
    for word in text.split_whitespace() {
        if !words.contains(&word) {
            words.push(word);
        }
    }
    if words.len() > MAX_WORDS {
        return Vec::new();
    }
    let mut rewrites = Vec::new();
    for at in 1..words.len() {
        rewrites.push((at - 1..at + 1, vec![words[at - 1..=at].concat()]));
    }
    if words.len() > 2 {
        rewrites.push((0..words.len(), vec![words.concat()]));
    }
    for (at, word) in words.iter().enumerate() {
        for cut in MIN_PART_LEN..(word.len() + 1).saturating_sub(MIN_PART_LEN) {
            if let Some((one, other)) = word.split_at_checked(cut) {
                rewrites.push((at..at + 1, vec![one.to_owned(), other.to_owned()]));
            }
        }
    }
    rewrites.retain(|(_, made)| made.iter().all(|word| index.terms.contains(word)));
    rewrites.truncate(MAX_WAYS);
    let rewrite = |(range, made): (std::ops::Range<usize>, Vec<String>)| {
        let mut rewritten: Vec<String> = words.iter().map(|word| (*word).to_owned()).collect();
        rewritten.splice(range.clone(), made.clone());
        Rewrite { words: rewritten, written: words[range].join(" "), read: made.join(" ") }
    };
    rewrites.into_iter().map(rewrite).collect()
}
