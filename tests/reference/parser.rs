//! Reads a query from left to right: section 5 of docs/search.md.

use std::ops::Range;

use super::clauses::{Clause, ClauseKind, Scope, TermQuery, clauses_of, meaning, shifted, synonym_clause};
use super::tables::{
    ATTRIBUTE_ROWS, AttributeUse, NEGATIONS, PhraseKind, attribute_key, combinations_of, phrase, synonyms_of,
};
use super::tokens::tokenise;

const MAX_CLAUSES: usize = 48;

/// A query as its clauses.
#[derive(Clone, Debug, Default)]
pub struct ParsedQuery {
    /// The clauses in order.
    pub clauses: Vec<Clause>,
    /// Whether the rules say that it finds nothing.
    pub finds_nothing: bool,
}

/// Parses a normalised text.
pub fn parse(text: &[char]) -> ParsedQuery {
    let chunks = chunks(text);
    let mut parser =
        Parser { text, chunks: &chunks, run: 0, special: 0, clauses: Vec::new(), finds_nothing: false };
    let mut at = 0;
    while at < chunks.len() {
        let Some((len, clauses)) = parser.special(at) else {
            at += 1;
            continue;
        };
        parser.plain(parser.run..at);
        parser.clauses.extend(clauses);
        parser.special = at;
        at += len;
        parser.run = at;
    }
    parser.plain(parser.run.min(chunks.len())..chunks.len());
    parser.finish()
}

/// Returns the words of a text: what is between spaces and separators, without the signs around it.
pub fn chunks(text: &[char]) -> Vec<Range<usize>> {
    let mut chunks = Vec::new();
    let mut start = 0;
    for end in 0..=text.len() {
        if end == text.len() || is_separator(text, end) {
            chunks.extend(without_signs(text, start..end));
            start = end + 1;
        }
    }
    chunks
}

/// Returns whether a character is a space or a sign that separates words. A comma between digits does not.
pub fn is_separator(text: &[char], at: usize) -> bool {
    let is_digit = |at: Option<usize>| at.and_then(|at| text.get(at)).is_some_and(char::is_ascii_digit);
    match text[at] {
        ',' => !is_digit(at.checked_sub(1)) || !is_digit(Some(at + 1)),
        sign => sign.is_whitespace() || [';', '|', '(', ')', '[', ']', '+', ':', '®', '™'].contains(&sign),
    }
}

/// Returns the range without the signs at its ends, or `None` if there is nothing else.
fn without_signs(text: &[char], range: Range<usize>) -> Option<Range<usize>> {
    let is_kept = |at: &usize| text[*at].is_alphanumeric() || text[*at] == '%';
    let mut first = range.clone().find(is_kept)?;
    let mut end = range.clone().rev().find(is_kept)? + 1;
    // The point of `.5`.
    if text[first].is_ascii_digit() && first > range.start && text[first - 1] == '.' {
        first -= 1;
    }
    // `w/` means with.
    if range.len() == 2 && first == range.start && text.get(end) == Some(&'/') {
        end += 1;
    }
    Some(first..end.min(range.end))
}

struct Parser<'t> {
    text: &'t [char],
    chunks: &'t [Range<usize>],
    /// The first chunk that is not yet read.
    run: usize,
    /// The first chunk of the last clauses of rules 1 to 5.
    special: usize,
    clauses: Vec<Clause>,
    finds_nothing: bool,
}

