//! Roles of words that no name has: medicines of generic names, misspelt words, joined words, or unknown ones.

use super::known_words::{RECOGNISED, may_be_number_of_name};
use super::name_index::NameIndex;
use super::query_part::{PartRole, QueryPart};
use super::roles::Reader;
use crate::quantity::Unit;
use crate::search::clauses::{Clause, Conjunction, TermQuery, dedup, one_of, text_of};
use crate::search::confusables;
use crate::search::medicine_stems::has_medicine_stem;
use crate::search::parse::{Part, are_bare, is_numeral, parse, segment};
use crate::text::{Token, asking_tokens, is_digit};

/// The maximum number of words for which other spellings are tried. Each takes a pass over the dictionary.
const MAX_CORRECTED: usize = 4;
/// The maximum number of similar words. A word that is equally close to more of them is a code, and is not
/// corrected.
const MAX_SIMILAR: usize = 32;
/// Letters that look like digits.
const LETTERS_LIKE_DIGITS: &str = "oilszbq";
/// The minimum length of a unit. Shorter units are common ends of words.
const MIN_UNIT_LEN: usize = 2;

impl<S: NameIndex> Reader<'_, S> {
    /// Adds a word that no name has. It is a medicine, and never ignored, if generic names have it.
    pub fn add_of_no_name(&mut self, part: &Part<'_>) {
        let compound = part.text.replace('-', "");
        if compound != part.text && self.index.is_generic(&compound) == Some(true) {
            return self.add_generic(part, compound);
        }
        match self.index.is_generic(&part.text) {
            Some(is_whole) if is_whole || part.text.len() >= RECOGNISED => {
                self.add_generic(part, part.text.clone());
            }
            _ => self.add_unknown(part),
        }
    }

    fn add_generic(&mut self, part: &Part<'_>, word: String) {
        self.add_with(part, PartRole::Medicine, vec![one_of([vec![TermQuery::Generic(word)]])]);
    }

    /// Adds a word that neither names nor generic names have.
    ///
    /// It is a medicine that the release lacks, a misspelt word, several joined words, or unknown.
    fn add_unknown(&mut self, part: &Part<'_>) {
        if self.index.is_medicine_name(&part.text) {
            return self.add_with(part, PartRole::Medicine, vec![Clause::NOTHING]);
        }
        let may_be_ignored = self.may_be_ignored(part);
        if self.corrected == MAX_CORRECTED && may_be_ignored {
            return self.add_with(part, PartRole::Unknown, Vec::new());
        }
        self.corrected += 1;
        let similar = self.similar(&part.text);
        if let Some(role) = self.role_of_similar(&similar) {
            return self.add_similar(part, role, similar);
        }
        if let Some(words) = segment(&part.text, |word| self.index.is_word(word)) {
            return self.add_all(&parse(&words.join(" ")).parts());
        }
        match (has_medicine_stem(&part.text), may_be_ignored) {
            (true, _) => self.add_with(part, PartRole::Medicine, vec![Clause::NOTHING]),
            (false, true) => self.add_with(part, PartRole::Unknown, Vec::new()),
            (false, false) => self.add_with(part, PartRole::Word, vec![Clause::NOTHING]),
        }
    }

    fn add_similar(&mut self, part: &Part<'_>, role: PartRole, similar: Vec<Conjunction>) {
        let text = similar.first().map(text_of).unwrap_or_default();
        let clauses = vec![one_of(similar.clone())];
        self.add_part(QueryPart { written: part.written.to_owned(), text, role, clauses, similar });
    }

    /// Returns whether a word that no name has may be ignored.
    ///
    /// It may not if it may be a strength, a unit, a medicine or part of a medicine's name.
    fn may_be_ignored(&self, part: &Part<'_>) -> bool {
        let word = part.text.as_str();
        let may_be_strength = asking_tokens(word).iter().any(is_amount) || word.contains(is_other_number);
        let is_unit_of_number = Unit::beginning_with(word).next().is_some() && self.is_after_bare_number();
        // `vit d` is known, though the release lacks it.
        let is_synonym = word.contains(' ');
        let is_beside_strength = self.has_quantity || self.has(PartRole::Strength);
        !may_be_strength
            && !is_synonym
            && !may_be_misread_strength(word)
            && !has_medicine_stem(word)
            && !is_unit_of_number
            && !may_be_number_of_name(word)
            && (!word.starts_with(is_digit) || is_beside_strength)
    }

    fn is_after_bare_number(&self) -> bool {
        match self.assigned.last() {
            Some(last) => are_bare(&last.clauses),
            None => false,
        }
    }

    /// Returns the words that look like this one, or else are spelt similarly, or else sound alike.
    ///
    /// A Roman numeral has none: factor xi is not a factor in a form `xl`.
    fn similar(&self, word: &str) -> Vec<Conjunction> {
        if is_numeral(word) {
            return Vec::new();
        }
        let is_word = |word: &str| self.index.is_word(word);
        let mut found = self.of_words(confusables::visual_variants(word, is_word));
        if found.is_empty() {
            found = self.index.similar(word);
        }
        if found.is_empty() {
            found = self.of_words(confusables::phonetic_variants(word, is_word));
        }
        let found = dedup(found);
        if found.len() > MAX_SIMILAR { Vec::new() } else { found }
    }

    fn of_words(&self, words: Vec<String>) -> Vec<Conjunction> {
        words.into_iter().map(|word| self.of_word(word)).collect()
    }

    /// Returns the term query of a word of names, or of one that occurs only in generic names.
    fn of_word(&self, word: String) -> Conjunction {
        vec![if self.index.is_generic(&word) == Some(true) {
            TermQuery::Generic(word)
        } else {
            TermQuery::Whole(word)
        }]
    }

    /// Returns the role of similar words: a medicine if any of them is one, or else a role that may be
    /// ignored.
    fn role_of_similar(&self, similar: &[Conjunction]) -> Option<PartRole> {
        if similar.is_empty() {
            return None;
        }
        if similar.iter().any(|meaning| self.begins_names(meaning)) {
            return Some(PartRole::Medicine);
        }
        let count = self.index.count(&one_of(similar.to_vec()));
        Some(if count.is_mostly_in_tail() { PartRole::Supplier } else { PartRole::Detail })
    }

    /// Returns whether names or generic names begin with these words.
    fn begins_names(&self, meaning: &Conjunction) -> bool {
        matches!(meaning.as_slice(), [TermQuery::Generic(_)])
            || self.index.begins(&format!("{} ", text_of(meaning)))
    }
}

