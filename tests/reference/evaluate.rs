//! Whether a pack matches a clause, and the checks of names after that: section 7 of docs/search.md.

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

/// Returns whether a pack's own name has every term.
pub fn has_all(terms: &[TermQuery], pack: &IndexedPack, strictness: Strictness) -> bool {
    terms.iter().all(|term| has_term(term, pack, strictness))
}

fn has_term(term: &TermQuery, pack: &IndexedPack, strictness: Strictness) -> bool {
    if let TermQuery::Attribute(attribute) = term {
        return strictness != Strictness::WholeWords && pack.attributes.has(attribute);
    }
    let is_whole = strictness == Strictness::WholeWords;
    if let TermQuery::GenericPrefix(prefix) = term {
        let fits = |word: &String| if is_whole { word == prefix } else { word.starts_with(prefix.as_str()) };
        return pack.generic_words.iter().any(fits);
    }
    let is_volume_of_title =
        |number: &str| pack.title.quantities.iter().any(|one| one.number == *number && is_volume(one));
    if let TermQuery::Number(number, Scope::Tail) = term
        && !may_be_code(number)
        && is_volume_of_title(number)
    {
        // The volume of a container is its size.
        return true;
    }
    let in_title = matches_terms(term, &pack.title, is_whole);
    let in_tail = matches_terms(term, &pack.tail, is_whole);
    match scope(term) {
        Scope::Title => in_title,
        Scope::Tail => in_tail && strictness != Strictness::InTitle,
        Scope::Name => in_title || (in_tail && strictness != Strictness::InTitle),
    }
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
        TermQuery::Prefix(word) => terms.words.iter().any(|other| other.starts_with(word.as_str())),
        TermQuery::Word(word, _) => terms.words.contains(word),
        TermQuery::AnyOfUnit(unit) => terms.quantities.iter().any(|quantity| quantity.unit == *unit),
        TermQuery::Quantity(quantity, _) => terms.quantities.iter().any(|other| quantity.equals(other)),
        TermQuery::Ratio(ratio) => terms.ratios.contains(ratio),
        TermQuery::OtherRatio(ratio) => !is_whole && terms.ratios.contains(ratio),
        TermQuery::OneIn(number) => terms.ones_in.contains(number),
        TermQuery::PartialWord(word) => !is_whole && terms.words.contains(word),
        TermQuery::PartialQuantity(quantity) => !is_whole && terms.quantities.contains(quantity),
        TermQuery::Number(number, scope) => {
            let is_strength = |quantity: &Quantity| *scope != Scope::Title || !is_volume(quantity);
            let has_quantity = terms.quantities.iter().any(|one| one.number == *number && is_strength(one));
            let is_code =
                |other: &String| other.strip_prefix(number).is_some_and(|rest| !rest.starts_with('.'));
            let has_code = !is_whole && may_be_code(number) && terms.numbers.iter().any(is_code);
            has_quantity || has_code || terms.numbers.contains(number)
        }
        TermQuery::Attribute(_) | TermQuery::GenericPrefix(_) => false,
    }
}

/// Returns whether some name has a term, in title or tail.
pub fn some_name_has(term: &TermQuery, index: &Index) -> bool {
    let has = |pack: &IndexedPack| {
        matches_terms(term, &pack.title, false) || matches_terms(term, &pack.tail, false)
    };
    matches!(term, TermQuery::Attribute(_)) || index.packs.iter().any(has)
}

/// Returns whether a quantity is a volume: in a title it is a container or a denominator, and no strength.
fn is_volume(quantity: &Quantity) -> bool {
    quantity.unit.dimension == Dimension::Volume
}

/// Returns whether the generic name has a clause, as whole words.
pub fn generic_has(clause: &Clause, pack: &IndexedPack) -> bool {
    let has =
        |term: &TermQuery| matches_terms(term, &pack.generic, !matches!(term, TermQuery::OtherRatio(_)));
    clause.alternatives.iter().any(|terms| terms.iter().all(has))
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
    components.iter().filter(|component| !component_name(component).words.is_empty()).count() > 1
}

