//! Parts: groups the terms of a text by what a box shows.

use std::ops::Range;

use super::ParsedQuery;
use super::plain::clauses_of_word;
use super::terms::Term;
use super::words::Word;
use crate::quantity::Unit;
use crate::search::box_phrases::{PhraseKind, longest};
use crate::search::clauses::{Clause, synonym};
use crate::text::is_digit_or_point;

/// The kind of a part.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PartKind {
    Noise,
    Size,
    Form,
    Detail,
    Salt,
    /// A route, a release characteristic, an exclusion or `X free`.
    Attribute,
    /// An abbreviation that may mean a medicine, strength or route.
    Doubt,
    /// Numbers and units.
    Strength,
    /// Any other word.
    Word,
}

/// Some words of a text that belong together.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Part<'t> {
    /// The part as it is in the text.
    pub written: &'t str,
    /// The byte range in the text.
    pub span: Range<usize>,
    /// The words as they are compared with names. For a size, only the number.
    pub text: String,
    pub kind: PartKind,
    /// The conditions of the words. For a size, only that of the number.
    pub clauses: Vec<Clause>,
}

impl Part<'_> {
    /// Returns whether the part consists of numbers without a unit.
    pub fn is_bare(&self) -> bool {
        are_bare(&self.clauses)
    }
}

/// Returns whether clauses are numbers without a unit, and there is one.
pub fn are_bare(clauses: &[Clause]) -> bool {
    !clauses.is_empty() && clauses.iter().all(|clause| clause.bare_number().is_some())
}

/// Returns the clauses of a strength or a size, which is read alone: its unit may be unfinished.
fn clauses_alone(text: &str) -> Vec<Clause> {
    synonym(text).map_or_else(|| clauses_of_word(text), |synonym| vec![synonym])
}

/// Returns the parts of a text, in order.
pub fn parts_of<'t>(query: &ParsedQuery<'t>) -> Vec<Part<'t>> {
    let groups = groups_of(query);
    let texts: Vec<&str> = query.words.iter().map(|word| word.text).collect();
    let mut reader = Reader { query, texts, groups: &groups, parts: Vec::new() };
    let mut at = 0;
    while at < groups.len() {
        at += reader.add_part(at).max(1);
    }
    reader.parts
}

/// The words that one term covers, or one word with several terms.
struct Group {
    words: Range<usize>,
    text: String,
}

/// Groups the words of a text, so that no term has words of two groups.
fn groups_of(query: &ParsedQuery<'_>) -> Vec<Group> {
    let mut groups: Vec<Group> = Vec::new();
    let mut covered = 0;
    let mut terms = query.terms.iter().peekable();
    for (at, word) in query.words.iter().enumerate() {
        match groups.last_mut() {
            Some(last) if word.start < covered => last.words.end = at + 1,
            _ => groups.push(Group { words: at..at + 1, text: String::new() }),
        }
        while let Some(term) = terms.next_if(|term| term.span.start < word.end()) {
            let following = query.words.get(at + 1);
            if !following.is_some_and(|next| is_unlikely_unit(query, term, next)) {
                covered = covered.max(term.span.end);
            }
        }
    }
    for group in &mut groups {
        group.text = joined(query.words.get(group.words.clone()).unwrap_or(&[]));
    }
    groups
}

/// Returns whether a term has a number and a word that is hardly the prefix of a unit: `28 i`, `1234 k-plus`.
fn is_unlikely_unit(query: &ParsedQuery<'_>, term: &Term, next: &Word<'_>) -> bool {
    let prefix = query.clauses.get(term.clause).and_then(Clause::unfinished_unit);
    prefix.is_some_and(|prefix| prefix.len() < MIN_UNIT_PREFIX || prefix != next.text || prefix == "per")
}

/// The minimum length of the prefix of a unit that belongs to the number before it.
const MIN_UNIT_PREFIX: usize = 3;