/// Returns whether a character is a number other than an ASCII digit, such as `½`.
fn is_other_number(c: char) -> bool {
    c.is_numeric() && !c.is_ascii_digit()
}

/// Returns whether a token is a quantity with a unit of strengths.
fn is_amount(token: &Token) -> bool {
    matches!(token, Token::Quantity(_, unit) if unit.is_strength())
}

/// Returns whether a word may be a strength whose digits may all be misread: `z0omg`, or `omg`.
fn may_be_misread_strength(word: &str) -> bool {
    for len in MIN_UNIT_LEN..word.len() {
        let (number, unit) = word.split_at_checked(word.len() - len).unwrap_or_default();
        if number.chars().all(is_like_digit) && Unit::parse(unit).is_some_and(Unit::is_strength) {
            return true;
        }
    }
    false
}

fn is_like_digit(c: char) -> bool {
    c.is_ascii_digit() || LETTERS_LIKE_DIGITS.contains(c)
}

#[cfg(test)]
mod tests {
    use super::super::name_index::Count;
    use super::super::roles::assign_roles;
    use super::*;

    /// An index with one medicine, and this number of words that are equally similar to any other.
    struct EveryWordSimilar(usize);

    impl NameIndex for EveryWordSimilar {
        fn is_word(&self, word: &str) -> bool {
            word == "amlodipine"
        }

        fn is_generic(&self, _: &str) -> Option<bool> {
            None
        }

        fn count(&self, clause: &Clause) -> Count {
            let packs = usize::from(clause.word() == Some("amlodipine"));
            Count { all: packs, in_title: packs, in_tail: 0 }
        }

        fn begins(&self, start: &str) -> bool {
            "amlodipine 5mg tablets".starts_with(start)
        }

        fn is_medicine_name(&self, _: &str) -> bool {
            false
        }

        fn is_medicinal(&self, _: &Clause) -> bool {
            false
        }

        fn is_substance(&self, start: &str) -> bool {
            self.begins(start)
        }

        fn only_second_word(&self, _: &str) -> Option<String> {
            None
        }

        fn similar(&self, _: &str) -> Vec<Conjunction> {
            (0..self.0).map(|word| vec![TermQuery::Whole(format!("vbcs{word}"))]).collect()
        }
    }

    #[test]
    fn a_word_similar_to_too_many_words_is_not_corrected() {
        let replacements = |alike| {
            let assigned = assign_roles(&parse("amlodipine vbcsb").parts(), &EveryWordSimilar(alike));
            assigned.last().map(|one| (one.role, one.similar.len()))
        };
        assert_eq!(replacements(MAX_SIMILAR), Some((PartRole::Detail, MAX_SIMILAR)));
        assert_eq!(replacements(MAX_SIMILAR + 1), Some((PartRole::Unknown, 0)));
    }
}
