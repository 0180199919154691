//! The packs that have the most of what was asked: all that is never left out, and of the rest as much as there is.

use super::asked::{Asked, Role};
use super::packs::{capital, having, in_names, of_medicine};
use super::plan::Plan;
use super::roles::{Count, Shelf};
use super::strengths::{self, READ};
use crate::dataset::PackSet;
use crate::quantity::strength_units;
use crate::search::known::Known;
use crate::search::matches::Matches;
use crate::search::sets::{Sets, generic};
use crate::search::terms::{Alternative, Term};
use crate::search::typo::{self, Speller};

/// The packs, with what is known of the words of a query.
struct Spelt<'a, 'd> {
    known: &'a Known<'d>,
    speller: &'a Speller<'d>,
}

impl Shelf for Spelt<'_, '_> {
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
        let dataset = self.known.dataset;
        // The names of generic products are fewer, and sooner looked through.
        dataset.has_generic_product(&capital(start.to_owned())) || dataset.has_name_beginning(start)
    }

    fn is_medicine_name(&self, word: &str) -> bool {
        self.known.dataset.medicine_names().contains(word)
    }

    fn is_medicinal(&self, term: &Term) -> bool {
        let dataset = self.known.dataset;
        let packs = &self.known.all(term).in_product;
        strength_units().any(|unit| {
            let mut with = PackSet::empty(packs.window());
            dataset.words().with_unit(unit).in_product.add_to(&mut with);
            packs.len_with(&with) > 0
        })
    }

    fn is_substance(&self, start: &str) -> bool {
        let start = capital(start.to_owned());
        self.known.dataset.has_generic_product(&start)
    }

    fn similar(&self, word: &str) -> Vec<Alternative> {
        typo::nearest(self.speller, word)
    }
}

/// The packs for a folded text, and what of it was left out or taken otherwise; or, where only its strength is not to be had,
/// the strengths that there are.
pub fn find<'d>(known: &Known<'d>, speller: &Speller<'d>, folded: &str) -> Option<Matches> {
    let plan = Plan::of(folded, &Spelt { known, speller });
    if !plan.names_medicine() {
        return None;
    }
    most(known, &plan).or_else(|| strengths_of(known, &plan))
}

fn most(known: &Known<'_>, plan: &Plan) -> Option<Matches> {
    let ordered = plan.ordered();
    let full = plan.required();
    let (mut kept, (mut sets, mut terms)) = match having(known, &full, &ordered) {
        Some(found) => (full, found),
        None => {
            let fewer = plan.without_words();
            let found = having(known, &fewer, &ordered).filter(|_| fewer.len() < full.len())?;
            if full.iter().any(|one| !is_among(one, &fewer) && may_name(known, &full, one)) {
                return None;
            }
            (fewer, found)
        }
    };
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

fn is_among(one: &Asked, others: &[&Asked]) -> bool {
    others.iter().any(|other| std::ptr::eq(*other, one))
}

/// Whether some pack has a medicine of the text and this word: then the word may be part of the medicine's name.
fn may_name(known: &Known<'_>, asked: &[&Asked], word: &Asked) -> bool {
    let mut medicines = asked.iter().filter(|one| one.role == Role::Medicine);
    known.dataset.medicine_names().contains(&word.text)
        || medicines.any(|medicine| !known.having(medicine.terms.iter().chain(&word.terms)).any.is_empty())
}

fn without(known: &Known<'_>, sets: &mut Sets, term: &Term) {
    sets.any.subtract(&known.all(term).any);
}

/// No pack, but the strengths in which the medicine is to be had, where the text asks for another one. Several strengths are those of
/// several substances; and where the medicine is to be had so, it is something else that no pack has.
fn strengths_of(known: &Known<'_>, plan: &Plan) -> Option<Matches> {
    let (asked, others): (Vec<_>, Vec<_>) =
        plan.required().into_iter().partition(|one| one.role == Role::Strength);
    if asked.len() != 1 || having(known, &plan.essentials(), &plan.ordered()).is_some() {
        return None;
    }
    let own = in_names(known, &others, &[]).map(|(sets, _)| singles(known, sets.any));
    let mut packs = PackSet::empty(known.dataset.window());
    [own, of_medicine(known, &others, &[])].iter().flatten().for_each(|some| packs.union(some));
    if packs.is_empty() {
        return None;
    }
    let mut changes = plan.changes(&others);
    changes.retain(|change| !change.is_left_out());
    let strengths = strengths::of_names(generic_names(known, &packs));
    Some(Matches { strengths, changes, ..Matches::nothing(known.dataset) })
}

/// The names of the packs' generic products, once for neighbours.
fn generic_names(known: &Known<'_>, packs: &PackSet) -> impl Iterator<Item = String> {
    let mut places: Vec<u64> = packs.iter().map(|pack| known.dataset.generic_product_place(pack)).collect();
    places.dedup();
    let mut names = known.dataset.name_reader();
    places.into_iter().take(READ).map(move |place| names.generic_product(place as u32))
}

/// The packs without mixtures, whose names have strengths of something else too; but for those of mixtures alone.
fn singles(known: &Known<'_>, packs: PackSet) -> PackSet {
    let mut singles = packs.clone();
    singles.subtract(&known.dataset.mixtures(packs.window()));
    if singles.is_empty() { packs } else { singles }
}