impl Parser<'_> {
    fn text_of(&self, chunks: Range<usize>) -> Option<(Range<usize>, String)> {
        let (first, last) = (self.chunks.get(chunks.start)?, self.chunks.get(chunks.end - 1)?);
        let span = first.start..last.end;
        Some((span.clone(), self.text[span].iter().collect()))
    }

    /// Returns words without what is between them.
    fn words(&self, chunks: Range<usize>) -> Option<(Range<usize>, String)> {
        let (span, _) = self.text_of(chunks.clone())?;
        let words = chunks.map(|at| self.text[self.chunks[at].clone()].iter().collect::<String>());
        Some((span, words.collect::<Vec<_>>().join(" ")))
    }

    /// Returns the clauses of rules 1 to 5 that begin at a chunk, and how many chunks they take.
    fn special(&mut self, at: usize) -> Option<(usize, Vec<Clause>)> {
        self.exclusion(at)
            .or_else(|| self.attribute(at, self.chunks.len() > 1).map(|(len, clause)| (len, vec![clause])))
            .or_else(|| self.synonym(at).map(|(len, clause)| (len, vec![clause])))
            .or_else(|| self.doubt(at).map(|clause| (1, vec![clause])))
    }

    /// Cuts chunks into tokens together.
    fn plain(&mut self, chunks: Range<usize>) {
        if chunks.is_empty() {
            return;
        }
        let span = self.chunks[chunks.start].start..self.chunks[chunks.end - 1].end;
        let tokens = shifted(tokenise(&self.text[span.clone()]), span.start);
        self.clauses.extend(clauses_of(self.text, tokens));
    }

    fn exclusion(&mut self, at: usize) -> Option<(usize, Vec<Clause>)> {
        let (span, word) = self.text_of(at..at + 1)?;
        if let Some(rest) = word.strip_prefix("non-") {
            return self.non_attribute(at, rest).map(|(len, excluded)| {
                let whole = span.start..self.chunks[at + len - 1].end;
                (len, vec![exclude(excluded, "non", whole)])
            });
        }
        let negation = NEGATIONS.into_iter().find(|negation| *negation == word)?;
        if self.is_in_phrase(at) {
            return None;
        }
        let special = self.attribute(at + 1, true).or_else(|| self.free(at + 1));
        let (len, excluded) = match special.or_else(|| self.synonym(at + 1)) {
            Some((len, clause)) => (len, vec![clause]),
            None => (1, self.text_of(at + 1..at + 2).map_or(Vec::new(), |(span, _)| self.clauses_at(span))),
        };
        let is_number = self.text_of(at + 1..at + 2).is_some_and(|(_, next)| begins_with_number(&next));
        match excluded.as_slice() {
            all if is_number => {
                let len = self.strength_len(at + 1, all)?;
                self.finds_nothing = true;
                Some((len + 1, Vec::new()))
            }
            [one] => {
                let whole = span.start..self.chunks[at + len].end;
                let mut one = one.clone();
                require_whole_letter(&mut one);
                if !matches!(one.kind, ClauseKind::Attribute(_)) {
                    // Who excludes codeine excludes co-codamol.
                    let first = self.text_of(at + 1..at + 2).map(|(_, first)| first).unwrap_or_default();
                    one.alternatives.extend(combinations_of(&first).into_iter().map(meaning));
                }
                Some((len + 1, vec![exclude(one, negation, whole)]))
            }
            _ => {
                self.finds_nothing = true;
                Some((len + 1, Vec::new()))
            }
        }
    }

    /// Reads `sugar free`.
    fn free(&self, at: usize) -> Option<(usize, Clause)> {
        let (last, word) = self.text_of(at + 1..at + 2)?;
        let clause = self.clauses_at(self.chunks[at].start..last.end).into_iter().next()?;
        (word == "free" && clause.kind == ClauseKind::Free).then_some((2, clause))
    }

    /// Returns how many chunks a strength has, given the clauses of the first: `5mg` has one, `5 mg` two.
    fn strength_len(&self, at: usize, first: &[Clause]) -> Option<usize> {
        if first.iter().any(|clause| clause.kind == ClauseKind::Strength) {
            return Some(1);
        }
        let strength = self.clauses_at(self.chunks[at].start..self.text.len()).into_iter().next()?;
        let is_strength = strength.kind == ClauseKind::Strength;
        is_strength.then(|| self.chunks[at..].iter().filter(|chunk| chunk.start < strength.span.end).count())
    }

    /// Returns whether a phrase begins with the word before a negation and has the negation, too: `do not`.
    ///
    /// A clause of several words may have that word: in `not do not crush` both exclude something.
    fn is_in_phrase(&self, at: usize) -> bool {
        let ends = at + 1..=self.chunks.len();
        let first = at.checked_sub(1).filter(|first| *first >= self.run || *first == self.special);
        let phrases = first.into_iter().flat_map(|first| ends.clone().map(move |end| first..end));
        phrases.filter_map(|words| self.words(words)).any(|(_, text)| phrase(&text).is_some())
    }

    fn clauses_at(&self, span: Range<usize>) -> Vec<Clause> {
        clauses_of(self.text, shifted(tokenise(&self.text[span.clone()]), span.start))
    }

    /// Reads a route or release after `non-`.
    fn non_attribute(&self, at: usize, rest: &str) -> Option<(usize, Clause)> {
        let next = self.text_of(at + 1..at + 2).map(|(_, next)| (2, format!("{rest}{next}")));
        let readings = [next, Some((1, rest.to_owned()))];
        let span = self.chunks[at].clone();
        readings.into_iter().flatten().find_map(|(len, text)| {
            let key = attribute_key(&text);
            let (row, usage) = attribute(&key).filter(|_| len == 1 || key.len() > 4)?;
            Some((len, attribute_clause(&key, row, usage, span.clone())))
        })
    }

    fn attribute(&self, at: usize, has_others: bool) -> Option<(usize, Clause)> {
        for len in [2, 1] {
            let Some((span, text)) = self.words(at..at + len) else { continue };
            let key = attribute_key(&text);
            let is_exempt =
                len == 1 && (has_others || matches!(key.as_str(), "oral" | "eye" | "ear" | "nose"));
            if let Some((row, usage)) = attribute(&key).filter(|_| key.len() > 4 || is_exempt) {
                return Some((len, attribute_clause(&key, row, usage, span)));
            }
        }
        None
    }

    /// A word before `free` is no synonym.
    fn synonym(&self, at: usize) -> Option<(usize, Clause)> {
        if self.free(at).is_some() {
            return None;
        }
        for len in [2, 1] {
            let Some((span, text)) = self.text_of(at..at + len) else { continue };
            let synonyms = synonyms_of(&text);
            if !synonyms.is_empty() {
                return Some((len, synonym_clause(self.text, span, synonyms)));
            }
        }
        None
    }

    fn doubt(&self, at: usize) -> Option<Clause> {
        let (span, word) = self.text_of(at..at + 1)?;
        let is_alone = self.chunks.len() == 1;
        let is_after_number = at > self.run && self.follows_number(span.start);
        let is_sign = |at: Option<usize>, sign| at.and_then(|at| self.text.get(at)) == Some(&sign);
        let is_beside_bracket = is_sign(span.start.checked_sub(1), '(') || is_sign(Some(span.end), ')');
        if phrase(&word) != Some(PhraseKind::Doubt) || is_alone || is_after_number || is_beside_bracket {
            return None;
        }
        Some(whole_word(ClauseKind::Doubt, word, span))
    }

    /// Returns whether a digit and spaces are before a position.
    fn follows_number(&self, at: usize) -> bool {
        self.text[..at].iter().rev().find(|one| **one != ' ').is_some_and(char::is_ascii_digit)
    }

    fn finish(self) -> ParsedQuery {
        let has_several = self.clauses.len() > 1;
        let mut clauses: Vec<Clause> = Vec::new();
        for mut clause in self.clauses {
            if has_several {
                require_whole_letter(&mut clause);
            }
            // A condition counts once, but two components may have equal strengths.
            if clause.is_strength() || !clauses.iter().any(|other| other.is_same(&clause)) {
                clauses.push(clause);
            }
        }
        let is_exclusion = |clause: &Clause| matches!(clause.kind, ClauseKind::Exclusion { .. });
        let only_excludes = !clauses.is_empty() && clauses.iter().all(is_exclusion);
        let is_too_long = clauses.len() > MAX_CLAUSES;
        ParsedQuery { finds_nothing: self.finds_nothing || only_excludes || is_too_long, clauses }
    }
}

