//! What is spelt like a word, by comparing it with every word.

use super::Naive;
use super::entry::Entry;
use crate::search::clauses::{Clause, Conjunction, TermQuery, one_of};
use crate::search::confusables::visual_edits;
use crate::search::distance::distance;
use crate::search::fuzzy::{Similar, max_edits, may_be_misspelt, may_be_prefix, similar, similar_names};
use crate::search::partial_match::{NameIndex, capital, is_form};

impl Naive {
    pub(super) fn is_open(&self, clause: &Clause) -> bool {
        let is_generic = |word: &str| self.is_generic(word).is_some() || self.is_medicine_name(word);
        !clause.is_excluded()
            && !clause.word().is_some_and(is_generic)
            && !self.packs.iter().any(|entry| entry.hit(clause).any)
    }

    /// Returns the terms with the nearest words for those that are open.
    pub(super) fn corrected(
        &self,
        clauses: &[Clause],
        is_open: &[bool],
        is_medicine: Option<&dyn Fn(&str) -> bool>,
    ) -> Option<Vec<Clause>> {
        let mut wanted = is_medicine;
        let mut corrected = Vec::new();
        for (clause, is_open) in clauses.iter().zip(is_open) {
            let accepts = if *is_open { wanted.take() } else { None };
            let near = |word: &str| self.near(word, accepts.unwrap_or(&|_| true));
            corrected.push(if *is_open { similar(clause, near)? } else { clause.clone() });
        }
        Some(corrected)
    }

    pub(super) fn names_medicine(&self, clauses: &[Clause], is_open: &[bool]) -> bool {
        let begins = |word: &str| self.packs.iter().any(|entry| entry.folded.starts_with(word));
        let fixed = clauses.iter().zip(is_open).filter(|(_, is_open)| !**is_open);
        fixed.filter_map(|(clause, _)| clause.word()).any(|word| !is_form(word) && begins(word))
    }

    pub(super) fn names_device(&self, word: &str) -> bool {
        let clause = one_of([vec![TermQuery::Whole(word.to_owned())]]);
        let count = |is_in: &dyn Fn(&Entry) -> bool| self.packs.iter().filter(|entry| is_in(entry)).count();
        let in_title = count(&|entry| entry.in_title.iter().any(|other| other == word));
        let in_tail = count(&|entry| entry.in_tail.iter().any(|other| other == word));
        in_title > in_tail && !self.is_medicinal(&clause)
    }

    pub(super) fn begins_a_name(&self, word: &str) -> bool {
        let starts = [' ', '-'].map(|end| format!("{word}{end}"));
        let generic = capital(format!("{word} "));
        self.packs.iter().any(|entry| {
            starts.iter().any(|start| entry.folded.starts_with(start))
                || entry.pack.generic_product_name.starts_with(&generic)
        })
    }

    pub(super) fn near(&self, word: &str, accepts: &dyn Fn(&str) -> bool) -> Vec<Similar<Conjunction>> {
        let whole = similar_words(&self.words, word, accepts, to_whole);
        let words = match whole.found.is_empty() {
            true => {
                let accepts = |other: &str| may_be_prefix(word, other) && accepts(other);
                similar_words(&self.words, word, &accepts, to_start)
            }
            false => whole,
        };
        let words = words.map(|word| vec![TermQuery::Whole(word)]);
        let generic = similar_words(&self.generic_words, word, &|_| true, to_whole);
        let generic = generic.map(|word| vec![TermQuery::Generic(word)]);
        vec![words, generic, similar_names(word), self.visual_edits(word, accepts)]
    }

    fn visual_edits(&self, word: &str, accepts: &dyn Fn(&str) -> bool) -> Similar<Conjunction> {
        let readings = if max_edits(word) > 0 { visual_edits(word) } else { Vec::new() };
        let atom = |word: String| match (self.words.contains(&word), self.generic_words.contains(&word)) {
            (true, _) => Some(TermQuery::Whole(word)),
            (_, true) => Some(TermQuery::Generic(word)),
            _ => None,
        };
        let accepted = readings.into_iter().filter(|word| accepts(word));
        Similar::at(1, accepted.filter_map(atom).map(|atom| vec![atom]).collect())
    }
}

/// The nearest accepted ones of some words.
fn similar_words(
    words: &[String],
    word: &str,
    accepts: &dyn Fn(&str) -> bool,
    distance: fn(&str, &str) -> Option<usize>,
) -> Similar<String> {
    let forgiven = usize::from(max_edits(word));
    let letters = words.iter().filter(|other| other.as_str() >= "a");
    let near = letters.filter_map(|other| Some((distance(word, other)?, other)));
    let is_near = |distance: usize, other: &str| {
        forgiven > 0 && distance <= forgiven && may_be_misspelt(word, other, distance as u8) && accepts(other)
    };
    let near: Vec<_> = near.filter(|(distance, other)| is_near(*distance, other)).collect();
    let nearest = near.iter().map(|(distance, _)| *distance).min();
    let found = near.into_iter().filter(|(d, _)| Some(*d) == nearest).map(|(_, word)| word.clone()).collect();
    Similar { distance: nearest.map_or(u8::MAX, |nearest| nearest as u8), found }
}

fn to_whole(word: &str, other: &str) -> Option<usize> {
    Some(distance(word.as_bytes(), other.as_bytes()))
}

/// To the start of it that is nearest.
fn to_start(word: &str, other: &str) -> Option<usize> {
    let starts = (0..=other.len()).filter_map(|end| other.as_bytes().get(..end));
    starts.map(|start| distance(word.as_bytes(), start)).min()
}
