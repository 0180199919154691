//! Evaluation of clauses on the inverted index: which packs match, and how well.

use std::rc::Rc;

use super::clauses::{
    Clause, Conjunction, TermQuery, Within, code_goes_on, is_ratio, is_volume, may_be_code,
};
use crate::attributes::{Attribute, other_releases};
use crate::dataset::{Cursor, Dataset, Occurrences, PackRange, PackSet, Words};
use crate::quantity::strength_units;

/// The packs that match a clause or a conjunction.
#[derive(Clone)]
pub struct MatchSets {
    /// All packs that match.
    pub all: PackSet,
    /// The packs with an exact match: whole words, no prefixes.
    pub exact: PackSet,
    /// The packs that match in the title.
    pub in_title: PackSet,
}

/// Returns the packs that match every clause. Each clause is evaluated only on the remaining candidates.
pub fn sets_of_all<'t>(dataset: &Dataset<'_>, clauses: impl IntoIterator<Item = &'t Clause>) -> MatchSets {
    intersect_all(&order_by_cost(clauses), dataset.pack_range(), &|clause, pack_range| {
        Rc::new(clause_sets(dataset, clause, pack_range))
    })
}

/// Returns the packs of a range that match a clause.
pub fn clause_sets(dataset: &Dataset<'_>, clause: &Clause, pack_range: PackRange) -> MatchSets {
    let mut hits = Hits::empty(pack_range);
    for term_queries in &clause.alternatives {
        if let [term_query] = term_queries.as_slice() {
            hits.add_term_query(dataset, term_query);
        }
    }
    let mut sets = hits.sets();
    for term_queries in &clause.alternatives {
        if term_queries.len() != 1 {
            sets.union(&conjunction_sets(dataset, term_queries, pack_range));
        }
    }
    match clause.negation {
        // A word that no name has cannot be excluded: it may be misspelt.
        Some(_) if !is_known(dataset, clause) => MatchSets::none(pack_range),
        Some(negation) => sets.without(dataset, negation),
        None => sets,
    }
}

/// Returns whether the dictionary has every word of some conjunction of a clause.
pub fn is_known(dataset: &Dataset<'_>, clause: &Clause) -> bool {
    let words = dataset.words();
    for term_queries in &clause.alternatives {
        if term_queries.iter().all(|term_query| has_word(words, term_query)) {
            return true;
        }
    }
    false
}

/// Returns the packs of a range that match a conjunction.
pub fn conjunction_sets(
    dataset: &Dataset<'_>,
    term_queries: &Conjunction,
    pack_range: PackRange,
) -> MatchSets {
    intersect_all(term_queries, pack_range, &|term_query, pack_range| {
        let mut hits = Hits::empty(pack_range);
        hits.add_term_query(dataset, term_query);
        Rc::new(hits.sets())
    })
}

/// Returns whether some of these packs match a conjunction.
pub fn any_matches(dataset: &Dataset<'_>, packs: &PackSet, term_queries: &Conjunction) -> bool {
    let matching = conjunction_sets(dataset, term_queries, packs.narrowest_range()).all;
    matching.iter().any(|pack| packs.contains(pack))
}

/// Intersects the sets of all items, narrowing the candidate range after each step.
pub fn intersect_all<T>(
    things: &[T],
    pack_range: PackRange,
    sets_of: &dyn Fn(&T, PackRange) -> Rc<MatchSets>,
) -> MatchSets {
    let Some((first, others)) = things.split_first() else { return MatchSets::none(pack_range) };
    let mut sets = Rc::unwrap_or_clone(sets_of(first, pack_range));
    for thing in others {
        let pack_range = sets.all.narrowest_range();
        if pack_range.is_empty() {
            return MatchSets::none(pack_range);
        }
        sets = sets.intersection(sets_of(thing, pack_range));
    }
    sets
}

/// Orders clauses by cost, so that expensive ones run last, on few candidates.
pub fn order_by_cost<'t>(clauses: impl IntoIterator<Item = &'t Clause>) -> Vec<&'t Clause> {
    let (mut ordered, mut costly) = (Vec::new(), Vec::new());
    for clause in clauses {
        if clause.is_expensive() {
            costly.push(clause);
        } else {
            ordered.push(clause);
        }
    }
    ordered.extend(costly);
    ordered
}

