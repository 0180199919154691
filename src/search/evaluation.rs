//! What matches a query, and how it was read.

use super::clauses::Clause;
use super::correction::Change;
use super::match_sets::MatchSets;
use super::no_match::{NoMatch, Reason};
use super::partial_match::Available;
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
    /// What is available instead, if no pack matches.
    pub available: Available,
    /// The part of the query that is the reason, if no pack matches.
    pub no_match: Option<NoMatch>,
}

impl Evaluation {
    pub fn new(sets: MatchSets, text: String, clauses: Vec<Clause>, changes: Vec<Change>) -> Evaluation {
        let MatchSets { all, exact, in_title } = sets;
        Evaluation {
            all,
            exact,
            in_title,
            text,
            clauses,
            changes,
            is_relaxed: false,
            available: Available::default(),
            no_match: None,
        }
    }

    /// No pack.
    pub fn nothing(dataset: &Dataset<'_>) -> Evaluation {
        Evaluation::new(MatchSets::none(dataset.window()), String::new(), Vec::new(), Vec::new())
    }

    /// Returns no pack, and why.
    pub fn no_match(dataset: &Dataset<'_>, reason: Reason, text: &str) -> Evaluation {
        Evaluation { no_match: Some(NoMatch::new(reason, text)), ..Evaluation::nothing(dataset) }
    }

    /// Returns whether there are packs, or anything to report in their place.
    pub fn says_something(&self) -> bool {
        !(self.all.is_empty() && self.available.is_empty() && self.no_match.is_none())
    }
}
