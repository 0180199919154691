//! The packs that have the most of what was asked, by looking at every pack.

use super::entry::{Entry, Hit, generic_has, words_of};
use super::{Naive, Reading};
use crate::dataset::{MEDICINE_NAMES, MedicineNames, PACKS_WITH_NAMES, is_mixture};
use crate::pack::Pack;
use crate::quantity::strength_units;
use crate::search::clauses::{Clause, Conjunction, TermQuery, matches_word, one_of};
use crate::search::fuzzy::similar;
use crate::search::generic_names::MOST_RUNS;
use crate::search::matches::MOST_COMPARED;
use crate::search::parsed_name::ParsedName;
use crate::search::partial_match::{
    Count, NameIndex, PartRole, Plan, QueryPart, RAREST, READ, capital, second_word, starts,
};

impl Naive {
    pub(super) fn partial_match(&self, text: &str) -> Option<Reading> {
        let plan = Plan::of(text, self);
        if !plan.names_medicine() {
            return None;
        }
        self.most(&plan)
    }

    fn most(&self, plan: &Plan) -> Option<Reading> {
        let ordered = plan.ordered();
        let full = plan.required();
        let (mut kept, (mut matching, mut clauses)) = match self.having(&full, &ordered) {
            Some(found) => (full, found),
            None => {
                let fewer = plan.without_words();
                let found = self.having(&fewer, &ordered).filter(|_| fewer.len() < full.len())?;
                let is_among = |one: &QueryPart| fewer.iter().any(|other| std::ptr::eq(*other, one));
                if full.iter().any(|one| !is_among(one) && self.may_name(&full, one)) {
                    return None;
                }
                (fewer, found)
            }
        };
        for one in plan.optional() {
            let narrower = self.with(matching.clone(), &one.clauses);
            if !narrower.is_empty() {
                (matching, clauses) = (narrower, [clauses, one.clauses.clone()].concat());
                kept.push(one);
            } else if !plan.is_other() {
                return None;
            } else if one.role == PartRole::Salt {
                let other = self.with(matching.clone(), &[plan.other_salts()]);
                matching.retain(|pack| !other.contains(pack));
            }
        }
        let (text, changes) = (plan.text(&kept), plan.changes(&kept));
        let is_found = !matching.is_empty();
        is_found.then(|| Reading { text, clauses, changes, matching, is_relaxed: true, ..Reading::default() })
    }

    /// Adds the products of one substance if all packs are mixtures.
    pub(super) fn with_plain_products(&self, mut packs: Vec<u32>, clauses: &[Clause]) -> Vec<u32> {
        let of = |pack: &u32| self.packs.get(*pack as usize);
        if !packs.iter().filter_map(of).all(|entry| is_mixture(&entry.product)) || packs.is_empty() {
            return packs;
        }
        let words = clauses.iter().filter(|clause| !clause.is_excluded()).filter_map(Clause::word);
        let starts = words.map(|word| format!("{} ", capital(word.to_owned())));
        let begun: Vec<u32> = starts.filter_map(|start| self.few_runs(&start)).flatten().collect();
        let is_wanted = |entry: &Entry| {
            let generic = words_of(&entry.pack.generic_product_name);
            let has = |clause: &Clause| match (entry.hit(clause).any, generic_has(&generic, clause)) {
                (own, generic) if clause.is_excluded() => own && generic,
                (own, generic) => own || generic,
            };
            !is_mixture(&entry.pack.generic_product_name) && clauses.iter().all(has)
        };
        packs.extend(begun.iter().filter(|pack| of(pack).is_some_and(is_wanted)));
        packs.sort_unstable();
        packs.dedup();
        packs
    }

    /// Those of some packs whose names have all terms.
    fn with(&self, mut packs: Vec<u32>, clauses: &[Clause]) -> Vec<u32> {
        let has_all = |entry: &Entry| clauses.iter().all(|clause| entry.hit(clause).any);
        packs.retain(|pack| self.packs.get(*pack as usize).is_some_and(has_all));
        packs
    }

