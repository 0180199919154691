//! A product name as the search compares it: its index terms, and the components of a mixture.

use super::clauses::{Clause, TermQuery, matches_word};
use crate::dataset::{self, is_mixture};
use crate::text::{Token, fold, title_terms, tokens};

/// The name of a product or of a generic product.
pub struct ParsedName {
    terms: Vec<String>,
    /// Empty unless the name is that of a mixture.
    components: Vec<Component>,
}

/// A component of a mixture.
struct Component {
    /// The words before its first number or quantity, or all if it has none.
    words: Vec<String>,
    terms: Vec<String>,
}

impl ParsedName {
    /// Parses a name.
    pub fn parse(name: &str) -> ParsedName {
        let folded = fold(name);
        let mut components = Vec::new();
        if is_mixture(name) {
            components.extend(dataset::components(&folded).map(Component::parse));
        }
        ParsedName { terms: title_terms(&folded), components }
    }

    /// Returns whether the name is that of a mixture.
    pub fn is_mixture(&self) -> bool {
        !self.components.is_empty()
    }

    /// Returns whether the name has all words of a conjunction of the clause, whole. If the clause excludes, it must have none.
    pub fn has(&self, clause: &Clause) -> bool {
        let has = |query: &TermQuery| match query {
            TermQuery::Unfinished(text) if text.starts_with('=') => self.terms.contains(text),
            _ => self.terms.iter().any(|term| matches_word(query, term) == Some(true)),
        };
        clause.alternatives.iter().any(|conjunction| conjunction.iter().all(has)) != clause.is_excluded()
    }

    /// Returns whether the name has nothing that the clause excludes, or has the negation itself, as in `not sterilised`.
    pub fn allows(&self, clause: &Clause) -> bool {
        self.has(clause)
            || clause.negation.is_some_and(|negation| self.terms.iter().any(|term| term == negation))
    }

    /// Returns whether each strength of a query belongs to a component that the query names before it, or else after it.
    ///
    /// Amlodipine 80mg is not in `Amlodipine 5mg / Valsartan 80mg tablets`. Names in which at most one component has words are not
    /// compared.
    pub fn owns_strengths(&self, clauses: &[Clause]) -> bool {
        let named = self.components.iter().filter(|component| !component.words.is_empty());
        named.count() < 2 || (0..clauses.len()).all(|at| self.owns_strength(clauses, at))
    }

    /// Returns whether the clause at a place is no strength, or that of a component which the query names beside it.
    fn owns_strength(&self, clauses: &[Clause], at: usize) -> bool {
        let Some((before, [strength, after @ ..])) = clauses.split_at_checked(at) else { return true };
        if !strength.is_strength {
            return true;
        }
        let mut owners = self.owners(before.iter().rev());
        if owners.is_empty() {
            owners = self.owners(after.iter());
        }
        owners.is_empty() || owners.iter().any(|component| has_any(&component.terms, strength))
    }

    /// Returns the components that the nearest words name, up to the next strength beyond them. Each word names the component that
    /// most of the words name: `disodium phosphate` is no potassium phosphate.
    fn owners<'t>(&self, clauses: impl Iterator<Item = &'t Clause>) -> Vec<&Component> {
        let mut words = self.nearest_words(clauses);
        let mut owners = Vec::new();
        while !words.is_empty() {
            let count =
                |component: &&Component| words.iter().filter(|word| component.is_named_by(word)).count();
            let Some(best) = self.components.iter().rev().max_by_key(count) else { break };
            words.retain(|word| !best.is_named_by(word));
            owners.push(best);
        }
        owners
    }

    fn nearest_words<'t>(&self, clauses: impl Iterator<Item = &'t Clause>) -> Vec<&'t Clause> {
        let mut words = Vec::new();
        for clause in clauses {
            if !words.is_empty() && clause.is_strength {
                break;
            }
            if self.components.iter().any(|component| component.is_named_by(clause)) {
                words.push(clause);
            }
        }
        words
    }
}

impl Component {
    fn parse(text: &str) -> Component {
        let is_amount = |token: &Token| matches!(token, Token::Quantity(..) | Token::Number(_));
        let tokens = tokens(text);
        let end = tokens.iter().position(is_amount).unwrap_or(tokens.len());
        let named = tokens.get(..end).unwrap_or(&[]);
        Component { words: named.iter().map(Token::term).collect(), terms: title_terms(text) }
    }

    fn is_named_by(&self, clause: &Clause) -> bool {
        !clause.is_strength && has_any(&self.words, clause)
    }
}

/// Returns whether words have all of a conjunction of a clause, whole or as prefixes.
fn has_any(words: &[String], clause: &Clause) -> bool {
    let is_there = |query: &TermQuery| match query {
        TermQuery::Generic(start) => words.iter().any(|word| word.starts_with(start.as_str())),
        _ => words.iter().any(|word| matches_word(query, word).is_some()),
    };
    let mut conjunctions = clause.alternatives.iter().filter(|conjunction| !conjunction.is_empty());
    !clause.is_excluded() && conjunctions.any(|conjunction| conjunction.iter().all(is_there))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::search::clauses::parse_clauses;

    #[test]
    fn a_strength_belongs_to_the_component_that_it_follows() {
        let name = ParsedName::parse("Amlodipine 5mg / Valsartan 80mg tablets");
        for (text, is_owned) in [
            ("amlodipine 5mg", true),
            ("amlodipine 80mg", false),
            ("80mg amlodipine", false),
            ("valsartan 80mg amlodipine", true),
            ("amlodipine valsartan 80mg", true),
            ("amlodipine valsartan 5mg 80mg", true),
            ("amlod 5mg vals 80mg", true),
            ("amlod 80mg vals 5mg", false),
            ("amlodipine tablets", true),
        ] {
            assert_eq!(name.owns_strengths(&parse_clauses(text)), is_owned, "{text}");
        }
        let owns = |name: &str, text: &str| ParsedName::parse(name).owns_strengths(&parse_clauses(text));
        let name = "Potassium dihydrogen phosphate 1.7% / Disodium phosphate dihydrate 5mg injection";
        assert!(!owns(name, "disodium phosphate dihydrate 1.7%"));
        let name = "Coal tar 5% in Clobetasone 0.05% cream";
        assert!(!owns(name, "clobetasone 5%"));
        assert!(owns("Exforge 5mg / 80mg tablets", "exforge 80mg"));
        assert!(!owns("Amlodipine / Valsartan 80mg tablets", "amlodipine 80mg"));
    }
}
