//! The result of evaluating a name query.

use super::clauses::Clause;
use super::correction::Change;
use super::match_sets::MatchSets;
use super::no_match::{NoMatch, Reason};
use super::partial_match::Available;
use crate::dataset::{Dataset, PackSet};

/// The packs that match, with the sets by which they are ranked.
pub struct Evaluation {
    /// All packs that match.
    pub all: PackSet,
    /// The packs that have every word as an exact match.
    pub exact: PackSet,
    /// The packs that have every word in the title.
    pub in_title: PackSet,
    /// The folded query.
    pub text: String,
    /// The clauses that matched.
    pub clauses: Vec<Clause>,
    /// The changes to the query that led to a match.
    pub changes: Vec<Change>,
    /// Whether this is a partial match.
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

    /// Returns a result without packs.
    pub fn nothing(dataset: &Dataset<'_>) -> Evaluation {
        Evaluation::new(MatchSets::none(dataset.pack_range()), String::new(), Vec::new(), Vec::new())
    }

    /// Returns a result without packs, with the reason.
    pub fn no_match(dataset: &Dataset<'_>, reason: Reason, text: &str) -> Evaluation {
        Evaluation { no_match: Some(NoMatch::new(reason, text)), ..Evaluation::nothing(dataset) }
    }

    /// Returns whether there are packs, or anything to report instead.
    pub fn has_result_or_reason(&self) -> bool {
        !(self.all.is_empty() && self.available.is_empty() && self.no_match.is_none())
    }
}
