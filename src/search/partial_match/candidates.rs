//! Candidates of a partial match: packs whose own names have the parts, and brands whose generic names have
//! them.

use std::ops::Range;
use std::rc::Rc;

use super::query_part::{PartRole, QueryPart};
use crate::dataset::{Dataset, PackSet};
use crate::search::clauses::{Clause, dedup, text_of};
use crate::search::context::QueryContext;
use crate::search::match_sets::{MatchSets, order_by_cost};
use crate::search::matches::keep_matching;
use crate::search::parsed_name::{ComparedQuery, ParsedName};

/// Returns the packs that match all parts, and the clauses by which they are ranked.
///
/// Three ways are tried in this order: own names, the rarest words in own names, and generic names.
pub fn sets_of_all(
    context: &QueryContext<'_>,
    parts: &[&QueryPart],
    ordered: &[Clause],
) -> Option<(MatchSets, Vec<Clause>)> {
    let found = in_names(context, parts, ordered);
    if found.is_some() {
        return found;
    }
    let found = with_rarest(context, parts, ordered);
    if found.is_some() {
        return found;
    }
    let all = of_medicine(context, parts, ordered)?;
    Some((MatchSets { exact: all.clone(), in_title: all.clone(), all }, Vec::new()))
}

/// Returns the packs whose own names match all parts.
pub fn in_names(
    context: &QueryContext<'_>,
    parts: &[&QueryPart],
    ordered: &[Clause],
) -> Option<(MatchSets, Vec<Clause>)> {
    let clauses = clauses_of(parts);
    let mut sets = context.sets_of_all(clauses.iter().copied());
    keep_matching(context.dataset, ordered, &mut sets);
    if sets.all.is_empty() {
        return None;
    }
    Some((sets, clauses.into_iter().cloned().collect()))
}

/// The maximum number of packs of a word, and of generic names, that are read.
pub const READ: usize = 512;
/// The number of words that are tried as the one in the pack's own name, if the generic name has the others.
pub const RAREST: usize = 3;

/// Returns the packs that have one of the rarest words in their own names, and every other part in either
/// name.
fn with_rarest(
    context: &QueryContext<'_>,
    parts: &[&QueryPart],
    ordered: &[Clause],
) -> Option<(MatchSets, Vec<Clause>)> {
    for (_, rarest) in rarest_first(context, parts).into_iter().take(RAREST) {
        let Some((mut sets, clauses)) = in_names(context, &[rarest], &[]) else { continue };
        // Unless the rarest word is a medicine, exclude mixtures: one of several substances is not the
        // medicine meant.
        let may_be_many = rarest.role == PartRole::Medicine;
        if let Some(all) = with_generics(context, sets.all, &others(parts, rarest), ordered, may_be_many) {
            sets.all = all;
            return Some((sets, clauses));
        }
    }
    None
}

/// Returns the packs of generic products whose names begin with a medicine of the text.
///
/// If the text names only one medicine, mixtures are excluded.
pub fn of_medicine(context: &QueryContext<'_>, parts: &[&QueryPart], ordered: &[Clause]) -> Option<PackSet> {
    let mut medicines = parts.to_vec();
    medicines.retain(|one| one.role == PartRole::Medicine);
    for medicine in &medicines {
        let mut packs = PackSet::empty(context.dataset.pack_range());
        for start in starts(medicine) {
            add_products_with_prefix(&mut packs, context, &start, parts);
        }
        let found = with_generics(context, packs, &others(parts, medicine), ordered, medicines.len() > 1);
        if found.is_some() {
            return found;
        }
    }
    None
}

/// Returns the packs of generic products that begin with a word of the query and match all clauses. Mixtures
/// are excluded.
pub fn plain_products(context: &QueryContext<'_>, clauses: &[Clause]) -> Option<PackSet> {
    let mut packs = PackSet::empty(context.dataset.pack_range());
    let words = words_of(clauses);
    for (at, word) in words.iter().enumerate() {
        let start = capital((*word).to_owned());
        let closer = words.get(at + 1).map(|next| format!("{start} {next}"));
        add_products(&mut packs, context, &format!("{start} "), closer.into_iter());
    }
    let all: Vec<&Clause> = clauses.iter().collect();
    with_generics(context, packs, &all, clauses, false)
}

/// Returns the words of the clauses that are not excluded.
fn words_of(clauses: &[Clause]) -> Vec<&str> {
    let mut words = Vec::new();
    for clause in clauses {
        if !clause.is_excluded() {
            words.extend(clause.word());
        }
    }
    words
}

/// Adds the packs of generic products with a prefix. If they are too many, the name must continue with the
/// text of another part.
fn add_products_with_prefix(
    packs: &mut PackSet,
    context: &QueryContext<'_>,
    start: &str,
    parts: &[&QueryPart],
) {
    add_products(packs, context, start, parts.iter().map(|one| [start, " ", &one.text].concat()));
}

