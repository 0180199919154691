//! Which packs have all terms of a query, and how well.

use super::rewrite::rewritings;
use super::terms::{Alternative, Atom, Term, may_be_code, parse_terms};
use super::typo::{self, Reach};
use crate::dataset::{Cursor, Dataset, PackSet};
use crate::text::{Unit, fold};

/// The packs that match, and the sets by which they are ranked.
pub struct Matches {
    /// All that match.
    pub all: PackSet,
    /// Those that have each word whole.
    pub whole: PackSet,
    /// Those that have each word in the name of the product.
    pub in_product: PackSet,
    /// The query, folded.
    pub text: String,
    /// The terms.
    pub terms: Vec<Term>,
    /// Whether similar words were taken.
    pub is_corrected: bool,
}

/// The packs that have a term or all of some terms.
#[derive(Clone)]
struct Sets {
    any: PackSet,
    whole: PackSet,
    in_product: PackSet,
}

/// The packs that match a name; if none has the words as they are typed, those that have them said
/// otherwise, or words that are similar.
pub fn matches(dataset: &Dataset<'_>, text: &str) -> Matches {
    let typed = parse_terms(text);
    let text = fold(text.trim());
    if typed.is_empty() {
        return beginning_with(dataset, text);
    }
    let found = sets_of_each(dataset, &typed);
    let sets = all_of(dataset, &found);
    if !sets.any.is_empty() {
        return Matches::new(sets, text, typed, false);
    }
    for rewritten in rewritings(&text, |word| dataset.words().find(word).is_some()) {
        let terms = parse_terms(&rewritten);
        let sets = all_of(dataset, &sets_of_each(dataset, &terms));
        if !sets.any.is_empty() {
            return Matches::new(sets, rewritten, terms, true);
        }
    }
    for reach in [Reach::Nearest, Reach::Widest] {
        let is_open: Vec<bool> = found.iter().map(|sets| sets.is_open_to(reach)).collect();
        let Some(terms) = typo::correct(dataset, &typed, &is_open, reach) else { break };
        let sets = all_of(dataset, &sets_of_each(dataset, &terms));
        if !sets.any.is_empty() {
            return Matches::new(sets, text, terms, true);
        }
    }
    Matches::new(sets, text, typed, false)
}

fn sets_of_each(dataset: &Dataset<'_>, terms: &[Term]) -> Vec<Sets> {
    terms.iter().map(|term| term_sets(dataset, term)).collect()
}

impl Matches {
    fn new(sets: Sets, text: String, terms: Vec<Term>, is_corrected: bool) -> Matches {
        Matches { all: sets.any, whole: sets.whole, in_product: sets.in_product, text, terms, is_corrected }
    }
}

/// A query without any word, like `#`: only names that begin with it.
fn beginning_with(dataset: &Dataset<'_>, text: String) -> Matches {
    let [_, range] = dataset.named(&text);
    let all = PackSet::range(dataset.packs(), range.start, range.end);
    Matches { whole: all.clone(), in_product: all.clone(), all, text, terms: Vec::new(), is_corrected: false }
}

fn all_of(dataset: &Dataset<'_>, terms: &[Sets]) -> Sets {
    let Some((first, others)) = terms.split_first() else { return Hits::empty(dataset).sets() };
    others.iter().fold(first.clone(), |mut sets, term| {
        sets.intersect(term);
        sets
    })
}

fn term_sets(dataset: &Dataset<'_>, term: &Term) -> Sets {
    let mut hits = Hits::empty(dataset);
    let (single, several): (Vec<_>, Vec<_>) = term.alternatives.iter().partition(|atoms| atoms.len() == 1);
    single.into_iter().flatten().for_each(|atom| hits.add_atom(dataset, atom));
    let mut sets = hits.sets();
    several.into_iter().for_each(|atoms| sets.union(&all_atoms(dataset, atoms)));
    sets
}

fn all_atoms(dataset: &Dataset<'_>, atoms: &Alternative) -> Sets {
    let of_atom = |atom| {
        let mut hits = Hits::empty(dataset);
        hits.add_atom(dataset, atom);
        hits.sets()
    };
    all_of(dataset, &atoms.iter().map(of_atom).collect::<Vec<_>>())
}