impl MatchSets {
    /// Returns empty sets.
    pub fn none(pack_range: PackRange) -> MatchSets {
        Hits::empty(pack_range).sets()
    }

    /// Returns the packs that do not match the excluded clause.
    ///
    /// Packs whose title has the negation as a word remain: `gauze not sterilised`.
    fn without(self, dataset: &Dataset<'_>, negation: &str) -> MatchSets {
        let pack_range = self.all.pack_range();
        let mut packs = PackSet::range(pack_range, 0, dataset.packs());
        packs.subtract(&self.all);
        if let Some(word) = dataset.words().find(negation) {
            word.occurrences().in_title.add_to(&mut packs);
        }
        MatchSets { exact: packs.clone(), in_title: packs.clone(), all: packs }
    }

    /// Returns the intersection.
    ///
    /// It reuses the sets of `other` if nothing else refers to them, because their range is narrower.
    fn intersection(mut self, other: Rc<MatchSets>) -> MatchSets {
        match Rc::try_unwrap(other) {
            Ok(mut narrower) => {
                narrower.intersect(&self);
                narrower
            }
            Err(shared) => {
                self.intersect(&shared);
                self
            }
        }
    }

    pub fn intersect(&mut self, other: &MatchSets) {
        self.all.intersect(&other.all);
        self.exact.intersect(&other.exact);
        self.in_title.intersect(&other.in_title);
    }

    fn union(&mut self, other: &MatchSets) {
        self.all.union(&other.all);
        self.exact.union(&other.exact);
        self.in_title.union(&other.in_title);
    }
}

/// The packs of the words that match, by part of the name and by kind of match. Each posting list is read
/// once.
struct Hits {
    exact_in_title: PackSet,
    exact_in_tail: PackSet,
    prefix_in_title: PackSet,
    prefix_in_tail: PackSet,
}

impl Hits {
    fn empty(pack_range: PackRange) -> Hits {
        Hits {
            exact_in_title: PackSet::empty(pack_range),
            exact_in_tail: PackSet::empty(pack_range),
            prefix_in_title: PackSet::empty(pack_range),
            prefix_in_tail: PackSet::empty(pack_range),
        }
    }

    /// Adds the packs that match a term query.
    fn add_term_query(&mut self, dataset: &Dataset<'_>, term_query: &TermQuery) {
        let words = dataset.words();
        match term_query {
            TermQuery::Whole(text) => self.add_word(words.find(text), true, Within::Name),
            TermQuery::Title(text) => self.add_word(words.find(text), true, Within::Title),
            TermQuery::Unfinished(text) if is_ratio(text) => {
                self.add_word(words.find(text), false, Within::Title);
            }
            TermQuery::Unfinished(text) => self.add_word(words.find(text), false, Within::Name),
            TermQuery::Prefix(text) => self.add_prefix(words, text),
            TermQuery::Number(text, within) if may_be_code(text) => self.add_codes(words, text, *within),
            TermQuery::Number(text, within) => self.add_number(words, text, *within),
            TermQuery::AnyNumberOf(unit) => self.add(words.with_unit(*unit), true, Within::Name),
            TermQuery::Generic(text) => self.add_words(dataset.generic_words().from(text), text),
            TermQuery::Attribute(attribute) => self.add_attribute(dataset, *attribute),
        }
    }

    /// Adds the packs of words with a prefix.
    fn add_prefix(&mut self, words: Words<'_>, prefix: &str) {
        match words.beginning_with_letter(prefix) {
            Some(occurrences) => {
                self.add(occurrences, false, Within::Name);
                self.add_word(words.find(prefix), true, Within::Name);
            }
            None => self.add_words(words.from(prefix), prefix),
        }
    }

