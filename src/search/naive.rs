//! The naive twin: the same answers by looking at every pack. For tests and for checking releases.

use std::collections::HashMap;

use super::correction::{Change, Correction, corrections};
use super::distance::distance;
use super::query::class_in;
use super::rank::{FEW, are_side_by_side};
use super::relaxed::{Asked, Count, Plan, RAREST, READ, Role, Shelf, of_names};
use super::rewrite::rewritings;
use super::terms::{Alternative, Atom, Term, one_of, parse_terms, stands_for};
use super::typo::{Reach, Similar, are_too_many, changes, edits_forgiven, similar, similar_names};
use super::{Kind, Order, Query};
use crate::ampp_id::AmppId;
use crate::concept::{Amp, ConceptId, Concepts, PackDetails, Scheme, Vmp, Vmpp};
use crate::dataset::{NameParts, is_mixture};
use crate::gtin::Gtin;
use crate::pack::Pack;
use crate::text::{Token, fold, tokens};

/// Packs with their words; made once, asked often.
pub struct Naive {
    packs: Vec<Entry>,
    words: Vec<String>,
    /// Those of generic names that no name has.
    generic_words: Vec<String>,
    /// Whether there are codes of classifications.
    are_classified: bool,
}

struct Entry {
    pack: Pack,
    folded: String,
    product: String,
    in_product: Vec<String>,
    in_tail: Vec<String>,
    /// Words of the generic name that no pack has in its own.
    in_generic: Vec<String>,
    classes: Vec<(Scheme, String)>,
}

/// What was found: places in the list of packs in name order.
#[derive(Debug, PartialEq, Eq)]
pub struct NaiveFound {
    /// The packs of the page.
    pub packs: Vec<u32>,
    /// How many packs match in all.
    pub total: usize,
    /// Which words were taken for others.
    pub corrections: Vec<Correction>,
    /// Whether they have most of what was asked, and not all.
    pub is_relaxed: bool,
    /// The strengths of the medicine, where the one that was asked for is not to be had.
    pub strengths: Vec<String>,
}

/// How a query was read, and the packs that match it.
#[derive(Default)]
struct Reading {
    text: String,
    terms: Vec<Term>,
    changes: Vec<Change>,
    matching: Vec<u32>,
    is_relaxed: bool,
    strengths: Vec<String>,
}

impl Naive {
    /// Takes packs in any order.
    pub fn new(packs: impl IntoIterator<Item = Pack>) -> Naive {
        let mut packs: Vec<Entry> = packs.into_iter().map(Entry::new).collect();
        packs.sort_by(|a, b| {
            (&a.folded, &a.pack.name, a.pack.pack_id).cmp(&(&b.folded, &b.pack.name, b.pack.pack_id))
        });
        let mut words: Vec<String> =
            packs.iter().flat_map(|entry| entry.in_product.iter().chain(&entry.in_tail)).cloned().collect();
        words.sort();
        words.dedup();
        for entry in &mut packs {
            entry.in_generic.retain(|word| word.as_str() >= "a" && words.binary_search(word).is_err());
        }
        let mut generic_words: Vec<String> =
            packs.iter().flat_map(|entry| entry.in_generic.clone()).collect();
        generic_words.sort();
        generic_words.dedup();
        Naive { packs, words, generic_words, are_classified: false }
    }

    /// With the codes that a supplement told of what stands above the packs.
    #[must_use]
    pub fn with_classes(mut self, concepts: &Concepts) -> Naive {
        let details: HashMap<AmppId, PackDetails> = concepts.packs.iter().copied().collect();
        let amps: HashMap<ConceptId, &Amp> = concepts.amps.iter().map(|amp| (amp.id, amp)).collect();
        let vmpps: HashMap<ConceptId, &Vmpp> = concepts.vmpps.iter().map(|vmpp| (vmpp.id, vmpp)).collect();
        let vmps: HashMap<ConceptId, &Vmp> = concepts.vmps.iter().map(|vmp| (vmp.id, vmp)).collect();
        for entry in &mut self.packs {
            let Some(details) = details.get(&entry.pack.pack_id) else { continue };
            let amp = details.amp.and_then(|id| amps.get(&id));
            let by_vmpp = details.vmpp.and_then(|id| vmpps.get(&id)?.vmp);
            let vmp = by_vmpp.or_else(|| amp?.vmp).and_then(|id| vmps.get(&id));
            let bnf =
                vmp.and_then(|vmp| vmp.bnf.clone()).into_iter().chain(amp.and_then(|amp| amp.bnf.clone()));
            let atc = vmp.and_then(|vmp| vmp.atc.clone()).map(|code| (Scheme::Atc, code));
            entry.classes = bnf.map(|code| (Scheme::Bnf, code)).chain(atc).collect();
        }
        self.are_classified = concepts.are_classified();
        self
    }

