//! Clauses: the conditions of a query on a pack.

use super::term_query::{TermQuery, Within};

/// One condition on a pack: it matches any of the conjunctions, or none of them if the clause is excluded.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Clause {
    pub alternatives: Vec<Conjunction>,
    /// The negation before an excluded clause: `not`, `no` or `without`.
    pub negation: Option<&'static str>,
    /// Whether it is a strength. In a mixture, it belongs to the component that it follows.
    pub is_strength: bool,
}

impl Clause {
    /// A clause that no pack matches.
    pub const NOTHING: Clause = Clause { alternatives: Vec::new(), negation: None, is_strength: false };

    /// Returns the clause of a strength, in any of several notations.
    pub fn strength(alternatives: impl IntoIterator<Item = Conjunction>) -> Clause {
        Clause { is_strength: true, ..one_of(alternatives) }
    }

    /// Returns the number, if the clause is a bare number.
    pub fn bare_number(&self) -> Option<&str> {
        match self.alternatives.as_slice() {
            [term_queries] => match term_queries.as_slice() {
                [TermQuery::Number(number, _)] => Some(number),
                _ => None,
            },
            _ => None,
        }
    }

    /// Returns whether the clause is a bare number.
    pub fn is_bare_number(&self) -> bool {
        self.bare_number().is_some()
    }

    /// Returns whether the clause is a strength or a bare number.
    pub fn is_amount(&self) -> bool {
        self.is_strength || self.is_bare_number()
    }

    /// Returns the bare number restricted to one part of the name. In the title, it is a strength.
    pub fn number_within(&self, within: Within) -> Clause {
        let number = self.bare_number().unwrap_or_default().to_owned();
        Clause { is_strength: within == Within::Title, ..one_of([vec![TermQuery::Number(number, within)]]) }
    }

    /// Returns whether the clause requires products that are free of something.
    pub fn is_free_of(&self) -> bool {
        self.term_queries().any(TermQuery::is_free_of)
    }

    /// Returns the term queries of all alternatives.
    pub fn term_queries(&self) -> impl Iterator<Item = &TermQuery> {
        self.alternatives.iter().flatten()
    }

    /// Returns the prefix of a unit, if the clause is a number and such a prefix: `500 mic`.
    pub fn unfinished_unit(&self) -> Option<&str> {
        match self.alternatives.last()?.as_slice() {
            [TermQuery::Number(_, Within::Title), TermQuery::Prefix(letters)] => Some(letters),
            _ => None,
        }
    }

    /// Returns whether the clause requires a route or a release characteristic.
    pub fn is_attribute(&self) -> bool {
        self.term_queries().any(TermQuery::is_attribute)
    }

    /// Returns whether the query excludes the clause.
    pub fn is_excluded(&self) -> bool {
        self.negation.is_some()
    }

    /// Returns the word as typed, if the clause matches it as a prefix.
    pub fn word(&self) -> Option<&str> {
        for term_queries in &self.alternatives {
            if let [TermQuery::Prefix(word)] = term_queries.as_slice() {
                return Some(word);
            }
        }
        None
    }

    /// Returns whether the clause is evaluated last.
    ///
    /// Most packs match it, or each name is compared with many alternatives.
    pub fn is_expensive(&self) -> bool {
        self.is_excluded() || self.is_common() || self.alternatives.len() > MANY_WAYS
    }

    /// Returns whether the clause matches words of which most packs have one.
    fn is_common(&self) -> bool {
        self.term_queries().any(TermQuery::is_common)
    }
}

/// More alternatives than a word has. A strength has a few, or more than a hundred.
const MANY_WAYS: usize = 32;

/// Term queries that must all match.
pub type Conjunction = Vec<TermQuery>;

/// Returns a clause that matches any of the alternatives.
pub fn one_of(alternatives: impl IntoIterator<Item = Conjunction>) -> Clause {
    Clause { alternatives: alternatives.into_iter().collect(), ..Clause::default() }
}

/// Removes duplicates, keeping the first of each.
pub fn dedup<T: PartialEq>(asked: impl IntoIterator<Item = T>) -> Vec<T> {
    let mut once = Vec::new();
    for one in asked {
        if !once.contains(&one) {
            once.push(one);
        }
    }
    once
}

/// Returns the term queries of all alternatives.
pub fn term_queries_of(clauses: &[Clause]) -> impl Iterator<Item = &TermQuery> {
    clauses.iter().flat_map(Clause::term_queries)
}

/// Returns the folded words of a conjunction.
pub fn text_of(alternative: &Conjunction) -> String {
    alternative.iter().map(TermQuery::text).collect::<Vec<_>>().join(" ")
}
