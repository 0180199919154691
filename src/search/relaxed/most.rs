//! The packs that have the most of what was asked: all that is never left out, and of the rest as much as there is.

use super::asked::{Asked, Role};
use super::plan::Plan;
use super::roles::{Count, Shelf};
use super::strengths::{self, RAREST, READ};
use crate::dataset::{PackSet, is_mixture};
use crate::search::known::Known;
use crate::search::matching::Matches;
use crate::search::sets::{Sets, generic};
use crate::search::terms::{Alternative, Term, stands_for};
use crate::search::typo::{self, Speller};
use crate::text::{Token, fold, tokens};

/// The packs, with what is known of the words of a query.
struct Spelt<'a> {
    known: &'a Known<'a>,
    speller: &'a Speller<'a>,
}

impl Shelf for Spelt<'_> {
    fn is_word(&self, word: &str) -> bool {
        self.known.dataset.words().find(word).is_some() || self.is_generic(word) == Some(true)
    }

    fn is_generic(&self, start: &str) -> Option<bool> {
        generic(self.known.dataset, start)
    }

    fn count(&self, term: &Term) -> Count {
        let sets = self.known.all(term);
        let in_product = sets.whole.len_with(&sets.in_product);
        Count { any: sets.any.len(), in_product, behind: sets.whole.len() - in_product }
    }

    fn begins(&self, start: &str) -> bool {
        self.known.dataset.has_name_beginning(start)
    }

    fn similar(&self, word: &str) -> Vec<Alternative> {
        typo::nearest(self.speller, word)
    }
}

/// The packs for a folded text, and what of it was left out or taken otherwise; or, where only its strength is not to be had,
/// the strengths that there are.
pub fn find(known: &Known<'_>, speller: &Speller<'_>, folded: &str) -> Option<Matches> {
    let plan = Plan::of(folded, &Spelt { known, speller });
    if !plan.names_medicine() {
        return None;
    }
    most(known, &plan).or_else(|| strengths_of(known, &plan))
}

fn most(known: &Known<'_>, plan: &Plan) -> Option<Matches> {
    let required = plan.required();
    let (mut sets, mut terms) = in_names(known, &required).or_else(|| by_generic_name(known, plan))?;
    let mut kept = required;
    for one in plan.optional() {
        match known.narrowed(&sets, &one.terms) {
            Some(narrower) => {
                sets = narrower;
                terms.extend(one.terms.iter().cloned());
                kept.push(one);
            }
            None if !plan.is_other() => return None,
            None if one.role == Role::Salt => without(known, &mut sets, &plan.other_salts()),
            None => {}
        }
    }
    let changes = plan.changes(&kept);
    let found = Matches { is_relaxed: true, ..Matches::new(sets, plan.text(&kept), terms, changes) };
    (!found.all.is_empty()).then_some(found)
}

/// The packs whose names have all of it.
fn in_names(known: &Known<'_>, asked: &[&Asked]) -> Option<(Sets, Vec<Term>)> {
    let terms = terms_of(asked);
    let sets = known.having(&terms);
    (!sets.any.is_empty()).then_some((sets, terms))
}

fn terms_of(asked: &[&Asked]) -> Vec<Term> {
    asked.iter().flat_map(|one| one.terms.iter().cloned()).collect()
}

fn without(known: &Known<'_>, sets: &mut Sets, term: &Term) {
    let window = sets.any.window();
    sets.any.subtract(&known.sets(term, window).any);
}

/// The packs with one of the rarest words that have all else in their names or in that of their generic product.
fn by_generic_name(known: &Known<'_>, plan: &Plan) -> Option<(Sets, Vec<Term>)> {
    let required = plan.required();
    let words = required.iter().filter(|one| one.role != Role::Strength);
    let had = words.filter_map(|one| Some((*one, in_names(known, &[one])?)));
    rarest_first(had).into_iter().take(RAREST).find_map(|(rarest, (sets, terms))| {
        let others: Vec<&Asked> =
            required.iter().copied().filter(|one| !std::ptr::eq(*one, rarest)).collect();
        // Of several substances whose generic name has the one that is meant, none is.
        let is_one_of_many = |name: &str| rarest.role != Role::Medicine && is_mixture(name);
        Some((with_generics(known, sets, &terms_of(&others), is_one_of_many)?, terms))
    })
}

type Had<'a> = (&'a Asked, (Sets, Vec<Term>));

/// Those that few packs have. They are few themselves: sorting them would be more of a program than this.
fn rarest_first<'a>(had: impl Iterator<Item = Had<'a>>) -> Vec<Had<'a>> {
    let packs = |(_, (sets, _)): &Had<'_>| sets.any.len();
    had.filter(|one| packs(one) <= READ).fold(Vec::new(), |mut sorted, one| {
        sorted.insert(sorted.partition_point(|other| packs(other) <= packs(&one)), one);
        sorted
    })
}

/// Those of some packs that have all terms in their names or in that of their generic product.
fn with_generics(
    known: &Known<'_>,
    mut sets: Sets,
    terms: &[Term],
    is_another: impl Fn(&str) -> bool,
) -> Option<Sets> {
    let window = sets.any.narrowest_window();
    sets.narrow(window);
    let own: Vec<PackSet> = terms.iter().map(|term| known.sets(term, window).any).collect();
    let mut names = known.dataset.name_reader();
    let mut last = (None, None);
    sets.any.retain(|pack| {
        let place = known.dataset.generic_product_place(pack);
        // Neighbours often are packs of one generic product.
        if last.0 != Some(place) {
            let name = names.generic_product(place as u32);
            last = (Some(place), (!is_another(&name)).then(|| terms_in(&name, terms)));
        }
        let has_all = |had: &Vec<bool>| had.iter().zip(&own).all(|(had, own)| *had || own.contains(pack));
        last.1.as_ref().is_some_and(has_all)
    });
    (!sets.any.is_empty()).then_some(sets)
}

/// Which of the terms have all words of some alternative in a name, whole.
fn terms_in(name: &str, terms: &[Term]) -> Vec<bool> {
    let words: Vec<String> = tokens(&fold(name)).iter().map(Token::term).collect();
    let has_all = |atoms: &Alternative| {
        atoms.iter().all(|atom| words.iter().any(|word| stands_for(atom, word) == Some(true)))
    };
    terms.iter().map(|term| term.alternatives.iter().any(has_all)).collect()
}

/// No pack, but the strengths in which the medicine is to be had, where the text asks for another one.
fn strengths_of(known: &Known<'_>, plan: &Plan) -> Option<Matches> {
    let (asked, others): (Vec<_>, Vec<_>) =
        plan.required().into_iter().partition(|one| one.role == Role::Strength);
    let (sets, _) = in_names(known, &others).filter(|_| !asked.is_empty())?;
    if in_names(known, &plan.required()).is_some() {
        return None;
    }
    let packs = singles(known, sets.any);
    let names = packs.iter().take(READ).map(|pack| known.dataset.product_name(pack));
    let mut changes = plan.changes(&others);
    changes.retain(|change| !change.is_left_out());
    Some(Matches { strengths: strengths::of_names(names), changes, ..Matches::nothing(known.dataset) })
}

/// The packs without mixtures, whose names have strengths of something else too; but for those of mixtures alone.
fn singles(known: &Known<'_>, packs: PackSet) -> PackSet {
    let mut singles = packs.clone();
    singles.subtract(&known.dataset.mixtures(packs.window()));
    if singles.is_empty() { packs } else { singles }
}