/// Joins words, without spaces if they are a number and a unit.
fn joined(words: &[Word<'_>]) -> String {
    let texts: Vec<&str> = words.iter().map(|word| word.text).collect();
    let is_quantity = match texts.as_slice() {
        [number, unit, ..] => number.starts_with(is_digit_or_point) && begins_with_unit(unit),
        _ => false,
    };
    texts.join(if is_quantity { "" } else { " " })
}

fn begins_with_unit(text: &str) -> bool {
    let len = text.find(|c: char| !c.is_alphabetic() && c != '%').unwrap_or(text.len());
    text.get(..len).is_some_and(|unit| Unit::parse(unit).is_some())
}

/// Reads the groups from left to right. `kinds` has the rules.
pub(super) struct Reader<'r, 't> {
    query: &'r ParsedQuery<'t>,
    /// The words as they are in the text.
    texts: Vec<&'t str>,
    groups: &'r [Group],
    pub(super) parts: Vec<Part<'t>>,
}

impl<'t> Reader<'_, 't> {
    pub(super) fn add(&mut self, kind: PartKind, groups: Range<usize>) -> usize {
        let mut texts = Vec::new();
        for group in self.groups.get(groups.clone()).unwrap_or(&[]) {
            texts.push(group.text.as_str());
        }
        let text = texts.join(" ");
        let of_terms: Vec<Clause> = self.clauses(groups.clone()).into_iter().cloned().collect();
        // A word without a term of its own, such as the `i` of `28 i`, is read alone.
        let is_read_alone = kind == PartKind::Strength || of_terms.is_empty();
        let clauses = if is_read_alone { clauses_alone(&text) } else { of_terms };
        self.push(kind, text, clauses, groups)
    }

    /// Adds a size. Only its number is a condition.
    pub(super) fn add_size(&mut self, size: String, groups: Range<usize>) -> usize {
        let clauses = clauses_alone(&size);
        self.push(PartKind::Size, size, clauses, groups)
    }

    fn push(&mut self, kind: PartKind, text: String, clauses: Vec<Clause>, groups: Range<usize>) -> usize {
        let span = self.span(groups.clone());
        let written = self.query.text.get(span.clone()).unwrap_or("");
        self.parts.push(Part { written, span, text, kind, clauses });
        groups.len()
    }

    /// Returns the byte range of groups.
    fn span(&self, groups: Range<usize>) -> Range<usize> {
        let groups = self.groups.get(groups).unwrap_or(&[]);
        let (Some(first), Some(last)) = (groups.first(), groups.last()) else { return 0..0 };
        let word = |at: usize| self.query.words.get(at);
        let (first, last) = (word(first.words.start), word(last.words.end.wrapping_sub(1)));
        let (start, end) = (first.map_or(0, |word| word.start), last.map_or(0, Word::end));
        start..end + usize::from(self.is_closed_after(start..end))
    }

    /// Returns whether a bracket that opens in a range closes after it: `not (oral)`.
    fn is_closed_after(&self, range: Range<usize>) -> bool {
        let following = self.query.text.get(range.end..).unwrap_or("");
        let written = self.query.text.get(range).unwrap_or("");
        following.starts_with(')') && written.rfind('(') > written.rfind(')')
    }

    /// Returns the clauses of the terms in groups.
    pub(super) fn clauses(&self, groups: Range<usize>) -> Vec<&Clause> {
        let span = self.span(groups);
        let mut clauses = Vec::new();
        for term in self.query.terms.iter().filter(|term| span.contains(&term.span.start)) {
            clauses.extend(self.query.clauses.get(term.clause));
        }
        clauses
    }

    pub(super) fn text(&self, at: usize) -> Option<&str> {
        Some(self.groups.get(at)?.text.as_str())
    }

    pub(super) fn in_brackets(&self, at: usize) -> bool {
        let word = self.groups.get(at).and_then(|group| self.query.words.get(group.words.start));
        word.is_some_and(|word| word.in_brackets)
    }

    /// Returns the longest phrase at a group, and its number of groups.
    ///
    /// A term that only begins in the phrase is no part of it: `by mouth` remains a route in `use by mouth`.
    pub(super) fn phrase(&self, at: usize) -> Option<(PhraseKind, usize)> {
        let following = self.groups.get(at..)?;
        let start = following.first()?.words.start;
        let (kind, words) = longest(self.texts.get(start..)?)?;
        let used = following.iter().take_while(|group| group.words.end <= start + words).count();
        (used > 0).then_some((kind, used))
    }
}