    /// Adds the packs that the dataset indexes under an attribute.
    ///
    /// Immediate release is the absence of all other release characteristics.
    fn add_attribute(&mut self, dataset: &Dataset<'_>, attribute: Attribute) {
        let words = dataset.words();
        let pack_range = self.exact_in_title.pack_range();
        if attribute == Attribute::IMMEDIATE {
            let mut packs = PackSet::range(pack_range, 0, dataset.packs());
            for other in other_releases() {
                packs.subtract(&packs_with(words, pack_range, other));
            }
            return self.prefix_in_title.union(&packs);
        }
        self.prefix_in_title.union(&packs_with(words, pack_range, attribute));
    }

    fn add_word(&mut self, cursor: Option<Cursor<'_>>, is_whole: bool, within: Within) {
        if let Some(cursor) = cursor {
            self.add(cursor.occurrences(), is_whole, within);
        }
    }

    /// Adds the packs of words that begin with `prefix`.
    fn add_words(&mut self, mut cursor: Cursor<'_>, prefix: &str) {
        while cursor.advance()
            && let Some(rest) = cursor.text().strip_prefix(prefix.as_bytes())
        {
            self.add(cursor.occurrences(), rest.is_empty(), Within::Name);
        }
    }

    /// Adds the packs of codes that begin with these digits.
    fn add_codes(&mut self, words: Words<'_>, digits: &str, within: Within) {
        let mut cursor = words.from(digits);
        while cursor.advance()
            && let Some(rest) = cursor.text().strip_prefix(digits.as_bytes())
        {
            if let Some(is_whole) = code(rest) {
                self.add(cursor.occurrences(), is_whole, within);
            }
        }
    }

    /// Adds the packs that have a number with any unit or none.
    fn add_number(&mut self, words: Words<'_>, number: &str, within: Within) {
        let [mut first, mut with_letters] = numbers_with_any_unit(words, number);
        while first.advance()
            && let Some(rest) = first.text().strip_prefix(number.as_bytes())
            && !goes_on(rest)
        {
            self.add_number_with_unit(first.occurrences(), number, rest, within);
        }
        while with_letters.advance()
            && let Some(rest) = with_letters.text().strip_prefix(number.as_bytes())
        {
            self.add_number_with_unit(with_letters.occurrences(), number, rest, within);
        }
    }

    /// Adds the packs of a number with a unit.
    ///
    /// A volume in the title is no strength. It may be a size, as one in the tail.
    fn add_number_with_unit(
        &mut self,
        occurrences: Occurrences<'_>,
        number: &str,
        unit: &[u8],
        within: Within,
    ) {
        match within {
            Within::Title if is_number_of_volume(number, unit) => {}
            Within::Tail if is_number_of_volume(number, unit) => self.add(occurrences, true, Within::Name),
            _ => self.add(occurrences, true, within),
        }
    }

    /// Adds the packs of a word, or those that have it in one part of the name.
    fn add(&mut self, occurrences: Occurrences<'_>, is_whole: bool, within: Within) {
        let (in_title, in_tail) = match is_whole {
            true => (&mut self.exact_in_title, &mut self.exact_in_tail),
            false => (&mut self.prefix_in_title, &mut self.prefix_in_tail),
        };
        if within != Within::Tail {
            occurrences.in_title.add_to(in_title);
        }
        if within != Within::Title {
            occurrences.in_tail.add_to(in_tail);
        }
    }

    fn sets(self) -> MatchSets {
        let mut in_title = self.prefix_in_title;
        in_title.union(&self.exact_in_title);
        let mut exact = self.exact_in_title;
        exact.union(&self.exact_in_tail);
        let mut all = self.prefix_in_tail;
        all.union(&in_title);
        all.union(&exact);
        MatchSets { all, exact, in_title }
    }
}

fn is_number_of_volume(number: &str, unit: &[u8]) -> bool {
    let unit = std::str::from_utf8(unit).unwrap_or_default();
    is_volume(&[number, unit].concat())
}

/// Returns the packs of a range that the dataset indexes under an attribute.
pub fn packs_with(words: Words<'_>, pack_range: PackRange, attribute: Attribute) -> PackSet {
    let mut packs = PackSet::empty(pack_range);
    if let Some(word) = words.find(&attribute.term()) {
        word.occurrences().in_title.add_to(&mut packs);
    }
    packs
}

