//! The best partial match: the packs that match all required parts, and as many of the other parts as
//! possible.

use super::available::{Available, available};
use super::candidates::{capital, sets_of_all};
use super::name_index::{Count, NameIndex};
use super::plan::Plan;
use super::query_part::{PartRole, QueryPart};
use crate::dataset::PackNumber;
use crate::search::clauses::{Clause, Conjunction};
use crate::search::context::QueryContext;
use crate::search::evaluation::Evaluation;
use crate::search::fuzzy::{self, Speller};
use crate::search::match_sets::{MatchSets, generic, has_strength, is_known};
use crate::search::no_match::{NoMatch, Reason};
use crate::search::parse::ParsedQuery;
use crate::text::fold;

/// The index of a dataset, with the per-query caches.
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
        // Generic names are fewer, so they are searched first.
        dataset.has_generic_product(&capital(start.to_owned())) || dataset.has_name_starting_with(start)
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

/// Returns the best partial match of a query, with the ignored and corrected words.
///
/// If there is none, returns the reason and what is available instead, or `None` if neither is known.
pub fn find<'d>(
    context: &QueryContext<'d>,
    speller: &Speller<'d>,
    query: &ParsedQuery<'_>,
) -> Option<Evaluation> {
    let plan = Plan::of(query, &DatasetIndex { context, speller });
    if !plan.names_medicine() {
        return unavailable(context, &plan, false);
    }
    let required = plan.required();
    let matched = sets_of_all(context, &required, &plan.ordered());
    let has_match = matched.is_some();
    let found = match matched {
        Some(matched) => with_optional(context, &plan, required, matched),
        None => without_words(context, &plan, &required),
    };
    if found.is_some() { found } else { unavailable(context, &plan, has_match) }
}

/// Returns the match without the words that are neither a medicine nor a form, if they may be ignored.
fn without_words(context: &QueryContext<'_>, plan: &Plan, required: &[&QueryPart]) -> Option<Evaluation> {
    let fewer = plan.without_words();
    if fewer.len() == required.len() {
        return None;
    }
    let matched = sets_of_all(context, &fewer, &plan.ordered())?;
    if required.iter().any(|one| !one.is_among(&fewer) && may_name(context, required, one)) {
        return None;
    }
    with_optional(context, plan, fewer, matched)
}

/// Narrows a match by the optional parts that some of its packs have.
fn with_optional<'p>(
    context: &QueryContext<'_>,
    plan: &'p Plan,
    mut kept: Vec<&'p QueryPart>,
    (mut sets, mut clauses): (MatchSets, Vec<Clause>),
) -> Option<Evaluation> {
    for one in plan.optional() {
        match context.narrowed(&sets, &one.clauses) {
            Some(narrower) => {
                sets = narrower;
                clauses.extend(one.clauses.iter().cloned());
                kept.push(one);
            }
            None if one.role == PartRole::Salt => without(context, &mut sets, &plan.other_salts()),
            None => {}
        }
    }
    let changes = plan.changes(&kept);
    let found = Evaluation { is_relaxed: true, ..Evaluation::new(sets, plan.text(&kept), clauses, changes) };
    (!found.all.is_empty()).then_some(found)
}

/// Returns whether a word may be part of the medicine's name.
///
/// It may if it is the name of a medicine, or if some pack has it together with a medicine of the text.
fn may_name(context: &QueryContext<'_>, parts: &[&QueryPart], word: &QueryPart) -> bool {
    context.dataset.medicine_names().contains(&word.text)
        || parts.iter().any(|part| part.role == PartRole::Medicine && is_with(context, part, word))
}

/// Returns whether some pack has two parts together.
fn is_with(context: &QueryContext<'_>, one: &QueryPart, other: &QueryPart) -> bool {
    !context.sets_of_all(one.clauses.iter().chain(&other.clauses)).all.is_empty()
}

fn without(context: &QueryContext<'_>, sets: &mut MatchSets, clause: &Clause) {
    sets.all.subtract(&context.all(clause).all);
}

/// Returns a result without packs: the part that is the reason, or what is available instead.
///
/// `has_match` is whether some packs have all required parts.
fn unavailable(context: &QueryContext<'_>, plan: &Plan, has_match: bool) -> Option<Evaluation> {
    let no_match = no_match(context, plan);
    let available = match plan.names_medicine() && no_match.is_none() {
        true => available(context, plan, has_match),
        false => Available::default(),
    };
    let mut changes = plan.changes(&plan.required());
    changes.retain(|change| !change.is_ignored());
    let nothing = Evaluation { available, no_match, changes, ..Evaluation::nothing(context.dataset) };
    nothing.has_result_or_reason().then_some(nothing)
}

/// Returns the first part that no pack can match, independently of the other parts.
fn no_match(context: &QueryContext<'_>, plan: &Plan) -> Option<NoMatch> {
    for part in &plan.parts {
        if let Some(reason) = reason_of(context, part) {
            return Some(NoMatch::new(reason, &part.written));
        }
    }
    None
}

/// Returns why no pack can match a part, if it is known without the other parts.
fn reason_of(context: &QueryContext<'_>, part: &QueryPart) -> Option<Reason> {
    match part.role {
        PartRole::Medicine if part.is_unmatchable() => Some(Reason::MedicineNotInRelease),
        PartRole::Doubt => Some(Reason::AmbiguousAbbreviation),
        PartRole::Attribute if has_unreadable_exclusion(context, part) => Some(Reason::UnreadableExclusion),
        _ => None,
    }
}

fn has_unreadable_exclusion(context: &QueryContext<'_>, part: &QueryPart) -> bool {
    part.clauses.iter().any(|clause| clause.is_excluded() && !is_known(context.dataset, clause))
}
