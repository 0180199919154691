//! What matches a query, and how it was read.

use super::correction::Change;
use super::sets::Sets;
use super::terms::Term;
use crate::dataset::{Dataset, PackSet};

/// The packs that match, and the sets by which they are ranked.
pub struct Matches {
    /// All that match.
    pub all: PackSet,
    /// Those that have each word whole.
    pub whole: PackSet,
    /// Those that have each word in the name of the product.
    pub in_product: PackSet,
    /// The query, folded.
    pub text: String,
    /// The terms.
    pub terms: Vec<Term>,
    /// How the query was changed until some pack matched.
    pub changes: Vec<Change>,
    /// Whether something was left out.
    pub is_relaxed: bool,
    /// The strengths that there are, where the one that was asked for is none of them.
    pub strengths: Vec<String>,
}

impl Matches {
    pub fn new(sets: Sets, text: String, terms: Vec<Term>, changes: Vec<Change>) -> Matches {
        let Sets { any: all, whole, in_product } = sets;
        Matches { all, whole, in_product, text, terms, changes, is_relaxed: false, strengths: Vec::new() }
    }

    /// No pack.
    pub fn nothing(dataset: &Dataset<'_>) -> Matches {
        Matches::new(Sets::none(dataset.window()), String::new(), Vec::new(), Vec::new())
    }

    /// Whether packs were found, or that the medicine is to be had in other strengths.
    pub fn says_something(&self) -> bool {
        !(self.all.is_empty() && self.strengths.is_empty())
    }
}
