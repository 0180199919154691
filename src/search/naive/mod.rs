//! The naive twin: the same answers by looking at every pack. For tests and for checking releases.

mod entry;
mod partial_match;
mod spelling;

use std::collections::HashMap;

use super::clauses::{Clause, one_of, parse_clauses};
use super::correction::{Change, Correction, corrections};
use super::evaluate::{FullMatch, match_in_full_by};
use super::fuzzy::{are_too_many, changes};
use super::matches::MOST_COMPARED;
use super::quantities;
use super::query::class_in;
use super::rank::{FEW, are_side_by_side};
use super::rewrite::rewrites;
use super::{Kind, Order, Query};
use crate::ampp_id::AmppId;
use crate::concept::{Amp, ConceptId, Concepts, PackDetails, Scheme, Vmp, Vmpp};
use crate::gtin::Gtin;
use crate::pack::Pack;
use crate::text::fold;
use entry::Entry;

/// Packs with their words; made once, asked often.
pub struct Naive {
    packs: Vec<Entry>,
    words: Vec<String>,
    /// Those of generic names that no name has.
    generic_words: Vec<String>,
    /// Whether there are codes of classifications.
    are_classified: bool,
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
}

/// How a query was read, and the packs that match it.
#[derive(Default)]
struct Reading {
    text: String,
    clauses: Vec<Clause>,
    changes: Vec<Change>,
    matching: Vec<u32>,
    is_relaxed: bool,
}

impl Naive {
    /// Takes packs in any order.
    pub fn new(packs: impl IntoIterator<Item = Pack>) -> Naive {
        let mut packs: Vec<Entry> = packs.into_iter().map(Entry::new).collect();
        packs.sort_by(|a, b| {
            (&a.folded, &a.pack.name, a.pack.pack_id).cmp(&(&b.folded, &b.pack.name, b.pack.pack_id))
        });
        let mut words: Vec<String> =
            packs.iter().flat_map(|entry| entry.in_title.iter().chain(&entry.in_tail)).cloned().collect();
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
        let Reading { text, clauses, changes, matching, is_relaxed } = self.read_text(query.text);
        let is_wanted = |entry: &Entry| !query.current_only || entry.pack.is_current();
        let matching: Vec<u32> =
            matching.into_iter().filter(|n| self.packs.get(*n as usize).is_some_and(is_wanted)).collect();
        let total = matching.len();
        let corrections = corrections(query.text, changes, |words| {
            let clause = one_of([words.clone()]);
            let mut found = matching.iter().filter_map(|number| self.packs.get(*number as usize));
            total == 0 || found.any(|entry| entry.hit(&clause).any)
        });
        let ranked = self.ranked(matching, &clauses, &text, query.order);
        let mut packs: Vec<u32> = ranked.into_iter().skip(query.offset).take(query.limit).collect();
        if query.order == Order::Name {
            packs.sort_unstable();
        }
        NaiveFound { packs, total, corrections, is_relaxed }
    }

    fn matching(&self, clauses: &[Clause], text: &str) -> Vec<u32> {
        let matches = |entry: &Entry| match clauses.is_empty() {
            true => entry.folded.starts_with(text),
            false => clauses.iter().all(|clause| entry.hit(clause).any) && entry.is_meant(clauses),
        };
        let packs = self.places(matches);
        // What is excluded from too many packs is not excluded at all.
        let all = self.places(|entry| clauses.iter().all(|clause| entry.hit(clause).any));
        let is_allowed = all.len() <= MOST_COMPARED || !clauses.iter().any(Clause::is_excluded);
        if is_allowed { packs } else { Vec::new() }
    }

    /// The packs that have all terms, with the numbers among them as they were read.
    fn match_in_full(&self, clauses: &[Clause]) -> Option<FullMatch<Vec<u32>>> {
        match_in_full_by(clauses, &|clauses| {
            Some(self.with_plain_products(self.matching(clauses, ""), clauses))
                .filter(|packs| !packs.is_empty())
        })
    }

