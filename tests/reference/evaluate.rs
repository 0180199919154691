//! Whether a pack matches a clause: section 6 of docs/search.md.

use super::clauses::{Clause, ClauseKind, Scope, TermQuery};
use super::index::Index;
use super::packs::{IndexedPack, Terms};
use super::token_clauses::may_be_code;
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
