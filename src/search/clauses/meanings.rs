//! Clauses of synonyms: a word as typed, or any of its meanings.

use super::clause::{Clause, Conjunction, one_of};
use super::term_query::{TermQuery, Within, is_free_of};
use crate::search::synonyms::meanings;
use crate::text::{Token, is_digit, tokens};

/// Returns the clause of a synonym: the text as typed, or each of its meanings. Returns `None` if it has no
/// meaning.
pub fn synonym(written: &str) -> Option<Clause> {
    let meanings = meanings(written);
    if meanings.is_empty() {
        return None;
    }
    let mut alternatives = vec![term_queries(written, TermQuery::Prefix)];
    alternatives.extend(meanings.into_iter().map(expansions_of));
    alternatives.retain(|term_queries| !term_queries.is_empty());
    Some(Clause { is_strength: written.starts_with(is_digit), ..one_of(alternatives) })
}

/// Returns a meaning as a conjunction of whole words.
pub fn expansions_of(meaning: &str) -> Conjunction {
    term_queries(meaning, TermQuery::Whole)
}

pub fn term_queries(text: &str, word: fn(String) -> TermQuery) -> Conjunction {
    let mut term_queries = Vec::new();
    for token in tokens(text) {
        match token {
            Token::Word(text) => term_queries.push(word(text)),
            Token::Number(text) => term_queries.push(TermQuery::Number(text, Within::Name)),
            token @ Token::Quantity(..) => term_queries.push(TermQuery::Whole(token.term())),
            Token::Also(compound) if is_free_of(&compound) => replace_parts(&mut term_queries, compound),
            Token::Also(_) => {}
        }
    }
    term_queries
}

/// Replaces `sugar` and `free` by one compound, so that `free` does not match products free of something
/// else.
fn replace_parts(term_queries: &mut Conjunction, compound: String) {
    term_queries.truncate(term_queries.len().saturating_sub(2));
    term_queries.push(TermQuery::Whole(compound));
}
