//! Roles of words that names have.

use super::name_index::{Count, NameIndex};
use super::query_part::PartRole;
use super::roles::Reader;
use crate::search::clauses::{Clause, text_of};
use crate::search::parse::{Part, is_numeral};

/// The minimum length of a prefix that is recognised as a word or as a generic name.
///
/// A shorter one may be an abbreviation of another form or route of a medicine.
pub(super) const RECOGNISED: usize = 4;
impl<S: NameIndex> Reader<'_, S> {
    /// Adds a word, or a synonym of two words.
    pub fn add_word(&mut self, part: &Part<'_>) {
        let Some(role) = self.role(&part.text, &part.clauses) else { return self.add_of_no_name(part) };
        let is_never_ignored =
            may_be_number_of_name(&part.text) || part.clauses.iter().any(Clause::is_free_of);
        let has_strength = part.clauses.iter().any(|clause| clause.is_strength);
        let role = match role {
            _ if has_strength => PartRole::Strength,
            PartRole::Word | PartRole::Supplier | PartRole::Detail if is_never_ignored => PartRole::Attribute,
            role => role,
        };
        self.add(part, role);
    }

    /// Returns the role of a word, or `None` if no name has it.
    fn role(&self, text: &str, clauses: &[Clause]) -> Option<PartRole> {
        let counts: Vec<Count> = clauses.iter().map(|clause| self.index.count(clause)).collect();
        let is_whole = counts.iter().all(Count::is_exact);
        let is_had = is_whole || (text.len() >= RECOGNISED && counts.iter().all(Count::is_some));
        if !is_had || clauses.is_empty() {
            return None;
        }
        if is_whole && counts.iter().all(Count::is_mostly_in_tail) {
            // Names of products may begin with the name of a company, which is not a medicine.
            return Some(PartRole::Supplier);
        }
        Some(match (self.is_medicine(text, clauses, is_whole), is_whole) {
            (true, _) => PartRole::Medicine,
            (false, true) => PartRole::Word,
            // It is only the prefix of other words.
            (false, false) => PartRole::Detail,
        })
    }

    /// Returns whether names begin with a word or with one of its meanings.
    fn is_medicine(&self, text: &str, clauses: &[Clause], is_whole: bool) -> bool {
        let start = if is_whole { format!("{text} ") } else { text.to_owned() };
        if self.index.begins(&start) {
            return true;
        }
        let [clause] = clauses else { return false };
        for meaning in &clause.alternatives {
            let other = format!("{} ", text_of(meaning));
            if other != start && self.index.begins(&other) {
                return true;
            }
        }
        false
    }
}

/// Returns whether a word distinguishes medicines with the same name: `factor x`, `vitamin d`.
pub fn may_be_number_of_name(word: &str) -> bool {
    word.chars().count() == 1 || is_numeral(word)
}
