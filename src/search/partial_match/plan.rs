//! The plan of a partial match: which parts are required, which may be ignored, and which changes are
//! reported.

use super::name_index::NameIndex;
use super::query_part::{PartRole, QueryPart, ROLES};
use super::roles::assign_roles;
use crate::search::box_phrases::salts;
use crate::search::clauses::{Clause, dedup, expansions_of, one_of};
use crate::search::correction::{Change, Correction};
use crate::search::parse::{ParsedQuery, Part, PartKind, parse, repair};

/// The maximum number of words in a text. A box has fewer.
const MAX_WORDS: usize = 40;
/// The maximum number of words that are not phrases of boxes. Each is looked up among all packs.
const MAX_UNUSUAL: usize = 14;
/// The maximum number of parts. A text with more does not describe one pack.
const MAX_QUERIED: usize = 24;

/// The parts of a text with their roles.
pub struct Plan {
    pub parts: Vec<QueryPart>,
    /// The words that were read differently.
    read: Vec<Correction>,
}

impl Plan {
    /// Assigns roles to the parts of a query. Words that no name has are repaired before.
    ///
    /// The plan has no parts if the text has too many.
    pub fn of(query: &ParsedQuery<'_>, index: &impl NameIndex) -> Plan {
        if query.word_count() > MAX_WORDS {
            return Plan { parts: Vec::new(), read: Vec::new() };
        }
        let (repaired, read) = repair(query, &|word| index.is_word(word));
        let parts = if read.is_empty() { query.parts() } else { parse(&repaired).parts() };
        let parts = if are_few(&parts) { assign_roles(&parts, index) } else { Vec::new() };
        Plan { parts, read }
    }

    /// Returns whether the text names a medicine and has few enough other parts.
    pub fn names_medicine(&self) -> bool {
        let (mut has_medicine, mut queried) = (false, 0);
        for one in &self.parts {
            has_medicine |= one.role == PartRole::Medicine;
            queried += usize::from(one.role != PartRole::Nothing);
        }
        has_medicine && queried <= MAX_QUERIED
    }

    /// Returns the parts that are never ignored, the medicines first.
    pub fn required(&self) -> Vec<&QueryPart> {
        self.in_order(PartRole::is_required)
    }

    /// Returns the medicine, its form, its strength and its attributes, without other required words.
    pub fn essentials(&self) -> Vec<&QueryPart> {
        let mut essentials = self.required();
        essentials.retain(|one| one.role != PartRole::Word || one.is_form());
        essentials
    }

    /// Returns the clauses in the order of the text, as the components of mixtures need them.
    pub fn ordered(&self) -> Vec<Clause> {
        let mut clauses = Vec::new();
        for part in &self.parts {
            // A strength does not belong to a substance that is ignored beside its combination.
            if part.role != PartRole::Nothing {
                clauses.extend(part.clauses.iter().cloned());
            }
        }
        clauses
    }

    /// Returns the required parts without the words that may be ignored.
    ///
    /// Forms and unknown words that may be the medicine remain.
    pub fn without_words(&self) -> Vec<&QueryPart> {
        let mut required = self.required();
        required.retain(|one| {
            one.role != PartRole::Word || one.is_form() || one.clauses.contains(&Clause::NOTHING)
        });
        required
    }

    /// Returns the parts that are ignored if no pack has them, the most important first.
    pub fn optional(&self) -> Vec<&QueryPart> {
        self.in_order(PartRole::is_optional)
    }

    fn in_order(&self, is_wanted: fn(PartRole) -> bool) -> Vec<&QueryPart> {
        let mut ordered = Vec::new();
        for role in ROLES {
            if is_wanted(role) {
                ordered.extend(self.parts.iter().filter(|one| one.role == role));
            }
        }
        ordered
    }

    /// Returns a clause that matches any salt not in the text.
    pub fn other_salts(&self) -> Clause {
        let mut others = Vec::new();
        for salt in salts() {
            if !self.parts.iter().any(|one| one.text == salt) {
                others.push(expansions_of(salt));
            }
        }
        one_of(others)
    }

    /// Returns the text of the parts that were kept.
    pub fn text(&self, kept: &[&QueryPart]) -> String {
        let mut texts = Vec::new();
        for one in &self.parts {
            if one.is_among(kept) {
                texts.push(one.text.as_str());
            }
        }
        texts.join(" ")
    }

    /// Returns the changes to report: words read differently, then corrected words, then ignored words.
    pub fn changes(&self, kept: &[&QueryPart]) -> Vec<Change> {
        let mut changes: Vec<Change> = self.read.iter().cloned().map(Change::Rewritten).collect();
        for one in &self.parts {
            if !one.similar.is_empty() && one.is_among(kept) {
                changes.push(Change::Similar(one.written.clone(), one.similar.clone()));
            }
        }
        for words in self.left_out(kept) {
            let ignored = Correction { written: words.join(" "), replacements: Vec::new() };
            changes.push(Change::Rewritten(ignored));
        }
        changes
    }

    /// Returns the words of the parts that were not kept, neighbours together.
    fn left_out(&self, kept: &[&QueryPart]) -> Vec<Vec<&str>> {
        let mut left_out: Vec<Vec<&str>> = Vec::new();
        let mut was_kept = true;
        for one in &self.parts {
            let is_kept = one.is_among(kept);
            match left_out.last_mut() {
                _ if is_kept => {}
                Some(words) if !was_kept => words.push(&one.written),
                _ => left_out.push(vec![&one.written]),
            }
            was_kept = is_kept;
        }
        left_out
    }
}

/// Returns whether a text has few enough words and parts to describe one pack.
fn are_few(parts: &[Part<'_>]) -> bool {
    let (mut words, mut queried) = (Vec::new(), 0);
    for part in parts {
        if matches!(part.kind, PartKind::Word | PartKind::Salt) {
            words.push(part.text.as_str());
        }
        queried += usize::from(part.kind != PartKind::Noise);
    }
    dedup(words).len() <= MAX_UNUSUAL && queried <= MAX_QUERIED
}