    /// Searches by name, GTIN, AMPP code or class; of concepts packs know nothing else.
    pub fn search(&self, query: &Query<'_>) -> NaiveFound {
        match query.parse() {
            Kind::Gtin(gtin) => page(&self.carriers(gtin), query),
            Kind::AmppId(id) => page(&self.places(|entry| entry.pack.pack_id == id), query),
            Kind::Concept(..) | Kind::Class(_) | Kind::Name => {
                self.of_class(query).unwrap_or_else(|| self.by_name(query))
            }
        }
    }

    fn of_class(&self, query: &Query<'_>) -> Option<NaiveFound> {
        let class = class_in(query.text).filter(|_| self.are_classified)?;
        let is_of =
            |(scheme, code): &(Scheme, String)| *scheme == class.scheme && code.starts_with(&class.start);
        let mut packs = self.places(|entry| entry.classes.iter().any(is_of));
        if packs.is_empty() && !class.is_said {
            return None;
        }
        let is_current =
            |place: &u32| self.packs.get(*place as usize).is_some_and(|one| one.pack.is_current());
        packs.retain(|place| !query.current_only || is_current(place));
        packs.sort_by_key(|place| query.order == Order::Relevance && !is_current(place));
        Some(page(&packs, query))
    }

    fn places(&self, is_wanted: impl Fn(&Entry) -> bool) -> Vec<u32> {
        (0..).zip(&self.packs).filter(|(_, entry)| is_wanted(entry)).map(|(number, _)| number).collect()
    }

    /// Every pack that ever carried the GTIN, in the order of its latest use.
    fn carriers(&self, gtin: Gtin) -> Vec<u32> {
        let latest = |entry: &Entry| {
            let periods = entry.pack.gtin_codes.iter().filter(|period| period.gtin.gtin() == gtin);
            periods.map(|period| (period.end_date.is_none(), period.end_date, period.start_date)).max()
        };
        let lateness = |entry: &Entry| Some((latest(entry)?, entry.pack.is_current(), entry.pack.pack_id));
        let all = (0..).zip(&self.packs).filter_map(|(number, entry)| Some((lateness(entry)?, number)));
        let mut carriers: Vec<_> = all.collect();
        carriers.sort_by(|a, b| b.cmp(a));
        carriers.into_iter().map(|(_, number)| number).collect()
    }

    fn by_name(&self, query: &Query<'_>) -> NaiveFound {
        let Reading { text, terms, changes, matching, is_relaxed, strengths } =
            self.correct(fold(query.text.trim()));
        let is_wanted = |entry: &Entry| !query.current_only || entry.pack.is_current();
        let matching: Vec<u32> =
            matching.into_iter().filter(|n| self.packs.get(*n as usize).is_some_and(is_wanted)).collect();
        let total = matching.len();
        let corrections = corrections(query.text, changes, |words| {
            let term = Term { alternatives: vec![words.clone()] };
            let mut found = matching.iter().filter_map(|number| self.packs.get(*number as usize));
            total == 0 || found.any(|entry| entry.hit(&term).any)
        });
        let ranked = self.ranked(matching, &terms, &text, query.order);
        let mut packs: Vec<u32> = ranked.into_iter().skip(query.offset).take(query.limit).collect();
        if query.order == Order::Name {
            packs.sort_unstable();
        }
        NaiveFound { packs, total, corrections, is_relaxed, strengths }
    }

    fn matching(&self, terms: &[Term], text: &str) -> Vec<u32> {
        let matches = |entry: &Entry| match terms.is_empty() {
            true => entry.folded.starts_with(text),
            false => terms.iter().all(|term| entry.hit(term).any),
        };
        self.places(matches)
    }

