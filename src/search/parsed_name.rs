//! A product name as the search compares it: its index terms, and the components of a mixture.

use std::cell::OnceCell;

use super::box_phrases::is_salt;
use super::clauses::{Clause, Conjunction, TermQuery, is_ratio, matches_word};
use crate::dataset::{self, is_mixture};
use crate::text::{Token, fold, title_terms, tokens_before_quantity};

/// The name of a product or of a generic product.
pub struct ParsedName {
    name: LazyTerms,
    /// The components of a mixture. Empty for any other name.
    components: Vec<Component>,
}

/// A component of a mixture.
struct Component {
    /// The words before its first quantity, or all words if it has none.
    words: Vec<String>,
    text: LazyTerms,
}

/// A folded text and its index terms.
///
/// Only a few names are compared by all terms, so these are computed on demand.
struct LazyTerms {
    text: String,
    terms: OnceCell<Vec<String>>,
}

impl LazyTerms {
    fn new(text: String) -> LazyTerms {
        LazyTerms { text, terms: OnceCell::new() }
    }

    fn get(&self) -> &[String] {
        self.terms.get_or_init(|| title_terms(&self.text))
    }

    fn has_exactly(&self, query: &TermQuery) -> bool {
        self.get().iter().any(|term| matches_word(query, term) == Some(true))
    }
}

impl ParsedName {
    pub fn parse(name: &str) -> ParsedName {
        let folded = fold(name);
        let mut components = Vec::new();
        if is_mixture(name) {
            components.extend(dataset::components(&folded).map(Component::parse));
        }
        ParsedName { name: LazyTerms::new(folded), components }
    }

    /// Returns whether the name is that of a mixture.
    pub fn is_mixture(&self) -> bool {
        !self.components.is_empty()
    }

    /// Returns whether the name has all terms of some conjunction as exact matches. If the clause is
    /// excluded, it must have none.
    pub fn has(&self, clause: &Clause) -> bool {
        let has_some = clause.alternatives.iter().any(|conjunction| self.has_all(conjunction));
        has_some != clause.is_excluded()
    }

    fn has_all(&self, conjunction: &Conjunction) -> bool {
        conjunction.iter().all(|query| self.has_term(query))
    }

    fn has_term(&self, query: &TermQuery) -> bool {
        match query {
            TermQuery::Unfinished(text) if is_ratio(text) => self.name.get().contains(text),
            _ => self.name.has_exactly(query),
        }
    }

    /// Returns whether the name satisfies an exclusion, or has the negation itself, as in `not sterilised`.
    pub fn allows(&self, clause: &Clause) -> bool {
        if self.has(clause) {
            return true;
        }
        let Some(negation) = clause.negation else { return false };
        self.name.get().iter().any(|term| term == negation)
    }

    /// Returns whether each strength of a query belongs to a component that the query names before it, or
    /// else after it.
    ///
    /// Amlodipine 80mg does not match `Amlodipine 5mg / Valsartan 80mg tablets`. A name passes without
    /// comparison if at most one component has words.
    pub fn has_strengths_of(&self, query: &ComparedQuery<'_>) -> bool {
        if !self.is_divided() || query.has_no_strength() {
            return true;
        }
        let words = NamedComponents::new(query, &self.components);
        (0..query.clauses.len()).all(|at| self.has_strength_of(&words, at))
    }

    /// Returns whether more than one component has words, so that a strength belongs to one of them.
    pub fn is_divided(&self) -> bool {
        let mut with_words = 0;
        for component in &self.components {
            with_words += usize::from(!component.words.is_empty());
        }
        with_words > 1
    }

    /// Returns whether the name has a strength that includes the name of a component.
    ///
    /// For example, `4.5g` is `tazobactam 4g/500mg`.
    fn has_named_strength(&self, strength: &Clause) -> bool {
        for conjunction in &strength.alternatives {
            if conjunction.iter().any(is_name) && self.has_all(conjunction) {
                return true;
            }
        }
        false
    }

