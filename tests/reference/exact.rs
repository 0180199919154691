//! The readings of a query as typed: section 8, "Exact", of docs/search.md.

use super::clauses::{Clause, ClauseKind, Scope, TermQuery};
use super::conditions::{generic_name_allows, needs_generic_name, strengths_belong_to_own};
use super::evaluate::{Strictness, generic_has, matches, some_name_has};
use super::index::{Index, capitalised};
use super::packs::IndexedPack;
use super::parser::parse;
use super::tables::{PhraseKind, phrase};

/// So many packs have their generic names checked for what a query excludes.
const MAX_CHECKED: usize = 4096;

/// How a part of a query was read.
#[derive(Clone, Debug)]
pub enum Change {
    /// Folded words, and what they were read as. Nothing means ignored.
    Read(String, Vec<String>),
    /// A word, and what was searched for in its place.
    Similar(String, Vec<Vec<TermQuery>>),
}

/// A reading of a query, and the packs that it finds.
#[derive(Clone, Debug, Default)]
pub struct Reading {
    /// The text that is ranked by.
    pub text: String,
    /// The clauses that are ranked by.
    pub clauses: Vec<Clause>,
    /// The places of the packs.
    pub packs: Vec<usize>,
    /// Those of them that are added as plain products.
    pub plain: Vec<usize>,
    /// What was read differently.
    pub changes: Vec<Change>,
}

/// Returns the places of the packs that match all clauses and the conditions of section 7.
pub fn find(clauses: &[Clause], index: &Index) -> Vec<usize> {
    let packs = &index.packs;
    if clauses.is_empty() || clauses.iter().any(|clause| is_unknown_exclusion(clause, index)) {
        return Vec::new();
    }
    let has_all = |pack| clauses.iter().all(|clause| matches(clause, pack, Strictness::Match));
    let mut found: Vec<usize> = (0..packs.len()).filter(|place| has_all(&packs[*place])).collect();
    found.retain(|place| strengths_belong_to_own(clauses, &packs[*place]));
    if clauses.iter().any(needs_generic_name) {
        if found.len() > MAX_CHECKED {
            return Vec::new();
        }
        found.retain(|place| generic_name_allows(clauses, &packs[*place]));
    }
    keep_begun_products(clauses, index, &mut found);
    found
}

/// Removes suppliers that begin with the first of several words, if no name has that word, and a title that was found has one that begins
/// with it.
fn keep_begun_products(clauses: &[Clause], index: &Index, found: &mut Vec<usize>) {
    let Some(first) = clauses.iter().find(|clause| clause.typed_word().is_some()) else { return };
    let is_whole = first.word().is_some_and(|word| index.words.contains(word));
    if clauses.len() < 2 || is_whole || matches!(first.kind, ClauseKind::Exclusion { .. }) {
        return;
    }
    let in_title = |place: &usize| matches(first, &index.packs[*place], Strictness::InTitle);
    if found.iter().any(in_title) {
        found.retain(in_title);
    }
}

/// Returns whether a clause excludes something that no name has.
fn is_unknown_exclusion(clause: &Clause, index: &Index) -> bool {
    match &clause.kind {
        ClauseKind::Exclusion { excluded, .. } => {
            !excluded.alternatives.iter().any(|terms| terms.iter().all(|term| some_name_has(term, index)))
        }
        _ => false,
    }
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
    let packs: Vec<usize> =
        (0..index.packs.len()).filter(|place| index.packs[*place].folded.starts_with(text)).collect();
    let reading = Reading { text: text.to_owned(), packs, ..Reading::default() };
    (!reading.packs.is_empty()).then_some(reading)
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
    if found.iter().any(|place| !index.packs[*place].is_mixture) {
        return Vec::new();
    }
    let words: Vec<String> =
        clauses.iter().filter_map(Clause::word).map(|word| format!("{} ", capitalised(word))).collect();
    let is_plain = |pack: &IndexedPack| {
        let begins = words.iter().any(|word| pack.pack.generic_product_name.starts_with(word));
        begins
            && pack.generic_components.len() == 1
            && clauses.iter().all(|clause| has_in_either_name(clause, pack))
    };
    (0..index.packs.len()).filter(|place| is_plain(&index.packs[*place])).collect()
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
    let is_number = |at: &usize| matches!(clauses[*at].kind, ClauseKind::Number(_));
    let numbers: Vec<usize> = (0..clauses.len()).filter(is_number).collect();
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
    let next = clauses.get(at + 1);
    is_short && next.is_some_and(|next| matches!(next.kind, ClauseKind::Strength))
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
