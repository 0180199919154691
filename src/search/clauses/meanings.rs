//! Clauses of synonyms: a word as typed, or any of its meanings.

use super::clause::{Clause, Conjunction, one_of};
use super::term_query::{TermQuery, Within, is_free_of};
use crate::search::synonyms::meanings;
use crate::text::{Token, is_digit, tokens};

/// Returns the clause of a synonym: the text as typed, or each of its meanings. Returns `None` if it has no
/// meaning.
pub fn synonym(written: &str) -> Option<Clause> {
    let meanings = meanings(written);
    let expansions = meanings.iter().map(|meaning| expansions_of(meaning));
    let alternatives = std::iter::once(term_queries(written, TermQuery::Prefix)).chain(expansions);
    let is_strength = written.starts_with(is_digit);
    let clause = || one_of(alternatives.filter(|term_queries| !term_queries.is_empty()));
    (!meanings.is_empty()).then(|| Clause { is_strength, ..clause() })
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