    /// Returns whether the clause at a position belongs to a component that the query names next to it.
    ///
    /// Clauses that are not strengths always pass.
    fn has_strength_of(&self, words: &NamedComponents<'_>, at: usize) -> bool {
        let clauses = words.query.clauses;
        let Some(strength) = clauses.get(at) else { return true };
        if !strength.is_strength || self.has_named_strength(strength) {
            return true;
        }
        let mut owners = words.owners((0..at).rev());
        if owners.is_empty() {
            owners = words.owners(at + 1..clauses.len());
        }
        if owners.is_empty() {
            return !words.has_divided_salt();
        }
        owners.iter().any(|component| has_any(component.text.get(), strength))
    }
}

fn is_name(query: &TermQuery) -> bool {
    matches!(query, TermQuery::Whole(text) if text.starts_with(char::is_alphabetic))
}

/// A query prepared for comparison with many names.
pub struct ComparedQuery<'q> {
    pub clauses: &'q [Clause],
    /// Whether each clause is a salt.
    salts: Vec<bool>,
}

impl<'q> ComparedQuery<'q> {
    /// Prepares the clauses of a query, in the order of the text.
    pub fn new(clauses: &'q [Clause]) -> ComparedQuery<'q> {
        ComparedQuery { clauses, salts: clauses.iter().map(is_salt_clause).collect() }
    }

    fn has_no_strength(&self) -> bool {
        !self.clauses.iter().any(|clause| clause.is_strength)
    }

    fn is_strength(&self, at: usize) -> bool {
        match self.clauses.get(at) {
            Some(clause) => clause.is_strength,
            None => false,
        }
    }
}

fn is_salt_clause(clause: &Clause) -> bool {
    clause.word().is_some_and(is_salt)
}

/// A component, with whether each clause of the query names it.
struct NamedComponent<'q> {
    component: &'q Component,
    names: Vec<bool>,
}

impl<'q> NamedComponent<'q> {
    fn new(component: &'q Component, clauses: &[Clause]) -> NamedComponent<'q> {
        let names = clauses.iter().map(|clause| component.is_named_by(clause)).collect();
        NamedComponent { component, names }
    }

    fn is_named_at(&self, at: usize) -> bool {
        is_set(&self.names, at)
    }
}

/// The components of a name, each with the clauses of the query that name it.
struct NamedComponents<'q> {
    query: &'q ComparedQuery<'q>,
    components: Vec<NamedComponent<'q>>,
}

impl<'q> NamedComponents<'q> {
    fn new(query: &'q ComparedQuery<'q>, components: &'q [Component]) -> NamedComponents<'q> {
        let mut named = Vec::with_capacity(components.len());
        for component in components {
            named.push(NamedComponent::new(component, query.clauses));
        }
        NamedComponents { query, components: named }
    }

    /// Returns the components that the nearest words name, up to the next strength after them.
    ///
    /// Each word names the component that most of the words name: `disodium phosphate` is not potassium
    /// phosphate.
    fn owners(&self, places: impl Iterator<Item = usize>) -> Vec<&'q Component> {
        let mut words = self.nearest_words(places);
        let mut owners = Vec::new();
        while !words.is_empty() {
            let best =
                self.components.iter().rev().max_by_key(|component| self.how_many_name(component, &words));
            let Some(best) = best else { break };
            words.retain(|at| !self.names(best, *at));
            owners.push(best.component);
        }
        owners
    }

    fn how_many_name(&self, component: &NamedComponent<'_>, words: &[usize]) -> usize {
        let mut count = 0;
        for at in words {
            count += usize::from(self.names(component, *at));
        }
        count
    }

    fn nearest_words(&self, places: impl Iterator<Item = usize>) -> Vec<usize> {
        let mut words = Vec::new();
        for at in places {
            if !words.is_empty() && self.query.is_strength(at) {
                break;
            }
            if self.names_any(at) {
                words.push(at);
            }
        }
        words
    }

    /// Returns whether the word at a position names some component.
    fn names_any(&self, at: usize) -> bool {
        self.components.iter().any(|component| self.names(component, at))
    }