    /// The packs that have all of it, in their names or in that of their generic product.
    fn having(&self, asked: &[&QueryPart], ordered: &[Clause]) -> Option<(Vec<u32>, Vec<Clause>)> {
        let mut in_names = self.with(self.places(|_| true), &clauses_of(asked));
        let is_allowed = in_names.len() <= MOST_COMPARED || !ordered.iter().any(Clause::is_excluded);
        in_names.retain(|pack| {
            is_allowed && self.packs.get(*pack as usize).is_some_and(|entry| entry.is_meant(ordered))
        });
        let own = (!in_names.is_empty()).then(|| (in_names, clauses_of(asked)));
        let of_medicine = || Some((self.of_medicine(asked, ordered)?, Vec::new()));
        own.or_else(|| self.with_rarest(asked, ordered)).or_else(of_medicine)
    }

    /// Whether some pack has a medicine of the text and this word.
    fn may_name(&self, asked: &[&QueryPart], word: &QueryPart) -> bool {
        let mut medicines = asked.iter().filter(|one| one.role == PartRole::Medicine);
        self.is_medicine_name(&word.text)
            || medicines.any(|medicine| {
                let clauses = [medicine.clauses.clone(), word.clauses.clone()].concat();
                !self.with(self.places(|_| true), &clauses).is_empty()
            })
    }

    /// Those with the rarest word that have all else in either name.
    fn with_rarest(&self, asked: &[&QueryPart], ordered: &[Clause]) -> Option<(Vec<u32>, Vec<Clause>)> {
        let words = asked.iter().filter(|one| !matches!(one.role, PartRole::Strength | PartRole::Attribute));
        let packs = words.map(|one| (*one, self.with(self.places(|_| true), &one.clauses)));
        let mut few: Vec<_> = packs.filter(|(_, packs)| (1..=READ).contains(&packs.len())).collect();
        few.sort_by_key(|(_, packs)| packs.len());
        few.truncate(RAREST);
        few.into_iter().find_map(|(rarest, packs)| {
            let is_medicine = rarest.role == PartRole::Medicine;
            Some((self.with_generics(rarest, asked, packs, ordered, is_medicine)?, clauses_of(&[rarest])))
        })
    }

    /// Those of generic products that begin with a medicine.
    fn of_medicine(&self, asked: &[&QueryPart], ordered: &[Clause]) -> Option<Vec<u32>> {
        let medicines: Vec<&&QueryPart> = asked.iter().filter(|one| one.role == PartRole::Medicine).collect();
        medicines.iter().find_map(|medicine| {
            let mut packs = Vec::new();
            for start in starts(medicine) {
                packs.extend(self.begun(&start, asked));
            }
            packs.sort_unstable();
            packs.dedup();
            self.with_generics(medicine, asked, packs, ordered, medicines.len() > 1)
        })
    }

    /// The packs of generic products that begin like this; where they are too many, those whose second word is asked for too.
    fn begun(&self, start: &str, asked: &[&QueryPart]) -> Vec<u32> {
        let closer =
            || asked.iter().filter_map(|one| self.few_runs(&format!("{start} {}", one.text))).flatten();
        self.few_runs(start).unwrap_or_else(|| closer().collect())
    }

    /// The packs of generic products that begin like this; none where they stand in too many places.
    fn few_runs(&self, start: &str) -> Option<Vec<u32>> {
        let name = |pack: u32| self.packs.get(pack as usize).map(|entry| &entry.pack.generic_product_name);
        let packs = self.places(|entry| entry.pack.generic_product_name.starts_with(start));
        let is_first = |pack: &&u32| pack.checked_sub(1).and_then(name) != name(**pack);
        (packs.iter().filter(is_first).count() <= MOST_RUNS).then_some(packs)
    }

