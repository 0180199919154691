//! Corrects words that no pack has: section 8, "Fuzzy", of docs/search.md.

use super::clauses::{Clause, ClauseKind, Scope, TermQuery, meaning};
use super::evaluate::{Strictness, has_all, matches_all, some_name_has};
use super::exact::{Change, Reading, find_with_numbers, is_form};
use super::packs::Index;
use super::parser::parse;
use super::tables::{LOOKS_LIKE, SYNONYM_ROWS};

const MAX_OPEN: usize = 3;
/// Longer words are not corrected.
const MAX_LETTERS: usize = 60;
/// The pairs of `LOOKS_LIKE` that are one edit.
const LOOK_ALIKE_EDITS: usize = 5;
/// The maximum number of words that a correction reports.
const MAX_REPORTED: usize = 8;

/// Finds what a text means if the words that no pack has become the closest ones.
pub fn fuzzy(text: &str, index: &Index) -> Option<Reading> {
    let characters: Vec<char> = text.chars().collect();
    let query = parse(&characters);
    if query.finds_nothing {
        return None;
    }
    let (mut open, mut fixed) = (Vec::new(), Vec::new());
    for (at, clause) in query.clauses.iter().enumerate() {
        if is_open(clause, index) {
            open.push(at);
        } else {
            fixed.push(clause);
        }
    }
    if open.is_empty() || open.len() > MAX_OPEN || !have_a_pack_in_common(&fixed, index) {
        return None;
    }
    // If no other clause names the medicine, the first open one is in its position.
    let has_medicine = fixed.iter().any(|clause| names_medicine(clause, index));
    let allowed = if has_medicine { Allowed::AnyWord } else { Allowed::Products };
    corrected(text, &query.clauses, &open, index, allowed)
}

/// The words that a correction may lead to.
#[derive(Clone, Copy)]
pub enum Allowed {
    /// Any word with a likely misspelling.
    AnyWord,
    /// The first words of names with a likely misspelling, and devices.
    Products,
}

impl Allowed {
    fn allows(self, word: &str, is_likely: bool, index: &Index) -> bool {
        match self {
            Allowed::AnyWord => is_likely,
            Allowed::Products => (is_likely && index.is_first_word(word)) || index.names_device(word),
        }
    }
}

/// Corrects the open clauses, the first one only to words that are allowed.
fn corrected(
    text: &str,
    clauses: &[Clause],
    open: &[usize],
    index: &Index,
    allowed: Allowed,
) -> Option<Reading> {
    let (mut clauses, mut changes) = (clauses.to_vec(), Vec::new());
    for at in open.iter().copied() {
        let word = clauses[at].word()?.to_owned();
        let allowed = if changes.is_empty() { allowed } else { Allowed::AnyWord };
        let candidates = candidates(&word, index, allowed);
        if candidates.is_empty() {
            return None;
        }
        clauses[at].alternatives = candidates.clone();
        clauses[at].kind = ClauseKind::Corrected;
        changes.push(Change::Similar(word, candidates));
    }
    let mut reading = find_with_numbers(text, &clauses, index)?;
    reading.changes.splice(..0, changes);
    Some(reading)
}

/// Returns whether no name matches a clause, and no rule forbids to correct it.
pub fn is_open(clause: &Clause, index: &Index) -> bool {
    if matches!(clause.kind, ClauseKind::Exclusion { .. }) {
        return false;
    }
    if let Some(word) = clause.word()
        && (index.begins_generic_word(word) || index.is_medicine_name(word))
    {
        return false;
    }
    !clause.alternatives.iter().any(|terms| is_in_some_name(terms, index))
}

/// Returns whether some name has the terms. A single term may be anywhere.
fn is_in_some_name(terms: &[TermQuery], index: &Index) -> bool {
    match terms {
        [term] => some_name_has(term, index),
        _ => index.packs.iter().any(|pack| has_all(terms, pack, Strictness::Match)),
    }
}

fn have_a_pack_in_common(fixed: &[&Clause], index: &Index) -> bool {
    fixed.is_empty()
        || index.packs.iter().any(|pack| matches_all(fixed.iter().copied(), pack, Strictness::Match))
}

