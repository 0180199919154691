//! Parts: groups the terms of a text by what a box shows.

use std::ops::Range;

use super::ParsedQuery;
use super::plain::clauses_of_word;
use super::words::Word;
use crate::quantity::Unit;
use crate::search::box_phrases::{PhraseKind, longest};
use crate::search::clauses::{Clause, synonym};
use crate::text::{is_digit, unit_len};

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

    /// Returns whether the part is a number with a unit.
    pub fn is_quantity(&self) -> bool {
        self.kind == PartKind::Strength && !self.is_bare()
    }
}

/// Returns whether clauses are numbers without a unit, and there is one.
pub fn are_bare(clauses: &[Clause]) -> bool {
    !clauses.is_empty() && clauses.iter().all(Clause::is_bare_number)
}

/// Returns the clauses of a strength or a size, which is read alone: its unit may be unfinished.
fn clauses_alone(text: &str) -> Vec<Clause> {
    match synonym(text) {
        Some(synonym) => vec![synonym],
        None => clauses_of_word(text),
    }
}

/// Returns the parts of a text, in order.
pub fn parts_of<'t>(query: &ParsedQuery<'t>) -> Vec<Part<'t>> {
    let groups = groups_of(query);
    let texts: Vec<&str> = query.words.iter().map(|word| word.text).collect();
    let mut reader = Reader { query, texts: &texts, groups: &groups, parts: Vec::new() };
    let mut at = 0;
    while at < groups.len() {
        at += reader.add_part(at).max(1);
    }
    reader.parts
}

/// The words that one term covers, or one word with several terms.
#[derive(Default)]
pub(super) struct Group<'q> {
    /// The position of the first word, and the position after the last.
    words: Range<usize>,
    span: Range<usize>,
    text: String,
    clauses: Vec<&'q Clause>,
}

/// Groups the words of a text, so that no term has words of two groups.
fn groups_of<'q>(query: &'q ParsedQuery<'_>) -> Vec<Group<'q>> {
    let mut groups = Vec::new();
    let mut group = Group::default();
    let mut covered = 0;
    let mut terms = query.terms.iter().peekable();
    for (at, word) in query.words.iter().enumerate() {
        if word.start >= covered && at > 0 {
            groups.push(std::mem::replace(&mut group, Group { words: at..at, ..Group::default() }));
        }
        group.add(word);
        while let Some(term) = terms.next_if(|term| term.span.start < word.end) {
            let clause = query.clauses.get(term.clause);
            group.clauses.extend(clause);
            if !has_unlikely_unit(clause, query.words.get(at + 1)) {
                covered = covered.max(term.span.end);
            }
        }
    }
    if !group.text.is_empty() {
        groups.push(group);
    }
    groups
}

/// Returns whether a clause is a number and a word that is hardly the prefix of a unit: `28 i`, `1234 k-plus`.
fn has_unlikely_unit(clause: Option<&Clause>, next: Option<&Word<'_>>) -> bool {
    let Some(prefix) = clause.and_then(Clause::unfinished_unit) else { return false };
    let is_whole_word = next.is_some_and(|next| next.text == prefix);
    prefix.len() < MIN_UNIT_PREFIX || !is_whole_word || prefix == "per"
}

/// The minimum length of the prefix of a unit that belongs to the number before it.
const MIN_UNIT_PREFIX: usize = 3;

impl Group<'_> {
    /// Adds a word, without a space if it is the unit of a number.
    fn add(&mut self, word: &Word<'_>) {
        let start = if self.text.is_empty() { word.start } else { self.span.start };
        if !(self.text.is_empty() || self.text.ends_with(is_digit) && begins_with_unit(word.text)) {
            self.text.push(' ');
        }
        self.text.push_str(word.text);
        self.span = start..word.end;
        self.words.end += 1;
    }
}

/// Returns whether a text begins with a unit, before any sign or digit.
pub(super) fn begins_with_unit(text: &str) -> bool {
    text.get(..unit_len(text)).and_then(Unit::parse).is_some()
}

/// Reads the groups from left to right. `kinds` has the rules.
pub(super) struct Reader<'r, 't> {
    query: &'r ParsedQuery<'t>,
    /// The texts of the words.
    texts: &'r [&'t str],
    groups: &'r [Group<'r>],
    pub(super) parts: Vec<Part<'t>>,
}

impl Reader<'_, '_> {
    pub(super) fn add(&mut self, kind: PartKind, groups: Range<usize>) -> usize {
        let (mut texts, mut clauses) = (Vec::new(), Vec::new());
        for group in self.groups.get(groups.clone()).unwrap_or(&[]) {
            texts.push(group.text.as_str());
            clauses.extend(group.clauses.iter().copied().cloned());
        }
        let text = texts.join(" ");
        // A word without a term of its own, such as the `i` of `28 i`, is read alone.
        if kind == PartKind::Strength || clauses.is_empty() {
            clauses = clauses_alone(&text);
        }
        self.push(kind, text, clauses, groups)
    }

    /// Adds a size. Only its number is a condition.
    pub(super) fn add_size(&mut self, size: String, groups: Range<usize>) -> usize {
        let clauses = clauses_alone(&size);
        self.push(PartKind::Size, size, clauses, groups)
    }

    fn push(&mut self, kind: PartKind, text: String, clauses: Vec<Clause>, groups: Range<usize>) -> usize {
        if let Some([first, .., last] | [first @ last]) = self.groups.get(groups.clone()) {
            let span = first.span.start..self.closed(first.span.start..last.span.end);
            let written = self.query.text.get(span.clone()).unwrap_or("");
            self.parts.push(Part { written, span, text, kind, clauses });
        }
        groups.len()
    }

    /// Returns the end of a range, after the bracket that closes it: `not (oral)`.
    fn closed(&self, range: Range<usize>) -> usize {
        let following = self.query.text.get(range.end..).unwrap_or("");
        let written = self.query.text.get(range.clone()).unwrap_or("");
        range.end + usize::from(following.starts_with(')') && written.rfind('(') > written.rfind(')'))
    }

    /// Returns the clauses of the terms in a group.
    pub(super) fn clauses(&self, at: usize) -> &[&Clause] {
        match self.groups.get(at) {
            Some(group) => &group.clauses,
            None => &[],
        }
    }

    pub(super) fn text(&self, at: usize) -> Option<&str> {
        Some(self.groups.get(at)?.text.as_str())
    }

    /// Returns whether a group is like `(28)`.
    pub(super) fn in_brackets(&self, at: usize) -> bool {
        let Some(group) = self.groups.get(at) else { return false };
        let before = self.query.text.get(..group.span.start).unwrap_or("");
        let after = self.query.text.get(group.span.end..).unwrap_or("");
        opens_bracket(before) && closes_bracket(after)
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

/// Returns whether a text ends with a bracket before a word.
fn opens_bracket(text: &str) -> bool {
    match text.strip_suffix('(') {
        Some(before) => before.is_empty() || before.ends_with([' ', '(']),
        None => false,
    }
}

/// Returns whether a text begins with a bracket after a word, before a space or at the end.
fn closes_bracket(text: &str) -> bool {
    let Some(after) = text.strip_prefix(')') else { return false };
    let rest = after.trim_start_matches([',', '.']);
    rest.is_empty() || rest.starts_with(' ')
}
