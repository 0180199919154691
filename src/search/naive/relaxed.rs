//! The packs that have the most of what was asked, by looking at every pack.

use super::entry::{Entry, Hit, words_of};
use super::{Naive, Reading};
use crate::dataset::is_mixture;
use crate::search::correction::Change;
use crate::search::relaxed::{Asked, Count, Plan, RAREST, READ, Role, Shelf, of_names};
use crate::search::terms::{Alternative, Atom, Term, one_of, stands_for};
use crate::search::typo::{Reach, similar};

impl Naive {
    pub(super) fn relaxed(&self, text: &str) -> Option<Reading> {
        let plan = Plan::of(text, self);
        if !plan.names_medicine() {
            return None;
        }
        self.most(&plan).or_else(|| self.strengths(&plan))
    }

    fn most(&self, plan: &Plan) -> Option<Reading> {
        let required = plan.required();
        let in_names = self.with(self.places(|_| true), &terms_of(&required));
        let (mut matching, mut terms) = match in_names.is_empty() {
            true => self.by_generic_name(plan)?,
            false => (in_names, terms_of(&required)),
        };
        let mut kept = required;
        for one in plan.optional() {
            let narrower = self.with(matching.clone(), &one.terms);
            if !narrower.is_empty() {
                (matching, terms) = (narrower, [terms, one.terms.clone()].concat());
                kept.push(one);
            } else if !plan.is_other() {
                return None;
            } else if one.role == Role::Salt {
                let other = self.with(matching.clone(), &[plan.other_salts()]);
                matching.retain(|pack| !other.contains(pack));
            }
        }
        let (text, changes) = (plan.text(&kept), plan.changes(&kept));
        let is_found = !matching.is_empty();
        is_found.then(|| Reading { text, terms, changes, matching, is_relaxed: true, ..Reading::default() })
    }

    /// Those of some packs whose names have all terms.
    fn with(&self, mut packs: Vec<u32>, terms: &[Term]) -> Vec<u32> {
        let has_all = |entry: &Entry| terms.iter().all(|term| entry.hit(term).any);
        packs.retain(|pack| self.packs.get(*pack as usize).is_some_and(has_all));
        packs
    }

    /// The packs with the rarest word that have all else in their names or in that of their generic product.
    fn by_generic_name(&self, plan: &Plan) -> Option<(Vec<u32>, Vec<Term>)> {
        let required = plan.required();
        let words = required.iter().filter(|one| one.role != Role::Strength);
        let packs = words.map(|one| (*one, self.with(self.places(|_| true), &one.terms)));
        let mut few: Vec<_> = packs.filter(|(_, packs)| (1..=READ).contains(&packs.len())).collect();
        few.sort_by_key(|(_, packs)| packs.len());
        few.truncate(RAREST);
        few.into_iter().find_map(|(rarest, packs)| self.with_generics(rarest, &required, packs))
    }

    fn with_generics(
        &self,
        rarest: &Asked,
        required: &[&Asked],
        mut packs: Vec<u32>,
    ) -> Option<(Vec<u32>, Vec<Term>)> {
        let others: Vec<&Asked> =
            required.iter().copied().filter(|one| !std::ptr::eq(*one, rarest)).collect();
        let generic_has = |entry: &Entry, term: &Term| {
            let words: Vec<String> = words_of(&entry.pack.generic_product_name);
            let has = |atom: &Atom| words.iter().any(|word| stands_for(atom, word) == Some(true));
            term.alternatives.iter().any(|atoms| atoms.iter().all(has))
        };
        let has = |entry: &Entry| {
            terms_of(&others).iter().all(|term| entry.hit(term).any || generic_has(entry, term))
        };
        let is_one_of_many =
            |entry: &Entry| rarest.role != Role::Medicine && is_mixture(&entry.pack.generic_product_name);
        let has = |entry: &Entry| !is_one_of_many(entry) && has(entry);
        packs.retain(|pack| self.packs.get(*pack as usize).is_some_and(has));
        (!packs.is_empty()).then_some((packs, terms_of(&[rarest])))
    }

    fn strengths(&self, plan: &Plan) -> Option<Reading> {
        let required = plan.required();
        let others: Vec<&Asked> = required.iter().copied().filter(|one| one.role != Role::Strength).collect();
        let all = || self.places(|_| true);
        let packs = self.with(all(), &terms_of(&others));
        let is_missing = self.with(all(), &terms_of(&required)).is_empty();
        let is_asked = others.len() < required.len() && !packs.is_empty();
        let products =
            packs.iter().filter_map(|pack| self.packs.get(*pack as usize)).map(|entry| entry.product.clone());
        let (mixtures, singles): (Vec<_>, Vec<_>) = products.partition(|product| is_mixture(product));
        let names = if singles.is_empty() { mixtures } else { singles };
        let (strengths, changes) = (of_names(names.into_iter().take(READ)), taken(plan.changes(&others)));
        (is_asked && is_missing).then(|| Reading { strengths, changes, ..Reading::default() })
    }
}

/// Nothing was found, so nothing was left out.
fn taken(mut changes: Vec<Change>) -> Vec<Change> {
    changes.retain(|change| !change.is_left_out());
    changes
}

impl Shelf for Naive {
    fn is_word(&self, word: &str) -> bool {
        self.words.iter().any(|other| other == word) || self.is_generic(word) == Some(true)
    }

    fn is_generic(&self, start: &str) -> Option<bool> {
        self.generic_words.iter().filter_map(|word| word.strip_prefix(start)).map(str::is_empty).max()
    }

    fn count(&self, term: &Term) -> Count {
        let hits: Vec<Hit> = self.packs.iter().map(|entry| entry.hit(term)).collect();
        let count = |is_one: fn(&Hit) -> bool| hits.iter().filter(|hit| is_one(hit)).count();
        Count {
            any: count(|hit| hit.any),
            in_product: count(|hit| hit.whole && hit.in_product),
            behind: count(|hit| hit.whole && !hit.in_product),
        }
    }

    fn begins(&self, start: &str) -> bool {
        self.packs.iter().any(|entry| entry.folded.starts_with(start))
    }

    fn similar(&self, word: &str) -> Vec<Alternative> {
        let term = one_of([vec![Atom::Prefix(word.to_owned())]]);
        let similar = similar(&term, Reach::Nearest, |word| self.near(word, Reach::Nearest));
        similar.map(|term| term.alternatives).unwrap_or_default()
    }
}

fn terms_of(asked: &[&Asked]) -> Vec<Term> {
    asked.iter().flat_map(|one| one.terms.clone()).collect()
}
