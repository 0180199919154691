//! Whether a pack matches a clause, and the checks of names after that: section 7 of docs/search.md.

use std::collections::BTreeSet;

use super::clauses::{Clause, ClauseKind, Scope, TermQuery, may_be_code};
use super::packs::{Index, IndexedPack, Terms};
use super::tables::{PhraseKind, phrase};
use super::tokens::TokenKind;
use super::units::{Dimension, Quantity};

/// How strictly a clause is matched.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Strictness {
    /// As the search matches.
    Match,
    /// In the title alone.
    InTitle,
    /// With whole words only.
    WholeWords,
}

/// Returns whether a pack's own name matches a clause.
pub fn matches(clause: &Clause, pack: &IndexedPack, strictness: Strictness) -> bool {
    if let ClauseKind::Exclusion { negation, excluded } = &clause.kind {
        // `gauze not sterilised` has the negation in its own name.
        return !matches(excluded, pack, Strictness::Match) || pack.title.words.contains(*negation);
    }
    clause.alternatives.iter().any(|terms| has_all(terms, pack, strictness))
}

/// Returns whether a pack's own name matches every clause.
pub fn matches_all<'c>(
    clauses: impl IntoIterator<Item = &'c Clause>,
    pack: &IndexedPack,
    strictness: Strictness,
) -> bool {
    clauses.into_iter().all(|clause| matches(clause, pack, strictness))
}

/// Returns whether a pack's own name has every term.
pub fn has_all(terms: &[TermQuery], pack: &IndexedPack, strictness: Strictness) -> bool {
    terms.iter().all(|term| has_term(term, pack, strictness))
}

fn has_term(term: &TermQuery, pack: &IndexedPack, strictness: Strictness) -> bool {
    if let TermQuery::Attribute(attribute) = term {
        return strictness != Strictness::WholeWords && pack.attributes.has(attribute);
    }
    let is_whole = strictness == Strictness::WholeWords;
    match term {
        TermQuery::GenericPrefix(word) if is_whole => return pack.generic_words.contains(word),
        TermQuery::GenericPrefix(prefix) => return has_prefix(&pack.generic_words, prefix),
        // The volume of a container is its size.
        TermQuery::Number(number, Scope::Tail) if !may_be_code(number) && has_volume(&pack.title, number) => {
            return true;
        }
        _ => {}
    }
    let in_title = matches_terms(term, &pack.title, is_whole);
    let in_tail = matches_terms(term, &pack.tail, is_whole);
    match scope(term) {
        Scope::Title => in_title,
        Scope::Tail => in_tail && strictness != Strictness::InTitle,
        Scope::Name => in_title || (in_tail && strictness != Strictness::InTitle),
    }
}

fn has_prefix(words: &BTreeSet<String>, prefix: &str) -> bool {
    words.iter().any(|word| word.starts_with(prefix))
}

/// Returns whether a text has a volume with this number.
pub fn has_volume(terms: &Terms, number: &str) -> bool {
    terms.quantities.iter().any(|quantity| quantity.number == number && is_volume(quantity))
}

fn scope(term: &TermQuery) -> Scope {
    match term {
        TermQuery::Word(_, scope) | TermQuery::Quantity(_, scope) | TermQuery::Number(_, scope) => *scope,
        TermQuery::Ratio(_) | TermQuery::OtherRatio(_) | TermQuery::OneIn(_) | TermQuery::Attribute(_) => {
            Scope::Title
        }
        _ => Scope::Name,
    }
}

/// Returns whether a text has a term.
pub fn matches_terms(term: &TermQuery, terms: &Terms, is_whole: bool) -> bool {
    match term {
        TermQuery::Prefix(word) if is_whole => terms.words.contains(word),
        TermQuery::Prefix(word) => has_prefix(&terms.words, word),
        TermQuery::Word(word, _) => terms.words.contains(word),
        TermQuery::AnyOfUnit(unit) => terms.quantities.iter().any(|quantity| quantity.unit == *unit),
        TermQuery::Quantity(quantity, _) => terms.quantities.iter().any(|other| quantity.equals(other)),
        TermQuery::Ratio(ratio) => terms.ratios.contains(ratio),
        TermQuery::OtherRatio(ratio) => !is_whole && terms.ratios.contains(ratio),
        TermQuery::OneIn(number) => terms.ones_in.contains(number),
        TermQuery::PartialWord(word) => !is_whole && terms.words.contains(word),
        TermQuery::PartialQuantity(quantity) => !is_whole && terms.quantities.contains(quantity),
        TermQuery::Number(number, scope) => {
            terms.numbers.contains(number)
                || has_number_with_unit(terms, number, *scope)
                || (!is_whole && may_be_code(number) && has_code_prefix(&terms.numbers, number))
        }
        TermQuery::Attribute(_) | TermQuery::GenericPrefix(_) => false,
    }
}

