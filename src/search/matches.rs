//! Which products of several components a query may mean: a strength belongs to the component that it follows.
//!
//! The index finds words anywhere in a name. In `Amlodipine 5mg / Valsartan 80mg tablets` it has `amlodipine` and `80mg`, which is the
//! strength of the other component. Names of one component need no second look.

use super::clauses::{Clause, TermQuery, matches_word};
use super::generic_names::{GenericName, GenericNameCache};
use super::match_sets::MatchSets;
use crate::dataset::{self, Dataset, PackNumber, PackSet};
use crate::text::{Token, fold, title_terms, tokens};

/// A component of a mixture: the words before its first quantity, and the terms of all of it.
struct Component {
    words: Vec<String>,
    clauses: Vec<String>,
}

/// So many packs have their generic names compared with what a query excludes. A query that leaves more names no medicine: what it
/// excludes cannot be excluded.
pub const MOST_COMPARED: usize = 4096;

/// Takes out the packs that the query does not mean, though their names have all of its words.
pub fn keep_meant(dataset: &Dataset<'_>, clauses: &[Clause], sets: &mut MatchSets) {
    keep_own_strengths(dataset, clauses, sets);
    keep_allowed(dataset, clauses, sets);
}

/// Takes out the packs whose generic name has what the query excludes: a brand's own name may not say so.
fn keep_allowed(dataset: &Dataset<'_>, clauses: &[Clause], sets: &mut MatchSets) {
    let excluding: Vec<&Clause> = clauses.iter().filter(|clause| clause.is_excluded()).collect();
    // A medicine that only generic names name has its strength there as well.
    let is_generic = clauses
        .iter()
        .flat_map(|clause| &clause.alternatives)
        .flatten()
        .any(|atom| matches!(atom, TermQuery::Generic(_)));
    if (excluding.is_empty() && !is_generic) || sets.all.is_empty() {
        return;
    }
    if sets.all.len() > MOST_COMPARED {
        *sets = MatchSets::none(dataset.window());
        return;
    }
    let generics = GenericNameCache::of(dataset).of_packs(&sets.all);
    let is_allowed = |generic: &GenericName| {
        excluding.iter().all(|clause| generic.allows(clause))
            && (!is_generic || generic.has_own_strengths(clauses))
    };
    let allowed: Vec<PackNumber> =
        generics.iter().filter(|(_, generic)| is_allowed(generic)).map(|(pack, _)| *pack).collect();
    sets.all.retain(|pack| allowed.binary_search(&pack).is_ok());
}

/// Takes out the packs of mixtures in which a strength of the query belongs to another component than the one the query names.
fn keep_own_strengths(dataset: &Dataset<'_>, clauses: &[Clause], sets: &mut MatchSets) {
    if !has_words_and_strengths(clauses) {
        return;
    }
    let mut mixtures = dataset.mixtures(sets.all.window());
    mixtures.intersect(&sets.all);
    if mixtures.is_empty() {
        return;
    }
    let others = others(dataset, clauses, &mixtures);
    for set in [&mut sets.all, &mut sets.exact, &mut sets.in_title] {
        set.subtract(&others);
    }
}

fn has_words_and_strengths(clauses: &[Clause]) -> bool {
    clauses.iter().any(|clause| clause.is_strength) && clauses.iter().any(|clause| clause.word().is_some())
}

/// Returns the packs of some mixtures that the query does not mean. Neighbours mostly are packs of one product.
fn others(dataset: &Dataset<'_>, clauses: &[Clause], mixtures: &PackSet) -> PackSet {
    let mut names = dataset.name_reader();
    let mut others = mixtures.clone();
    let mut last = (None, false);
    others.retain(|pack| {
        let place = dataset.product_place(pack);
        if last.0 != Some(place) {
            last = (Some(place), !has_own_strengths(&names.product(place), clauses));
        }
        last.1
    });
    others
}