    fn with_generics(
        &self,
        one: &QueryPart,
        asked: &[&QueryPart],
        mut packs: Vec<u32>,
        ordered: &[Clause],
        may_be_many: bool,
    ) -> Option<Vec<u32>> {
        let others: Vec<&QueryPart> =
            asked.iter().copied().filter(|other| !std::ptr::eq(*other, one)).collect();
        let has = |entry: &Entry| {
            let generic = words_of(&entry.pack.generic_product_name);
            clauses_of(&others).iter().all(|clause| {
                match (entry.hit(clause).any, generic_has(&generic, clause)) {
                    (own, generic) if clause.is_excluded() => own && generic,
                    (own, generic) => own || generic,
                }
            })
        };
        let is_meant = |entry: &Entry| {
            let generic = &entry.pack.generic_product_name;
            !is_mixture(generic) || (may_be_many && ParsedName::parse(generic).owns_strengths(ordered))
        };
        packs
            .retain(|pack| self.packs.get(*pack as usize).is_some_and(|entry| is_meant(entry) && has(entry)));
        (!packs.is_empty()).then_some(packs)
    }
}

impl NameIndex for Naive {
    fn is_word(&self, word: &str) -> bool {
        self.words.iter().any(|other| other == word) || self.is_generic(word) == Some(true)
    }

    fn is_generic(&self, start: &str) -> Option<bool> {
        self.generic_words.iter().filter_map(|word| word.strip_prefix(start)).map(str::is_empty).max()
    }

    fn count(&self, clause: &Clause) -> Count {
        let hits: Vec<Hit> = self.packs.iter().map(|entry| entry.hit(clause)).collect();
        let count = |is_one: fn(&Hit) -> bool| hits.iter().filter(|hit| is_one(hit)).count();
        Count {
            all: count(|hit| hit.any),
            in_title: count(|hit| hit.whole && hit.in_title),
            in_tail: count(|hit| hit.whole && !hit.in_title),
        }
    }

    /// The packs themselves do not know the names of others.
    fn is_medicine_name(&self, word: &str) -> bool {
        self.packs.len() >= PACKS_WITH_NAMES && MedicineNames::new(MEDICINE_NAMES).contains(word)
    }

    fn is_medicinal(&self, clause: &Clause) -> bool {
        let has_strength = |entry: &Entry| {
            let has = |atom: TermQuery| entry.in_title.iter().any(|word| matches_word(&atom, word).is_some());
            strength_units().any(|unit| has(TermQuery::AnyNumberOf(unit)))
        };
        self.packs.iter().any(|entry| entry.hit(clause).in_title && has_strength(entry))
    }

    fn is_substance(&self, start: &str) -> bool {
        let start = capital(start.to_owned());
        self.packs.iter().any(|entry| entry.pack.generic_product_name.starts_with(&start))
    }

    fn begins(&self, start: &str) -> bool {
        let is_generic = |pack: &Pack| pack.generic_product_name.starts_with(&capital(start.to_owned()));
        self.packs.iter().any(|entry| entry.folded.starts_with(start) || is_generic(&entry.pack))
    }

    fn only_second_word(&self, word: &str) -> Option<String> {
        let start = format!("{word} ");
        let mut begun = self.packs.iter().filter(|entry| entry.folded.starts_with(&start));
        let first = second_word(&begun.clone().next()?.product)?;
        let last = second_word(&begun.next_back()?.product)?;
        (first == last).then_some(first)
    }

    fn similar(&self, word: &str) -> Vec<Conjunction> {
        let clause = one_of([vec![TermQuery::Prefix(word.to_owned())]]);
        let similar = similar(&clause, |word| self.near(word, &|_| true));
        similar.map(|clause| clause.alternatives).unwrap_or_default()
    }
}

fn clauses_of(asked: &[&QueryPart]) -> Vec<Clause> {
    asked.iter().flat_map(|one| one.clauses.clone()).collect()
}
