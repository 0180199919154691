//! The naive twin: the same answers by looking at every pack. For tests and for checking releases.

use super::correction::{Change, Correction, corrections};
use super::rank::{FEW, are_side_by_side};
use super::rewrite::rewritings;
use super::terms::{Atom, Term, may_be_code, parse_terms};
use super::typo::{Reach, Similar, are_too_many, changes, edits_forgiven, similar};
use super::{Kind, Order, Query};
use crate::dataset::{NameParts, is_mixture};
use crate::gtin::Gtin;
use crate::pack::Pack;
use crate::text::{Token, fold, tokens};

/// Packs with their words; made once, asked often.
pub struct Naive {
    packs: Vec<Entry>,
    words: Vec<String>,
}

struct Entry {
    pack: Pack,
    folded: String,
    product: String,
    in_product: Vec<String>,
    in_tail: Vec<String>,
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
        Naive { packs, words }
    }

    /// Searches by name, GTIN or AMPP code.
    pub fn search(&self, query: &Query<'_>) -> NaiveFound {
        match query.parse() {
            Kind::Gtin(gtin) => page(&self.carriers(gtin), query),
            Kind::AmppId(id) => page(&self.places(|entry| entry.pack.pack_id == id), query),
            Kind::Name => self.by_name(query),
        }
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
        let (text, terms, changes) = self.correct(fold(query.text.trim()));
        let matching = self.matching(&terms, &text);
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
        NaiveFound { packs, total, corrections }
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

    /// The text and the terms that find something: as typed, said otherwise, or corrected.
    fn correct(&self, text: String) -> (String, Vec<Term>, Vec<Change>) {
        let typed = parse_terms(&text);
        if typed.is_empty() || !self.matching(&typed, &text).is_empty() {
            return (text, typed, Vec::new());
        }
        for rewritten in rewritings(&text, |word| self.words.iter().any(|other| other == word)) {
            let terms = parse_terms(&rewritten.text);
            if !self.matching(&terms, &rewritten.text).is_empty() {
                let changes = rewritten.corrections.into_iter().map(Change::Said).collect();
                return (rewritten.text, terms, changes);
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
                return (text, terms, changes);
            }
        }
        (text, typed, Vec::new())
    }

    fn is_open(&self, term: &Term, reach: Reach) -> bool {
        let is_had = |hit: Hit| if reach == Reach::Nearest { hit.any } else { hit.whole };
        !self.packs.iter().any(|entry| is_had(entry.hit(term)))
    }

    fn similar(&self, term: &Term, is_open: bool, reach: Reach) -> Term {
        let similar = || similar(term, reach, |word| self.similar_words(word, reach));
        is_open.then(similar).flatten().unwrap_or_else(|| term.clone())
    }

    fn similar_words(&self, word: &str, reach: Reach) -> Similar<String> {
        let forgiven = usize::from(edits_forgiven(word));
        let to_whole = |other: &str| distance(word.as_bytes(), other.as_bytes());
        let to_start = |other: &str| {
            (0..=other.len())
                .filter_map(|end| other.as_bytes().get(..end))
                .map(|start| distance(word.as_bytes(), start))
                .min()
        };
        let within = |distance: &dyn Fn(&str) -> Option<usize>| {
            let letters = self.words.iter().filter(|other| other.as_str() >= "a");
            let near = letters.filter_map(|other| Some((distance(other)?, other)));
            let near: Vec<_> = near.filter(|(distance, _)| forgiven > 0 && *distance <= forgiven).collect();
            let nearest = near.iter().map(|(distance, _)| *distance).min();
            let is_taken = |distance: usize| reach == Reach::Widest || Some(distance) == nearest;
            let found =
                near.into_iter().filter(|(d, _)| is_taken(*d)).map(|(_, word)| word.clone()).collect();
            Similar { distance: nearest.map_or(u8::MAX, |nearest| nearest as u8), found }
        };
        let whole = within(&|other| Some(to_whole(other)));
        if whole.found.is_empty() { within(&to_start) } else { whole }
    }
}

/// A page of packs that are already in order. A code's packs are all of them, current or not.
fn page(packs: &[u32], query: &Query<'_>) -> NaiveFound {
    let page = packs.iter().copied().skip(query.offset).take(query.limit);
    NaiveFound { packs: page.collect(), total: packs.len(), corrections: Vec::new() }
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
        let words = |text: &str| tokens(&fold(text)).iter().map(Token::term).collect();
        Entry { folded: fold(&pack.name), in_product: words(&product), in_tail: words(tail), product, pack }
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
        let of_words = |words: &[String], in_product: bool| {
            let hits = words.iter().filter_map(|word| is_whole(atom, word));
            hits.fold(Hit::NO, |hit, whole| hit.or(Hit { any: true, whole, in_product }))
        };
        of_words(&self.in_product, true).or(of_words(&self.in_tail, false))
    }
}

/// Whether a word is one that the atom stands for, and whether as a whole.
fn is_whole(atom: &Atom, word: &str) -> Option<bool> {
    match atom {
        Atom::Whole(text) => (word == text).then_some(true),
        Atom::Unfinished(text) => (word == text).then_some(false),
        Atom::Prefix(prefix) => word.strip_prefix(prefix.as_str()).map(str::is_empty),
        Atom::AnyNumberOf(unit) => {
            let number =
                word.strip_suffix(unit.name()).filter(|_| word.starts_with(|c: char| c.is_ascii_digit()))?;
            number.chars().all(|c| c.is_ascii_digit() || c == '.').then_some(true)
        }
        Atom::Number(number) => {
            let rest = word.strip_prefix(number.as_str())?;
            let agrees = !rest.starts_with(|c: char| c.is_ascii_digit() || c == '.');
            (agrees || may_be_code(number)).then_some(agrees)
        }
    }
}

/// Insertions, deletions, replacements and swaps of neighbours: the whole table, cell by cell.
#[allow(clippy::indexing_slicing)]
pub(super) fn distance(a: &[u8], b: &[u8]) -> usize {
    let mut table = vec![vec![0; b.len() + 1]; a.len() + 1];
    for i in 0..=a.len() {
        for j in 0..=b.len() {
            table[i][j] = if i == 0 || j == 0 {
                i + j
            } else {
                let edited = (table[i - 1][j] + 1).min(table[i][j - 1] + 1);
                let replaced = table[i - 1][j - 1] + usize::from(a[i - 1] != b[j - 1]);
                let swaps = i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1];
                edited.min(replaced).min(if swaps { table[i - 2][j - 2] + 1 } else { usize::MAX })
            };
        }
    }
    table[a.len()][b.len()]
}