    fn ranked(&self, matching: Vec<u32>, terms: &[Term], text: &str, order: Order) -> Vec<u32> {
        let mut keyed: Vec<(Vec<bool>, u32, &Entry)> = matching
            .into_iter()
            .filter_map(|number| Some((number, self.packs.get(number as usize)?)))
            .map(|(number, entry)| (entry.first_answers(terms, text), number, entry))
            .collect();
        keyed.sort_by(|(a, a_number, _), (b, b_number, _)| b.cmp(a).then(a_number.cmp(b_number)));
        let mut ranked = Vec::new();
        for equal in keyed.chunk_by(|(a, ..), (b, ..)| a == b) {
            let is_asked = equal.len() <= FEW && terms.len() > 1;
            let key = |entry: &Entry| {
                let side_by_side = is_asked && are_side_by_side(&entry.product, terms);
                (
                    !side_by_side,
                    is_mixture(&entry.product),
                    order == Order::Relevance && entry.pack.is_invalid,
                    order == Order::Relevance && entry.pack.discontinued.is_some(),
                )
            };
            let mut equal: Vec<_> = equal.iter().map(|(_, number, entry)| (key(entry), *number)).collect();
            equal.sort();
            ranked.extend(equal.into_iter().map(|(_, number)| number));
        }
        ranked
    }

    fn read(&self, text: String, terms: Vec<Term>, changes: Vec<Change>) -> Reading {
        let matching = self.matching(&terms, &text);
        Reading { text, terms, changes, matching, ..Reading::default() }
    }

    /// The reading that finds something: as typed, said otherwise, corrected, or without what may be left out.
    fn correct(&self, text: String) -> Reading {
        let typed = parse_terms(&text);
        if typed.is_empty() || !self.matching(&typed, &text).is_empty() {
            return self.read(text, typed, Vec::new());
        }
        for rewritten in rewritings(&text, |word| self.words.iter().any(|other| other == word)) {
            let terms = parse_terms(&rewritten.text);
            if !self.matching(&terms, &rewritten.text).is_empty() {
                return self.read(rewritten.text, terms, vec![Change::Said(rewritten.correction)]);
            }
        }
        for reach in [Reach::Nearest, Reach::Widest] {
            let is_open: Vec<bool> = typed.iter().map(|term| self.is_open(term, reach)).collect();
            if are_too_many(&is_open) {
                break;
            }
            let similar = typed.iter().zip(is_open).map(|(term, is_open)| self.similar(term, is_open, reach));
            let terms: Vec<Term> = similar.collect();
            if !self.matching(&terms, &text).is_empty() {
                let changes = changes(&typed, &terms);
                return self.read(text, terms, changes);
            }
        }
        self.relaxed(&text).unwrap_or_else(|| self.read(text, typed, Vec::new()))
    }

    fn relaxed(&self, text: &str) -> Option<Reading> {
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
        let names = packs.iter().take(READ).filter_map(|pack| self.packs.get(*pack as usize));
        let names = names.map(|entry| entry.product.clone());
        (is_asked && is_missing).then(|| Reading { strengths: of_names(names), ..Reading::default() })
    }

    fn is_open(&self, term: &Term, reach: Reach) -> bool {
        let is_had = |hit: Hit| if reach == Reach::Nearest { hit.any } else { hit.whole };
        let is_generic = |word: &str| self.is_generic(word).is_some();
        !term.word().is_some_and(is_generic) && !self.packs.iter().any(|entry| is_had(entry.hit(term)))
    }

    fn similar(&self, term: &Term, is_open: bool, reach: Reach) -> Term {
        let similar = || similar(term, reach, |word| self.near(word, reach));
        is_open.then(similar).flatten().unwrap_or_else(|| term.clone())
    }

    fn near(&self, word: &str, reach: Reach) -> Vec<Similar<Alternative>> {
        let begun = |words: Similar<String>| match words.found.is_empty() {
            true => similar_words(&self.words, word, reach, to_start),
            false => words,
        };
        let words =
            begun(similar_words(&self.words, word, reach, to_whole)).map(|word| vec![Atom::Whole(word)]);
        let generic = similar_words(&self.generic_words, word, reach, to_whole);
        vec![words, generic.map(|word| vec![Atom::Generic(word)]), similar_names(word)]
    }
}

