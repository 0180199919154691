//! Clauses of synonyms: a word as typed, or any of its meanings.

use super::clause::{Clause, Conjunction, one_of};
use super::term_query::{TermQuery, Within, is_free_of};
use crate::search::synonyms::meanings;
use crate::text::{Token, tokens};

/// Returns the clause of a synonym of two words, or else of one word, and the number of words.
pub fn synonym_at(chunks: &[&str]) -> Option<(Clause, usize)> {
    let both = chunks.first_chunk::<2>().map(|both| (both.join(" "), 2));
    let one = chunks.first().map(|one| ((*one).to_owned(), 1));
    [both, one].into_iter().flatten().find_map(|(written, used)| Some((synonym(&written)?, used)))
}

/// Returns the clause of a synonym: the text as typed, or each of its meanings. Returns `None` if it has no
/// meaning.
pub fn synonym(written: &str) -> Option<Clause> {
    let meanings = meanings(written);
    let as_meant = meanings.iter().map(|meaning| meant_by(meaning));
    let alternatives = std::iter::once(atoms(written, TermQuery::Prefix)).chain(as_meant);
    let is_strength = written.starts_with(|c: char| c.is_ascii_digit());
    let clause = || one_of(alternatives.filter(|atoms| !atoms.is_empty()));
    (!meanings.is_empty()).then(|| Clause { is_strength, ..clause() })
}

/// Returns a meaning as a conjunction of whole words.
pub fn meant_by(meaning: &str) -> Conjunction {
    atoms(meaning, TermQuery::Whole)
}

pub fn atoms(text: &str, word: fn(String) -> TermQuery) -> Conjunction {
    let mut atoms = Vec::new();
    for token in tokens(text) {
        match token {
            Token::Word(text) => atoms.push(word(text)),
            Token::Number(text) => atoms.push(TermQuery::Number(text, Within::Name)),
            token @ Token::Quantity(..) => atoms.push(TermQuery::Whole(token.term())),
            Token::Also(compound) if is_free_of(&compound) => replace_parts(&mut atoms, compound),
            Token::Also(_) => {}
        }
    }
    atoms
}

/// Replaces `sugar` and `free` by one compound, so that `free` does not match products free of something
/// else.
fn replace_parts(atoms: &mut Conjunction, compound: String) {
    atoms.truncate(atoms.len().saturating_sub(2));
    atoms.push(TermQuery::Whole(compound));
}