    /// Returns whether the word at a position names a component, together with its salt.
    ///
    /// Magnesium chloride is not magnesium sulfate.
    fn names(&self, component: &NamedComponent<'_>, at: usize) -> bool {
        if !component.is_named_at(at) {
            return false;
        }
        match self.salt_or_substance_of(at) {
            Some(other) => component.is_named_at(other),
            None => true,
        }
    }

    /// Returns the position of the salt of a word, or that of the word before a salt.
    fn salt_or_substance_of(&self, at: usize) -> Option<usize> {
        let salt = self.salt_of(at);
        if salt.is_some() {
            return salt;
        }
        let before = at.checked_sub(1)?;
        self.salt_of(before).and(Some(before))
    }

    /// Returns the position of the salt that follows a word, if components have both.
    fn salt_of(&self, at: usize) -> Option<usize> {
        let salt = at + 1;
        (is_set(&self.query.salts, salt) && self.is_there(at) && self.is_there(salt)).then_some(salt)
    }

    /// Returns whether the clause at a position names some component, with or without a salt.
    fn is_there(&self, at: usize) -> bool {
        self.components.iter().any(|component| component.is_named_at(at))
    }

    /// Returns whether the query has a word with a salt, and no component has both.
    fn has_divided_salt(&self) -> bool {
        (0..self.query.clauses.len()).any(|at| self.salt_of(at).is_some() && !self.names_any(at))
    }
}

fn is_set(flags: &[bool], at: usize) -> bool {
    flags.get(at) == Some(&true)
}

impl Component {
    fn parse(text: &str) -> Component {
        let mut words = Vec::new();
        for token in tokens_before_quantity(text) {
            if !matches!(token, Token::Number(_)) {
                words.push(token.term());
            }
        }
        Component { words, text: LazyTerms::new(text.to_owned()) }
    }

    fn is_named_by(&self, clause: &Clause) -> bool {
        !clause.is_strength && has_any(&self.words, clause)
    }
}

/// Returns whether words match some conjunction of a clause, as whole words or prefixes.
fn has_any(words: &[String], clause: &Clause) -> bool {
    if clause.is_excluded() {
        return false;
    }
    for conjunction in &clause.alternatives {
        if !conjunction.is_empty() && conjunction.iter().all(|query| any_matches(words, query)) {
            return true;
        }
    }
    false
}

/// Returns whether some word matches a term query, as a whole word or a prefix.
fn any_matches(words: &[String], query: &TermQuery) -> bool {
    match query {
        TermQuery::Generic(start) => words.iter().any(|word| word.starts_with(start.as_str())),
        _ => words.iter().any(|word| matches_word(query, word).is_some()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::search::parse::parse_clauses;

    #[test]
    fn assigns_a_strength_to_the_preceding_component() {
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
            assert_eq!(name.has_strengths_of(&ComparedQuery::new(&parse_clauses(text))), is_owned, "{text}");
        }
        let owns = |name: &str, text: &str| {
            ParsedName::parse(name).has_strengths_of(&ComparedQuery::new(&parse_clauses(text)))
        };
        let name = "Potassium dihydrogen phosphate 1.7% / Disodium phosphate dihydrate 5mg injection";
        assert!(!owns(name, "disodium phosphate dihydrate 1.7%"));
        let name = "Coal tar 5% in Clobetasone 0.05% cream";
        assert!(!owns(name, "clobetasone 5%"));
        let name = "Potassium chloride 0.15% / Magnesium sulfate 0.2% infusion";
        assert!(!owns(name, "magnesium chloride 0.2%") && owns(name, "magnesium sulfate 0.2%"));
        assert!(!owns("Steriflex No.19 glucose 10% / Sodium chloride 0.18% infusion", "glucose 0.18%"));
        assert!(!owns("Xylocaine 2% with Adrenaline 1 in 80,000 injection", "adrenaline 2%"));
        assert!(owns("Exforge 5mg / 80mg tablets", "exforge 80mg"));
        assert!(!owns("Amlodipine / Valsartan 80mg tablets", "amlodipine 80mg"));
    }
}
