//! Clauses: what a query requires of a pack.

use super::term_query::{TermQuery, Within, is_free_of};

/// One thing that a query asks of a pack: some alternative of it, whole; or, where it is excluded, none.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Clause {
    pub alternatives: Vec<Conjunction>,
    /// The negation in front of it, if the query excludes it: `not`, `no` or `without`.
    pub negation: Option<&'static str>,
    /// Whether it is a strength: in a mixture it belongs to the component that it follows.
    pub is_strength: bool,
}

impl Clause {
    /// What no pack has.
    pub const NOTHING: Clause = Clause { alternatives: Vec::new(), negation: None, is_strength: false };

    /// A strength, in any of several notations.
    pub fn strength(alternatives: impl IntoIterator<Item = Conjunction>) -> Clause {
        Clause { is_strength: true, ..one_of(alternatives) }
    }

    /// Returns the bare number that the term is.
    pub fn bare_number(&self) -> Option<&str> {
        match self.alternatives.as_slice() {
            [atoms] => match atoms.as_slice() {
                [TermQuery::Number(number, _)] => Some(number),
                _ => None,
            },
            _ => None,
        }
    }

    /// Returns whether it is a strength or a number.
    pub fn is_amount(&self) -> bool {
        self.is_strength || self.bare_number().is_some()
    }

    /// Returns the bare number as it is looked for in another part of names.
    pub fn number_within(&self, within: Within) -> Clause {
        let number = self.bare_number().unwrap_or_default().to_owned();
        Clause { is_strength: within == Within::Title, ..one_of([vec![TermQuery::Number(number, within)]]) }
    }

    /// Whether it asks for products that are free of something.
    pub fn is_free_of(&self) -> bool {
        self.alternatives
            .iter()
            .flatten()
            .any(|atom| matches!(atom, TermQuery::Whole(word) if is_free_of(word)))
    }

    /// Whether the query excludes it.
    pub fn is_excluded(&self) -> bool {
        self.negation.is_some()
    }

    /// The word that it is about, as it was typed.
    pub fn word(&self) -> Option<&str> {
        self.alternatives.iter().find_map(|atoms| match atoms.as_slice() {
            [TermQuery::Prefix(word)] => Some(word.as_str()),
            _ => None,
        })
    }

    /// Whether it is looked for last: most packs have it, or it is said in so many ways that each name is compared with all of them.
    pub fn is_expensive(&self) -> bool {
        self.is_excluded() || self.is_common() || self.alternatives.len() > MANY_WAYS
    }

    /// Whether so many words of the dictionary are meant that most packs have one of them.
    fn is_common(&self) -> bool {
        self.alternatives.iter().flatten().any(|atom| match atom {
            TermQuery::Prefix(text) => text.len() <= COMMON_LETTERS,
            TermQuery::Number(..) | TermQuery::AnyNumberOf(_) | TermQuery::Attribute(_) => true,
            TermQuery::Whole(_) | TermQuery::Title(_) | TermQuery::Unfinished(_) | TermQuery::Generic(_) => {
                false
            }
        })
    }
}

/// Words that begin with so few letters are on every shelf.
const COMMON_LETTERS: usize = 2;

/// A word is said in fewer ways than that, a strength in a few or in a hundred and more.
const MANY_WAYS: usize = 32;

/// Words that must all be there.
pub type Conjunction = Vec<TermQuery>;

/// What any of some alternatives gives.
pub fn one_of(alternatives: impl IntoIterator<Item = Conjunction>) -> Clause {
    Clause { alternatives: alternatives.into_iter().collect(), ..Clause::default() }
}

/// What is asked for twice asks for no more than once.
pub fn dedup<T: PartialEq>(asked: impl IntoIterator<Item = T>) -> Vec<T> {
    let mut once = Vec::new();
    for one in asked {
        if !once.contains(&one) {
            once.push(one);
        }
    }
    once
}

/// The words of an alternative, as they are folded.
pub fn text_of(alternative: &Conjunction) -> String {
    alternative.iter().map(TermQuery::text).collect::<Vec<_>>().join(" ")
}
