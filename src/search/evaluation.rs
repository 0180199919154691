//! What matches a query, and how it was read.

use super::clauses::Clause;
use super::correction::Change;
use super::match_sets::MatchSets;
use crate::dataset::{Dataset, PackSet};

/// The packs that match, and the sets by which they are ranked.
pub struct Evaluation {
    /// All that match.
    pub all: PackSet,
    /// Those that have each word exact.
    pub exact: PackSet,
    /// Those that have each word in the name of the product.
    pub in_title: PackSet,
    /// The query, folded.
    pub text: String,
    /// The terms.
    pub clauses: Vec<Clause>,
    /// How the query was changed until some pack matched.
    pub changes: Vec<Change>,
    /// Whether something was left out.
    pub is_relaxed: bool,
    /// The strengths that there are, where the one that was asked for is none of them.
    pub strengths: Vec<String>,
}

impl Evaluation {
    pub fn new(sets: MatchSets, text: String, clauses: Vec<Clause>, changes: Vec<Change>) -> Evaluation {
        let MatchSets { all, exact, in_title } = sets;
        Evaluation { all, exact, in_title, text, clauses, changes, is_relaxed: false, strengths: Vec::new() }
    }

    /// No pack.
    pub fn nothing(dataset: &Dataset<'_>) -> Evaluation {
        Evaluation::new(MatchSets::none(dataset.window()), String::new(), Vec::new(), Vec::new())
    }

    /// Whether packs were found, or that the medicine is to be had in other strengths.
    pub fn says_something(&self) -> bool {
        !(self.all.is_empty() && self.strengths.is_empty())
    }
}
