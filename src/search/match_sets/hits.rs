//! Hits: the packs of the words that match a term query.

use super::vocabulary::{code, goes_on, numbers_with_any_unit};
use super::{MatchSets, packs_with};
use crate::attributes::{Attribute, other_releases};
use crate::dataset::{Cursor, Dataset, Occurrences, PackRange, PackSet, Words};
use crate::search::clauses::{TermQuery, Within, is_ratio, is_volume, may_be_code};

/// The packs of the words that match, by part of the name and by kind of match. Each posting list is read
/// once.
pub(super) struct Hits {
    exact_in_title: PackSet,
    exact_in_tail: PackSet,
    prefix_in_title: PackSet,
    prefix_in_tail: PackSet,
}

impl Hits {
    pub fn empty(pack_range: PackRange) -> Hits {
        Hits {
            exact_in_title: PackSet::empty(pack_range),
            exact_in_tail: PackSet::empty(pack_range),
            prefix_in_title: PackSet::empty(pack_range),
            prefix_in_tail: PackSet::empty(pack_range),
        }
    }

    /// Adds the packs that match a term query.
    pub fn add_term_query(&mut self, dataset: &Dataset<'_>, term_query: &TermQuery) {
        let words = dataset.words();
        match term_query {
            TermQuery::Whole(text) => self.add_word(words.find(text), true, Within::Name),
            TermQuery::Title(text) => self.add_word(words.find(text), true, Within::Title),
            TermQuery::Unfinished(text) if is_ratio(text) => {
                self.add_word(words.find(text), false, Within::Title);
            }
            TermQuery::Unfinished(text) => self.add_word(words.find(text), false, Within::Name),
            TermQuery::Prefix(text) => self.add_words(words.from(text), text),
            TermQuery::Number(text, within) if may_be_code(text) => self.add_codes(words, text, *within),
            TermQuery::Number(text, within) => self.add_number(words, text, *within),
            TermQuery::AnyNumberOf(unit) => self.add(words.with_unit(*unit), true, Within::Name),
            TermQuery::Generic(text) => self.add_words(dataset.generic_words().from(text), text),
            TermQuery::Attribute(attribute) => self.add_attribute(dataset, *attribute),
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

    /// Returns the sets by which packs are ranked.
    pub fn sets(self) -> MatchSets {
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
