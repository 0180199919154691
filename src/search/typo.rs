//! Words that are nearly there: what a query asks for when nobody spells it as it was typed.
//!
//! One edit is forgiven in words of 4 to 7 letters, two from 8 on; letters that changed places are
//! one edit, and the first letter may be wrong. Numbers, strengths and codes are never changed. Of
//! the words within reach only the nearest count, so that look-alikes stay apart.

use super::terms::{Atom, Term};
use crate::dataset::{Dataset, PackSet};

/// The terms with words in the place of those that no pack has, or, if each word is had by some
/// pack and only all together by none, of each word in turn.
pub fn correct(dataset: &Dataset<'_>, terms: &[Term], packs: impl Fn(&Term) -> PackSet) -> Vec<Term> {
    let is_unknown: Vec<bool> = terms.iter().map(|term| packs(term).is_empty()).collect();
    let any_unknown = is_unknown.contains(&true);
    let corrected = |(term, unknown): (&Term, &bool)| match *unknown || !any_unknown {
        true => similar(dataset, term).unwrap_or_else(|| term.clone()),
        false => term.clone(),
    };
    terms.iter().zip(&is_unknown).map(corrected).collect()
}

/// The term with the nearest similar words as its only alternatives; none if there are none.
fn similar(dataset: &Dataset<'_>, term: &Term) -> Option<Term> {
    let word = term.alternatives.iter().find_map(|atoms| match atoms.as_slice() {
        [Atom::Prefix(word)] => Some(word),
        _ => None,
    })?;
    let most = edits_forgiven(word);
    (1..=most)
        .map(|edits| words_at(dataset, word, edits))
        .find(|words| !words.is_empty())
        .map(|words| Term { alternatives: words.into_iter().map(|word| vec![Atom::Whole(word)]).collect() })
}

fn edits_forgiven(word: &str) -> usize {
    let letters = word.chars().count();
    match letters {
        _ if !word.chars().all(char::is_alphabetic) => 0,
        0..=3 => 0,
        4..=7 => 1,
        _ => 2,
    }
}

/// The words of the dictionary that are so many edits away at most.
fn words_at(dataset: &Dataset<'_>, word: &str, edits: usize) -> Vec<String> {
    let mut cursor = dataset.words().from("a");
    let mut found = Vec::new();
    while cursor.advance() {
        let Ok(other) = std::str::from_utf8(cursor.text()) else { continue };
        if other.len().abs_diff(word.len()) <= edits && distance(word, other) <= edits {
            found.push(other.to_owned());
        }
    }
    found
}

/// Insertions, deletions, replacements and swaps of neighbours that make one word of the other.
pub fn distance(a: &str, b: &str) -> usize {
    let b: Vec<char> = b.chars().collect();
    let mut rows = [vec![0; b.len() + 1], vec![0; b.len() + 1], (0..=b.len()).collect::<Vec<_>>()];
    let mut before = None;
    for (i, letter) in a.chars().enumerate() {
        rows.rotate_left(1);
        let [older, old, new] = &mut rows;
        next_row(i, (before, letter), &b, (older, old, new));
        before = Some(letter);
    }
    rows.last().and_then(|row| row.last()).copied().unwrap_or(0)
}

type Rows<'r> = (&'r mut Vec<usize>, &'r mut Vec<usize>, &'r mut Vec<usize>);

fn next_row(i: usize, (before, letter): (Option<char>, char), b: &[char], (older, old, new): Rows<'_>) {
    let at = |row: &[usize], j: usize| row.get(j).copied().unwrap_or(usize::MAX / 2);
    let mut row = vec![i + 1];
    for (j, other) in b.iter().enumerate() {
        let replaced = at(old, j) + usize::from(*other != letter);
        let swapped = match j.checked_sub(1).and_then(|k| b.get(k)) {
            Some(previous) if *previous == letter && before == Some(*other) => at(older, j - 1) + 1,
            _ => usize::MAX,
        };
        let edited = at(old, j + 1).min(at(&row, j)) + 1;
        row.push(replaced.min(swapped).min(edited));
    }
    *new = row;
}