/// Returns whether a clause is the start of a name, and no form.
fn names_medicine(clause: &Clause, index: &Index) -> bool {
    match clause.typed_word() {
        Some(word) => !is_form(word) && index.begins_name(word),
        None => false,
    }
}

/// Returns how many edits a word may have. Only words of plain letters have any.
pub fn max_edits(word: &str) -> usize {
    let has_letters_only = word.bytes().all(|byte| byte.is_ascii_lowercase());
    match word.len() {
        4..=7 if has_letters_only => 1,
        8..=MAX_LETTERS if has_letters_only => 2,
        _ => 0,
    }
}

/// Returns whether a misspelling at this distance may be that of a word. Its first letter may be wrong in words of six letters or more,
/// at a distance of two in words of nine or more.
fn may_be_misspelt(typed: &str, word: &str, distance: usize) -> bool {
    let shortest = if distance < 2 { 6 } else { 9 };
    has_same_start(typed, word) || typed.len() >= shortest
}

/// Returns whether a misspelling of seven letters or more may be that of the start of a word.
fn may_be_prefix(typed: &str, word: &str) -> bool {
    typed.len() >= 7 && has_same_start(typed, word)
}

fn has_same_start(typed: &str, word: &str) -> bool {
    typed.chars().next() == word.chars().next()
}

/// Words at a distance.
type Candidates = Vec<(usize, Vec<TermQuery>)>;

/// Returns the closest words as alternatives of a clause.
pub fn candidates(word: &str, index: &Index, allowed: Allowed) -> Vec<Vec<TermQuery>> {
    if max_edits(word) == 0 {
        return Vec::new();
    }
    let mut all = names(word, index, allowed);
    all.extend(generic_words(word, index));
    all.extend(former_names(word));
    all.extend(look_alikes(word, index, allowed));
    let mut closest = Vec::new();
    for (_, terms) in nearest(all) {
        if !closest.contains(&terms) {
            closest.push(terms);
        }
    }
    closest
}

/// Returns words of names: whole ones, or those that begin with a close word if no whole one is close enough.
fn names(word: &str, index: &Index, allowed: Allowed) -> Candidates {
    let whole = close_words(word, index, allowed, edit_distance);
    if !whole.is_empty() {
        return nearest(whole);
    }
    let mut with_prefix = close_words(word, index, allowed, prefix_distance);
    with_prefix.retain(|(_, terms)| may_be_prefix(word, &term_text(&terms[0])));
    nearest(with_prefix)
}

fn close_words(word: &str, index: &Index, allowed: Allowed, distance: fn(&str, &str) -> usize) -> Candidates {
    let mut close = Vec::new();
    for other in &index.words {
        let distance = distance(word, other);
        let is_likely = may_be_misspelt(word, other, distance);
        let is_close = distance <= max_edits(word) && (is_likely || distance == 1);
        if is_close && allowed.allows(other, is_likely, index) {
            close.push((distance, vec![TermQuery::Word(other.clone(), Scope::Name)]));
        }
    }
    close
}

fn generic_words(word: &str, index: &Index) -> Candidates {
    let mut close = Vec::new();
    for other in &index.generic_words {
        let distance = edit_distance(word, other);
        if distance <= max_edits(word) && may_be_misspelt(word, other, distance) {
            close.push((distance, vec![TermQuery::GenericPrefix(other.clone())]));
        }
    }
    nearest(close)
}

fn former_names(word: &str) -> Candidates {
    let mut close = Vec::new();
    for (written, synonyms) in SYNONYM_ROWS.iter() {
        let distance = edit_distance(word, written);
        if distance > max_edits(word) || !may_be_misspelt(word, written, distance) {
            continue;
        }
        for synonym in synonyms {
            if synonym.is_former_name() {
                close.push((distance, meaning(synonym.meaning)));
            }
        }
    }
    nearest(close)
}