/// Returns whether every strength of a query belongs to the component that it follows.
pub fn strengths_belong(clauses: &[Clause], components: &[Terms]) -> bool {
    let names: Vec<Terms> = components.iter().map(component_name).collect();
    if !is_divided(components) {
        return true;
    }
    (0..clauses.len()).filter(|at| clauses[*at].is_strength()).all(|at| {
        let mut owners = owners((0..at).rev().collect(), clauses, &names);
        if has_named_strength(&clauses[at], components) {
            return true;
        }
        if owners.is_empty() {
            owners = self::owners((at + 1..clauses.len()).collect(), clauses, &names);
        }
        if owners.is_empty() {
            return !(0..clauses.len()).any(|at| has_divided_salt(at, clauses, &names));
        }
        owners.iter().any(|owner| has_strength(&clauses[at], &components[*owner]))
    })
}

/// Returns whether a strength names components, as `4.5g` of tazobactam 4g/500mg does, and all of them are there.
fn has_named_strength(strength: &Clause, components: &[Terms]) -> bool {
    let is_there = |term: &TermQuery| components.iter().any(|one| matches_terms(term, one, true));
    let names = |terms: &&Vec<TermQuery>| terms.iter().any(|term| matches!(term, TermQuery::Word(..)));
    strength.alternatives.iter().filter(names).any(|terms| terms.iter().all(is_there))
}

/// Returns whether a word and the salt behind it are both in components, but in none together.
fn has_divided_salt(at: usize, clauses: &[Clause], names: &[Terms]) -> bool {
    is_before_salt(at, clauses, names) && !names.iter().any(|name| names_component(at, clauses, names, name))
}

/// Returns whether the next clause is a salt, and components have both.
fn is_before_salt(at: usize, clauses: &[Clause], names: &[Terms]) -> bool {
    let is_there = |at: usize| names.iter().any(|name| is_named(&clauses[at], name));
    let is_salt =
        |clause: &Clause| clause.typed_word().is_some_and(|word| phrase(word) == Some(PhraseKind::Salt));
    clauses.get(at + 1).is_some_and(is_salt) && is_there(at) && is_there(at + 1)
}

/// Returns whether the word at a position names a component, together with the salt that belongs to it.
fn names_component(at: usize, clauses: &[Clause], names: &[Terms], name: &Terms) -> bool {
    let other = if is_before_salt(at, clauses, names) {
        Some(at + 1)
    } else {
        at.checked_sub(1).filter(|before| is_before_salt(*before, clauses, names))
    };
    is_named(&clauses[at], name) && other.is_none_or(|other| is_named(&clauses[other], name))
}

/// Returns the words of a component before its first quantity.
fn component_name(component: &Terms) -> Terms {
    let is_quantity = |kind: &TokenKind| matches!(kind, TokenKind::Quantity(..));
    let end = component.tokens.iter().find(|token| is_quantity(&token.kind)).map(|token| token.span.start);
    let text: String = component.text[..end.unwrap_or(component.text.len())].iter().collect();
    Terms::new(&text)
}

/// Returns the components that the nearest words of a query name.
fn owners(positions: Vec<usize>, clauses: &[Clause], names: &[Terms]) -> Vec<usize> {
    let names_some = |at: &usize| names.iter().any(|name| names_component(*at, clauses, names, name));
    let skipped = positions.into_iter().skip_while(|at| !names_some(at));
    let mut words: Vec<usize> =
        skipped.take_while(|at| !clauses[*at].is_strength()).filter(|at| names_some(at)).collect();
    let mut owners = Vec::new();
    while !words.is_empty() {
        let is_of = |at: &usize, name: &Terms| names_component(*at, clauses, names, name);
        let count = |name: &Terms| words.iter().filter(|at| is_of(at, name)).count();
        let most = names.iter().map(count).max().unwrap_or(0);
        let Some(owner) = names.iter().position(|name| count(name) == most) else { break };
        owners.push(owner);
        words.retain(|at| !is_of(at, &names[owner]));
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
