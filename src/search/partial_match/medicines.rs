//! Medicines of a text: the roles that depend on all of its parts.

use super::known_words::may_be_number_of_name;
use super::name_index::NameIndex;
use super::query_part::{PartRole, QueryPart};
use super::roles::Reader;
use crate::search::box_phrases::{is_salt, longest};
use crate::search::clauses::{Clause, Conjunction, TermQuery, one_of, text_of};
use crate::search::synonyms::combinations_of;

impl<S: NameIndex> Reader<'_, S> {
    /// Changes the roles that depend on other parts.
    pub fn reconsider(&mut self) {
        self.ignore_parts_of_combinations();
        self.keep_sure_medicines();
        if !self.names_substance() {
            self.require_unknown_words();
        }
    }

    /// Returns whether some medicine or word of titles is neither a phrase of boxes nor in any tail.
    ///
    /// The salt of a metal counts too.
    fn names_substance(&self) -> bool {
        self.assigned.iter().any(|one| match one.role {
            PartRole::Medicine | PartRole::Word => longest(&[&one.text]).is_none() && self.is_no_company(one),
            // The salt of a metal.
            PartRole::Attribute => is_salt(&one.text),
            _ => false,
        })
    }

    /// Returns whether no pack has the words of a part in its tail.
    fn is_no_company(&self, one: &QueryPart) -> bool {
        one.clauses.iter().all(|clause| self.index.count(clause).in_tail == 0)
    }

    /// Ignores the substances of a combination that the text names, too: boxes of co-codamol list codeine and
    /// paracetamol.
    fn ignore_parts_of_combinations(&mut self) {
        let texts: Vec<String> = self.assigned.iter().map(|one| one.text.clone()).collect();
        for one in &mut self.assigned {
            if one.role == PartRole::Medicine && is_in_combination(&one.text, &texts) {
                one.role = PartRole::Nothing;
            }
        }
    }

    /// If some word certainly names a medicine, makes the uncertain ones ordinary words. Only names of
    /// devices begin with them.
    fn keep_sure_medicines(&mut self) {
        let is_sure: Vec<bool> = self.assigned.iter().map(|one| self.is_sure_medicine(one)).collect();
        if !is_sure.contains(&true) {
            return;
        }
        for (one, is_sure) in self.assigned.iter_mut().zip(is_sure) {
            if one.role == PartRole::Medicine && !is_sure {
                one.role = role_of_device_word(one);
            }
        }
    }

    /// Returns whether a part names a substance or a brand of one, and not a device or a company.
    fn is_sure_medicine(&self, one: &QueryPart) -> bool {
        one.role == PartRole::Medicine && one.clauses.iter().any(|clause| self.may_be_medicine(clause))
    }

    fn may_be_medicine(&self, clause: &Clause) -> bool {
        let alternatives = &clause.alternatives;
        alternatives.is_empty() || alternatives.iter().any(|term_queries| self.is_medicine_word(term_queries))
    }

    fn is_medicine_word(&self, term_queries: &Conjunction) -> bool {
        let text = &text_of(term_queries);
        if self.is_incomplete(text) {
            return false;
        }
        matches!(term_queries.as_slice(), [TermQuery::Generic(_)])
            || self.index.is_medicine_name(text)
            || self.index.is_substance(text)
            || self.index.is_medicinal(&one_of([term_queries.clone()]))
    }

    /// Returns whether names have the word only before another one that the text lacks: `house` is not house
    /// dust mite.
    fn is_incomplete(&self, word: &str) -> bool {
        let Some(second) = self.index.only_second_word(word) else { return false };
        !self.index.is_medicine_name(word) && !self.assigned.iter().any(|one| second.starts_with(&one.text))
    }

    /// Makes unknown words required. One may be the medicine, so nothing matches.
    fn require_unknown_words(&mut self) {
        for one in &mut self.assigned {
            if one.role == PartRole::Unknown {
                (one.role, one.clauses) = (PartRole::Word, vec![Clause::NOTHING]);
            }
        }
    }
}

/// Returns the role of a word that begins names of devices only. A letter or numeral may still distinguish
/// medicines, so it is never ignored.
fn role_of_device_word(one: &QueryPart) -> PartRole {
    if may_be_number_of_name(&one.text) || may_be_number_of_name(&one.written) {
        PartRole::Attribute
    } else if one.similar.is_empty() {
        PartRole::Word
    } else {
        PartRole::Detail
    }
}

/// Returns whether a text names a combination that contains a substance.
fn is_in_combination(substance: &str, texts: &[String]) -> bool {
    for combination in combinations_of(substance) {
        if texts.iter().any(|text| text == combination) {
            return true;
        }
    }
    false
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_letter_that_begins_names_of_devices_is_never_ignored() {
        let role = |text: &str, similar: Vec<Conjunction>| {
            let (written, text) = (text.to_owned(), text.to_owned());
            role_of_device_word(&QueryPart {
                written,
                text,
                role: PartRole::Medicine,
                clauses: Vec::new(),
                similar,
            })
        };
        assert_eq!(role("k", Vec::new()), PartRole::Attribute);
        assert_eq!(role("iii", Vec::new()), PartRole::Attribute);
        assert_eq!(role("stocking", Vec::new()), PartRole::Word);
        assert_eq!(role("stokcing", vec![vec![TermQuery::Whole("stocking".to_owned())]]), PartRole::Detail);
    }
}