/// Returns what a word that a query may ask for means.
pub fn attribute(word: &str) -> Option<(&'static [&'static str], AttributeUse)> {
    let row = ATTRIBUTE_ROWS.get(attribute_key(word).as_str())?;
    let is_asked = matches!(row.usage, AttributeUse::States | AttributeUse::Asks);
    is_asked.then_some((row.attributes.as_slice(), row.usage))
}

/// Makes the clause of a route or release: the word itself, a synonym of it, or a title with the attribute.
pub fn attribute_clause(
    key: &str,
    attributes: &'static [&'static str],
    usage: AttributeUse,
    span: Range<usize>,
) -> Clause {
    let scope = if usage == AttributeUse::Asks { Scope::Title } else { Scope::Name };
    let mut alternatives = vec![vec![TermQuery::Word(key.to_owned(), scope)]];
    alternatives.extend(synonyms_of(key).iter().map(|synonym| meaning(synonym.meaning)));
    // A query asks for the first attribute of the word.
    alternatives.extend(attributes.first().map(|attribute| vec![TermQuery::Attribute(attribute)]));
    Clause {
        kind: ClauseKind::Attribute(attributes.to_vec()),
        alternatives,
        span,
        tokens: Vec::new(),
        is_chunk: false,
    }
}

/// Makes a single letter a whole word: `hepatitis e` is no prefix of another hepatitis vaccine.
fn require_whole_letter(clause: &mut Clause) {
    for terms in &mut clause.alternatives {
        if let [TermQuery::Prefix(letter)] = terms.as_slice()
            && letter.chars().count() == 1
            && clause.is_chunk
        {
            *terms = vec![TermQuery::Word(letter.clone(), Scope::Name)];
        }
    }
}

fn whole_word(kind: ClauseKind, word: String, span: Range<usize>) -> Clause {
    Clause {
        kind,
        alternatives: vec![vec![TermQuery::Word(word, Scope::Title)]],
        span,
        tokens: Vec::new(),
        is_chunk: false,
    }
}

fn exclude(excluded: Clause, negation: &'static str, span: Range<usize>) -> Clause {
    let kind = ClauseKind::Exclusion { negation, excluded: Box::new(excluded) };
    Clause { alternatives: Vec::new(), kind, span, tokens: Vec::new(), is_chunk: false }
}

/// Returns whether a number begins a text, behind any signs: `not (5mg)`.
fn begins_with_number(text: &str) -> bool {
    text.trim_start_matches(|one: char| !one.is_alphanumeric()).starts_with(|one: char| one.is_ascii_digit())
}
