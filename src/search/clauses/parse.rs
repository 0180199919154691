//! Parses a query into clauses, from left to right.

use super::clause::Clause;
use super::special::special_at;
use super::words::ClauseList;
use crate::text::{fold, is_digit};

/// Parses a query. Repeated clauses are removed, except strengths and numbers.
pub fn parse_clauses(text: &str) -> Vec<Clause> {
    let mut clauses: Vec<Clause> = Vec::new();
    for clause in clauses_of(text) {
        // Two components of a mixture may have equal strengths.
        if clause.is_amount() || !clauses.contains(&clause) {
            clauses.push(clause);
        }
    }
    if clauses.len() > MAX_TERMS {
        clauses = vec![Clause::NOTHING];
    }
    clauses
}

/// The maximum number of clauses. A query with more finds nothing.
///
/// The longest name of a release has fewer words. Each clause takes time, and a query has space for twice as
/// many.
const MAX_TERMS: usize = 48;

fn clauses_of(text: &str) -> Vec<Clause> {
    let folded = fold(text);
    let chunks: Vec<&str> = folded.split_whitespace().collect();
    let mut list = ClauseList::default();
    let mut plain = String::new();
    let mut rest = chunks.as_slice();
    while let Some((chunk, following)) = rest.split_first() {
        let is_after_number = plain.trim_end().ends_with(is_digit);
        match special_at(rest, chunks.len() > 1, is_after_number) {
            Some((clause, used)) => {
                list.add_words(&std::mem::take(&mut plain));
                list.clauses.push(clause);
                rest = rest.get(used..).unwrap_or(&[]);
            }
            None => {
                plain.push_str(chunk);
                plain.push(' ');
                rest = following;
            }
        }
    }
    list.add_words(&plain);
    if list.clauses.len() > 1 {
        list.require_whole_letters();
    }
    list.clauses
}