/// Adds the packs of generic products with a prefix. If they are too many, the longer prefixes in `closer`
/// are used.
fn add_products(
    packs: &mut PackSet,
    context: &QueryContext<'_>,
    start: &str,
    closer: impl Iterator<Item = String>,
) {
    if let Some(few) = &*context.generics.beginning(start) {
        return add_runs(packs, few);
    }
    for start in closer {
        if let Some(few) = &*context.generics.beginning(&start) {
            add_runs(packs, few);
        }
    }
}

fn add_runs(packs: &mut PackSet, runs: &[Range<u32>]) {
    for run in runs {
        packs.add_range(run);
    }
}

/// Returns the prefixes of the generic names of a medicine.
pub fn starts(medicine: &QueryPart) -> Vec<String> {
    let mut starts = vec![capital(medicine.written.clone()), capital(medicine.text.clone())];
    // In a medicine of several clauses, such as `co` and `codamol`, no single word begins the name.
    if let [clause] = medicine.clauses.as_slice() {
        for meaning in &clause.alternatives {
            starts.push(capital(text_of(meaning)));
        }
    }
    dedup(starts)
}

/// Returns whether some generic name begins with this word.
pub fn begins_generic(dataset: &Dataset<'_>, word: &str) -> bool {
    dataset.has_generic_product(&format!("{} ", capital(word.to_owned())))
}

/// Returns a text with a capital first letter, as generic names are written.
pub fn capital(mut folded: String) -> String {
    if let Some(first) = folded.get_mut(..1) {
        first.make_ascii_uppercase();
    }
    folded
}

fn others<'a>(parts: &[&'a QueryPart], one: &QueryPart) -> Vec<&'a Clause> {
    let mut others = parts.to_vec();
    others.retain(|other| !std::ptr::eq(*other, one));
    clauses_of(&others)
}

fn clauses_of<'a>(parts: &[&'a QueryPart]) -> Vec<&'a Clause> {
    let mut clauses = Vec::new();
    for one in parts {
        clauses.extend(&one.clauses);
    }
    clauses
}

fn how_many_have(context: &QueryContext<'_>, one: &QueryPart) -> usize {
    match one.clauses.as_slice() {
        [clause] => context.all(clause).all.len(),
        clauses => context.sets_of_all(clauses).all.len(),
    }
}

/// Returns the words that some packs have, but not too many, sorted by their number of packs.
///
/// Insertion sort: the list is short, and `sort` would add to the WebAssembly.
fn rarest_first<'a>(context: &QueryContext<'_>, parts: &[&'a QueryPart]) -> Vec<(usize, &'a QueryPart)> {
    let mut sorted: Vec<(usize, &QueryPart)> = Vec::new();
    for one in parts.iter().copied() {
        if matches!(one.role, PartRole::Strength | PartRole::Attribute) {
            continue;
        }
        let packs = how_many_have(context, one);
        if (1..=READ).contains(&packs) {
            sorted.insert(sorted.partition_point(|(others, _)| *others <= packs), (packs, one));
        }
    }
    sorted
}

/// Returns a predicate on generic names that is evaluated once for neighbours of one generic product.
fn by_name(holds: impl Fn(&ParsedName) -> bool) -> impl FnMut(&Rc<ParsedName>) -> bool {
    let mut last: Option<(Rc<ParsedName>, bool)> = None;
    move |generic| match &last {
        Some((name, held)) if Rc::ptr_eq(name, generic) => *held,
        _ => last.insert((Rc::clone(generic), holds(generic))).1,
    }
}

/// Returns the packs that match every clause in their own name or in that of their generic product.
///
/// In most cases the first few clauses leave no packs.
fn with_generics(
    context: &QueryContext<'_>,
    mut packs: PackSet,
    clauses: &[&Clause],
    ordered: &[Clause],
    may_be_many: bool,
) -> Option<PackSet> {
    let mut left = context.generics.of_packs(&packs);
    let query = ComparedQuery::new(ordered);
    let mut matches_query =
        by_name(|generic| (may_be_many || !generic.is_mixture()) && generic.has_strengths_of(&query));
    left.retain(|(_, generic)| matches_query(generic));
    for clause in order_by_cost(clauses.iter().copied()) {
        if left.is_empty() {
            return None;
        }
        let own = context.all(clause);
        let mut has = by_name(|generic| generic.has(clause));
        // An exclusion must hold for both names.
        let is_excluded = clause.is_excluded();
        left.retain(|(pack, generic)| match is_excluded {
            true => own.all.contains(*pack) && has(generic),
            false => own.all.contains(*pack) || has(generic),
        });
    }
    packs.retain(|pack| left.binary_search_by_key(&pack, |(left, _)| *left).is_ok());
    (!packs.is_empty()).then_some(packs)
}