/// Returns whether a text has a quantity with this number. In a title, a volume is no strength.
fn has_number_with_unit(terms: &Terms, number: &str, scope: Scope) -> bool {
    for quantity in &terms.quantities {
        if quantity.number == number && (scope != Scope::Title || !is_volume(quantity)) {
            return true;
        }
    }
    false
}

fn has_code_prefix(numbers: &BTreeSet<String>, prefix: &str) -> bool {
    for number in numbers {
        if let Some(rest) = number.strip_prefix(prefix)
            && !rest.starts_with('.')
        {
            return true;
        }
    }
    false
}

/// Returns whether some name has a term, in title or tail.
pub fn some_name_has(term: &TermQuery, index: &Index) -> bool {
    if matches!(term, TermQuery::Attribute(_)) {
        return true;
    }
    for pack in &index.packs {
        if matches_terms(term, &pack.title, false) || matches_terms(term, &pack.tail, false) {
            return true;
        }
    }
    false
}

/// Returns whether a quantity is a volume: in a title it is a container or a denominator, and no strength.
fn is_volume(quantity: &Quantity) -> bool {
    quantity.unit.dimension == Dimension::Volume
}

/// Returns whether the generic name has a clause, as whole words.
pub fn generic_has(clause: &Clause, pack: &IndexedPack) -> bool {
    clause.alternatives.iter().any(|terms| terms.iter().all(|term| generic_has_term(term, pack)))
}

fn generic_has_term(term: &TermQuery, pack: &IndexedPack) -> bool {
    let is_whole = !matches!(term, TermQuery::OtherRatio(_));
    matches_terms(term, &pack.generic, is_whole)
}

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

/// Returns whether strengths belong to the components of a pack's own name; if that names fewer than two, of its generic name.
pub fn strengths_belong_to_own(clauses: &[Clause], pack: &IndexedPack) -> bool {
    match pack.is_mixture && !is_divided(&pack.components) {
        true => strengths_belong(clauses, &pack.generic_components),
        false => strengths_belong(clauses, &pack.components),
    }
}

/// Returns whether two components or more have words before their strengths.
fn is_divided(components: &[Terms]) -> bool {
    let mut named = 0;
    for component in components {
        named += usize::from(!component_name(component).words.is_empty());
    }
    named > 1
}

/// Returns whether every strength of a query belongs to the component that it follows.
pub fn strengths_belong(clauses: &[Clause], components: &[Terms]) -> bool {
    if !is_divided(components) {
        return true;
    }
    let names: Vec<Terms> = components.iter().map(component_name).collect();
    let query = NamedComponents { clauses, names: &names };
    for (at, clause) in clauses.iter().enumerate() {
        if clause.is_strength() && !query.strength_belongs(at, components) {
            return false;
        }
    }
    true
}

/// Returns whether a strength names components, as `4.5g` of tazobactam 4g/500mg does, and all of them are there.
fn has_named_strength(strength: &Clause, components: &[Terms]) -> bool {
    for terms in &strength.alternatives {
        let names_some = terms.iter().any(|term| matches!(term, TermQuery::Word(..)));
        if names_some && terms.iter().all(|term| some_component_has(term, components)) {
            return true;
        }
    }
    false
}

fn some_component_has(term: &TermQuery, components: &[Terms]) -> bool {
    components.iter().any(|component| matches_terms(term, component, true))
}

fn is_salt(clause: &Clause) -> bool {
    match clause.typed_word() {
        Some(word) => phrase(word) == Some(PhraseKind::Salt),
        None => false,
    }
}

/// A query, and the names of the components of a pack.
struct NamedComponents<'a> {
    clauses: &'a [Clause],
    names: &'a [Terms],
}