/// Returns words in which one position looks like what was typed: one edit, beside no other.
fn look_alikes(word: &str, index: &Index, allowed: Allowed) -> Candidates {
    let mut close = Vec::new();
    for (written, read_as) in &LOOKS_LIKE[..LOOK_ALIKE_EDITS] {
        for (at, _) in word.match_indices(written) {
            let other = format!("{}{read_as}{}", &word[..at], &word[at + written.len()..]);
            if !allowed.allows(&other, true, index) {
                continue;
            }
            if index.terms.contains(&other) {
                close.push((1, vec![TermQuery::Word(other, Scope::Name)]));
            } else if index.generic_words.contains(&other) {
                close.push((1, vec![TermQuery::GenericPrefix(other)]));
            }
        }
    }
    close
}

fn nearest(mut candidates: Candidates) -> Candidates {
    let best = candidates.iter().map(|(distance, _)| *distance).min();
    candidates.retain(|(distance, _)| Some(*distance) == best);
    candidates
}

/// Returns the words that a correction reports: those that a result has in its own name, or else all.
pub fn reported(candidates: &[Vec<TermQuery>], packs: &[usize], index: &Index) -> Vec<String> {
    let mut found: Vec<&Vec<TermQuery>> = candidates.iter().collect();
    found.retain(|terms| is_in_any(terms, packs, index));
    if found.is_empty() {
        found = candidates.iter().collect();
    }
    let mut words: Vec<String> = Vec::new();
    for terms in found {
        let text = terms.iter().map(term_text).collect::<Vec<_>>().join(" ");
        if words.len() < MAX_REPORTED && !words.contains(&text) {
            words.push(text);
        }
    }
    words
}

/// Returns whether any of these packs has the terms.
fn is_in_any(terms: &[TermQuery], packs: &[usize], index: &Index) -> bool {
    packs.iter().any(|position| has_all(terms, &index.packs[*position], Strictness::Match))
}

/// Returns a term as a correction reports it.
pub fn term_text(term: &TermQuery) -> String {
    match term {
        TermQuery::Prefix(word) | TermQuery::Word(word, _) | TermQuery::PartialWord(word) => word.clone(),
        TermQuery::GenericPrefix(word) | TermQuery::Number(word, _) => word.clone(),
        TermQuery::Quantity(quantity, _) | TermQuery::PartialQuantity(quantity) => {
            format!("{}{}", quantity.number, quantity.unit.name)
        }
        TermQuery::AnyOfUnit(unit) => unit.name.to_owned(),
        TermQuery::Attribute(attribute) => (*attribute).to_owned(),
        TermQuery::Ratio(_) | TermQuery::OtherRatio(_) | TermQuery::OneIn(_) => String::new(),
    }
}

/// Returns the distances of a word to every prefix of another: the last one is that to all of it.
///
/// An edit inserts, removes or replaces a byte, or swaps two neighbours.
pub fn prefix_distances(word: &str, other: &str) -> Vec<usize> {
    let (word, other): (&[u8], &[u8]) = (word.as_bytes(), other.as_bytes());
    // distances[i][j] is that of the first i bytes of `other` and the first j of `word`.
    let mut distances = vec![vec![0; word.len() + 1]; other.len() + 1];
    for i in 0..=other.len() {
        for j in 0..=word.len() {
            distances[i][j] = distance(&distances, &other[..i], &word[..j]);
        }
    }
    distances.into_iter().map(|row| row[word.len()]).collect()
}

fn distance(distances: &[Vec<usize>], other: &[u8], word: &[u8]) -> usize {
    let (i, j) = (other.len(), word.len());
    if i == 0 || j == 0 {
        return i.max(j);
    }
    let replaced = distances[i - 1][j - 1] + usize::from(other[i - 1] != word[j - 1]);
    let mut best = replaced.min(distances[i - 1][j] + 1).min(distances[i][j - 1] + 1);
    let are_swapped = i > 1 && j > 1 && other[i - 1] == word[j - 2] && other[i - 2] == word[j - 1];
    if are_swapped {
        best = best.min(distances[i - 2][j - 2] + 1);
    }
    best
}

/// Returns the distance of two words.
pub fn edit_distance(word: &str, other: &str) -> usize {
    *prefix_distances(word, other).last().unwrap_or(&0)
}

/// Returns the smallest distance of a word to a prefix of another.
pub fn prefix_distance(word: &str, other: &str) -> usize {
    prefix_distances(word, other).into_iter().min().unwrap_or(0)
}
