//! Conditions on the names of a pack.

use super::{Index, Matches};
use crate::attributes::Attribute;

/// A condition on the names of a pack, as a tree.
///
/// "5mg or 5 milligrams, and a tablet" is `All([Any([Term, Term]), Term])`. [`Need::matches`] evaluates it on
/// the index, with one set operation for each node.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Need {
    /// They have this term.
    Term(String),
    /// They have a word that begins with these letters.
    Prefix(String),
    /// They satisfy one of these.
    Any(Vec<Need>),
    /// They satisfy all of these.
    All(Vec<Need>),
}

impl Need {
    pub fn term(text: &str) -> Need {
        Need::Term(text.to_owned())
    }

    pub fn attribute(attribute: Attribute) -> Need {
        Need::Term(attribute.term())
    }

    pub fn nothing() -> Need {
        Need::Any(Vec::new())
    }

    /// Finds what satisfies the condition.
    pub fn matches(&self, index: &Index<'_>) -> Matches {
        let mut found = index.nothing();
        self.add_to(index, &mut found);
        found
    }

    fn add_to(&self, index: &Index<'_>, found: &mut Matches) {
        match self {
            Need::Term(term) => {
                index.add_term(term, found);
            }
            Need::Prefix(start) => index.add_prefix(start, found),
            Need::Any(needs) => needs.iter().for_each(|need| need.add_to(index, found)),
            Need::All(needs) => found.union(&all(index, needs)),
        }
    }

    /// Reports whether the dictionary has what the condition names.
    pub fn is_known(&self, index: &Index<'_>) -> bool {
        match self {
            Need::Term(term) => index.has_term(term),
            Need::Prefix(start) => index.has_prefix(start),
            Need::Any(needs) => needs.iter().any(|need| need.is_known(index)),
            Need::All(needs) => needs.iter().all(|need| need.is_known(index)),
        }
    }

    /// Reports whether the condition, or a part of it, names a term.
    pub fn names(&self, term: &str) -> bool {
        match self {
            Need::Term(other) => term == other,
            Need::Prefix(start) => term.starts_with(start.as_str()),
            Need::Any(needs) | Need::All(needs) => needs.iter().any(|need| need.names(term)),
        }
    }

    /// Reports whether a list of terms satisfies the condition.
    pub fn is_met_by(&self, terms: &[String]) -> bool {
        match self {
            Need::Term(term) => terms.contains(term),
            Need::Prefix(start) => terms.iter().any(|term| term.starts_with(start.as_str())),
            Need::Any(needs) => needs.iter().any(|need| need.is_met_by(terms)),
            Need::All(needs) => needs.iter().all(|need| need.is_met_by(terms)),
        }
    }
}

fn all(index: &Index<'_>, needs: &[Need]) -> Matches {
    let Some((first, others)) = needs.split_first() else { return index.everything() };
    let mut found = first.matches(index);
    for need in others {
        if found.is_empty() {
            break;
        }
        found = index.both(&found, &need.matches(index));
    }
    found
}
