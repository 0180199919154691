//! Terms: the smallest parts of a text that are conditions, from left to right.

use std::ops::Range;

use super::plain::{plain_terms, require_whole_letter};
use super::special::special_at;
use super::words::Word;
use crate::search::clauses::Clause;
use crate::text::is_digit;

/// A term and its place in the text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Term {
    pub span: Range<usize>,
    /// The position of its clause. A term that repeats an earlier one has the same clause.
    pub clause: usize,
}

/// Reads the terms of a text, and their clauses.
pub fn read(text: &str, words: &[Word<'_>]) -> (Vec<Term>, Vec<Clause>) {
    let mut found = Vec::new();
    let mut plain = 0..0;
    let mut before = None;
    let mut at = 0;
    while let Some(word) = words.get(at) {
        let passed = text.get(plain.start..word.start).unwrap_or("");
        let is_after_number = !plain.is_empty() && passed.trim_end().ends_with(is_digit);
        let Some((clause, used)) = special_at(text, words, at, before, is_after_number) else {
            let start = if plain.is_empty() { word.start } else { plain.start };
            plain = start..word.end;
            before = Some(word);
            at += 1;
            continue;
        };
        add_plain(text, std::mem::take(&mut plain), &mut found);
        before = Some(word).filter(|_| used == 1);
        at += used;
        let last = words.get(at - 1).or(words.last()).unwrap_or(word);
        found.push((word.start..last.end, clause));
    }
    add_plain(text, plain, &mut found);
    if found.len() > 1 {
        require_whole_letters(words, &mut found);
    }
    dedup(found)
}

/// Adds the terms of words that are not special. They are cut into tokens together.
fn add_plain(text: &str, plain: Range<usize>, found: &mut Vec<(Range<usize>, Clause)>) {
    for (range, clause) in plain_terms(text.get(plain.clone()).unwrap_or("")) {
        found.push((range.start + plain.start..range.end + plain.start, clause));
    }
}

/// Makes each word of one letter a whole word: `hepatitis e` is not a prefix of another hepatitis vaccine.
fn require_whole_letters(words: &[Word<'_>], found: &mut [(Range<usize>, Clause)]) {
    for word in words {
        if word.text.chars().nth(1).is_some() {
            continue;
        }
        for (span, clause) in found.iter_mut() {
            if *span == (word.start..word.end) {
                require_whole_letter(clause);
            }
        }
    }
}

/// Removes repeated clauses, except strengths and numbers: two components of a mixture may have equal ones.
fn dedup(found: Vec<(Range<usize>, Clause)>) -> (Vec<Term>, Vec<Clause>) {
    let (mut terms, mut clauses) = (Vec::new(), Vec::new());
    for (span, clause) in found {
        let repeated = clauses.iter().position(|other| *other == clause && !clause.is_amount());
        let place = repeated.unwrap_or(clauses.len());
        if repeated.is_none() {
            clauses.push(clause);
        }
        terms.push(Term { span, clause: place });
    }
    (terms, clauses)
}
