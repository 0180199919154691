//! Exact matches, and matches of rewritten queries: section 8 of docs/search.md.

use std::ops::Range;

use super::clauses::{Clause, ClauseKind, Scope, TermQuery};
use super::evaluate::{
    Strictness, generic_has, generic_name_allows, matches, matches_all, needs_generic_name, some_name_has,
    strengths_belong_to_own,
};
use super::packs::{Index, IndexedPack, capitalised};
use super::parser::parse;
use super::tables::{PhraseKind, phrase};

/// The maximum number of packs whose generic names are checked for exclusions.
const MAX_CHECKED: usize = 4096;

/// How a part of a query was read.
#[derive(Clone, Debug)]
pub enum Change {
    /// Folded words, and what they were read as. Nothing means ignored.
    Read(String, Vec<String>),
    /// A word, and the words that were searched instead.
    Similar(String, Vec<Vec<TermQuery>>),
}

/// A reading of a query, and the packs that it finds.
#[derive(Clone, Debug, Default)]
pub struct Reading {
    /// The text that is ranked by.
    pub text: String,
    /// The clauses that are ranked by.
    pub clauses: Vec<Clause>,
    /// The positions of the packs.
    pub packs: Vec<usize>,
    /// Those of them that are added as plain products.
    pub plain: Vec<usize>,
    /// What was read differently.
    pub changes: Vec<Change>,
}

/// Returns the positions of the packs that match all clauses and the conditions of section 7.
pub fn find(clauses: &[Clause], index: &Index) -> Vec<usize> {
    let packs = &index.packs;
    if clauses.is_empty() || clauses.iter().any(|clause| is_unknown_exclusion(clause, index)) {
        return Vec::new();
    }
    let mut found = Vec::new();
    for (position, pack) in packs.iter().enumerate() {
        if matches_all(clauses, pack, Strictness::Match) && strengths_belong_to_own(clauses, pack) {
            found.push(position);
        }
    }
    if clauses.iter().any(needs_generic_name) {
        if found.len() > MAX_CHECKED {
            return Vec::new();
        }
        found.retain(|position| generic_name_allows(clauses, &packs[*position]));
    }
    keep_products_with_prefix(clauses, index, &mut found);
    found
}

/// Removes suppliers that begin with the first of several words, if no name has that word, and a title that was found has one that begins
/// with it.
fn keep_products_with_prefix(clauses: &[Clause], index: &Index, found: &mut Vec<usize>) {
    let Some(first) = clauses.iter().find(|clause| clause.typed_word().is_some()) else { return };
    let is_whole = first.word().is_some_and(|word| index.words.contains(word));
    if clauses.len() < 2 || is_whole || matches!(first.kind, ClauseKind::Exclusion { .. }) {
        return;
    }
    let mut in_title = found.clone();
    in_title.retain(|position| matches(first, &index.packs[*position], Strictness::InTitle));
    if !in_title.is_empty() {
        *found = in_title;
    }
}

/// Returns whether a clause excludes something that no name has.
fn is_unknown_exclusion(clause: &Clause, index: &Index) -> bool {
    let ClauseKind::Exclusion { excluded, .. } = &clause.kind else { return false };
    for terms in &excluded.alternatives {
        if terms.iter().all(|term| some_name_has(term, index)) {
            return false;
        }
    }
    true
}

/// Finds what a text means as typed.
pub fn exact(text: &str, index: &Index) -> Option<Reading> {
    let characters: Vec<char> = text.chars().collect();
    let query = parse(&characters);
    if query.clauses.is_empty() && !query.finds_nothing {
        return beginning_with(text, index);
    }
    find_with_numbers(text, &query.clauses, index)
}

/// Finds the names that begin with a text without words.
fn beginning_with(text: &str, index: &Index) -> Option<Reading> {
    let mut packs: Vec<usize> = (0..index.packs.len()).collect();
    packs.retain(|position| index.packs[*position].folded.starts_with(text));
    if packs.is_empty() {
        return None;
    }
    Some(Reading { text: text.to_owned(), packs, ..Reading::default() })
}

/// Finds clauses, reading numbers as strengths, and then the last ones as pack sizes.
pub fn find_with_numbers(text: &str, clauses: &[Clause], index: &Index) -> Option<Reading> {
    for sizes in size_readings(clauses) {
        let read = with_sizes(clauses, &sizes);
        let mut packs = find(&read, index);
        if !packs.is_empty() {
            let plain = plain_products(&read, &packs, index);
            packs.extend(&plain);
            packs.sort_unstable();
            packs.dedup();
            let changes = size_changes(clauses, &sizes);
            return Some(Reading { text: text.to_owned(), clauses: read, packs, plain, changes });
        }
    }
    None
}

