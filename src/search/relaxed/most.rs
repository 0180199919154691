//! The packs that have the most of what was asked: all that is never left out, and of the rest as much as there is.

use super::asked::{Asked, Role};
use super::plan::Plan;
use super::roles::{Count, Shelf};
use super::strengths::{self, RAREST, READ};
use crate::dataset::{Dataset, PackNumber, PackSet, is_mixture};
use crate::search::matching::{Known, Matches, Sets, all_terms, narrowed, term_sets};
use crate::search::terms::{Alternative, Term, stands_for};
use crate::search::typo;
use crate::text::{Token, fold, tokens};

impl Shelf for Dataset<'_> {
    fn is_word(&self, word: &str) -> bool {
        self.words().find(word).is_some()
    }

    fn count(&self, term: &Term) -> Count {
        let sets = term_sets(self, term, self.window());
        let mut behind = sets.whole.clone();
        behind.subtract(&sets.in_product);
        Count { any: sets.any.len(), in_product: sets.whole.len() - behind.len(), behind: behind.len() }
    }

    fn begins(&self, start: &str) -> bool {
        self.has_name_beginning(start)
    }

    fn similar(&self, word: &str) -> Vec<Alternative> {
        typo::nearest(self.words(), word)
    }
}

/// The packs for a folded text, and what of it was left out or taken otherwise; or, where only its strength is not to be had,
/// the strengths that there are.
pub fn find(dataset: &Dataset<'_>, folded: &str) -> Option<Matches> {
    let plan = Plan::of(folded, dataset);
    if !plan.names_medicine() {
        return None;
    }
    most(dataset, &plan).or_else(|| strengths_of(dataset, &plan))
}

fn most(dataset: &Dataset<'_>, plan: &Plan) -> Option<Matches> {
    let required = plan.required();
    let (mut sets, mut terms) = in_names(dataset, &required).or_else(|| by_generic_name(dataset, plan))?;
    let mut kept = required;
    for one in plan.optional() {
        match narrowed(dataset, &sets, &one.terms) {
            Some(narrower) => {
                sets = narrower;
                terms.extend(one.terms.iter().cloned());
                kept.push(one);
            }
            None if !plan.is_other() => return None,
            None if one.role == Role::Salt => without(dataset, &mut sets, &plan.other_salts()),
            None => {}
        }
    }
    let changes = plan.changes(&kept);
    let found = Matches { is_relaxed: true, ..Matches::new(sets, plan.text(&kept), terms, changes) };
    (!found.all.is_empty()).then_some(found)
}

/// The packs whose names have all of it.
fn in_names(dataset: &Dataset<'_>, asked: &[&Asked]) -> Option<(Sets, Vec<Term>)> {
    let terms = terms_of(asked);
    let sets = all_terms(dataset, &terms, &Known::NOTHING);
    (!sets.any.is_empty()).then_some((sets, terms))
}

fn terms_of(asked: &[&Asked]) -> Vec<Term> {
    asked.iter().flat_map(|one| one.terms.iter().cloned()).collect()
}

fn without(dataset: &Dataset<'_>, sets: &mut Sets, term: &Term) {
    let window = sets.any.window();
    sets.any.subtract(&term_sets(dataset, term, window).any);
}

/// The packs with one of the rarest words that have all else in their names or in that of their generic product.
fn by_generic_name(dataset: &Dataset<'_>, plan: &Plan) -> Option<(Sets, Vec<Term>)> {
    let required = plan.required();
    let words = required.iter().filter(|one| one.role != Role::Strength);
    let had = words.filter_map(|one| Some((*one, in_names(dataset, &[one])?)));
    rarest_first(had).into_iter().take(RAREST).find_map(|(rarest, (sets, terms))| {
        let others: Vec<&Asked> =
            required.iter().copied().filter(|one| !std::ptr::eq(*one, rarest)).collect();
        // Of several substances whose generic name has the one that is meant, none is.
        let is_one_of_many = |name: &str| rarest.role != Role::Medicine && is_mixture(name);
        Some((with_generics(dataset, sets, &terms_of(&others), is_one_of_many)?, terms))
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
    dataset: &Dataset<'_>,
    mut sets: Sets,
    terms: &[Term],
    is_another: impl Fn(&str) -> bool,
) -> Option<Sets> {
    let window = sets.any.narrowest_window();
    sets.narrow(window);
    let none = PackSet::empty(window);
    let others = lacking(dataset, &sets.any, &none, |generic| !is_another(generic));
    sets.any.subtract(&others);
    for term in terms {
        let own = term_sets(dataset, term, window).any;
        let lacking = lacking(dataset, &sets.any, &own, |generic| has_term(generic, term));
        sets.any.subtract(&lacking);
    }
    (!sets.any.is_empty()).then_some(sets)
}

/// Those of some packs that are not among `own`, and whose generic name is not what is wanted.
fn lacking(
    dataset: &Dataset<'_>,
    packs: &PackSet,
    own: &PackSet,
    is_wanted: impl Fn(&str) -> bool,
) -> PackSet {
    let mut lacking = PackSet::empty(packs.window());
    let mut last = (None, false);
    for pack in packs.iter().filter(|pack| !own.contains(*pack)) {
        let place = dataset.generic_product_place(pack);
        // Neighbours often are packs of one generic product.
        if last.0 != Some(place) {
            last = (Some(place), is_wanted(&dataset.generic_product_name(pack)));
        }
        if !last.1 {
            lacking.union(&PackSet::range(packs.window(), pack.0, pack.0 + 1));
        }
    }
    lacking
}

/// Whether a name has all words of some alternative, whole.
fn has_term(name: &str, term: &Term) -> bool {
    let words: Vec<String> = tokens(&fold(name)).iter().map(Token::term).collect();
    let has_all = |atoms: &Alternative| {
        atoms.iter().all(|atom| words.iter().any(|word| stands_for(atom, word) == Some(true)))
    };
    term.alternatives.iter().any(has_all)
}

/// No pack, but the strengths in which the medicine is to be had, where the text asks for another one.
fn strengths_of(dataset: &Dataset<'_>, plan: &Plan) -> Option<Matches> {
    let (strengths, others): (Vec<_>, Vec<_>) =
        plan.required().into_iter().partition(|one| one.role == Role::Strength);
    let (sets, _) = in_names(dataset, &others).filter(|_| !strengths.is_empty())?;
    if in_names(dataset, &plan.required()).is_some() {
        return None;
    }
    let names = sets.any.iter().take(READ).map(|pack: PackNumber| dataset.product_name(pack));
    Some(Matches { strengths: strengths::of_names(names), ..Matches::nothing(dataset) })
}
