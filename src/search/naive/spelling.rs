//! What is spelt like a word, by comparing it with every word.

use super::Naive;
use super::entry::Hit;
use crate::search::distance::distance;
use crate::search::misread::blurred;
use crate::search::relaxed::Shelf;
use crate::search::terms::{Alternative, Atom, Term};
use crate::search::typo::{Reach, Similar, edits_forgiven, similar, similar_names};

impl Naive {
    pub(super) fn is_open(&self, term: &Term, reach: Reach) -> bool {
        let is_had = |hit: Hit| if reach == Reach::Nearest { hit.any } else { hit.whole };
        let is_generic = |word: &str| self.is_generic(word).is_some();
        !term.word().is_some_and(is_generic) && !self.packs.iter().any(|entry| is_had(entry.hit(term)))
    }

    pub(super) fn similar(&self, term: &Term, is_open: bool, reach: Reach) -> Term {
        let similar = || similar(term, reach, |word| self.near(word, reach));
        is_open.then(similar).flatten().unwrap_or_else(|| term.clone())
    }

    pub(super) fn near(&self, word: &str, reach: Reach) -> Vec<Similar<Alternative>> {
        let begun = |words: Similar<String>| match words.found.is_empty() {
            true => similar_words(&self.words, word, reach, to_start),
            false => words,
        };
        let words =
            begun(similar_words(&self.words, word, reach, to_whole)).map(|word| vec![Atom::Whole(word)]);
        let generic = similar_words(&self.generic_words, word, reach, to_whole);
        vec![words, generic.map(|word| vec![Atom::Generic(word)]), similar_names(word), self.blurred(word)]
    }

    fn blurred(&self, word: &str) -> Similar<Alternative> {
        let readings = if edits_forgiven(word) > 0 { blurred(word) } else { Vec::new() };
        let atom = |word: String| match (self.words.contains(&word), self.generic_words.contains(&word)) {
            (true, _) => Some(Atom::Whole(word)),
            (_, true) => Some(Atom::Generic(word)),
            _ => None,
        };
        Similar::at(1, readings.into_iter().filter_map(atom).map(|atom| vec![atom]).collect())
    }
}

/// Those of some words that are within reach of a word.
fn similar_words(
    words: &[String],
    word: &str,
    reach: Reach,
    distance: fn(&str, &str) -> Option<usize>,
) -> Similar<String> {
    let forgiven = usize::from(edits_forgiven(word));
    let letters = words.iter().filter(|other| other.as_str() >= "a");
    let near = letters.filter_map(|other| Some((distance(word, other)?, other)));
    let near: Vec<_> = near.filter(|(distance, _)| forgiven > 0 && *distance <= forgiven).collect();
    let nearest = near.iter().map(|(distance, _)| *distance).min();
    let is_taken = |distance: usize| reach == Reach::Widest || Some(distance) == nearest;
    let found = near.into_iter().filter(|(d, _)| is_taken(*d)).map(|(_, word)| word.clone()).collect();
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