/// Returns the products of one substance, if all packs that were found are mixtures: a brand's own name may not say what is in it. Their
/// generic name begins with a word of the query, and either name has each clause.
fn plain_products(clauses: &[Clause], found: &[usize], index: &Index) -> Vec<usize> {
    if found.iter().any(|position| !index.packs[*position].is_mixture) {
        return Vec::new();
    }
    let mut words = Vec::new();
    for word in clauses.iter().filter_map(Clause::word) {
        words.push(format!("{} ", capitalised(word)));
    }
    let mut plain = Vec::new();
    for (position, pack) in index.packs.iter().enumerate() {
        if pack.generic_components.len() == 1
            && words.iter().any(|word| pack.pack.generic_product_name.starts_with(word))
            && clauses.iter().all(|clause| has_in_either_name(clause, pack))
        {
            plain.push(position);
        }
    }
    plain
}

/// Returns whether one of the names of a pack has a clause, and neither has what it excludes.
fn has_in_either_name(clause: &Clause, pack: &IndexedPack) -> bool {
    let own = matches(clause, pack, Strictness::Match);
    match &clause.kind {
        ClauseKind::Exclusion { excluded, .. } => own && !generic_has(excluded, pack),
        _ => own || generic_has(clause, pack),
    }
}

/// Returns which numbers are pack sizes, in the order in which that is tried: none, the last, the last two.
fn size_readings(clauses: &[Clause]) -> Vec<Vec<usize>> {
    let mut numbers: Vec<usize> = (0..clauses.len()).collect();
    numbers.retain(|at| matches!(clauses[*at].kind, ClauseKind::Number(_)));
    let mut readings = Vec::new();
    for count in 0..=numbers.len().min(2) {
        let sizes = numbers[numbers.len() - count..].to_vec();
        if sizes.iter().all(|at| !is_before_strength(clauses, *at)) {
            readings.push(sizes);
        }
    }
    readings
}

/// Returns whether a number of up to three digits is directly before a strength.
fn is_before_strength(clauses: &[Clause], at: usize) -> bool {
    let is_short = matches!(&clauses[at].kind, ClauseKind::Number(number) if number.len() <= 3);
    is_short && matches!(clauses.get(at + 1), Some(Clause { kind: ClauseKind::Strength, .. }))
}

/// Makes numbers sizes, which are in the tail, or strengths, which are in the title.
fn with_sizes(clauses: &[Clause], sizes: &[usize]) -> Vec<Clause> {
    let mut clauses = clauses.to_vec();
    for (at, clause) in clauses.iter_mut().enumerate() {
        let ClauseKind::Number(number) = clause.kind.clone() else { continue };
        let is_size = sizes.contains(&at);
        let scope = if is_size { Scope::Tail } else { Scope::Title };
        clause.alternatives = vec![vec![TermQuery::Number(number, scope)]];
        if is_size {
            clause.kind = ClauseKind::Quantity;
        }
    }
    clauses
}

/// Reports the sizes, unless the query has a strength with a unit, or a form or container follows the number.
fn size_changes(clauses: &[Clause], sizes: &[usize]) -> Vec<Change> {
    if clauses.iter().any(|clause| clause.kind == ClauseKind::Strength) {
        return Vec::new();
    }
    let mut changes = Vec::new();
    for at in sizes {
        let ClauseKind::Number(number) = &clauses[*at].kind else { continue };
        let next = clauses.get(at + 1).and_then(Clause::typed_word);
        if !next.is_some_and(is_form) {
            changes.push(Change::Read(number.clone(), vec![format!("pack size {number}")]));
        }
    }
    changes
}

/// Returns whether a word is a form or a container.
pub fn is_form(word: &str) -> bool {
    matches!(phrase(word), Some(PhraseKind::Form | PhraseKind::Container))
}

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
            reading.changes.insert(0, Change::Read(rewrite.written, vec![rewrite.read]));
            return Some(reading);
        }
    }
    None
}

/// Returns the words that may be replaced, and by which words, in the order in which they are tried.
fn replacements(words: &[&str]) -> Vec<(Range<usize>, Vec<String>)> {
    let mut replacements = Vec::new();
    for at in 1..words.len() {
        replacements.push((at - 1..at + 1, vec![words[at - 1..=at].concat()]));
    }
    if words.len() > 2 {
        replacements.push((0..words.len(), vec![words.concat()]));
    }
    for (at, word) in words.iter().enumerate() {
        for cut in MIN_PART_LEN..(word.len() + 1).saturating_sub(MIN_PART_LEN) {
            if let Some((one, other)) = word.split_at_checked(cut) {
                replacements.push((at..at + 1, vec![one.to_owned(), other.to_owned()]));
            }
        }
    }
    replacements
}

fn rewrites(text: &str, index: &Index) -> Vec<Rewrite> {
    let words: Vec<&str> = text.split_whitespace().collect();
    if words.len() > MAX_WORDS {
        return Vec::new();
    }
    let mut rewrites = replacements(&words);
    rewrites.retain(|(_, replacement)| replacement.iter().all(|word| index.terms.contains(word)));
    rewrites.truncate(MAX_WAYS);
    let mut results = Vec::new();
    for (range, replacement) in rewrites {
        let (written, read) = (words[range.clone()].join(" "), replacement.join(" "));
        let mut words: Vec<String> = words.iter().copied().map(str::to_owned).collect();
        words.splice(range, replacement);
        results.push(Rewrite { words, written, read });
    }
    results
}
