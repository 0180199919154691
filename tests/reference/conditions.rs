//! What the names of a pack are checked for after its terms: section 7 of docs/search.md.

use super::clauses::{Clause, ClauseKind, TermQuery};
use super::evaluate::{generic_has, matches_terms};
use super::packs::{IndexedPack, Terms};
use super::tokens::TokenKind;

/// Returns whether a clause is also checked in generic names.
pub fn needs_generic_name(clause: &Clause) -> bool {
    match &clause.kind {
        ClauseKind::Exclusion { .. } => true,
        _ => is_generic(clause),
    }
}

/// Returns whether a clause asks for a medicine that only generic names have.
fn is_generic(clause: &Clause) -> bool {
    clause.alternatives.iter().flatten().any(|term| matches!(term, TermQuery::GenericPrefix(_)))
}

/// Returns whether the generic name has nothing that the query excludes, and the strengths in the right components.
pub fn generic_name_allows(clauses: &[Clause], pack: &IndexedPack) -> bool {
    let is_generic = clauses.iter().any(is_generic);
    clauses.iter().all(|clause| has_nothing_excluded(clause, pack))
        && (!is_generic || strengths_belong(clauses, &pack.generic_components))
}

/// Returns whether the generic name has nothing that a clause excludes.
fn has_nothing_excluded(clause: &Clause, pack: &IndexedPack) -> bool {
    match &clause.kind {
        ClauseKind::Exclusion { negation, excluded } => {
            !generic_has(excluded, pack) || pack.generic.words.contains(*negation)
        }
        _ => true,
    }
}

/// Returns whether every strength of a query belongs to the component that it follows.
pub fn strengths_belong(clauses: &[Clause], components: &[Terms]) -> bool {
    let names: Vec<Terms> = components.iter().map(component_name).collect();
    if names.iter().filter(|name| !name.words.is_empty()).count() < 2 {
        return true;
    }
    let is_checked = |clause: &Clause| clause.is_strength();
    (0..clauses.len()).filter(|at| is_checked(&clauses[*at])).all(|at| {
        let before: Vec<&Clause> = clauses[..at].iter().rev().collect();
        let after: Vec<&Clause> = clauses[at + 1..].iter().collect();
        let mut owners = owners(&before, &names);
        if owners.is_empty() {
            owners = self::owners(&after, &names);
        }
        owners.is_empty() || owners.iter().any(|owner| has_strength(&clauses[at], &components[*owner]))
    })
}

/// Returns the words of a component before its first number or quantity.
fn component_name(component: &Terms) -> Terms {
    let is_word = |kind: &TokenKind| matches!(kind, TokenKind::Word(_));
    let end = component.tokens.iter().find(|token| !is_word(&token.kind)).map(|token| token.span.start);
    let text: String = component.text[..end.unwrap_or(component.text.len())].iter().collect();
    Terms::new(&text)
}

/// Returns the components that the nearest words of a query name.
fn owners(clauses: &[&Clause], names: &[Terms]) -> Vec<usize> {
    let names_some = |clause: &Clause| names.iter().any(|name| is_named(clause, name));
    let skipped = clauses.iter().skip_while(|clause| !names_some(clause));
    let mut words: Vec<&Clause> = skipped
        .copied()
        .take_while(|clause| !clause.is_strength())
        .filter(|clause| names_some(clause))
        .collect();
    let mut owners = Vec::new();
    while !words.is_empty() {
        let count = |name: &Terms| words.iter().filter(|word| is_named(word, name)).count();
        let most = names.iter().map(count).max().unwrap_or(0);
        let Some(owner) = names.iter().position(|name| count(name) == most) else { break };
        owners.push(owner);
        words.retain(|word| !is_named(word, &names[owner]));
    }
    owners
}

/// Returns whether a word of a query names a component.
fn is_named(clause: &Clause, name: &Terms) -> bool {
    let is_negative = matches!(clause.kind, ClauseKind::Exclusion { .. }) || clause.is_strength();
    let has = |term: &TermQuery| match term {
        TermQuery::GenericPrefix(prefix) => name.words.iter().any(|word| word.starts_with(prefix.as_str())),
        other => matches_terms(other, name, false),
    };
    !is_negative && clause.alternatives.iter().any(|terms| !terms.is_empty() && terms.iter().all(has))
}

fn has_strength(clause: &Clause, component: &Terms) -> bool {
    clause.alternatives.iter().any(|terms| terms.iter().all(|term| matches_terms(term, component, false)))
}