    fn ranked(&self, matching: Vec<u32>, clauses: &[Clause], text: &str, order: Order) -> Vec<u32> {
        let mut keyed: Vec<(Vec<bool>, u32, &Entry)> = matching
            .into_iter()
            .filter_map(|number| Some((number, self.packs.get(number as usize)?)))
            .map(|(number, entry)| (entry.first_answers(clauses, text), number, entry))
            .collect();
        keyed.sort_by(|(a, a_number, _), (b, b_number, _)| b.cmp(a).then(a_number.cmp(b_number)));
        let mut ranked = Vec::new();
        for equal in keyed.chunk_by(|(a, ..), (b, ..)| a == b) {
            let is_asked = equal.len() <= FEW && clauses.len() > 1;
            let key = |entry: &Entry| {
                let side_by_side = is_asked && are_side_by_side(&entry.product, clauses);
                (
                    !side_by_side,
                    !text.split_whitespace().next().is_some_and(|first| entry.folded.starts_with(first)),
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

    fn read(&self, text: String, clauses: Vec<Clause>, changes: Vec<Change>) -> Reading {
        let matching = self.matching(&clauses, &text);
        Reading { text, clauses, changes, matching, ..Reading::default() }
    }

    fn read_text(&self, text: &str) -> Reading {
        let (text, read) = quantities::read(&fold(text.trim()));
        if text.contains(quantities::UNREADABLE) {
            return Reading::default();
        }
        let mut reading = self.correct(text);
        if !reading.matching.is_empty() {
            reading.changes.splice(..0, read.into_iter().map(Change::Rewritten));
        }
        reading
    }

    /// The reading that finds something: as typed, said otherwise, corrected, or without what may be left out.
    fn correct(&self, text: String) -> Reading {
        let typed = parse_clauses(&text);
        if typed.is_empty() {
            return self.read(text, typed, Vec::new());
        }
        if typed.iter().all(Clause::is_excluded) {
            return Reading::default();
        }
        if let Some(found) = self.match_in_full(&typed) {
            return Reading::of(found, text, Vec::new());
        }
        for rewritten in rewrites(&text, |word| self.words.iter().any(|other| other == word)) {
            if let Some(found) = self.match_in_full(&parse_clauses(&rewritten.text)) {
                return Reading::of(found, rewritten.text, vec![Change::Rewritten(rewritten.correction)]);
            }
        }
        let is_open: Vec<bool> = typed.iter().map(|clause| self.is_open(clause)).collect();
        let names_product = |word: &str| self.begins_a_name(word) || self.names_device(word);
        let passes: Vec<Option<&dyn Fn(&str) -> bool>> = match self.names_medicine(&typed, &is_open) {
            _ if are_too_many(&is_open) => Vec::new(),
            true => vec![None],
            false => vec![Some(&names_product)],
        };
        for is_medicine in passes {
            if let Some(clauses) = self.corrected(&typed, &is_open, is_medicine)
                && let Some(found) = self.match_in_full(&clauses)
            {
                return Reading::of(found, text, changes(&typed, &clauses));
            }
        }
        self.partial_match(&text).unwrap_or_else(|| Reading { text, clauses: typed, ..Reading::default() })
    }
}

impl Reading {
    fn of(found: FullMatch<Vec<u32>>, text: String, mut changes: Vec<Change>) -> Reading {
        changes.extend(found.changes);
        Reading { text, clauses: found.clauses, changes, matching: found.found, ..Reading::default() }
    }
}

/// A page of packs that are already in order. A code's packs are all of them, current or not.
fn page(packs: &[u32], query: &Query<'_>) -> NaiveFound {
    let page = packs.iter().copied().skip(query.offset).take(query.limit);
    let is_relaxed = false;
    NaiveFound { packs: page.collect(), total: packs.len(), corrections: Vec::new(), is_relaxed }
}