/// Returns whether any of these packs has a strength in its title.
pub fn has_strength(dataset: &Dataset<'_>, packs: &PackSet) -> bool {
    for unit in strength_units() {
        let mut with = PackSet::empty(packs.pack_range());
        dataset.words().with_unit(unit).in_title.add_to(&mut with);
        if packs.len_with(&with) > 0 {
            return true;
        }
    }
    false
}

/// Returns how many of these packs have a strength in their titles.
pub fn how_many_have_strength(dataset: &Dataset<'_>, packs: &PackSet) -> usize {
    let mut with = PackSet::empty(packs.pack_range());
    for unit in strength_units() {
        dataset.words().with_unit(unit).in_title.add_to(&mut with);
    }
    packs.len_with(&with)
}

/// Returns whether a word that begins with the digits of a code is an exact match, or `None` if it does not
/// match. `rest` is what follows the digits.
fn code(rest: &[u8]) -> Option<bool> {
    let rest = std::str::from_utf8(rest).ok()?;
    let agrees = !goes_on(rest.as_bytes());
    (agrees || code_goes_on(rest)).then_some(agrees)
}

/// Returns whether the dictionary has a word that a term query matches. Then some pack has it.
pub fn has_word(words: Words<'_>, term_query: &TermQuery) -> bool {
    match term_query {
        TermQuery::Unfinished(text) => words.find(text).is_some(),
        TermQuery::Prefix(text) => begins_with(words.from(text), text).is_some(),
        TermQuery::Number(text, _) if may_be_code(text) => has_code(words, text),
        _ => has_whole_word(words, term_query),
    }
}

/// Returns whether some word is a code with this prefix.
fn has_code(words: Words<'_>, digits: &str) -> bool {
    let mut cursor = words.from(digits);
    while cursor.advance()
        && let Some(rest) = cursor.text().strip_prefix(digits.as_bytes())
    {
        if code(rest).is_some() {
            return true;
        }
    }
    false
}

/// Returns whether `start` is a word that occurs only in generic names. Returns `None` if it is not even the
/// prefix of one.
pub fn generic(dataset: &Dataset<'_>, start: &str) -> Option<bool> {
    Some(begins_with(dataset.generic_words().from(start), start)?.is_empty())
}

/// Returns whether the dictionary has a whole word that a term query matches.
pub fn has_whole_word(words: Words<'_>, term_query: &TermQuery) -> bool {
    match term_query {
        TermQuery::Whole(text) | TermQuery::Title(text) | TermQuery::Prefix(text) => {
            words.find(text).is_some()
        }
        TermQuery::Unfinished(_) | TermQuery::Generic(_) => false,
        TermQuery::Attribute(_) => true,
        TermQuery::Number(number, _) => has_number(words, number),
        TermQuery::AnyNumberOf(unit) => !words.with_unit(*unit).is_empty(),
    }
}

/// Returns whether the dictionary has a number with any unit or none.
fn has_number(words: Words<'_>, number: &str) -> bool {
    for cursor in numbers_with_any_unit(words, number) {
        if let Some(rest) = begins_with(cursor, number)
            && !goes_on(&rest)
        {
            return true;
        }
    }
    false
}

/// Returns the rest of the next word after `start`, or `None` if it does not begin with `start`.
fn begins_with(mut cursor: Cursor<'_>, start: &str) -> Option<Vec<u8>> {
    if cursor.advance() { cursor.text().strip_prefix(start.as_bytes()).map(<[u8]>::to_vec) } else { None }
}

/// Returns the positions of a number with any unit: first alone or with `%`, then with a unit of letters.
///
/// Between the two, the dictionary has all longer numbers. After `1`, these are thousands.
fn numbers_with_any_unit<'a>(words: Words<'a>, number: &str) -> [Cursor<'a>; 2] {
    [words.from(number), words.from(&format!("{number}{AFTER_DIGITS}"))]
}

/// The character after `9` in ASCII. No word has it.
const AFTER_DIGITS: char = ':';

/// Returns whether the rest of a word continues the digits of a number.
fn goes_on(rest: &[u8]) -> bool {
    matches!(rest.first(), Some(b'0'..=b'9' | b'.'))
}