/// Those of some words that are within reach of a word.
fn similar_words(
    words: &[String],
    word: &str,
    reach: Reach,
    distance: fn(&str, &str) -> Option<usize>,
) -> Similar<String> {
    let forgiven = usize::from(edits_forgiven(word));
    let letters = words.iter().filter(|other| other.as_str() >= "a");
    let near = letters.filter_map(|other| Some((distance(word, other)?, other)));
    let near: Vec<_> = near.filter(|(distance, _)| forgiven > 0 && *distance <= forgiven).collect();
    let nearest = near.iter().map(|(distance, _)| *distance).min();
    let is_taken = |distance: usize| reach == Reach::Widest || Some(distance) == nearest;
    let found = near.into_iter().filter(|(d, _)| is_taken(*d)).map(|(_, word)| word.clone()).collect();
    Similar { distance: nearest.map_or(u8::MAX, |nearest| nearest as u8), found }
}

fn to_whole(word: &str, other: &str) -> Option<usize> {
    Some(distance(word.as_bytes(), other.as_bytes()))
}

/// To the start of it that is nearest.
fn to_start(word: &str, other: &str) -> Option<usize> {
    let starts = (0..=other.len()).filter_map(|end| other.as_bytes().get(..end));
    starts.map(|start| distance(word.as_bytes(), start)).min()
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

fn words_of(text: &str) -> Vec<String> {
    tokens(&fold(text)).iter().map(Token::term).collect()
}

/// A page of packs that are already in order. A code's packs are all of them, current or not.
fn page(packs: &[u32], query: &Query<'_>) -> NaiveFound {
    let page = packs.iter().copied().skip(query.offset).take(query.limit);
    let (is_relaxed, strengths) = (false, Vec::new());
    NaiveFound { packs: page.collect(), total: packs.len(), corrections: Vec::new(), is_relaxed, strengths }
}

/// How a pack has a term.
#[derive(Clone, Copy)]
struct Hit {
    any: bool,
    whole: bool,
    in_product: bool,
}

impl Hit {
    const NO: Hit = Hit { any: false, whole: false, in_product: false };

    fn or(self, other: Hit) -> Hit {
        Hit {
            any: self.any | other.any,
            whole: self.whole | other.whole,
            in_product: self.in_product | other.in_product,
        }
    }

    fn and(self, other: Hit) -> Hit {
        Hit {
            any: self.any & other.any,
            whole: self.whole & other.whole,
            in_product: self.in_product & other.in_product,
        }
    }
}

impl Entry {
    fn new(pack: Pack) -> Entry {
        let product = NameParts::split(&pack.name, pack.subpack.as_deref()).product.to_owned();
        let tail = pack.name.get(product.len()..).unwrap_or("");
        let (folded, in_product, in_tail) = (fold(&pack.name), words_of(&product), words_of(tail));
        let in_generic = words_of(&pack.generic_product_name);
        Entry { folded, in_product, in_tail, in_generic, product, pack, classes: Vec::new() }
    }

    /// The answers to the questions that can be asked of one pack alone.
    fn first_answers(&self, terms: &[Term], text: &str) -> Vec<bool> {
        let all = |hit: fn(Hit) -> bool| terms.iter().all(|term| hit(self.hit(term)));
        vec![
            self.folded == text,
            self.folded.starts_with(text),
            all(|hit| hit.whole),
            all(|hit| hit.in_product),
        ]
    }

    fn hit(&self, term: &Term) -> Hit {
        let hits = term.alternatives.iter().map(|atoms| {
            let hits = atoms.iter().map(|atom| self.atom_hit(atom));
            hits.reduce(Hit::and).unwrap_or(Hit::NO)
        });
        hits.fold(Hit::NO, Hit::or)
    }

    fn atom_hit(&self, atom: &Atom) -> Hit {
        if let Atom::Generic(start) = atom {
            let rests = self.in_generic.iter().filter_map(|word| word.strip_prefix(start.as_str()));
            let hit = |rest: &str| Hit { any: true, whole: rest.is_empty(), in_product: true };
            return rests.map(hit).fold(Hit::NO, Hit::or);
        }
        let of_words = |words: &[String], in_product: bool| {
            let hits = words.iter().filter_map(|word| stands_for(atom, word));
            hits.fold(Hit::NO, |hit, whole| hit.or(Hit { any: true, whole, in_product }))
        };
        of_words(&self.in_product, true).or(of_words(&self.in_tail, false))
    }
}
