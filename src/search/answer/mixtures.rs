//! Strengths of mixtures: each must belong to the component that the query names it for.

use super::components::{Component, Components};
use crate::dataset::PackSet;
use crate::search::index::Index;
use crate::search::index::Need;
use crate::search::read::{Choice, Role, Term, Wanted};

/// What a query states: a word of a substance, or a strength.
enum Stated<'t> {
    Word(&'t Need),
    Strength(&'t Need),
}

/// Keeps the packs whose components have the strengths that the query states for them.
pub fn keep(
    index: &Index<'_>,
    all: &Components<'_, '_>,
    packs: &mut PackSet,
    terms: &[Term],
    chosen: &[Option<Choice>],
) {
    let stated = stated(terms, chosen);
    if let [Stated::Word(_)] | [] = stated.as_slice() {
        return;
    }
    let mixtures = index.dataset.mixtures(packs.pack_range());
    let mut last = (u32::MAX, true);
    packs.retain(|pack| {
        if !mixtures.contains(pack) {
            return true;
        }
        let generic = index.generic_of(pack).0;
        if generic != last.0 {
            last = (generic, has_strengths(&all.get(generic), &stated));
        }
        last.1
    });
}

fn stated<'t>(terms: &'t [Term], chosen: &'t [Option<Choice>]) -> Vec<Stated<'t>> {
    let mut stated = Vec::new();
    for (term, choice) in terms.iter().zip(chosen) {
        // A word may name a substance before it is known whether packs have it.
        let of_word = term.choices.first().filter(|_| term.role == Role::Word);
        let Some(Choice { wanted: Wanted::Names(need), .. }) = choice.as_ref().or(of_word) else { continue };
        match (term.role, need) {
            // `3.57%/2.85%` are two strengths.
            (Role::Strength, Need::All(needs)) => stated.extend(needs.iter().map(Stated::Strength)),
            (Role::Strength, _) => stated.push(Stated::Strength(need)),
            (Role::Medicine | Role::Salt | Role::Word | Role::Form | Role::Attribute, _) => {
                stated.push(Stated::Word(need))
            }
            _ => {}
        }
    }
    stated
}

/// Reports whether the components of a generic name have the strengths that are stated for them.
fn has_strengths(components: &[Component], stated: &[Stated<'_>]) -> bool {
    if components.len() < 2 {
        return true;
    }
    if !are_named_whole(components, stated) {
        return false;
    }
    let mut named: Vec<Vec<usize>> = Vec::new();
    let mut strengths: Vec<&Need> = Vec::new();
    for one in stated {
        match one {
            Stated::Word(need) => {
                // A strength before all names belongs to the first of them.
                let is_first = named.is_empty();
                if !strengths.is_empty() && !is_first {
                    if !fits(components, &named, &strengths) {
                        return false;
                    }
                    named.clear();
                    strengths.clear();
                }
                name_components(components, need, &mut named);
            }
            // The number of a name, as in `menaquinone-7`.
            Stated::Strength(need) if components.iter().any(|one| need.is_met_by(&one.words)) => {}
            Stated::Strength(need) => strengths.push(need),
        }
    }
    fits(components, &named, &strengths)
}

/// Reports whether each word that is in some component is in one whose first word the query has, too: sodium
/// bicarbonate is not sodium alginate with potassium bicarbonate.
fn are_named_whole(components: &[Component], stated: &[Stated<'_>]) -> bool {
    let words: Vec<&Need> = stated
        .iter()
        .filter_map(|one| if let Stated::Word(need) = one { Some(*need) } else { None })
        .collect();
    let is_begun = |component: &Component| {
        let first = component.words.first().map_or("", String::as_str);
        !component.is_substance || words.iter().any(|need| need.names(first))
    };
    words.iter().all(|need| {
        let mut having = components.iter().filter(|component| need.is_met_by(&component.words)).peekable();
        having.peek().is_none() || having.any(is_begun)
    })
}

/// Adds the components that a word names. A word that agrees with the components of the word before it
/// narrows these.
fn name_components(components: &[Component], need: &Need, named: &mut Vec<Vec<usize>>) {
    let all: Vec<usize> = (0..components.len())
        .filter(|at| components.get(*at).is_some_and(|component| need.is_met_by(&component.words)))
        .collect();
    if all.is_empty() {
        return;
    }
    if let Some(last) = named.last_mut() {
        let both: Vec<usize> = last.iter().copied().filter(|at| all.contains(at)).collect();
        if !both.is_empty() {
            *last = both;
            return;
        }
    }
    if !named.contains(&all) {
        named.push(all);
    }
}

/// Reports whether strengths belong to the named components, in their order, or to any components if none is
/// named.
fn fits(components: &[Component], named: &[Vec<usize>], strengths: &[&Need]) -> bool {
    if strengths.is_empty() || named.is_empty() {
        return true;
    }
    let is_of = |owners: &Vec<usize>, need: &Need| {
        owners.iter().any(|at| components.get(*at).is_some_and(|one| has_strength(one, need)))
    };
    // A strength belongs to the name before it: fewer strengths than names belong to the last names.
    if named.len() >= strengths.len() {
        let last = named.get(named.len() - strengths.len()..).unwrap_or(named);
        let are_theirs = last.iter().zip(strengths).all(|(owners, need)| is_of(owners, need));
        return are_theirs || strengths.iter().all(|need| named.len() > 1 && is_of_all(need, components));
    }
    if named.len() == 1 && strengths.len() > 1 {
        return named.first().zip(strengths.first()).is_some_and(|(owners, need)| is_of(owners, need));
    }
    strengths.iter().all(|need| {
        named.iter().any(|owners| is_of(owners, need)) || named.len() > 1 && is_of_all(need, components)
    })
}

/// Reports whether a strength of two or more amounts is the strength of the components together.
fn is_of_all(need: &Need, components: &[Component]) -> bool {
    let all: Vec<String> = components.iter().flat_map(|one| one.strengths.clone()).collect();
    matches!(need, Need::All(_)) && need.is_met_by(&all)
}

fn has_strength(component: &Component, need: &Need) -> bool {
    match need {
        Need::Term(term) => {
            let plain = term.split('*').next().unwrap_or(term);
            component.strengths.iter().any(|strength| strength == plain)
        }
        Need::Any(needs) => needs.iter().any(|need| has_strength(component, need)),
        // Several amounts: the component has one of them.
        Need::All(needs) => needs.iter().any(|need| has_strength(component, need)),
        Need::Prefix(_) => false,
    }
}
