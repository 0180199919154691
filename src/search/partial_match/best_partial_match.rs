//! The packs that have the most of what was asked: all that is never left out, and of the rest as much as there is.

use super::available::{self, READ};
use super::candidates::{capital, having, in_names, of_medicine};
use super::plan::Plan;
use super::query_part::{PartRole, QueryPart};
use super::roles::{Count, NameIndex};
use crate::dataset::{PackNumber, PackSet};
use crate::search::clauses::{Clause, Conjunction};
use crate::search::context::QueryContext;
use crate::search::evaluation::Evaluation;
use crate::search::fuzzy::{self, Speller};
use crate::search::match_sets::{MatchSets, generic, has_strength};
use crate::text::fold;

/// The packs, with what is known of the words of a query.
struct DatasetIndex<'a, 'd> {
    context: &'a QueryContext<'d>,
    speller: &'a Speller<'d>,
}

impl NameIndex for DatasetIndex<'_, '_> {
    fn is_word(&self, word: &str) -> bool {
        self.context.dataset.words().find(word).is_some() || self.is_generic(word) == Some(true)
    }

    fn is_generic(&self, start: &str) -> Option<bool> {
        generic(self.context.dataset, start)
    }

    fn count(&self, clause: &Clause) -> Count {
        let sets = self.context.all(clause);
        let in_title = sets.exact.len_with(&sets.in_title);
        Count { all: sets.all.len(), in_title, in_tail: sets.exact.len() - in_title }
    }

    fn begins(&self, start: &str) -> bool {
        let dataset = self.context.dataset;
        // The names of generic products are fewer, and sooner looked through.
        dataset.has_generic_product(&capital(start.to_owned())) || dataset.has_name_beginning(start)
    }

    fn is_medicine_name(&self, word: &str) -> bool {
        self.context.dataset.medicine_names().contains(word)
    }

    fn is_medicinal(&self, clause: &Clause) -> bool {
        has_strength(self.context.dataset, &self.context.all(clause).in_title)
    }

    fn is_substance(&self, start: &str) -> bool {
        let start = capital(start.to_owned());
        self.context.dataset.has_generic_product(&start)
    }

    fn only_second_word(&self, word: &str) -> Option<String> {
        let dataset = self.context.dataset;
        let [_, packs] = dataset.named(&format!("{word} "));
        let first = second_word(&dataset.product_name(PackNumber(packs.start)))?;
        let last = second_word(&dataset.product_name(PackNumber(packs.end.checked_sub(1)?)))?;
        (!packs.is_empty() && first == last).then_some(first)
    }

    fn similar(&self, word: &str) -> Vec<Conjunction> {
        fuzzy::nearest(self.speller, word)
    }
}

/// Returns the second word of a name, if it begins with a letter.
pub fn second_word(name: &str) -> Option<String> {
    let folded = fold(name);
    let second = folded.split(' ').nth(1)?;
    second.starts_with(char::is_alphabetic).then(|| second.to_owned())
}

/// The packs for a folded text, and what of it was left out or taken otherwise; or, where only its strength is not to be had,
/// the strengths that there are.
pub fn find<'d>(context: &QueryContext<'d>, speller: &Speller<'d>, folded: &str) -> Option<Evaluation> {
    let plan = Plan::of(folded, &DatasetIndex { context, speller });
    if !plan.names_medicine() {
        return None;
    }
    most(context, &plan).or_else(|| strengths_of(context, &plan))
}

fn most(context: &QueryContext<'_>, plan: &Plan) -> Option<Evaluation> {
    let ordered = plan.ordered();
    let full = plan.required();
    let (mut kept, (mut sets, mut clauses)) = match having(context, &full, &ordered) {
        Some(found) => (full, found),
        None => {
            let fewer = plan.without_words();
            let found = having(context, &fewer, &ordered).filter(|_| fewer.len() < full.len())?;
            if full.iter().any(|one| !is_among(one, &fewer) && may_name(context, &full, one)) {
                return None;
            }
            (fewer, found)
        }
    };
    for one in plan.optional() {
        match context.narrowed(&sets, &one.clauses) {
            Some(narrower) => {
                sets = narrower;
                clauses.extend(one.clauses.iter().cloned());
                kept.push(one);
            }
            None if !plan.is_other() => return None,
            None if one.role == PartRole::Salt => without(context, &mut sets, &plan.other_salts()),
            None => {}
        }
    }
    let changes = plan.changes(&kept);
    let found = Evaluation { is_relaxed: true, ..Evaluation::new(sets, plan.text(&kept), clauses, changes) };
    (!found.all.is_empty()).then_some(found)
}

fn is_among(one: &QueryPart, others: &[&QueryPart]) -> bool {
    others.iter().any(|other| std::ptr::eq(*other, one))
}

/// Whether some pack has a medicine of the text and this word: then the word may be part of the medicine's name.
fn may_name(context: &QueryContext<'_>, asked: &[&QueryPart], word: &QueryPart) -> bool {
    let mut medicines = asked.iter().filter(|one| one.role == PartRole::Medicine);
    context.dataset.medicine_names().contains(&word.text)
        || medicines
            .any(|medicine| !context.having(medicine.clauses.iter().chain(&word.clauses)).all.is_empty())
}

fn without(context: &QueryContext<'_>, sets: &mut MatchSets, clause: &Clause) {
    sets.all.subtract(&context.all(clause).all);
}

/// No pack, but the strengths in which the medicine is to be had, where the text asks for another one. Several strengths are those of
/// several substances; and where the medicine is to be had so, it is something else that no pack has.
fn strengths_of(context: &QueryContext<'_>, plan: &Plan) -> Option<Evaluation> {
    let (asked, others): (Vec<_>, Vec<_>) =
        plan.required().into_iter().partition(|one| one.role == PartRole::Strength);
    if asked.len() != 1 || having(context, &plan.essentials(), &plan.ordered()).is_some() {
        return None;
    }
    let own = in_names(context, &others, &[]).map(|(sets, _)| singles(context, sets.all));
    let mut packs = PackSet::empty(context.dataset.window());
    [own, of_medicine(context, &others, &[])].iter().flatten().for_each(|some| packs.union(some));
    if packs.is_empty() {
        return None;
    }
    let mut changes = plan.changes(&others);
    changes.retain(|change| !change.is_left_out());
    let strengths = available::of_names(generic_names(context, &packs));
    Some(Evaluation { strengths, changes, ..Evaluation::nothing(context.dataset) })
}

/// The names of the packs' generic products, once for neighbours.
fn generic_names(context: &QueryContext<'_>, packs: &PackSet) -> impl Iterator<Item = String> {
    let mut places: Vec<u64> = packs.iter().map(|pack| context.dataset.generic_product_place(pack)).collect();
    places.dedup();
    let mut names = context.dataset.name_reader();
    places.into_iter().take(READ).map(move |place| names.generic_product(place as u32))
}

/// The packs without mixtures, whose names have strengths of something else too; but for those of mixtures alone.
fn singles(context: &QueryContext<'_>, packs: PackSet) -> PackSet {
    let mut singles = packs.clone();
    singles.subtract(&context.dataset.mixtures(packs.window()));
    if singles.is_empty() { packs } else { singles }
}
