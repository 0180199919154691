//! Which packs come first: section 9 of docs/search.md.

use std::collections::BTreeMap;

use super::clauses::{Clause, ClauseKind, TermQuery};
use super::evaluate::{Strictness, matches};
use super::exact::Reading;
use super::packs::IndexedPack;
use super::tables::{ATTRIBUTE_ROWS, AttributeUse};
use super::tokens::{Token, TokenKind};

/// Side by side is asked only if so many packs or fewer are still equal.
const MAX_COMPARED: usize = 128;

/// Sorts the packs that match a query best first, and returns their places.
pub fn ranked(reading: &Reading, packs: &[IndexedPack], is_by_relevance: bool) -> Vec<usize> {
    let (text, clauses) = (reading.text.as_str(), reading.clauses.as_slice());
    let mut groups: BTreeMap<[bool; 5], Vec<usize>> = BTreeMap::new();
    for place in &reading.packs {
        let is_plain = reading.plain.contains(place);
        let answers = first_answers(text, clauses, &packs[*place], is_plain);
        // A yes comes first.
        groups.entry(answers.map(|answer| !answer)).or_default().push(*place);
    }
    let mut ranked = Vec::new();
    for mut group in groups.into_values() {
        let has_few = group.len() <= MAX_COMPARED;
        group.sort_by_cached_key(|place| {
            let answers = last_answers(text, clauses, &packs[*place], has_few, is_by_relevance);
            (answers.map(|answer| !answer), *place)
        });
        ranked.extend(group);
    }
    ranked
}

fn first_answers(text: &str, clauses: &[Clause], pack: &IndexedPack, is_plain: bool) -> [bool; 5] {
    let all = |strictness| clauses.iter().all(|clause| matches(clause, pack, strictness));
    [
        pack.folded == text,
        !pack.is_mixture,
        pack.folded.starts_with(text),
        is_plain || all(Strictness::WholeWords),
        is_plain || all(Strictness::InTitle),
    ]
}

fn last_answers(
    text: &str,
    clauses: &[Clause],
    pack: &IndexedPack,
    has_few: bool,
    is_by_relevance: bool,
) -> [bool; 4] {
    let first_word = text.split_whitespace().next().unwrap_or("");
    [
        has_few && are_side_by_side(clauses, &pack.title.tokens),
        pack.folded.starts_with(first_word),
        is_by_relevance && !pack.pack.is_invalid,
        is_by_relevance && pack.pack.discontinued.is_none(),
    ]
}

/// Returns whether the parts that the title has are side by side in it, in the order of the query.
fn are_side_by_side(clauses: &[Clause], title: &[Token]) -> bool {
    let is_there = |clause: &&Clause| (0..title.len()).any(|start| begins_with(&title[start..], &[*clause]));
    let there: Vec<&Clause> = clauses.iter().filter(is_there).collect();
    there.len() > 1 && (0..title.len()).any(|start| begins_with(&title[start..], &there))
}

fn begins_with(tokens: &[Token], clauses: &[&Clause]) -> bool {
    let Some((clause, others)) = clauses.split_first() else { return true };
    let alternatives = match &clause.kind {
        ClauseKind::Exclusion { excluded, .. } => &excluded.alternatives,
        _ => &clause.alternatives,
    };
    alternatives.iter().any(|terms| {
        // A ratio is no word beside its quantities.
        let terms: Vec<&TermQuery> = terms
            .iter()
            .filter(|term| {
                !matches!(term, TermQuery::Ratio(_) | TermQuery::OtherRatio(_) | TermQuery::OneIn(_))
            })
            .collect();
        let is_next = !terms.is_empty()
            && tokens.len() >= terms.len()
            && terms.iter().zip(tokens).all(|(term, token)| is_token(term, token));
        is_next && begins_with(&tokens[terms.len()..], others)
    })
}

fn is_token(term: &TermQuery, token: &Token) -> bool {
    match (term, &token.kind) {
        (TermQuery::Prefix(prefix), TokenKind::Word(word)) => word.starts_with(prefix.as_str()),
        (TermQuery::Word(word, _), TokenKind::Word(other)) => word == other,
        (TermQuery::Quantity(quantity, _), TokenKind::Quantity(other)) => quantity.equals(other),
        (TermQuery::PartialQuantity(quantity), TokenKind::Quantity(other)) => quantity == other,
        (TermQuery::AnyOfUnit(unit), TokenKind::Quantity(other)) => *unit == other.unit,
        (TermQuery::Number(number, _), TokenKind::Number(other)) => number == other,
        (TermQuery::Number(number, _), TokenKind::Quantity(other)) => *number == other.number,
        (TermQuery::Attribute(attribute), TokenKind::Word(word)) => states(word, attribute),
        _ => false,
    }
}

fn states(word: &str, attribute: &str) -> bool {
    let is_statement = |usage| matches!(usage, AttributeUse::States | AttributeUse::Form);
    ATTRIBUTE_ROWS.get(word).is_some_and(|row| is_statement(row.usage) && row.attributes.contains(&attribute))
}
