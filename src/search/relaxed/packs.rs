//! The packs that have what a text asks for: in their own names, or brands in the name of their generic product.

use super::asked::{Asked, Role};
use super::strengths::{RAREST, READ};
use crate::dataset::{PackSet, is_mixture};
use crate::search::known::Known;
use crate::search::sets::Sets;
use crate::search::terms::{Alternative, Term, each_once, stands_for, text_of};
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
    let words = asked.iter().filter(|one| one.role != Role::Strength);
    let had = words.filter_map(|one| Some((*one, in_names(known, &[one])?)));
    rarest_first(had).into_iter().take(RAREST).find_map(|(rarest, (mut sets, terms))| {
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
    mut packs: PackSet,
    terms: &[&Term],
    is_another: &dyn Fn(&str) -> bool,
) -> Option<PackSet> {
    let window = packs.narrowest_window();
    packs.narrow(window);
    let own: Vec<PackSet> = terms.iter().map(|term| known.sets(term, window).any).collect();
    let mut names = known.dataset.name_reader();
    let mut last = (None, None);
    packs.retain(|pack| {
        let place = known.dataset.generic_product_place(pack);
        // Neighbours often are packs of one generic product.
        if last.0 != Some(place) {
            let name = names.generic_product(place as u32);
            last = (Some(place), (!is_another(&name)).then(|| terms_in(&name, terms)));
        }
        let has_all = |had: &Vec<bool>| had.iter().zip(&own).all(|(had, own)| *had || own.contains(pack));
        last.1.as_ref().is_some_and(has_all)
    });
    (!packs.is_empty()).then_some(packs)
}

/// Which of the terms have all words of some alternative in a name, whole.
fn terms_in(name: &str, terms: &[&Term]) -> Vec<bool> {
    let words: Vec<String> = tokens(&fold(name)).iter().map(Token::term).collect();
    let has_all = |atoms: &Alternative| {
        atoms.iter().all(|atom| words.iter().any(|word| stands_for(atom, word) == Some(true)))
    };
    terms.iter().map(|term| term.alternatives.iter().any(has_all)).collect()
}
