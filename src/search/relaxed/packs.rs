//! The packs that have what a text asks for: in their own names, or brands in the name of their generic product.

use std::ops::Range;
use std::rc::Rc;

use super::asked::{Asked, Role};
use super::strengths::{RAREST, READ};
use crate::dataset::{Dataset, PackSet};
use crate::search::generics::Generic;
use crate::search::known::Known;
use crate::search::predicate::keep_meant;
use crate::search::sets::{Sets, cheap_first};
use crate::search::terms::{Term, each_once, text_of};

/// The packs that have all that is asked, and the terms by which they are ranked.
pub fn having(known: &Known<'_>, asked: &[&Asked], ordered: &[Term]) -> Option<(Sets, Vec<Term>)> {
    in_names(known, asked, ordered).or_else(|| with_rarest(known, asked, ordered)).or_else(|| {
        let any = of_medicine(known, asked, ordered)?;
        Some((Sets { whole: any.clone(), in_product: any.clone(), any }, Vec::new()))
    })
}

/// Those whose own names have all of it.
pub fn in_names(known: &Known<'_>, asked: &[&Asked], ordered: &[Term]) -> Option<(Sets, Vec<Term>)> {
    let terms = terms_of(asked);
    let mut sets = known.having(terms.iter().copied());
    keep_meant(known.dataset, ordered, &mut sets);
    (!sets.any.is_empty()).then(|| (sets, terms.into_iter().cloned().collect()))
}

/// Those of one of the rarest words that have all else in either name.
fn with_rarest(known: &Known<'_>, asked: &[&Asked], ordered: &[Term]) -> Option<(Sets, Vec<Term>)> {
    let words = asked.iter().copied().filter(|one| !matches!(one.role, Role::Strength | Role::Attribute));
    let counted = words.map(|one| (how_many_have(known, one), one));
    let few = counted.filter(|(packs, _)| (1..=READ).contains(packs));
    rarest_first(few).into_iter().take(RAREST).find_map(|(_, rarest)| {
        let (mut sets, terms) = in_names(known, &[rarest], &[])?;
        // Of several substances whose generic name has the one that is meant, none is.
        let may_be_many = rarest.role == Role::Medicine;
        sets.any = with_generics(known, sets.any, &others(asked, rarest), ordered, may_be_many)?;
        Some((sets, terms))
    })
}

/// Those of generic products whose names begin with a medicine. What is asked of one medicine is not asked of several in one.
pub fn of_medicine(known: &Known<'_>, asked: &[&Asked], ordered: &[Term]) -> Option<PackSet> {
    let medicines: Vec<&Asked> = asked.iter().copied().filter(|one| one.role == Role::Medicine).collect();
    medicines.iter().find_map(|medicine| {
        let mut packs = PackSet::empty(known.dataset.window());
        starts(medicine).iter().for_each(|start| add_begun(&mut packs, known, start, asked));
        with_generics(known, packs, &others(asked, medicine), ordered, medicines.len() > 1)
    })
}

/// Adds the packs of generic products that begin like this; where they are too many, those whose second word is asked for too.
fn add_begun(packs: &mut PackSet, known: &Known<'_>, start: &str, asked: &[&Asked]) {
    let mut add = |runs: &[Range<u32>]| runs.iter().for_each(|run| packs.add_range(run));
    if let Some(few) = &*known.generics.beginning(start) {
        return add(few);
    }
    for one in asked {
        let closer = known.generics.beginning(&[start, " ", &one.text].concat());
        closer.iter().for_each(|few| add(few));
    }
}

/// How names of generic products begin that are a medicine's.
pub fn starts(medicine: &Asked) -> Vec<String> {
    let meant = medicine.terms.iter().flat_map(|term| &term.alternatives).map(text_of);
    each_once([&medicine.written, &medicine.text].into_iter().cloned().chain(meant).map(capital))
}

/// Whether some generic product's name begins with this word.
pub fn begins_generic(dataset: &Dataset<'_>, word: &str) -> bool {
    dataset.has_generic_product(&format!("{} ", capital(word.to_owned())))
}

/// As names of generic products are written.
pub fn capital(mut folded: String) -> String {
    if let Some(first) = folded.get_mut(..1) {
        first.make_ascii_uppercase();
    }
    folded
}

fn others<'a>(asked: &[&'a Asked], one: &Asked) -> Vec<&'a Term> {
    let others: Vec<&Asked> = asked.iter().copied().filter(|other| !std::ptr::eq(*other, one)).collect();
    terms_of(&others)
}

fn terms_of<'a>(asked: &[&'a Asked]) -> Vec<&'a Term> {
    asked.iter().flat_map(|one| &one.terms).collect()
}

fn how_many_have(known: &Known<'_>, one: &Asked) -> usize {
    match one.terms.as_slice() {
        [term] => known.all(term).any.len(),
        terms => known.having(terms).any.len(),
    }
}

/// They are few: sorting them would be more of a program than this.
fn rarest_first<'a>(counted: impl Iterator<Item = (usize, &'a Asked)>) -> Vec<(usize, &'a Asked)> {
    counted.fold(Vec::new(), |mut sorted, one| {
        sorted.insert(sorted.partition_point(|(packs, _)| *packs <= one.0), one);
        sorted
    })
}

/// What is asked of names, once for neighbours that are of one generic product.
fn by_name(holds: impl Fn(&Generic) -> bool) -> impl FnMut(&Rc<Generic>) -> bool {
    let mut last: Option<(Rc<Generic>, bool)> = None;
    move |generic| match &last {
        Some((name, held)) if Rc::ptr_eq(name, generic) => *held,
        _ => last.insert((Rc::clone(generic), holds(generic))).1,
    }
}

/// Those of some packs that have all terms in their names or in that of their generic product. Mostly the first few terms leave none.
fn with_generics(
    known: &Known<'_>,
    mut packs: PackSet,
    terms: &[&Term],
    ordered: &[Term],
    may_be_many: bool,
) -> Option<PackSet> {
    let mut left = known.generics.of_packs(&packs);
    let mut is_meant =
        by_name(|generic| (may_be_many || !generic.is_mixture) && generic.has_own_strengths(ordered));
    left.retain(|(_, generic)| is_meant(generic));
    for term in cheap_first(terms.iter().copied()) {
        if left.is_empty() {
            return None;
        }
        let own = known.all(term);
        let mut has = by_name(|generic| generic.has(term));
        // What is excluded is in neither name.
        let is_excluded = term.excludes();
        left.retain(|(pack, generic)| match is_excluded {
            true => own.any.contains(*pack) && has(generic),
            false => own.any.contains(*pack) || has(generic),
        });
    }
    packs.retain(|pack| left.binary_search_by_key(&pack, |(left, _)| *left).is_ok());
    (!packs.is_empty()).then_some(packs)
}