impl Sets {
    /// Whether similar words may be taken. A word that some pack has whole is never taken for
    /// another one: it may be a medicine, and only its strength is not to be had.
    fn is_open_to(&self, reach: Reach) -> bool {
        match reach {
            Reach::Nearest => self.any.is_empty(),
            Reach::Widest => self.whole.is_empty(),
        }
    }

    fn intersect(&mut self, other: &Sets) {
        self.any.intersect(&other.any);
        self.whole.intersect(&other.whole);
        self.in_product.intersect(&other.in_product);
    }

    fn union(&mut self, other: &Sets) {
        self.any.union(&other.any);
        self.whole.union(&other.whole);
        self.in_product.union(&other.in_product);
    }
}

/// The packs of the words that were met, each list of packs read once.
struct Hits {
    whole_in_product: PackSet,
    whole_in_tail: PackSet,
    begun_in_product: PackSet,
    begun_in_tail: PackSet,
}

impl Hits {
    fn empty(dataset: &Dataset<'_>) -> Hits {
        let empty = || PackSet::empty(dataset.packs());
        Hits {
            whole_in_product: empty(),
            whole_in_tail: empty(),
            begun_in_product: empty(),
            begun_in_tail: empty(),
        }
    }

    /// Adds the packs that have a word that the atom stands for.
    fn add_atom(&mut self, dataset: &Dataset<'_>, atom: &Atom) {
        let words = dataset.words();
        match atom {
            Atom::Whole(text) => self.add_word(words.find(text), true),
            Atom::Unfinished(text) => self.add_word(words.find(text), false),
            Atom::Prefix(text) => self.add_words(words.from(text), text, |rest| Some(rest.is_empty())),
            Atom::Number(text) if may_be_code(text) => {
                self.add_words(words.from(text), text, |rest| Some(!goes_on(rest)));
            }
            Atom::Number(text) => {
                self.add_words(words.from(text), text, |rest| (!goes_on(rest)).then_some(true));
            }
            Atom::AnyNumberOf(unit) => self.add_quantities(words.from("0"), *unit),
        }
    }

    fn add_word(&mut self, cursor: Option<Cursor<'_>>, is_whole: bool) {
        cursor.into_iter().for_each(|cursor| self.add(&cursor, is_whole));
    }

    /// Adds the words that begin with `prefix`; `is_whole` tells from what follows whether the
    /// word counts, and as a whole one.
    fn add_words(&mut self, mut cursor: Cursor<'_>, prefix: &str, is_whole: impl Fn(&[u8]) -> Option<bool>) {
        while cursor.advance()
            && let Some(rest) = cursor.text().strip_prefix(prefix.as_bytes())
        {
            if let Some(is_whole) = is_whole(rest) {
                self.add(&cursor, is_whole);
            }
        }
    }

    fn add_quantities(&mut self, mut cursor: Cursor<'_>, unit: Unit) {
        while cursor.advance() && cursor.text().first().is_some_and(u8::is_ascii_digit) {
            let number = cursor.text().strip_suffix(unit.name().as_bytes());
            if number.is_some_and(|number| number.iter().all(|byte| byte.is_ascii_digit() || *byte == b'.')) {
                self.add(&cursor, true);
            }
        }
    }

    fn add(&mut self, word: &Cursor<'_>, is_whole: bool) {
        let (in_product, in_tail) = match is_whole {
            true => (&mut self.whole_in_product, &mut self.whole_in_tail),
            false => (&mut self.begun_in_product, &mut self.begun_in_tail),
        };
        let occurrences = word.occurrences();
        occurrences.in_product.add_to(in_product);
        occurrences.in_tail.add_to(in_tail);
    }

    fn sets(self) -> Sets {
        let mut in_product = self.begun_in_product;
        in_product.union(&self.whole_in_product);
        let mut whole = self.whole_in_product;
        whole.union(&self.whole_in_tail);
        let mut any = self.begun_in_tail;
        any.union(&in_product);
        any.union(&whole);
        Sets { any, whole, in_product }
    }
}

/// Whether what follows the digits of a number belongs to the number.
fn goes_on(rest: &[u8]) -> bool {
    rest.first().is_some_and(|byte| byte.is_ascii_digit() || *byte == b'.')
}
