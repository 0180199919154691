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
    let mut reader = Reader { text, words, found: Vec::new() };
    let mut first_plain = 0;
    let mut at = 0;
    while at < words.len() {
        let Some((clause, used)) = special_at(words, at, reader.is_after_number(first_plain, at)) else {
            at += 1;
            continue;
        };
        reader.add_plain(first_plain..at);
        let end = (at + used).min(words.len());
        reader.add(at..end, clause);
        (first_plain, at) = (end, end);
    }
    reader.add_plain(first_plain..words.len());
    reader.finish()
}

struct Reader<'r, 't> {
    text: &'t str,
    words: &'r [Word<'t>],
    found: Vec<(Range<usize>, Clause)>,
}

impl Reader<'_, '_> {
    /// Returns whether a number is directly before a word, after the last term that is not plain.
    fn is_after_number(&self, first_plain: usize, at: usize) -> bool {
        let before = self.span(first_plain..at).start..self.words.get(at).map_or(0, |word| word.start);
        first_plain < at && self.text.get(before).is_some_and(|text| text.trim_end().ends_with(is_digit))
    }

    fn add(&mut self, words: Range<usize>, clause: Clause) {
        self.found.push((self.span(words), clause));
    }

    /// Adds the terms of words that are not special. They are cut into tokens together.
    fn add_plain(&mut self, words: Range<usize>) {
        if words.is_empty() {
            return;
        }
        let span = self.span(words);
        for (range, clause) in plain_terms(self.text.get(span.clone()).unwrap_or("")) {
            self.found.push((range.start + span.start..range.end + span.start, clause));
        }
    }

    fn span(&self, words: Range<usize>) -> Range<usize> {
        match self.words.get(words).unwrap_or(&[]) {
            [first, .., last] => first.start..last.end(),
            [one] => one.span(),
            [] => 0..0,
        }
    }

    fn finish(mut self) -> (Vec<Term>, Vec<Clause>) {
        if self.found.len() > 1 {
            self.require_whole_letters();
        }
        let (mut terms, mut clauses) = (Vec::new(), Vec::new());
        for (span, clause) in self.found {
            let clause = position_of(clause, &mut clauses);
            terms.push(Term { span, clause });
        }
        (terms, clauses)
    }

    /// Makes each word of one letter a whole word: `hepatitis e` is not a prefix of another hepatitis vaccine.
    fn require_whole_letters(&mut self) {
        for (span, clause) in &mut self.found {
            let is_word = |word: &Word<'_>| word.span() == *span && word.text.chars().nth(1).is_none();
            if self.words.iter().any(is_word) {
                require_whole_letter(clause);
            }
        }
    }
}

/// Returns the position of a clause, which is added unless it repeats an earlier one.
fn position_of(clause: Clause, clauses: &mut Vec<Clause>) -> usize {
    // Two components of a mixture may have equal strengths.
    let repeated = if clause.is_amount() { None } else { clauses.iter().position(|other| *other == clause) };
    repeated.unwrap_or_else(|| {
        clauses.push(clause);
        clauses.len() - 1
    })
}