/// Whether each strength of a query belongs to a component of the name that the query names before it, or else after it.
pub fn has_own_strengths(name: &str, clauses: &[Clause]) -> bool {
    let components = components(name);
    let are_named = components.iter().filter(|component| !component.words.is_empty()).count() > 1;
    !are_named || (0..clauses.len()).all(|at| !is_of_another(&components, clauses, at))
}

fn components(name: &str) -> Vec<Component> {
    dataset::components(&fold(name)).map(component).collect()
}

fn component(text: &str) -> Component {
    let is_amount = |token: &Token| matches!(token, Token::Quantity(..) | Token::Number(_));
    let tokens = tokens(text);
    let named = tokens.iter().position(is_amount).and_then(|at| tokens.get(..at)).unwrap_or(&[]);
    Component { words: named.iter().map(Token::term).collect(), clauses: title_terms(text) }
}

/// Whether the term at a place is a strength that none of the components has which the query names beside it.
fn is_of_another(components: &[Component], clauses: &[Clause], at: usize) -> bool {
    let Some((before, [strength, behind @ ..])) = clauses.split_at_checked(at) else { return false };
    if !strength.is_strength {
        return false;
    }
    let mut owners = owners(components, before.iter().rev());
    if owners.is_empty() {
        owners = self::owners(components, behind.iter());
    }
    !owners.is_empty() && !owners.iter().any(|component| has_strength(component, strength))
}

/// Returns the components that the nearest words name, up to the next strength beyond them. A word of one that the query names in more
/// words names no other: `disodium phosphate` is no potassium phosphate.
fn owners<'c, 't>(
    components: &'c [Component],
    clauses: impl Iterator<Item = &'t Clause>,
) -> Vec<&'c Component> {
    let names_any = |clause: &&Clause| components.iter().any(|component| component.is_named_by(clause));
    let beyond = clauses.skip_while(|clause| !names_any(clause));
    let mut words: Vec<&Clause> = beyond.take_while(|clause| !clause.is_strength).filter(names_any).collect();
    let mut owners = Vec::new();
    while !words.is_empty() {
        let named =
            |component: &&Component| words.iter().filter(|clause| component.is_named_by(clause)).count();
        let Some(best) = components.iter().rev().max_by_key(named) else { break };
        words.retain(|clause| !best.is_named_by(clause));
        owners.push(best);
    }
    owners
}

impl Component {
    fn is_named_by(&self, clause: &Clause) -> bool {
        !clause.is_strength && has_any(&self.words, clause)
    }
}

fn has_any(words: &[String], clause: &Clause) -> bool {
    !clause.is_excluded()
        && clause.alternatives.iter().any(|atoms| {
            !atoms.is_empty() && atoms.iter().all(|atom| words.iter().any(|word| is_meant(atom, word)))
        })
}

fn is_meant(atom: &TermQuery, word: &str) -> bool {
    match atom {
        TermQuery::Generic(start) => word.starts_with(start.as_str()),
        _ => matches_word(atom, word).is_some(),
    }
}

fn has_strength(component: &Component, strength: &Clause) -> bool {
    has_any(&component.clauses, strength)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::search::clauses::parse_clauses;

    #[test]
    fn a_strength_belongs_to_the_component_that_it_follows() {
        let name = "Amlodipine 5mg / Valsartan 80mg tablets";
        for (text, is_meant) in [
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
            assert_eq!(has_own_strengths(name, &parse_clauses(text)), is_meant, "{text}");
        }
        let name = "Potassium dihydrogen phosphate 1.7% / Disodium phosphate dihydrate 5mg injection";
        assert!(!has_own_strengths(name, &parse_clauses("disodium phosphate dihydrate 1.7%")));
        let name = "Coal tar 5% in Clobetasone 0.05% cream";
        assert!(!has_own_strengths(name, &parse_clauses("clobetasone 5%")));
        assert!(has_own_strengths("Exforge 5mg / 80mg tablets", &parse_clauses("exforge 80mg")));
    }
}
