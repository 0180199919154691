//! What is spelt like a word, by comparing it with every word.

use super::Naive;
use crate::search::clauses::{Clause, Conjunction, TermQuery};
use crate::search::confusables::visual_edits;
use crate::search::distance::distance;
use crate::search::fuzzy::{Similar, max_edits, similar, similar_names};
use crate::search::partial_match::{NameIndex, capital, is_form};

impl Naive {
    pub(super) fn is_open(&self, clause: &Clause) -> bool {
        let is_generic = |word: &str| self.is_generic(word).is_some() || self.is_medicine_name(word);
        !clause.is_excluded()
            && !clause.word().is_some_and(is_generic)
            && !self.packs.iter().any(|entry| entry.hit(clause).any)
    }

    /// Returns the terms with the nearest words for those that are open.
    pub(super) fn corrected(&self, clauses: &[Clause], is_open: &[bool]) -> Option<Vec<Clause>> {
        let fixed = clauses.iter().zip(is_open).filter(|(_, is_open)| !**is_open);
        let begins = |word: &str| self.packs.iter().any(|entry| entry.folded.starts_with(word));
        let names_medicine =
            fixed.filter_map(|(clause, _)| clause.word()).any(|word| !is_form(word) && begins(word));
        let mut must_be_medicine = !names_medicine;
        let mut corrected = Vec::new();
        for (clause, is_open) in clauses.iter().zip(is_open) {
            let is_wanted = *is_open && std::mem::take(&mut must_be_medicine);
            let accepts = |word: &str| !is_wanted || self.begins_a_name(word);
            corrected.push(if *is_open {
                similar(clause, |word| self.near(word, &accepts))?
            } else {
                clause.clone()
            });
            must_be_medicine &= !*is_open;
        }
        Some(corrected)
    }

    fn begins_a_name(&self, word: &str) -> bool {
        let start = format!("{word} ");
        let generic = capital(start.clone());
        self.packs.iter().any(|entry| {
            entry.folded.starts_with(&start) || entry.pack.generic_product_name.starts_with(&generic)
        })
    }

    pub(super) fn near(&self, word: &str, accepts: &dyn Fn(&str) -> bool) -> Vec<Similar<Conjunction>> {
        let whole = similar_words(&self.words, word, accepts, to_whole);
        let words = match whole.found.is_empty() {
            true => similar_words(&self.words, word, accepts, to_start),
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
    let near: Vec<_> =
        near.filter(|(distance, other)| forgiven > 0 && *distance <= forgiven && accepts(other)).collect();
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