impl NamedComponents<'_> {
    /// Returns whether the strength at a position belongs to the component that it follows, or else that it precedes.
    fn strength_belongs(&self, at: usize, components: &[Terms]) -> bool {
        let strength = &self.clauses[at];
        if has_named_strength(strength, components) {
            return true;
        }
        let mut owners = self.owners((0..at).rev().collect());
        if owners.is_empty() {
            owners = self.owners((at + 1..self.clauses.len()).collect());
        }
        if owners.is_empty() {
            return !(0..self.clauses.len()).any(|at| self.has_divided_salt(at));
        }
        owners.iter().any(|owner| has_strength(strength, &components[*owner]))
    }

    /// Returns whether a word and the salt after it are both in components, but in none together.
    fn has_divided_salt(&self, at: usize) -> bool {
        self.is_before_salt(at) && !self.names_some(at)
    }

    /// Returns whether the next clause is a salt, and components have both.
    fn is_before_salt(&self, at: usize) -> bool {
        let Some(next) = self.clauses.get(at + 1) else { return false };
        is_salt(next) && self.is_there(&self.clauses[at]) && self.is_there(next)
    }

    fn is_there(&self, clause: &Clause) -> bool {
        self.names.iter().any(|name| is_named(clause, name))
    }

    /// Returns whether the word at a position names a component, together with the salt that belongs to it.
    fn names_component(&self, at: usize, name: &Terms) -> bool {
        if !is_named(&self.clauses[at], name) {
            return false;
        }
        if self.is_before_salt(at) {
            return is_named(&self.clauses[at + 1], name);
        }
        if at > 0 && self.is_before_salt(at - 1) {
            return is_named(&self.clauses[at - 1], name);
        }
        true
    }

    fn names_some(&self, at: usize) -> bool {
        self.names.iter().any(|name| self.names_component(at, name))
    }

    /// Returns the components that the nearest words of a query name.
    fn owners(&self, positions: Vec<usize>) -> Vec<usize> {
        let mut words = self.nearest_words(positions);
        let mut owners = Vec::new();
        while !words.is_empty() {
            let counts: Vec<usize> = self.names.iter().map(|name| self.count(&words, name)).collect();
            let most = counts.iter().max().copied().unwrap_or(0);
            let Some(owner) = counts.iter().position(|count| *count == most) else { break };
            owners.push(owner);
            words.retain(|at| !self.names_component(*at, &self.names[owner]));
        }
        owners
    }

    /// Returns the positions of the first words that name a component, up to the next strength.
    fn nearest_words(&self, positions: Vec<usize>) -> Vec<usize> {
        let mut words = Vec::new();
        for at in positions {
            if self.names_some(at) {
                words.push(at);
            } else if !words.is_empty() && self.clauses[at].is_strength() {
                break;
            }
        }
        words
    }

    /// Returns how many of these words name a component.
    fn count(&self, words: &[usize], name: &Terms) -> usize {
        words.iter().filter(|at| self.names_component(**at, name)).count()
    }
}

/// Returns the words of a component before its first quantity.
fn component_name(component: &Terms) -> Terms {
    let mut end = component.text.len();
    for token in &component.tokens {
        if matches!(token.kind, TokenKind::Quantity(..)) {
            end = token.span.start;
            break;
        }
    }
    let text: String = component.text[..end].iter().collect();
    Terms::new(&text)
}

/// Returns whether a word of a query names a component.
fn is_named(clause: &Clause, name: &Terms) -> bool {
    if matches!(clause.kind, ClauseKind::Exclusion { .. }) || clause.is_strength() {
        return false;
    }
    for terms in &clause.alternatives {
        if !terms.is_empty() && terms.iter().all(|term| is_in_component_name(term, name)) {
            return true;
        }
    }
    false
}

fn is_in_component_name(term: &TermQuery, name: &Terms) -> bool {
    match term {
        TermQuery::GenericPrefix(prefix) => has_prefix(&name.words, prefix),
        other => matches_terms(other, name, false),
    }
}

fn has_strength(clause: &Clause, component: &Terms) -> bool {
    clause.alternatives.iter().any(|terms| terms.iter().all(|term| matches_terms(term, component, false)))
}
