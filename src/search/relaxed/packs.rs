//! The packs that have what a text asks for: in their own names, or brands in the name of their generic product.

use std::rc::Rc;

use super::asked::{Asked, Role};
use super::strengths::{RAREST, READ};
use crate::dataset::{PackNumber, PackSet, is_mixture};
use crate::search::known::{Known, common_last};
use crate::search::sets::Sets;
use crate::search::terms::{Atom, Term, each_once, stands_for, text_of};
use crate::text::{Token, fold, tokens};

/// The packs that have all that is asked, and the terms by which they are ranked.
pub fn having(known: &Known<'_>, asked: &[&Asked]) -> Option<(Sets, Vec<Term>)> {
    in_names(known, asked).or_else(|| with_rarest(known, asked)).or_else(|| {
        let any = of_medicine(known, asked)?;
        Some((Sets { whole: any.clone(), in_product: any.clone(), any }, Vec::new()))
    })
}

/// Those whose own names have all of it.
pub fn in_names(known: &Known<'_>, asked: &[&Asked]) -> Option<(Sets, Vec<Term>)> {
    let terms = terms_of(asked);
    let sets = known.having(terms.iter().copied());
    (!sets.any.is_empty()).then(|| (sets, terms.into_iter().cloned().collect()))
}

/// Those of one of the rarest words that have all else in either name.
fn with_rarest(known: &Known<'_>, asked: &[&Asked]) -> Option<(Sets, Vec<Term>)> {
    let words = asked.iter().copied().filter(|one| one.role != Role::Strength);
    let counted = words.map(|one| (how_many_have(known, one), one));
    let few = counted.filter(|(packs, _)| (1..=READ).contains(packs));
    rarest_first(few).into_iter().take(RAREST).find_map(|(_, rarest)| {
        let (mut sets, terms) = in_names(known, &[rarest])?;
        // Of several substances whose generic name has the one that is meant, none is.
        let is_one_of_many = |name: &str| rarest.role != Role::Medicine && is_mixture(name);
        sets.any = with_generics(known, sets.any, &others(asked, rarest), &is_one_of_many)?;
        sets.narrow(sets.any.window());
        Some((sets, terms))
    })
}

/// Those of generic products whose names begin with a medicine. What is asked of one medicine is not asked of several in one.
pub fn of_medicine(known: &Known<'_>, asked: &[&Asked]) -> Option<PackSet> {
    let medicines = || asked.iter().filter(|one| one.role == Role::Medicine);
    let is_another = |name: &str| medicines().count() == 1 && is_mixture(name);
    medicines().find_map(|medicine| {
        let mut packs = PackSet::empty(known.dataset.window());
        for start in starts(medicine) {
            begun(known, &start, asked).iter().for_each(|some| packs.union(some));
        }
        with_generics(known, packs, &others(asked, medicine), &is_another)
    })
}

/// The packs of generic products that begin like this; where they are too many, those whose second word is asked for too.
fn begun(known: &Known<'_>, start: &str, asked: &[&Asked]) -> Vec<PackSet> {
    let few = |start: &str| known.dataset.with_generic_product(start, READ);
    let closer = || asked.iter().filter_map(|one| few(&[start, " ", &one.text].concat())).collect();
    few(start).map_or_else(closer, |packs| vec![packs])
}

/// How names of generic products begin that are a medicine's.
pub fn starts(medicine: &Asked) -> Vec<String> {
    let meant = medicine.terms.iter().flat_map(|term| &term.alternatives).map(text_of);
    each_once([&medicine.written, &medicine.text].into_iter().cloned().chain(meant).map(capital))
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

/// Those of some packs that have all terms in their names or in that of their generic product. Mostly the first few terms leave none.
fn with_generics(
    known: &Known<'_>,
    mut packs: PackSet,
    terms: &[&Term],
    is_another: &dyn Fn(&str) -> bool,
) -> Option<PackSet> {
    let window = packs.narrowest_window();
    let mut left = with_generic_words(known, &packs, is_another);
    for term in common_last(terms.iter().copied()) {
        if left.is_empty() {
            return None;
        }
        let own = known.sets(term, window).any;
        left.retain(|(pack, words)| own.contains(*pack) || is_in(words, term));
    }
    packs.narrow(window);
    packs.retain(|pack| left.binary_search_by_key(&pack, |(left, _)| *left).is_ok());
    (!packs.is_empty()).then_some(packs)
}

/// Packs, and the words of their generic products' names.
type WithWords = Vec<(PackNumber, Rc<Vec<String>>)>;

/// But for those of which another medicine is meant.
fn with_generic_words(known: &Known<'_>, packs: &PackSet, is_another: &dyn Fn(&str) -> bool) -> WithWords {
    let mut names = known.dataset.name_reader();
    let mut last = (None, None);
    let words = |pack| {
        let place = known.dataset.generic_product_place(pack);
        // Neighbours often are packs of one generic product.
        if last.0 != Some(place) {
            let name = names.generic_product(place as u32);
            last = (Some(place), (!is_another(&name)).then(|| Rc::new(words_of(&name))));
        }
        Some((pack, last.1.clone()?))
    };
    packs.iter().filter_map(words).collect()
}

fn words_of(name: &str) -> Vec<String> {
    tokens(&fold(name)).iter().map(Token::term).collect()
}

/// Whether all words of some alternative are among these, whole.
fn is_in(words: &[String], term: &Term) -> bool {
    let is_there = |atom: &Atom| words.iter().any(|word| stands_for(atom, word) == Some(true));
    term.alternatives.iter().any(|atoms| atoms.iter().all(is_there))
}
